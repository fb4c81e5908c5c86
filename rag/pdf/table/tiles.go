package table

import (
	"math"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/bars"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Key figures stand side by side in large print, each over or under what it is of. Read line by line, all figures would come first and then all
// that they are of: together they are a table, a row for each figure.

const (
	leastTiles  = 2
	mostTiles   = 40
	largePrint  = 1.25 // of a key figure, in font sizes of its label
	mostWords   = 4    // of a key figure with its unit
	mostLabel   = 4    // lines of a label
	leastNames  = 0.6  // of the labels, how many differ
	leastNaming = 3    // letters of a label
)

// Distances in sizes of the key figure, where nothing else is said.
const (
	tileLine    = 0.9 // between the baselines of figures of one row: labels of one line more push theirs up
	underFigure = 1.6 // from a figure to its label
	labelPitch  = 2.2 // from one line of a label to the next, in sizes of these: a remark stands a little apart
	tileRows    = 6.0 // from one row of tiles to the next
)

// tile is a key figure and the lines that say of what.
type tile struct {
	figure chunk
	base   float64
	size   float64
	box    paint.Rect
	label  [][]int
	beside paint.Rect // the place of the label
}

// tiles finds rows of key figures with their labels below or above them.
func (f *frame) tiles() []Table {
	lines := f.freeLines()
	large := f.largeFigures(lines)
	if len(large) < leastTiles || len(large) > mostTiles {
		return nil
	}
	var out []Table
	for len(large) > 0 {
		var group, rest []tile
		for _, t := range large {
			last := large[0]
			if len(group) > 0 {
				last = group[len(group)-1]
			}
			if math.Abs(t.size-last.size) < 0.1*t.size && t.base-last.base < tileRows*t.size {
				group = append(group, t)
			} else {
				rest = append(rest, t)
			}
		}
		large = rest
		if f.labelTiles(group, lines, true) || f.labelTiles(group, lines, false) {
			out = append(out, f.tileTable(group))
		}
	}
	return out
}

// largeFigures lists the figures that are set larger than usual, from top to bottom and from left to right.
func (f *frame) largeFigures(lines []line) []tile {
	var out []tile
	for i := range lines {
		for _, c := range lines[i].chunks {
			first := &f.items[c.items[0]]
			g, ok := printed.ReadFigure(f.text(c.items))
			for _, k := range c.items {
				if !ok && f.items[k].kind == printed.Number {
					g, ok = printed.ReadFigure(f.items[k].text) // "EUR 1,184 m"
				}
			}
			if !ok || g.Token == "" || c.kind == printed.Period || len(c.items) > mostWords || first.size < largePrint*f.em {
				continue
			}
			out = append(out, tile{figure: c, base: lines[i].base, size: first.size, box: paint.Rect{c.x0, lines[i].y0, c.x1, lines[i].y1}})
		}
	}
	return out
}

// labelTiles finds the label of each tile, and reports whether these are key figures: at least two stand side by side, all have labels,
// and most of the labels differ.
func (f *frame) labelTiles(tiles []tile, lines []line, below bool) bool {
	beside, counting := false, true
	names := map[string]bool{}
	for i := range tiles {
		t := &tiles[i]
		right := math.Inf(1) // where the next one begins
		for j := range tiles {
			if o := &tiles[j]; math.Abs(o.base-t.base) < tileLine*t.size && o.box[0] > t.box[2] {
				right, beside = math.Min(right, o.box[0]), true
			}
		}
		f.labelTile(t, right, lines, below)
		if t.label == nil {
			return false
		}
		names[f.text(slices.Concat(t.label...))] = true
		n, err := strconv.Atoi(f.text(t.figure.items))
		counting = counting && err == nil && (i == 0 || n < 100) // the numbers of chapters
	}
	return len(tiles) >= leastTiles && beside && !counting && float64(len(names)) >= leastNames*float64(len(tiles))
}

// labelTile gathers the lines below a figure, or above it, that begin or stand in the middle where it does. right is where the next
// figure begins.
func (f *frame) labelTile(t *tile, right float64, lines []line, below bool) {
	t.label = nil
	edge, most := t.box[3], underFigure*t.size
	if !below {
		edge, most = t.box[1], t.size
	}
	for n := range lines {
		l := &lines[n]
		if !below {
			l = &lines[len(lines)-1-n]
		}
		away := l.y0 - edge
		if !below {
			away = edge - l.y1
		}
		if below && l.base <= t.base || !below && l.base >= t.base-0.5*t.size {
			continue
		}
		for c := range l.chunks {
			ch := &l.chunks[c]
			if overlap(ch.x0, ch.x1, t.box[0], t.box[2]) <= 0 && math.Abs(ch.x0-t.box[0]) > 0.5*f.em {
				continue
			}
			size := f.items[ch.items[0]].size
			inLine := math.Abs(ch.x0-t.box[0]) < 0.5*f.em || math.Abs(ch.mid()-(t.box[0]+t.box[2])/2) < f.em
			fits := inLine && ch.x1 < right && size*largePrint <= t.size && away < most && len(t.label) < mostLabel &&
				(t.label != nil || countLetters(f.text(ch.items)) >= leastNaming)
			if !fits {
				return
			}
			if t.label == nil {
				t.beside = paint.Rect{ch.x0, l.y0, ch.x1, l.y1}
			}
			t.beside = paint.Rect{math.Min(t.beside[0], ch.x0), math.Min(t.beside[1], l.y0), math.Max(t.beside[2], ch.x1), math.Max(t.beside[3], l.y1)}
			if below {
				t.label, edge = append(t.label, ch.items), l.y1
			} else {
				t.label, edge = slices.Insert(t.label, 0, ch.items), l.y0
			}
			most = (labelPitch - 1) * size
		}
	}
}

// tileTable is the table of key figures: their labels, and the figures.
func (f *frame) tileTable(tiles []tile) Table {
	t := Table{Chart: true, Rows: len(tiles), Cols: 2, Rect: tiles[0].box}
	for r := range tiles {
		one := &tiles[r]
		f.take(one.figure.items)
		f.take(slices.Concat(one.label...))
		t.Cells = append(t.Cells,
			Cell{Row: r, Col: 0, RowSpan: 1, ColSpan: 1, Rect: one.beside, Lines: one.label},
			Cell{Row: r, Col: 1, RowSpan: 1, ColSpan: 1, Rect: one.box, Lines: [][]int{one.figure.items}})
		for _, b := range []paint.Rect{one.box, one.beside} {
			t.Rect = paint.Rect{math.Min(t.Rect[0], b[0]), math.Min(t.Rect[1], b[1]), math.Max(t.Rect[2], b[2]), math.Max(t.Rect[3], b[3])}
		}
	}
	f.reachTitle(&t)
	return t
}

// reachTitle lets a chart or a group of key figures reach up to its title: nothing stands between them.
func (f *frame) reachTitle(t *Table) {
	above := f.lines(f.inside(t.Rect[0]-4*f.em, t.Rect[1]-aboveChart*f.em, t.Rect[2]+f.em, t.Rect[1]))
	if len(above) == 0 {
		return
	}
	l := &above[len(above)-1]
	c, y := &l.chunks[0], t.Rect[1]
	ground := f.ground.at(c.x0-0.3*f.em, (l.y0+l.y1)/2, true)
	other := differ(ground, f.ground.at(t.Rect[0]-0.3*f.em, y, true)) && differ(ground, f.ground.at(t.Rect[0]-2.5*f.em, y, true))
	if len(l.chunks) == 1 && math.Abs(c.x0-t.Rect[0]) < 4*f.em && !other {
		t.Rect[0], t.Rect[1] = math.Min(t.Rect[0], c.x0), math.Min(t.Rect[1], l.y1+0.5*f.em)
	}
}

// legendCharts finds charts whose bars are named by a legend.
func (f *frame) legendCharts(p *paint.Page) (out []Table) {
	boxes := f.boxes(p)
	if len(boxes) < 2*leastBars || len(boxes) > mostAreas {
		return nil
	}
	var texts []bars.Text
	for _, l := range f.freeLines() {
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
	for k := 1; k < len(c.items); k++ {
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
	return append(out, f.newChunk(c.items[from:]))
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
