package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// sheet is a page that is set line by line.
type sheet struct{ RawPage }

func newSheet() *sheet { return &sheet{RawPage{Width: 600, Height: 800}} }

// set writes a line at x on a baseline.
func (s *sheet) set(x, base, size float64, text string) {
	s.Words = append(s.Words, wordsAt(x, base, size, text)...)
}

// bold makes the words of the last call so.
func (s *sheet) bold(x, base, size float64, text string) {
	ws := wordsAt(x, base, size, text)
	for i := range ws {
		ws[i].Bold = true
	}
	s.Words = append(s.Words, ws...)
}

// column writes n lines of prose that name themselves, from a baseline down.
func (s *sheet) column(name string, x, base, wide float64, n int) {
	for i := range n {
		s.set(x, base+13*float64(i), 10, s.prose(fmt.Sprintf("%s%d", name, i+1), wide))
	}
}

// prose is a line of words as wide as the column, which begins with a name.
func (s *sheet) prose(name string, wide float64) string {
	line := name
	for _, w := range strings.Fields(strings.Repeat("we keep water and energy in use for all of us ", 9)) {
		if float64(len(line)+1+len(w))*5 > wide {
			break
		}
		line += " " + w
	}
	return line
}

// read returns the page and the first word of each line in reading order.
func (s *sheet) read(t *testing.T) (*document.Page, string) {
	t.Helper()
	d := Assemble(Raw{SHA256: "x", Pages: []RawPage{s.RawPage}, Outline: []document.Heading{}})
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	p := &d.Pages[0]
	runes := []rune(p.Text)
	var firsts []string
	for _, l := range p.Lines {
		if fields := strings.Fields(string(runes[l.Start:l.End])); len(fields) > 0 {
			firsts = append(firsts, fields[0])
		}
	}
	return p, strings.Join(firsts, " ")
}

// lines are the first words of a column's lines.
func lines(name string, from, to int) string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf("%s%d", name, i))
	}
	return strings.Join(out, " ")
}

