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
	Values  [][]string // their numbers, as they are read
	Total   []string   // those of the one row of totals at the end, if there is one
	Printed []string   // as it prints them
	Pages   int        // that it is on
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
			if n := len(out) - 1; k == 0 && n >= 0 && out[n].Page == p.Number-1 && out[n].Total == nil && slices.Equal(out[n].Heads, l.Heads) {
				l.Things, l.Values = append(out[n].Things, l.Things...), append(out[n].Values, l.Values...)
				l.Caption, l.Pages = out[n].Caption, out[n].Pages+1
				out[n] = l // at the page where it may go on from
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
	l.Page, l.Caption, l.Pages = page, t.Caption, 1
	for i, row := range t.Rows {
		var cells, values []string
		for _, c := range row {
			if c.Rows > 1 || i >= t.HeaderRows && c.Cols > 1 {
				return l, false // what a merged cell is of is several rows
			}
			cells, values = append(cells, strings.TrimSpace(c.Text)), append(values, c.Value)
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
		case vocabulary.IsTotal(cells[0]):
			if l.Total != nil {
				return l, false // totals of parts
			}
			l.Total, l.Printed = values, cells
		case l.Total == nil && !noThing.MatchString(cells[0]):
			l.Things, l.Values = append(l.Things, cells), append(l.Values, values)
		}
	}
	return l, len(l.Things) > 1
}
