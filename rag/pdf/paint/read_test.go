package paint

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func read(t *testing.T, body string) Page {
	t.Helper()
	p, err := Read(`<svg width="600" height="800">`+body+`</svg>`, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRulesAndFills(t *testing.T) {
	const stroke = `<path stroke-width="%g" fill="none" stroke="#0000ff" d="%s"/>`
	for name, c := range map[string]struct {
		body         string
		rules, fills string
	}{
		"level line":       {fmt.Sprintf(stroke, 0.5, "M10 20H110"), "10,20-110,20 w0.5 0000ff", ""},
		"upright line":     {fmt.Sprintf(stroke, 0.5, "M10 20V110"), "10,20-10,110 w0.5 0000ff", ""},
		"line to the left": {fmt.Sprintf(stroke, 1.0, "M110 20 10 20"), "10,20-110,20 w1.0 0000ff", ""},
		"frame": {fmt.Sprintf(stroke, 1.0, "M10 20H110V40H10Z"),
			"10,20-110,20 w1.0 0000ff; 110,20-110,40 w1.0 0000ff; 10,40-110,40 w1.0 0000ff; 10,20-10,40 w1.0 0000ff", ""},
		"slanting line": {fmt.Sprintf(stroke, 1.0, "M10 20 110 40"), "", ""},
		"curve":         {fmt.Sprintf(stroke, 1.0, "M10 20C20 20 30 20 40 20"), "", ""},
		"band":          {fmt.Sprintf(stroke, 12.0, "M10 20H110"), "", "10,14-110,26 exact 0000ff"},
		"scaled": {`<path transform="matrix(10,0,0,-10,0,800)" stroke-width=".05" fill="none" stroke="#000000" d="M1 2H11"/>`,
			"10,780-110,780 w0.5 000000", ""},
		"level sliver":   {`<path d="M10 20H110V20.8H10Z" fill="#808080"/>`, "10,20.4-110,20.4 w0.8 808080", ""},
		"upright sliver": {`<path d="M10 20H11V90H10Z"/>`, "10.5,20-10.5,90 w1.0 000000", ""},
		"rectangle":      {`<path d="M10 20H110V40H10Z" fill="#ffcc00"/>`, "", "10,20-110,40 exact ffcc00"},
		"see-through":    {`<path d="M10 20H110V40H10Z" fill="#ffcc00" fill-opacity=".25"/>`, "", "10,20-110,40 exact ffcc00 25%"},
		"no opacity":     {`<path d="M10 20H110V40H10Z" fill-opacity="0"/>`, "", ""},
		"triangle":       {`<path d="M10 20H110V40Z"/>`, "", "10,20-110,40 000000"},
		"two rectangles": {`<path d="M10 20H110V40H10ZM10 60H110V80H10Z"/>`, "", "10,20-110,40 exact 000000; 10,60-110,80 exact 000000"},
		"off the page":   {`<path d="M-50 20H-10V40H-50Z"/>` + fmt.Sprintf(stroke, 1.0, "M-50 20H-10"), "", ""},
		"partly off":     {`<path d="M-50 20H50V40H-50Z"/>`, "", "0,20-50,40 exact 000000"},
		"clipped": {`<defs><clipPath id="c"><path d="M0 0H50V100H0Z"/></clipPath></defs><g clip-path="url(#c)"><path d="M10 20H110V40H10Z"/></g>` +
			fmt.Sprintf(stroke, 1.0, "M0 9H90"), "0,9-90,9 w1.0 0000ff", "10,20-50,40 exact 000000"},
		"clipped by a shape": {`<defs><clipPath id="c"><path d="M0 0H50L0 100Z"/></clipPath></defs><g clip-path="url(#c)"><path d="M10 20H30V40H10Z"/></g>`,
			"", "10,20-30,40 000000"},
		"broken numbers": {`<path d="M10 20H110V40Hx"/><path transform="matrix(1,0,0)" d="M0 0H9V9H0Z"/>` +
			`<path transform="matrix(1e300,0,0,1,0,0)" d="M0 0H9V9H0Z"/>`, "", "10,20-110,40 000000"},
	} {
		p := read(t, c.body)
		var rules, fills []string
		short := func(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0") }
		for _, r := range p.Rules {
			rules = append(rules, fmt.Sprintf("%s,%s-%s,%s w%.1f %06x", short(r.X0), short(r.Y0), short(r.X1), short(r.Y1), r.Width, r.Ink))
			if r.X0 > r.X1 || r.Y0 > r.Y1 || (r.Y1-r.Y0 > r.X1-r.X0) != (r.X0 == r.X1) {
				t.Errorf("%s: %+v", name, r)
			}
		}
		for _, f := range p.Fills {
			s := fmt.Sprintf("%s,%s-%s,%s", short(f.Box[0]), short(f.Box[1]), short(f.Box[2]), short(f.Box[3]))
			if f.Exact {
				s += " exact"
			}
			s += fmt.Sprintf(" %06x", f.Ink)
			if f.Opacity < 1 {
				s += fmt.Sprintf(" %.0f%%", 100*f.Opacity)
			}
			fills = append(fills, s)
		}
		if got := strings.Join(rules, "; "); got != c.rules {
			t.Errorf("%s: rules %q, want %q", name, got, c.rules)
		}
		if got := strings.Join(fills, "; "); got != c.fills {
			t.Errorf("%s: fills %q, want %q", name, got, c.fills)
		}
	}
}

func TestPictures(t *testing.T) {
	p := read(t, `<g transform="matrix(2,0,0,2,10,20)"><image id="image_1" width="50" height="10" xlink:href="data:image/png;base64,AAAA"/></g>`+
		`<g transform="matrix(1,0,0,1,300,300)"><use xlink:href="#image_1"/></g><image x="5" y="6" width="7" height="8" xlink:href=""/>`)
	want := []Rect{{10, 20, 110, 40}, {300, 300, 350, 310}, {5, 6, 12, 14}}
	var got []Rect
	last := 0
	for _, pic := range p.Pictures {
		got = append(got, pic.Box)
		if pic.Order <= last {
			t.Errorf("order %d behind %d", pic.Order, last)
		}
		last = pic.Order
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if p.Pictures[0].Wordless() || (&Picture{}).Wordless() {
		t.Error("what cannot be decoded may have words")
	}
}

// Fonts take their style from the HTML, which names it; a glyph that stands for several letters takes them.
func TestStylesComeFromTheHTML(t *testing.T) {
	var s setting
	s.line(50, 100, 10, "Plain")
	body := strings.ReplaceAll(s.body.String(), "font_1_", "font_2_")
	var heavy setting
	heavy.line(50, 120, 10, "oace") // "office", with one glyph for "ffi"
	bold := strings.Replace(heavy.body.String(), `data-text="&#x61;"`, `data-text="f"`, 1)
	svg := `<svg width="600" height="800"><defs>` + heavy.defs.String() + strings.ReplaceAll(s.defs.String(), "font_1_", "font_2_") + `</defs>` + body +
		bold + `</svg>`
	html := `<div id="page0" style="width:600.0pt;height:800.0pt"><p style="top:92.0pt;left:50.0pt;line-height:10.0pt"><i><span>Plain</span></i></p>` +
		`<p style="top:112.0pt;left:50.0pt;line-height:10.0pt"><b><span>office</span></b></p></div>`
	p, err := Read(svg, html, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ws := Words(&p)
	if len(ws) != 2 || ws[0].Text != "Plain" || !ws[0].Italic || ws[0].Bold || ws[1].Text != "office" || !ws[1].Bold || ws[1].Italic {
		t.Errorf("%+v", ws)
	}
	if len(p.Concealed) > 0 {
		t.Errorf("concealed %+v", p.Concealed)
	}
}

// Lines that the HTML turns round, as it does those written from right to left, are not taken for hidden.
func TestOtherOrderIsNotHidden(t *testing.T) {
	var s setting
	s.line(50, 100, 10, "abc def ghi")
	p, err := Read(`<svg width="600" height="800"><defs>`+s.defs.String()+`</defs>`+s.body.String()+`</svg>`,
		`<p style="top:92.0pt;left:50.0pt;line-height:10.0pt"><span>ihg fed cba</span></p>`, Options{})
	if err != nil || len(p.Concealed) > 0 {
		t.Errorf("%v, concealed %+v", err, p.Concealed)
	}
	p, err = Read(`<svg width="600" height="800"><defs>`+s.defs.String()+`</defs>`+s.body.String()+`</svg>`,
		`<p style="top:92.0pt;left:50.0pt;line-height:10.0pt"><span>abc def ghi</span></p><p style="top:192.0pt;left:50.0pt;line-height:10.0pt">`+
			`<span>ihg fed cba</span></p>`, Options{})
	if err != nil || len(p.Concealed) != 1 || p.Concealed[0].Text != "ihg fed cba" || p.Concealed[0].Why != WhyInvisible || p.Concealed[0].Box[1] != 192 {
		t.Errorf("%v, concealed %+v", err, p.Concealed)
	}
}

func TestOnly(t *testing.T) {
	line := func(top int, text string) string {
		return fmt.Sprintf(`<p style="top:%d.0pt;left:50.0pt;line-height:10.0pt"><span>%s</span></p>`, top, text)
	}
	shown := line(100, "We cut emissions") + line(120, "by 12 percent.")
	for name, c := range map[string]struct{ more, want string }{
		"the same":   {shown, ""},
		"one more":   {line(100, "We cut emissions") + line(110, "Hidden here") + line(120, "by 12 percent."), "Hidden here"},
		"one longer": {line(100, "We cut emissions") + line(120, "by 12 percent. And so on"), "And so on"},
		"reordered":  {line(120, "by 12 percent.") + line(100, "We cut emissions"), ""},
	} {
		var got []string
		for _, h := range Only(c.more, shown) {
			got = append(got, h.Text)
			if h.Why != WhyOptional {
				t.Errorf("%s: %+v", name, h)
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	var s setting
	s.line(15, 60, 10, strings.Repeat("abc ", 30))
	svg := `<svg width="600" height="800"><defs>` + s.defs.String() + `</defs>` +
		strings.Repeat(`<path d="M10 20C10 90 90 90 110 40Z" fill="#ffffff"/>`, 50) + s.body.String() + `</svg>`
	if _, err := Read(svg, "", Options{}); err != nil {
		t.Error(err)
	}
	for name, l := range map[string]Limits{"glyphs": {Glyphs: 100}, "areas": {Areas: 49}, "work": {Work: 100}} {
		if _, err := Read(svg, "", Options{Limits: l}); !errors.Is(err, ErrCrowded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A page made to be slow, with as many areas behind as many letters as there may be, ends within its work.
func TestSlowPageEnds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<svg width="600" height="800"><defs><path id="font_1_1" d="M.05 0H.45V.7H.05Z"/></defs>`)
	for i := range 20_000 {
		fmt.Fprintf(&b, `<path d="M0 0H600V800L%d 7Z" fill="#eeeeee" fill-opacity=".5"/>`, i%100)
	}
	for i := range 5_000 {
		fmt.Fprintf(&b, `<use data-text="a" xlink:href="#font_1_1" transform="matrix(9,0,0,-9,%d,%d)"/>`, i%60*10, 10+i/60*9)
	}
	if _, err := Read(b.String()+"</svg>", "", Options{Limits: Limits{Work: 5_000_000}}); !errors.Is(err, ErrCrowded) {
		t.Error(err)
	}
}

// Pages made to take memory end as well.
func TestDeepPageEnds(t *testing.T) {
	clip := `<defs><clipPath id="c"><path d="M0 0H600L300 800Z"/></clipPath><mask id="m"><path d="M0 0H600V800H0Z" fill="#ffffff"/></mask></defs>`
	for name, body := range map[string]string{
		"groups":                  strings.Repeat("<g>", 2*deepest),
		"clips":                   clip + strings.Repeat(`<g clip-path="url(#c)">`, 2*deepestClips),
		"soft masks":              clip + strings.Repeat(`<g mask="url(#m)">`, 2*deepestClips),
		"large see-through areas": strings.Repeat(`<path d="M0 0H600V800H0Z" fill-opacity=".1"/>`, manyEntries/400),
	} {
		if _, err := Read(`<svg width="600" height="800">`+body+`</svg>`, "", Options{}); !errors.Is(err, ErrCrowded) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(`<svg width="600" height="800">`+strings.Repeat(`<path d="M0 0H600V800H0Z"/>`, 20_000)+`</svg>`, "", Options{}); err != nil {
		t.Errorf("many areas that hide one another: %v", err)
	}
}

func TestReadIsAPureFunction(t *testing.T) {
	var s setting
	s.line(50, 100, 10, "we cut CO₂")
	svg := `<svg width="600" height="800"><defs>` + s.defs.String() + `</defs><path d="M10 90H110V110H10Z" fill="#eeeeee"/>` + s.body.String() + `</svg>`
	first, err := Read(svg, "<p>x</p>", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, err := Read(svg, "<p>x</p>", Options{}); err != nil || !reflect.DeepEqual(first, again) {
			t.Fatalf("%v: %+v and %+v", err, first, again)
		}
	}
}

func TestAffine(t *testing.T) {
	m := affine{2, 1, -1, 3, 5, 7}
	for _, p := range [][2]float64{{0, 0}, {3, -2}, {100, 50}} {
		x, y := m.at(p[0], p[1])
		bx, by := m.inverse().at(x, y)
		if math.Abs(bx-p[0])+math.Abs(by-p[1]) > 1e-9 {
			t.Errorf("%v comes back as %v, %v", p, bx, by)
		}
		outer := affine{0, 1, -1, 0, 10, 20}
		x, y = outer.at(x, y)
		if cx, cy := m.in(outer).at(p[0], p[1]); math.Abs(cx-x)+math.Abs(cy-y) > 1e-9 {
			t.Errorf("%v goes to %v, %v and not %v, %v", p, cx, cy, x, y)
		}
	}
}
