package target

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// attainment is what a text says has become of a target, with the target's figure and the one that was reached.
type attainment struct {
	said         verdict
	aim, reached quantity.Quantity
	at, from     sheet.Statement // the sentences that aim and reached stand in
}

// verdict is what is said of a target: that it was met or missed, or on which side of it the figure lies.
type verdict string

const (
	wasMet    verdict = "met"
	wasMissed verdict = "missed"
	liesAbove verdict = "exceeded"
	liesBelow verdict = "not reached"
)

// attainments holds what a text says has become of a target against the two figures that it gives: "27 % of managers are women. Our target of at
// least 30 % was therefore met." Which way a target points has to be said: by a bound, by a cut that both are, or by what there should be
// more or less of. A sentence with a third figure of the kind is left alone.
func attainments(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if a, ok := attainmentOf(x); ok {
			if c, wrong := a.check(); wrong {
				out = append(out, x.Utter(c, a.reached.Text, a.from.Text == a.at.Text))
			}
		} else if u, wrong := attainedRow(s, x); wrong {
			out = append(out, u)
		}
	}
	return out
}

// attainmentOf reads a sentence that says what has become of a target, with the one before it where either figure stands there.
func attainmentOf(x sheet.Statement) (a attainment, ok bool) {
	met, missed := metSay.MatchString(missedSay.ReplaceAllString(x.Text, "")), missedSay.MatchString(x.Text)
	if met && missed || unsettled.MatchString(x.Text) {
		return a, false
	}
	y := x.Earlier()
	switch i := aimIn(x); {
	case i >= 0 && len(others(x, x.Figures[i], i)) > 0:
		a = attainment{aim: x.Figures[i], at: x, from: x}
		a.reached, ok = reachedIn(x, a.aim, i)
	case i >= 0:
		a = attainment{aim: x.Figures[i], at: x, from: y}
		if a.reached, ok = reachedIn(y, a.aim, -1); unsettled.MatchString(y.Text) {
			ok = false
		}
	case aimedBack.MatchString(x.Text):
		if i = aimIn(y); i < 0 || len(others(y, y.Figures[i], i)) > 0 {
			return a, false
		}
		a = attainment{aim: y.Figures[i], at: y, from: x}
		a.reached, ok = reachedIn(x, a.aim, -1)
	}
	if !ok || !a.sameYear(x) || !a.countsSame() || elsewhere.MatchString(a.from.Text) {
		return a, false
	}
	switch {
	case a.beside(aboveSay):
		a.said = liesAbove
	case a.beside(belowSay):
		a.said = liesBelow
	case met:
		a.said = wasMet
	case missed:
		a.said = wasMissed
	}
	return a, a.said != "" && a.follows(x)
}

// beside reports whether the figure reached and the target stand beside each other, with words between them that lead up to the target.
func (a *attainment) beside(leads *pattern.Pattern) bool {
	return a.from.Text == a.at.Text && a.reached.End <= a.aim.Start && leads.MatchString(a.at.Text[a.reached.End:a.aim.Start])
}

// follows reports whether the sentence makes what it says of the target follow from the figure: other clauses speak of other sites, times and people.
func (a *attainment) follows(x sheet.Statement) bool {
	if a.said == liesAbove || a.said == liesBelow {
		return true
	}
	figure, behind := a.from.Text[:a.reached.Start], a.from.Text[a.reached.End:]
	switch {
	case a.from.Text != x.Text: // in the sentence before
		return concludes.MatchString(x.Text) || thisAim.MatchString(x.Text) || onlyVerdict.MatchString(x.Text)
	case byMeansOf.MatchString(figure), given.MatchString(figure):
		return true
	case a.at.Text == x.Text && a.reached.End <= a.aim.Start:
		behind = x.Text[a.reached.End:a.aim.Start]
	}
	clause, _, _ := strings.Cut(behind, ";")
	return concludes.MatchString(clause) || goesOn.MatchString(clause)
}

