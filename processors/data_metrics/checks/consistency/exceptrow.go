package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// ofSomeOnly leads to a part of what is said of all, or to another time than a year: "in Spain", "of the brand", "once every three years", "or".
	ofSomeOnly = pattern.Compile(`(?i)\b(?:(?:in|at|of|among|within|across|for|from|that|which|who|whose)|` +
		`(?:or|if|when|where|once|since|between|over|last|past|every|each))\s+(?:the\s+|our\s+|its\s+)?\p{L}`)
	ofThisYear = pattern.Compile(`(?i)\b(?:in|of|at|for|by|over)\s+(?:the\s+)?(?:(?:course|end)\s+of\s+)?(?:the\s+)?` +
		`(?:(?:fiscal|financial|reporting|full|whole)\s+)?years?\b|` +
		`\b(?:in|at|by|for)\s+(?:the\s+)?(?:end\s+of\s+)?` + sheet.SomeYear + `\b`)
	// saidMore begins what says more of what is true of all; a noun would be what it is true of.
	saidMore  = pattern.Compile(`(?i)^(?:\d|(?:with|on|under|by|to|throughout|during|against|according|and|fully|again)\b)`)
	stateVerb = pattern.Compile(`(?i)\b(?:is|are|was|were|has|have|had|holds?|carry|carries)\b`)
	someName  = pattern.Compile(`\s\p{Lu}\p{Ll}{2,}`)
	// toldThat is what leads to a statement and adds nothing to it.
	toldThat = pattern.Compile(`(?i)^(?:I|we)\s+(?:(?:am|are)\s+\p{L}+\s+(?:to\s+\p{L}+\s+)?|can\s+\p{L}+\s+)that\s+$`)
	// numberOf is that of a standard.
	numberOf = pattern.Compile(`\b\d{4,6}\b`)
)

// exceptionsInRows holds what is said of all of a thing against the tables: a row that has the share of those of which it is true, below all of them, or
// the rows of how many they are and of how many of them it is true.
func exceptionsInRows(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	whole, _ := readWholes(s)
	for _, w := range whole {
		if w.none || someName.MatchString(w.Text) || len(slices.Compact(slices.Clone(w.Years))) > 1 || !w.ofEach() {
			continue
		}
		if u, ok := w.shareInRow(s); ok {
			out = append(out, u)
		} else if u, ok := w.numberInRow(s); ok {
			out = append(out, u)
		}
	}
	return out
}

// ofEach reports whether nothing before or behind what is said of all makes it of some.
func (w wholeSaid) ofEach() bool {
	m := ofAll.FindStringSubmatchIndex(w.said)
	if m == nil {
		return false
	}
	lead := ofThisYear.ReplaceAllString(toldThat.ReplaceAllString(w.said[:m[0]], ""), "")
	first := ofThisYear.ReplaceAllString(w.Text[:strings.Index(w.Text, w.said)], "")
	return strings.Trim(lead, " ,") == "" && !ofSomeOnly.MatchString(first)
}

// numbersIn reports whether the table names each standard that is named by its number: "ISO 45001" is not "ISO 14001".
func (w wholeSaid) numbersIn(e sheet.Entry) bool {
	headings := strings.Join(append(slices.Clone(e.At.RowPath), e.At.Caption), " ")
	return !slices.ContainsFunc(numberOf.FindAllString(w.said, -1), func(n string) bool {
		return !sheet.AnyYear.MatchString(n) && !strings.Contains(headings, n)
	})
}

// wordSaid is a word of what is said of all, as a stem, with where it ends.
type wordSaid struct {
	stem string
	end  int
}

// order are the words of what is said of all, from the thing on.
func (w wholeSaid) order() []wordSaid {
	from := ofAll.FindStringSubmatchIndex(w.said)[2]
	var out []wordSaid
	for _, at := range sheet.WordOf.FindAllStringIndex(w.said[from:], -1) {
		word := w.said[from+at[0] : from+at[1]]
		for _, stem := range sheet.Stems(word) {
			if !saysNothing(stem) && !sheet.AnyYear.MatchString(word) && !numberOf.MatchString(word) {
				out = append(out, wordSaid{stem, from + at[1]})
			}
		}
	}
	return out
}

// begunBy reports whether the first words of what is said are those of a name, all of them and no others, and where they end.
func begunBy(words []wordSaid, name []string) (end int, ok bool) {
	var of []string
	for _, w := range words {
		if !alikeIn(w.stem, name) {
			break
		}
		of, end = append(of, w.stem), w.end
	}
	return end, len(of) > 0 && !slices.ContainsFunc(name, func(o string) bool { return !alikeIn(o, of) })
}

