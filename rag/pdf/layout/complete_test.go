package layout

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// characters counts a text's letters and digits, however they are composed.
func characters(text string) map[rune]int {
	counts := map[rune]int{}
	for _, r := range norm.NFKC.String(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			counts[r]++
		}
	}
	return counts
}

// lacking counts what want has and got has not, and all of want.
func lacking(want, got map[rune]int) (missing, all int, which string) {
	var runes []rune
	for r, n := range want {
		all += n
		if d := n - got[r]; d > 0 {
			missing += d
			runes = append(runes, r)
		}
	}
	slices.Sort(runes)
	return missing, all, string(runes)
}

// pageWords is all that a page says, what is quarantined included.
func pageWords(p *document.Page) string {
	var b strings.Builder
	b.WriteString(p.Text)
	for _, s := range p.Suspicious {
		b.WriteString(s.Text)
	}
	return b.String()
}

// headsElsewhere is, of the running heads of at least two pages, what a page of another reader has and ours has not:
// a head that is painted over there is no suspicious text, since whoever reads the report has seen it (forgiveHeads).
func headsElsewhere(d *document.Document, i int, other string) string {
	pages := map[string]map[int]bool{}
	for n := range d.Pages {
		runes := []rune(d.Pages[n].Text)
		for _, l := range d.Pages[n].Lines {
			if l.Role == document.RoleFurniture && l.Start >= 0 && l.End <= len(runes) {
				head := spaced(string(runes[l.Start:l.End]))
				if pages[head] == nil {
					pages[head] = map[int]bool{}
				}
				pages[head][n] = true
			}
		}
	}
	var b strings.Builder
	there, here := spaced(other), spaced(pageWords(&d.Pages[i]))
	for head, on := range pages {
		if len(on) >= shownElsewhere && strings.Contains(there, head) && !strings.Contains(here, head) {
			b.WriteString(head)
		}
	}
	return b.String()
}

// longest are reports of 167 to 359 pages.
var longest = []string{"bmw-cdp-2023.pdf", "freenet-2023.pdf", "viscom-2023.pdf", "vonovia-annual-2023.pdf"}

// Another reader of PDFs finds nothing that we have not.
func TestRealPagesAreComplete(t *testing.T) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skipf("pdftotext is not installed (%v): there is nothing to compare with", err)
	}
	const enough = 0.98
	for _, path := range every(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if slices.Contains(longest, filepath.Base(path)) && os.Getenv("SIBYL_TEST_LONG") == "" {
				t.Skip("half a minute of reading: SIBYL_TEST_LONG=1 does it")
			}
			d := readReport(t, path, "")
			var out bytes.Buffer
			cmd := exec.Command(program, "-enc", "UTF-8", path, "-")
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil {
				t.Fatal(err)
			}
			pages := strings.Split(out.String(), "\f")
			type score struct {
				page  int
				part  float64
				which string
			}
			var scores []score
			for i := range d.Pages {
				ours := pageWords(&d.Pages[i])
				if missing, all, _ := lacking(characters(pages[i]), characters(ours)); float64(missing) > (1-enough)*float64(all) {
					ours += headsElsewhere(d, i, pages[i])
				}
				missing, all, which := lacking(characters(pages[i]), characters(ours))
				part := 1.0
				if all > 0 {
					part = 1 - float64(missing)/float64(all)
				}
				scores = append(scores, score{i + 1, part, fmt.Sprintf("%d of %d (%s)", missing, all, which)})
			}
			slices.SortStableFunc(scores, func(a, b score) int { return compare(a.part, b.part) })
			for _, s := range scores[:min(3, len(scores))] {
				t.Logf("page %d has %.2f %%: lacks %s", s.page, 100*s.part, s.which)
			}
			for _, s := range scores {
				if s.part < enough {
					t.Errorf("page %d has only %.2f %% of the letters and digits: lacks %s", s.page, 100*s.part, s.which)
				}
			}
		})
	}
}
