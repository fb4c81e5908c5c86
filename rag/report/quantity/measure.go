package quantity

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Measure is a unit with what it is measured against: "kg CO2e/t" is kilograms of CO2e per t.
type Measure struct {
	Unit Unit
	Per  string // lower case; empty for an absolute figure
}

// maxUnit bounds what is looked at as a unit; longer text is a sentence.
const maxUnit = 80

var (
	either     = pattern.Compile(`(?i)\s+(?:or|atau|oder|ou)\s+`)
	perUnit    = pattern.Compile(`(?i)^(.*?)\s*(?:/|\bper\b|\bpro\b)\s*(.+)$`)
	thousands  = pattern.Compile(`^(?:1[.,'’ \x{a0}]?000([.,'’ \x{a0}]000)?|['’‘` + "`" + `]?(0{3,4}|0{6})(?:['’‘` + "`" + `]s?|s?\b))\s*(?:of\s+)?`)
	inWords    = pattern.Compile(`(?i)^(?:(?:measured|reported|expressed|shown)\s+)?(?:in|en|dalam)\s+`)
	gasFirst   = pattern.Compile(`(?i)^(CO\s?[2₂](?:\s?-?e(?:q|quivalents?)?\b\.?)?|GHG)(?:\s+emissions?)?\s*[,(]?\s*(?:in\s+)?(.+?)\)?$`)
	spacedGas  = pattern.Compile(`(?i)\bc[o0]\s+([2₂])`)
	frenchGas  = pattern.Compile(`(?i)\s?(?:[ée]q(?:uivalents?)?\.?\s?(?:de\s)?CO([2₂])|CO([2₂])\s?éq(?:uivalents?)?\b\.?)`)
	megaTons   = pattern.Compile(`^(?:MM\s?(?:MT|mt|t)|MMT|MMt)\b`)
	kiloTons   = pattern.Compile(`^(?:KMT|kMT)\b`)
	capitalTon = pattern.Compile(`^T(\s?(?:of\s+)?CO\s?[2₂])`)
	powerOfTen = pattern.Compile(`^10(?:\^?([36])\s|(³|⁶)\s?|[,. ]000\s)\s*(?:of\s+)?`)
	scaleOf    = pattern.Compile(`(?i)^(thousand|million|billion)s?\s+of\s+`)
	scaleIn    = pattern.Compile(`(?i)^(milliers|millions|milliards|miles|millones|migliaia|milioni|miliardi)\s+(?:de\s+|di\s+|d['’]\s?)`)
	scaleLast  = pattern.Compile(`(?i)^([^()]+\S)\s*\((?:in\s+)?(thousands?|millions?|billions?|['’‘` + "`" + `]?000s?)\)$`)
)

// Measures lists what a unit as printed can mean. Most units mean one thing. "MT CO2e" means metric tons in
// America and megatonnes in the SI, and "kWh or J" says itself that it is open: both readings are returned, the
// usual one first, and nobody may choose between them without a reason.
func Measures(printed string) ([]Measure, error) {
	s := strings.TrimSpace(printed)
	if s == "" || len(s) > maxUnit {
		return nil, unknownUnit{printed, "want a short unit such as kt CO2e"}
	}
	if parts := alternatives(s); len(parts) > 1 {
		var all []Measure
		for _, p := range parts {
			m, err := Measures(p)
			if err != nil {
				return nil, err
			}
			all = append(all, m...)
		}
		return all, nil
	}
	if all, ok := twice(s); ok {
		return all, nil
	}
	s = tidy(s)
	if shareOf.MatchString(s) {
		s = "%"
	}
	if plain := withoutTail(s); plain != s {
		if all, err := Measures(plain); err == nil {
			return all, nil
		}
	}
	if units, err := unitReadings(s); err == nil {
		return asMeasures(units, ""), nil
	}
	if m := denominated(s); m != nil {
		units, err := unitReadings(withoutTail(m[1]))
		if err != nil {
			return nil, err
		}
		return asMeasures(units, strings.ToLower(strings.TrimSpace(strings.Trim(m[2], "()[]")))), nil
	}
	return nil, unknownUnit{printed, "not a unit known here"}
}

var (
	tailWords   = pattern.Compile(`(?i)^(.*\S)[\s,]+(?:(?:ghg\s+|greenhouse\s+gas\s+)?emissions?|\(?(?:market|location)-based\)?)$`)
	shareOf     = pattern.Compile(`(?i)^(?:%|per ?cent)\s+(?:of|by)\b`) // "% of weight": of what it is a share is no unit
	gasAlone    = pattern.Compile(`(?i)^CO\s?[2₂]\s?-?e?(?:q\.?|quivalents?)?$`)
	tailBracket = pattern.Compile(`^(.*\S)\s*\(([^()]{1,24})\)$`)
)

// withoutTail drops what says of a unit nothing that it does not say itself: "1,000 t of CO2e emissions", "t CO2e
// (market-based)", "tonnes of carbon dioxide equivalent (tCO2e)". The abbreviation may be ambiguous, the words before it
// are not.
func withoutTail(s string) string {
	if s == "" {
		return s
	}
	switch last := s[len(s)-1]; {
	case last == 's' || last == 'n' || last == 'd' || last == 'S' || last == 'N' || last == 'D' || last == ')':
	default:
		return s
	}
	if m := tailWords.FindStringSubmatch(s); m != nil && !gasAlone.MatchString(m[1]) {
		return m[1]
	}
	if m := tailBracket.FindStringSubmatch(s); m != nil {
		if _, err := Measures(m[2]); err == nil {
			return m[1]
		}
	}
	return s
}

