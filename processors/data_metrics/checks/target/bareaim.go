package target

import (
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// onePercent is a percentage wherever it stands.
var onePercent = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|per\s+cent|prozent)`)

// mostInRow is how many percentages the row of a target has at most.
const mostInRow = 3

// bareAims are the targets of lines that name scopes, one percentage and two years, of which one is still to come: that one is the year by which,
// and the other the base year, whatever the words and the language between them and whether the line is a sentence or a row.
func bareAims(s *sheet.Sheet) []basedAim {
	now := 0
	for _, t := range s.Tables {
		now = max(now, t.LastYear())
	}
	var out []basedAim
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for _, line := range p.Sentences() {
			if line.Role != document.RoleBody && line.Role != document.RoleRow || len(line.Text) > sheet.LongestSentence || len(out) >= mostPledges {
				continue
			}
			percents, years := onePercent.FindAllStringSubmatch(line.Text, -1), sheet.YearsNamed(line.Text)
			if len(percents) == 0 || len(percents) > 1 && line.Role == document.RoleBody || len(percents) > mostInRow ||
				len(years) != 2 || years[0] > now || years[1] <= now || rebased.MatchString(line.Text) || ofAPart.MatchString(line.Text) {
				continue
			}
			if scopes := sheet.NamedScopes.FindAllString(line.Text, -1); len(scopes) != 1 || vocabulary.ScopeOf(scopes[0]) == "" {
				continue
			}
			for _, percent := range percents { // in a row, what has been achieved stands beside what is wanted
				out = append(out, aimOf(p.Number, line.Text, percent[1], years[1], years[0]))
			}
		}
	}
	return out
}
