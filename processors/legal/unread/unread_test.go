package unread

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestWhatAnUnreadPageCouldHoldDecides(t *testing.T) {
	english := document.Page{Text: strings.Repeat("We report what we did for the climate. ", 30) +
		"Energy 1,204 GWh, 3,117 t, 22,450 m3, 981, 74.2 %, 1,889, 4,006, 12,777, 905", Language: "en"}
	twin := document.Page{Text: strings.Repeat("Kami melaporkan apa yang kami lakukan untuk iklim. ", 30) +
		"Energi 1.204 GWh, 3.117 t, 22.450 m3, 981, 74,2 %, 1.889, 4.006, 12.777, 905", Language: "id"}
	other := document.Page{Text: strings.Repeat("Wir berichten, was wir für das Klima tun. ", 30), Language: "de"}
	picture := document.Page{ImageOnly: true}
	for name, c := range map[string]struct {
		pages []document.Page
		open  bool
	}{
		"two covers of five pages":                     {[]document.Page{picture, english, english, english, picture}, false},
		"a picture in the middle":                      {[]document.Page{english, english, picture, english, english}, true},
		"every page twice, in two languages":           {[]document.Page{english, twin, english, twin}, false},
		"pages in another language without a twin":     {[]document.Page{english, other, english, other}, true},
		"nothing that can be read":                     {[]document.Page{picture, picture, picture}, true},
		"a page that was not analysed":                 {[]document.Page{english, {NotAnalysed: "garbled fonts"}, english}, true},
		"one page in twenty-one":                       {append(pagesOf(english, 20), picture, english), false},
		"a divider with three words in another tongue": {[]document.Page{english, {Text: "Teil zwei", Language: "de"}, english}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Why(c.pages); (got != "") != c.open {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestWhatAPictureMayHoldIsToldByTheHeadingsOfItsPage(t *testing.T) {
	emissions := []string{"Scope 1", "carbon footprint", "greenhouse gas emissions", "target"}
	for heading, want := range map[string]bool{
		"Carbon footprint of the Acme Group": true, "CO₂ emissions": true, "GHG emission, in tonnes": true, "SCOPE 1": true,
		"Our targets": false, "Our people": false, "Scope of this report": false,
	} {
		page := document.Page{Number: 7, Picture: true, Text: heading, Lines: []document.Line{{End: len([]rune(heading)), Role: document.RoleHeading}}}
		read := page
		read.Picture = false
		if got := Held(Pictures([]document.Page{read, page}), emissions); (got != "") != want || want && !strings.Contains(got, "page 7 ") {
			t.Errorf("%s: %q", heading, got)
		}
		if got := Held(Pictures([]document.Page{read}), emissions); got != "" {
			t.Errorf("%s without a picture: %q", heading, got)
		}
	}
}

func TestAPictureThatWasNotReadStandsBesideItsPageAndTheOneBefore(t *testing.T) {
	pages := []document.Page{{Number: 1}, {Number: 2}, {Number: 3, Picture: true}, {Number: 4}}
	for page, want := range map[int]bool{0: false, 1: false, 2: true, 3: true, 4: false, 9: false} {
		if got := Beside(pages, page); (got != "") != want || want && !strings.Contains(got, "page 3 ") {
			t.Errorf("page %d: %q", page, got)
		}
	}
}

func pagesOf(p document.Page, n int) []document.Page {
	out := make([]document.Page, n)
	for i := range out {
		out[i] = p
	}
	return out
}
