package notes

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Silence is of what a report does not speak anywhere. It is true only where every page was read and nothing comes near: a report that says
// that it was not looked at by anybody is not silent, nor one that names another document.
type Silence struct {
	Assurance bool // of its figures, by anybody outside
	Targets   bool // for emissions, with a year to come
}

var (
	// seal is how nothing but assurance is spoken of.
	seal = pattern.Compile(`(?i)\b(?:limited|reasonable|external|independent|third[\s-]party)\s+(?:\w+\s+)?assurance\b` +
		`|\bassurance\s+(?:engagements?|reports?|statements?|providers?|opinions?|conclusions?|practitioners?|levels?)\b|\bISAE\s*\d|\bAA\s?1000|\bISO\s*14064-3` +
		`|\bindependent\s+(?:auditors?|practitioners?|verifiers?)['’]?s?\b|\bunaudited\b`)
	// examined is how somebody looks at something, and reported what a report consists of.
	examined = pattern.Compile(`(?i)\b(?:assur(?:ed?|ance)|audit(?:s|ed|ing|ors?)?|verif(?:y|ied|ies|ication)|review(?:s|ed)?|examin(?:ed|ation)|attest\w*)\b`)
	outside  = pattern.Compile(`(?i)\b(?:external\w*|independent\w*|third[\s-]part(?:y|ies)|auditing\s+firm|accountants?|` +
		lexicon.Alternatives("notes.verifiers") + `)\b`)
	reported = pattern.Compile(`(?i)\b(?:(?:this|the|our)\s+(?:\w+\s+){0,3}reports?|non-?financial|sustainability\s+(?:information|data|statement)|` +
		`key\s+figures|disclosures|emissions?|ghg|greenhouse|carbon|footprint)\b`)
	// ownBoard looks at everything that a company publishes, and is no one outside.
	ownBoard = pattern.Compile(`(?i)\b(?:supervisory\s+board|board\s+of\s+directors|audit\s+(?:and\s+\w+\s+)?committee|internal\s+audit)\b`)

	aims = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|aim(?:ed|ing)|ambitions?|reduc\w+|cut|halve|lower|` +
		`neutral\w*|net[\s-]zero|zero[\s-]emissions?|decarboni[sz]\w+)\b`)
	emitted = pattern.Compile(`(?i)\b(?:emissions?|ghg|greenhouse|carbon|co2e?|climate|net[\s-]zero|scopes?\s*[123]|footprint)\b`)
	goals   = pattern.Compile(`(?i)\b(?:targets?|goals?|ambitions?)\b`)
	years   = pattern.Compile(`\b20\d\d\b`)
)

// SilenceOf is of what a report of a year does not speak.
func SilenceOf(d *document.Document, said *statement.Report, year int) Silence {
	s := Silence{Assurance: len(d.Pages) > 0, Targets: len(d.Pages) > 0 && year > 0}
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" || p.ImageOnly || p.OCR || p.Language != "" && p.Language != "en" && p.Language != "und" {
			return Silence{} // the expressions are English: what a page in another language says, nobody has read
		}
		if seal.MatchString(strings.Join(strings.Fields(p.Text), " ")) {
			s.Assurance = false
		}
		if slices.ContainsFunc(p.Tables, setsTargets) {
			s.Targets = false
		}
	}
	for i := range said.Pages {
		for k := range said.Pages[i] {
			text := said.Pages[i][k].Text
			if examined.MatchString(text) && outside.MatchString(text) && reported.MatchString(text) && !ownBoard.MatchString(text) {
				s.Assurance = false
			}
			if aims.MatchString(text) && emitted.MatchString(text) && ahead(text, year) {
				s.Targets = false
			}
		}
	}
	return s
}

// setsTargets reports whether a table of targets has one for emissions, with or without a year.
func setsTargets(t document.Table) bool {
	said := func(is *pattern.Pattern) bool {
		return is.MatchString(t.Caption) || slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
			return slices.ContainsFunc(row, func(c document.Cell) bool { return is.MatchString(c.Text) })
		})
	}
	return said(goals) && said(emitted)
}

func ahead(text string, year int) bool {
	for _, y := range years.FindAllString(text, -1) {
		if n := vocabulary.YearIn(y); n > year && n <= year+60 {
			return true
		}
	}
	return false
}
