package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// hasReached says of a target that it is behind: "30 % by 2026 has already been reached".
	hasReached = pattern.Compile(`(?i)\b(?:has|have|was|were|is|are|we)\s+(?:now\s+|already\s+|thus\s+|therefore\s+|been\s+)*` +
		`(?:reached|met|achieved|attained|exceeded|surpassed|taken|fulfilled|beaten)\b`)
	// notYet takes it back, or says it of something else.
	notYet = pattern.Compile(`(?i)\b(?:not|never|nearly|almost|yet|will|shall|would|could|if|once|until|when|no|without|half|part|on\s+track|fail\w*|miss\w*)\b`)
	// soFar heads the column of what has been reached.
	soFar = pattern.Compile(`(?i)\b(?:reached|achieved|attained|progress|so\s+far|to\s+date|actual|status|result)\b`)
)

// reachedSaid holds "30 % by 2026 has already been taken" against the row of a table of targets that has the target and, in a column of what was reached, less.
func reachedSaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := x.Percents()
		if len(all) != 1 || !hasReached.MatchString(x.Text) || notYet.MatchString(x.Text) || rebased.MatchString(x.Text) {
			continue
		}
		q := all[0]
		if q.Bound != quantity.Exactly || q.Value.Sign() <= 0 {
			continue
		}
		var wrong, goal sheet.Entry
		n, met := 0, 0
		for _, t := range s.Tables {
			for _, row := range t.Rows {
				aim, has := cellOf(t, row, func(e sheet.Entry) bool {
					return (e.Target || pathWords.MatchString(e.Column()) || stepHead.MatchString(e.Column())) && quantity.Abs(e.Quantity().Value).Cmp(q.Value) == 0
				})
				made, there := cellOf(t, row, func(e sheet.Entry) bool { return soFar.MatchString(e.Column()) && sheet.Percent(e) })
				if !has || !there || !calls(x.Text[:q.Start], aim.Label()) || len(x.Years) > 0 && !strings.Contains(aim.Column(), fmt.Sprint(x.Years[0])) {
					continue
				}
				if quantity.Sum(quantity.Abs(made.Quantity().Value), made.Quantity().Half).Cmp(q.Value) >= 0 {
					met++
					continue
				}
				n, wrong, goal = n+1, made, aim
			}
		}
		if n != 1 || met > 0 {
			continue
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "critical", Inputs: []events.CheckInput{sheet.Input(goal, ""), sheet.Input(wrong, "")},
			Working: fmt.Sprintf("target %s, reached %s", goal.WithUnit(), wrong.WithUnit()), Stated: q.Text, Expected: wrong.WithUnit(),
			Message: fmt.Sprintf("%s is said to have been reached; the row \"%s\" of the table on page %d has %s so far.", q.Text, sheet.Shorten(goal.Label()),
				goal.At.Page, wrong.WithUnit()),
		}
		out = append(out, x.Utter(c, q.Text, false))
	}
	return out
}

// calls reports whether a text has the first word by which a row is called.
func calls(text, label string) bool {
	first := sheet.WordOf.FindString(strings.ToLower(label))
	return first != "" && slices.Contains(sheet.WordOf.FindAllString(strings.ToLower(text), -1), first)
}

// stepHead heads a column of steps on the way.
var stepHead = pattern.Compile(`(?i)\b(?:step|interim|stage|mark)\b`)

func cellOf(t *sheet.Table, row int, fits func(sheet.Entry) bool) (found sheet.Entry, ok bool) {
	n := 0
	for _, e := range t.Row(row) {
		if fits(e) {
			found = e
			n++
		}
	}
	return found, n == 1
}
