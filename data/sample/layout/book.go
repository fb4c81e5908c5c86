// Package layout sets the pages of a made-up report: cover, coloured headings, prose in one or two
// columns, ruled tables, bar charts drawn with rectangles, footers with page numbers.
//
// A Book is used by one goroutine, page after page, and ended by Bytes. Its output is a function of the
// calls alone: the dates are fixed, objects are sorted, and what it writes is not compressed unless
// asked for, so that another release of the compressor does not change the bytes.
package layout

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-pdf/fpdf"
)

// Page geometry in millimetres (A4).
const (
	pageWidth, pageHeight = 210.0, 297.0
	marginX, marginTop    = 20.0, 24.0
	marginBottom          = 24.0
	contentWidth          = pageWidth - 2*marginX
	gutter                = 8.0
)

// Colour is red, green, blue, 0-255.
type Colour [3]int

// The colours of the house.
var (
	Ink    = Colour{38, 44, 48}
	Muted  = Colour{112, 122, 128}
	Deep   = Colour{18, 74, 82}
	Accent = Colour{198, 106, 48}
	Leaf   = Colour{92, 142, 96}
	Pale   = Colour{233, 240, 239}
	Rule   = Colour{196, 206, 206}
	White  = Colour{255, 255, 255}
)

// Options describe a Book as a whole.
type Options struct {
	Title    string
	Author   string
	Footer   string // left of the page number
	Language string // BCP 47
	Created  time.Time
	Compress bool
}

// Book is a report being set.
type Book struct {
	pdf     *fpdf.Fpdf
	tr      func(string) string
	footer  string
	chapter string
	plain   bool    // the current page has no header and no footer
	left    float64 // the current column
	width   float64
	images  int
}

// New starts a report without pages.
func New(o Options) *Book {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCompression(o.Compress)
	if o.Created.IsZero() { // the library would take the present second, and two books of the same calls would differ
		o.Created = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	pdf.SetCreationDate(o.Created)
	pdf.SetModificationDate(o.Created)
	pdf.SetProducer("layout", true)
	pdf.SetTitle(o.Title, true)
	pdf.SetAuthor(o.Author, true)
	pdf.SetLang(o.Language)
	pdf.SetMargins(marginX, marginTop, marginX)
	pdf.SetAutoPageBreak(false, marginBottom)
	b := &Book{pdf: pdf, tr: pdf.UnicodeTranslatorFromDescriptor(""), footer: o.Footer}
	b.full()
	pdf.SetFooterFunc(b.setFooter)
	return b
}

// Bytes ends the report.
func (b *Book) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := b.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("setting the report: %w", err)
	}
	return out.Bytes(), nil
}

// Room is the height left on the page, in millimetres.
func (b *Book) Room() float64 { return pageHeight - marginBottom - b.pdf.GetY() }

// Page starts a page of a chapter; the chapter's name stands at its head.
func (b *Book) Page(chapter string) {
	b.chapter = chapter
	b.full()
	b.pdf.AddPage()
	b.plain = false
	b.font("", 8, Muted)
	b.pdf.SetXY(marginX, 12)
	b.pdf.CellFormat(contentWidth, 5, b.tr(chapter), "", 0, "L", false, 0, "")
	b.line(marginX, 18, pageWidth-marginX, Rule)
	b.pdf.SetXY(marginX, marginTop)
}

// setFooter is called by the document when a page ends.
func (b *Book) setFooter() {
	if b.plain {
		return
	}
	b.line(marginX, pageHeight-16, pageWidth-marginX, Rule)
	b.font("", 8, Muted)
	b.pdf.SetXY(marginX, pageHeight-14)
	b.pdf.CellFormat(contentWidth-20, 5, b.tr(b.footer), "", 0, "L", false, 0, "")
	b.font("B", 8, Deep)
	b.pdf.CellFormat(20, 5, fmt.Sprint(b.pdf.PageNo()), "", 0, "R", false, 0, "")
}

// Columns sets left and right side by side; each is called with its column in force.
func (b *Book) Columns(left, right func()) {
	top, w := b.pdf.GetY(), (contentWidth-gutter)/2
	b.column(marginX, w, top)
	left()
	bottom := b.pdf.GetY()
	b.column(marginX+w+gutter, w, top)
	right()
	bottom = max(bottom, b.pdf.GetY())
	b.column(marginX, contentWidth, bottom)
}

func (b *Book) column(x, w, y float64) {
	b.left, b.width = x, w
	b.pdf.SetLeftMargin(x)
	b.pdf.SetXY(x, y)
}

func (b *Book) full() {
	b.left, b.width = marginX, contentWidth
	b.pdf.SetLeftMargin(marginX)
}

func (b *Book) font(style string, size float64, c Colour) {
	b.pdf.SetFont("Helvetica", style, size)
	b.pdf.SetTextColor(c[0], c[1], c[2])
}

func (b *Book) line(x0, y, x1 float64, c Colour) {
	b.pdf.SetDrawColor(c[0], c[1], c[2])
	b.pdf.SetLineWidth(0.2)
	b.pdf.Line(x0, y, x1, y)
}

func (b *Book) fill(x, y, w, h float64, c Colour) {
	b.pdf.SetFillColor(c[0], c[1], c[2])
	b.pdf.Rect(x, y, w, h, "F")
}

// Skip leaves h millimetres empty.
func (b *Book) Skip(h float64) { b.pdf.SetXY(b.left, b.pdf.GetY()+h) }
