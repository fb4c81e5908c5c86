package tables

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A table of targets has a column of what is to be reached and says in others from which year and until when.

var (
	untilColumn = pattern.Compile(`(?i)\btarget(?:ed)?\s+(?:year|date)\b|\byear\s+of\s+(?:the\s+)?target\b|\bdeadline\b|\bhorizon\b|` +
		`\b(?:due|achieve|reach)\s+by\b|^\W*(?:until|by|year)\W*$`)
	baseColumn  = pattern.Compile(`(?i)\bbase(?:line)?(?:\s+year)?\b|\breference\s+year\b`)
	valueColumn = pattern.Compile(`(?i)\b(?:targets?|goals?|reduction)\b`)
	notValue    = pattern.Compile(`(?i)\b(?:progress|status|achiev\w*|actual|result|performance|change|gap|remaining|type|description|coverage)\b`)
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
			c.value, c.year = j, vocabulary.YearIn(head)
		}
	}
	return c, c.value >= 0 && (c.until >= 0 || c.year > 0)
}

// aims says of the cells in a column of targets what they are: the subject of their row, their base year and their year.
func aims(t *document.Table, cells []cell.Cell, above int) {
	columns, ok := aimsOf(t)
	if !ok {
		return
	}
	for i := range cells {
		c := &cells[i]
		if c.Row-above >= len(t.Rows) {
			continue
		}
		row := t.Rows[c.Row-above]
		base := 0
		if columns.base >= 0 && columns.base < len(row) {
			base = vocabulary.YearIn(row[columns.base].Text)
		}
		if c.Col != columns.value {
			if heads := strings.Join(c.Cols, " "); c.Col > columns.base && !prose.YearBack.MatchString(heads) {
				c.Since = base
			}
			continue
		}
		year := columns.year
		if columns.until >= 0 && columns.until < len(row) {
			year = vocabulary.YearIn(row[columns.until].Text)
		}
		if year > base && year >= firstGoal {
			c.Until, c.Goal = year, true
		}
		if c.Q.Unit.Dimension != quantity.Percent {
			continue
		}
		label := strings.Join(append(append([]string{}, c.Rows...), c.Caption), " ")
		s := prose.Sentence{Text: label}
		metric, name, found := s.Subject(quantity.Quantity{Start: len(label), End: len(label)})
		if !found && prose.RenewablePower.MatchString(label) {
			metric, name, found = facts.RenewableShare, prose.RenewablePower.FindString(label), true
		}
		if !found || year < firstGoal || base >= year || quantity.Abs(c.Q.Value).Cmp(prose.HundredPercent) > 0 {
			continue
		}
		falls := c.Q.Value.Sign() < 0 || prose.Lowering.MatchString(label+" "+strings.Join(c.Cols, " "))
		if metric != facts.RenewableShare && (!falls || prose.Raising.MatchString(label)) || metric == facts.RenewableShare && c.Q.Value.Sign() < 0 {
			continue
		}
		c.Said = &cell.Assertion{Metric: metric, Label: name, Year: year, Base: base, Target: true}
		if metric == facts.GHGReduction {
			c.Said.Scope, _ = vocabulary.Scopes(label)
		}
		if prose.RelativeTo.MatchString(label) {
			if metric != facts.GHGReduction {
				c.Said = nil // an intensity of what has none here
				continue
			}
			c.Said.Metric = facts.GHGIntensity
		}
	}
}

// TableAims reads the targets that cells of a table state in words: below a heading that speaks of targets any that has
// its year, elsewhere what would be one in a sentence.
func TableAims(p *document.Page, t *document.Table, f quantity.Format) []cell.Cell {
	var out []cell.Cell
	aimedAt := map[int]bool{}
	for _, row := range t.Rows[:t.HeaderRows] {
		for j := range row {
			aimedAt[j] = aimedAt[j] || len(row[j].Text) < 60 && vocabulary.Aimed.MatchString(row[j].Text)
		}
	}
	for i, row := range t.Rows {
		for j := range row {
			c := &row[j]
			if i < t.HeaderRows || c.Value != "" || len(c.Text) < 12 || len(c.Text) > prose.Longest || !prose.OtherFigure.MatchString(c.Text) {
				continue
			}
			from := 0
			for _, cut := range document.Clauses(c.Text) {
				text := c.Text[from:cut]
				from = cut
				if aimedAt[j] {
					text = bracketYear.ReplaceAllString(text, " by $1")
				}
				s := prose.Sentence{Page: p, Text: text, Format: f, Reason: t.Format.Reason, Aim: aimedAt[j]}
				if !prose.ByYear.MatchString(text) && !prose.NetZero.MatchString(text) {
					continue
				}
				for _, found := range s.Targets(quantity.Find(text, f)) {
					found.Source, found.Caption, found.Place.Rect = facts.FromTable, t.Caption, c.Rect
					out = append(out, found)
				}
			}
		}
	}
	return out
}

var bracketYear = pattern.Compile(`\s*[(\[](?:FY\s?)?(20[2-6]\d)[)\]]`)
