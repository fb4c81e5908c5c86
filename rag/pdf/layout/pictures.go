package layout

import (
	"fmt"
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A table may be put on a page as a picture. Its words are not read, and a reader of the analysis would take them for missing; so the pages are named on
// which a picture is large enough for one and is no photograph.

const (
	// largePicture is the least share of its page.
	largePicture = 0.1
	// wordsOnPicture is how many words may stand on it: more, and it is the ground of a text.
	wordsOnPicture = 5
)

// holdsPicture reports whether a page has a picture that may say something.
func holdsPicture(p *paint.Page, words []paint.Word) bool {
	for i := range p.Pictures {
		b := p.Pictures[i].Box
		shown := math.Max(0, math.Min(b[2], p.Width)-math.Max(b[0], 0)) * math.Max(0, math.Min(b[3], p.Height)-math.Max(b[1], 0))
		if !(shown >= largePicture*p.Width*p.Height) {
			continue
		}
		on := 0
		for k := range words {
			w := &words[k].Box
			if x, y := (w[0]+w[2])/2, (w[1]+w[3])/2; x > b[0] && x < b[2] && y > b[1] && y < b[3] {
				on++
			}
		}
		if on <= wordsOnPicture && !p.Pictures[i].Wordless() {
			return true
		}
	}
	return false
}

// unreadPictures names the pages with large pictures beside their text; empty if there are none.
func unreadPictures(raw []RawPage, pages []document.Page) string {
	const named = 12
	var list []string
	n := 0
	for i := 0; i < len(pages); i++ {
		from := i
		for i < len(pages) && raw[i].Picture && !pages[i].ImageOnly {
			i++
		}
		switch n += i - from; {
		case i == from:
		case len(list) == named:
			list = append(list, "...")
		case len(list) > named:
		case i == from+1:
			list = append(list, fmt.Sprint(from+1))
		default:
			list = append(list, fmt.Sprintf("%d-%d", from+1, i))
		}
	}
	if n == 0 {
		return ""
	}
	places := "page"
	if n > 1 {
		places = "pages"
	}
	return fmt.Sprintf("words in pictures are not read; large ones stand beside the text of %d %s: %s", n, places, strings.Join(list, ", "))
}
