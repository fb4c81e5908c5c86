package facts

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A table of targets has a column of what is to be reached and says in others from which year and until when.

var (
	untilColumn = compile(`(?i)\btarget(?:ed)?\s+(?:year|date)\b|\byear\s+of\s+(?:the\s+)?target\b|\bdeadline\b|\bhorizon\b|` +
		`\b(?:due|achieve|reach)\s+by\b|^\W*(?:until|by|year)\W*$`)
	baseColumn  = compile(`(?i)\bbase(?:line)?(?:\s+year)?\b|\breference\s+year\b`)
	valueColumn = compile(`(?i)\b(?:targets?|goals?|reduction)\b`)
	notValue    = compile(`(?i)\b(?:progress|status|achiev\w*|actual|result|performance|change|gap|remaining|type|description|coverage)\b`)
)

// firstGoal is the earliest year that a target of a report of today is for.
const firstGoal = 2020

// aimColumns are the columns of a table of targets, -1 where there is none.
type aimColumns struct{ value, base, until, year int }

// aimsOf finds the columns of targets: one of values, and one of their years or a year in its heading.
func aimsOf(t *document.Table) (c aimColumns, ok bool) {
	c = aimColumns{-1, -1, -1, 0}
	if t.HeaderRows == 0 || len(t.Rows) == 0 {
		return c, false
	}
	for j := range t.Rows[0] {
		var parts []string
		for _, row := range t.Rows[:t.HeaderRows] {
			if j < len(row) {
				parts = append(parts, row[j].Text)
			}
		}
		head := strings.Join(parts, " ")
		switch {
		case len(head) > 60, j == 0:
		case untilColumn.MatchString(head):
			c.until = j
		case baseColumn.MatchString(head):
			c.base = j
		case j >= t.HeaderCols && valueColumn.MatchString(head) && !notValue.MatchString(head):
			if c.value >= 0 {
				return c, false // two columns of targets: it is not told which year is whose
			}
			c.value, c.year = j, yearIn(head)
		}
	}
	return c, c.value >= 0 && (c.until >= 0 || c.year > 0)
}

// aims says of the cells in a column of targets what they are: the subject of their row, their base year and their year.
func aims(t *document.Table, cells []cell, above int) {
	columns, ok := aimsOf(t)
	if !ok {
		return
	}
	for i := range cells {
		c := &cells[i]
		if c.col != columns.value || c.row-above >= len(t.Rows) {
			continue
		}
		row := t.Rows[c.row-above]
		year := columns.year
		if columns.until >= 0 && columns.until < len(row) {
			year = yearIn(row[columns.until].Text)
		}
		base := 0
		if columns.base >= 0 && columns.base < len(row) {
			base = yearIn(row[columns.base].Text)
		}
		if year > base && year >= firstGoal {
			c.until, c.goal = year, true
		}
		if c.q.Unit.Dimension != quantity.Percent {
			continue
		}
		label := strings.Join(append(append([]string{}, c.rows...), c.caption), " ")
		s := sentence{text: label}
		metric, name, found := s.subject(quantity.Quantity{Start: len(label), End: len(label)})
		if !found && subjects[0].word.MatchString(label) {
			metric, name, found = RenewableShare, subjects[0].word.FindString(label), true
		}
		if !found || year < firstGoal || base >= year || quantity.Abs(c.q.Value).Cmp(hundredPercent) > 0 {
			continue
		}
		falls := c.q.Value.Sign() < 0 || lowering.MatchString(label+" "+strings.Join(c.cols, " "))
		if metric != RenewableShare && (!falls || raising.MatchString(label)) || metric == RenewableShare && c.q.Value.Sign() < 0 {
			continue
		}
		c.said = &assertion{metric: metric, label: name, year: year, base: base, target: true}
		if metric == GHGReduction {
			c.said.scope, _ = scopeOf(label)
		}
		if relativeTo.MatchString(label) {
			if metric != GHGReduction {
				c.said = nil // an intensity of what has none here
				continue
			}
			c.said.metric = GHGIntensity
		}
	}
}

// tableAims reads the targets that cells of a table state in words: below a heading that speaks of targets any that has
// its year, elsewhere what would be one in a sentence.
func tableAims(p *document.Page, t *document.Table, f quantity.Format) []cell {
	var out []cell
	aimedAt := map[int]bool{}
	for _, row := range t.Rows[:t.HeaderRows] {
		for j := range row {
			aimedAt[j] = aimedAt[j] || len(row[j].Text) < 60 && aimed.MatchString(row[j].Text)
		}
	}
	for i, row := range t.Rows {
		for j := range row {
			c := &row[j]
			if i < t.HeaderRows || c.Value != "" || len(c.Text) < 12 || len(c.Text) > longest || !otherFigure.MatchString(c.Text) {
				continue
			}
			for _, text := range breaks.Split(c.Text, -1) {
				if aimedAt[j] {
					text = bracketYear.ReplaceAllString(text, " by $1")
				}
				s := sentence{page: p, text: text, format: f, reason: t.Format.Reason, aim: aimedAt[j]}
				if !byYear.MatchString(text) && !netZero.MatchString(text) {
					continue
				}
				for _, found := range s.targets(quantity.Find(text, f)) {
					found.source, found.caption, found.place.Rect = FromTable, t.Caption, c.Rect
					out = append(out, found)
				}
			}
		}
	}
	return out
}

var bracketYear = compile(`\s*[(\[](?:FY\s?)?(20[2-6]\d)[)\]]`)
