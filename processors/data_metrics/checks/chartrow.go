package checks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// numbersAlone is a line of a page that holds nothing but figures, as the labels of a drawing do.
var numbersAlone = regexp.MustCompile(`^[\d\s.,'’]*\d[\d\s.,'’]*$`)

const leastInChart = 3

// chartSlips holds the figures that are drawn over bars, in their order, against the rows of tables: all but one are those of a row,
// and that one is a slip.
func (s *sheet) chartSlips() []utterance {
	var out []utterance
	for i := range s.pages() {
		p := &s.options.Document.Pages[i]
		if p.NotAnalysed != "" || p.OCR {
			continue
		}
		for _, drawn := range drawings(p.Text) {
			if u, ok := s.drawnOtherwise(p.Number, drawn); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// drawings are the runs of figures that stand on lines of their own.
func drawings(text string) [][]quantity.Quantity {
	style := quantity.Detect(text, quantity.Point)
	var out [][]quantity.Quantity
	var run []quantity.Quantity
	for line := range strings.Lines(text + "\n.\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case numbersAlone.MatchString(line):
			run = append(run, quantity.Find(line, style)...)
		default:
			if len(run) >= leastInChart && len(run) <= 30 {
				out = append(out, run)
			}
			run = nil
		}
	}
	return out
}

func (s *sheet) drawnOtherwise(page int, drawn []quantity.Quantity) (utterance, bool) {
	for _, t := range s.tables {
		for _, row := range t.rows {
			cells, ok := t.byYear(row)
			if !ok || len(cells) < leastInChart {
				continue
			}
			series := make([]entry, 0, len(cells))
			for _, e := range cells {
				series = append(series, e)
			}
			slices.SortFunc(series, func(a, b entry) int { return a.Year - b.Year })
			for from := 0; from+len(series) <= len(drawn); from++ {
				if at, ok := oneOff(series, drawn[from:from+len(series)]); ok {
					q, e := drawn[from+at], series[at]
					x := statement{page: page, text: q.Text}
					u := x.slip(q, e)
					u.words, u.said = "", ""
					u.Message = strings.Replace(u.Message, "in a sentence", "in a drawing", 1)
					return u, true
				}
			}
		}
	}
	return utterance{}, false
}

// oneOff finds the one figure of several that differs from a row by a slip.
func oneOff(series []entry, drawn []quantity.Quantity) (int, bool) {
	at := -1
	for i, e := range series {
		if len(significant(e.Value)) < digitsExchanged {
			return 0, false
		}
		if e.Quantity().Value.Cmp(drawn[i].Value) == 0 {
			continue
		}
		a, b := digitsIn(drawn[i].Number), digitsIn(e.Printed)
		if at >= 0 || e.Restated || !exchanged(a, b) {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}
