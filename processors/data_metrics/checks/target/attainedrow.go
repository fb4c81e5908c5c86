package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	aimNoun = `(?:targets?|goals?|aims?|objectives?|ambitions?|commitments?|promises?|pledges?|limits?|thresholds?)`
	// whatItAsks are verbs of what a target asks for, whatever it is of.
	whatItAsks = `(?:reduc|cut|lower|limit|keep|bring|increas|rais|lift|reach|achiev|hav|stay|sourc|buy)(?:e|ing|ting)?(?:\s+down)?`
)

var (
	// ourVerdict leads to a verdict on a target of the company as a whole: "we have", "proud to have", "succeeded in".
	ourVerdict = pattern.Compile(`(?i)\b(?:(?:we|(?:the|our)\s+(?:group|company))(?:\s+(?:have|has|had|also|again|thus|therefore|thereby|even|\p{L}+ly))*|` +
		`to\s+have|of\s+having|succeeded\s+in)\s+$`)
	// wasVerdict makes of a target what is told of.
	wasVerdict = pattern.Compile(`(?i)\b(?:was|were|is|are|has\s+been|have\s+been)\s+(?:(?:also|again|thus|therefore|even|\p{L}+ly)\s+)?$`)
	// aimWords say that there is a target, and nothing of what.
	aimWords = pattern.Compile(`(?i)\b(?:(?:its\s+)?` + aimNoun + `(?:\s+we\s+had\s+set)?|` + whatItAsks +
		`|(?:rate|share)\s+of|one\s+year\s+early|early|ahead\s+of\s+(?:schedule|time))\b`)
	// ofAPlace begins a sentence that speaks of a part alone, restricted what follows on a target and leaves something out of it.
	ofAPlace   = pattern.Compile(`(?i)^(?:in|at|among|within|for|across)\s+(?:the\s+|our\s+|all\s+)?\p{L}`)
	endOf      = pattern.Compile(`(?i)^(?:in|at|by)\s+(?:the\s+)?(?:end\s+of|year)\b`)
	restricted = pattern.Compile(`(?i)^[\s,;:(–-]*(?:in|at|for|across|among|within|on|of|from|without|with|as|if|when|where|except)` +
		`\s+(?:the\s+|our\s+)?\p{L}`)
	clauseOf = pattern.Compile(`(?i)[;:,]\s|\s\(|\s[–-]\s|\.\s|\.$|\s(?:and|but|while|whereas|although|though|because|so|that)\s`)
	byAmount = pattern.Compile(`(?i)\bby\s+(?:at\s+least\s+|more\s+than\s+|over\s+)?` + sheet.Hedges + `$|` +
		`\b(?:` + sheet.FallNouns + `|` + sheet.RiseNouns + `)\s+(?:of|in)\b`)
	// onTerms begins a sentence that says on which terms all of it holds: "including franchises, we".
	onTerms    = pattern.Compile(`(?i)^(?:\p{L}+(?:ing|ed)|on|by|under|outside|without|apart|except|besides|like)\b[^,]*,\s`)
	ofOneNamed = pattern.Compile(`\s(\p{Lu}\p{Ll}{2,})`)
)

// attainedRow holds a target that is said to be met, and of which a sentence gives no more than the figure that it asks for, against the row of a table
// that has what was reached: the one row that the target is told by, with nothing said besides, or the one whose own target it is.
func attainedRow(s *sheet.Sheet, x sheet.Statement) (u sheet.Utterance, ok bool) {
	met, i := metSay.FindAllStringIndex(x.Text, -1), aimIn(x)
	if i < 0 || len(met) != 1 || x.Renewed() || missedSay.MatchString(x.Text) || unsettled.MatchString(x.Text) || ofAPart.MatchString(x.Text) ||
		slices.ContainsFunc(ofOneNamed.FindAllString(x.Text, -1), func(name string) bool { return strings.TrimSpace(name) != "Scope" }) {
		return u, false
	}
	a := attainment{said: wasMet, aim: x.Figures[i], at: x}
	if a.aim.Range || a.aim.Value.Sign() <= 0 || ofItsAim.MatchString(x.Text[a.aim.End:]) ||
		change.IsChange(x, a.aim) || byAmount.MatchString(x.Text[:a.aim.Start]) {
		return u, false
	}
	p, ok := a.toldBy(s, met[0])
	if !ok {
		return u, false
	}
	e, aimed, own := a.withItsTarget(s)
	if !own {
		l, how := s.Row(p, func(t sheet.Timeline) bool { _, there := a.in(t); return there })
		if how != sheet.Surely || len(others(x, a.aim, i)) > 0 {
			return u, false
		}
		e, _ = a.in(l)
	}
	if own && len(x.Years) > 0 && !slices.Contains(x.Years, e.Year) ||
		e.Restated || s.Superseded(e.Fact) || !compare.Near(sheet.Unscaled(a.aim), e.Quantity().Value) {
		return u, false
	}
	a.reached, a.from = e.Quantity(), sheet.Statement{Page: e.At.Page, Text: strings.Join(e.At.RowPath, " ")}
	a.reached.Text, a.reached.Start, a.reached.End = e.WithUnit(), 0, 0
	if _, known := a.upward(); !known && own {
		a.aim.Bound = towards(s, e, aimed)
	}
	c, wrong := a.check()
	if !wrong {
		return u, false
	}
	c.Inputs[0] = sheet.Input(e, sheet.StatedLabel+" as reached: "+sheet.Shorten(e.Label()))
	c.Message += fmt.Sprintf(" That is \"%s\" in %d on page %d.", sheet.Shorten(e.Label()), e.Year, e.At.Page)
	return x.Utter(c, a.aim.Text, false), true
}

