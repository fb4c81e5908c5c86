// Package gold makes reports of which it is known which statements hold: each says a thing once, and the documents beside it
// bear it out, say otherwise, speak of another year or another company, or are silent. So the judge's verdicts, and how sure it
// is of them, can be held against what is true. The reports are made up; everything is a function of the report's number.
package gold

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/sample/layout"
	"github.com/sibyl-project/sibyl/events"
)

// Reports is how many are made; those from Held on are worded and set otherwise, and were not looked at while building.
const (
	Reports = 24
	Held    = 12
)

// Treatment is what was done about a statement.
type Treatment string

// The closed set of treatments.
const (
	Corroborated Treatment = "corroborated" // two documents of two publishers agree
	Single       Treatment = "single"       // one document agrees
	Denied       Treatment = "denied"       // an authority says another figure
	Miscounted   Treatment = "miscounted"   // its own percentage does not follow from its figures
	Consistent   Treatment = "consistent"   // its own percentage follows, and no document speaks of it
	Silent       Treatment = "silent"       // nothing speaks of it
	OtherYear    Treatment = "other_year"   // a document gives the figure for another year
	OtherCompany Treatment = "other_company"

	WrongTotal  Treatment = "wrong_total"  // the last row of a table is not the sum of those above it
	RightTotal  Treatment = "right_total"  // it is: the report's own rows bear it out, and nobody else
	DeniedPlace Treatment = "denied_place" // an authority says another figure of the same site
	OtherPlace  Treatment = "other_place"  // it says one of another site of the company
	Misquoted   Treatment = "misquoted"    // the report quotes a document that says another figure
	Quoted      Treatment = "quoted"       // it quotes it rightly
)

// treatments are dealt to the statements of a report in turn, each report beginning elsewhere.
var treatments = []Treatment{Corroborated, Denied, Silent, Miscounted, Single, OtherYear, Consistent, OtherCompany}

// Treatments lists the closed set.
func Treatments() []Treatment {
	return append(slices.Clone(treatments), WrongTotal, RightTotal, DeniedPlace, OtherPlace, Misquoted, Quoted)
}

// verdicts are what the rubric gives to who knows everything (decisions 20 and 21).
var verdicts = map[Treatment]events.VerdictClass{
	Corroborated: events.Verified, Single: events.InsufficientEvidence, Denied: events.Contradicted, Miscounted: events.Contradicted,
	Consistent: events.Unverified, Silent: events.Unverified, OtherYear: events.Unverified, OtherCompany: events.Unverified,
	WrongTotal: events.Contradicted, RightTotal: events.InsufficientEvidence, DeniedPlace: events.Contradicted, OtherPlace: events.Unverified,
	Misquoted: events.Contradicted, Quoted: events.InsufficientEvidence,
}

// Statement is one sentence of a report, and what is true of it.
type Statement struct {
	Text      string
	Figure    string // as printed: by it the claim is found again
	Treatment Treatment
	Verdict   events.VerdictClass
}

// Report is one made-up report.
type Report struct {
	Number     int
	Held       bool
	Company    string
	Statements []Statement
}

// Make writes a report and the documents beside it into a folder and returns the paths of both.
func Make(number int, folder string) (r Report, pdf, evidence string, err error) {
	m := newMaker(number)
	m.fill()
	raw, err := m.pdf()
	if err != nil {
		return r, "", "", fmt.Errorf("setting gold report %d: %w", number, err)
	}
	pdf, evidence = filepath.Join(folder, fmt.Sprintf("gold-%02d.pdf", number)), filepath.Join(folder, fmt.Sprintf("evidence-%02d", number))
	if err := os.MkdirAll(evidence, 0o755); err != nil {
		return r, "", "", err
	}
	if err := os.WriteFile(pdf, raw, 0o644); err != nil {
		return r, "", "", err
	}
	return m.report, pdf, evidence, m.documents(evidence)
}

type maker struct {
	report   Report
	rand     *rand.Rand
	year     int
	register [][]string // rows of a register: operator, subject, year, amount, unit
	notice   []string   // sentences of an authority
	prose    []string   // the report's statements that stand in sentences
	table    layout.Table
}

func newMaker(number int) *maker {
	return &maker{
		report: Report{Number: number, Held: number >= Held, Company: companies[number%len(companies)]},
		rand:   rand.New(rand.NewPCG(uint64(number), 25)), //nolint:gosec // the same report each time
		year:   2022 + number%3,
	}
}

