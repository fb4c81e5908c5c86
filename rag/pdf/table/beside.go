package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Two tables that stand side by side share the lines of the page and nothing else. Read as one, the figures on the right would be of
// the labels on the far left, and the heads of one would stand over the other. Between them a strip is free from top to bottom, and
// behind it labels begin anew; but a column of texts between figures looks the same, so that more must speak for two tables: lines
// and grounds that end at the strip on both sides, a title over each of them, the same heads or the same labels twice, or rows that
// are not at the same heights.

const (
	leastBeside  = 2    // rows with a label and figures on either side, of which one side has one more
	mostSides    = 12   // strips that are looked at; a page has hardly more columns
	mostParted   = 60   // times that both sides of a strip are read, on one page: a page that asks for more is a drawing
	mostPairs    = 12   // of tables side by side, one pair below the other
	mostAbreast  = 4    // tables side by side
	mostUnnamed  = 0.25 // of the lines with figures on either side, how many may lack a label of their own: sums do
	leastVaried  = 0.6  // of the labels on the right, how many differ: a column of units, of kinds or of references repeats itself
	leastOwnName = 0.6  // of the labels on the right, how many are those on the left again
	sharedHeads  = 2    // heads that both sides have: the years
	leastEnds    = 2    // levels of lines that end at the strip, on either side
	leastOff     = 3    // rows on either side that share a line
	mostNames    = 2    // texts in front of a row's figures, and the first of these
	mostTitles   = 10   // lines above the first row that may belong to a table
)

// Distances in font sizes.
const (
	stripWidth  = 0.8 // of a strip between two tables, at least
	mostIndent  = 3.0 // of a label behind the strip
	mostHanging = 1.0 // of a title in front of the labels below it, which stand off the edge of their cells
	levelLength = 5.0 // of lines that close a table
	spaceAbove  = 5.0 // between what stands over a table and the next line of it
	offLine     = 0.1 // from the foot of a row to that of the row beside it, which are the same in one table
	mostTitled  = 3.5 // from a title to the heads below it, from line to line
	spaceBelow  = 4.0 // behind the last row, for the rest of its label and for notes
)

// besides finds tables side by side and returns those of each side. What is left of the page is read without them.
func (f *frame) besides(depth int) []Table {
	if depth == 0 {
		return nil
	}
	lines := f.freeLines()
	var out []Table
	for range mostPairs {
		found := f.firstBeside(lines, depth)
		if found == nil {
			break
		}
		out = append(out, found...)
		lines = f.freeLines() // what is left of them
	}
	return out
}

// firstBeside reads the first tables that stand side by side.
func (f *frame) firstBeside(lines []line, depth int) []Table {
	for _, x := range f.labelEdges(lines) {
		for _, g := range f.gutters(lines, x) {
			if found := f.readBeside(lines, &g, depth); found != nil {
				return found
			}
		}
	}
	return nil
}

func (f *frame) freeLines() []line {
	var free []int
	for i := range f.items {
		if !f.taken[i] {
			free = append(free, i)
		}
	}
	if len(free) < 8 {
		return nil
	}
	return f.lines(free)
}

// readBeside reads both sides of a strip by themselves; nil if they are not two tables.
func (f *frame) readBeside(lines []line, g *gutter, depth int) []Table {
	if f.parted == mostParted || !f.partsTables(lines, g) {
		return nil
	}
	f.parted++
	left := f.only(math.Inf(-1), g.edge-0.3*f.em, g.y0, g.y1, depth)
	right := f.only(g.edge-0.3*f.em, math.Inf(1), g.y0, g.y1, depth)
	if len(left) == 0 || len(right) == 0 {
		for _, t := range append(left, right...) {
			for _, c := range t.Cells {
				for _, l := range c.Lines {
					for _, i := range l {
						f.taken[i] = false
					}
				}
			}
		}
		return nil
	}
	return append(left, right...)
}

