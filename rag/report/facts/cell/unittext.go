package cell

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/facts/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// IsUnit reports whether a text is a unit.
func IsUnit(w string) bool {
	_, err := quantity.Measures(w)
	return err == nil
}

// TrailingUnit is the unit that ends a label, up to five words long, seven with what it is measured against; empty if there is none.
func TrailingUnit(label string) string {
	fields := strings.Fields(label)
	most := 5
	if strings.Contains(label, " per ") {
		most = 7
	}
	fields = fields[max(0, len(fields)-most):]
	for rest := strings.Join(fields, " "); len(fields) > 0; fields = fields[1:] {
		u := rest
		if len(fields) > 1 {
			rest = rest[len(fields[0])+1:]
		}
		if _, err := quantity.Measures(u); err == nil && !BareLetter.MatchString(u) {
			return u
		}
	}
	return ""
}

// BareLetter is what is a unit only beside a figure.
var BareLetter = pattern.Compile(`^[a-zA-Z]$|^(?:CO2e?|CO₂e?)$`)

// WithWord is a text with a word in it.
var WithWord = pattern.Compile(`\p{L}{3,}`)

// Brackets are what a label says in brackets: often its unit.
var Brackets = pattern.Compile(`[(\[]([^()\[\]]{1,60})[)\]]`)

// BracketUnits lists what stands in brackets of a heading, or the heading if it is short: either may be a unit.
func BracketUnits(heading string) []string {
	var out []string
	for _, m := range Brackets.FindAllStringSubmatch(heading, -1) {
		out = append(out, m[1])
		if parts := commaList.Split(m[1], -1); len(parts) > 1 { // "(Unit: tCO2e, GWh)", and no "(1,000 m3)"
			for _, p := range parts {
				out = append(out, strings.TrimSpace(p[strings.IndexByte(p, ':')+1:]))
			}
		}
	}
	if u := TrailingUnit(strings.TrimRight(heading, " )]")); u != "" && !strings.HasSuffix(heading, "]") {
		out = append(out, u)
	}
	if m := trailingIn.FindStringSubmatch(heading); m != nil {
		out = append(out, m[1])
	}
	if len(heading) <= 30 {
		out = append(out, heading)
	}
	if m := afterComma.FindStringSubmatch(heading); m != nil {
		out = append(out, m[1])
	}
	return out
}

var (
	commaList  = pattern.Compile(`;|,\s`)
	trailingIn = pattern.Compile(`(?i)\bin\s+([^,;.]{1,40})$`)
	afterComma = pattern.Compile(`[,;–-]\s*([^,;–]{1,30})$`)
)

// Quoted is a figure with its labels in few words.
func Quoted(rows, cols []string, text string) string {
	label := ""
	if n := len(rows); n > 0 {
		label = rows[n-1]
	} else if n := len(cols); n > 0 {
		label = cols[n-1]
	}
	words := strings.Fields(label)
	if len(words) > 12 {
		words = words[:12]
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + strings.TrimSpace(text))
}
