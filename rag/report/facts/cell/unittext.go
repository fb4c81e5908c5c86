package cell

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
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
	if at := strings.LastIndex(label, " per "); at >= 0 {
		most = min(4, len(strings.Fields(label[:at]))) + 1 + min(6, len(strings.Fields(label[at+len(" per "):])))
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

// BracketUnits lists what stands in brackets of a heading, or the heading if it is short: either may be a unit. A date behind it is none of it.
func BracketUnits(heading string) []string {
	if quantity.FiscalYear(heading) {
		return nil
	}
	heading = sinceBase.ReplaceAllString(heading, "")
	undated := strings.TrimSpace(dated.ReplaceAllString(heading, ""))
	if at := strings.LastIndexByte(undated, '('); at > 0 && !strings.Contains(undated[at:], ")") && !IsUnit(undated[at+1:]) {
		undated = strings.TrimSpace(undated[:at]) // "hl per hl of beer (base 2017)"
	}
	if undated == heading || undated == "" || IsUnit(heading) {
		return unitsIn(heading)
	}
	return append(unitsIn(undated), unitsIn(heading)...)
}

// sinceBase is what a label says in brackets behind its unit of the year that its figures are held against: "Renewable electricity, % (base 2017)".
var sinceBase = pattern.Compile(`(?i)\s*[(\[]\s*(?:base(?:line)?|reference|compared|since|vs\.?)\b[^()\[\]]{0,30}[)\]]\s*$`)

func unitsIn(heading string) []string {
	var out []string
	for _, m := range Brackets.FindAllStringSubmatch(heading, -1) {
		out = append(out, m[1])
		if once := perAnnum.ReplaceAllString(m[1], ""); once != m[1] {
			out = append(out, strings.TrimPrefix(once, "in "))
		}
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
	if m := inBefore.FindStringSubmatch(heading); m != nil {
		out = append(out, m[1])
	}
	if m := thenWhat.FindStringSubmatch(heading); m != nil {
		if u := TrailingUnit(m[1]); u != "" {
			out = append(out, u)
		}
	}
	if u := LeadingUnit(heading); u != "" {
		out = append(out, u)
	}
	return out
}

// LeadingUnit is the unit with which a heading begins that says behind it of what it is: "MWh from renewable sources", "% of target achieved". What is called
// by its currency, as bonds are, is given in another.
func LeadingUnit(heading string) string {
	if u := leadingWords(heading); u != "" {
		return u
	}
	m := leading.FindStringSubmatch(heading)
	if m == nil || BareLetter.MatchString(m[1]) {
		return ""
	}
	if u, err := quantity.Measures(m[1]); err != nil || u[0].Unit.Dimension == quantity.Money {
		return ""
	}
	return m[1]
}

// mostLeading is how many words such a unit may have: "thousand t CO2e per m² let to others".
const mostLeading = 6

// leadingWords is a unit of several words with which a heading begins: "kt CO2e given off", "million m³ drawn from rivers".
func leadingWords(heading string) string {
	fields := strings.Fields(heading)
	for n := min(mostLeading, len(fields)-1); n > 1; n-- {
		u := strings.TrimRight(strings.Join(fields[:n], " "), ",")
		if next, _ := utf8.DecodeRuneInString(fields[n]); !unicode.IsLower(next) {
			continue
		}
		if m, err := quantity.Measures(u); err == nil && (physical(m[0].Unit.Dimension) || m[0].Unit.Dimension == quantity.Area) {
			return u
		}
	}
	return ""
}

// dated is what a heading says of time at its end: "t CO2e 2023", "hectares at 30 June 2024", "EUR million, FY2023/24".
var dated = pattern.Compile(`(?i)[\s,]+(?:(?:as\s+)?(?:at|of|in|on)\s+)?(?:\d{1,2}\.?\s+)?` +
	`(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[\p{Ll}]*\.?\s+)?` +
	`(?:\d{1,2},\s+)?(?:FY\s?)?(?:19[89]|20[0-6])\d(?:[/–-]\d{2,4})?\W*$`)

var (
	commaList  = pattern.Compile(`;|,\s`)
	trailingIn = pattern.Compile(`(?i)\bin\s+([^,;.]{1,40})$`)
	inBefore   = pattern.Compile(`(?i)\bin\s+([^,;.()]{1,40}?)\s*\([^()]*\)\W*$`) // "savings in t CO2e (only where marked)"
	thenWhat   = pattern.Compile(`^(.{4,60}?\S)\s+[–—-]\s+\p{L}`)                 // "Scope 2 tCO2e – purchased electricity"
	leading    = pattern.Compile(`^(\S{1,8})\s+\p{Ll}`)
	perAnnum   = pattern.Compile(`(?i)[\s,]+p\.?\s?a\.?$`)
	afterComma = pattern.Compile(`[,;–-]\s*([^,;–]{1,30})$`)
)

// Pairs are things and the units that a caption gives them in: "Waste in t, energy in MWh".
type Pairs []struct{ thing, unit string }

var inUnit = pattern.Compile(`(?i)^\W*(?:and\s+)?(.{3,40}?)\s+in\s+(.{1,30}?)[\s.:)]*$`)

// UnitPairs reads what a caption says in which unit; none if all is in one.
func UnitPairs(caption string) Pairs {
	var out Pairs
	several := false
	for _, part := range partsOfCaption.Split(caption, -1) {
		if alone := strings.Trim(part[strings.LastIndexByte(part, '(')+1:], " )"); IsUnit(alone) && len(out) == 0 {
			out = append(out, struct{ thing, unit string }{"", alone}) // "(C$ million; emissions in tonnes CO2e)"
			continue
		}
		m := inUnit.FindStringSubmatch(part)
		if m == nil || !IsUnit(m[2]) {
			continue
		}
		out = append(out, struct{ thing, unit string }{strings.ToLower(m[1]), m[2]})
		several = several || m[2] != out[0].unit
	}
	if !several {
		return nil
	}
	return out
}

var partsOfCaption = pattern.Compile(`[,;]\s|\.\s|\s+and\s+`)

// Of is the unit of the thing that labels speak of: one of its words begins one of theirs; that of all else, if they speak of none. None, if it is no one
// thing.
func (p Pairs) Of(labels []string) []string {
	words := strings.Fields(strings.ToLower(strings.Join(labels, " ")))
	unit, rest := "", ""
	for _, x := range p {
		if x.thing == "" {
			rest = x.unit
		}
		for thing := range strings.FieldsSeq(x.thing) {
			if len(thing) < 4 || !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, thing) || len(w) > 3 && strings.HasPrefix(thing, w) }) {
				continue
			}
			if unit != "" && unit != x.unit {
				return nil
			}
			unit = x.unit
		}
	}
	if unit = FirstOf(unit, rest); unit == "" {
		return nil
	}
	return []string{unit}
}

// Instead is the unit of the thing that labels speak of where a table was read with the unit that a caption gives all else: emissions of "(C$ million;
// emissions in tonnes CO2e)". It is empty where the table's stands.
func (p Pairs) Instead(read string, labels []string) string {
	if len(p) < 2 || p[0].thing != "" || Bare(p[0].unit) != Bare(read) {
		return ""
	}
	if of := p.Of(labels); len(of) > 0 && of[0] != p[0].unit {
		return of[0]
	}
	return ""
}

// Quoted is a figure with its label in few words: of a long one the last, behind which the figure stands, and which tell it from those of other rows.
func Quoted(rows, cols []string, text string) string {
	label := ""
	if n := len(rows); n > 0 {
		label = rows[n-1]
	} else if n := len(cols); n > 0 {
		label = cols[n-1]
	}
	words := strings.Fields(label)
	words = words[max(0, len(words)-12):]
	return strings.TrimSpace(strings.Join(words, " ") + " " + strings.TrimSpace(text))
}
