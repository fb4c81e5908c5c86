package layout

import (
	"math"
	"slices"
)

// column is what stands between two gaps of a run.
type column struct {
	span
	lines []cell
}

// cell is one line of a column, or a whole that stands in it.
type cell struct {
	base        float64
	top, bottom float64
	size        float64
	chars       int
	figure      bool // numbers only
	strong      bool // bold, or in a colour
	mark        bool // begins an item or a section
	lower       bool // begins with a small letter, as a line does in the middle of a sentence
	rows        int
}

// What it is worth to keep a heading in the margin apart from the text beside it, and the titles of two
// things side by side apart: more than the price between paragraphs, less than that of cutting one. Running text on
// both sides of a gap is worth as much: its lines go on below themselves and not beside, however few they are.
const (
	sideHeading = 3.0
	titlesApart = 3.0
	flowsApart  = 3.0
	fewLines    = 5 // more of them side by side need nothing but each other
)

// gutters says which of the gaps between the taken intervals part columns, and how many lines they part. around reports whether a gap
// goes on above or below the bands, where it has been weighed.
func (d *division) gutters(bands []band, taken []span, around func(x float64) bool) ([]float64, float64) {
	cols := make([]column, 0, len(taken))
	for i, s := range taken {
		if i > 0 && s.from-taken[i-1].to < 0.62*d.size {
			cols[len(cols)-1].to = s.to
			continue
		}
		cols = append(cols, column{span: s})
	}
	if len(cols) < 2 {
		return nil, 0
	}
	d.fill(cols, bands)
	cols = attach(cols, d.size)
	for {
		weakest, worth := -1, math.Inf(1)
		for i := 1; i < len(cols); i++ {
			if w := beside(&cols[i-1], &cols[i]); !d.parts(&cols[i-1], &cols[i], w) && w < worth {
				weakest, worth = i, w
			}
		}
		if weakest < 0 {
			break
		}
		cols = mergeColumns(cols, weakest)
	}
	var gutters []float64
	gain := 0.0
	for i := 1; i < len(cols); i++ {
		gutters = append(gutters, (cols[i-1].to+cols[i].from)/2)
		if d.heads(&cols[i-1], &cols[i]) {
			gain += sideHeading
		} else if titles(&cols[i-1]) && titles(&cols[i]) {
			gain += titlesApart
		} else if beside(&cols[i-1], &cols[i]) <= fewLines && d.flows(&cols[i-1]) && d.flows(&cols[i]) && !around(gutters[i-1]) {
			gain += flowsApart
		}
	}
	return gutters, gain + d.pairs(cols)
}

// pairs counts, in lines, where columns have text side by side: two of them once, three of them twice. The
// same text has as many pairs however its region is divided, as long as each gap between them is found.
func (d *division) pairs(cols []column) float64 {
	d.ends = d.ends[:0]
	for i := range cols {
		top, bottom := math.Inf(-1), math.Inf(-1)
		flush := func() {
			if bottom > top {
				d.ends = append(d.ends, end{top, 1}, end{bottom, -1})
			}
		}
		for _, l := range cols[i].lines {
			from := math.Min(l.top, l.base-d.pitch)
			if from > bottom {
				flush()
				top = from
			}
			bottom = math.Max(bottom, l.bottom)
		}
		flush()
	}
	slices.SortFunc(d.ends, func(a, b end) int {
		if a.at != b.at {
			return compare(a.at, b.at)
		}
		return a.step - b.step
	})
	sum, open := 0.0, 0
	for i, e := range d.ends {
		if open > 1 {
			sum += float64(open-1) * (e.at - d.ends[i-1].at)
		}
		open += e.step
	}
	return sum / d.pitch
}

// end is where a stretch of text in a column begins or ends.
type end struct {
	at   float64
	step int
}

// fill deals the elements' cells out to the columns, from top to bottom. The cells are scratch: they hold until
// the next call.
func (d *division) fill(cols []column, bands []band) {
	counts, all := make([]int, len(cols)), 0
	for i := range bands {
		all += len(bands[i].els)
		for n := range bands[i].els {
			if e := &bands[i].els[n]; !e.rule {
				counts[columnAt(cols, e)]++
			}
		}
	}
	d.work += all
	d.cells = slices.Grow(d.cells[:0], all)
	at := 0
	for k, n := range counts {
		cols[k].lines = d.cells[at : at : at+n]
		at += n
	}
	for i := range bands {
		for n := range bands[i].els {
			if e := &bands[i].els[n]; !e.rule {
				c := &cols[columnAt(cols, e)]
				c.lines = append(c.lines, e.cell)
			}
		}
	}
	for k := range cols {
		if ls := cols[k].lines; !slices.IsSortedFunc(ls, byBase) {
			slices.SortStableFunc(ls, byBase)
		}
	}
}

func byBase(a, b cell) int { return compare(a.base, b.base) }

// columnAt is the index of the column that has the middle of an element, or is the next to the right.
func columnAt(cols []column, e *element) int {
	mid := (e.box[0] + e.box[2]) / 2
	k := 0
	for k+1 < len(cols) && mid > cols[k].to {
		k++
	}
	return k
}

