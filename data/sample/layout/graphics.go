package layout

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"github.com/go-pdf/fpdf"
)

// Cover is a first page without header and footer.
func (b *Book) Cover(company, title, subtitle, place string) {
	b.pdf.AddPage()
	b.plain = true
	b.fill(0, 0, pageWidth, 190, Deep)
	b.fill(0, 190, pageWidth, 5, Accent)
	// A skyline of blocks, the company's goods: bricks and boxes.
	heights := []float64{28, 46, 35, 62, 51, 78, 66, 92, 74, 58, 84, 70}
	for i, h := range heights {
		shades := []Colour{Leaf, {44, 104, 110}, {72, 126, 124}}
		b.fill(float64(i)*17.5, 190-h, 16, h, shades[i%len(shades)])
	}
	b.pdf.SetXY(marginX, 34)
	b.font("B", 14, Colour{224, 190, 160})
	b.pdf.CellFormat(contentWidth, 8, b.tr(company), "", 1, "L", false, 0, "")
	b.pdf.SetX(marginX)
	b.font("B", 36, White)
	b.pdf.MultiCell(contentWidth, 15, b.tr(title), "", "L", false)
	b.pdf.SetXY(marginX, 208)
	b.font("", 15, Deep)
	b.pdf.MultiCell(contentWidth, 8, b.tr(subtitle), "", "L", false)
	b.pdf.SetXY(marginX, pageHeight-30)
	b.font("", 9, Muted)
	b.pdf.MultiCell(contentWidth, 5, b.tr(place), "", "L", false)
}

// Bar is a group of a chart: one value per series.
type Bar struct {
	Label  string
	Values []float64
	Shown  []string // the values as they are printed
}

// Bars draws groups of upright bars with a legend. Colours go by series.
func (b *Book) Bars(title string, series []string, groups []Bar) {
	const height, labels = 52.0, 6.0
	colours := []Colour{Deep, Leaf, Accent, Muted}
	highest := 0.0
	for _, g := range groups {
		for _, v := range g.Values {
			highest = max(highest, v)
		}
	}
	b.font("B", 9, Deep)
	b.pdf.SetX(b.left)
	b.pdf.CellFormat(b.width, 6, b.tr(title), "", 1, "L", false, 0, "")
	top := b.pdf.GetY() + 4
	base := top + height
	slot := b.width / float64(len(groups))
	for i, g := range groups {
		w := slot * 0.78 / float64(len(g.Values))
		x := b.left + float64(i)*slot + slot*0.11
		for s, v := range g.Values {
			h := v / highest * (height - 6)
			b.fill(x, base-h, w-1, h, colours[s%len(colours)])
			b.font("", 7, Ink)
			b.pdf.SetXY(x-3, base-h-4)
			b.pdf.CellFormat(w+5, 4, b.tr(g.Shown[s]), "", 0, "C", false, 0, "")
			x += w
		}
		b.font("", 8, Ink)
		b.pdf.SetXY(b.left+float64(i)*slot, base+0.5)
		b.pdf.CellFormat(slot, labels, b.tr(g.Label), "", 0, "C", false, 0, "")
	}
	b.line(b.left, base, b.left+b.width, Muted)
	x, y := b.left, base+labels+1.5
	for s, name := range series {
		b.fill(x, y+1, 3, 3, colours[s%len(colours)])
		b.font("", 8, Muted)
		b.pdf.SetXY(x+4, y)
		w := b.pdf.GetStringWidth(b.tr(name)) + 4
		b.pdf.CellFormat(w, 5, b.tr(name), "", 0, "L", false, 0, "")
		x += w + 8
	}
	b.pdf.SetXY(b.left, y+8)
}

// Shares draws one bar divided by percentages, each part named below it.
func (b *Book) Shares(title string, parts []Bar) {
	colours := []Colour{Deep, Leaf, Accent, Muted, Rule}
	total := 0.0
	for _, p := range parts {
		total += p.Values[0]
	}
	b.font("B", 9, Deep)
	b.pdf.SetX(b.left)
	b.pdf.CellFormat(b.width, 6, b.tr(title), "", 1, "L", false, 0, "")
	x, y := b.left, b.pdf.GetY()+1
	for i, p := range parts {
		w := p.Values[0] / total * b.width
		b.fill(x, y, w-0.6, 9, colours[i%len(colours)])
		x += w
	}
	slot := b.width / float64(len(parts))
	for i, p := range parts {
		b.fill(b.left+float64(i)*slot, y+12.2, 3, 3, colours[i%len(colours)])
		b.font("", 8, Ink)
		b.pdf.SetXY(b.left+float64(i)*slot+4, y+11)
		b.pdf.MultiCell(slot-5, 4, b.tr(p.Label+" "+p.Shown[0]), "", "L", false)
	}
	b.pdf.SetXY(b.left, y+24)
}

// Scan is a page that holds nothing but a picture, as a scanner makes it.
func (b *Book) Scan(img image.Image) error {
	var data bytes.Buffer
	// Stored, not deflated: see the package comment.
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&data, img); err != nil {
		return fmt.Errorf("encoding the scanned page: %w", err)
	}
	b.images++
	name := fmt.Sprintf("scan%d", b.images)
	b.pdf.AddPage()
	b.plain = true
	b.pdf.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, &data)
	b.pdf.ImageOptions(name, 0, 0, pageWidth, pageHeight, false, fpdf.ImageOptions{ImageType: "png"}, 0, "")
	return b.pdf.Error()
}
