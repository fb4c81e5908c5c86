package paint

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
)

func TestNumberReadsWhatMuPDFWrites(t *testing.T) {
	for in, want := range map[string]struct {
		v float64
		n int
	}{
		"0": {0, 1}, "-0": {0, 2}, ".5": {0.5, 2}, "-.01171875": {-0.01171875, 10}, "12.5.5": {12.5, 4}, "1-2": {1, 1}, "7e-2x": {0.07, 4},
		"1e3": {1000, 3}, "1e": {1, 1}, "e5": {0, 0}, "": {0, 0}, "-": {0, 0}, ".": {0, 0}, "nan": {0, 0}, "+3": {3, 2},
		"123456789012345678901234567890": {123456789012345678901234567890, 30}, "1e-400": {0, 6},
	} {
		v, n := number(in)
		if n != want.n || math.Abs(v-want.v) > 1e-9*math.Abs(want.v) {
			t.Errorf("%q: %v and %d bytes, want %v and %d", in, v, n, want.v, want.n)
		}
	}
}

func TestNumberAgreesWithStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e12, 1e12).Draw(t, "v")
		format := rapid.SampledFrom([]byte{'f', 'g', 'e'}).Draw(t, "format")
		s := strconv.FormatFloat(v, format, rapid.IntRange(-1, 17).Draw(t, "digits"), 64)
		want, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, n := number(s)
		if n != len(s) || math.Abs(got-want) > 1e-13*math.Abs(want)+1e-300 {
			t.Fatalf("%q: %v and %d bytes, want %v", s, got, n, want)
		}
	})
}

func TestElementsWalkBrokenMarkup(t *testing.T) {
	for in, want := range map[string]string{
		`<a x="1"><b/>t</a>`:          `a x="1"| b /| t /a |`,
		`<use t="a>b" u="<"/>tail`:    `use t="a>b" u="<"/|`,
		"<g\nid=\"x\">":               "g \nid=\"x\"|",
		`<a x="never closed><b>`:      ``,
		`no tags`:                     ``,
		`<`:                           ``,
		`</mask>"/><g>`:               `/mask | "/> g |`,
		`<image href="data:AA>=="/>x`: `image href="data:AA>=="/|`,
	} {
		var got strings.Builder
		for e := (tags.Elements{Rest: in}); e.Next(); {
			if e.Text != "" {
				got.WriteString(e.Text + " ")
			}
			got.WriteString(e.Name + " " + e.Attr + "| ")
		}
		if g := strings.TrimSpace(got.String()); strings.Join(strings.Fields(g), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q: %q, want %q", in, g, want)
		}
	}
	if got := tags.Value(` id="a" d="M0 0" fill="#fff"/`, "fill"); got != "#fff" {
		t.Errorf("fill is %q", got)
	}
}