// Most of what is tried as a unit is none. What follows says so of most of it before a pattern is tried: a sheet is
// read several times faster.

// alternatives parts a unit that says itself what it can be.
func alternatives(s string) []string {
	for i := 0; i+2 < len(s); i++ {
		if blank(s[i]) && (s[i+1]|0x20 == 'o' && strings.IndexByte("rRdDuU", s[i+2]) >= 0 || s[i+1]|0x20 == 'a' && s[i+2]|0x20 == 't') {
			return either.Split(s, -1)
		}
	}
	return nil
}

// denominated parts a unit from what it is measured against.
func denominated(s string) []string {
	for i := range len(s) {
		if s[i] == '/' || s[i]|0x20 == 'p' && i+2 < len(s) && (s[i+1]|0x20 == 'e' && s[i+2]|0x20 == 'r' || s[i+1]|0x20 == 'r' && s[i+2]|0x20 == 'o') {
			return perUnit.FindStringSubmatch(s)
		}
	}
	return nil
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// begins says that a text begins with one of some bytes, or with none of ASCII.
func begins(s, with string) bool {
	return s != "" && (s[0] >= 0x80 || strings.IndexByte(with, s[0]) >= 0)
}

// unknownUnit is the error of what is no unit; its message is made only when somebody reads it.
type unknownUnit struct{ printed, why string }

func (e unknownUnit) Error() string {
	return fmt.Sprintf("parsing unit %q: %s", cut(e.printed), e.why)
}

func asMeasures(units []Unit, per string) []Measure {
	out := make([]Measure, len(units))
	for i, u := range units {
		out[i] = Measure{u, per}
	}
	return out
}

// tidy undoes what printing and reading do to units: "CO 2e", brackets, footnote marks, "in ...".
func tidy(s string) string {
	if strings.Contains(s, "m²") || strings.Contains(s, "m³") { // the power of a metre and no mark
		s = strings.ReplaceAll(strings.ReplaceAll(s, "m²", "m2"), "m³", "m3")
	}
	s = strings.TrimRight(strings.TrimSpace(s), "*†‡¹²³⁴⁵⁶⁷⁸⁹:;, ")
	for len(s) > 1 && (s[0] == '(' && strings.Count(s, "(") == strings.Count(s, ")") && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']') {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	if strings.Contains(s, "m^") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "m^3", "m3"), "m^2", "m2")
	}
	if at := strings.Index(s, " unless "); at > 0 {
		s = s[:at] // "GWh unless otherwise stated"
	}
	if begins(s, "mMrReEsSiIdD") {
		s = inWords.ReplaceAllString(s, "")
	}
	if strings.Contains(s, "2") || strings.Contains(s, "₂") {
		s = spacedGas.ReplaceAllString(s, "CO$1")
		s = frenchGas.ReplaceAllString(s, " CO${1}${2}e")
	}
	if !strings.Contains(s, "  ") && !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }) && strings.TrimSpace(s) == s {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// scalesIn are scales as French, Spanish and Italian tables write them before "de" or "di". Read without them a figure is wrong by a thousand.
var scalesIn = map[string]string{
	"milliers": "thousand", "miles": "thousand", "migliaia": "thousand", "millions": "million", "millones": "million", "milioni": "million",
	"milliards": "billion", "miliardi": "billion",
}

// FiscalYear reports whether a heading is no more than a German fiscal year, "GJ 2022/23", whose first word is a unit elsewhere.
func FiscalYear(heading string) bool { return splitYear.MatchString(heading) }

var splitYear = pattern.Compile(`^\s*GJ\s?(?:19|20)\d\d\s?[/–-]\s?(?:(?:19|20)\d\d|\d\d)\W*$`)

// zerosLast is a unit with its zeros behind it: "kWh in '000s", "kWh'000".
var zerosLast = pattern.Compile(`^(\p{L}[\p{L}\p{N}³₂]*)\s*(?:in\s+)?(['’‘]0{3,4}s?|['’‘]0{6}s?)$`)

// scaled puts the scale of a unit first, as most print it: "GJ (thousands)", "millions of tonnes", "10³ m³".
func scaled(s string) string {
	if strings.HasSuffix(s, ")") {
		s = scaleLast.ReplaceAllString(s, "$2 $1")
	}
	if strings.HasSuffix(s, "000") || strings.HasSuffix(s, "000s") {
		s = zerosLast.ReplaceAllString(s, "$2 $1")
	}
	if begins(s, "tTmMbB") {
		s = scaleOf.ReplaceAllString(s, "$1 ")
		if m := scaleIn.FindStringSubmatch(s); m != nil {
			s = scalesIn[strings.ToLower(m[1])] + " " + s[len(m[0]):]
		}
	}
	if !strings.HasPrefix(s, "10") {
		return s
	}
	m := powerOfTen.FindStringSubmatch(s)
	switch {
	case m == nil:
		return s
	case m[1]+m[2] == "3", m[1]+m[2] == "³":
		return "thousand " + s[len(m[0]):]
	case m[1]+m[2] == "":
		return "ten thousand " + s[len(m[0]):]
	}
	return "million " + s[len(m[0]):]
}

func cut(s string) string {
	if r := []rune(s); len(r) > maxUnit {
		return string(r[:maxUnit])
	}
	return s
}
