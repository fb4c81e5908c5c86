package checks

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// statement is a sentence of the report with its figures. What a sentence says of a table's figures, nobody adds
// up: "16 % went to landfill" stands a line below the amounts that make 12 %.
type statement struct {
	page    int
	text    string
	before  string              // the sentence before on the same page
	figures []quantity.Quantity // without years
	years   []int               // as the sentence names them
	style   quantity.Format     // of its page
	paired  []thenAndNow        // once read
}

// Bounds of what is read of one report.
const (
	mostStatements  = 20_000
	longestSentence = 1000
)

// statements reads the sentences that hold figures, or the words of a rise or fall, once.
func (s *sheet) statements() []statement {
	if s.spoken != nil {
		return s.spoken
	}
	s.spoken = []statement{}
	style := s.style()
	for i := range s.pages() {
		p := &s.options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before := ""
		style := quantity.Detect(p.Text, style) // "11.742 people" alone does not say what its point is
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > longestSentence || len(s.spoken) == mostStatements {
				continue
			}
			x := statement{page: p.Number, text: text, before: before, style: style}
			before = text
			if !strings.ContainsAny(text, "0123456789") && !movement.MatchString(text) {
				continue
			}
			labels := namedScopes.FindAllStringIndex(text, -1)
			for _, q := range quantity.Find(text, quantity.Detect(text, style)) {
				if slices.ContainsFunc(labels, func(l []int) bool { return q.Start >= l[0] && q.Start < l[1] }) {
					continue // the number of a scope is a name
				}
				if q.Year {
					if !measuredFrom.MatchString(text[:q.Start]) {
						x.years = append(x.years, yearNumber(strings.TrimSpace(q.Number)))
					}
					continue
				}
				x.figures = append(x.figures, q)
			}
			x.paired = x.pairs()
			s.spoken = append(s.spoken, x)
		}
	}
	return s.spoken
}

// measuredFrom leads to a year that a figure is only compared with: "1.3 % less than in 2023" is of the year after.
var measuredFrom = regexp.MustCompile(`(?i)\b(?:than|below|above|compared\s+(?:with|to)|against|versus|over|since)\s+` +
	`(?:(?:in|the|our|base|baseline|year|fiscal|level|of)\s+)*(?:FY\s?)?$`)

// style is how most pages of the report write figures.
func (s *sheet) style() quantity.Format {
	votes := 0
	for i := range s.pages() {
		text := s.options.Document.Pages[i].Text
		if p := quantity.Detect(text, quantity.Point); p == quantity.Detect(text, quantity.Comma) { // the page shows it
			votes += map[quantity.Format]int{quantity.Point: 1, quantity.Comma: -1}[p]
		}
	}
	if votes < 0 {
		return quantity.Comma
	}
	return quantity.Point
}

// earlier is the sentence before, to be read together with this one.
func (x statement) earlier() statement {
	y := statement{page: x.page, text: x.before, style: x.style}
	for _, q := range quantity.Find(x.before, quantity.Detect(x.before, x.style)) {
		if !q.Year {
			y.figures = append(y.figures, q)
		}
	}
	return y
}

// percents are the sentence's percentages, ranges left out.
func (x statement) percents() []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range x.figures {
		if q.Unit.Dimension == quantity.Percent && !q.Range {
			out = append(out, q)
		}
	}
	return out
}

// input names a figure of a sentence among the inputs of a check.
func (x statement) input(label string, q quantity.Quantity) events.CheckInput {
	unit := q.Unit.Symbol
	if q.Per != "" {
		unit = strings.TrimSpace(unit + " per " + q.Per)
	}
	return events.CheckInput{Label: label, Value: quantity.Print(q.Value, 12), Unit: unit, Page: x.page}
}

// utterance is a finding on what a sentence says.
type utterance struct {
	finding
	words, said string // as in Result
	alone       bool
	pace        *Pace
}

