package layout

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// vocabularyOfPages is what the words of made-up pages are taken from.
var vocabularyOfPages = strings.Fields(`Scope emissions sustain- ability • 1. (a) 12,345 2024 ﬁscal é n/a x 4 www.a.b- → – 99.3% the and
	governance. CO 2 e 7.10 * ¹ Total a-b re` + "\u00ad" + ` e` + "\u0301" + ` ` + "\u00a0 \ufffd \uf0b7 A B C D")

// pageOf makes a page of bytes: six of them for each word, or for an area or a rule.
func pageOf(data []byte) *paint.Page {
	p := &paint.Page{Width: 600, Height: 800}
	for len(data) >= 6 && len(p.Glyphs) < 700 {
		x, y, kind, size, pick, turn := float64(data[0])*2.5, float64(data[1])*3.3, data[2], data[3], data[4], data[5]
		data = data[6:]
		switch {
		case kind == 255:
			p.Fills = append(p.Fills, paint.Fill{Box: paint.Rect{x, y, x + float64(size)*2, y + float64(pick)*2}, Exact: true, Opacity: 1, Ink: paint.Color(turn)})
		case kind == 254:
			p.Rules = append(p.Rules, paint.Rule{X0: x, Y0: y, X1: x + float64(size)*3, Y1: y, Width: 1})
		case kind == 253:
			p.Rules = append(p.Rules, paint.Rule{X0: x, Y0: y, X1: x, Y1: y + float64(size)*3, Width: 1})
		case kind == 252:
			x = math.NaN()
			fallthrough
		default:
			p.Glyphs = append(p.Glyphs, paint.Glyph{
				Text: vocabularyOfPages[int(pick)%len(vocabularyOfPages)], Origin: [2]float64{x, y}, Size: 4 + float64(size%28), Turn: 90 * int(turn%4),
				Skewed: turn > 250, Bold: kind&1 > 0, Italic: kind&2 > 0, Font: int(kind & 4), Ink: paint.Color(kind) << 12, Order: len(p.Glyphs),
			})
		}
	}
	return p
}

// wordsOf makes a word of each glyph of such a page. Where kind says so its edges are nonsense.
func wordsOf(p *paint.Page) []paint.Word {
	var out []paint.Word
	for i, g := range p.Glyphs {
		n := len([]rune(g.Text))
		long, x, y := float64(n)*g.Size/2, g.Origin[0], g.Origin[1]
		w := paint.Word{
			Text: g.Text, Size: g.Size, Turn: g.Turn, Skewed: g.Skewed, Bold: g.Bold,
			Italic: g.Italic, Ink: g.Ink, Order: i, Base: y, Raised: g.Font > 0 && g.Size < 9,
		}
		from := x
		switch g.Turn {
		case 0:
			w.Box = paint.Rect{x, y - 0.8*g.Size, x + long, y + 0.2*g.Size}
		case 90:
			w.Box, w.Base, from = paint.Rect{x - 0.2*g.Size, y, x + 0.8*g.Size, y + long}, x, y
		case 180:
			w.Box, from = paint.Rect{x - long, y - 0.2*g.Size, x, y + 0.8*g.Size}, -x
		case 270:
			w.Box, w.Base, from = paint.Rect{x - 0.8*g.Size, y - long, x + 0.2*g.Size, y}, x, -y
		}
		for j := range n + 1 {
			w.Edges = append(w.Edges, from+float64(j)*g.Size/2)
		}
		switch g.Ink >> 12 & 15 {
		case 13:
			w.Edges = w.Edges[:1]
		case 14:
			w.Edges[0] = math.Inf(1)
		case 15:
			w.Edges[n/2], w.Edges[n] = w.Edges[n], w.Edges[n/2]
		}
		out = append(out, w)
	}
	return out
}

// rawOf is what is kept of such a page.
func rawOf(p *paint.Page) RawPage {
	out := rawPage(p)
	out.Words = wordsOf(p)
	out.Tables = table.Find(out.Words, p)
	return out
}