// untouched reports whether what follows the words of a row makes what is said no weaker, and no matter of a part of all: "audited on social standards".
func (w wholeSaid) untouched(end int) bool {
	if verb := stateVerb.FindStringIndex(w.said); verb != nil {
		var before, after []string
		for _, o := range w.order() {
			if o.end <= verb[0] {
				before = append(before, o.stem)
			} else if o.end <= end {
				after = append(after, o.stem)
			}
		}
		if len(after) == 0 || slices.ContainsFunc(after, func(o string) bool { return alikeIn(o, before) }) {
			return false // "all certified sites hold a certificate" is said of these alone
		}
	}
	rest := strings.TrimSpace(ofThisYear.ReplaceAllString(w.said[end:], " "))
	return (rest == "" || saidMore.MatchString(rest)) && !ofSomeOnly.MatchString(rest) && !besideAll.MatchString(rest)
}

func alikeIn(word string, of []string) bool {
	return slices.ContainsFunc(of, func(o string) bool {
		long := min(len(word), len(o)) > leastAlike
		return eachIn([]string{word}, []string{o}) || oneOrMany(word, o) || long && sheet.FirstRunes(word, leastAlike) == sheet.FirstRunes(o, leastAlike)
	})
}

// saysNothing reports whether a word only joins others: "with a certificate", "have signed".
func saysNothing(stem string) bool { return lightWord.MatchString(stem) || narrowing.MatchString(stem) }

// bareName is the name of a timeline without such words.
func bareName(l sheet.Timeline) []string { return slices.DeleteFunc(slices.Clone(l.Name), saysNothing) }

// inTheYear is what a timeline has of the year that is spoken of.
func (w wholeSaid) inTheYear(s *sheet.Sheet, l sheet.Timeline) (e sheet.Entry, ok bool) {
	year := s.LastYearOf(l.Last().At)
	if len(w.Years) > 0 {
		year = w.Years[0]
	}
	e, ok = l.At[year]
	return e, ok && !e.Change && !e.Target && !e.Restated && e.Quantity().Bound == quantity.Exactly && !s.Superseded(e.Fact)
}

// shareInRow finds the one row of shares that is called by the thing and what is said of it.
func (w wholeSaid) shareInRow(s *sheet.Sheet) (u sheet.Utterance, ok bool) {
	words := w.order()
	var found sheet.Entry
	for _, l := range s.Timelines().All {
		e, there := w.inTheYear(s, l)
		name := slices.DeleteFunc(bareName(l), func(n string) bool { return shareWord.MatchString(n) })
		if !there || !sheet.Percent(e) || e.Total || len(name) < leastOfAll {
			continue
		}
		if end, all := begunBy(words, name); !all || !w.untouched(end) || !w.numbersIn(e) {
			continue
		}
		if found.Fact != nil && found.Value != e.Value {
			return u, false
		}
		found = e
	}
	if found.Fact == nil || found.Quantity().Interval().High.Cmp(compare.Hundred) >= 0 {
		return u, false
	}
	return w.not(found.WithUnit(), found), true
}

// shareWord is what a row of shares is called by besides.
var shareWord = pattern.Compile(`^(?:share|rate|propor|percen|ratio|quota)$`)

// numberInRow finds the two rows of one table that count the thing and those of them of which it is true.
func (w wholeSaid) numberInRow(s *sheet.Sheet) (u sheet.Utterance, ok bool) {
	words := w.order()
	all := s.Timelines().All
	var part, of sheet.Entry
	for i, l := range all {
		e, there := w.inTheYear(s, l)
		if _, begun := begunBy(words, bareName(l)); !there || !countOf(e) || !begun {
			continue
		}
		for j, o := range all {
			p, there := w.inTheYear(s, o)
			if i == j || !there || p.At.Table != e.At.Table || p.At.Row == e.At.Row || !countOf(p) || !w.numbersIn(p) || !w.partOf(words, bareName(l), bareName(o)) {
				continue
			}
			if part.Fact != nil {
				return u, false
			}
			part, of = p, e
		}
	}
	if part.Fact == nil || quantity.Sub(part.Quantity().Value, of.Quantity().Value).Sign() >= 0 {
		return u, false
	}
	return w.not(part.Printed+" of "+of.WithUnit(), part, of), true
}

// partOf reports whether a row counts those of a thing of which it is true what is said: it is called by the thing and by what follows it at once.
func (w wholeSaid) partOf(words []wordSaid, thing, part []string) bool {
	more := slices.DeleteFunc(slices.Clone(part), func(p string) bool { return alikeIn(p, thing) })
	end, ok := begunBy(words, append(slices.Clone(thing), more...))
	return ok && len(more) > 0 && len(more) < len(part) && w.untouched(end)
}

// not makes the failure of what is not true of all.
func (w wholeSaid) not(so string, of ...sheet.Entry) sheet.Utterance {
	c := events.Check{Result: events.CheckFail, Severity: "warning", Expected: so, Stated: "all"}
	for _, e := range of {
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	c.Working = fmt.Sprintf("page %d: \"%s\"; page %d: %s", w.Page, w.said, of[0].At.Page, so)
	c.Message = fmt.Sprintf("Page %d says \"%s\"; the table on page %d gives %s for \"%s\" in %d.", w.Page, w.said, of[0].At.Page, so,
		sheet.Shorten(of[0].Label()), of[0].Year)
	return w.Utter(c, w.said, false)
}
