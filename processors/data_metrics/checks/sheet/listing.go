package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Listing is a table as a list of things: one a row, called by its first cell. One that goes on overleaf is one list.
type Listing struct {
	Page    int
	Caption string
	Heads   []string   // of its columns
	Things  [][]string // the cells of each row
}

// noThing is the first cell of a row that is none of those listed.
var noThing = pattern.Compile(`(?i)^\s*(?:(?:average|mean|sub-?total|change|share|target|of\s+which)\b.*|[-–—]?)\s*$`)

// Listings are the tables of the pages that are read, as lists.
func (s *Sheet) Listings() []Listing {
	return Once(s, s.listings)
}

func (s *Sheet) listings() []Listing {
	var out []Listing
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for k := range p.Tables {
			l, ok := listingOf(&p.Tables[k], p.Number)
			if !ok {
				continue
			}
			if n := len(out) - 1; k == 0 && n >= 0 && out[n].Page == p.Number-1 && slices.Equal(out[n].Heads, l.Heads) {
				out[n].Things = append(out[n].Things, l.Things...)
				out[n].Page = p.Number // where it may go on from
				continue
			}
			out = append(out, l)
		}
	}
	return out
}

func listingOf(t *document.Table, page int) (l Listing, ok bool) {
	if t.HeaderRows < 1 || len(t.Rows) < t.HeaderRows+2 {
		return l, false
	}
	l.Page, l.Caption = page, t.Caption
	for i, row := range t.Rows {
		var cells []string
		for _, c := range row {
			if c.Rows > 1 || i >= t.HeaderRows && c.Cols > 1 {
				return l, false // what a merged cell is of is several rows
			}
			cells = append(cells, strings.TrimSpace(c.Text))
		}
		switch {
		case len(cells) == 0:
			return l, false
		case i == 0:
			l.Heads = cells
		case len(cells) != len(l.Heads):
			return l, false
		case i < t.HeaderRows:
			for k := range cells {
				l.Heads[k] = strings.TrimSpace(l.Heads[k] + " " + cells[k])
			}
		case !noThing.MatchString(cells[0]) && !vocabulary.IsTotal(cells[0]):
			l.Things = append(l.Things, cells)
		}
	}
	return l, len(l.Things) > 1
}