func TestReadingOrder(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(s *sheet)
		want []string
	}{
		"two columns under a heading as wide as both": {func(s *sheet) {
			s.set(40, 100, 20, "Heading of the whole page above them")
			s.column("a", 40, 140, 240, 10)
			s.column("b", 310, 140, 240, 8)
		}, []string{"Heading", lines("a", 1, 10), lines("b", 1, 8)}},
		"paragraphs whose gaps stand at one height": {func(s *sheet) {
			for _, top := range []float64{100, 180} {
				s.column(map[float64]string{100: "a", 180: "c"}[top], 40, top, 240, 4)
				s.column(map[float64]string{100: "b", 180: "d"}[top], 310, top, 240, 4)
			}
		}, []string{lines("a", 1, 4), lines("c", 1, 4), lines("b", 1, 4), lines("d", 1, 4)}},
		"three columns over two": {func(s *sheet) {
			for i, n := range []string{"a", "b", "c"} {
				s.column(n, 40+180*float64(i), 100, 160, 6)
			}
			s.column("d", 40, 300, 240, 6)
			s.column("e", 310, 300, 240, 6)
		}, []string{lines("a", 1, 6), lines("b", 1, 6), lines("c", 1, 6), lines("d", 1, 6), lines("e", 1, 6)}},
		"columns above and below a heading": {func(s *sheet) {
			s.column("a", 40, 100, 240, 6)
			s.column("b", 310, 100, 240, 6)
			s.set(40, 220, 16, "Heading that is as wide as the whole page is")
			s.column("c", 40, 250, 240, 6)
			s.column("d", 310, 250, 240, 6)
		}, []string{lines("a", 1, 6), lines("b", 1, 6), "Heading", lines("c", 1, 6), lines("d", 1, 6)}},
		"three lines in two columns between texts across": {func(s *sheet) {
			s.set(40, 80, 8, "Certified are all forests that we buy from in these years, also those of our suppliers, and the boards made of them")
			s.bold(40, 100, 12, "Water and packaging")
			s.column("a", 40, 118, 240, 3)
			s.column("b", 310, 118, 240, 3)
			s.set(40, 172, 8, "Certified are all forests that we buy from in these years, also those of our suppliers, and the boards made of them")
		}, []string{"Certified Water", lines("a", 1, 3), lines("b", 1, 3), "Certified"}},
		"a column that goes on beside boxes": {func(s *sheet) {
			s.column("a", 40, 100, 160, 24)
			s.column("b", 220, 100, 160, 8)
			s.column("c", 400, 100, 160, 8)
			for i, n := range []string{"d", "e", "f"} {
				x := 220 + 118*float64(i)
				s.Fills = append(s.Fills, paint.Fill{Box: paint.Rect{x - 6, 230, x + 106, 420}, Exact: true, Opacity: 1, Ink: 0xeeeeee})
				s.column(n, x, 250, 100, 8)
			}
		}, []string{lines("a", 1, 24), lines("b", 1, 8), lines("c", 1, 8), lines("d", 1, 8), lines("e", 1, 8), lines("f", 1, 8)}},
		"a sidebar with two columns of its own": {func(s *sheet) {
			s.column("a", 40, 100, 240, 20)
			s.Fills = append(s.Fills, paint.Fill{Box: paint.Rect{300, 85, 560, 260}, Exact: true, Opacity: 1, Ink: 0x002040})
			s.column("b", 310, 105, 110, 10)
			s.column("c", 440, 105, 110, 10)
			s.column("d", 310, 290, 240, 5)
		}, []string{lines("a", 1, 20), lines("b", 1, 10), lines("c", 1, 10), lines("d", 1, 5)}},
		"a pull quote across the gutter": {func(s *sheet) {
			s.column("a", 40, 100, 240, 6)
			s.column("b", 310, 100, 240, 6)
			for i := range 4 {
				base := 100 + 13*float64(6+i)
				s.set(40, base, 10, s.prose(fmt.Sprintf("a%d", 7+i), 150))
				s.set(400, base, 10, s.prose(fmt.Sprintf("b%d", 7+i), 150))
			}
			s.bold(230, 185, 12, "Quote of somebody of")
			s.bold(230, 201, 12, "ours on this page")
			s.column("c", 40, 232, 240, 6)
			s.column("d", 310, 232, 240, 6)
		}, []string{lines("a", 1, 10), lines("c", 1, 6), lines("b", 1, 10), lines("d", 1, 6), "Quote ours"}},
		"headings in the margin": {func(s *sheet) {
			s.column("a", 200, 100, 340, 6)
			s.set(60, 206, 16, "Margin")
			s.column("b", 200, 200, 340, 6)
			s.set(60, 304, 16, "Second")
			s.column("c", 200, 300, 340, 6)
		}, []string{lines("a", 1, 6), "Margin", lines("b", 1, 6), "Second", lines("c", 1, 6)}},
		"terms beside their definitions": {func(s *sheet) {
			for i, n := range []string{"a", "b", "c", "d"} {
				s.set(40, 100+60*float64(i), 10, "Term"+n+" of the list")
				s.column(n, 200, 100+60*float64(i), 340, 3)
			}
		}, []string{"Terma", lines("a", 1, 3), "Termb", lines("b", 1, 3), "Termc", lines("c", 1, 3), "Termd", lines("d", 1, 3)}},
		"two columns of a table of contents": {func(s *sheet) {
			for c, n := range []string{"a", "b"} {
				for i := range 8 {
					x, base := 40+270*float64(c), 100+16*float64(i)
					s.set(x, base, 10, fmt.Sprintf("%s%d part of the report", n, i+1))
					s.set(x+230, base, 10, fmt.Sprint(10+20*c+i))
				}
			}
		}, []string{lines("a", 1, 8), lines("b", 1, 8)}},
		"a justified line that a picture narrows": {func(s *sheet) {
			s.set(40, 100, 10, "a1")
			s.set(95, 100, 10, "net")
			s.set(40, 113, 10, "a2 ourselves it")
			s.column("b", 40, 126, 240, 4)
		}, []string{"a1 a2", lines("b", 1, 4)}},
		"notes at the foot of the left column": {func(s *sheet) {
			s.column("a", 40, 100, 240, 40)
			s.set(40, 700, 6, "1 Note of the company on what the column says and what it does not")
			s.column("b", 310, 100, 240, 44)
		}, []string{lines("a", 1, 40), lines("b", 1, 44), "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			c.set(s)
			if p, got := s.read(t); got != strings.Join(c.want, " ") {
				t.Errorf("got  %s\nwant %s\n%s", got, strings.Join(c.want, " "), p.Text)
			}
		})
	}
}