// attach joins a column of figures to the labels that it belongs to, and one of marks to its items: the
// gap between them is that of a table, which is read by rows.
func attach(cols []column, size float64) []column {
	for i := 0; i < len(cols); i++ {
		c := &cols[i]
		marks, figures := 0, 0
		for _, l := range c.lines {
			if l.mark {
				marks++
			}
			if l.figure || l.chars <= 2 {
				figures++
			}
		}
		n := len(c.lines)
		switch {
		case n == 0:
			if i > 0 {
				cols = mergeColumns(cols, i)
				i--
			}
		case 10*marks >= 7*n && i+1 < len(cols) && cols[i+1].from-c.to < 1.8*size && coupled(c, &cols[i+1]) >= 0.6:
			cols = mergeColumns(cols, i+1)
			i--
		case 10*figures >= 7*n && i > 0 && coupled(c, &cols[i-1]) >= 0.5:
			cols = mergeColumns(cols, i)
			i = max(i-2, -1)
		case 10*figures >= 7*n && i+1 < len(cols) && coupled(c, &cols[i+1]) >= 0.8:
			cols = mergeColumns(cols, i+1)
			i--
		}
	}
	return cols
}

// coupled is the part of a's lines that have a line of b beside them.
func coupled(a, b *column) float64 {
	n, j := 0, 0
	for _, l := range a.lines {
		for j < len(b.lines) && b.lines[j].base < l.base-2 {
			j++
		}
		if j < len(b.lines) && b.lines[j].base <= l.base+2 {
			n++
		}
	}
	return float64(n) / float64(len(a.lines))
}

// mergeColumns joins column i to the one before it.
func mergeColumns(cols []column, i int) []column {
	a, b := &cols[i-1], &cols[i]
	a.to = b.to
	a.lines = slices.Concat(a.lines, b.lines)
	slices.SortStableFunc(a.lines, byBase)
	return slices.Delete(cols, i, i+1)
}

// beside counts the lines that two columns have at the same height, of the one that has fewer.
func beside(a, b *column) float64 {
	return math.Min(linesWithin(a, extent(b)), linesWithin(b, extent(a)))
}

// extent is how far down and up a column reaches.
func extent(c *column) span {
	s := span{math.Inf(1), math.Inf(-1)}
	for _, l := range c.lines {
		s.from, s.to = math.Min(s.from, l.top), math.Max(s.to, l.bottom)
	}
	return s
}

func linesWithin(c *column, within span) float64 {
	n, last := 0, math.Inf(-1)
	for _, l := range c.lines {
		switch {
		case l.bottom < within.from || l.top > within.to:
		case l.rows > 1:
			n += l.rows
		case l.base-last > 2:
			n++
			last = l.base
		}
	}
	return float64(n)
}

// parts reports whether a gap with so many lines on both sides parts columns of text.
func (d *division) parts(a, b *column, lines float64) bool {
	gap := (b.from - a.to) / d.size
	switch {
	case d.heads(a, b):
		return gap >= 0.9
	case lines < 2:
		return false
	case lines < 4: // two lines of a table stand side by side as well
		words := 7.0
		if lines < 3 {
			words = 14
		}
		return gap >= 1.2 && (titles(a) && titles(b) || average(a) >= words && average(b) >= words)
	}
	return gap >= 0.62
}

// average is how many characters a column's lines have.
func average(c *column) float64 {
	n := 0
	for _, l := range c.lines {
		n += l.chars
	}
	return float64(n) / float64(len(c.lines))
}

// heads reports whether a column is a heading, of a line or a few, in the margin of the text beside it.
func (d *division) heads(a, b *column) bool {
	if len(a.lines) == 0 || len(a.lines) > 4 || len(b.lines) < 3*len(a.lines) {
		return false
	}
	for _, l := range a.lines {
		if l.size < 1.25*d.size || l.chars < 3 {
			return false
		}
	}
	for _, l := range b.lines {
		if l.top <= a.lines[0].bottom && l.bottom >= a.lines[0].top && l.size < 1.12*d.size {
			return true
		}
	}
	return false
}

// flows reports whether a column is running text: at least two lines of a sentence's length, of which one goes on with what stands
// close above it.
func (d *division) flows(c *column) bool {
	const words = 25 // characters of a line, on average
	if len(c.lines) < 2 || average(c) < words {
		return false
	}
	for i := range c.lines[1:] {
		if l := &c.lines[i+1]; l.lower && l.base-c.lines[i].base < 1.5*d.pitch && l.base-c.lines[i].base > 0.5*d.pitch {
			return true
		}
	}
	return false
}

// titles reports whether a column is nothing but the title, of some lines, of what stands below it.
func titles(c *column) bool {
	for _, l := range c.lines {
		if !l.strong || l.figure || l.chars < 4 {
			return false
		}
	}
	return len(c.lines) > 1 && len(c.lines) <= 4
}
