package layout

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// anchors.json says how real pages are read, found by looking at them: for each page its blocks in order,
// by their first and last words.
type anchors struct {
	Reports []struct {
		File   string         `json:"file"`
		SHA256 string         `json:"sha256"`
		Pages  []anchoredPage `json:"pages"`
	} `json:"reports"`
}

type anchoredPage struct {
	Page   int      `json:"page"`
	Layout string   `json:"layout"`
	Blocks []anchor `json:"blocks"`
}

type anchor struct {
	First string        `json:"first"`
	Last  string        `json:"last"`
	Role  document.Role `json:"role"`
}

// check returns what is not read as the page shows it: words out of order, or in a block of another role.
func (a anchoredPage) check(p *document.Page) []string {
	text, at := foldedText(p)
	blocks := p.Blocks()
	var wrong []string
	from := 0
	for _, b := range a.Blocks {
		i := strings.Index(text[from:], b.First)
		if i < 0 {
			wrong = append(wrong, fmt.Sprintf("%q is not found after %q", b.First, tail(text[:from])))
			continue
		}
		start := from + i
		if role := roleAt(blocks, at[start]); b.Role != "" && role != b.Role {
			wrong = append(wrong, fmt.Sprintf("%q is a %s, want %s", b.First, role, b.Role))
		}
		from = start + len(b.First)
		if b.Last == "" || b.Last == b.First {
			continue
		}
		// The last words may share the first ones ("Our DEGREE ... framework").
		j := strings.Index(text[start+1:], b.Last)
		if j < 0 {
			wrong = append(wrong, fmt.Sprintf("%q is not found after %q", b.Last, b.First))
			continue
		}
		from = max(from, start+1+j+len(b.Last))
	}
	return wrong
}

func tail(s string) string { return s[max(0, len(s)-30):] }

func roleAt(blocks []document.Block, at int) document.Role {
	for _, b := range blocks {
		if at >= b.Start && at < b.End {
			return b.Role
		}
	}
	return ""
}

// foldedText is a page's text without running heads, its white space folded; at gives the code point of
// each of its bytes.
func foldedText(p *document.Page) (string, []int) {
	furniture := map[int]bool{}
	for _, l := range p.Lines {
		for i := l.Start; i < l.End && l.Role == document.RoleFurniture; i++ {
			furniture[i] = true
		}
	}
	var b strings.Builder
	var at []int
	space := false
	for i, r := range []rune(p.Text) {
		if r == ' ' || r == '\n' || r == '\t' {
			space = b.Len() > 0
			continue
		}
		if furniture[i] {
			continue
		}
		if space {
			b.WriteByte(' ')
			at = append(at, i)
			space = false
		}
		n := b.Len()
		b.WriteRune(r)
		for range b.Len() - n {
			at = append(at, i)
		}
	}
	return b.String(), at
}

func TestRealPagesAreReadInOrder(t *testing.T) {
	folder := reportsFolder(t)
	data, err := os.ReadFile("testdata/anchors.json")
	if err != nil {
		t.Fatal(err)
	}
	var a anchors
	if err := json.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	pages, right := 0, 0
	for _, r := range a.Reports {
		t.Run(r.File, func(t *testing.T) {
			d := readReport(t, filepath.Join(folder, r.File), r.SHA256)
			for _, p := range r.Pages {
				pages++
				wrong := p.check(&d.Pages[p.Page-1])
				if len(wrong) == 0 {
					right++
				}
				for _, w := range wrong {
					t.Errorf("page %d (%s): %s", p.Page, p.Layout, w)
				}
			}
		})
	}
	t.Logf("%d of %d pages are read in order", right, pages)
}
