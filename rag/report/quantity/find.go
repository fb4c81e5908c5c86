package quantity

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Bound says how a text hedges a figure.
type Bound string

// The closed set of bounds.
const (
	Exactly Bound = ""
	About   Bound = "about"
	AtLeast Bound = "at_least"
	AtMost  Bound = "at_most"
)

// Quantity is one figure of a text.
type Quantity struct {
	Text       string // as printed: sign, currency, number, multiplier, unit
	Start, End int    // of Text, in bytes
	Number     string // the figure alone, as printed
	Value      *apd.Decimal
	Half       *apd.Decimal // half a unit of the last printed place, in the unit of Value
	Scale      *apd.Decimal // of the word between number and unit that Value is multiplied by, such as a million; nil if there is none
	Unit       Unit
	Per        string // what it is measured against, lower case; empty for an absolute figure
	Bound      Bound
	Signed     bool // printed with a plus or minus
	Year       bool // four digits without a unit that can be a year
	Range      bool // one end of a range such as 10-15 %
	Forced     bool // impossible in the text's number format, read in the only possible way
}

// Base is the value in the base unit of its dimension.
func (q Quantity) Base() *apd.Decimal { return Mul(q.Value, q.Unit.Factor) }

// Interval is what the printed figure may stand for, in the base unit.
func (q Quantity) Interval() Interval {
	half := Mul(q.Half, q.Unit.Factor)
	base := q.Base()
	return Interval{Sub(base, half), Sum(base, half)}
}

// Comparable says whether two figures can be added and compared.
func (q Quantity) Comparable(o Quantity) bool { return q.Unit.Comparable(o.Unit) && q.Per == o.Per }

// Find lists the figures of a text in order of appearance.
func Find(text string, f Format) []Quantity {
	var out []Quantity
	eachNumber(text, f, func(at int, num number, end int) {
		if from := lastEnd(out); at >= from {
			if q, ok := build(text, from, at, num, end); ok {
				out = append(out, q)
			}
		}
	})
	return ranges(text, out)
}

// Parse reads a text that is one figure and nothing else.
func Parse(s string, f Format) (Quantity, error) {
	trimmed := strings.TrimSpace(s)
	all := Find(trimmed, f)
	if len(all) != 1 || all[0].Start != 0 || all[0].End != len(trimmed) {
		return Quantity{}, fmt.Errorf("parsing quantity %q: want one figure with its unit, such as 2.3 million tonnes CO2e", s)
	}
	return all[0], nil
}

// ParseUnit reads a unit that stands apart from its figures, as table headers do: "kt CO2e", "EUR m",
// "in thousand tonnes CO2 equivalent". The multiplier is part of the unit's factor.
func ParseUnit(s string) (Unit, error) {
	rest := strings.Trim(strings.TrimSpace(s), "()[]")
	rest = strings.TrimPrefix(rest, "in ")
	scale := one
	take := func() {
		rest = strings.TrimLeft(rest, " \u00a0")
		if by, n := multiplier(rest, true); n > 0 && scale == one {
			scale, rest = by, strings.TrimLeft(rest[n:], " \u00a0")
		}
	}
	take()
	u, n := readUnit(rest)
	rest = rest[n:]
	take() // "EUR m", "€ million"
	if n == 0 || strings.Trim(rest, " .)]") != "" {
		return Unit{}, unknownUnit{s, "not a unit known here"}
	}
	if scale == one {
		return u, nil
	}
	u.Factor = Mul(u.Factor, scale)
	if u.Dimension != Money { // a currency's symbol says which one it is
		u.Symbol = strings.TrimPrefix(strings.Trim(s, "()[] "), "in ")
	}
	return u, nil
}

func lastEnd(out []Quantity) int {
	if len(out) == 0 {
		return 0
	}
	return out[len(out)-1].End
}

// build reads what stands around a figure. What lies before from belongs to the figure before.
func build(text string, from, at int, num number, end int) (Quantity, bool) {
	q := Quantity{Start: at, Number: num.text, Unit: None, Forced: num.forced}
	q.Value, q.Half = num.value()

	code, before := currencyBefore(text[from:at])
	if n := rand(text, at, end); code == "" && n > 0 && at-n >= from {
		code, before = "ZAR", n
	}
	q.Start -= before
	if sign, n := signBefore(text[:q.Start]); n > 0 && q.Start-n >= from {
		q.Start, q.Signed = q.Start-n, true
		if sign < 0 {
			q.Value = new(apd.Decimal).Neg(q.Value)
		}
	}
	q.Bound = boundBefore(text[:q.Start])

	rest := text[end:]
	gap := space(rest)
	if by, n := multiplier(rest[gap:], code != ""); n > 0 {
		q.Value, q.Half, q.Scale = Mul(q.Value, by), Mul(q.Half, by), by
		end += gap + n
		rest = text[end:]
		gap = space(rest)
	}
	unit, n := readUnit(rest[gap:])
	if unit.Dimension == Money && q.Scale == nil && isYear(num.text) && inYear.MatchString(text[:at]) && figureFollows(rest[gap+n:]) {
		n = 0 // "in 2024 EUR 2.1 million": the currency is the next figure's
	}
	if unit.Symbol == "CO2e" && q.Scale == nil && isYear(num.text) {
		n = 0 // "2018 CO2e emissions" are a year's, and a gas without a mass measures nothing
	}
	switch {
	case n > 0:
		q.Unit = unit
		end += gap + n
		if unit.Dimension == Money && q.Scale == nil { // "49.0 € million"
			more := space(text[end:])
			if by, n := multiplier(text[end+more:], true); n > 0 {
				q.Value, q.Half, q.Scale = Mul(q.Value, by), Mul(q.Half, by), by
				end += more + n
			}
		}
	case code != "":
		q.Unit = Unit{code, Money, one}
	case gap == 0 && !ends(rest, 0):
		return q, false // "3M", "5G", "2x": part of a name
	}
	if code != "" && q.Unit.Dimension != Money {
		return q, false // "$5 MWh" is neither
	}
	if q.Unit.Dimension != Count {
		q.Per = perAfter(text[end:])
	}
	q.End = end
	q.Text = text[q.Start:q.End]
	q.Year = q.Text == num.text && isYear(num.text)
	return q, true
}

