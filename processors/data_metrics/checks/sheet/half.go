package sheet

import "regexp"

// Complements are words that halve a thing: what one of them names and what the other names are all of it.
var Complements = [][2]*regexp.Regexp{
	{regexp.MustCompile(`(?i)\b(?:men|male|males|laki-laki|männer|männlich)\b`),
		regexp.MustCompile(`(?i)\b(?:women|female|females|perempuan|wanita|frauen|weiblich)\b`)},
	{regexp.MustCompile(`(?i)\b(?:directly|direct|secara langsung)\b`), regexp.MustCompile(`(?i)\b(?:indirectly|indirect|secara tidak langsung)\b`)},
	{regexp.MustCompile(`(?i)\b(?:renewables?|erneuerbar\w*|terbarukan)\b`),
		regexp.MustCompile(`(?i)\bnon[\s-]*renewables?\b|\bnicht[\s-]erneuerbar\w*|\btidak terbarukan\b`)},
	{regexp.MustCompile(`(?i)\bhazardous\b|\bberbahaya\b`), regexp.MustCompile(`(?i)\bnon[\s-]*hazardous\b|\btidak berbahaya\b`)},
	{regexp.MustCompile(`(?i)\bpermanent\b`), regexp.MustCompile(`(?i)\btemporary\b`)},
	{regexp.MustCompile(`(?i)\bfull[\s-]*time\b`), regexp.MustCompile(`(?i)\bpart[\s-]*time\b`)},
}

// otherKinds begins the label of what is left beside kinds that have rows of their own: "Other hazardous waste" is no half of all waste.
var otherKinds = regexp.MustCompile(`(?i)^\W*(?:other|remaining|sonstige\w*|lainnya)\b`)

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
