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
)

// treatments are dealt to the statements of a report in turn, each report beginning elsewhere.
var treatments = []Treatment{Corroborated, Denied, Silent, Miscounted, Single, OtherYear, Consistent, OtherCompany}

// Treatments lists the closed set.
func Treatments() []Treatment { return treatments }

// verdicts are what the rubric gives to who knows everything (decisions 20 and 21).
var verdicts = map[Treatment]events.VerdictClass{
	Corroborated: events.Verified, Single: events.InsufficientEvidence, Denied: events.Contradicted, Miscounted: events.Contradicted,
	Consistent: events.Unverified, Silent: events.Unverified, OtherYear: events.Unverified, OtherCompany: events.Unverified,
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
}

func newMaker(number int) *maker {
	return &maker{
		report: Report{Number: number, Held: number >= Held, Company: companies[number%len(companies)]},
		rand:   rand.New(rand.NewPCG(uint64(number), 25)), //nolint:gosec // the same report each time
		year:   2022 + number%3,
	}
}

// fill states each subject once.
func (m *maker) fill() {
	for i, s := range subjects {
		m.state(s, treatments[(i+m.report.Number)%len(treatments)])
	}
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

// pdf sets the report: the open ones in one column, the held ones in two or as a list.
func (m *maker) pdf() ([]byte, error) {
	b := layout.New(layout.Options{Title: fmt.Sprintf("Sustainability Report %d", m.year), Author: m.report.Company, Footer: m.report.Company, Language: "en"})
	b.Cover(m.report.Company, "Sustainability Report", strconv.Itoa(m.year), "")
	var texts []string
	for _, s := range m.report.Statements {
		texts = append(texts, s.Text)
	}
	half := len(texts) / 2
	b.Page("About this report")
	b.H1("About this report")
	b.P(fmt.Sprintf("This report covers %s and all companies that it controls, for the financial year %d.", m.report.Company, m.year))
	b.Page("Our year in figures")
	b.H1("Our year in figures")
	switch {
	case !m.report.Held:
		for _, t := range texts {
			b.P(t)
		}
	case m.report.Number%2 == 0:
		b.Columns(func() {
			for _, t := range texts[:half] {
				b.P(t)
			}
		}, func() {
			for _, t := range texts[half:] {
				b.P(t)
			}
		})
	default:
		b.H2("Climate and resources")
		b.Bullets(texts[:half]...)
		b.H2("People and supply chain")
		b.Bullets(texts[half:]...)
	}
	return b.Bytes()
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
