package checks

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Country tells the country that a report is of, if its pages name one far more often than any other; empty
// otherwise. A company of many countries has no grid to be held against.
func Country(d *document.Document) string {
	grid, err := ghg.LoadGrid()
	if err != nil {
		return ""
	}
	var text strings.Builder
	for i := range d.Pages {
		text.WriteString(d.Pages[i].Text)
		text.WriteByte('\n')
	}
	all := text.String()
	best, count, next := "", 0, 0
	for _, g := range grid.Rows {
		if g.Aggregate || g.ISO2 == "" {
			continue
		}
		n := named(all, g.Name)
		switch {
		case n > count:
			best, count, next = g.ISO2, n, count
		case n > next:
			next = n
		}
	}
	if count < 3 || count < 5*next {
		return ""
	}
	return best
}

// named counts a name where no letter goes on with it: "Peru" is not in "Perusahaan".
func named(text, name string) int {
	n := 0
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return n
		}
		end := at + i + len(name)
		before, after := at+i == 0 || !letter(text[at+i-1]), end == len(text) || !letter(text[end])
		if before && after {
			n++
		}
		at = end
	}
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