// fill states each subject once, and then a total, a site and a quotation.
func (m *maker) fill() {
	for i, s := range subjects {
		m.state(s, treatments[(i+m.report.Number)%len(treatments)])
	}
	turn := func(t ...Treatment) Treatment { return t[m.report.Number/2%len(t)] }
	m.total(turn(WrongTotal, RightTotal))
	m.site(turn(DeniedPlace, OtherPlace))
	m.quotation(turn(Misquoted, Quoted))
}

func (m *maker) state(s subject, t Treatment) {
	now := s.from + m.rand.IntN(s.to-s.from)
	figure := s.print(now)
	var text string
	switch {
	case t == Miscounted || t == Consistent:
		before := now + now/20 + m.rand.IntN(now/10)
		percent := 100 * float64(before-now) / float64(before)
		if t == Miscounted {
			percent += 3 + float64(m.rand.IntN(4))
		}
		text = m.fitted(s, changesOf(m.report.Held), now, before, percent)
	default:
		text = m.fitted(s, amountsOf(m.report.Held), now, 0, 0)
	}
	row := func(company string, year, value int) {
		m.register = append(m.register, []string{company, s.name, strconv.Itoa(year), s.print(value), s.unit})
	}
	says := func(value int) string {
		return fmt.Sprintf("%s of %s %s %s %s in %d.", s.title(), m.report.Company, s.verb, s.print(value), s.unit, m.year)
	}
	switch t {
	case Corroborated:
		row(m.report.Company, m.year, now)
		m.notice = append(m.notice, says(now))
	case Single:
		row(m.report.Company, m.year, now)
	case Denied:
		m.notice = append(m.notice, says(now+now/5))
	case OtherYear:
		row(m.report.Company, m.year-2, now)
	case OtherCompany:
		row("Tidewater Clinker Ltd", m.year, now+now/7)
	}
	m.said(text, figure, t)
	m.prose = append(m.prose, text)
}

func (m *maker) said(text, figure string, t Treatment) {
	m.report.Statements = append(m.report.Statements, Statement{text, figure, t, verdicts[t]})
}

// fitted words a statement.
func (m *maker) fitted(s subject, templates []string, now, before int, percent float64) string {
	t := templates[m.rand.IntN(len(templates))]
	text := strings.NewReplacer("{Subject}", s.title(), "{subject}", s.name, "{verb}", s.verb, "{unit}", s.unit, "{now}", s.print(now),
		"{before}", s.print(before),
		"{year}", strconv.Itoa(m.year), "{last}", strconv.Itoa(m.year-1), "{percent}", strconv.FormatFloat(percent, 'f', 1, 64)).Replace(t)
	return strings.ReplaceAll(text, "  ", " ")
}

// documents writes what lies beside the report, and its manifest.
func (m *maker) documents(folder string) error {
	type entry struct {
		File      string `json:"file"`
		Kind      string `json:"kind"`
		Title     string `json:"title"`
		Publisher string `json:"publisher"`
		Date      string `json:"date"`
		Tier      int    `json:"tier"`
		URL       string `json:"url"`
	}
	after := strconv.Itoa(m.year + 1)
	var csv strings.Builder
	csv.WriteString("Operator,Subject,Year,Amount,Unit\n")
	for _, r := range m.register {
		fmt.Fprintf(&csv, "%s,%s,%s,\"%s\",%s\n", r[0], r[1], r[2], r[3], r[4])
	}
	files := map[string]string{
		"register.csv": csv.String(),
		"notice.md":    "# Notice\n\nThe authority has read the returns of the past year.\n\n" + strings.Join(m.notice, "\n\n") + "\n",
		"press.txt":    "Orders rise\n\nThe makers of the region have full order books, their association said on Monday.\n",
	}
	manifest := struct {
		Documents []entry `json:"documents"`
	}{[]entry{
		{"register.csv", "register", "Operators' returns", "National Register", after + "-02-10", 1, "https://register.example/returns"},
		{"notice.md", "filing", "Notice on last year's returns", "Inspection Authority", after + "-03-04", 1, "https://authority.example/notice"},
		{"press.txt", "news", "Orders rise", "Daily Courier", after + "-02-21", 2, "https://courier.example/orders"},
	}}
	raw, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	files["manifest.json"] = string(raw)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
