package table_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/join"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// drawn is a table that a property test made up: its texts, and the page that shows it.
type drawn struct {
	sheet *sheet
	rows  [][]string
}

var labels = []string{
	"Natural gas", "Diesel and petrol", "Electricity", "District heating", "Business travel",
	"Waste in operations", "Capital goods", "Upstream transport",
}

// anyTable draws a table in one of the ways tables are drawn.
func anyTable(t *rapid.T) drawn {
	s := newSheet()
	s.size = rapid.SampledFrom([]float64{6, 7, 9, 11}).Draw(t, "size")
	rows := rapid.IntRange(3, 9).Draw(t, "rows")
	cols := rapid.IntRange(2, 5).Draw(t, "columns")
	style := rapid.SampledFrom([]string{"bare", "lattice", "lines", "stripes"}).Draw(t, "style")
	d := drawn{sheet: s}
	head := []string{""}
	for c := range cols {
		head = append(head, fmt.Sprint(2023-c))
	}
	d.rows = append(d.rows, head)
	for r := range rows {
		row := []string{labels[(r*3+cols)%len(labels)]}
		for c := range cols {
			v := rapid.IntRange(0, 99_999).Filter(noYear).Draw(t, "value")
			if (r+c)%3 == 0 {
				row = append(row, fmt.Sprintf("%d.%d", v, c))
			} else {
				row = append(row, fmt.Sprint(v))
			}
		}
		d.rows = append(d.rows, row)
	}
	pitch := s.size * rapid.SampledFrom([]float64{1.7, 2, 2.6}).Draw(t, "pitch")
	left, width, column := 60.0, 12*s.size, 5.5*s.size
	right := left + width + column*float64(cols)
	xs, ys := []float64{left - 3, left + width}, []float64{100 - pitch*0.7}
	for c := 1; c <= cols; c++ {
		xs = append(xs, left+width+column*float64(c))
	}
	for r, row := range d.rows {
		y := 100 + pitch*float64(r)
		ys = append(ys, y+pitch*0.3)
		if style == "stripes" && r%2 == 0 {
			s.fill(left-3, y-pitch*0.7, right+3, y+pitch*0.3, 0xDDE6EE)
		}
		s.text(left, y, row[0])
		for c, v := range row[1:] {
			s.right(left+width+column*float64(c+1)-2, y, v)
		}
	}
	switch style {
	case "lattice":
		s.lattice(xs, ys)
	case "lines":
		for _, y := range ys {
			s.across(left-3, right+3, y)
		}
	}
	return d
}

// noYear leaves out the numbers that may be years: one of them below a head can be the head of what stands below it, and only reading can tell.
func noYear(v int) bool { return v < 1900 || v > 2100 }

// outline is what Find says of a page, without places.
func outline(s *sheet) string {
	var b strings.Builder
	for _, t := range s.tables() {
		fmt.Fprintf(&b, "%d x %d ruled %v\n", t.Rows, t.Cols, t.Ruled)
		for _, c := range t.Cells {
			fmt.Fprintf(&b, "%d,%d+%dx%d:", c.Row, c.Col, c.RowSpan, c.ColSpan)
			for _, l := range c.Lines {
				for _, i := range l {
					b.WriteString(" " + s.words[i].Text)
				}
				b.WriteString(" /")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Whatever way a table is drawn, its cells come out as they were put in.
func TestAnyTableIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyTable(t)
		all := joined(d.sheet)
		if len(all[0]) != 1 {
			t.Fatalf("%d tables, want one", len(all[0]))
		}
		want := ""
		for _, row := range d.rows {
			want += strings.Join(row, "|") + "\n"
		}
		if got := show(all[0][0]); got != want {
			t.Fatalf("got\n%swant\n%s", got, want)
		}
		for r, row := range all[0][0].Rows[1:] {
			for c, cell := range row[1:] {
				if cell.Value != d.rows[r+1][c+1] || cell.Period != d.rows[0][c+1] || strings.Join(cell.RowPath, "/") != d.rows[r+1][0] {
					t.Fatalf("cell %d,%d is %+v", r, c, cell)
				}
			}
		}
	})
}

// The order in which words come, where on the page the table stands, how large it is printed and in which
// direction it is written change nothing.
func TestPlaceAndOrderDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyTable(t)
		want := outline(d.sheet)
		mixed := *d.sheet
		mixed.words = rapid.Permutation(d.sheet.words).Draw(t, "order")
		if got := outline(&mixed); got != want {
			t.Fatalf("mixed up\n%swas\n%s", got, want)
		}
		dx, dy := rapid.Float64Range(-40, 200).Draw(t, "right"), rapid.Float64Range(-60, 300).Draw(t, "down")
		if got := outline(d.sheet.moved(1, dx, dy)); got != want {
			t.Fatalf("moved by %v, %v\n%swas\n%s", dx, dy, got, want)
		}
		k := rapid.Float64Range(0.3, 4).Draw(t, "scale")
		if got := outline(d.sheet.moved(k, 0, 0)); got != want {
			t.Fatalf("scaled by %v\n%swas\n%s", k, got, want)
		}
		turn := rapid.SampledFrom([]int{90, 180, 270}).Draw(t, "turn")
		if got := outline(d.sheet.turned(turn)); got != want {
			t.Fatalf("turned by %d\n%swas\n%s", turn, got, want)
		}
	})
}

