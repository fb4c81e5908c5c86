package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// ThenTo leads from the figure of a year before to that of the year: "(in 2022) to about".
var ThenTo = pattern.Compile(`(?i)^` + perUnit + `(?:\s+\(?in\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)\d{2}(?:[/–-]\d{2,4})?\)?)?\s+to\s+` + Hedges + `$`)

// MassLike reports whether a figure is a mass, of emissions or of anything else: sentences leave "CO2e" out.
func MassLike(q quantity.Quantity) bool {
	return slices.Contains([]quantity.Dimension{quantity.Mass, quantity.CarbonGas, quantity.Emissions}, q.Unit.Dimension)
}

// perUnit is what a figure is measured against, behind it.
const perUnit = `(?:\s*(?:per|/)\s*[\p{L}-]+(?:\s+[\p{L}-]+)?)?`

// What leads in a sentence from the figure of a year to that of the year before, and what says when that was.
var (
	fromThen = pattern.Compile(`(?i)\bfrom\s+` + Hedges + `$`)
	toNow    = pattern.Compile(`(?i)\b(?:to|at|reached|was|were)\s+` + Hedges + `$`)
	fromOnly = pattern.Compile(`(?i)^[^.;,\d]{0,40},?\s+(?:up\s+|down\s+)?from\s+` + Hedges + `$`)
	// BelowThen leads from a change to the amount of the year that it counts from: "below 2023 (".
	BelowThen = pattern.Compile(`(?i)\b(?:below|above|(?:less|more|lower|higher|fewer)\s+than)\s+(?:in\s+|the\s+)*` + SomeYear + `\s*\(\s*$`)
	// belowBefore leads to it where the year is called the one before: "1.4 % more than in the previous year (".
	belowBefore = pattern.Compile(`(?i)\b(?:below|above|than(?:\s+in)?|on|against|from)\s+(?:(?:the|that|of)\s+)*(?:previous|prior|last|preceding)\s+year` +
		`(?:['’]s\s+\p{L}+)?\s*\(\s*$`)
	upFrom    = pattern.Compile(`(?i)^[^.;:()\d]{0,60},\s+(?:up|down)\s+from\s+(?:the\s+)?` + Hedges + `$`)
	afterThen = pattern.Compile(`(?i)^[^.;]{0,100}?\b(?:after|against|compared\s+(?:with|to)|versus|from|on|than(?:\s+the)?)\s+` + Hedges + `$`)
	// thenAndIn leads from the figure of one year to the one of another of the same thing: "in 2018 and", "in 2018, and was".
	thenAndIn = pattern.Compile(`(?i)^` + perUnit + `\s*(?:in|for)\s+(?:fiscal\s+(?:year\s+)?)?` + SomeYear + `\s*(?:,|;|,?\s+(?:and|but))\s+` +
		`(?:(?:it\s+)?(?:was|were|is|are|stood\s+at)\s+)?` + Hedges + `$`)
	levelled   = pattern.Compile(`(?i)\b(?:was|were|is|are|been|stood\s+at|amounted\s+to|totall?ed|averaged|came\s+to|reached)\s+` + Hedges + `$`)
	inThatYear = pattern.Compile(`(?i)^` + perUnit + `\s*(?:in|for)\s+(?:fiscal\s+(?:year\s+)?)?` + SomeYear + `\b`)
	yearColon  = pattern.Compile(`(?i)^[^.;()]{0,60}\((?:in\s+)?(?:(?:previous|prior|last)\s+year|` +
		`(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)?\d{2}(?:[/–-]\d{2,4})?)\s*:\s*$`)
	yearNamed  = pattern.Compile(`(?i)(?:\bFY\s?|\b)(?:19|20)\d{2}(?:/\d{2,4}|[-–]\d{2})?\b|\bFY\s?\d{2}\b`)
	inBrackets = pattern.Compile(`^[^.;()]{0,60}\(\s*$`)
	onlyUnit   = pattern.Compile(`^[\p{L}\s²³]{0,30}\(\s*$`)
	YearAfter  = pattern.Compile(`(?i)^[^.;,\d]{0,30}?\b(?:in|at|of|on)\s+` +
		`((?:[\p{L}\d]+\s+){0,3}?(?:FY\s?)?(?:(?:19|20)\d{2}(?:/\d{2,4})?|\d{2}\b))`)
	yearBefore = pattern.Compile(`(?i)^[^.;,\d]{0,30}?\b(?:a\s+year\s+(?:ago|earlier|before)|(?:previous|prior|last|preceding)\s+year|year\s+before)\b`)
	renewedSay = pattern.Compile(`(?i)\b(?:restat\w*|previously|originally|first\s+published|` +
		`recalculat\w*|adjust\w*|like[- ]for[- ]like|comparable|excluding|` +
		`without\s+(?:the|this|these|those|that|them|it|its|any|acqui\w*|divest\w*|disposals?|currency|effects?|which))\b`)
)

// ThenAndNow is a figure that a sentence gives of a year, and that of a year before.
type ThenAndNow struct {
	Then, Now quantity.Quantity
	Year      int  // of then; 0 if it is not said
	Sure      bool // it is said that then is of that year, or of the one before
}

