package reader

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/intake/scene"
)

// Pages whose pictures may hold a table are named, also beside text; logos, and what text stands on, are not.
func TestLargePicturesAreNamed(t *testing.T) {
	text := []scene.Word{textWord(50, 150, "Emissions"), textWord(120, 150, "fell.")}
	more := []scene.Word{textWord(60, 520, "Water"), textWord(120, 520, "was"), textWord(150, 520, "scarce.")}
	last := []scene.Word{textWord(50, 600, "People"), textWord(120, 600, "count.")}
	page := func(b scene.Rect, words []scene.Word) RawPage {
		p := scene.Page{Width: 600, Height: 800, Pictures: []scene.Picture{{Box: b}}}
		return RawPage{Width: 600, Height: 800, Words: words, Pictures: 1, Picture: holdsPicture(&p, words)}
	}
	var onIt []scene.Word
	for i := range 8 {
		onIt = append(onIt, textWord(100, 300+20*float64(i), "Emissions fell."))
	}
	table, logo := scene.Rect{50, 200, 550, 500}, scene.Rect{500, 20, 560, 60}
	for name, c := range map[string]struct {
		pages []RawPage
		want  string
	}{
		"a logo":            {[]RawPage{page(logo, text)}, ""},
		"behind text":       {[]RawPage{page(table, onIt)}, ""},
		"off the page":      {[]RawPage{page(scene.Rect{-900, 200, -400, 500}, text)}, ""},
		"nothing else":      {[]RawPage{page(table, nil)}, ""}, // the page is image only
		"beside text":       {[]RawPage{page(logo, text), page(table, text)}, "of 1 page: 2"},
		"on pages in a row": {[]RawPage{page(table, text), page(table, more), page(logo, last), page(table, []scene.Word{textWord(70, 700, "Waste")})}, "of 3 pages: 1-2, 4"},
	} {
		d := Assemble(Raw{Pages: c.pages})
		if got := strings.Join(d.Notes, "; "); c.want == "" && got != "" || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func textWord(x, base float64, text string) scene.Word {
	return scene.Word{Text: text, Box: scene.Rect{x, base - 8, x + 5*float64(len(text)), base + 2}, Base: base, Size: 10}
}
