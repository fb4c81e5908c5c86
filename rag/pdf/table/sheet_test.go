package table_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/join"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// sheet is a page that a test draws.
type sheet struct {
	page  paint.Page
	words []paint.Word
	size  float64
	bold  bool
	ink   paint.Color
}

func newSheet() *sheet {
	return &sheet{page: paint.Page{Width: 595, Height: 842}, size: 9}
}

// advance is how wide a text is: a fixed share of the size for each character.
func (s *sheet) advance(text string) float64 {
	return 0.5 * s.size * float64(utf8.RuneCountInString(text))
}

// word puts one word with its left edge at x on a baseline.
func (s *sheet) word(x, base float64, text string) float64 {
	end := x + s.advance(text)
	s.words = append(s.words, paint.Word{
		Text: text, Box: paint.Rect{x, base - 0.8*s.size, end, base + 0.2*s.size}, Base: base, Size: s.size,
		Bold: s.bold, Ink: s.ink, Order: len(s.words) + len(s.page.Rules) + len(s.page.Fills),
	})
	return end
}

// text puts words with a space of a quarter of the size between them.
func (s *sheet) text(x, base float64, text string) {
	for _, w := range strings.Fields(text) {
		x = s.word(x, base, w) + 0.25*s.size
	}
}

func (s *sheet) width(text string) float64 {
	words := strings.Fields(text)
	w := 0.25 * s.size * float64(len(words)-1)
	for _, t := range words {
		w += s.advance(t)
	}
	return w
}

// right ends a text at x; centre puts its middle there.
func (s *sheet) right(x, base float64, text string)  { s.text(x-s.width(text), base, text) }
func (s *sheet) centre(x, base float64, text string) { s.text(x-s.width(text)/2, base, text) }

// raised puts a footnote mark where the last word ends.
func (s *sheet) raised(mark string) {
	last := s.words[len(s.words)-1]
	size := s.size
	s.size *= 0.6
	s.word(last.Box[2]+0.3, last.Base-0.35*size, mark)
	s.words[len(s.words)-1].Raised = true
	s.size = size
}

func (s *sheet) order() int { return len(s.words) + len(s.page.Rules) + len(s.page.Fills) }

func (s *sheet) across(x0, x1, y float64) {
	s.page.Rules = append(s.page.Rules, paint.Rule{X0: x0, X1: x1, Y0: y, Y1: y, Width: 0.5, Order: s.order()})
}

func (s *sheet) down(x, y0, y1 float64) {
	s.page.Rules = append(s.page.Rules, paint.Rule{X0: x, X1: x, Y0: y0, Y1: y1, Width: 0.5, Order: s.order()})
}

func (s *sheet) fill(x0, y0, x1, y1 float64, ink paint.Color) {
	s.page.Fills = append(s.page.Fills, paint.Fill{Box: paint.Rect{x0, y0, x1, y1}, Exact: true, Ink: ink, Opacity: 1, Order: s.order()})
}

// lattice draws the borders of all cells.
func (s *sheet) lattice(xs, ys []float64) {
	for _, y := range ys {
		s.across(xs[0], xs[len(xs)-1], y)
	}
	for _, x := range xs {
		s.down(x, ys[0], ys[len(ys)-1])
	}
}

// strong writes what f does in bold.
func (s *sheet) strong(f func()) {
	s.bold = true
	f()
	s.bold = false
}

func (s *sheet) tables() []table.Table { return table.Find(s.words, &s.page) }

// join completes the tables of sheets that follow one another.
func joined(sheets ...*sheet) [][]document.Table {
	pages := make([]table.Page, len(sheets))
	for i, s := range sheets {
		pages[i] = table.Page{Words: s.words, Width: s.page.Width, Height: s.page.Height, Tables: s.tables()}
	}
	return join.Pages(pages)
}

// one completes a page that must hold exactly one table.
func one(t *testing.T, s *sheet) document.Table {
	t.Helper()
	all := joined(s)
	if len(all[0]) != 1 {
		for _, table := range all[0] {
			t.Logf("%s", show(table))
		}
		t.Fatalf("%d tables found, want one", len(all[0]))
	}
	return all[0][0]
}

// show prints the texts of a table, rows by lines and cells by bars.
func show(t document.Table) string {
	var b strings.Builder
	for _, row := range t.Rows {
		for i, c := range row {
			if i > 0 {
				b.WriteString("|")
			}
			b.WriteString(c.Text)
			if c.Rows > 1 || c.Cols > 1 {
				fmt.Fprintf(&b, "{%d,%d}", max(c.Rows, 1), max(c.Cols, 1))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// wantTable compares texts and extents.
func wantTable(t *testing.T, got document.Table, rows ...string) {
	t.Helper()
	if want := strings.Join(rows, "\n") + "\n"; show(got) != want {
		t.Errorf("got\n%swant\n%s", show(got), want)
	}
}

// cell finds the cell with that text.
func cell(t *testing.T, table document.Table, text string) document.Cell {
	t.Helper()
	for _, row := range table.Rows {
		for _, c := range row {
			if c.Text == text {
				return c
			}
		}
	}
	t.Fatalf("no cell %q in\n%s", text, show(table))
	return document.Cell{}
}

// wantCell compares what was carried into a cell: paths with slashes, unit, period, value.
func wantCell(t *testing.T, table document.Table, text, row, column, unit, period, value string) {
	t.Helper()
	c := cell(t, table, text)
	got := fmt.Sprintf("row %s, column %s, unit %s, period %s, value %s", strings.Join(c.RowPath, "/"), strings.Join(c.ColPath, "/"), c.Unit, c.Period, c.Value)
	if want := fmt.Sprintf("row %s, column %s, unit %s, period %s, value %s", row, column, unit, period, value); got != want {
		t.Errorf("%s:\n got %s\nwant %s", text, got, want)
	}
}
