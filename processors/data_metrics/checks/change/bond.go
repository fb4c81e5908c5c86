package change

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// bond is an earlier and a later figure that a sentence may compare: two of its own, or those of a row that it speaks of. What it says
// of a change is of the bond whose figures make it; no words need to say so.
type bond struct {
	then, now *term
	to        quantity.Quantity // the figure of the sentence that the later one is; none if it gives none that is said to be it
	own       bool              // the sentence, with the one before, gives both
	paired    bool              // it says of them that one is of the year before
	meant     bool              // the row and its years are those of the sentence: else the bond only excuses it
}

// term is one figure of a bond. How it is told of is made where it is told of: most bonds only excuse what is said.
type term struct {
	quantity.Quantity
	cell *sheet.Entry // nil for one of a sentence
	page int          // of the sentence
}

// printed is the figure as it stands, with its unit.
func (t *term) printed() string {
	if t.cell != nil {
		return t.cell.WithUnit()
	}
	return t.Text
}

func (t *term) input() events.CheckInput {
	if t.cell != nil {
		return sheet.Input(*t.cell, "")
	}
	return sheet.Statement{Page: t.page}.Input("in the sentence", t.Quantity)
}

// row is what the row is called of which both figures are; empty for figures of the sentence.
func (b bond) row() string {
	if b.own || b.now.cell == nil {
		return ""
	}
	return sheet.Shorten(b.now.cell.Label())
}

// by is the change between the figures of a bond, in the unit of what is said of it, and how large it can be, as they are printed.
func (b bond) by(said quantity.Quantity) (change *apd.Decimal, span quantity.Interval, ok bool) {
	n, t := b.now.Quantity, b.then.Quantity
	if n.Unit.Dimension == quantity.Percent != (said.Unit.Dimension == quantity.Points) || t.Value.Sign() <= 0 {
		return nil, span, false
	}
	change = quantity.Sub(n.Base(), t.Base())
	if said.Unit.Dimension == quantity.Percent {
		span.Low, span.High = compare.ChangeOf(t, n)
		change, ok = quantity.PercentOf(change, t.Base())
		return change, span, ok
	}
	x, y := n.Interval(), t.Interval()
	span = quantity.Interval{Low: quantity.Sub(x.Low, y.High), High: quantity.Sub(x.High, y.Low)}
	alike := said.Comparable(n) || sheet.MassLike(said) && sheet.MassLike(n) // of "141.9 kt" beside kilotonnes of CO2e
	return change, span, said.Unit.Dimension == quantity.Points || sheet.Amount(said) && alike
}

// makes reports whether a bond makes the change that is said, whichever way.
func (b bond) makes(said quantity.Quantity) bool {
	if b.cannotMake(said) {
		return false
	}
	change, span, ok := b.by(said)
	if !ok || change.IsZero() {
		return false
	}
	i := said.Interval()
	if change.Sign() < 0 {
		i = quantity.Interval{Low: new(apd.Decimal).Neg(i.High), High: new(apd.Decimal).Neg(i.Low)}
	}
	return i.Overlaps(span)
}

// reached reports whether the later figure of a bond is one of the sentence, and no rounding hides which way it went. Where the sentence names
// years, those of a row that are not meant may be.
func (b bond) reached(x sheet.Statement, to quantity.Quantity) bool {
	return b.to.Text != "" && b.to.Start == to.Start && !b.then.Interval().Overlaps(b.now.Interval()) && (b.meant || len(x.Years) > 0)
}

func (b bond) fell() bool { return b.now.Base().Cmp(b.then.Base()) < 0 }

// bonds lists those of a sentence: of its own figures in every order, and of the rows that it gives a figure of, or names.
func bonds(s *sheet.Sheet, x sheet.Statement) []bond {
	var out []bond
	y := x.Earlier()
	for _, z := range []sheet.Statement{x, y} {
		for _, p := range z.Pairs() {
			out = append(out, bond{then: termOf(z, p.Then), now: termOf(z, p.Now), to: reachedIn(x, z, p), own: true, paired: true, meant: true})
		}
	}
	levels, before := levelsOf(x), levelsOf(y)
	for _, a := range levels {
		for _, z := range []sheet.Statement{x, y} {
			others := levels
			if z.Text != x.Text {
				others = before
			}
			for _, b := range others {
				if a.Range || b.Range || !a.Comparable(b) || z.Text == x.Text && a.Start == b.Start {
					continue
				}
				meant := z.Text == x.Text && !ordered(x, a, b) && (a.Unit.Dimension != quantity.Count || counts(x, a, b))
				out = append(out, bond{then: termOf(x, a), now: termOf(z, b), own: true, meant: meant},
					bond{then: termOf(z, b), now: termOf(x, a), own: true, meant: meant})
			}
		}
	}
	lines := boundLines(s, x, x)
	another := false
	if len(lines) == 0 {
		lines = boundLines(s, x, y) // it goes on with what the sentence before is of
		another = len(lines) > 0 && ownSubject.MatchString(x.Text)
	}
	for _, l := range lines {
		for _, b := range l.bonds() {
			b.meant = b.meant && !another
			out = append(out, b)
		}
	}
	return out
}

