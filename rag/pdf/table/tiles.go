package table

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/bars"
	"github.com/sibyl-project/sibyl/rag/pdf/table/callout"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	leftOfChart = 9.0 // from a title to the chart under it, where an axis stands between: in font sizes
	mostTitle   = 12  // words
	mostWords   = 40  // of a line that says of further figures
)

// callouts finds key figures in large print with the words that say of what they are: together they are a table, a row for each figure.
func (f *frame) callouts(p *paint.Page) (out []Table) {
	rings, _ := bars.Rings(f.boxes(p), f.em)
	return f.rowsOf(callout.Find(f.sizedRuns(), f.places(p), rings, f.em))
}

// places are where the boxes of a page lie, but for what lies behind all of it.
func (f *frame) places(p *paint.Page) []paint.Rect {
	out, all := slices.Clone(f.tiles), f.boxes(p)
	_, ofRing := bars.Rings(all, f.em)
	for i, b := range all {
		if !ofRing[i] && (b.Rect[2]-b.Rect[0] < 0.9*f.width || b.Rect[3]-b.Rect[1] < 0.5*f.height) {
			out = append(out, b.Rect)
		}
	}
	if len(p.Fills) > mostAreas {
		return out
	}
	for i := range p.Fills { // white cards on a tinted page
		b := Upright(f.turn, p.Width, p.Height, p.Fills[i].Box)
		if p.Fills[i].Opacity > 0.05 && finite(b[:]...) && !differ(p.Fills[i].Ink, white) && differ(f.ground.at(b[0]-0.5*f.em, (b[1]+b[3])/2, true), white) {
			out = append(out, b)
		}
	}
	return out
}

// progress finds bars of progress against targets, and legends with figures.
func (f *frame) progress(p *paint.Page) []Table {
	out := f.rowsOf(callout.Progress(f.sizedRuns(), f.places(p), f.em))
	out = append(out, f.rowsOf(callout.Waterfall(f.sizedRuns(), f.places(p), f.em))...)
	var areas []callout.Area
	for _, b := range f.boxes(p) {
		areas = append(areas, callout.Area{Rect: b.Rect, Ink: b.Ink})
	}
	return append(out, f.rowsOf(callout.Legend(f.sizedRuns(), areas, f.em))...)
}

// linesAndRings finds charts of which the words alone tell that they are some: a line over its years, shares around a ring.
func (f *frame) linesAndRings() []Table {
	out := f.rowsOf(callout.Shares(f.sizedRuns(), f.em))
	return append(out, f.rowsOf(callout.Series(f.sizedRuns(), f.em))...)
}

// rowsOf makes tables of figures with what they are of.
func (f *frame) rowsOf(groups []callout.Group) (out []Table) {
	for _, g := range groups {
		t := Table{Chart: true, Rows: len(g.Rows), Cols: 2, Rect: g.Rect}
		if slices.ContainsFunc(g.Rows, func(r callout.Row) bool { return len(r.Note.Lines) > 0 }) {
			t.Cols = 3 // with what a further figure is
		}
		for n, r := range g.Rows {
			if !r.Goes {
				span := 1
				for n+span < len(g.Rows) && g.Rows[n+span].Goes {
					span++
				}
				t.Cells = append(t.Cells, f.cellOf(n, 0, span, r.Label))
			}
			if t.Cols == 3 {
				t.Cells = append(t.Cells, f.cellOf(n, 1, 1, r.Note))
			}
			t.Cells = append(t.Cells, f.cellOf(n, t.Cols-1, 1, r.Figure))
		}
		f.reachTitle(&t)
		out = append(out, t)
	}
	return out
}

// cellOf is a cell of what a key figure says, whose words are taken.
func (f *frame) cellOf(row, col, rows int, c callout.Cell) Cell {
	for _, l := range c.Lines {
		f.take(l)
	}
	return Cell{Row: row, Col: col, RowSpan: rows, ColSpan: 1, Rect: c.Rect, Lines: c.Lines}
}

