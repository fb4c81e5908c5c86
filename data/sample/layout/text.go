package layout

// H1 is the title of a chapter; it becomes an entry of the outline.
func (b *Book) H1(text string) {
	b.pdf.Bookmark(b.tr(text), 0, -1)
	b.fill(b.left, b.pdf.GetY()+1.5, 2.2, 9, Accent)
	b.font("B", 22, Deep)
	b.pdf.SetX(b.left + 6)
	b.pdf.MultiCell(b.width-6, 9.5, b.tr(text), "", "L", false)
	b.Skip(4)
}

// H2 is a section's title; it becomes an entry of the outline.
func (b *Book) H2(text string) {
	b.pdf.Bookmark(b.tr(text), 1, -1)
	b.Skip(2.5)
	b.font("B", 12.5, Accent)
	b.pdf.SetX(b.left)
	b.pdf.MultiCell(b.width, 6, b.tr(text), "", "L", false)
	b.Skip(1)
}

// Lead is an introduction set larger than prose.
func (b *Book) Lead(text string) { b.prose("", 11.5, 5.8, Deep, text, 3) }

// P is a paragraph.
func (b *Book) P(text string) { b.prose("", 9.8, 4.9, Ink, text, 2.4) }

// Small is a note set smaller than prose.
func (b *Book) Small(text string) { b.prose("", 8, 4, Muted, text, 2) }

func (b *Book) prose(style string, size, height float64, c Colour, text string, after float64) {
	b.font(style, size, c)
	b.pdf.SetX(b.left)
	b.pdf.MultiCell(b.width, height, b.tr(text), "", "L", false)
	b.Skip(after)
}

// Bullets is a list of short paragraphs.
func (b *Book) Bullets(items ...string) {
	for _, item := range items {
		b.font("B", 9.8, Accent)
		b.pdf.SetX(b.left)
		b.pdf.CellFormat(5, 4.9, b.tr("•"), "", 0, "L", false, 0, "")
		b.font("", 9.8, Ink)
		b.pdf.MultiCell(b.width-5, 4.9, b.tr(item), "", "L", false)
		b.Skip(1.2)
	}
	b.Skip(1.4)
}

// Box is a paragraph on a tinted ground with a title of its own.
func (b *Book) Box(title, text string) {
	const pad = 4.0
	b.font("", 9.5, Ink)
	lines := b.pdf.SplitLines([]byte(b.tr(text)), b.width-2*pad-2)
	h := float64(len(lines))*4.8 + 7 + 2*pad
	y := b.pdf.GetY() + 1
	b.fill(b.left, y, b.width, h, Pale)
	b.fill(b.left, y, 1.4, h, Leaf)
	b.pdf.SetXY(b.left+pad, y+pad)
	b.font("B", 10, Deep)
	b.pdf.CellFormat(b.width-2*pad, 5, b.tr(title), "", 1, "L", false, 0, "")
	b.pdf.SetXY(b.left+pad, y+pad+6.5)
	b.font("", 9.5, Ink)
	b.pdf.MultiCell(b.width-2*pad, 4.8, b.tr(text), "", "L", false)
	b.pdf.SetXY(b.left, y+h+3)
}

// Figure is a number that is shown large.
type Figure struct{ Value, Label string }

// Figures shows numbers side by side on tiles.
func (b *Book) Figures(fs ...Figure) {
	const gap, h = 4.0, 25.0
	w := (b.width - gap*float64(len(fs)-1)) / float64(len(fs))
	y := b.pdf.GetY() + 1
	for i, f := range fs {
		x := b.left + float64(i)*(w+gap)
		b.fill(x, y, w, h, Pale)
		b.fill(x, y, w, 1.2, Leaf)
		b.pdf.SetXY(x+3, y+4)
		b.font("B", 15, Deep)
		b.pdf.CellFormat(w-6, 7, b.tr(f.Value), "", 0, "L", false, 0, "")
		b.pdf.SetXY(x+3, y+12)
		b.font("", 8, Muted)
		b.pdf.MultiCell(w-6, 3.8, b.tr(f.Label), "", "L", false)
	}
	b.pdf.SetXY(b.left, y+h+5)
}

// Contents is a list of titles with their pages.
func (b *Book) Contents(entries ...Figure) {
	for _, e := range entries {
		b.font("", 10.5, Ink)
		b.pdf.SetX(b.left)
		b.pdf.CellFormat(b.width-12, 7, b.tr(e.Label), "", 0, "L", false, 0, "")
		b.font("B", 10.5, Deep)
		b.pdf.CellFormat(12, 7, b.tr(e.Value), "", 1, "R", false, 0, "")
		b.line(b.left, b.pdf.GetY(), b.left+b.width, Rule)
	}
	b.Skip(4)
}