// same says that two findings are one: of the same figures, with the same working.
func (u utterance) same(o utterance) bool {
	return u.page == o.page && u.Result == o.Result && u.Working == o.Working && u.Message == o.Message && u.words == o.words &&
		slices.EqualFunc(u.Inputs, o.Inputs, func(a, b events.CheckInput) bool {
			return a.FactID == b.FactID && a.Value == b.Value && a.Page == b.Page
		})
}

// utter makes a check of words of the sentence. Whoever says them states the result.
func (x statement) utter(c events.Check, said string, alone bool) utterance {
	return utterance{finding{c, x.page}, x.text, strings.TrimSpace(said), alone, nil}
}

// year is the year that a sentence speaks of: the one it names, if it names one; else the given one.
func (x statement) year(otherwise int) int {
	named := slices.Compact(slices.Sorted(slices.Values(x.years)))
	if len(named) == 1 {
		return named[0]
	}
	return otherwise
}

var wordOf = regexp.MustCompile(`[\p{L}\p{N}]+`)

// emptyWords say nothing about what a row holds.
var emptyWords = lexicon.Set("checks.empty words")

// sameWords are words that mean the same in a label and in a sentence.
var sameWords = map[string]string{
	"bought": "purchased", "purchases": "purchased", "used": "use", "usage": "use", "consumed": "use", "consumption": "use",
	"workforce": "employees", "staff": "employees", "headcount": "employees", "refuse": "waste", "transportation": "transport",
}

// stems are the words of a label or of a part of a sentence that say what it is of, shortened so that
// "landfill" and "landfilled" are one.
func stems(text string) []string {
	var out []string
	for _, w := range wordOf.FindAllString(strings.ToLower(text), -1) {
		if emptyWords[w] {
			continue
		}
		if other, known := sameWords[w]; known {
			w = other
		}
		out = append(out, firstRunes(w, 6))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func firstRunes(w string, n int) string {
	if utf8.RuneCountInString(w) <= n {
		return w
	}
	return string([]rune(w)[:n])
}

// within says that all words of a are words of b; nothing is within anything.
func within(a, b []string) bool {
	if len(a) == 0 {
		return false
	}
	for _, w := range a {
		if _, found := slices.BinarySearch(b, w); !found {
			return false
		}
	}
	return true
}

// line is a row of a table with the words of its label.
type line struct {
	t     *table
	row   int
	stems []string
	total bool
}

// leadingNumber is the number of a category before its name.
var leadingNumber = regexp.MustCompile(`^\s*(?:\d{1,2}|[a-zA-Z])[.)]?\s+`)

// rows lists the rows of ruled tables by the words of their own labels, once.
func (s *sheet) rows() []line {
	if s.labelled != nil {
		return s.labelled
	}
	s.labelled = []line{}
	for _, t := range s.tables {
		for _, row := range t.rows {
			r := t.row(row)
			if len(r) == 0 || r[0].Source != "table" || len(r[0].at.RowPath) == 0 {
				continue
			}
			label := leadingNumber.ReplaceAllString(r[0].label(), "")
			s.labelled = append(s.labelled, line{t, row, stems(label), r[0].total})
		}
	}
	return s.labelled
}

// inYear is the row's one figure of a year: no percentage, no change, no target.
func (n line) inYear(year int) (entry, bool) {
	var found []entry
	for _, e := range n.t.row(n.row) {
		if e.Year == year && !percent(e) && !e.Change && !e.Target && e.Per == "" && e.Printed != e.label() {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		return entry{}, false
	}
	return found[0], true
}

// lastYear is the last year that the row has a figure of.
func (n line) lastYear() int {
	last := 0
	for _, e := range n.t.row(n.row) {
		if !percent(e) && !e.Change && !e.Target {
			last = max(last, e.Year)
		}
	}
	return last
}

// whole is the total of the row's table: the one row below it that is called so under the same heading.
func (n line) whole() (line, bool) {
	own := n.t.row(n.row)
	for _, row := range n.t.rows {
		r := n.t.row(row)
		if row > n.row && len(r) > 0 && r[0].total && r[0].parent() == own[0].parent() {
			return line{n.t, row, stems(r[0].label()), true}, true
		}
	}
	return line{}, false
}
