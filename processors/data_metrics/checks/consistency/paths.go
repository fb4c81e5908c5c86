package consistency

import (
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/target"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// inAYear gives a percentage that is to be reached in a year: "22 % ... in 2027, 35 % in 2030 and 55 % in 2040".
var inAYear = pattern.Compile(`(?i)^[^.;:,\d]{0,60}?\b(?:in|by|until)\s+` + sheet.SomeYear)

// pathsDiffer holds a path that a sentence gives - three years and more, a percentage in each - against the row that has the same ones
// but for one.
func pathsDiffer(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		path := map[int]quantity.Quantity{}
		for _, q := range x.Percents() {
			if m := inAYear.FindStringSubmatch(x.Text[q.End:]); m != nil {
				path[vocabulary.YearIn(m[1])] = q
			}
		}
		if len(path) < compare.LeastShown || len(path) != len(x.Percents()) || x.Renewed() {
			continue
		}
		about := sheet.Stems(x.Text)
		var found []sheet.Utterance
		for _, t := range s.Tables {
			for _, row := range t.Rows {
				e, q, agrees, ok := target.AgainstPath(t, row, path)
				if agrees {
					found = nil
					break
				}
				if ok && sheet.SharesWord(sheet.Stems(strings.Join(sheet.Headings(e.At.RowPath), " ")), about) {
					found = append(found, slipNamed(x, q, e, " The other years agree."))
				}
			}
		}
		if len(found) == 1 {
			out = append(out, found[0])
		}
	}
	return out
}