// ordered reports whether a sentence says of two of its figures which is the earlier one: taken the other way round they may excuse what it says, and make
// nothing that it could mean.
func ordered(x sheet.Statement, a, b quantity.Quantity) bool {
	return slices.ContainsFunc(x.Pairs(), func(p sheet.ThenAndNow) bool {
		return p.Then.Start == a.Start && p.Now.Start == b.Start || p.Then.Start == b.Start && p.Now.Start == a.Start
	})
}

// ownSubject begins a sentence with what it is of, behind a place or a time or not: "In Kiel, calls rose".
var ownSubject = pattern.Compile(`(?i)^(?:(?:in|at|on|by|during|since)\s+[^,]{2,40},\s+(?:[^,]{2,60},\s+)?)?(?:the\s+|our\s+)?(?:number\s+of\s+)?` +
	`(?:[\p{L}-]{3,}\s+){0,3}?[\p{L}-]{4,}s\s+(?:` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\b`)

// placeNamed is where or when something was, at the beginning of a sentence: "In Passau", "At Linden".
var placeNamed = pattern.Compile(`^(?:In|At)\s+(?:the\s+)?(\p{Lu}[\p{L}-]{2,})`)

// placeOf are the words of the name that a sentence begins with; none if it begins otherwise.
func placeOf(text string) []string {
	m := placeNamed.FindStringSubmatch(text)
	if m == nil || strings.EqualFold(m[1], "scope") || strings.EqualFold(m[1], "fiscal") {
		return nil
	}
	return sheet.Stems(m[1])
}

// lacks reports whether a line has no word of a name.
func lacks(l sheet.Timeline, name []string) bool {
	return len(name) > 0 && !sheet.SharesWord(name, l.Name) && !sheet.SharesWord(name, l.Over)
}

// levelsOf are the figures of a sentence that are not said to be changes themselves: of "936 million lower or 842 million higher" neither
// comes after the other.
func levelsOf(x sheet.Statement) []quantity.Quantity {
	return slices.DeleteFunc(slices.Clone(x.Figures), func(q quantity.Quantity) bool {
		_, way := wayOf(x, q)
		return way && !towards.MatchString(x.Text[:q.Start])
	})
}

// reachedIn is the later figure of a pair of the sentence itself, of which it says when the earlier one was.
func reachedIn(x, z sheet.Statement, p sheet.ThenAndNow) quantity.Quantity {
	if z.Text != x.Text || !p.Sure {
		return quantity.Quantity{}
	}
	return p.Now
}

func termOf(x sheet.Statement, q quantity.Quantity) *term {
	return &term{Quantity: q, page: x.Page}
}

func cellTerm(e sheet.Entry) *term { return &term{Quantity: e.Quantity(), cell: &e} }

// boundLine is what a thing was in several years, of which a sentence speaks.
type boundLine struct {
	sheet.Timeline
	years   []int                     // that the sentence names
	has     map[int]quantity.Quantity // figures of it that the sentence gives
	based   bool                      // it speaks of a base year
	another bool                      // the sentence has an amount of its unit that is none of its own, nor a change
	named   bool                      // the sentence has all words of its name
	partly  bool                      // it says where or when, which the line does not: it is of a part
}

// boundLines are the timelines that a sentence has a figure of, of so many digits that it is hardly another's, or one of their words
// besides; and those that it has all words of. The years are those of the sentence that speaks of them, which may be the next one.
func boundLines(s *sheet.Sheet, x, of sheet.Statement) []boundLine {
	var out []boundLine
	own, about, years := sheet.Stems(of.Text), sheet.Stems(x.Text+" "+x.Before), sheet.YearsNamed(x.Text)
	all := s.WithDigits(of.Figures...)
	for _, l := range s.Timelines().Within(own) {
		if len(l.At) > 1 {
			all = append(all, l)
		}
	}
	known := map[string]bool{}
	place, based := placeOf(x.Text), baseSaid.MatchString(x.Text)
	var going []quantity.Quantity // figures that something went to or by
	if len(all) > 0 {
		going = goingFigures(x)
	}
	for _, l := range all {
		if id := l.Last().ID; known[id] {
			continue
		} else {
			known[id] = true
		}
		b := boundLine{Timeline: l, years: years, based: based, named: sheet.Within(l.Name, own)}
		b.has = given(l, of, b.named, about)
		if !b.named && len(b.has) == 0 {
			continue
		}
		last := l.Last()
		b.partly = len(b.has) == 0 && lacks(l, place)
		b.another = len(b.has) == 0 && slices.ContainsFunc(going, func(q quantity.Quantity) bool {
			return !sheet.OpenUnit(q, last) && q.Unit.Comparable(last.Quantity().Unit) && !b.changes(q)
		})
		out = append(out, b)
	}
	return out
}

// given are the figures of a sentence that a line has, by their years: those of so many digits that they are hardly another's, and of fewer
// those of a line that is spoken of or named.
func given(l sheet.Timeline, of sheet.Statement, named bool, about []string) map[int]quantity.Quantity {
	var has map[int]quantity.Quantity
	for _, q := range of.Figures {
		digits := len(compare.Significant(q.Number))
		few := digits < compare.DigitsAlone && !(named && digits > 1) &&
			(digits < compare.DigitsExchanged || !sheet.SharesWord(l.Name, about) && !sheet.SharesWord(l.Over, about))
		if few && digits < compare.TellingDigits {
			continue
		}
		for year, e := range l.At {
			if few && (e.At.Page != of.Page || sheet.OpenUnit(q, e)) {
				continue // of four digits one of the same page and unit is meant
			}
			if e.Prints(q) || isLike(e, q) {
				if has == nil {
					has = map[int]quantity.Quantity{}
				}
				has[year] = q
			}
		}
	}
	return has
}

// goingFigures are the amounts of a sentence to or by which it says that something went.
func goingFigures(x sheet.Statement) []quantity.Quantity {
	return slices.DeleteFunc(slices.Clone(x.Figures), func(q quantity.Quantity) bool {
		_, way := wayOf(x, q)
		return q.Unit.Dimension == quantity.Percent || !way && !towards.MatchString(x.Text[:q.Start])
	})
}

// changes reports whether an amount of three digits is what a line changed by from one year to the next.
func (l boundLine) changes(q quantity.Quantity) bool {
	if len(compare.Significant(q.Number)) < compare.DigitsExchanged {
		return false
	}
	years := l.Years()
	for i := 1; i < len(years); i++ {
		b := bond{then: &term{Quantity: l.At[years[i-1]].Quantity()}, now: &term{Quantity: l.At[years[i]].Quantity()}}
		if b.makes(q) {
			return true
		}
	}
	return false
}

var baseSaid = pattern.Compile(`(?i)\bbase(?:line)?\b`)

// bonds are the figures of two years of a line. Meant are that of the year which the sentence gives or names, or the last, and one before it: of
// the year before that, or of a year that it names.
func (l boundLine) bonds() []bond {
	var out []bond
	years := l.Years()
	terms := make([]*term, len(years))
	for i, year := range years {
		terms[i] = cellTerm(l.At[year])
	}
	for i, then := range years {
		for k, now := range years[i+1:] {
			a, b := l.At[then], l.At[now]
			if !sheet.Comparable(a, b) || a.Quantity().Bound != quantity.Exactly || b.Quantity().Bound != quantity.Exactly {
				continue
			}
			_, given := l.has[now]
			late := given || now == years[len(years)-1] && len(l.has) == 0 && (len(l.years) == 0 || slices.Contains(l.years, now))
			early := then == now-1 || slices.Contains(l.years, then) || l.based && i == 0
			if len(l.years) > 0 && !slices.Contains(l.years, now) && !slices.Contains(l.years, then) {
				late = false
			}
			meant := late && early && !a.Restated && !b.Restated && !l.another && !l.partly
			out = append(out, bond{then: terms[i], now: terms[i+1+k], to: l.has[now], meant: meant})
		}
	}
	return out
}

// isLike reports whether a cell has the figure of a sentence in a unit that may be read otherwise: kilograms beside kilograms of CO2e.
func isLike(e sheet.Entry, q quantity.Quantity) bool {
	return sheet.MassLike(q) && sheet.MassLike(e.Quantity()) && len(compare.Significant(e.Value)) >= compare.LeastShown && e.Quantity().Base().Cmp(q.Base()) == 0
}