// Pairs reads what a sentence says of two years.
func (x Statement) Pairs() []ThenAndNow {
	if x.paired != nil {
		return x.paired
	}
	out := []ThenAndNow{}
	for i := range x.Figures {
		for j := i + 1; j < min(len(x.Figures), i+3); j++ {
			if j == i+2 && !x.aside(x.Figures[i+1]) {
				continue
			}
			between := x.Text[x.Figures[i].End:x.Figures[j].Start]
			if j == i+2 {
				between = x.Text[x.Figures[i].End:x.Figures[i+1].Start] + x.Text[x.Figures[i+1].End:x.Figures[j].Start]
			}
			if p, ok := x.pair(x.Figures[i], x.Figures[j], between); ok {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// aside reports whether a figure between two others is none of what they are of: the change between them, the number that one of them
// is measured against.
func (x Statement) aside(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points || strings.HasSuffix(strings.ToLower(x.Text[:q.Start]), "per ")
}

func (x Statement) pair(a, b quantity.Quantity, between string) (p ThenAndNow, ok bool) {
	after := x.Text[b.End:]
	m := YearAfter.FindStringSubmatch(after)
	switch {
	case fromThen.MatchString(x.Text[:a.Start]) && ThenTo.MatchString(between):
		p = ThenAndNow{Then: a, Now: b, Year: vocabulary.YearIn(between)}
		if years := YearsNamed(x.Text); p.Year == 0 && len(years) == 2 && years[1] == years[0]+1 {
			p.Year = years[0]
		}
		p.Sure = p.Year > 0
	case toNow.MatchString(x.Text[:a.Start]) && fromOnly.MatchString(between):
		p = ThenAndNow{Then: b, Now: a, Year: vocabulary.YearIn(FirstOf(YearAfter.FindStringSubmatch(after)))}
		p.Sure = p.Year > 0
	case upFrom.MatchString(between) && a.Unit.Dimension != quantity.Count:
		p = ThenAndNow{Then: b, Now: a, Year: vocabulary.YearIn(FirstOf(YearAfter.FindStringSubmatch(after)))}
		p.Sure = p.Year > 0
	case BelowThen.MatchString(between):
		p = ThenAndNow{Then: b, Now: a, Year: vocabulary.YearIn(BelowThen.FindStringSubmatch(between)[1]), Sure: true}
	case belowBefore.MatchString(between) && !byHowMuch.MatchString(between):
		p = ThenAndNow{Then: b, Now: a, Sure: true}
	case yearColon.MatchString(between):
		p = ThenAndNow{Then: b, Now: a, Year: vocabulary.YearIn(between), Sure: true}
	case inBrackets.MatchString(between) && m != nil || afterThen.MatchString(between) && m != nil:
		p = ThenAndNow{Then: b, Now: a, Year: vocabulary.YearIn(m[1]), Sure: true}
	case levelled.MatchString(x.Text[:a.Start]) && thenAndIn.MatchString(between) && inThatYear.MatchString(after):
		one, other := vocabulary.YearIn(thenAndIn.FindStringSubmatch(between)[1]), vocabulary.YearIn(inThatYear.FindStringSubmatch(after)[1])
		if one == other {
			return p, false
		}
		p = ofTwoYears(a, b, one, other)
	case afterThen.MatchString(between) && yearBefore.MatchString(after):
		p = ThenAndNow{Then: b, Now: a, Sure: true}
	case onlyUnit.MatchString(between) && strings.HasPrefix(strings.TrimSpace(after), ")") && a.Unit.Dimension != quantity.Count && nearby(a, b):
		p = ThenAndNow{Then: b, Now: a} // a figure alone in brackets is of the year before
	default:
		return p, false
	}
	p.Then, p.Now = likened(p.Then, p.Now), likened(p.Now, p.Then)
	return p, usable(p.Then) && usable(p.Now) && p.Then.Unit.Comparable(p.Now.Unit)
}

func usable(q quantity.Quantity) bool {
	return !q.Range && q.Bound == quantity.Exactly && q.Value.Sign() > 0
}

// ofTwoYears are two levels that each have their year.
func ofTwoYears(a, b quantity.Quantity, one, other int) ThenAndNow {
	if one > other {
		a, b, one = b, a, other
	}
	return ThenAndNow{Then: a, Now: b, Year: one, Sure: true}
}

// byHowMuch is how what stands before a comparison is said to be the difference and no level: "EUR 12.0 million below the previous year".
var byHowMuch = pattern.Compile(`(?i)^\s*(?:below|above|more|less|higher|lower|under|over|fewer)\b`)

// nearby reports whether neither of two amounts is twice the other.
func nearby(a, b quantity.Quantity) bool {
	x, y := a.Base(), b.Base()
	return x.Cmp(quantity.Sum(y, y)) < 0 && y.Cmp(quantity.Sum(x, x)) < 0
}

// FirstOf is what the first group of a pattern found.
func FirstOf(m []string) string {
	if len(m) < 2 {
		return ""
	}
	return m[1]
}

// likened gives a figure without a unit that of its fellow: "from 253 to 244 litres".
func likened(q, by quantity.Quantity) quantity.Quantity {
	if q.Unit.Dimension == quantity.Count && by.Unit.Dimension != quantity.Count {
		q.Unit, q.Per = by.Unit, by.Per
		if q.Scale == nil && by.Scale != nil {
			q.Value, q.Half, q.Scale = quantity.Mul(q.Value, by.Scale), quantity.Mul(q.Half, by.Scale), by.Scale
		}
	}
	if q.Unit.Dimension == quantity.Mass && MassLike(by) { // "12.6 kg CO2e (2023: 12.4 kg)"
		q.Unit.Dimension = by.Unit.Dimension
	}
	return q
}

// ShareOf reports whether what follows a percentage makes it a share of something, and no change: "5.1 % of all heat".
func ShareOf(after string) bool { return shareOf.MatchString(after) }

var shareOf = pattern.Compile(`(?i)^\s*of\b`)
