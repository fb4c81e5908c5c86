package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	// fractionHedge is how far from a fraction a change may be.
	fractionHedge = `(?:(more\s+than|over|at\s+least|almost|nearly)\s+)?`
	ofAWhole      = `(?:(a|one|two|three)[\s-]+)?(half|thirds?|quarters?|fifths?)`
)

// Changes in words: "more than halved", "cut by more than two thirds", "grew by a quarter", "nearly tripled"; "a third fewer".
var (
	inFractions = pattern.Compile(`(?i)\b` + fractionHedge + `(?:(halved|doubled|tripled|trebled|quadrupled)|` +
		`\b(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+` + fractionHedge + ofAWhole + `)\b`)
	byAFraction = pattern.Compile(`(?i)\b` + fractionHedge + `()()()` + ofAWhole + `\s+(?:(less|lower|fewer|smaller)|more|higher|greater|larger)\b`)
)

// fractionsOf are how many of a thing make all of it.
var fractionsOf = map[string]int64{"half": 2, "third": 3, "quarter": 4, "fifth": 5}

// changeInWords is a change that words say.
type changeInWords struct {
	start, end    int
	text          string
	said          *apd.Decimal // in per cent, below 0 for a fall
	least, nearly bool         // it is more; it is not quite so much
}

// changeInWordsOf reads the first change in words of a text.
func changeInWordsOf(text string) (f changeInWords, ok bool) {
	at, p := inFractions.FindStringSubmatchIndex(text), inFractions
	if at == nil {
		at, p = byAFraction.FindStringSubmatchIndex(text), byAFraction
	}
	if at == nil {
		return f, false
	}
	m := p.FindStringSubmatch(text)
	f.start, f.end, f.text = at[0], at[1], m[0]
	hedge := strings.ToLower(m[1] + m[4])
	f.nearly = hedge == "almost" || hedge == "nearly"
	f.least = hedge != "" && !f.nearly
	if word := strings.ToLower(m[2]); word != "" {
		f.said = quantity.Mul(quantity.Sub(timed[word], quantity.Int(1)), compare.Hundred)
		return f, true
	}
	parts := map[string]int64{"two": 2, "three": 3}[strings.ToLower(m[5])]
	change, fine := quantity.PercentOf(quantity.Int(max(1, parts)), quantity.Int(fractionsOf[strings.TrimSuffix(strings.ToLower(m[6]), "s")]))
	if !fine || change.Cmp(compare.Hundred) >= 0 {
		return f, false
	}
	if sheet.Falls.MatchString(m[3]) || len(m) > 7 && m[7] != "" {
		change = new(apd.Decimal).Neg(change)
	}
	f.said = change
	return f, true
}

// holds reports whether a change is what the words say. Words are round: what is more than a fifth of the fraction off is another one.
func (f changeInWords) holds(change *apd.Decimal) bool {
	off := quantity.Sub(quantity.Abs(f.said), quantity.Abs(change)) // above 0: less than is said
	room := quantity.Mul(quantity.Abs(f.said), apd.New(2, -1))
	switch {
	case f.said.Sign() != change.Sign():
		return false
	case f.least && off.Sign() < 0:
		return true
	case f.least:
		room = compare.OnePercent
	case f.nearly && off.Sign() > 0:
		room = quantity.Mul(quantity.Abs(f.said), apd.New(3, -1))
	}
	return quantity.Abs(off).Cmp(room) <= 0
}

// fractionsMoved holds a change in words against the one row that the sentence speaks of and nothing else. One word names a row if it is an abbreviation.
func fractionsMoved(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		f, ok := changeInWordsOf(x.Text)
		if !ok || x.Renewed() || otherBasis.MatchString(x.Text) || ofItsChange.MatchString(x.Text[:f.start]) {
			continue
		}
		by := quantity.Quantity{Text: f.text, Start: f.start, End: f.end, Unit: quantity.Unit{Dimension: quantity.Percent}}
		n, ok := moveNamed(s, x, by)
		if !ok || n.how < sheet.Surely || len(n.Names) < leastNamed && !sheet.Abbreviation.MatchString(n.Text) || !n.dated {
			continue
		}
		change, _, fine := bond{then: cellTerm(n.then), now: cellTerm(n.now)}.by(by)
		if !fine {
			continue
		}
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Stated: f.text, Expected: quantity.Print(change, 1) + " %", Message: "The words and the row go together.",
			Inputs:  []events.CheckInput{sheet.Input(n.then, ""), sheet.Input(n.now, "")},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", n.now.Printed, n.then.Printed, n.then.Printed, quantity.Print(change, compare.Places)),
		}
		if !f.holds(change) {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("\"%s\" is said; the row \"%s\", which alone is called so, goes from %s in %d to %s in %d: %s.", f.text,
				sheet.Shorten(n.now.Label()), n.then.WithUnit(), n.then.Year, n.now.WithUnit(), n.now.Year, c.Expected)
		}
		out = append(out, x.Utter(c, f.text, false))
	}
	return out
}

var (
	// thanThatYear is all that may stand behind a change in words that is one of the two figures before it.
	thanThatYear = pattern.Compile(`(?i)^\s*(?:than\s+)?(?:(?:in|on|from|during)\s+)?(?:` + yearAgo + `|` + sheet.SomeYear + `)?\s*[.;]?\s*$`)
	resultOf     = pattern.Compile(`(?i)\b(?:thus|hence|therefore|thereby|consequently|so|accordingly)\b`)
)

// fractionsOfPair holds a change in words, which a sentence draws from the one before, against the figures of two years that that one gives: "22 in 2023
// and 24 in 2022. The average was thus a quarter higher".
func fractionsOfPair(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		f, ok := changeInWordsOf(x.Text)
		if !ok || len(x.Figures) > 0 || x.Renewed() || otherBasis.MatchString(x.Text) || noStreak.MatchString(x.Text[:f.start]) ||
			ofItsChange.MatchString(x.Text[:f.start]) || !resultOf.MatchString(x.Text[:f.start]) || !thanThatYear.MatchString(x.Text[f.end:]) {
			continue
		}
		before := x.Earlier()
		all := before.Pairs()
		if len(all) != 1 || len(before.Figures) != 2 || !all[0].Sure || before.Renewed() || otherBasis.MatchString(before.Text) {
			continue
		}
		subject := sheet.Stems(strings.Join(slices.DeleteFunc(strings.Fields(x.Text[:f.start]), sheet.Tells), " "))
		if it := onlyIt.MatchString(firstWord(x.Text)); !it && !sheet.Within(subject, sheet.Stems(before.Text)) {
			continue // of something else
		}
		p := all[0]
		if years := sheet.YearsNamed(x.Text[f.end:]); len(years) > 0 && !slices.Contains(years, p.Year) {
			continue
		}
		change, fine := quantity.PercentOf(quantity.Sub(p.Now.Base(), p.Then.Base()), p.Then.Base())
		if !fine || f.holds(change) {
			continue
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "critical", Stated: f.text, Expected: quantity.Print(change, 1) + " %",
			Inputs:  []events.CheckInput{x.Input("from", p.Then), x.Input("to", p.Now)},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", p.Now.Text, p.Then.Text, p.Then.Text, quantity.Print(change, compare.Places)),
			Message: fmt.Sprintf("\"%s\" is said of %s after %s, which is a change of %s %%.", f.text, p.Now.Text, p.Then.Text, quantity.Print(change, 1)),
		}
		out = append(out, x.Utter(c, f.text, true))
	}
	return out
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}
