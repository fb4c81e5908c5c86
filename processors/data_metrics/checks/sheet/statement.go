package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Statement is a sentence of the report with its figures. What a sentence says of a table's figures, nobody adds
// up: "16 % went to landfill" stands a line below the amounts that make 12 %.
type Statement struct {
	Page    int
	Text    string
	Before  string              // the sentence before on the same page
	Figures []quantity.Quantity // without years
	Years   []int               // as the sentence names them
	Style   quantity.Format     // of its page
	paired  []ThenAndNow        // once read
	renewed bool                // once read: it speaks of a figure that was given anew
	earlier []quantity.Quantity // the figures of the sentence before
}

// inWords is what a sentence says of figures without any: a movement by a fraction, of all parts or for years, and a rank.
var inWords = pattern.Compile(`(?i)\b(?:come|came|gone)\s+(?:down|up)\b|\b(?:halved|doubled|tripled)\b|` +
	`\b(?:half|third|thirds|quarter|quarters|fifth)\s+\p{L}+er\b|\b(?:largest|biggest|highest|smallest|lowest)\b|` +
	`\byears?\s+(?:in\s+a\s+row|running|in\s+succession)\b|\b(?:consecutive|successive|straight)\s+(?:\p{L}+\s+)?years?\b`)

// Bounds of what is read of one report.
const (
	mostStatements  = 20_000
	LongestSentence = 1000
)

// Statements reads the sentences that hold figures, or say in words how figures move or rank, once.
func (s *Sheet) Statements() []Statement {
	if s.spoken != nil {
		return s.spoken
	}
	s.spoken = []Statement{}
	style := s.style()
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before, cell := "", 0
		style := quantity.Detect(p.Text, style) // "11.742 people" alone does not say what its point is
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > LongestSentence || len(s.spoken) == mostStatements {
				continue
			}
			if sentence.Cell != cell {
				before, cell = "", sentence.Cell // texts of two cells do not go on with one another
			}
			x := Statement{Page: p.Number, Text: text, Before: before, Style: style}
			if n := len(s.spoken); n > 0 && s.spoken[n-1].Page == p.Number && s.spoken[n-1].Text == before {
				x.earlier = s.spoken[n-1].Figures
			}
			before = text
			if !strings.ContainsAny(text, "0123456789") && !Movement.MatchString(text) && !inWords.MatchString(text) {
				continue
			}
			if q, ok := spelledFirst(text); ok {
				x.Figures = append(x.Figures, q)
			}
			labels, years := NamedScopes.FindAllStringIndex(text, -1), yearNamed.FindAllStringIndex(text, -1)
			for _, q := range quantity.Find(text, quantity.Detect(text, style)) {
				if slices.ContainsFunc(labels, func(l []int) bool { return q.Start >= l[0] && q.Start < l[1] }) {
					continue // the number of a scope is a name
				}
				if dayOfMonth(text, q) || cutOff(sentence, q) {
					continue
				}
				year, behind := yearOf(text, q, years)
				if behind {
					continue
				}
				if year > 0 {
					if !measuredFrom.MatchString(text[:q.Start]) && !someDay(text[:q.Start]) {
						x.Years = append(x.Years, year)
					}
					continue
				}
				x.Figures = append(x.Figures, q)
			}
			x.paired, x.renewed = x.Pairs(), renewedSay.MatchString(text)
			s.spoken = append(s.spoken, x)
		}
	}
	return s.spoken
}

// yearOf is the year that a number is, 0 for other numbers: the 24 of "FY24" is no amount. Of a fiscal year that is printed by both of its
// halves, "2023-24", the first number is the year in which it ends, and what is behind is none of its own.
func yearOf(text string, q quantity.Quantity, named [][]int) (year int, behind bool) {
	for _, at := range named {
		if q.Start < at[0] || q.Start >= at[1] {
			continue
		}
		first := strings.IndexAny(text[at[0]:at[1]], "0123456789") + at[0]
		halves := at[1]-first > len("2023")
		if halves && q.Start > first {
			return 0, true
		}
		if halves && q.Start == first && q.End <= at[1] {
			return vocabulary.YearIn(text[at[0]:at[1]]), false
		}
	}
	return yearAlone(text, q), false
}

func yearAlone(text string, q quantity.Quantity) int {
	switch number := strings.TrimSpace(q.Number); {
	case q.Year:
		return YearNumber(number)
	case len(number) == 2 && q.Unit.Dimension == quantity.Count && fiscal.MatchString(text[:q.Start]):
		return YearNumber("20" + number)
	}
	return 0
}

var (
	fiscal = pattern.Compile(`(?i)\bFY\s?['’]?$`)
	// onADay ends in a day and its month, with the words before them by which a period begins or ends there.
	onADay = pattern.Compile(`(?i)(\b(?:as\s+(?:of|at)|at|end(?:ed|ing|s)|until|to|from|since|by)\s+(?:the\s+)?)?` +
		`\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?\p{L}{3,9},?\s+$`)
)