// moved scales a page and shifts what is on it.
func (s *sheet) moved(k, dx, dy float64) *sheet {
	out := *s
	out.page.Width, out.page.Height = k*s.page.Width, k*s.page.Height
	box := func(r paint.Rect) paint.Rect { return paint.Rect{k*r[0] + dx, k*r[1] + dy, k*r[2] + dx, k*r[3] + dy} }
	out.words = slices.Clone(s.words)
	for i := range out.words {
		w := &out.words[i]
		w.Box, w.Base, w.Size = box(w.Box), k*w.Base+dy, k*w.Size
	}
	out.page.Rules = slices.Clone(s.page.Rules)
	for i := range out.page.Rules {
		r := &out.page.Rules[i]
		r.X0, r.Y0, r.X1, r.Y1, r.Width = k*r.X0+dx, k*r.Y0+dy, k*r.X1+dx, k*r.Y1+dy, k*r.Width
	}
	out.page.Fills = slices.Clone(s.page.Fills)
	for i := range out.page.Fills {
		out.page.Fills[i].Box = box(out.page.Fills[i].Box)
	}
	return &out
}

// turned writes a page in another direction.
func (s *sheet) turned(turn int) *sheet {
	out := *s
	w, h := s.page.Width, s.page.Height
	if turn != 180 {
		out.page.Width, out.page.Height = h, w
	}
	point := func(x, y float64) (float64, float64) {
		switch turn {
		case 90:
			return h - y, x
		case 180:
			return w - x, h - y
		}
		return y, w - x
	}
	box := func(r paint.Rect) paint.Rect {
		x0, y0 := point(r[0], r[1])
		x1, y1 := point(r[2], r[3])
		return paint.Rect{math.Min(x0, x1), math.Min(y0, y1), math.Max(x0, x1), math.Max(y0, y1)}
	}
	out.words = slices.Clone(s.words)
	for i := range out.words {
		o := &out.words[i]
		x, y := point(o.Box[0], o.Base)
		if o.Turn%180 != 0 {
			x, y = point(o.Base, o.Box[1])
		}
		o.Box, o.Turn, o.Base = box(o.Box), (o.Turn+turn)%360, y
		if o.Turn%180 != 0 {
			o.Base = x
		}
	}
	out.page.Rules = slices.Clone(s.page.Rules)
	for i := range out.page.Rules {
		r := &out.page.Rules[i]
		b := box(paint.Rect{r.X0, r.Y0, r.X1, r.Y1})
		r.X0, r.Y0, r.X1, r.Y1 = b[0], b[1], b[2], b[3]
	}
	out.page.Fills = slices.Clone(s.page.Fills)
	for i := range out.page.Fills {
		out.page.Fills[i].Box = box(out.page.Fills[i].Box)
	}
	return &out
}

