package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// endFiscalYears makes the years by which a document calls its fiscal years those in which they end, where it numbers them by their
// beginning. sentences has the text around the figures that a reader has found.
func endFiscalYears(s *facts.Sheet, d *document.Document, sentences map[int]string) {
	calendar := vocabulary.CalendarOf(d.Texts())
	for i := range s.Facts {
		f := &s.Facts[i]
		year := calendar.Ends(cell.FirstOf(f.Period, f.Caption), f.Year)
		if text, ok := sentences[i]; ok {
			year = calendar.Ends(text, f.Year)
		} else if f.Source == facts.FromText {
			year = calendar.Ends(f.Quote, f.Year)
		}
		if year == f.Year {
			continue
		}
		if f.BaseYear > 0 {
			f.BaseYear++
		}
		f.Year = year
		if f.Engine != "" {
			f.Period = vocabulary.Itoa(f.Year)
		}
		f.Notes = append(f.Notes, "The report numbers fiscal years by the year in which they begin; this one ends in the next.")
	}
}
