package join

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// ancestor is a row that later rows may stand under.
type ancestor struct {
	text   string
	indent float64
	group  bool // has no figures of its own
	strong bool // stands out: bold, on another ground, over all columns
	bold   bool
	closed bool // its total has been seen
	deep   bool // rows under it are indented: one that is not stands beside it
	caps   bool // in capitals
	size   float64
}

// columnPaths gives for every column the headers above it, outermost first. What runs over all columns names
// the table, not a column.
func (d *draft) columnPaths() [][]string {
	for d.before != nil && d.head == 0 {
		d = d.before
	}
	out := make([][]string, d.t.Cols)
	for c := range out {
		last := -1
		for r := d.foreign(); r < d.head; r++ {
			id := d.at[r][c]
			e := &d.entries[id]
			if id == last || e.empty() || e.full(d) || d.ofAllUnits(e) {
				continue
			}
			last = id
			if n := len(out[c]); n > 0 && out[c][n-1] == e.text {
				continue
			}
			if d.ofAnotherYear(e, c) {
				continue
			}
			if n := len(out[c]); n > 0 && e.kind == printed.Period && e.cell.ColSpan == 1 && yearHead.MatchString(out[c][n-1]) && yearOf(out[c][n-1]) != yearOf(e.text) {
				out[c][n-1] += " " + e.text // "2023 against" above "2019" is one head
				continue
			}
			out[c] = append(out[c], e.text)
		}
	}
	if first := slices.Index(d.values, true); first > 0 {
		overRepeated(out[first:])
	}
	return out
}

// ofAnotherYear reports whether a year that was read as standing over several columns is not that of one of them, which has another year
// by itself: heads of several lines stand at half of each other's height.
func (d *draft) ofAnotherYear(e *entry, c int) bool {
	if e.cell.ColSpan < 2 || e.kind != printed.Period {
		return false
	}
	for r := d.foreign(); r < d.head; r++ {
		own := d.entry(r, c)
		if own.kind == printed.Period && own.cell.ColSpan == 1 && yearOf(own.text) != yearOf(e.text) && yearOf(own.text) > 0 {
			return true
		}
	}
	return false
}

// foreign is the number of rows at the top that are not this table's: a sentence over all columns, with heads of columns
// below it, and what stands above the sentence, such as the labels of a chart.
func (d *draft) foreign() int {
	for r := d.head - 2; r >= 0; r-- {
		e := d.entry(r, 0)
		if !e.full(d) || len(e.text) <= longTitle || !strings.HasSuffix(e.text, ".") || r == 0 {
			continue
		}
		heads := 0
		for c := range d.t.Cols {
			if below := d.entry(d.head-1, c); !below.empty() && !below.full(d) {
				heads++
			}
		}
		if heads+1 >= d.t.Cols {
			return r + 1
		}
	}
	return 0
}

// longTitle is more than titles of tables have, in bytes.
const longTitle = 80

// only says that row r heads the rows below it: it has a label and nothing else, or a text over all columns.
func (d *draft) only(r int) bool {
	texts := 0
	for c := range d.t.Cols {
		e := d.entry(r, c)
		if e.cell.Col != c || e.empty() {
			continue
		}
		if e.cell.Row != r && c < d.side { // a label over several rows is not this row's
			continue
		}
		texts++
		if c > d.label && !e.full(d) || c < d.label && c == d.index {
			return false
		}
	}
	return texts == 1 && d.entry(r, 0).cell.Row == r || texts == 1 && d.t.Cols > 1 && d.entry(r, d.label).cell.Row == r && !d.entry(r, d.label).empty()
}

// rowPaths gives for every row the headings it stands under and its own label, outermost first. Rows stand
// under a row without figures, and under one that is less indented.
func (d *draft) rowPaths() [][]string {
	out := make([][]string, d.t.Rows)
	if d.before != nil {
		d.open = append([]ancestor(nil), d.before.open...)
	}
	em := d.fontSize()
	left := d.leftEdge()
	held := make([]string, d.side)
	d.openBelowHeads()
	several := d.labelColumns() > 1 // levels stand side by side: indents say nothing more
	for r := d.head; r < d.t.Rows; r++ {
		e := d.entry(r, d.label)
		group := d.only(r) || d.headed[r]
		if e.empty() || d.label != 0 && d.entry(r, 0).full(d) {
			e = d.entry(r, 0)
		}
		own := d.ownLabels(r, held, group)
		if len(own) == 0 {
			if d.t.Chart { // what all parts of a bar make, not more of the last one
				d.open = slices.DeleteFunc(d.open, func(a ancestor) bool { return !a.group })
			}
			if !d.t.Chart && d.addsUp(r) {
				out[r] = d.ofGroups(unnamedTotal)
				continue
			}
			out[r] = d.path(nil)
			continue
		}
		indent := e.x0 - left
		if d.t.Chart {
			indent = 0
		}
		if several || e.empty() {
			indent = 0
		}
		shaded := r < len(d.t.Shaded) && d.t.Shaded[r]
		l := ancestor{text: strings.Join(own, " "), indent: indent, group: group, bold: e.bold, strong: e.bold || e.full(d) || group && shaded, size: e.size}
		if group {
			if first, rest, ok := d.twoLevels(e, l); ok {
				d.closeLevels(first, 0.35*em)
				d.open = append(d.open, first)
				l, own = rest, []string{rest.text}
			}
			l.caps = inCapitals(l.text)
		}
		d.closeLevels(l, 0.35*em)
		out[r] = d.path(own)
		if group {
			for c := range held {
				held[c] = ""
			}
		}
		if group || !several && e.cell.RowSpan == 1 { // a label over several rows is on every row's path already
			d.open = append(d.open, l)
		}
		if len(d.open) > 12 {
			d.open = d.open[1:]
		}
	}
	return out
}

