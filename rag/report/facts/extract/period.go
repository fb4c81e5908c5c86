package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// A fiscal year has the number of the year in which it ends, but not everywhere: "FY2024: April 1, 2024 to March 31, 2025".

// dated is a day or a month of a year.
const dated = `(?:[a-z]{3,9}\.?\s+(?:\d{1,2},?\s+)?|\d{1,2}\.?\s+[a-z]{3,9}\s+)(20\d\d)\b`

var (
	labelThenRun = pattern.Compile(`(?i)\b(?:FY|fiscal(?:\s+year)?)\s?(20\d\d)[\s:,(]{1,3}(?:from\s+)?` + dated + `\s?(?:to|through|until|[–-])\s?` + dated)
	endThenLabel = pattern.Compile(`(?i)\b(?:ended|ending)\s+(?:on\s+)?` + dated + `[\s,("“]{1,3}FY\s?(20\d\d)([/–-]\d{2})?`)
	fiscalLabel  = pattern.Compile(`(?i)\bFY|\bfiscal`)
)

// startNumbered reports whether the document numbers its fiscal years by the year in which they begin: more of the places that
// say when one ends say so than the opposite.
func startNumbered(d *document.Document) bool {
	begin, end := 0, 0
	count := func(label, last string) {
		switch vocabulary.Atoi(last) - vocabulary.Atoi(label) {
		case 0:
			end++
		case 1:
			begin++
		}
	}
	for i := range d.Pages {
		text := d.Pages[i].Text
		for _, m := range labelThenRun.FindAllStringSubmatch(text, -1) {
			if vocabulary.Atoi(m[3])-vocabulary.Atoi(m[2]) == 1 || m[1] == m[3] { // a year runs into the next, or is a calendar year
				count(m[1], m[3])
			}
		}
		for _, m := range endThenLabel.FindAllStringSubmatch(text, -1) {
			if m[3] == "" { // "FY2023-24" names both
				count(m[2], m[1])
			}
		}
	}
	return begin > end
}

// endFiscalYears makes the years of such a document those in which its fiscal years end, as those of all others are. A plain year stays.
func endFiscalYears(s *facts.Sheet, d *document.Document) {
	if !startNumbered(d) {
		return
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Year == 0 || f.Engine == "" && f.Period != "" && !fiscalLabel.MatchString(f.Period) {
			continue
		}
		f.Year++
		if f.BaseYear > 0 {
			f.BaseYear++
		}
		if f.Engine != "" {
			f.Period = vocabulary.Itoa(f.Year)
		}
		f.Notes = append(f.Notes, "The report numbers fiscal years by the year in which they begin; this one ends in the next.")
	}
}