// sizedRuns are the free words of a page, in one size each.
func (f *frame) sizedRuns() (out []callout.Run) {
	for _, l := range f.freeLines() {
		for _, c := range l.chunks {
			for from := 0; from < len(c.items); {
				to, size := from+1, f.items[c.items[from]].size
				for to < len(c.items) {
					it := &f.items[c.items[to]]
					if !it.raised && (it.size > 1.2*size || it.size*1.2 < size) && it.x0-f.items[c.items[to-1]].x1 > 0.03*size {
						break
					}
					to++
				}
				items := c.items[from:to]
				out = append(out, callout.Run{
					Items: items, Words: f.byWord(items), Rect: f.reach(items), Base: f.items[items[0]].base, Size: size, Said: f.text(items), Ink: f.items[items[0]].ink,
				})
				from = to
			}
		}
	}
	return out
}

// reachTitle lets a chart or a group of key figures reach up to its title: nothing stands between them but the figures of an axis.
func (f *frame) reachTitle(t *Table) {
	for _, left := range []float64{4 * f.em, leftOfChart * f.em} { // an axis may stand between
		above := f.lines(f.inside(t.Rect[0]-left, t.Rect[1]-aboveChart*f.em, t.Rect[2]+f.em, t.Rect[1]))
		for len(above) > 0 && f.onlyFigure(&above[len(above)-1]) {
			above = above[:len(above)-1]
		}
		if len(above) == 0 {
			continue
		}
		l := &above[len(above)-1]
		c, y := &l.chunks[0], t.Rect[1]
		ground := f.ground.at(c.x0-0.3*f.em, (l.y0+l.y1)/2, true)
		other := differ(ground, f.ground.at(t.Rect[0]-0.3*f.em, y, true)) && differ(ground, f.ground.at(t.Rect[0]-2.5*f.em, y, true))
		near := math.Abs(c.x0-t.Rect[0]) < 4*f.em
		if !near && c.x0 < t.Rect[0] { // a title is no sentence
			text := f.text(slices.Concat(itemsOf(l)...))
			near = len(strings.Fields(text)) < mostTitle && !strings.HasSuffix(text, ".")
		}
		if l.together(f.em) && near && !other {
			t.Rect[0], t.Rect[1] = math.Min(t.Rect[0], c.x0), math.Min(t.Rect[1], l.y1+0.5*f.em)
		}
		return
	}
}

// onlyFigure reports whether a line is a figure alone, as an axis has them.
func (f *frame) onlyFigure(l *line) bool {
	if len(l.chunks) != 1 || l.chunks[0].kind != printed.Number {
		return false
	}
	g, ok := printed.ReadFigure(f.text(l.chunks[0].items))
	return ok && g.Unit == ""
}

func itemsOf(l *line) (out [][]int) {
	for _, c := range l.chunks {
		out = append(out, c.items)
	}
	return out
}

// byWord parts items where their text has a space; nil for more than stand beside a figure.
func (f *frame) byWord(items []int) (out [][]int) {
	if len(items) > mostWords {
		return nil
	}
	from := 0
	for k := 1; k <= len(items); k++ {
		if k == len(items) || strings.Contains(f.text(items[from:k+1]), " ") {
			out, from = append(out, items[from:k]), k
		}
	}
	return out
}

// together reports whether the words of a line stand together, a year among them: "2023 at a glance".
func (l *line) together(em float64) bool {
	for i := 1; i < len(l.chunks); i++ {
		if l.chunks[i].x0-l.chunks[i-1].x1 > 0.7*math.Max(em, l.size) {
			return false
		}
	}
	return true
}

