package layout

import "strings"

// Table is a grid with one header row. Widths are relative; the first column is text, the others are
// set to the right unless Text is true. Rows whose first cell begins with "=" are totals.
type Table struct {
	Caption string
	Header  []string
	Widths  []float64
	Rows    [][]string
	Text    bool
	Note    string
}

// Table sets a table with its caption above and its note below.
func (b *Book) Table(t Table) {
	const line = 4.4
	sum := 0.0
	for _, w := range t.Widths {
		sum += w
	}
	widths := make([]float64, len(t.Widths))
	for i, w := range t.Widths {
		widths[i] = w / sum * b.width
	}
	b.Skip(1)
	b.font("B", 9, Deep)
	b.pdf.SetX(b.left)
	b.pdf.MultiCell(b.width, 4.6, b.tr(t.Caption), "", "L", false)
	b.Skip(1)
	b.row(widths, t.Header, line, "B", White, &Deep, t.Text)
	for i, r := range t.Rows {
		style, cells := "", append([]string(nil), r...)
		if rest, total := strings.CutPrefix(cells[0], "="); total {
			style, cells[0] = "B", rest
		}
		var ground *Colour
		if i%2 == 1 || style == "B" {
			ground = &Pale
		}
		b.row(widths, cells, line, style, Ink, ground, t.Text)
	}
	b.line(b.left, b.pdf.GetY(), b.left+b.width, Deep)
	b.Skip(1.5)
	if t.Note != "" {
		b.Small(t.Note)
	}
	b.Skip(1.5)
}

// row sets one row as high as its longest cell.
func (b *Book) row(widths []float64, cells []string, line float64, style string, c Colour, ground *Colour, text bool) {
	const padX, padY = 1.6, 1.0
	b.font(style, 8.6, c)
	b.pdf.SetCellMargin(0) // before the lines are counted: the count takes the margin off the width
	lines := 1
	for i, cell := range cells {
		lines = max(lines, len(b.pdf.SplitLines([]byte(b.tr(cell)), widths[i]-2*padX)))
	}
	h := float64(lines)*line + 2*padY
	y := b.pdf.GetY()
	if ground != nil {
		b.fill(b.left, y, b.width, h, *ground)
	}
	x := b.left
	for i, cell := range cells {
		align := "R"
		if i == 0 || text {
			align = "L"
		}
		b.pdf.SetXY(x+padX, y+padY)
		b.pdf.MultiCell(widths[i]-2*padX, line, b.tr(cell), "", align, false)
		x += widths[i]
	}
	b.pdf.SetCellMargin(1)
	b.pdf.SetXY(b.left, y+h)
}
