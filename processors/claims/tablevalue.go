package claims

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// value says a cell's figure with its unit and its period, or with the headings above it; with both where the row has others of the same period, which
// its headings tell apart.
func (r *tableRow) value(c document.Cell, column string, alike bool) string {
	q, text := cellQuantity(c)
	r.found = append(r.found, q)
	when := c.Period
	for _, heading := range c.RowPath[:max(0, len(c.RowPath)-1)] {
		if y := yearsIn(heading); len(y) == 1 && when != "" && !strings.Contains(when, y[0]) && cell.IsPeriod(heading) {
			when = heading // the rows below it are of another period than the table is said to be
		}
	}
	// "State in 2024" beside a horizon of 2030 is of 2024: what stands above a figure is nearer than what stands beside it.
	if y := yearsIn(column); len(y) == 1 && when != "" && !strings.Contains(when, y[0]) && !strings.Contains(column, when) {
		when = ""
	}
	if when == "" {
		if column != "" {
			text += " (" + column + ")"
		}
		return text
	}
	if holdsAny(column, targetWords) { // "2025 Target" is no year of a result
		if aim := strings.Trim(strings.ReplaceAll(column, when, ""), " –-:,()"); aim != "" {
			text += " (" + aim + ")"
		}
	}
	text += " in " + when
	r.periods = append(r.periods, when)
	others := slices.DeleteFunc(slices.Clone(c.ColPath), func(h string) bool {
		return strings.Contains(h, when) || letters(h) == 0 // figures of rows above say nothing of this one
	})
	if alike && len(others) == 0 {
		others = slices.DeleteFunc(slices.Clone(c.ColPath), func(h string) bool { return strings.TrimSpace(h) == when })
	}
	if len(others) > 0 && (len(others) < len(c.ColPath) || alike && !strings.Contains(text, pathOf(others))) {
		text += " (" + pathOf(others) + ")"
	}
	return text
}

// onlyYears reports whether all that a row states are years.
func onlyYears(row []document.Cell, values []int) bool {
	for _, v := range values {
		if !(isYear(row[v].Value) && row[v].Unit == "") {
			return false
		}
	}
	return true
}

// eligibility are the criteria in the templates of the EU taxonomy, which are no metrics.
var eligibility = map[string]bool{"EL": true, "N/EL": true, "Y": true, "N": true, "X": true, "CCM": true}

// rowValues are the cells of a row that hold its figures. A change in percent beside the figures that it is of is theirs
// to show, and the year of a target is no figure.
func rowValues(row []document.Cell) []int {
	var out []int
	for i, c := range row {
		if c.Value == "" || c.End <= c.Start {
			continue
		}
		column := strings.ToLower(pathOf(c.ColPath))
		if eligibility[strings.TrimSpace(c.Text)] {
			return nil // criteria, no metrics
		}
		if strings.Contains(column, "page") || strings.Contains(column, "reference") || strings.HasSuffix(column, "year") && isYear(c.Value) {
			continue
		}
		out = append(out, i)
	}
	if len(out) > 1 {
		out = slices.DeleteFunc(out, func(i int) bool {
			column := strings.TrimSpace(strings.ToLower(pathOf(row[i].ColPath)))
			switch column {
			case "+/–", "+/-", "δ", "delta", "variance", "trend", "∆":
				return true
			}
			return strings.HasPrefix(column, "change")
		})
	}
	return out
}

// pathOf is a path of headings in one line.
func pathOf(path []string) string {
	joined := strings.Join(strings.Fields(strings.Join(path, " – ")), " ")
	if strings.HasPrefix(joined, "(") && strings.HasSuffix(joined, ")") { // figures of which another row is the sum
		joined = strings.TrimSuffix(strings.TrimPrefix(joined, "("), ")")
	}
	return joined
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// cellQuantity is what a cell's figure is, and how it is said.
func cellQuantity(c document.Cell) (quantity.Quantity, string) {
	text := strings.Join(strings.Fields(c.Text), " ")
	unit := strings.Join(strings.Fields(c.Unit), " ")
	switch strings.ToLower(strings.TrimRight(strings.TrimSuffix(unit, "(rounded)"), ". ")) {
	case "no", "number", "#", "headcount", "fte", "num":
		unit = ""
	}
	if n := len(c.RowPath); n > 0 && quantity.OfCount(c.RowPath[n-1]) && quantity.IsAmount(unit) && !holds(text, unit) {
		unit = "" // people in a table "in € million"
	}
	said := text
	if unit != "" && !holds(text, unit) {
		said = facts.Beside(text, unit)
	}
	q := quantity.Quantity{Text: said, Number: c.Value, Unit: quantity.None}
	if u, err := quantity.ParseUnit(unit); err == nil {
		q.Unit = u
	} else if unit != "" { // a unit that is printed and not known here, as of an intensity
		q.Unit = quantity.Unit{Symbol: unit}
	}
	return q, said
}

// holds reports whether all words of a unit stand in a text already.
func holds(text, unit string) bool {
	for w := range strings.FieldsSeq(unit) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