// legendCharts finds charts whose bars are named by a legend.
func (f *frame) legendCharts(p *paint.Page) (out []Table) {
	lines := f.freeLines()
	boxes := append(f.boxes(p), f.writtenSigns(lines)...)
	if len(boxes) < 2*leastBars || len(boxes) > mostAreas {
		return nil
	}
	var texts []bars.Text
	for _, l := range lines {
		for _, c := range l.chunks {
			for _, part := range f.cutAtSigns(boxes, c) {
				texts = append(texts, bars.Text{
					Items: part.items, Rect: f.reach(part.items), Size: f.items[part.items[0]].size, Kind: part.kind, Said: f.text(part.items),
				})
			}
		}
	}
	for _, c := range bars.Find(boxes, texts, f.em) {
		t := Table{Chart: true, Heads: 1, Rows: len(c.Rows), Cols: len(c.Rows[0]), Rect: c.Rect}
		for r, row := range c.Rows {
			for k, said := range row {
				cell := Cell{Row: r, Col: k, RowSpan: 1, ColSpan: 1, Rect: paint.Rect{c.Rect[0], c.Rect[1], c.Rect[0], c.Rect[1]}}
				if len(row) == 1 {
					cell.ColSpan = t.Cols
				}
				for _, one := range said {
					cell.Lines = append(cell.Lines, one.Items)
					f.take(one.Items)
				}
				if len(said) > 0 {
					cell.Rect = f.reach(slices.Concat(cell.Lines...))
				}
				t.Cells = append(t.Cells, cell)
			}
		}
		f.reachTitle(&t)
		out = append(out, t)
	}
	return out
}

// boxes are the areas of a page that are filled or outlined in one ink. An outline round a filled area is the area's.
func (f *frame) boxes(p *paint.Page) (out []bars.Box) {
	if len(p.Fills) > mostAreas {
		return nil
	}
	for i := range p.Fills {
		fl := &p.Fills[i]
		if fl.Opacity > 0.05 && finite(fl.Box[0], fl.Box[1], fl.Box[2], fl.Box[3]) && differ(fl.Ink, white) {
			out = append(out, bars.Box{Rect: Upright(f.turn, p.Width, p.Height, fl.Box), Ink: fl.Ink, Exact: fl.Exact})
		}
	}
	near := func(a, b paint.Rect) bool {
		return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]), math.Abs(a[3]-b[3])) < 0.2*f.em
	}
	filled := len(out)
	for _, b := range bars.Outlined(p.Rules) {
		if !finite(b.Rect[:]...) {
			continue
		}
		b.Rect = Upright(f.turn, p.Width, p.Height, b.Rect)
		if !slices.ContainsFunc(out[:filled], func(o bars.Box) bool { return near(o.Rect, b.Rect) }) {
			out = append(out, b)
		}
	}
	return out
}

// cutAtSigns parts words where a small box stands between them: the sign of the next series of a legend.
func (f *frame) cutAtSigns(boxes []bars.Box, c chunk) (out []chunk) {
	from := 0
	for k := 0; k < len(c.items); k++ {
		if len(boxes) > 0 && f.isSign(c.items[k]) {
			if k > from {
				out = append(out, f.newChunk(c.items[from:k]))
			}
			from = k + 1
			continue
		}
		if k == from {
			continue
		}
		if from > 0 && f.isSign(c.items[from-1]) && f.endsSentence(c.items[k-1]) { // what follows is a note to the chart
			out, from = append(out, f.newChunk(c.items[from:k])), k
			continue
		}
		a, b := &f.items[c.items[k-1]], &f.items[c.items[k]]
		if slices.ContainsFunc(boxes, func(o bars.Box) bool {
			return o.Rect[0] > a.x1-0.1*f.em && o.Rect[2] < b.x0+0.1*f.em && o.Rect[1] < a.mid() && o.Rect[3] > a.mid()
		}) {
			out, from = append(out, f.newChunk(c.items[from:k])), k
		}
	}
	if from == 0 {
		return []chunk{c}
	}
	if from < len(c.items) {
		out = append(out, f.newChunk(c.items[from:]))
	}
	return out
}

// reach is the place of words.
func (f *frame) reach(items []int) paint.Rect {
	first := &f.items[items[0]]
	r := paint.Rect{first.x0, first.y0, first.x1, first.y1}
	for _, i := range items[1:] {
		it := &f.items[i]
		r = paint.Rect{math.Min(r[0], it.x0), math.Min(r[1], it.y0), math.Max(r[2], it.x1), math.Max(r[3], it.y1)}
	}
	return r
}
