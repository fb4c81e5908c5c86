package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	ranked    = `(?:single\s+)?(largest|biggest|smallest)\s+(?:single\s+)?(?:source|emitter|contributor|consumer|user|cause|part)`
	inItsYear = `(?:\s+(?:in|for)\s+` + sheet.SomeYear + `)?`
)

// A part that is said to be the largest of a whole, and what parts its words. Nothing may stand between them: "apart from flights, cars".
var (
	partRanked = pattern.Compile(`(?i)^(?:In\s+` + sheet.SomeYear + `,?\s+)?((?:[\p{L}-]+\s+){1,6}?)(?:was|were|is|are|remained|remains?)\s+` +
		`(?:(?:once\s+more|once\s+again|again|still|also|thus)\s+)?(?:the|our)\s+` + ranked + `\s+of\s+([\p{L}\s-]{3,40}?)` + inItsYear +
		`\s*(?:[.;]|,\s+followed\s+by\b|$)`)
	rankedPart = pattern.Compile(`(?i)^(?:In\s+` + sheet.SomeYear + `,?\s+)?(?:the|our)\s+` + ranked + `\s+of\s+([\p{L}\s-]{3,40}?)` + inItsYear +
		`\s+(?:was|were|is|are|remained|remains?)\s+(?:(?:again|still)\s+)?([\p{L}\s-]{3,40}?)\s*(?:[.;]|$)`)
	ofTheRest = pattern.Compile(`(?i)\b(?:other|others|rest|remaining|remainder|misc\w*|various)\b`)
)

// rankedParts holds "cars were the largest source of our net emissions in 2016" against the parts of the table that has cars: they add up to the whole
// that is named, so that none overlaps another.
func rankedParts(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) || noStreak.MatchString(x.Text) {
			continue
		}
		m, part, word, whole := partRanked.FindStringSubmatchIndex(x.Text), 2, 3, 4
		if m == nil {
			m, word, whole, part = rankedPart.FindStringSubmatchIndex(x.Text), 2, 3, 5
		}
		if m == nil || len(sheet.YearsNamed(x.Text)) > 1 {
			continue
		}
		l, how := s.Row(s.Said(x, m[2*part], m[2*part+1]), func(t sheet.Timeline) bool { return len(t.At) > 1 && !sheet.Percent(t.Last()) })
		i := slices.IndexFunc(s.Tables, func(t *sheet.Table) bool { return how == sheet.Surely && t.Number == l.Last().At.Table })
		if i < 0 {
			continue
		}
		p, ok := partsOf(s.Tables[i], len(s.Tables[i].Rows)-1)
		if !ok || !sameWhole(x.Text[m[2*whole]:m[2*whole+1]], p.whole[0].Label()) {
			continue
		}
		if u, ok := p.outranked(x, l, x.Text[m[2*word]:m[2*word+1]]); ok {
			out = append(out, u)
		}
	}
	return out
}

// sameWhole reports whether a sentence and the label of a total name one thing.
func sameWhole(said, label string) bool {
	label, _, _ = strings.Cut(label, ",")
	bare := func(text string) []string {
		return slices.DeleteFunc(sheet.Stems(sheet.TotalWords.ReplaceAllString(text, " ")), sheet.Tells)
	}
	a, b := bare(said), bare(label)
	emissions := strings.Contains(strings.ToLower(said), "emission") && strings.Contains(strings.ToLower(label), "emission")
	return slices.Equal(a, b) && (len(a) > 0 || emissions)
}

// outranked makes the failure of a part that another goes beyond in its year.
func (p partRows) outranked(x sheet.Statement, l sheet.Timeline, word string) (u sheet.Utterance, ok bool) {
	year := x.Year(p.whole[1].Year)
	at := slices.IndexFunc(p.whole, func(e sheet.Entry) bool { return e.Year == year })
	own := l.At[year]
	if at < 0 || own.Fact == nil {
		return u, false
	}
	up := upmost.MatchString(word)
	c := events.Check{Result: events.CheckFail, Severity: "warning", Stated: "the " + strings.ToLower(word), Inputs: []events.CheckInput{sheet.Input(own, "")}}
	var all, others []string
	for _, r := range p.rows {
		e := r[at]
		all = append(all, fmt.Sprintf("%s: %s", sheet.Shorten(e.Label()), e.WithUnit()))
		off := quantity.Sub(e.Quantity().Base(), own.Quantity().Base()).Sign()
		if off == 0 || (off > 0) != up || ofTheRest.MatchString(e.Label()) || mayBeOne(e, own) {
			continue
		}
		others = append(others, fmt.Sprintf("%s with %s", sheet.Shorten(e.Label()), e.WithUnit()))
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	c.Working = strings.Join(all, "; ")
	c.Message = fmt.Sprintf("\"%s\" with %s is called the %s in %d, the table has %s.", sheet.Shorten(own.Label()), own.WithUnit(), strings.ToLower(word), year,
		strings.Join(others, ", "))
	return x.Utter(c, x.Text, false), len(others) > 0
}
