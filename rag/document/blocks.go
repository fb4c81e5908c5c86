package document

// Block is a paragraph, a heading, or a run of table rows: consecutive lines of one block number.
type Block struct {
	Number int
	Role   Role
	Start  int // code points of the page's text
	End    int
	Lines  []Line
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
	var blocks []Block
	for _, l := range p.Lines {
		if n := len(blocks); n > 0 && blocks[n-1].Number == l.Block {
			b := &blocks[n-1]
			b.End, b.Lines = l.End, append(b.Lines, l)
			continue
		}
		blocks = append(blocks, Block{Number: l.Block, Role: l.Role, Start: l.Start, End: l.End, Lines: []Line{l}})
	}
	return blocks
}

// Rects returns the rectangles of the lines that start..end covers whole, or nil unless every line it
// touches has one and is covered whole: a rectangle around more than the quotation would highlight what
// it is not.
func (p *Page) Rects(start, end int) [][4]float64 {
	var rects [][4]float64
	for _, l := range p.Lines {
		if l.End <= start || l.Start >= end {
			continue
		}
		if l.Rect == ([4]float64{}) || l.Start < start || l.End > end {
			return nil
		}
		rects = append(rects, l.Rect)
	}
	return rects
}
