package change

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	topmost = pattern.Compile(`(?i)\b(?:the|our)\s+(highest|largest|biggest|greatest|most|lowest|smallest|least|fewest)\b`)
	// someOnly narrows a superlative down to some of a table's rows, or to another time.
	someOnly = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.no superlative of a column") + `|other\s+than|one\s+of)\b`)
)

// leastRows are so many other rows that the extreme of a column is no matter of two.
const leastRows = 2

// topRows holds "the highest use per room night is that of Phuket Bay (129.1 kWh)" against the column that has the figure in the row that the
// sentence names.
func topRows(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := topmost.FindStringSubmatch(x.Text)
		if m == nil || someOnly.MatchString(x.Text) || len(topmost.FindAllString(x.Text, -1)) > 1 {
			continue
		}
		about, up := sheet.Stems(x.Text), upmost.MatchString(m[1])
		if c, ok := topNamed(s, x); ok {
			out = append(out, x.Utter(c, m[0], false))
			continue
		}
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.Exactly || len(compare.Significant(q.Number)) < compare.LeastShown {
				continue
			}
			if c, ok := topOf(s, q, about, up); ok {
				out = append(out, x.Utter(c, q.Text, false))
			}
		}
	}
	return out
}

// topPart reads "Purchased goods made up the largest part of our Scope 3 emissions".
var topPart = pattern.Compile(`(?i)^(?:in\s+` + sheet.SomeYear + `,?\s+)?(?:the\s+|our\s+)?([^.;:,\d]{3,60}?)\s+` +
	`(?:made\s+up|makes?\s+up|was|were|is|are|remain(?:s|ed)?|accounted\s+for|accounts?\s+for|contributed)\s+(?:(?:again|still|by\s+far)\s+)?(?:the|our)\s+` +
	`(highest|largest|biggest|greatest|lowest|smallest|least)\s+` +
	`(?:part|share|source|categor\p{L}+|contributor|item|portion|block)\b`)

// topNamed holds it against the one row that is called as its subject, where the sentence gives no figure.
func topNamed(s *sheet.Sheet, x sheet.Statement) (c events.Check, ok bool) {
	m := topPart.FindStringSubmatch(x.Text)
	if m == nil || len(x.Figures) > 0 {
		return c, false
	}
	subject, about := sheet.Stems(m[2]), sheet.Stems(x.Text)
	for _, t := range s.Tables {
		for _, e := range t.All {
			own := sheet.Stems(e.Label())
			if e.Source != facts.FromTable || e.Total || e.Change || e.Target || sheet.Percent(e) || e.Year != x.Year(t.LastYear()) || e.Year != t.LastYear() ||
				!sheet.Within(own, subject) || !sheet.Within(subject, own) {
				continue
			}
			if !sheet.SharesWord(sheet.Stems(e.At.Caption+" "+strings.Join(e.At.ColPath, " ")), about) && e.At.Page != x.Page {
				continue
			}
			if ok {
				return c, false // which of them is meant is not said
			}
			if c, ok = beyondRow(t, e, upmost.MatchString(m[3])); !ok {
				return c, false
			}
		}
	}
	return c, ok
}

// topOf finds the cell that a sentence speaks of and those of its column that go beyond it; ok is false if there is no such cell, or several.
func topOf(s *sheet.Sheet, q quantity.Quantity, about []string, up bool) (c events.Check, ok bool) {
	for _, t := range s.Tables {
		for _, e := range t.All {
			if e.Source != facts.FromTable || e.Total || e.Change || e.Target || !e.Prints(q) || !sheet.Within(sheet.Stems(e.Label()), about) || !headed(e, about) {
				continue
			}
			if ok {
				return c, false
			}
			c, ok = beyondRow(t, e, up)
			if !ok {
				return c, false
			}
		}
	}
	return c, ok
}

// headed reports whether a sentence has most words of the heading over a cell.
func headed(e sheet.Entry, about []string) bool {
	heading, _, _ := strings.Cut(sheet.Last(e.At.ColPath), "(")
	own := sheet.Stems(heading)
	shared := 0
	for _, w := range own {
		if sheet.SharesWord([]string{w}, about) {
			shared++
		}
	}
	return len(own) > 0 && 2*shared > len(own)
}

func beyondRow(t *sheet.Table, e sheet.Entry, up bool) (c events.Check, ok bool) {
	words := map[bool]string{true: "highest", false: "lowest"}[up]
	c = events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")}, Stated: "the " + words,
		Message: "No other row of the column goes beyond the figure."}
	var terms, others []string
	rows := 0
	for _, row := range t.Rows {
		o, there := t.Cell(row, e.At.Col)
		switch {
		case !there || row == e.At.Row || o.Total || o.Parent() != e.Parent() || o.Change || o.Target:
			continue
		case o.Year != e.Year || !sheet.Comparable(o, e):
			return c, false // a column of years, or of several things
		}
		rows++
		terms = append(terms, sheet.Shorten(o.Label())+": "+o.WithUnit())
		if !o.Quantity().Interval().Overlaps(e.Quantity().Interval()) && (quantity.Sub(o.Quantity().Base(), e.Quantity().Base()).Sign() > 0) == up {
			others = append(others, fmt.Sprintf("%s for \"%s\"", o.WithUnit(), sheet.Shorten(o.Label())))
			c.Inputs = append(c.Inputs, sheet.Input(o, ""))
		}
	}
	c.Working = sheet.Shorten(e.Label()) + ": " + e.WithUnit() + "; " + strings.Join(terms, ", ")
	if len(others) > 0 {
		c.Result, c.Severity = events.CheckFail, "warning"
		c.Message = fmt.Sprintf("%s is called the %s, its column gives %s.", e.WithUnit(), words, strings.Join(others, ", "))
	}
	return c, rows >= leastRows
}