func TestDecode(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a", "&amp;": "&", "&lt;&gt;&quot;&apos;": `<>"'`, "&#x2019;": "’", "&#8217;": "’", "&#xfb01;": "ﬁ", "&#xe0041;": "\U000e0041",
		"&#x0;": "\x00", "&#xd800;": "\ufffd", "&#x110000;": "\ufffd", "&#x1ffffffff;": "&#x1ffffffff;", "&nbsp;": "&nbsp;",
		"&#;": "&#;", "&#x;": "&#x;", "&": "&", "é": "é", "\xff": "\ufffd", "&#xzz;": "&#xzz;",
	} {
		if got := decode(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAreaOf(t *testing.T) {
	up := affine{a: 1, d: -1, f: 100}
	for d, want := range map[string][]Rect{
		"M0 0H10V20H0Z":                {{0, 80, 10, 100}},
		"M0 0 10 0 10 20 0 20 0 0Z":    {{0, 80, 10, 100}},
		"M0 0V20H10V0":                 {{0, 80, 10, 100}},
		"M0 0H10V20H0ZM20 0H30V20H20Z": {{0, 80, 10, 100}, {20, 80, 30, 100}},
		"M0 0H10V20H0ZM2 2H8V18H2Z":    nil, // a frame: the fill rule decides
		"M0 0 10 0 5 20Z":              nil,
		"M0 0C1 1 2 2 3 3Z":            nil,
		"M0 0H10V20H0Z m1 1":           nil, // a command that MuPDF does not write
		"M0 0H10V20":                   nil,
		"":                             nil,
		"M5 5":                         nil,
		"M0 0H10V20H0ZM" + strings.Repeat("1 1L2 2", 3): nil,
	} {
		a := areaOf(d, up, nil)
		if len(a.rects) != len(want) || len(want) > 0 && !reflect.DeepEqual(a.rects, want) {
			t.Errorf("%q: %v, want %v", d, a.rects, want)
		}
	}
	if a := areaOf("M0 0H10V20H0Z", affine{a: 0.7, b: 0.7, c: -0.7, d: 0.7}, nil); len(a.rects) != 0 || a.box.Empty() {
		t.Errorf("a tilted rectangle is taken for an upright one: %+v", a)
	}
}

func TestShapeHolds(t *testing.T) {
	const circle = "M10 0C10 5.523 5.523 10 0 10 -5.523 10 -10 5.523 -10 0 -10 -5.523 -5.523 -10 0 -10 5.523 -10 10 -5.523 10 0Z"
	const ring = "M-10-10H10V10H-10ZM-5-5H5V5H-5Z"
	for _, c := range []struct {
		name    string
		d       string
		evenOdd bool
		reach   float64
		x, y    float64
		want    bool
	}{
		{"centre of a circle", circle, false, 0, 0, 0, true},
		{"corner of a circle's box", circle, false, 0, 9, 9, false},
		{"edge of a circle", circle, false, 0, 6.9, 6.9, true},
		{"hole of a ring, even-odd", ring, true, 0, 0, 0, false},
		{"hole of a ring, nonzero", ring, false, 0, 0, 0, true},
		{"ring", ring, true, 0, 7, 0, true},
		{"near a stroke", "M-10 0L10 0", false, 2, 3, 1.5, true},
		{"off a stroke", "M-10 0L10 0", false, 2, 3, 2.5, false},
		{"within a bent stroke's box", "M-10-10L-10 10L10 10", false, 2, 0, 0, false},
	} {
		box, _ := extent(c.d, identity)
		box = Rect{box[0] - c.reach, box[1] - c.reach, box[2] + c.reach, box[3] + c.reach}
		s := &shape{box: box, data: c.d, m: identity, evenOdd: c.evenOdd, reach: c.reach}
		work := 0
		if got, sure := s.holds(c.x, c.y, &work); got != c.want || !sure {
			t.Errorf("%s: %v (sure %v, work %d)", c.name, got, sure, work)
		}
	}
	var long strings.Builder
	long.WriteString("M0 0")
	for i := range 3 * manySegments {
		fmt.Fprintf(&long, "L%d %d", i%7, i%5)
	}
	s := &shape{box: Rect{0, 0, 6, 4}, data: long.String(), m: identity}
	work := 0
	if in, sure := s.holds(3, 2, &work); !in || sure || work == 0 {
		t.Error("a shape that is too complex is known by more than its box")
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		a, b Color
		want bool
	}{
		{0xffffff, 0xffffff, true}, {0xfefefe, 0xffffff, true}, {0xf8f8f8, 0xffffff, true}, {0xeeeeee, 0xffffff, false}, {0xd5d6d5, 0xffffff, false},
		{0x000000, 0x05050d, true}, {0x000000, 0x333333, false}, {0xff0000, 0x008000, false}, {0xffff00, 0xffffff, false},
		{0xffffcc, 0xffffff, true}, {0xfffcf2, 0xffffff, true}, {0x6060ff, 0x7f7f00, false},
	} {
		if got := alike(c.a, c.b); got != c.want || alike(c.b, c.a) != got {
			t.Errorf("%06x on %06x: %v", c.a, c.b, got)
		}
	}
	for _, c := range []struct {
		ink, behind Color
		opacity     float64
		mode        blend
		want        Color
	}{
		{0x000000, 0xffffff, 1, blendNormal, 0x000000}, {0x000000, 0xffffff, 0, blendNormal, 0xffffff}, {0xffffff, 0x336699, 1, blendMultiply, 0x336699},
		{0x000000, 0x336699, 1, blendScreen, 0x336699}, {0x808080, 0xffffff, 1, blendDarken, 0x808080}, {0x808080, 0x000000, 1, blendLighten, 0x808080},
	} {
		if got := paint(c.ink, c.behind, c.opacity, c.mode); got != c.want {
			t.Errorf("%06x over %06x: %06x, want %06x", c.ink, c.behind, got, c.want)
		}
	}
}

// What is read quickly is what is read in full.
func TestNumberIsAnyNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[-+]?[0-9]{0,20}(\.[0-9]{0,20})?([eE][-+]?[0-9]{0,3})?[-.,e0-9 ]{0,4}`).Draw(t, "s")
		v, n := number(s)
		if want, m := anyNumber(s); v != want || math.Signbit(v) != math.Signbit(want) || n != m {
			t.Fatalf("%q: %v and %d bytes, want %v and %d", s, v, n, want, m)
		}
	})
}

// A matrix is the same whatever was read before it.
func TestMatricesAreReadAlike(t *testing.T) {
	var r matrices
	for _, s := range []string{
		"matrix(9,0,0,-9,1,2)", "matrix(9,0,0,-9,3,4.5)", "matrix(9,0,0,-9,3)", "matrix(9,0,0,-9,,7 8)", "matrix(9,0,0,-9,7,8", "matrix(9,0,0,-90,7,8)",
		"matrix(9,0,0,-90 7,8)", "matrix(9,0,0,-90,7,1e12)", "matrix(9,0,0,-90,7,8)",
		"translate(1,2)", "", "matrix(1 2 3 4 5 6)", "matrix(1 2 3 4,5 6)", "matrix(1 2 3 4,6 5)",
		"matrix(1,2,3)", "matrix(1,2,3,4,", "matrix(1,2,3,4,5,6)",
	} {
		got, ok := r.read(s)
		if want, found := matrix(s); got != want || ok != found {
			t.Errorf("%q: %v, %v, want %v, %v", s, got, ok, want, found)
		}
	}
}