// someDay reports whether a year that follows is that of a day on which something happened, and no period: "notified on 7 December".
func someDay(before string) bool {
	m := onADay.FindStringSubmatch(before)
	return m != nil && m[1] == ""
}

// measuredFrom leads to a year that a figure is only compared with: "1.3 % less than in 2023" is of the year after.
var measuredFrom = pattern.Compile(`(?i)\b(?:than|below|above|compared\s+(?:with|to)|against|versus|over|since)\s+` +
	`(?:(?:in|the|our|base|baseline|year|fiscal|level|of)\s+)*(?:FY\s?)?$`)

// style is how most pages of the report write figures.
func (s *Sheet) style() quantity.Format {
	votes := 0
	for i := range s.Pages() {
		text := s.Options.Document.Pages[i].Text
		if p := quantity.Detect(text, quantity.Point); p == quantity.Detect(text, quantity.Comma) { // the page shows it
			votes += map[quantity.Format]int{quantity.Point: 1, quantity.Comma: -1}[p]
		}
	}
	if votes < 0 {
		return quantity.Comma
	}
	return quantity.Point
}

// Renewed reports whether a sentence speaks of a figure that was given anew, or on another basis.
func (x Statement) Renewed() bool { return x.renewed }

// RenewedBefore reports the same of the sentence before.
func (x Statement) RenewedBefore() bool { return renewedSay.MatchString(x.Before) }

// Earlier is the sentence before, to be read together with this one.
func (x Statement) Earlier() Statement {
	y := Statement{Page: x.Page, Text: x.Before, Style: x.Style, Figures: x.earlier}
	return y
}

// Percents are the sentence's percentages, ranges left out.
func (x Statement) Percents() []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range x.Figures {
		if q.Unit.Dimension == quantity.Percent && !q.Range {
			out = append(out, q)
		}
	}
	return out
}

// Input names a figure of a sentence among the inputs of a check.
func (x Statement) Input(label string, q quantity.Quantity) events.CheckInput {
	unit := q.Unit.Counted()
	if q.Per != "" {
		unit = strings.TrimSpace(unit + " per " + q.Per)
	}
	return events.CheckInput{Label: label, Value: quantity.Print(q.Value, 12), Unit: unit, Page: x.Page}
}

// Utter makes a check of words of the sentence. Whoever says them states the result.
func (x Statement) Utter(c events.Check, said string, alone bool) Utterance {
	return Utterance{Finding{c, x.Page}, x.Text, strings.TrimSpace(said), alone, nil}
}

// Year is the year that a sentence speaks of: the one it names, if it names one; else the given one.
func (x Statement) Year(otherwise int) int {
	named := slices.Compact(slices.Sorted(slices.Values(x.Years)))
	if len(named) == 1 {
		return named[0]
	}
	return otherwise
}

// Line is a row of a table with the words of its label.
type Line struct {
	Table *Table
	Row   int
	Stems []string
	Total bool
}

// Rows lists the rows of ruled tables by the words of their own labels, once.
func (s *Sheet) Rows() []Line {
	if s.labelled != nil {
		return s.labelled
	}
	s.labelled = []Line{}
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			r := t.Row(row)
			if len(r) == 0 || r[0].Source != "table" || len(r[0].At.RowPath) == 0 {
				continue
			}
			label := leadingNumber.ReplaceAllString(r[0].Label(), "")
			s.labelled = append(s.labelled, Line{t, row, Stems(label), r[0].Total})
		}
	}
	return s.labelled
}

// InYear is the row's one figure of a year: no percentage, no change, no target.
func (n Line) InYear(year int) (Entry, bool) {
	var found []Entry
	for _, e := range n.Table.Row(n.Row) {
		if e.Year == year && !Percent(e) && !e.Change && !e.Target && e.Per == "" && e.Printed != e.Label() {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		return Entry{}, false
	}
	return found[0], true
}

// LastYear is the last year that the row has a figure of.
func (n Line) LastYear() int {
	last := 0
	for _, e := range n.Table.Row(n.Row) {
		if !Percent(e) && !e.Change && !e.Target {
			last = max(last, e.Year)
		}
	}
	return last
}

// Whole is the total of the row's table: the one row below it that is called so under the same heading.
func (n Line) Whole() (Line, bool) {
	own := n.Table.Row(n.Row)
	for _, row := range n.Table.Rows {
		r := n.Table.Row(row)
		if row > n.Row && len(r) > 0 && r[0].Total && r[0].Parent() == own[0].Parent() {
			return Line{n.Table, row, Stems(r[0].Label()), true}, true
		}
	}
	return Line{}, false
}