// check says what is wrong with the tables of a page.
func check(words []paint.Word, tables []table.Table) string {
	held := make([]bool, len(words))
	hold := func(items []int) string {
		for _, i := range items {
			if i < 0 || i >= len(words) || held[i] {
				return fmt.Sprintf("word %d of %d stands twice, or nowhere", i, len(words))
			}
			held[i] = true
		}
		return ""
	}
	for n, t := range tables {
		covered := make([]bool, t.Rows*t.Cols)
		for _, c := range t.Cells {
			if c.RowSpan < 1 || c.ColSpan < 1 || c.Row < 0 || c.Col < 0 || c.Row+c.RowSpan > t.Rows || c.Col+c.ColSpan > t.Cols {
				return fmt.Sprintf("table %d: cell %+v outside %d x %d", n, c, t.Rows, t.Cols)
			}
			for r := c.Row; r < c.Row+c.RowSpan; r++ {
				for k := c.Col; k < c.Col+c.ColSpan; k++ {
					if covered[r*t.Cols+k] {
						return fmt.Sprintf("table %d: place %d,%d belongs to two cells", n, r, k)
					}
					covered[r*t.Cols+k] = true
				}
			}
			for _, l := range c.Lines {
				if problem := hold(l); problem != "" || len(l) == 0 {
					return fmt.Sprintf("table %d: %s, or a line is empty", n, problem)
				}
			}
		}
		if slices.Contains(covered, false) {
			return fmt.Sprintf("table %d: a place belongs to no cell", n)
		}
		if problem := hold(t.Caption); problem != "" {
			return problem
		}
		for _, note := range t.Notes {
			if problem := hold(note); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// checkJoined says what is wrong with completed tables.
func checkJoined(pages []table.Page, all [][]document.Table) string {
	for i, p := range pages {
		if len(all[i]) != len(p.Tables) {
			return fmt.Sprintf("page %d: %d tables became %d", i, len(p.Tables), len(all[i]))
		}
		for j, t := range all[i] {
			if len(t.Rows) != p.Tables[j].Rows || t.HeaderRows > len(t.Rows) || t.HeaderCols > p.Tables[j].Cols || t.Format.Reason == "" {
				return fmt.Sprintf("page %d: table %d is %d rows, %d header rows, %d header columns, %+v", i, j, len(t.Rows), t.HeaderRows, t.HeaderCols, t.Format)
			}
			for _, row := range t.Rows {
				if len(row) != p.Tables[j].Cols {
					return fmt.Sprintf("page %d: table %d has a row of %d cells", i, j, len(row))
				}
				for _, c := range row {
					if strings.Trim(c.Value, "-0123456789.") != "" {
						return fmt.Sprintf("value %q", c.Value)
					}
				}
			}
		}
	}
	return ""
}

// FuzzFind reads bytes as a page: whatever stands where, the tables hold together.
func FuzzFind(f *testing.F) {
	for _, s := range []*sheet{newSheet(), newSheet()} {
		s.simple(100, []string{"in t", "2023", "2022"}, []string{"Gas", "1.234", "2,5 %"}, []string{"Total", "(7)", "n/a"})
		f.Add(pack(s))
	}
	f.Add([]byte("\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := unpack(data)
		tables := s.tables()
		if problem := check(s.words, tables); problem != "" {
			t.Fatal(problem)
		}
		page := table.Page{Words: s.words, Width: s.page.Width, Height: s.page.Height, Tables: tables}
		pages := []table.Page{page, page, {}}
		if problem := checkJoined(pages, join.Pages(pages)); problem != "" {
			t.Fatal(problem)
		}
	})
}

// texts are what a fuzzed page says; the interesting ones for tables.
var texts = []string{
	"Scope", "1", "1,234", "1.234,5", "(12)", "–", "n/a", "%", "in", "tCO2e", "2023", "FY", "Total", "kWh", "*", "2)", "(MWh)", "of", "Emis-", "sions",
	"1", "234", "€", "-5", "Table", "(", ")", ".", ",", "\u00ad", "\uf0b7", "²", "¹", "31",
	"December", "12,34,567", "999999999999999999999999999", "Yes", "x", "[1]",
}

// unpack makes a page of bytes: eight for each thing on it.
func unpack(data []byte) *sheet {
	s := newSheet()
	for len(data) >= 8 && len(s.words) < 400 {
		a, b := binary.LittleEndian.Uint16(data[1:]), binary.LittleEndian.Uint16(data[3:])
		x, y := float64(a%1200)/2, float64(b%1700)/2
		w, h := float64(data[5])*2, float64(data[6])/2
		switch kind := data[0]; kind % 8 {
		case 0:
			s.across(x, x+w, y)
		case 1:
			s.down(x, y, y+w)
		case 2:
			s.fill(x, y, x+w, y+h, paint.Color(data[7])*0x10101)
		default:
			s.size = 4 + float64(data[7]%12)
			s.bold = kind >= 200
			s.word(x, y, texts[int(data[5])%len(texts)])
			word := &s.words[len(s.words)-1]
			word.Raised = kind%8 == 3 && kind > 128
			switch data[6] {
			case 1:
				word.Turn = 90
			case 2:
				word.Turn = 270
			case 3:
				word.Box[0] = math.NaN()
			case 4:
				word.Size = 0
			case 5:
				word.Text = ""
			case 6:
				word.Skewed = true
			case 7:
				word.Box[2] = math.Inf(1)
			case 8:
				word.Size = -3
			case 9:
				word.Base = math.Inf(-1)
			}
		}
		data = data[8:]
	}
	return s
}

// pack writes a page of words for unpack, so that fuzzing begins with a table.
func pack(s *sheet) []byte {
	var out []byte
	for _, w := range s.words {
		at := max(slices.Index(texts, w.Text), 0)
		rec := make([]byte, 8)
		rec[0] = 4
		binary.LittleEndian.PutUint16(rec[1:], uint16(2*w.Box[0]))
		binary.LittleEndian.PutUint16(rec[3:], uint16(2*w.Base))
		rec[5], rec[6], rec[7] = byte(at), 255, 5
		out = append(out, rec...)
	}
	return out
}
