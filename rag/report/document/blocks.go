package document

import (
	"math"
	"slices"
)

// Block is a paragraph, a heading, or a run of table rows: consecutive lines of one block number.
type Block struct {
	Number int
	Role   Role
	Start  int // code points of the page's text
	End    int
	Aside  int    // of its first line
	Lines  []Line // the page's own: not to be changed
}

// Blocks groups the page's lines, in reading order. A page without lines is one body block of all its
// text, so that a reader of blocks never misses a page's words.
func (p *Page) Blocks() []Block {
	if len(p.Lines) == 0 {
		if p.Text == "" {
			return nil
		}
		return []Block{{Role: RoleBody, End: len([]rune(p.Text))}}
	}
	parted := func(i int) bool { return i == 0 || p.Lines[i].Block != p.Lines[i-1].Block }
	n := 0
	for i := range p.Lines {
		if parted(i) {
			n++
		}
	}
	blocks := make([]Block, 0, n)
	first := 0
	for i, l := range p.Lines {
		if parted(i) {
			first = i
			blocks = append(blocks, Block{Number: l.Block, Role: l.Role, Start: l.Start, Aside: l.Aside})
		}
		b := &blocks[len(blocks)-1]
		b.End, b.Lines = l.End, p.Lines[first:i+1:i+1]
	}
	return blocks
}

// TextLines are the block's lines as they stand in the text, start and end: the cells of a table's row are
// lines of their own, and so are the parts of a word that is broken at a line's end.
func (b Block) TextLines(text []rune) [][2]int {
	var out [][2]int
	for _, l := range b.Lines {
		if n := len(out); n > 0 && l.Start <= len(text) && !slices.Contains(text[out[n-1][1]:l.Start], '\n') {
			out[n-1][1] = l.End
			continue
		}
		out = append(out, [2]int{l.Start, l.End})
	}
	return out
}

// Rects returns the rectangles of the characters start..end, one for each line that they stand on, or nil
// if the place of any of them is not known: a rectangle around more than the quotation would highlight what
// it is not.
func (p *Page) Rects(start, end int) [][4]float64 {
	var rects [][4]float64
	for _, l := range p.Lines {
		if l.End <= start || l.Start >= end {
			continue
		}
		r, ok := l.part(max(start, l.Start), min(end, l.End))
		if !ok {
			return nil
		}
		rects = append(rects, r)
	}
	return rects
}

// part is the rectangle of a part of the line, which is within it.
func (l *Line) part(start, end int) (r [4]float64, ok bool) {
	if l.Rect == ([4]float64{}) {
		return r, false
	}
	if start == l.Start && end == l.End {
		return l.Rect, true
	}
	if len(l.Edges) != l.End-l.Start+1 {
		return r, false
	}
	from, to := float64(l.Edges[start-l.Start])/10, float64(l.Edges[end-l.Start])/10
	r = l.Rect
	switch l.Turn {
	case 90:
		r[1], r[3] = l.Rect[1]+from, l.Rect[1]+to
	case 180:
		r[0], r[2] = l.Rect[2]-to, l.Rect[2]-from
	case 270:
		r[1], r[3] = l.Rect[3]-to, l.Rect[3]-from
	default:
		r[0], r[2] = l.Rect[0]+from, l.Rect[0]+to
	}
	for i := range r {
		r[i] = math.Round(r[i]*100) / 100
	}
	return r, true
}