// toldBy is the part of a sentence that says what a target is of, without the words of any target; ok is false where the verdict may be on somebody
// else's, or on one of a part of the company.
func (a *attainment) toldBy(s *sheet.Sheet, verdict []int) (p sheet.Spoken, ok bool) {
	text := a.at.Text
	from, to := 0, len(text)
	for _, at := range clauseOf.FindAllStringIndex(text, -1) {
		if at[1] <= min(a.aim.Start, verdict[0]) {
			from = at[1]
		} else if at[0] >= max(a.aim.End, verdict[1]) && at[0] < to {
			to = at[0]
		}
	}
	ofPart := func(at string) bool { return ofAPlace.MatchString(at) && !endOf.MatchString(at) }
	if onTerms.MatchString(text) || restricted.MatchString(text[to:]) || ofPart(text) || ofPart(text[from:]) {
		return p, false
	}
	x := a.at
	if was := wasVerdict.FindStringIndex(text[:verdict[0]]); was != nil && a.aim.End <= was[0] {
		if slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool { return q.Start >= verdict[1] && q.Start < to }) {
			return p, false // by how many, or how often
		}
		x.Text = blank(text, aimWords, from, was[0], verdict[1], to)
	} else if our := ourVerdict.FindStringIndex(text[:verdict[0]]); our != nil && verdict[1] <= a.aim.Start {
		x.Text, from = blank(text, aimWords, verdict[1], to), verdict[1]
	} else {
		return p, false
	}
	p = s.Said(x, from, to)
	return p, !p.Points && len(p.Other) == 0
}

// blank keeps of a text the parts between the given places, without what an expression finds in them; all else is blank, so that places stay.
func blank(text string, without *pattern.Pattern, places ...int) string {
	out := []byte(strings.Repeat(" ", len(text)))
	for i := 0; i+1 < len(places); i += 2 {
		from, to := places[i], places[i+1]
		copy(out[from:to], text[from:to])
		for _, at := range without.FindAllStringIndex(text[from:to], -1) {
			copy(out[from+at[0]:from+at[1]], strings.Repeat(" ", at[1]-at[0]))
		}
	}
	return string(out)
}

// in is what a timeline has of the year that a target was met in: the one that is named, else the last of its table.
func (a *attainment) in(t sheet.Timeline) (e sheet.Entry, ok bool) {
	year := a.at.YearSaid(a.aim)
	if year == 0 {
		year = a.at.Year(t.Last().Year)
	}
	e, ok = t.At[min(year, t.Last().Year)]
	return e, ok && e.Sayable(a.aim) && e.Per == a.aim.Per
}

// withItsTarget is what was reached in the one row of which a table gives the target, in digits and unit that of the sentence, for the year of the figure.
func (a *attainment) withItsTarget(s *sheet.Sheet) (e, aimed sheet.Entry, ok bool) {
	if len(compare.DigitsIn(a.aim.Number)) < compare.DigitsExchanged {
		return e, aimed, false
	}
	about := sheet.Stems(a.at.Text + " " + a.at.Before)
	for _, t := range s.Tables {
		for _, goal := range t.All {
			if !goal.Target || !goal.Prints(a.aim) || !sheet.SharesWord(sheet.Stems(goal.Label()), about) {
				continue
			}
			if ok {
				return e, aimed, false
			}
			for _, o := range t.Row(goal.At.Row) {
				if !o.Target && !o.Change && o.Year == goal.Year && sheet.Comparable(o, goal) {
					e, aimed, ok = o, goal, true
				}
			}
		}
	}
	return e, aimed, ok
}

// towards is which way the target of a row points, where the row has come nearer to it in every year, from one side; of shares it is open, since one may
// have to stay above what it comes down to.
func towards(s *sheet.Sheet, e, aimed sheet.Entry) quantity.Bound {
	at := slices.IndexFunc(s.Tables, func(t *sheet.Table) bool { return t.Number == e.At.Table })
	row := s.Tables[at].Series(e.At.Row)
	if sheet.Percent(e) || len(row) < compare.LeastShown {
		return quantity.Exactly
	}
	off := func(o sheet.Entry) *apd.Decimal { return quantity.Sub(o.Quantity().Base(), aimed.Quantity().Base()) }
	side := off(row[0]).Sign()
	for i := 1; i < len(row); i++ {
		if now := off(row[i]); now.Sign() != side || quantity.Abs(now).Cmp(quantity.Abs(off(row[i-1]))) >= 0 {
			return quantity.Exactly
		}
	}
	if side > 0 {
		return quantity.AtMost
	}
	return quantity.AtLeast
}