// placed are the letters and digits of the words that have a place.
func placed(words []paint.Word) map[rune]int {
	var b strings.Builder
	for i := range words {
		if w, ok := newWord(&words[i], frames.Frame(90*frames.Quarter(words[i].Turn))); ok {
			b.WriteString(string(w.text))
		}
	}
	return characters(b.String())
}

// holds checks what every reader of a page relies on.
func holds(t interface{ Fatalf(string, ...any) }, pages []RawPage) {
	d := Assemble(Raw{SHA256: "x", Pages: pages, Outline: []document.Heading{}})
	if err := d.Validate(); err != nil { // offsets within the text, lines in order, edges that never fall
		t.Fatalf("%v", err)
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		got, want := characters(p.Text), placed(pages[i].Words)
		if missing, _, which := lacking(want, got); missing > 0 {
			t.Fatalf("%d letters are lost: %s\n%q", missing, which, p.Text)
		}
		if more, _, which := lacking(got, want); more > 0 {
			t.Fatalf("%d letters are made up: %s\n%q", more, which, p.Text)
		}
		inLines, runes := 0, []rune(p.Text)
		for _, l := range p.Lines {
			inLines += len(strings.Join(strings.Fields(string(runes[l.Start:l.End])), ""))
			if len(l.Edges) == 0 || p.Rects(l.Start, l.End) == nil {
				t.Fatalf("line %d..%d has no place", l.Start, l.End)
			}
		}
		if all := len(strings.Join(strings.Fields(p.Text), "")); inLines != all {
			t.Fatalf("lines hold %d of %d bytes", inLines, all)
		}
	}
	again := Assemble(Raw{SHA256: "x", Pages: pages, Outline: []document.Heading{}})
	a, err := document.Encode(d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if b, err := document.Encode(again); err != nil || !bytes.Equal(a, b) {
		t.Fatalf("the same words gave two documents (%v)", err)
	}
}

// Whatever words stand wherever on a page, a document comes out that holds together and has every letter.
func FuzzLayout(f *testing.F) {
	two := []byte{}
	for row := range byte(12) {
		for _, x := range []byte{10, 30, 50, 130, 150, 170} {
			two = append(two, x, 20+5*row, 0, 6, row*7+x, 0)
		}
	}
	f.Add(two)
	f.Add([]byte{0, 0, 255, 250, 250, 7, 10, 10, 0, 8, 2, 1, 10, 14, 0, 8, 3, 3, 0, 50, 254, 200, 0, 0, 9, 9, 252, 0, 0, 0})
	f.Add(bytes.Repeat([]byte{40, 40, 4, 1, 23, 251}, 30))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := pageOf(data)
		raw := rawOf(p)
		holds(t, []RawPage{raw, raw})
	})
}

// The same of pages that look more like ones: columns of lines, headings across them, tables, notes.
func TestLayoutOfRandomPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &paint.Page{Width: 600, Height: 800}
		y := 60.0
		line := func(x, size float64, n int) {
			for range n {
				g := paint.Glyph{Text: rapid.SampledFrom(vocabularyOfPages).Draw(t, "word"), Origin: [2]float64{x, y}, Size: size, Order: len(p.Glyphs)}
				p.Glyphs = append(p.Glyphs, g)
				x += (float64(len([]rune(g.Text)))/2 + 0.3) * size
			}
		}
		for range rapid.IntRange(1, 5).Draw(t, "parts") {
			columns := rapid.IntRange(1, 4).Draw(t, "columns")
			size := rapid.SampledFrom([]float64{6, 9, 10, 18}).Draw(t, "size")
			for range rapid.IntRange(1, 12).Draw(t, "lines") {
				for c := range columns {
					line(40+float64(c)*540/float64(columns), size, rapid.IntRange(0, 14/columns).Draw(t, "words"))
				}
				y += 1.3 * size
			}
			y += rapid.SampledFrom([]float64{0, 8, 40}).Draw(t, "gap")
		}
		holds(t, []RawPage{rawOf(p)})
	})
}
