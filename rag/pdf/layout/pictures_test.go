package layout

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// Pages whose pictures may hold a table are named, also beside text; logos, and what text stands on, are not.
func TestLargePicturesAreNamed(t *testing.T) {
	text := []paint.Word{textWord(50, 150, "Emissions"), textWord(120, 150, "fell.")}
	more := []paint.Word{textWord(60, 520, "Water"), textWord(120, 520, "was"), textWord(150, 520, "scarce.")}
	last := []paint.Word{textWord(50, 600, "People"), textWord(120, 600, "count.")}
	page := func(b paint.Rect, words []paint.Word) RawPage {
		p := paint.Page{Width: 600, Height: 800, Pictures: []paint.Picture{{Box: b}}}
		return RawPage{Width: 600, Height: 800, Words: words, Pictures: 1, Picture: holdsPicture(&p, words)}
	}
	var onIt []paint.Word
	for i := range 8 {
		onIt = append(onIt, textWord(100, 300+20*float64(i), "Emissions fell."))
	}
	table, logo := paint.Rect{50, 200, 550, 500}, paint.Rect{500, 20, 560, 60}
	for name, c := range map[string]struct {
		pages []RawPage
		want  string
	}{
		"a logo":       {[]RawPage{page(logo, text)}, ""},
		"behind text":  {[]RawPage{page(table, onIt)}, ""},
		"off the page": {[]RawPage{page(paint.Rect{-900, 200, -400, 500}, text)}, ""},
		"nothing else": {[]RawPage{page(table, nil)}, ""}, // the page is image only
		"beside text":  {[]RawPage{page(logo, text), page(table, text)}, "of 1 page: 2"},
		"on pages in a row": {[]RawPage{page(table, text), page(table, more), page(logo, last), page(table, []paint.Word{textWord(70, 700, "Waste")})},
			"of 3 pages: 1-2, 4"},
	} {
		d := Assemble(Raw{Pages: c.pages})
		if got := strings.Join(d.Notes, "; "); c.want == "" && got != "" || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func textWord(x, base float64, text string) paint.Word {
	return paint.Word{Text: text, Box: paint.Rect{x, base - 8, x + 5*float64(len(text)), base + 2}, Base: base, Size: 10}
}
