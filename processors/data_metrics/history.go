package datametrics

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// historicalConsistency is the name of the check of a change against an earlier report.
const historicalConsistency = "historical_consistency"

// since leads to the year that a change counts from.
var since = pattern.Compile(
	`(?i)\b(?:since|from|compared\s+(?:with|to)|against|versus|vs\.?|below|above|relative\s+to|than\s+in)\s+(?:the\s+)?(?:base\s+year\s+|level\s+of\s+)?$`)

// compareHistory recalculates a change that the claim states without the figure it counts from, with what an earlier
// report says that was. Where the two agree the claim is as the company has reported it over the years; where they do
// not, it may have restated the earlier figure: that is shown and held against nobody.
func compareHistory(r reading, by *events.Issuer, inquiries []events.RequestClosure) (done []performed, cited []events.Evidence) {
	answer, ok := heard(inquiries, events.AskHistory, "")
	all := unstated(r)
	if !ok || len(all) == 0 {
		return nil, nil
	}
	stated := all[0]
	s := r.sentences[slices.IndexFunc(r.sentences, func(s span) bool { return stated.Start >= s.from && stated.End <= s.upTo })]
	to, ok := levelIn(r, s)
	if !ok {
		return nil, nil
	}
	from, upTo := yearsOf(r, s, by)
	if from == 0 {
		return nil, nil
	}
	for _, f := range answer.Figures {
		before, ok := sentFigure(f)
		if !ok || f.Period != strconv.Itoa(from) || !before.Comparable(to) || before.Base().Sign() <= 0 {
			continue
		}
		change, _ := quantity.PercentOf(quantity.Sub(to.Base(), before.Base()), before.Base())
		c := events.Check{Name: historicalConsistency, Inputs: []events.CheckInput{
			brought(fmt.Sprintf("%s in %d", f.Subject, from), f), r.input(fmt.Sprintf("stated for %d", upTo), to), r.input("stated change", stated),
		}}
		c.Working = "(" + quantity.Print(to.Base(), 12) + " - " + quantity.Print(before.Base(), 12) +
			") / " + quantity.Print(before.Base(), 12) + " x 100 = " + quantity.Print(change, places) + " %"
		c = points(c, quantity.Abs(change), changeInterval(before, to), stated)
		if d := direction(r.text[s.from:s.upTo]); c.Result != events.CheckPass || d*change.Sign() < 0 {
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Message = fmt.Sprintf("By the earlier report the change is %s %%, not %s: one of the figures may have been restated.",
				quantity.Print(change, places), stated.Text)
		}
		return []performed{{c, events.OriginPriorReport, true}}, []events.Evidence{f.Evidence}
	}
	return nil, nil
}

// levelIn is the one own figure of a sentence that a change can lead to.
func levelIn(r reading, s span) (quantity.Quantity, bool) {
	var found []quantity.Quantity
	for _, q := range r.in(s) {
		switch q.Unit.Dimension {
		case quantity.Percent, quantity.Points, quantity.Count:
		default:
			if r.own(q) && q.Per == "" && !q.Range {
				found = append(found, q)
			}
		}
	}
	if len(found) != 1 {
		return quantity.Quantity{}, false
	}
	return found[0], true
}

// yearsOf are the years between which a change lies: as the sentence says, else from the year before the one that it
// or the report is about.
func yearsOf(r reading, s span, by *events.Issuer) (from, upTo int) {
	if by != nil {
		upTo = evidence.YearOf(by.Period)
	}
	for _, q := range r.in(s) {
		if !q.Year {
			continue
		}
		if since.MatchString(r.text[s.from:q.Start]) {
			from = evidence.YearOf(q.Text)
		} else {
			upTo = evidence.YearOf(q.Text)
		}
	}
	if from == 0 && upTo > 0 {
		from = upTo - 1
	}
	if from >= upTo {
		return 0, 0
	}
	return from, upTo
}

// brought names a figure of another document. It has no page of this report: its label says where it stands.
func brought(label string, f events.InfoFigure) events.CheckInput {
	where := fmt.Sprintf("page %d", f.Evidence.Page)
	if f.Evidence.Row > 0 {
		where = fmt.Sprintf("row %d", f.Evidence.Row)
	}
	return events.CheckInput{Label: fmt.Sprintf("%s (%s, %s)", label, f.Evidence.Publisher, where), Value: f.Value, Unit: f.Unit}
}

// sentFigure reads a figure that another agent has sent.
func sentFigure(f events.InfoFigure) (quantity.Quantity, bool) {
	value, _, err := apd.NewFromString(f.Value)
	unit, wrong := quantity.ParseUnit(f.Unit)
	if err != nil || wrong != nil || value.Form != apd.Finite || tooLong(value) {
		return quantity.Quantity{}, false
	}
	return quantity.Quantity{Text: f.Value, Number: f.Value, Value: value, Half: apd.New(5, value.Exponent-1), Unit: unit}, true
}
