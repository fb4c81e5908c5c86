package layout

import (
	"encoding/xml"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// boxedPages are words with their places as pdftotext sees them.
type boxedPages struct {
	Pages []struct {
		Words []struct {
			XMin float64 `xml:"xMin,attr"`
			YMin float64 `xml:"yMin,attr"`
			XMax float64 `xml:"xMax,attr"`
			YMax float64 `xml:"yMax,attr"`
			Text string  `xml:",chardata"`
		} `xml:"word"`
	} `xml:"body>doc>page"`
}

// telling reports whether a word is long enough to be met once on a page and plain enough to be one word to
// everybody.
func telling(w string) bool {
	return utf8.RuneCountInString(w) >= 6 && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
}

// placeOf is where a word stands that the page has once.
func placeOf(p *document.Page, word string) (paint.Rect, bool) {
	at := strings.Index(p.Text, word)
	if at < 0 || strings.Contains(p.Text[at+len(word):], word) {
		return paint.Rect{}, false
	}
	start := utf8.RuneCountInString(p.Text[:at])
	rects := p.Rects(start, start+utf8.RuneCountInString(word))
	if len(rects) != 1 {
		return paint.Rect{}, false // broken at a line's end
	}
	return paint.Rect(rects[0]), true
}

// A word has the place where another reader of PDFs finds it, to a point or two.
func TestRealWordsHaveTheirPlaces(t *testing.T) {
	folder := reportsFolder(t)
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skipf("pdftotext is not installed (%v): there is nothing to compare with", err)
	}
	for _, name := range large {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			d := readReport(t, path, "")
			out, err := exec.Command(program, "-bbox", "-enc", "UTF-8", path, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			var boxed boxedPages
			clean := strings.Map(func(r rune) rune { // pdftotext writes characters that XML has not
				if r < ' ' && r != '\n' && r != '\t' {
					return -1
				}
				return r
			}, string(out))
			dec := xml.NewDecoder(strings.NewReader(clean))
			dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
			if err := dec.Decode(&boxed); err != nil {
				t.Fatal(err)
			}
			all, off := 0, 0
			for i := range d.Pages {
				seen := map[string]int{}
				for _, w := range boxed.Pages[i].Words {
					seen[w.Text]++
				}
				for _, w := range boxed.Pages[i].Words {
					if seen[w.Text] != 1 || !telling(w.Text) {
						continue
					}
					r, ok := placeOf(&d.Pages[i], w.Text)
					if !ok {
						continue
					}
					all++
					// Fonts differ in how high their lines are said to be; along the line there is no room for opinion.
					if box := (paint.Rect{w.XMin - 1.5, w.YMin - 4, w.XMax + 1.5, w.YMax + 4}); overlap(r, box) < 0.98 {
						if off++; off <= 5 {
							t.Logf("page %d: %q stands at %.1f, pdftotext has it at %.1f", i+1, w.Text, r, box)
						}
					}
				}
			}
			t.Logf("%d of %d words stand elsewhere", off, all)
			if all < 100 || 200*off > all {
				t.Errorf("%d of %d words stand elsewhere", off, all)
			}
		})
	}
}
