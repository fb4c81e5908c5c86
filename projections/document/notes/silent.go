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
	Outside   bool // of its figures, by anybody outside: the words may stand there, as in the key of a table, and nothing is said with them
	Accidents bool // and injuries and deaths, with a figure
	Energy    bool // with an amount
	Water     bool
	Waste     bool
	Money     bool // that climate risks cost, though they are spoken of
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
	// counts is how people who were hurt are counted, in words or in a table.
	counts = pattern.Compile(`(?is)\b(?:accidents?|injur\w+|fatal\w*|deaths?|LTIs?|LTIFR|TRIs?|TRIR|TRIFR|DART|lost[\s-](?:time|work)\w*)\b.{0,120}?` +
		`(?:\d|\b(?:no|none|nil|zero|one|two|three|four|five)\b)|` +
		`(?:\d|\b(?:no|nil|zero|one|two|three|four|five)\b)[^.]{0,40}\b(?:accidents?|injur\w+|fatal\w*|deaths?)\b`)
	inEnergy = pattern.Compile(`(?i)\d[\d.,]*\s*(?:[kMGT]W[\s-]?h|[MGTP]J|(?:kilo|mega|giga)watt[\s-]?hours?|(?:giga|tera|mega)joules?)\b|\b(?:[kMGT]Wh|GJ|TJ)\b`)
	inWater  = pattern.Compile(`(?is)\bwater\b.{0,200}?\d[\d.,]*\s*(?:m3|m³|ML|kL|megalit\w+|cubic|gallons?|lit(?:re|er)s?)\b|` +
		`\bwater\b.{0,60}\b(?:m3|m³|ML|megalit\w+|cubic)\b`)
	inWaste = pattern.Compile(`(?is)\bwaste\b.{0,200}?\d[\d.,]*\s*(?:t|tons?|tonnes?|kg|mt|%)(?:\W|$)|(?:\d|tonnes?|tons?|kg).{0,60}\bwaste\b`)
	// climateRisk is how a sentence speaks of what the climate may do to the company.
	climateRisk = pattern.Compile(`(?i)\b(?:climate|physical|transition(?:al)?)[\s-]+(?:change[\s-]+)?(?:related\s+)?(?:risks?|hazards?|events?|impacts?)\b|` +
		`\bflood\w*|\bdroughts?\b|\bwildfires?\b|\bcarbon\s+(?:tax\w*|pric\w+|credits?)\b|\bstranded\b`)
	// ofRevenue is an amount as a part of what the company earns or owns.
	ofRevenue = pattern.Compile(`(?i)\d\s*(?:%|per\s+cent|percent)\s+of\s+(?:\p{L}+\s+){0,2}` +
		`(?:revenues?|sales|turnover|profits?|EBIT\w*|earnings|assets|income)\b`)
	// hurt, fuelled, ofWater and ofWaste are how a page speaks of what a picture on it may give in figures.
	hurt    = pattern.Compile(`(?i)\b(?:accident|injur|safety|fatal)`)
	fuelled = pattern.Compile(`(?i)\b(?:energy|electricity|power|fuels?)\b`)
	ofWater = pattern.Compile(`(?i)\bwater`)
	ofWaste = pattern.Compile(`(?i)\b(?:waste|recycl)`)

	// costing is how a form gives what something costs, or how much is at stake: its label, and an amount without a currency behind it.
	costing = pattern.Compile(`(?is)\b(?:financial\s+(?:impacts?|effects?|implications?)|costs?|loss(?:es)?|damages?|exposures?)\b` +
		`[^.]{0,120}?\b\d{1,3}(?:[,.' ]\d{3})+\b`)
	// weighty is how a sentence says of risks that they count; where it denies that, they cost nothing that is to be given.
	weighty = pattern.Compile(`(?i)\b(?:material|significant|relevant|substantial|major|serious)(?:ly)?\b`)
	goals   = pattern.Compile(`(?i)\b(?:targets?|goals?|ambitions?)\b`)
	years   = pattern.Compile(`\b20\d\d\b`)
)

// SilenceOf is of what a report of a year does not speak.
func SilenceOf(d *document.Document, said *statement.Report, year int) Silence {
	read := len(d.Pages) > 0
	s := Silence{Assurance: read, Targets: read && year > 0, Outside: read, Accidents: read, Energy: read, Water: read, Waste: read, Money: read}
	risks := 0
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" || p.ImageOnly || p.OCR || p.Language != "" && p.Language != "en" && p.Language != "und" {
			return Silence{} // the expressions are English: what a page in another language says, nobody has read
		}
		s.look(p)
		if p.Picture {
			s.unread(p, d.Pages[max(0, i-1)].Text)
		}
	}
	for i := range said.Pages {
		for k := range said.Pages[i] {
			text := said.Pages[i][k].Text
			if climateRisk.MatchString(text) {
				risks++
				s.Money = s.Money && !money.MatchString(text) && !ofRevenue.MatchString(text) && !(denied.MatchString(text) && weighty.MatchString(text))
			}
			if examined.MatchString(text) && outside.MatchString(text) && reported.MatchString(text) && !ownBoard.MatchString(text) {
				s.Assurance, s.Outside = false, false
			}
			if seal.MatchString(text) && len(strings.Fields(text)) >= fewestSealed && !ownAudit.MatchString(text) {
				s.Outside = false
			}
			if aims.MatchString(text) && emitted.MatchString(text) && ahead(text, year) {
				s.Targets = false
			}
		}
	}
	s.Money = s.Money && risks >= fewestRisks
	return s
}

// look breaks the silence by what the words and tables of a page give.
func (s *Silence) look(p *document.Page) {
	s.Assurance = s.Assurance && !seal.MatchString(strings.Join(strings.Fields(p.Text), " "))
	s.Targets = s.Targets && !slices.ContainsFunc(p.Tables, setsTargets)
	s.Accidents = s.Accidents && !counts.MatchString(p.Text)
	s.Energy, s.Water, s.Waste = s.Energy && !inEnergy.MatchString(p.Text), s.Water && !inWater.MatchString(p.Text), s.Waste && !inWaste.MatchString(p.Text)
	s.Money = s.Money && !slices.ContainsFunc(p.Tables, costed) && !(climateRisk.MatchString(p.Text) && costing.MatchString(p.Text))
}

// unread breaks the silence on what a picture may show whose words nobody has read: what its page or the page before it speaks of. The seal of an assurer
// stands anywhere.
func (s *Silence) unread(p *document.Page, before string) {
	about := func(is *pattern.Pattern) bool { return is.MatchString(p.Text) || is.MatchString(before) }
	s.Assurance, s.Outside = false, false
	s.Targets = s.Targets && !about(emitted)
	s.Accidents, s.Energy = s.Accidents && !about(hurt), s.Energy && !about(fuelled)
	s.Water, s.Waste, s.Money = s.Water && !about(ofWater), s.Waste && !about(ofWaste), s.Money && !about(climateRisk)
}

// fewestRisks are as many sentences on climate risks as show that they are a matter of the report.
const fewestRisks = 3

// costed reports whether a row of a table has a climate risk and an amount of money.
func costed(t document.Table) bool {
	head := t.Caption
	for i, row := range t.Rows {
		line := ""
		for _, c := range row {
			line += " " + c.Text
		}
		if i < t.HeaderRows {
			head += line
		}
		if line += head; climateRisk.MatchString(line) && (ofRevenue.MatchString(line) || money.MatchString(line)) {
			return true
		}
	}
	return false
}

// fewestSealed are as many words as say something with those of assurance; a key of a table has fewer.
const fewestSealed = 4

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
