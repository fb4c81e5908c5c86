package tables

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	// namesRow is how a column of labels says that it names what a row is of, and aside that it tells what is done about it or how it is to be understood.
	namesRow = pattern.Compile(`(?i)\b(?:targets?|goals?|objectives?|indicators?|kpis?|metrics?|ambitions?|commitments?)\b`)
	aside    = pattern.Compile(`(?i)\b(?:actions?|measures?|initiatives?|activities|steps|comments?|remarks?|explanations?|descriptions?)\b`)
)

// asides are the texts of a table's columns of labels that tell what is done about a row, beside a column that names it: "Roll-out of the training" is not
// what 75.8 % are of.
func asides(t *document.Table) map[string]bool {
	if t.HeaderRows == 0 || t.HeaderCols < 2 || t.HeaderRows >= len(t.Rows) {
		return nil
	}
	var columns []int
	named := false
	for j, head := range t.Rows[t.HeaderRows-1] {
		if j >= t.HeaderCols {
			break
		}
		is := namesRow.MatchString(head.Text)
		named = named || is
		if !is && aside.MatchString(head.Text) {
			columns = append(columns, j)
		}
	}
	if !named || len(columns) == 0 {
		return nil
	}
	out := map[string]bool{}
	for _, row := range t.Rows[t.HeaderRows:] {
		for _, j := range columns {
			if j < len(row) && row[j].Text != "" {
				out[row[j].Text] = true
			}
		}
	}
	return out
}

// without are the labels of a path but those that are told aside, which are kept where there are no others.
func without(path []string, told map[string]bool) []string {
	if len(told) == 0 {
		return path
	}
	left := slices.DeleteFunc(slices.Clone(path), func(label string) bool { return told[label] })
	if len(left) == 0 {
		return path
	}
	return left
}
