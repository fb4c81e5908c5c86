package tables

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// edgeSlack is by how many points the edges of a ruled column differ from page to page.
const edgeSlack = 3

// overPage is the first table of a page as the rest of the one at the foot of the page before, whose heads are not printed again: nothing stands between
// the two, none of its figures has a head, and each stands in a column with the edges of one there. It is nil if the table is none such.
func overPage(p, before *document.Page, t, last *document.Table) *document.Table {
	if before == nil || last == nil || before.Number != p.Number-1 || len(before.Tables) == 0 || !t.Ruled || !last.Ruled || len(t.Rows) == 0 || t.Caption != "" {
		return nil
	}
	foot := before.Tables[len(before.Tables)-1].Rect
	if foot != last.Rect || stands(before, p, func(y0, _ float64) bool { return y0 > foot[3]-edgeSlack }) ||
		stands(p, before, func(_, y1 float64) bool { return y1 < t.Rect[1]+edgeSlack }) {
		return nil
	}
	heads, found := make([][]string, len(t.Rows[0])), false
	for _, row := range t.Rows[t.HeaderRows:] {
		for j, c := range row {
			if c.Value == "" || j < t.HeaderCols || j >= len(heads) || heads[j] != nil {
				continue
			}
			if heads[j] = headsBetween(last, c.Rect[0], c.Rect[2]); heads[j] == nil || len(c.ColPath) > 0 {
				return nil
			}
			found = true
		}
	}
	if !found {
		return nil
	}
	rest := withHeads(t, heads)
	rest.Continues, rest.Caption = true, last.Caption
	if rest.Unit == "" {
		rest.Unit = last.Unit
	}
	return rest
}

// stands reports whether a page has a line of text where its upper and lower edge are as asked for. What stands there on the page beside it, too, is
// furniture.
func stands(p, beside *document.Page, there func(y0, y1 float64) bool) bool {
	text, other := []rune(p.Text), []rune(beside.Text)
	said := func(runes []rune, l document.Line) string {
		return string(runes[min(l.Start, len(runes)):min(l.End, len(runes))])
	}
	return slices.ContainsFunc(p.Lines, func(l document.Line) bool {
		return l.Role != document.RoleFurniture && l.Rect != ([4]float64{}) && there(l.Rect[1], l.Rect[3]) &&
			!slices.ContainsFunc(beside.Lines, func(o document.Line) bool {
				return o.Rect[1] > l.Rect[1]-edgeSlack && o.Rect[1] < l.Rect[1]+edgeSlack && said(other, o) == said(text, l)
			})
	})
}

// headsBetween are the heads over the column of a table that has these edges; nil if none has, or if it has no head.
func headsBetween(t *document.Table, left, right float64) []string {
	for r, row := range t.Rows {
		for _, c := range row {
			if c.Cols > 1 || c.Rect[0] < left-edgeSlack || c.Rect[0] > left+edgeSlack || c.Rect[2] < right-edgeSlack || c.Rect[2] > right+edgeSlack {
				continue
			}
			switch {
			case len(c.ColPath) > 0:
				return c.ColPath
			case r < t.HeaderRows && c.Text != "":
				return []string{c.Text} // over the first column of a table of which only the heads stand on that page
			}
		}
	}
	return nil
}
