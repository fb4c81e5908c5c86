package facts

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leastBoxes is how many key figures stand side by side.
const leastBoxes = 2

// boxesOf reads a row of key figures: each begins its box, and what it is stands below it. nil if the row is another one.
func boxesOf(p *document.Page, t *document.Table, row, number, above int, f quantity.Format) []cell {
	if row+1 >= len(t.Rows) {
		return nil
	}
	var out []cell
	for j := range t.Rows[row] {
		c := &t.Rows[row][j]
		text, label := strings.TrimSpace(c.Text), ""
		if j < len(t.Rows[row+1]) {
			label = strings.TrimSpace(t.Rows[row+1][j].Text)
		}
		if text == "" && label == "" {
			continue
		}
		all := quantity.Find(text, f)
		if len(all) == 0 || all[0].Start > 1 || all[0].Range || all[0].Year || startsWithFigure(label, f) || !withWord.MatchString(label) {
			return nil
		}
		q := all[0]
		out = append(out, cell{
			rows: []string{label}, caption: t.Caption, q: q, printed: q.Text, units: []string{strings.TrimSpace(text[q.End:])}, period: t.Period,
			source: FromTable, format: t.Format.Reason, table: number, row: above + row, col: j,
			place: Place{Page: p.Number, Rect: c.Rect, Quote: quoted([]string{label}, nil, text)},
		})
	}
	if len(out) < leastBoxes {
		return nil
	}
	return out
}

func startsWithFigure(s string, f quantity.Format) bool {
	all := quantity.Find(s, f)
	return len(all) > 0 && all[0].Start == 0 && !all[0].Year
}