func space(s string) int {
	n := 0
	for n < len(s) {
		switch {
		case s[n] == ' ' || s[n] == '\n' && n == 0 || s[n] == '\t':
			n++
		case strings.HasPrefix(s[n:], "\u00a0") || strings.HasPrefix(s[n:], "\u202f") || strings.HasPrefix(s[n:], "\u2009"):
			n += len("\u00a0") + b2i(s[n] != 0xC2)
		default:
			return n
		}
		if n > 3 {
			return 0 // far away: the next column
		}
	}
	return n
}

// inYear stands before a year.
var inYear = pattern.Compile(`(?i)\b(?:in|during|since|by)\s$`)

// figureFollows reports whether a figure stands right behind, on the same line.
func figureFollows(rest string) bool {
	gap := space(rest)
	return gap < len(rest) && digit(rest[gap]) && !strings.Contains(rest[:gap], "\n")
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func currencyBefore(before string) (code string, n int) {
	trimmed := strings.TrimRight(before, " \u00a0")
	if len(before)-len(trimmed) > 2 || trimmed == "" {
		return "", 0
	}
	for _, c := range currenciesLast[trimmed[len(trimmed)-1]] {
		if !strings.HasSuffix(trimmed, c.sign) {
			continue
		}
		at := len(trimmed) - len(c.sign)
		if c.sign[0] >= 'A' && c.sign[0] <= 'Z' && at > 0 && letter(rune(trimmed[at-1])) {
			continue // the end of a longer word
		}
		return c.code, len(before) - at
	}
	return "", 0
}

// signBefore reads a plus or minus that belongs to a figure: a dash between two figures is a range.
func signBefore(before string) (sign, n int) {
	for _, s := range []struct {
		text string
		sign int
	}{{"+", 1}, {"-", -1}, {"−", -1}, {"–", -1}} {
		if rest, ok := strings.CutSuffix(before, s.text); ok {
			if rest == "" || strings.HasSuffix(rest, "(") || strings.HasSuffix(rest, " ") && !endsInFigure(rest) || strings.HasSuffix(rest, "\n") {
				return s.sign, len(s.text)
			}
		}
	}
	return 0, 0
}

func endsInFigure(s string) bool {
	s = strings.TrimRight(s, " ")
	return s != "" && digit(s[len(s)-1])
}

// hedges are tried in order: "no more than" ends in "more than".
var hedges = []struct {
	pattern *pattern.Pattern
	bound   Bound
}{
	{pattern.Compile(`(?i)\b(?:not?|never) more than\s*$`), AtMost},
	{pattern.Compile(`(?i)\b(?:not?|never) less than\s*$`), AtLeast},
	{pattern.Compile(`(?i)(?:\b(?:more than|over|above|at least|exceed(?:s|ed|ing)?|in excess of|minimum of)|>)\s*$`), AtLeast},
	{pattern.Compile(`(?i)(?:\b(?:less than|under|below|up to|at most|maximum of|nearly|almost)|<)\s*$`), AtMost},
	{pattern.Compile(`(?i)(?:\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.|c\.|some)|~|≈)\s*$`), About},
}

func boundBefore(before string) Bound {
	if len(before) > 24 {
		before = before[len(before)-24:]
	}
	last := strings.TrimRight(before, " \t\n\r\f\v")
	if last == "" || !letter(rune(last[len(last)-1])) && last[len(last)-1] < 0x80 && !strings.ContainsRune(".<>~", rune(last[len(last)-1])) {
		return Exactly // a figure, a bracket or a comma: no word
	}
	for _, h := range hedges {
		if h.pattern.MatchString(before) {
			return h.bound
		}
	}
	return Exactly
}

var per = pattern.Compile(`^\s?(?:/\s?|(?i:per)\s+)((?:[A-Za-z€$£][A-Za-z0-9€$£²³-]*)` +
	`(?:\s(?i:million|mn|m|bn|billion|thousand|lakhs?|crores?|km|tonnes?|units?|revenue|sales|employees?|ftes?|of|product|produced|m2|m²)\b){0,3})`)

func perAfter(rest string) string {
	if m := per.FindStringSubmatch(rest); m != nil {
		return strings.TrimSuffix(strings.ToLower(m[1]), " of") // "88 GJ per month of the power"
	}
	return ""
}

// ranges marks both ends of "10-15 %" and "between 10 and 15 %" is left as two figures.
func ranges(text string, all []Quantity) []Quantity {
	for i := 1; i < len(all); i++ {
		between := strings.TrimSpace(text[all[i-1].End:all[i].Start])
		signed := all[i].Signed && between == ""
		if between == "-" || between == "–" || between == "—" || signed && endsInFigure(text[:all[i].Start]) {
			all[i-1].Range, all[i].Range = true, true
		}
	}
	return all
}