// The labels of a chart stand together, in rows, and cut no paragraph to pieces.
func TestLabelsOfAChart(t *testing.T) {
	s := newSheet()
	s.column("a", 40, 100, 240, 6)
	for i, v := range []string{"300", "200", "100", "0"} {
		s.set(50, 200+30*float64(i), 6, v)
	}
	for i, v := range []string{"2021", "2022", "2023"} {
		s.set(90+60*float64(i), 300, 6, v)
		s.set(90+60*float64(i), 280-20*float64(i), 6, fmt.Sprint(100+70*i))
	}
	s.column("b", 40, 340, 240, 6)
	p, _ := s.read(t)
	want := "240\n170\n100\n2021\t2022\t2023\n" // the scale of the axis is none of them
	rows := ""
	for _, b := range p.Blocks() {
		if b.Role == document.RoleRow {
			rows += string([]rune(p.Text)[b.Start:b.End]) + "\n"
		}
	}
	if rows != want {
		t.Errorf("rows %q, want %q\n%s", rows, want, p.Text)
	}
	if n := len(slices.DeleteFunc(p.Blocks(), func(b document.Block) bool { return b.Role != document.RoleBody })); n != 2 {
		t.Errorf("%d paragraphs\n%s", n, p.Text)
	}
}

// A page whose text is turned is read as it is written, and every line's place is that of the page as shown.
func TestTurnedPages(t *testing.T) {
	upright := newSheet()
	upright.column("a", 40, 100, 240, 6)
	upright.column("b", 310, 100, 240, 6)
	want, order := upright.read(t)
	for _, turn := range []int{90, 180, 270} {
		f := frames.Frame(turn)
		s := newSheet()
		off := map[int][2]float64{90: {0, -800}, 180: {-600, -800}, 270: {-600, 0}}[turn]
		for _, w := range upright.Words {
			// The same words as the frame sees them, put where the frame says that they are on the page.
			w.Edges = slices.Clone(w.Edges)
			for i := range w.Edges {
				w.Edges[i] += off[0]
			}
			w.Turn, w.Base = turn, f.Across(w.Base+off[1])
			w.Box = f.Page(paint.Rect{w.Box[0] + off[0], w.Box[1] + off[1], w.Box[2] + off[0], w.Box[3] + off[1]})
			s.Words = append(s.Words, w)
		}
		if turn != 180 {
			s.Width, s.Height = 800, 600
		}
		p, got := s.read(t)
		if got != order || p.Text != want.Text {
			t.Errorf("turned by %d: read %s", turn, got)
		}
		if p.Lines[0].Turn != turn {
			t.Errorf("turned by %d: the line says %d", turn, p.Lines[0].Turn)
		}
		first := s.Words[0].Box
		r := p.Rects(0, 2) // "a1"
		if len(r) != 1 || overlap(paint.Rect(r[0]), first) < 0.99 || overlap(first, paint.Rect(r[0])) < 0.99 {
			t.Errorf("turned by %d: the first word stands at %v, not at %v", turn, r, first)
		}
	}
}

