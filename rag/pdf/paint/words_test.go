package paint

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// setting writes an SVG as MuPDF does, in a font whose letters are all half their size wide.
type setting struct {
	body, defs strings.Builder
}

// glyph paints one letter.
func (s *setting) glyph(x, y, size float64, text string) {
	s.matrix(text, affine{a: size, d: -size, e: x, f: y})
}

func (s *setting) matrix(text string, m affine) {
	id, _ := utf8.DecodeRuneInString(text)
	if !blank(text) {
		fmt.Fprintf(&s.defs, `<path id="font_1_%x" d="M.05 0H.45V.7H.05Z"/>`, id)
	}
	var ref strings.Builder
	for _, r := range text {
		fmt.Fprintf(&ref, "&#x%x;", r)
	}
	fmt.Fprintf(&s.body, `<use data-text="%s" xlink:href="#font_1_%x" transform="matrix(%g,%g,%g,%g,%g,%g)"/>`+"\n", ref.String(), id, m.a, m.b, m.c,
		m.d, m.e, m.f)
}

// line paints a text letter by letter and returns where it ends. A "|" leaves a gap of a third of the size.
func (s *setting) line(x, y, size float64, text string) float64 {
	for _, r := range text {
		if r == '|' {
			x += size / 3
			continue
		}
		s.glyph(x, y, size, string(r))
		x += size / 2
	}
	return x
}

// spread paints a line with a gap between its letters, every fourth of them as near as in other lines.
func (s *setting) spread(x, y, size float64, text string, gap float64) {
	for i, r := range []rune(text) {
		s.glyph(x, y, size, string(r))
		x += size / 2
		if r != ' ' && i%4 != 0 {
			x += gap
		}
	}
}

func (s *setting) page() Page {
	p, err := Read(`<svg width="600" height="800"><defs>`+s.defs.String()+`</defs>`+s.body.String()+`</svg>`, "", Options{})
	if err != nil {
		panic(err)
	}
	return p
}