// only looks for tables in a part of the page, as if nothing else stood on it.
func (f *frame) only(x0, x1, y0, y1 float64, depth int) []Table {
	taken, across, down := slices.Clone(f.taken), f.across, f.down
	inside := make([]bool, len(f.items))
	for i := range f.items {
		it := &f.items[i]
		x, y := (it.x0+it.x1)/2, it.mid()
		inside[i] = x >= x0 && x <= x1 && y >= y0 && y <= y1
		f.taken[i] = f.taken[i] || !inside[i]
	}
	f.across, f.down = nil, nil
	for _, s := range across {
		if s.from, s.to = math.Max(s.from, x0), math.Min(s.to, x1); s.at > y0-f.em && s.at < y1+f.em && s.length() > f.snap() {
			f.across = append(f.across, s)
		}
	}
	for _, s := range down {
		if s.from, s.to = math.Max(s.from, y0), math.Min(s.to, y1); s.at > x0 && s.at < x1 && s.length() > f.snap() {
			f.down = append(f.down, s)
		}
	}
	out := f.besides(depth - 1)
	out = append(out, f.banded()...)
	out = append(out, f.aligned()...)
	f.across, f.down = across, down
	for i := range f.taken {
		if !inside[i] {
			f.taken[i] = taken[i]
		}
	}
	return out
}

// partsTables reports whether what stands on both sides of a strip is two tables.
func (f *frame) partsTables(lines []line, g *gutter) bool {
	for side, n := range g.bare {
		if float64(n) > mostUnnamed*float64(n+g.rows[side]) {
			return false
		}
	}
	labels, own, units := map[string]bool{}, 0, 0
	name := func(h half) string { return f.text(lines[h.line].chunks[h.from].items) }
	lefts := map[string]bool{}
	for _, h := range g.left {
		if h.row {
			lefts[name(h)] = true
		}
	}
	for _, h := range g.right {
		if !h.row {
			continue
		}
		s := name(h)
		if lefts[s] {
			own++
		}
		if printed.IsUnit(s) {
			units++
		}
		labels[s] = true
	}
	n := float64(g.rows[1])
	if float64(len(labels)) < leastVaried*n || 2*units > g.rows[1] {
		return false
	}
	if float64(own) >= leastOwnName*n || f.headedTwice(lines, g) {
		return true
	}
	ends, crossed := f.endsAt(lines, g)
	return ends && !crossed || f.titledTwice(lines, g) || !crossed && f.offLevel(lines, g)
}

// headedTwice reports whether both sides have the same heads.
func (f *frame) headedTwice(lines []line, g *gutter) bool {
	heads := func(hs []half) map[string]bool {
		out := map[string]bool{}
		for _, h := range hs {
			if h.row {
				break
			}
			for _, c := range lines[h.line].chunks[h.from:h.to] {
				if c.kind == printed.Period || len(c.items) < 4 {
					out[f.text(c.items)] = true
				}
			}
		}
		return out
	}
	shared, left := 0, heads(g.left)
	for s := range heads(g.right) {
		if left[s] {
			shared++
		}
	}
	return shared >= sharedHeads
}

// titledTwice reports whether a line above the rows is two titles.
func (f *frame) titledTwice(lines []line, g *gutter) bool {
	for _, h := range g.right {
		if h.row {
			return false
		}
		if f.titles(lines, h.line, g.x) {
			return true
		}
	}
	return false
}

// offLevel reports whether no figures on the left stand on the line of those beside them: as near as they are, they were set apart. Labels
// of one table may stand higher than its figures.
func (f *frame) offLevel(lines []line, g *gutter) bool {
	foot := func(h half) float64 { return f.items[lines[h.line].chunks[h.to-1].items[0]].base }
	right := map[int]half{}
	for _, h := range g.right {
		if h.row {
			right[h.line] = h
		}
	}
	shared := 0
	for _, l := range g.left {
		r, ok := right[l.line]
		if !l.row || !ok {
			continue
		}
		if math.Abs(foot(l)-foot(r)) < offLine*lines[l.line].size {
			return false
		}
		shared++
	}
	return shared >= leastOff
}

func countLetters(s string) int {
	n := 0
	for _, r := range s {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xbf {
			n++
		}
	}
	return n
}
