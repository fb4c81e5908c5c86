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

func pagesOf(p document.Page, n int) []document.Page {
	out := make([]document.Page, n)
	for i := range out {
		out[i] = p
	}
	return out
}
