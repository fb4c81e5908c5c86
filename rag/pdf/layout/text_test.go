package layout

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"e\ufb03cient \ufb02ow":         "efficient flow",
		"  12\u00a0000\u2009t \t CO₂e ": "12 000 t CO2e",
		"sus\u00adtain":                 "sustain",
		"sustain\u00ad":                 "sustain\u00ad",
		"a\u200bb\ufeffc\x01":           "abc",
		"\uf0b7 Plant trees":            "• Plant trees",
		"Cafe\u0301":                    "Café",
		"CO² and m³":                    "CO2 and m³",
		"a b c d":                       "a b c d",
	} {
		if got := typeset.Clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBrokenWords(t *testing.T) {
	words := typeset.Vocabulary{}
	for _, l := range []string{"the sustainability of low-carbon growth and sustainability", "an environment for all"} {
		words.Learn(l)
	}
	for _, c := range []struct {
		line, next   string
		joins, drops bool
	}{
		{"our sustain-", "ability report", true, true},      // known as one word
		{"a low-", "carbon plan", true, false},              // known with its hyphen
		{"for gover-", "nance. We", true, true},             // unknown: the hyphen breaks it
		{"of non-", "financial kind", true, false},          // two words that are none together
		{"by the location-", "based method", true, false},   // the same
		{"Location-", "based emissions", true, false},       // the same with a capital
		{"total emis-", "sions (t)", true, true},            // no half is a word
		{"the sus\u00ad", "pension of", true, true},         // a soft one always breaks it
		{"short-", "and long-term goals", false, false},     // nothing is broken
		{"short\u00ad", "and long-term goals", false, true}, // and a soft one is never seen
		{"in Scope-", "3 terms", true, false},               // a digit keeps it
		{"the EU-", "Taxonomy of", true, false},             // a capital keeps it
		{"a dash -", "here", false, false},                  // no word before it
		{"nothing", "broken", false, false},
	} {
		if joins, drops := words.Broken(c.line, c.next); joins != c.joins || drops != c.drops {
			t.Errorf("%q + %q: joins %v, drops %v, want %v, %v", c.line, c.next, joins, drops, c.joins, c.drops)
		}
	}
}

// wordsAt are the words of a line that begins at x on a baseline, each letter half its size wide.
func wordsAt(x, base, size float64, text string) []paint.Word {
	var out []paint.Word
	for w := range strings.FieldsSeq(text) {
		s := paint.Word{Text: w, Base: base, Size: size, Order: len(out), Edges: []float64{x}}
		from := x
		for range w {
			x += size / 2
			s.Edges = append(s.Edges, x)
		}
		s.Box = paint.Rect{from, base - 0.8*size, x, base + 0.2*size}
		out = append(out, s)
		x += size / 4
	}
	return out
}

// A word that a line breaks is whole in the text: the two lines stand without a line end between them, each
// with the place of what is printed there.
func TestBrokenWordsKeepTheirPlaces(t *testing.T) {
	d := Assemble(Raw{SHA256: "x", Pages: []RawPage{{Width: 600, Height: 800, Words: slices.Concat(
		wordsAt(50, 100, 10, "We care for the ecosys-"), wordsAt(50, 112, 10, "tems of the plains and"), wordsAt(50, 124, 10, "wetlands."),
	)}}})
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	p := &d.Pages[0]
	if want := "We care for the ecosystems of the plains and\nwetlands.\n"; p.Text != want {
		t.Fatalf("text %q", p.Text)
	}
	runes := []rune(p.Text)
	var lines []string
	for _, l := range p.Lines {
		lines = append(lines, string(runes[l.Start:l.End]))
	}
	if want := []string{"We care for the ecosys", "tems of the plains and", "wetlands."}; !slices.Equal(lines, want) {
		t.Errorf("lines %q", lines)
	}
	at := strings.Index(p.Text, "ecosystems")
	want := [][4]float64{{120, 92, 150, 102}, {50, 104, 70, 114}}
	if got := p.Rects(at, at+len("ecosystems")); !reflect.DeepEqual(got, want) {
		t.Errorf("the word stands at %v, want %v", got, want)
	}
}

// Numbers that do not grow with the pages are no page numbers.
func TestLabels(t *testing.T) {
	page := func(texts ...string) RawPage {
		p := RawPage{Width: 600, Height: 800}
		for i, s := range texts {
			p.Words = append(p.Words, wordsAt(float64(50+150*i), 790, 7, s)...)
		}
		return p
	}
	for name, c := range map[string]struct {
		pages []RawPage
		own   []string
		want  string
	}{
		"counting":       {[]RawPage{page("Report 2024", "41"), page("Report 2024", "42"), page("43", "Report 2024")}, nil, "41 42 43"},
		"a gap":          {[]RawPage{page("5"), page("no number"), page("7")}, nil, "5  7"},
		"a gap filled":   {[]RawPage{page("5"), page("no number"), page("7")}, []string{"5", "6", "7"}, "5 6 7"},
		"a wrong filler": {[]RawPage{page("5"), page("no number"), page("7")}, []string{"1", "2", "3"}, "5  7"},
		"a year":         {[]RawPage{page("2024"), page("2024"), page("2024")}, nil, "  "},
		"no number":      {[]RawPage{page("a"), page("b")}, nil, " "},
		"none printed":   {[]RawPage{page("a"), page("b")}, []string{"i", "ii"}, "i ii"},
	} {
		all := make([]pageText, len(c.pages))
		for i := range c.pages {
			all[i] = textOf(&c.pages[i])
		}
		if got := strings.Join(labels(all, c.own), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
