package paint

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"
	"unicode/utf8"
)

// few bounds what one input may cost.
var fuzzLimits = Limits{Glyphs: 2_000, Areas: 2_000, Work: 500_000}

// FuzzScene: whatever stands in the SVG and the HTML, a page comes out whose numbers a page can have, whose
// words hold its letters, and nothing that is concealed is without a reason.
func FuzzScene(f *testing.F) {
	var s setting
	s.line(s.line(50, 100, 10, "we cut CO₂ by 12"), 96, 6, "1")
	f.Add(`<svg width="600" height="800"><defs>`+s.defs.String()+`</defs>`+s.body.String()+`</svg>`,
		`<p style="top:92pt;left:50pt;line-height:10pt"><b><span>we cut CO&#x2082; by 12</span></b></p>`)
	f.Add(`<svg width="9" height="9"><defs><clipPath id="c"><path d="M0 0H5V5L9 1Z" clip-rule="evenodd"/></clipPath><mask id="m">`+
		`<path d="M0 0H5V5H0Z" fill="#ffffff"/></mask>`+
		`<mask id="t"><use data-text="a" xlink:href="#font_1_1" transform="matrix(4,0,0,-4,1,5)"/></mask><path id="font_1_1" d="M0 0H.5V.7H0Z"/>`+
		`<g id="font_2_1"><path d="M0 0H9V9Z" fill="#ff0000"/></g>`+
		`<g id="pattern_tile_3"><path d="M0 0H1V1H0Z"/></g></defs><g clip-path="url(#c)" opacity=".5" style="mix-blend-mode:multiply">`+
		`<use data-text="b" xlink:href="#font_1_1" transform="matrix(4,0,0,-4,1,5)" fill="#ffffff"/></g>`+
		`<g mask="url(#t)"><rect width="9" height="9" fill="url(#pattern_3)" x="0" y="0"/></g><g mask="url(#m)">`+
		`<use data-text="&#xe0041;" xlink:href="#font_2_1" transform="matrix(0,4,4,0,1,5)"/></g>`+
		`<path stroke-width="3" fill="none" stroke="#00ff00" d="M0 0C1 2 3 4 5 6Z"/></svg>`, `<p style="top:1e308pt">&#x202e;ab<i>c</b>`)
	f.Add(`<svg width="600" height="800"><g transform="matrix(60,0,0,60,0,0)"><image id="image_1" width="1" height="1" xlink:href="data:image/png;base64,
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACXBIWXMAAA7EAAAO
xAGVKw4bAAAACklEQVR4nGOYAAAAkgCREiL7ewAAAABJRU5ErkJggg=="/></g>`+
		`<path id="font_1_1" d="M0 0H.5V.7H0Z"/><use data-text="x" xlink:href="#font_1_1" transform="matrix(9,0,0,-9,5,20)" fill="#909090"/></svg>`, "")
	f.Fuzz(func(t *testing.T, svg, html string) {
		p, err := Read(svg, html, Options{Limits: fuzzLimits})
		if err != nil {
			if !errors.Is(err, ErrCrowded) {
				t.Fatal(err)
			}
			return
		}
		for i := range p.Glyphs {
			g := &p.Glyphs[i]
			if !finite(g.Box[:]) || !finite(g.Origin[:]) || !finite([]float64{g.Size}) || g.Turn%90 != 0 || !utf8.ValidString(g.Text) {
				t.Fatalf("%+v", g)
			}
			if i > 0 && g.Order <= p.Glyphs[i-1].Order {
				t.Fatalf("glyph %d has order %d behind %d", i, g.Order, p.Glyphs[i-1].Order)
			}
		}
		for _, f := range p.Fills {
			if !finite(f.Box[:]) || f.Box.Empty() {
				t.Fatalf("%+v", f)
			}
		}
		for _, r := range p.Rules {
			if !finite([]float64{r.X0, r.Y0, r.X1, r.Y1}) || r.X0 > r.X1 || r.Y0 > r.Y1 {
				t.Fatalf("%+v", r)
			}
		}
		for _, c := range p.Concealed {
			if c.Why == "" || c.Text == "" || !utf8.ValidString(c.Text) || math.IsNaN(c.Box[0]) {
				t.Fatalf("%+v", c)
			}
		}
		checkWords(t, &p)
	})
}

func finite(vs []float64) bool {
	for _, v := range vs {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// FuzzWords: whatever glyphs stand wherever, no letter is lost.
func FuzzWords(f *testing.F) {
	f.Add([]byte("\x00\x10\x20\x30abcdefgh"), "we cut CO₂ 2023¹ ﬁ é ´ \u00ad")
	f.Add(binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN())), "ab")
	f.Add([]byte("0"), "....")
	f.Add([]byte("0"), "Total......7")
	f.Fuzz(func(t *testing.T, places []byte, text string) {
		var p Page
		x, y, size := 50.0, 100.0, 10.0
		at := 0
		next := func() byte {
			if len(places) == 0 {
				return 0
			}
			at++
			return places[at%len(places)]
		}
		for _, r := range text {
			if len(p.Glyphs) > 2_000 {
				break
			}
			switch b := next(); b % 8 {
			case 0:
				x += float64(int8(next()))
			case 1:
				y += float64(int8(next())) / 8
			case 2:
				size = 1 + float64(next())/8
			}
			g := Glyph{
				Text: string(r), Origin: [2]float64{x, y}, Box: Rect{x, y - ascent*size, x + size/2, y + descent*size}, Size: size,
				Turn: int(next()%4) / 3 * 90, Skewed: next() == 7, Order: len(p.Glyphs),
			}
			p.Glyphs = append(p.Glyphs, g)
			x += size / 2
		}
		checkWords(t, &p)
	})
}