// openBelowHeads opens the groups whose heads stand among the heads of columns: below the first of them, on a ground
// of their own or over all columns, with what is said of single columns once more below.
func (d *draft) openBelowHeads() {
	headed := false
	for r := d.foreign(); r < d.head; r++ {
		e := d.entry(r, 0)
		shaded := r < len(d.t.Shaded) && d.t.Shaded[r]
		if headed && e.cell.Row == r && r+1 != d.cornerEnd && !e.empty() && !printed.UnitNote(e.text) && (e.full(d) || shaded && d.only(r)) {
			if n := len(d.open); n > 0 && !d.open[n-1].over(&ancestor{text: e.text, size: e.size, bold: e.bold, strong: true, group: true}) {
				d.open = d.open[:n-1]
			}
			d.open = append(d.open, ancestor{text: e.text, group: true, strong: true, bold: e.bold, size: e.size})
		}
		headed = headed || d.heads(r)
	}
}

// labelColumns counts the columns that name rows.
func (d *draft) labelColumns() int {
	n := 0
	for c := range d.side {
		if c != d.index && c != d.units {
			n++
		}
	}
	return n
}

// closeLevels takes away what a row does not stand under.
func (d *draft) closeLevels(l ancestor, tol float64) {
	for n := len(d.open) - 1; n >= 0; n-- {
		top := &d.open[n]
		switch {
		case top.indent < l.indent-tol:
			top.deep = true
			return
		case top.indent <= l.indent+tol && top.group:
			if !l.group && !top.deep && !(top.closed && (l.bold || isTotal(l.text))) {
				if isTotal(l.text) && l.bold {
					top.closed = true
				}
				return
			}
			if l.group && top.strong && !l.strong || top.over(&l) {
				return
			}
		}
		d.open = d.open[:n]
	}
}

func (d *draft) path(own []string) []string {
	var out []string
	for _, l := range d.open {
		out = append(out, l.text)
	}
	out = append(out, own...)
	if len(out) > 8 {
		out = out[len(out)-8:]
	}
	return out
}

// ownLabels are the texts of the header columns of a row. A label that stands only in the first of its rows
// holds for the others too.
func (d *draft) ownLabels(r int, held []string, group bool) []string {
	var out []string
	last := -1
	for c := range d.side {
		if c == d.index || c == d.units {
			continue
		}
		id := d.at[r][c]
		e := &d.entries[id]
		text := e.text
		if id == last {
			continue
		}
		last = id
		switch {
		case text != "":
			held[c] = text
			for k := c + 1; k < d.side; k++ {
				held[k] = ""
			}
		case !group && c < d.side-1 && d.labelBehind(r, c):
			text = held[c]
		}
		if text != "" {
			out = append(out, text)
		}
		if e.full(d) {
			break
		}
	}
	if len(out) == 0 && d.side < d.t.Cols { // labels in a second language stand behind the figures
		if e := d.entry(r, d.t.Cols-1); e.kind == printed.Wordy && !e.empty() && !d.values[d.t.Cols-1] && d.t.Cols-1 != d.units {
			out = append(out, e.text)
		}
	}
	return out
}

// isTotal recognises the label of a sum.
func isTotal(s string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(s, "=∑ ")), " ")
	switch strings.Trim(first, ",:()") {
	case "total", "totals", "subtotal", "sub-total", "sum", "jumlah", "gesamt", "summe", "insgesamt", "overall", "totale", "somme":
		return true
	}
	return strings.HasSuffix(strings.ToLower(s), " total")
}

// labelBehind says that another header column of the row has a text, or the row has figures.
func (d *draft) labelBehind(r, c int) bool {
	for k := c + 1; k < d.side; k++ {
		if k != d.units && k != d.index && !d.entry(r, k).empty() {
			return true
		}
	}
	return false
}
