package join

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// decideFormats decides the number format of every table - the pages of one table decide together - and reads
// the values. What a table leaves open follows the document's majority; where no table of the document
// decides, its running text does.
func decideFormats(pages []table.Page, drafts [][]*draft, out [][]document.Table) {
	type chain struct {
		columns [][]string
		members [][2]int
	}
	var chains []*chain
	of := map[*draft]*chain{}
	for i := range drafts {
		for j, d := range drafts[i] {
			c := of[d.before]
			if d.before == nil || c == nil {
				c = &chain{columns: make([][]string, d.t.Cols)}
				chains = append(chains, c)
			}
			of[d] = c
			c.members = append(c.members, [2]int{i, j})
			for k := range d.entries {
				e := &d.entries[k]
				if e.kind == printed.Number && e.figure.Token != "" && e.cell.Row >= d.head && e.cell.Col >= d.side && e.cell.Col < len(c.columns) {
					c.columns[e.cell.Col] = append(c.columns[e.cell.Col], e.figure.Token)
				}
			}
		}
	}
	var all [][]string
	for _, c := range chains {
		all = append(all, c.columns...)
	}
	var style *quantity.Style
	if d := quantity.Decide(all, nil); d.Decided {
		style = &d.Style
	} else if d := quantity.Decide(running(pages), nil); d.Decided {
		style = &d.Style
	}
	for _, c := range chains {
		d := quantity.Decide(c.columns, style)
		format := document.Format{Decimal: ".", Group: d.Group, Reason: d.Reason}
		if d.Format == quantity.Comma {
			format.Decimal = ","
		}
		for _, m := range c.members {
			t := &out[m[0]][m[1]]
			t.Format = format
			drafts[m[0]][m[1]].readValues(t, d)
		}
	}
}

// readValues fills in the values of a table.
func (d *draft) readValues(t *document.Table, decided quantity.Decision) {
	for i := range d.entries {
		e := &d.entries[i]
		r, c := e.cell.Row, e.cell.Col
		if r < d.head || c < d.side || e.kind != printed.Number && e.kind != printed.Period || e.figure.Token == "" || d.headed[r] {
			continue
		}
		f := decided.Format
		if c < len(decided.Columns) {
			f = decided.Columns[c]
		}
		digits, _, ok := quantity.Normalise(e.figure.Token, f)
		if !ok {
			continue
		}
		if e.figure.Negative && digits != "0" && !(e.figure.Enclosed && d.aside(r)) {
			digits = "-" + digits
		}
		t.Rows[r][c].Value = digits
	}
}

// aside says that a row's label stands in parentheses, as its figures do: an aside, not figures below zero.
func (d *draft) aside(r int) bool {
	text := d.entry(r, d.label).text
	return strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")")
}

// running has the figures of the running text of each page as a column of its own.
func running(pages []table.Page) [][]string {
	out := make([][]string, 0, len(pages))
	for i := range pages {
		var column []string
		for j := range pages[i].Words {
			w := pages[i].Words[j].Text
			if len(w) < 3 || len(w) > 24 {
				continue
			}
			if g, ok := printed.ReadFigure(trimSentence(w)); ok && len(column) < 500 {
				column = append(column, g.Token)
			}
		}
		out = append(out, column)
	}
	return out
}

// trimSentence takes off the marks of a sentence around a word.
func trimSentence(w string) string {
	for w != "" && (w[len(w)-1] == '.' || w[len(w)-1] == ',' || w[len(w)-1] == ';' || w[len(w)-1] == ':' || w[len(w)-1] == ')') {
		w = w[:len(w)-1]
	}
	for w != "" && w[0] == '(' {
		w = w[1:]
	}
	return w
}