// show prints words, raised ones after a caret.
func show(p Page) string {
	var out []string
	for _, w := range Words(&p) {
		if w.Raised {
			out = append(out, "^"+w.Text)
		} else {
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

func TestWords(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(s *setting)
		want string
	}{
		"spaces":                            {func(s *setting) { s.line(50, 100, 10, "we cut emissions") }, "we cut emissions"},
		"gaps":                              {func(s *setting) { s.line(50, 100, 10, "we|cut|emissions") }, "we cut emissions"},
		"a line spread between its letters": {func(s *setting) { s.spread(50, 100, 10, "the report is read", 1.8) }, "the report is read"},
		"odd spaces":                        {func(s *setting) { s.line(50, 100, 10, "12\u00a0000\u2009t\u3000CO") }, "12 000 t CO"},
		"lines":                             {func(s *setting) { s.line(50, 100, 10, "one"); s.line(50, 112, 10, "two") }, "one two"},
		"columns on one baseline":           {func(s *setting) { s.line(50, 100, 10, "left"); s.line(300, 100, 10, "right") }, "left right"},
		"columns close together":            {func(s *setting) { s.line(50, 100, 10, "left"); s.line(72, 100, 10, "right") }, "left right"},
		"back to the left":                  {func(s *setting) { s.line(300, 100, 10, "right"); s.line(50, 100, 10, "left") }, "right left"},
		"footnote mark": {func(s *setting) {
			x := s.line(50, 100, 10, "2023")
			s.line(x, 96, 6, "1")
		}, "2023 ^1"},
		"a mark as browsers raise it": {func(s *setting) {
			x := s.line(50, 100, 8.5, "1'025")
			s.line(x, 96.43, 7.08, "1")
		}, "1'025 ^1"},
		"two marks": {func(s *setting) {
			x := s.line(50, 100, 10, "people")
			s.line(x, 96, 6, "1,2")
		}, "people ^1,2"},
		"mark within a line": {func(s *setting) {
			x := s.line(50, 100, 10, "fuels")
			s.line(s.line(x, 96, 6, "6"), 100, 10, ". We")
		}, "fuels ^6 . We"},
		"mark before a note":    {func(s *setting) { s.line(s.line(50, 97, 5, "1")+1, 100, 8, "Without") }, "^1 Without"},
		"superscript character": {func(s *setting) { s.line(50, 100, 10, "2023¹ m² of") }, "2023 ^1 m ^2 of"},
		"ordinal": {func(s *setting) {
			x := s.line(50, 100, 10, "1")
			s.line(s.line(x, 97, 6, "st"), 100, 10, " in")
		}, "1 ^st in"},
		"index": {func(s *setting) {
			x := s.line(50, 100, 10, "CO")
			s.line(s.line(x, 102, 6, "2"), 100, 10, "e and")
		}, "CO2e and"},
		"index character":       {func(s *setting) { s.line(50, 100, 10, "CO₂e") }, "CO2e"},
		"index at a line's end": {func(s *setting) { s.line(s.line(50, 100, 10, "CO"), 102, 6, "2"); s.line(50, 112, 10, "next") }, "CO2 next"},
		"small capitals":        {func(s *setting) { s.line(s.line(50, 100, 10, "S"), 100, 8, "IEMENS") }, "SIEMENS"},
		"large initial":         {func(s *setting) { s.line(50, 130, 40, "W"); s.line(72, 100, 10, "e cut") }, "W e cut"},
		"ligatures":             {func(s *setting) { s.line(50, 100, 10, "e\ufb03cient \ufb02ow") }, "efficient flow"},
		"soft hyphen at an end": {func(s *setting) { s.line(50, 100, 10, "sus\u00ad"); s.line(50, 112, 10, "tain") }, "sus\u00ad tain"},
		"soft hyphen within":    {func(s *setting) { s.line(50, 100, 10, "cross\u00adtopic") }, "cross-topic"},
		"soft hyphen before":    {func(s *setting) { s.line(50, 100, 10, "low\u00ad|carbon") }, "low- carbon"},
		"zero-width space":      {func(s *setting) { s.line(50, 100, 10, "wa\u200bter") }, "wa ter"}, // it takes room here
		"symbols":               {func(s *setting) { s.line(50, 100, 10, "\uf0b7 \u22125 \u2010 \ue000x") }, "• -5 - x"},
		"wide forms":            {func(s *setting) { s.line(50, 100, 10, "ＣＯ２ ㎡ №") }, "CO2 m2 No"},
		"fractions stay":        {func(s *setting) { s.line(50, 100, 10, "5½ ™") }, "5½ ™"},
		"letters apart":         {func(s *setting) { s.line(50, 100, 10, "S|U|S|T|A|I|N") }, "SUSTAIN"},
		"letters and words apart": {func(s *setting) {
			s.line(50, 100, 10, "O|U|R| ||P|L|A|N| ||I|S")
		}, "OUR PLAN IS"},
		"words with letters apart": {func(s *setting) { s.line(50, 100, 10, "B C A  m e m i l i k i  t a n g g") }, "BCA memiliki tangg"},
		"spread over a line": {func(s *setting) {
			x := 50.0
			for _, r := range "Interest" {
				s.glyph(x, 100, 10, string(r))
				x += 13
			}
		}, "Interest"},
		"loosely set figures": {func(s *setting) {
			for i, r := range "2024" {
				s.glyph(50+6.9*float64(i), 100, 10, string(r))
			}
			s.line(82, 100, 10, "targets")
		}, "2024 targets"},
		"figures parted by spaces": {func(s *setting) {
			for i, r := range "1234" {
				s.glyph(50+7.6*float64(i), 100, 10, string(r))
			}
		}, "1 2 3 4"},
		"figures set unevenly": {func(s *setting) {
			for i, x := range []float64{50, 56.9, 64.5, 71.4} {
				s.glyph(x, 100, 10, string(rune('1'+i)))
			}
		}, "1 2 3 4"},
		"heads of columns": {func(s *setting) {
			for i, r := range "ABCDE" {
				s.glyph(50+float64(30*i), 100, 10, string(r))
			}
		}, "A B C D E"},
		"accent behind its letter": {func(s *setting) { s.glyph(50, 100, 10, "e"); s.glyph(50.5, 100, 10, "´"); s.line(55, 100, 10, "t") }, "ét"},
		"accent before its letter": {func(s *setting) { s.glyph(50, 100, 10, "¨"); s.glyph(50, 100, 10, "u"); s.line(55, 100, 10, "ber") }, "über"},
		"combining accent":         {func(s *setting) { s.line(50, 100, 10, "Cafe"); s.glyph(65, 100, 10, "\u0301") }, "Café"},
		"apostrophe is no accent":  {func(s *setting) { s.line(50, 100, 10, "it´s") }, "it´s"},
		"painted twice":            {func(s *setting) { s.line(50, 100, 10, "bold"); s.line(50.2, 100, 10, "bold") }, "bold"},
		"shadow":                   {func(s *setting) { s.line(50.5, 100.5, 10, "bold"); s.line(50, 100, 10, "bold") }, "bold"},
		"space without width": {func(s *setting) {
			s.line(50, 100, 10, "Eco")
			s.glyph(65, 100, 10, " ")
			s.line(65.02, 100, 10, "design")
		}, "Ecodesign"},
		"figure one is no gap":      {func(s *setting) { s.line(50, 100, 10, "110"); s.line(90, 100, 10, "2 110") }, "110 2 110"},
		"unmapped character":        {func(s *setting) { s.line(50, 100, 10, "a\ufffdb") }, "a b"},
		"nothing":                   {func(*setting) {}, ""},
		"only spaces":               {func(s *setting) { s.line(50, 100, 10, "   ") }, ""},
		"letters over each other's": {func(s *setting) { s.glyph(50, 100, 10, "A"); s.glyph(52, 100, 10, "B") }, "AB"},
	} {
		var s setting
		c.set(&s)
		if got := show(s.page()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A page turned by a quarter reads the same, word for word, with its direction.
func TestWordsOfTurnedText(t *testing.T) {
	text := []struct {
		x, y, size float64
		r          rune
	}{}
	x := 50.0
	for _, r := range "We cut CO" {
		text = append(text, struct {
			x, y, size float64
			r          rune
		}{x, 100, 10, r})
		x += 5
	}
	text = append(text, struct {
		x, y, size float64
		r          rune
	}{x, 102, 6, '2'}, struct {
		x, y, size float64
		r          rune
	}{x + 8, 100, 10, 'x'}, struct {
		x, y, size float64
		r          rune
	}{x + 13, 96, 6, '1'})
	turns := map[int]affine{
		0: identity, 90: {b: 1, c: -1, e: 500}, 180: {a: -1, d: -1, e: 500, f: 500}, 270: {b: -1, c: 1, f: 500},
	}
	for turn, m := range turns {
		var s setting
		for _, g := range text {
			s.matrix(string(g.r), affine{a: g.size, d: -g.size, e: g.x, f: g.y}.in(m))
		}
		p := s.page()
		if got := show(p); got != "We cut CO2 x ^1" {
			t.Errorf("turned by %d: %q", turn, got)
		}
		for _, w := range Words(&p) {
			if w.Turn != turn || w.Skewed {
				t.Errorf("turned by %d: %+v", turn, w)
			}
			base := 100.0
			if w.Raised {
				base = 96
			}
			_, y := m.at(0, base)
			if turn == 90 || turn == 270 {
				y, _ = m.at(0, base)
			}
			if math.Abs(w.Base-y) > 1e-6 {
				t.Errorf("turned by %d: the baseline of %q is %v, want %v", turn, w.Text, w.Base, y)
			}
		}
	}
	var s setting
	for i, r := range "Draft" {
		d := 7 * float64(i)
		s.matrix(string(r), affine{a: 14, b: -14, c: -14, d: -14, e: 100 + d, f: 300 - d})
	}
	if p := s.page(); show(p) != "Draft" || !Words(&p)[0].Skewed {
		t.Errorf("slanting text: %q", show(p))
	}
}

// checkWords holds for whatever Words is given.
func checkWords(t interface{ Fatalf(string, ...any) }, p *Page) {
	ws := Words(p)
	var all strings.Builder
	for i := range ws {
		w := &ws[i]
		n := utf8.RuneCountInString(w.Text)
		if n == 0 || !utf8.ValidString(w.Text) || strings.ContainsFunc(w.Text, isBlank) {
			t.Fatalf("word %d is %q", i, w.Text)
		}
		if len(w.Edges) != n+1 {
			t.Fatalf("%q has %d edges", w.Text, len(w.Edges))
		}
		all.WriteString(w.Text)
	}
	var painted []byte
	for i := range p.Glyphs {
		if !blank(p.Glyphs[i].Text) {
			painted, _ = fold(painted, p.Glyphs[i].Text)
		}
	}
	// Nothing is lost and nothing added, but for accents, which join their letters, soft hyphens, and leaders.
	count := func(s string) map[rune]int {
		m := map[rune]int{}
		for _, r := range norm.NFD.String(s) {
			if r == '\u00ad' {
				r = '-'
			}
			if a, ok := accents[r]; ok {
				r = a
			}
			m[r]++
		}
		return m
	}
	got, want := count(all.String()), count(string(painted))
	if n := want['.']; n >= leastLeader && got['.'] <= n {
		delete(got, '.')
		delete(want, '.')
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("words hold %q, painted was %q", all.String(), painted)
	}
}

func TestWordsKeepEveryLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s setting
		alphabet := []string{"a", "b", " ", "e", "´", "\ufb01", "\u00ad", "-", "1", "²", "₂", "\u200b", "¨", "u", ".", "I", "\u0301", "½"}
		x, y, size := 50.0, 100.0, 10.0
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			switch rapid.IntRange(0, 9).Draw(t, "move") {
			case 0:
				x, y = 50, y+12
			case 1:
				x += rapid.Float64Range(-20, 30).Draw(t, "dx")
			case 2:
				size = rapid.SampledFrom([]float64{6, 8, 10, 20}).Draw(t, "size")
			case 3:
				y += rapid.Float64Range(-6, 6).Draw(t, "dy")
			}
			s.glyph(x, y, size, rapid.SampledFrom(alphabet).Draw(t, "letter"))
			x += size / 2
		}
		p := s.page()
		checkWords(t, &p)
		for _, w := range Words(&p) {
			if first, last := w.Edges[0], w.Edges[len(w.Edges)-1]; math.Abs(first-w.Box[0]) > 0.3*w.Size || last > w.Box[2]+1e-6 {
				t.Fatalf("%q stands at %v with edges from %v to %v", w.Text, w.Box, first, last)
			}
		}
	})
}

// Words is a pure function and leaves the page alone.
func TestWordsLeaveThePage(t *testing.T) {
	var s setting
	s.line(s.line(50, 100, 10, "we cut CO₂ by 12"), 96, 6, "1")
	p, q := s.page(), s.page()
	first := Words(&p)
	if second := Words(&p); !reflect.DeepEqual(first, second) || !reflect.DeepEqual(p, q) {
		t.Errorf("%+v, then %+v", first, second)
	}
}
