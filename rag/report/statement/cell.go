package statement

import (
	"context"
	"fmt"
	"strings"
)

// Cell is what stands around a figure of a table: what its headings say of it.
type Cell struct {
	Rows, Cols    []string // outermost first
	Caption, Unit string
}

// CellReading is what a figure of a table measures: data/models/labels/CELLS.md.
type CellReading struct {
	Metrics []Answer // the likeliest first; a unit may exclude some
	Kind    Answer
}

// CellReader reads cells. The readings are in the order of the cells, and none depends on another.
type CellReader interface {
	ReadCells(ctx context.Context, cells []Cell) ([]CellReading, error)
}

var _ CellReader = (*Trained)(nil)

// cellParts is how many texts say what a cell is.
const cellParts = 5

// parts are the texts of a cell: its own heading, those above it, its columns, its caption, its unit.
func (c *Cell) parts() [cellParts]string {
	rows := make([]string, 0, len(c.Rows))
	for _, r := range c.Rows {
		if r != "" {
			rows = append(rows, r)
		}
	}
	own, above := "", ""
	if n := len(rows); n > 0 {
		own, above = rows[n-1], strings.Join(rows[:n-1], " > ")
	}
	out := [cellParts]string{own, above, strings.Join(c.Cols, " > "), c.Caption, c.Unit}
	for i := range out {
		out[i] = cut(out[i], longestHeading)
	}
	return out
}

// What is told of the metrics that a cell may have.
const (
	mostMetrics = 5
	leastMetric = 0.02
)

// ReadCells implements CellReader. A table costs one encoding of each of its headings, and cells with the same headings are
// read once.
func (t *Trained) ReadCells(ctx context.Context, cells []Cell) ([]CellReading, error) {
	texts := collection{t: t, known: map[string]*text{}}
	all := make([][cellParts]string, len(cells))
	for i := range cells {
		all[i] = cells[i].parts()
		for _, s := range all[i] {
			texts.of(s)
		}
	}
	if err := texts.encode(ctx); err != nil {
		return nil, fmt.Errorf("reading %d cells: %w", len(cells), err)
	}
	var distinct [][cellParts]string
	at := map[[cellParts]string]int{}
	for _, parts := range all {
		if _, known := at[parts]; !known {
			at[parts] = len(distinct)
			distinct = append(distinct, parts)
		}
	}
	read := make([]CellReading, len(distinct))
	sideBySide(len(distinct), func(from, to int) { t.heads.cell(read[from:to], distinct[from:to], texts.known) })
	out := make([]CellReading, len(cells))
	for i, parts := range all {
		out[i] = read[at[parts]]
	}
	return out, nil
}

// wordsBy brings the vectors of words to the size of those of texts.
const wordsBy = 10

// cell answers what figures below these headings measure.
func (h *heads) cell(out []CellReading, cells [][cellParts]string, known map[string]*text) {
	each := 2 * cellParts * h.width
	x := make([]float32, each*len(cells))
	for c, parts := range cells {
		for i, s := range parts {
			if t := known[s]; t != nil {
				at := x[c*each+2*i*h.width:]
				copy(at, t.mean)
				for k, v := range t.words {
					at[h.width+k] = wordsBy * v
				}
			}
		}
	}
	z := bent(h.cells.join.of(x))
	metric, kind := h.cells.metric.rows(z), h.cells.kind.rows(z)
	for c := range cells {
		out[c] = CellReading{h.cells.metric.ranked(metric.row(c), mostMetrics, leastMetric), h.cells.kind.likeliest(kind.row(c))}
	}
}
