package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	// notMet is how a cell of a table says that a target was not met; one that is not reached yet may still be.
	notMet = pattern.Compile(`(?i)^(?:targets?\s+)?(?:(?:was|is|has)\s+)?not\s+(?:been\s+)?` +
		`(?:meet|met|achieved?|reach(?:ed)?|attained|fulfilled)\b|^(?:targets?\s+)?missed\b`)
	met = pattern.Compile(`(?i)^(?:targets?\s+)?(?:(?:was|is|has)\s+)?(?:been\s+)?(?:met|achieved|reached|attained|fulfilled|exceeded|on\s+track)\b`)
)

// unmet are the rows of tables of targets that say that one was not met: in a column in which another row says that its target was. A key that
// explains signs has no such column of its own.
func unmet(d *document.Document) []Note {
	var out []Note
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for k := range p.Tables {
			t := &p.Tables[k]
			if !setsGoals(t) {
				continue
			}
			for _, row := range t.Rows[min(t.HeaderRows, len(t.Rows)):] {
				at := slices.IndexFunc(row, func(c document.Cell) bool { return notMet.MatchString(c.Text) })
				if at > 0 && inColumn(t, at, met) {
					out = append(out, Note{Kind: Unmet, Page: p.Number, Quote: targetOf(t, row, at), Theme: "goal"})
				}
			}
		}
	}
	return out
}

// setsGoals reports whether a table's caption or a heading of its columns names targets.
func setsGoals(t *document.Table) bool {
	return goals.MatchString(t.Caption) || slices.ContainsFunc(t.Rows[:min(t.HeaderRows, len(t.Rows))], func(row []document.Cell) bool {
		return slices.ContainsFunc(row, func(c document.Cell) bool { return goals.MatchString(c.Text) })
	})
}

func inColumn(t *document.Table, at int, says *pattern.Pattern) bool {
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return at < len(row) && says.MatchString(row[at].Text) })
}

// targetOf is what a row says of its target in one line: what is measured, what is aimed at and what came of it, without the group it stands in.
func targetOf(t *document.Table, row []document.Cell, status int) string {
	from := 0
	for k := range row[:status] {
		if row[k].Text != "" && !headedBy(t, k, goals) {
			from = k // the nearest
		}
	}
	var parts []string
	for _, c := range row[from : status+1] {
		if text := strings.Join(strings.Fields(c.Text), " "); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " | ")
}

func headedBy(t *document.Table, column int, says *pattern.Pattern) bool {
	return slices.ContainsFunc(t.Rows[:min(t.HeaderRows, len(t.Rows))], func(row []document.Cell) bool {
		return column < len(row) && says.MatchString(row[column].Text)
	})
}
