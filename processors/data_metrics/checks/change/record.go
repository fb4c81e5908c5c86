package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// anyRecord says of a figure before it, however far, that it is the highest or lowest of some years: "22 accidents, three more than in
	// 2023 but still the lowest number in five years".
	anyRecord = pattern.Compile(`(?i)\b(?:the|our|its)\s+(?:second[- ]|third[- ])?(highest|largest|biggest|greatest|most|lowest|smallest|least|fewest)\s+` +
		ofYears + `\b`)
	// oneOf takes back that it is the only one.
	oneOf = pattern.Compile(`(?i)\b(?:one|some|among|not|nor|no|far\s+from|nearly|almost|but\s+for|except)\b(?:\s+[\p{L}-]+){0,2}\s*$`)
	// besideOf leads to a figure that only says where, with what or from when another one was: "on our 31 lifts", "after 2023 with its 702".
	besideOf = pattern.Compile(`(?i)\b(?:on|at|in|with|from|by|after|of|for|than|to)\s+(?:our|its|their|the|all|all\s+of\s+our)\s+$`)
	byMore   = pattern.Compile(`(?i)^\s*(?:more|less|fewer|higher|lower|above|below)\b`)
	oneUp    = pattern.Compile(`(?i)\bby\s+$`)
)

// recordOf holds "the lowest number in five years" at the end of a sentence against the timelines of the figure that it is said of: the last
// one before it that is no change and stands behind no preposition of its own. Where another one could be meant, nothing is said.
func recordOf(s *sheet.Sheet, x sheet.Statement) (u sheet.Utterance, ok bool) {
	m := anyRecord.FindStringSubmatchIndex(x.Text)
	if m == nil || notFirst.MatchString(x.Text[m[0]:m[1]]) || oneOf.MatchString(x.Text[:m[0]]) {
		return u, false
	}
	group := func(i int) string {
		if m[i] < 0 {
			return ""
		}
		return x.Text[m[i]:m[i+1]]
	}
	var of *quantity.Quantity
	for i := range x.Figures {
		q := &x.Figures[i]
		if q.End > m[0] {
			break
		}
		before := x.Text[:q.Start]
		change := byMore.MatchString(x.Text[q.End:]) || oneUp.MatchString(before)
		if change || besideOf.MatchString(before) && of != nil {
			continue
		}
		of = q
	}
	if of == nil || of.Range || of.Bound != quantity.Exactly {
		return u, false
	}
	years, since := howMany(group(4)), vocabulary.YearIn(group(6))
	up := upmost.MatchString(group(2))
	if u, ok = extreme(s, x, *of, up, years, since); ok && (u.Result == events.CheckPass || namedBy(s, x, *of)) {
		return u, true
	}
	return rowOfYears(s, x, *of, up, years)
}

// namedBy reports whether a figure of few digits is called as the row is that has it: of one with more digits its own digits tell the row.
func namedBy(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) bool {
	if len(compare.Significant(q.Number)) >= compare.LeastShown {
		return true
	}
	about := sheet.Stems(x.Text)
	return slices.ContainsFunc(s.WithDigits(q), func(l sheet.Timeline) bool {
		return l.Last().Prints(q) && sheet.Within(sheet.Stems(l.Last().Label()), about)
	})
}

// rowOfYears holds a record against a row of as many figures as years are named, whose columns are years or have no heading: the figure stands
// at its end.
func rowOfYears(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, up bool, years int) (u sheet.Utterance, ok bool) {
	if years <= compare.LeastShown {
		return u, false
	}
	about := sheet.Stems(x.Text)
	for _, l := range s.Rows() {
		row := l.Table.Row(l.Row)
		if len(row) != years || len(l.Stems) == 0 || !sheet.SharesWord(l.Stems[:1], about) && !sheet.Within(l.Stems, about) {
			continue
		}
		first, last := row[0], row[len(row)-1]
		if slices.ContainsFunc(row, func(e sheet.Entry) bool {
			dated := strings.TrimSpace(e.Column()) == "" || vocabulary.YearOf(e.Column()) > 0
			return e.Source != facts.FromTable || !dated || e.Change || e.Target || !sheet.Comparable(e, first)
		}) || first.Prints(q) == last.Prints(q) {
			continue
		}
		if ok {
			return u, false // two rows that it can be of
		}
		c, beyond := beyondInRow(row, q, up)
		if !beyond {
			return u, false
		}
		u, ok = x.Utter(c, q.Text, false), true
	}
	return u, ok
}

// beyondInRow lists the figures of a row that go beyond one of it.
func beyondInRow(row []sheet.Entry, q quantity.Quantity, up bool) (c events.Check, ok bool) {
	words := map[bool]string{true: "highest", false: "lowest"}[up]
	c = events.Check{Result: events.CheckFail, Severity: "warning", Stated: "the " + words}
	var all, others []string
	for _, e := range row {
		all = append(all, e.WithUnit())
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		if off := quantity.Sub(e.Quantity().Value, sheet.Unscaled(q)).Sign(); off != 0 && (off > 0) == up {
			others = append(others, e.WithUnit())
		}
	}
	c.Working = strings.Join(all, ", ")
	c.Message = fmt.Sprintf("%s is called the %s of %d years, the row \"%s\" of as many figures gives %s.",
		q.Text, words, len(row), sheet.Shorten(row[0].Label()), strings.Join(others, ", "))
	return c, len(others) > 0
}
