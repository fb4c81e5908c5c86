package sheet

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Complements are words that halve a thing: what one of them names and what the other names are all of it.
var Complements = [][2]*pattern.Pattern{
	{pattern.Compile(`(?i)\b(?:men|male|males|laki-laki|männer|männlich)\b`),
		pattern.Compile(`(?i)\b(?:women|female|females|perempuan|wanita|frauen|weiblich)\b`)},
	{pattern.Compile(`(?i)\b(?:directly|direct|secara langsung)\b`), pattern.Compile(`(?i)\b(?:indirectly|indirect|secara tidak langsung)\b`)},
	{pattern.Compile(`(?i)\b(?:renewables?|erneuerbar\w*|terbarukan)\b`),
		pattern.Compile(`(?i)\bnon[\s-]*renewables?\b|\bnicht[\s-]erneuerbar\w*|\btidak terbarukan\b`)},
	{pattern.Compile(`(?i)\bhazardous\b|\bberbahaya\b`), pattern.Compile(`(?i)\bnon[\s-]*hazardous\b|\btidak berbahaya\b`)},
	{pattern.Compile(`(?i)\bpermanent\b`), pattern.Compile(`(?i)\btemporary\b`)},
	{pattern.Compile(`(?i)\bfull[\s-]*time\b`), pattern.Compile(`(?i)\bpart[\s-]*time\b`)},
}

// otherKinds begins the label of what is left beside kinds that have rows of their own: "Other hazardous waste" is no half of all waste.
var otherKinds = pattern.Compile(`(?i)^\W*(?:other|remaining|sonstige\w*|lainnya)\b`)

// Halves tells which half of which pair a label names: "0a", "0b"; empty for none or both.
func Halves(label string) string {
	if otherKinds.MatchString(label) {
		return ""
	}
	for i, c := range Complements {
		b := c[1].MatchString(label)
		rest := c[1].ReplaceAllString(label, " ")
		a := c[0].MatchString(rest)
		if a != b {
			return string(rune('0'+i)) + map[bool]string{true: "a", false: "b"}[a]
		}
	}
	return ""
}
