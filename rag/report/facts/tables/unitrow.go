package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
)

// unitRow is a table whose lowest heads were read as its first row, since some of them have a figure: "in € million | amount | less than 30 days". Its label
// is a unit alone, which is that of the table then, and each of its cells has a word. Others are as they are.
func unitRow(t *document.Table) *document.Table {
	if t.Unit != "" || t.HeaderRows == 0 || t.HeaderRows+1 >= len(t.Rows) || t.HeaderCols != 1 {
		return t
	}
	row := t.Rows[t.HeaderRows]
	unit := unitAlone(strings.TrimSpace(row[0].Text))
	if unit == "" || slices.ContainsFunc(row[1:], func(c document.Cell) bool { return c.Text != "" && !cell.WithWord.MatchString(c.Text) }) {
		return t
	}
	heads, named := make([][]string, len(row)), 0
	for j, c := range row {
		if j > 0 && c.Text != "" {
			heads[j] = append(slices.Clone(c.ColPath), strings.TrimSpace(c.Text))
			named++
		} else {
			heads[j] = c.ColPath
		}
	}
	if named < leastBelow {
		return t
	}
	out := withHeads(t, heads)
	out.HeaderRows++
	for _, row := range out.Rows[out.HeaderRows:] {
		for j := range row {
			if c := &row[j]; c.Value != "" && c.Unit == "" {
				c.Unit = unit
			}
		}
	}
	return out
}