// aimIn is the one figure of a sentence that is said to be aimed at, -1 if there is none or more than one.
func aimIn(x sheet.Statement) int {
	at := -1
	for i, q := range x.Figures {
		if aimBefore.MatchString(x.Text[:q.Start]) || aimBehind.MatchString(x.Text[q.End:]) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// like reports whether a figure may be of what a target is of. A target may leave the unit out: "3.4 per million hours, below our goal of 4.0".
func like(q, aim quantity.Quantity) bool {
	bare := aim.Unit.Dimension == quantity.Count && aim.Per == ""
	return q.Comparable(aim) || bare && (q.Per != "" || q.Unit.Dimension != quantity.Percent)
}

// others are the figures of a sentence that may be of what a target is of, but for the one at a place.
func others(x sheet.Statement, aim quantity.Quantity, but int) []quantity.Quantity {
	var out []quantity.Quantity
	for i, q := range x.Figures {
		before := x.Text[:q.Start]
		if i != but && like(q, aim) && !q.Range && (!notReached.MatchString(before) || cutting.MatchString(before)) {
			out = append(out, q)
		}
	}
	return out
}

// reachedIn is the one figure of a sentence that is what was reached of a target, and neither a share of the target nor those that met it.
func reachedIn(x sheet.Statement, aim quantity.Quantity, but int) (q quantity.Quantity, ok bool) {
	all := others(x, aim, but)
	if len(all) != 1 {
		return q, false
	}
	behind := x.Text[all[0].End:]
	who := whoMet.FindString(behind)
	return all[0], !ofItsAim.MatchString(behind) && (who == "" || nextClause.MatchString(who))
}

// countsSame reports whether numbers without a unit count the same: suppliers that signed, and suppliers that were to sign. A target that names
// nothing is of what the other figure is.
func (a *attainment) countsSame() bool {
	if a.aim.Unit.Dimension != quantity.Count || a.aim.Per != "" {
		return true
	}
	aim, reached := nounIn(a.at.Text[a.aim.End:]), nounIn(a.from.Text[a.reached.End:])
	if aim == "" {
		return a.reached.Unit.Dimension != quantity.Count || a.reached.Per != "" || reached == ""
	}
	return a.reached.Comparable(a.aim) && strings.EqualFold(aim, reached)
}

// nounIn is what a number counts: the word behind it, unless that only goes on with the sentence.
func nounIn(behind string) string {
	m := counted.FindStringSubmatch(behind)
	if m == nil || goingOn.MatchString(m[1]) {
		return ""
	}
	return m[1]
}

// sameYear reports whether no year says that the figure reached is of an earlier time than the target.
func (a *attainment) sameYear(x sheet.Statement) bool {
	aim, reached := a.at.YearSaid(a.aim), a.from.YearSaid(a.reached)
	for _, year := range x.Years {
		aim = max(aim, year)
	}
	return aim == 0 || reached == 0 || aim <= reached
}

// upward reports whether the target asks for no less than its figure; ok is false where nothing says which way it points.
func (a *attainment) upward() (up, ok bool) {
	cut := func(x sheet.Statement, q quantity.Quantity) bool {
		return cutting.MatchString(x.Text[:q.Start]) || isCut.MatchString(x.Text[q.End:])
	}
	before, around := a.at.Text[:a.aim.Start], a.at.Text+" "+a.from.Text
	switch aim, reached := cut(a.at, a.aim), cut(a.from, a.reached); {
	case aim != reached:
		return false, false // a cut and a level
	case aim:
		return true, a.aim.Bound != quantity.AtMost
	case a.aim.Bound == quantity.AtLeast:
		return true, !toLess.MatchString(before)
	case a.aim.Bound == quantity.AtMost, toLess.MatchString(before):
		return false, true
	}
	more, less := toMore.MatchString(before) || theMoreTheBetter.MatchString(around), theLessTheBetter.MatchString(around)
	if awayFrom.MatchString(around) {
		more, less = less, more
	}
	return more, more != less
}

// check holds what is said against the figures, however they were rounded; wrong is false where they may bear it out.
func (a *attainment) check() (c events.Check, wrong bool) {
	aim, reached := a.aim.Interval(), a.reached.Interval()
	if a.aim.Bound == quantity.AtLeast || a.aim.Bound == quantity.AtMost {
		aim = quantity.Interval{Low: a.aim.Base(), High: a.aim.Base()} // a bound was not rounded
	}
	if a.aim.Unit.Dimension == quantity.Count {
		reached = quantity.Interval{Low: quantity.Sub(a.reached.Value, a.reached.Half), High: quantity.Sum(a.reached.Value, a.reached.Half)}
	}
	under, over := reached.High.Cmp(aim.Low) < 0, reached.Low.Cmp(aim.High) > 0
	if a.reached.Bound == quantity.AtLeast && under || a.reached.Bound == quantity.AtMost && over {
		return c, false
	}
	up, known := a.upward()
	switch a.said {
	case liesAbove:
		wrong = under
	case liesBelow:
		wrong = over
	case wasMet:
		wrong = known && (up && under || !up && over)
	case wasMissed:
		wrong = known && (up && over || !up && under)
	}
	if !wrong {
		return c, false
	}
	side := "less"
	if over {
		side = "more"
	}
	return events.Check{
		Result: events.CheckFail, Severity: "critical", Expected: a.aim.Text, Stated: a.reached.Text,
		Inputs:  []events.CheckInput{a.from.Input(sheet.StatedLabel+"reached", a.reached), a.at.Input("aimed at", a.aim)},
		Working: fmt.Sprintf("%s reached, %s aimed at", a.reached.Text, a.aim.Text),
		Message: fmt.Sprintf("The words say that the target was %s; by the figures it was not: %s was reached, %s than the %s that it asks for.",
			a.said, a.reached.Text, side, a.aim.Text),
	}, true
}