func TestRolesAndLevels(t *testing.T) {
	s := newSheet()
	s.set(40, 80, 20, "Climate")
	s.column("a", 40, 110, 400, 4)
	s.bold(40, 180, 10, "Our target for 2030")
	s.column("b", 40, 195, 400, 4)
	s.set(40, 260, 10, "• first item of the list which goes on")
	s.set(50, 273, 10, "on a second line")
	s.set(40, 286, 10, "• second item")
	s.set(40, 299, 10, "and a paragraph")
	s.set(40, 330, 10, "1. numbered item")
	s.set(40, 343, 10, "2. numbered item")
	s.set(40, 400, 10, "Table 3: Emissions of our sites")
	s.set(40, 440, 10, "Table 4 shows the energy that we use in them.")
	s.set(40, 700, 6, "* Without the joint ventures")
	d := Assemble(Raw{SHA256: "x", Pages: []RawPage{s.RawPage}, Outline: []document.Heading{{Title: "1.2 our target FOR 2030", Level: 4, Page: 1}}})
	p := &d.Pages[0]
	var got []string
	for _, b := range p.Blocks() {
		got = append(got, fmt.Sprintf("%s %d %s", b.Role, b.Lines[0].Level, strings.Fields(string([]rune(p.Text)[b.Start:b.End]))[0]))
	}
	want := []string{
		"heading 1 Climate", "body 0 a1", "heading 4 Our", "body 0 b1", "item 0 •", "item 0 •",
		"body 0 and", "item 0 1.", "item 0 2.", "caption 0 Table", "body 0 Table", "note 0 *",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What heads a box beside the text heads the text of the box alone; a box that has most of the page's text is its ground.
func TestAsides(t *testing.T) {
	for name, c := range map[string]struct {
		boxed, own int // lines
		want       bool
	}{
		"a box below the text":    {4, 12, true},
		"a ground of most of it":  {12, 4, false},
		"a band behind its title": {0, 12, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.bold(40, 80, 14, "Our plan")
			s.column("a", 40, 110, 400, c.own)
			top := 130 + 13*float64(c.own)
			s.bold(60, top+30, 14, "An example of it")
			s.bold(60, top+48, 14, "From one site")
			s.column("b", 60, top+70, 380, c.boxed)
			s.Fills = []paint.Fill{{Box: paint.Rect{30, top, 480, top + 80 + 13*float64(c.boxed)}, Ink: 0xd0e0d0, Opacity: 1, Exact: true}}
			p, _ := s.read(t)
			marked := 0
			for _, l := range p.Lines {
				if l.Aside > 0 {
					marked++
				}
			}
			if marked != map[bool]int{true: c.boxed + 2}[c.want] {
				t.Errorf("%d lines are aside: %+v", marked, p.Lines)
			}
		})
	}
}

// Bullets that stand far from their items begin them, and are no column of their own; a row of dots in a table is no list.
func TestBulletsFarFromTheirItems(t *testing.T) {
	s := newSheet()
	items := []string{"Scope 1 and 2 emissions: 19 722 t, down by a quarter", "most of our wood is certified", "52 accidents at work", "15 hours of training"}
	for i, item := range items {
		s.set(64, 97.6+12*float64(i), 6, "•") // in another font, above the baseline
		s.set(84, 100+12*float64(i), 8, item)
	}
	p, _ := s.read(t)
	if n := strings.Count(p.Text, "\n\n"); n != 3 || !strings.Contains(p.Text, "• most of our wood is certified") {
		t.Errorf("read %q", p.Text)
	}
	dots := newSheet()
	for i, label := range []string{"Board", "Audit committee", "Works council"} {
		dots.set(40, 100+12*float64(i), 8, label)
		dots.set(140, 100+12*float64(i), 8, "•")
		dots.set(160, 100+12*float64(i), 8, "•")
	}
	if p, _ := dots.read(t); strings.Contains(p.Text, "• •\n•") {
		t.Errorf("read %q", p.Text)
	}
}

// What is set apart letter by letter is a word, a raised figure no part of the number before it.
func TestWordsOfALine(t *testing.T) {
	spaced := newSheet()
	x := 40.0
	for _, w := range []string{"CLIMATE", "ACTION"} {
		for _, r := range w {
			spaced.set(x, 100, 10, string(r))
			x += 9
		}
		x += 8
	}
	if p, _ := spaced.read(t); p.Text != "CLIMATE ACTION\n" {
		t.Errorf("set apart: %q", p.Text)
	}
	raisedMark := newSheet()
	raisedMark.set(40, 100, 10, "we emitted 12")
	mark := wordsAt(100.5, 96, 6, "3")
	raisedMark.Words = append(raisedMark.Words, mark...)
	raisedMark.set(107, 100, 10, "tons")
	if p, _ := raisedMark.read(t); p.Text != "we emitted 12³ tons\n" {
		t.Errorf("raised: %q", p.Text)
	}
	row := newSheet()
	row.set(40, 100, 10, "Scope 1 emissions")
	row.set(240, 100, 10, "12.5")
	row.set(320, 100, 10, "13.5")
	if p, _ := row.read(t); p.Text != "Scope 1 emissions\t12.5\t13.5\n" || p.Lines[0].Role != document.RoleRow {
		t.Errorf("row: %q %s", p.Text, p.Lines[0].Role)
	}
}
