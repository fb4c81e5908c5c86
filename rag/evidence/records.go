package evidence

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Level is a figure that a document gives for a year.
type Level struct {
	Found
	Value *apd.Decimal // in the unit
	Unit  string
	Year  int
}

// Levels lists the figures that documents of some kinds give for the subject and the places of a statement, in other
// years than its own or in the same, latest first.
func (s *Shelf) Levels(st Statement, kinds ...events.EvidenceKind) []Level {
	r, called := readStatement(st), st.called()
	if len(r.subjects) == 0 || plainCompany(st.Company) == "" {
		return nil
	}
	var out []Level
	for i, e := range s.Entries {
		if s.docs[i] == nil || !slices.Contains(kinds, e.Kind) || !about(e, called) {
			continue
		}
		for _, a := range s.read(i, called).about(r.subjects) {
			if a.planned {
				continue
			}
			place, same := r.samePlace(a)
			if !same {
				continue
			}
			for _, f := range a.figures {
				at := yearOf(f.years, documentYear(e))
				switch f.Unit.Dimension {
				case quantity.Count, quantity.Percent, quantity.Points:
					continue
				}
				if at == 0 || f.Per != "" {
					continue
				}
				out = append(out, Level{
					Found: Found{Entry: e, Page: a.page, Row: a.row, Quote: a.quote, Relation: Neutral, Subject: strings.Join(r.subjects, ", "), Place: place, Figure: f.Text},
					Value: f.Value, Unit: f.Unit.Symbol, Year: at,
				})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Level) int { return b.Year - a.Year })
	return out
}

// Record is a row of a table by the names of its columns, lower case.
type Record struct {
	Entry     events.LibraryEntry
	Page, Row int
	Quote     string
	Cells     map[string]string
}

// Records lists the rows of the tables of some kinds that have all the columns.
func (s *Shelf) Records(kind events.EvidenceKind, columns ...string) []Record {
	var out []Record
	for i, e := range s.Entries {
		if s.docs[i] == nil || e.Kind != kind {
			continue
		}
		for p := range s.docs[i].Pages {
			page := &s.docs[i].Pages[p]
			for t := range page.Tables {
				rows := page.Tables[t].Rows
				if len(rows) < 2 {
					continue
				}
				head := make([]string, len(rows[0]))
				for c := range head {
					head[c] = events.NormalText(rows[0][c].Text)
				}
				if slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(head, c) }) {
					continue
				}
				for r := 1; r < len(rows); r++ {
					rec := Record{Entry: e, Page: page.Number, Row: r + 1, Cells: map[string]string{}}
					var quote []string
					for c, cell := range rows[r] {
						if cell.Text != "" {
							rec.Cells[head[c]] = cell.Text
							quote = append(quote, cell.Text)
						}
					}
					rec.Quote = strings.Join(quote, " ")
					out = append(out, rec)
				}
			}
		}
	}
	return out
}
