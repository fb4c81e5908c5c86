package reader

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/document"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"e\ufb03cient \ufb02ow":             "efficient flow",
		"  12\u00a0000\u2009t \t CO₂e ":     "12 000 t CO2e",
		"sus\u00adtain":                     "sustain",
		"sustain\u00ad":                     "sustain\u00ad",
		"a\u200bb\ufeffc\x01":               "abc",
		"\uf0b7 Plant trees":                "• Plant trees",
		"Cafe\u0301":                        "Café",
		"CO² and m³":                        "CO2 and m³",
		"B C A  m e m i l i k i  k e b i j": "BCA memiliki kebij",
		"a b c d":                           "a b c d",
	} {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMarkup(t *testing.T) {
	p := parseMarkup(`<div id="page0" style="width:595.0pt;height:842.0pt">
<p style="top:100.5pt;left:50.0pt;line-height:10.0pt"><b><span style="font-family:A,serif;font-size:10.0pt">R&amp;D &#x2013; 5</span></b><sup><span style="font-size:6.0pt">12</span></sup></p>
<img style="position:absolute" src="data:image/png;base64,AAAA">
<p style="top:1pt;left:2pt;line-height:7.0pt"><span style="font-size:7.0pt"> </span></p>
</div>`)
	want := RawPage{Width: 595, Height: 842, Pictures: 1, Lines: []RawLine{{Top: 100.5, Left: 50, Size: 10, Bold: true, Text: "R&D – 5¹²"}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v", p)
	}
}

func TestBrokenWords(t *testing.T) {
	words := vocabulary{}
	for _, l := range []string{"the sustainability of low-carbon growth and sustainability", "an environment for all"} {
		words.learn(l)
	}
	for _, c := range []struct{ line, next, joined, rest string }{
		{"our sustain-", "ability report", "our sustainability", "report"}, // known as one word
		{"a low-", "carbon plan", "a low-carbon", "plan"},                  // known with its hyphen
		{"for gover-", "nance. We", "for governance.", "We"},               // unknown: the hyphen breaks it
		{"of non-", "financial kind", "of non-financial", "kind"},          // a first part that takes one
		{"the sus\u00ad", "pension of", "the sus\u00adpension", "of"},      // a soft one always breaks it
		{"short-", "and long-term goals", "short-", "and long-term goals"}, // nothing is broken
		{"in Scope-", "3 terms", "in Scope-3", "terms"},                    // a digit keeps it
		{"the EU-", "Taxonomy of", "the EU-Taxonomy", "of"},                // a capital keeps it
		{"a dash -", "here", "a dash -", "here"},                           // no word before it
		{"nothing", "broken", "nothing", "broken"},
	} {
		c.joined = strings.ReplaceAll(c.joined, "\u00ad", "")
		line, next := words.joinBroken(c.line, c.next)
		if line != c.joined || next != c.rest {
			t.Errorf("%q + %q = %q + %q, want %q + %q", c.line, c.next, line, next, c.joined, c.rest)
		}
	}
}

// A broken word moves up, and the lines' places move with it.
func TestOffsetsFollowBrokenWords(t *testing.T) {
	line := func(top float64, text string) RawLine { return RawLine{Top: top, Left: 50, Size: 10, Text: text} }
	d := Assemble(Raw{SHA256: "x", Pages: []RawPage{{Width: 600, Height: 800, Lines: []RawLine{
		line(100, "We care for the ecosys-"), line(112, "tems of the plains and"), line(124, "wetlands."),
	}}}})
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	p := &d.Pages[0]
	if want := "We care for the ecosystems\nof the plains and\nwetlands.\n"; p.Text != want {
		t.Errorf("text %q", p.Text)
	}
	runes := []rune(p.Text)
	var lines []string
	for _, l := range p.Lines {
		lines = append(lines, string(runes[l.Start:l.End]))
	}
	if strings.Join(lines, "\n")+"\n" != p.Text {
		t.Errorf("lines %q", lines)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"We have reduced the emissions of our plants and this is only the start for us.":                    "en",
		"Wir haben die Emissionen der Werke gesenkt und das ist für uns nicht genug.":                       "de",
		"Perusahaan telah mengurangi emisi dan akan tetap menjaga lingkungan yang bersih untuk semua dalam": "id",
		"Nous avons réduit les émissions de nos usines et ce n'est pas tout pour la planète avec des":       "fr",
		"Hemos reducido las emisiones de nuestras plantas y esto es sólo el comienzo para los que son":      "es",
		"Scope 1 12 t No. No. No. No. No.": Undetermined,
		"":                                 Undetermined,
	} {
		if got := detect(text); got != want {
			t.Errorf("detect(%q) = %s, want %s", text, got, want)
		}
	}
}

// Numbers that do not grow with the pages are no page numbers.
func TestLabels(t *testing.T) {
	page := func(texts ...string) RawPage {
		p := RawPage{Width: 600, Height: 800}
		for i, s := range texts {
			p.Lines = append(p.Lines, RawLine{Top: 790, Left: float64(50 + 100*i), Size: 7, Text: s})
		}
		return p
	}
	for name, c := range map[string]struct {
		pages []RawPage
		want  string
	}{
		"counting":  {[]RawPage{page("Report 2024", "41"), page("Report 2024", "42"), page("43", "Report 2024")}, "41 42 43"},
		"a gap":     {[]RawPage{page("5"), page("no number"), page("7")}, "5  7"},
		"a year":    {[]RawPage{page("2024"), page("2024"), page("2024")}, "  "},
		"no number": {[]RawPage{page("a"), page("b")}, " "},
	} {
		all := make([][]row, len(c.pages))
		for i := range c.pages {
			all[i] = rows(&c.pages[i])
		}
		if got := strings.Join(labels(c.pages, all), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Whatever MuPDF writes, a page comes out whose lines are in order and hold its text.
func FuzzAssemble(f *testing.F) {
	f.Add(`<div style="width:9pt;height:9pt"><p style="top:1pt;left:1pt"><span style="font-size:9pt">a-</span></p><p style="top:9pt;left:1pt"><span style="font-size:9pt">b c</span></p>`)
	f.Add(`<p style="top:1e308pt;left:-5pt"><sup><b>12</sup>&#xad;•</p><p><img></p><p>x`)
	f.Fuzz(func(t *testing.T, markup string) {
		p := parseMarkup(markup)
		d := Assemble(Raw{SHA256: "x", Pages: []RawPage{p, p}, Outline: []document.Heading{}})
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		for i := range d.Pages {
			runes := []rune(d.Pages[i].Text)
			held := 0
			for _, l := range d.Pages[i].Lines {
				held += len(strings.Fields(string(runes[l.Start:l.End])))
			}
			if want := len(strings.Fields(d.Pages[i].Text)); held != want {
				t.Fatalf("lines hold %d words of %d", held, want)
			}
		}
	})
}
