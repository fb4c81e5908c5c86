// Package change checks what a report says of two years: percentages of change, the words of a rise or fall, trends, records, and what
// has been restated since.
package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/derived"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/passage"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var YoyPercentage = sheet.Definition{
	Name: "yoy_percentage", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "A column of changes is what the columns of two years beside it make; the change of a sentence is what its two amounts make.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return sheet.OnceSaid(saidChanges(s), differences(s), sinceThen(s), lessThan(s), moreThanBefore(s),
			pairChanges(s), changesSince(s), slippedChanges(s), movedAsNamed(s), fractionsMoved(s), fractionsOfPair(s), passage.Moves(s),
			derived.Changes(s, derived.Moves{Is: IsChange, Way: wayOf}), derived.Points(s))
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		var out []sheet.Finding
		for _, t := range s.Tables {
			out = append(out, changesOf(t, signsFalls(s))...)
			out = append(out, bracketed(t)...)
		}
		return out
	},
}

// changesOf finds the pair of years that most figures of a column of changes are of, and checks the rest.
func changesOf(t *sheet.Table, signed bool) []sheet.Finding {
	var out []sheet.Finding
	for _, col := range t.Cols {
		var changes []sheet.Entry
		for _, e := range t.All {
			if e.At.Col == col && sheet.Percent(e) && (e.Change || sheet.ChangeHeading.MatchString(strings.Join(e.At.ColPath, " "))) && !e.Target {
				changes = append(changes, e)
			}
		}
		if len(changes) < 2 {
			continue
		}
		// Where a column prints a minus, a figure without one is a rise.
		minus := slices.ContainsFunc(changes, func(e sheet.Entry) bool { return e.Quantity().Value.Sign() < 0 }) ||
			signed && !sheet.Below.MatchString(strings.Join(append(slices.Clone(changes[0].At.ColPath), changes[0].At.Caption), " "))
		years := yearColumns(t, col)
		best, bestAgree := madeOf(t, changes, years, minus)
		if bestAgree == 0 {
			best, bestAgree = madeOf(t, changes, slices.DeleteFunc(slices.Clone(t.Cols), func(c int) bool { return c == col }), minus)
		}
		two := len(best) == 2 && bestAgree == 1 && slices.ContainsFunc(best, comparison.exchanged) // of two rows one shows it, if the other is a slip
		slips := 0                                                                                 // a table with one mistake may have another
		for _, c := range best {
			if c.exchanged() {
				slips++
			}
		}
		most := 3*bestAgree >= 2*(len(best)-slips)
		if sole := len(years) == 2 && 2*bestAgree >= len(best); !two && (bestAgree < 2 || !most && !sole) { // of two years alone it can be of no others
			continue
		}
		for _, c := range best {
			out = append(out, c.finding())
		}
	}
	return out
}

// madeOf finds the two columns, an earlier and a later one, that most changes are of. The years of a column may be those of its rows: a base
// year that differs from target to target.
func madeOf(t *sheet.Table, changes []sheet.Entry, cols []int, minus bool) (best []comparison, bestAgree int) {
	for _, now := range cols {
		for _, then := range cols {
			if now == then {
				continue
			}
			var all []comparison
			agree := 0
			for _, e := range changes {
				c, ok := compareYears(t, e, now, then, minus)
				if !ok || c.then.Year >= c.now.Year {
					continue
				}
				all = append(all, c)
				if c.agrees {
					agree++
				}
			}
			if agree > bestAgree {
				best, bestAgree = all, agree
			}
		}
	}
	return best, bestAgree
}

// signsFalls reports whether the report's columns of changes print falls with a sign or in brackets anywhere.
func signsFalls(s *sheet.Sheet) bool {
	in := map[int]bool{}
	for _, t := range s.Tables {
		for _, e := range t.All {
			if sheet.Percent(e) && e.Quantity().Value.Sign() < 0 && (e.Change || sheet.ChangeHeading.MatchString(strings.Join(e.At.ColPath, " "))) {
				in[t.Number] = true
			}
		}
	}
	return len(in) > 0
}

// yearColumns are the columns of figures of one year each, other than col.
func yearColumns(t *sheet.Table, col int) []int {
	var out []int
	for _, c := range t.Cols {
		if c != col && yearOf(t, c) > 0 {
			out = append(out, c)
		}
	}
	return slices.Compact(out)
}

// yearOf is the year of a column if its own heading gives it.
func yearOf(t *sheet.Table, col int) int {
	for _, e := range t.All {
		if e.At.Col == col && !percentHeading.MatchString(strings.Join(e.At.ColPath, " ")) {
			return vocabulary.YearIn(strings.Join(e.At.ColPath, " "))
		}
	}
	return 0
}

var percentHeading = pattern.Compile(`(?i)\bchange\b|\bvs\b|Δ|\bin %|\btarget\b`)

// comparison is a stated change with the two figures it is of.
type comparison struct {
	stated, now, then sheet.Entry
	said              quantity.Quantity // the change, a fall below zero
	computed          *apd.Decimal
	rounding, agrees  bool
}

func compareYears(t *sheet.Table, stated sheet.Entry, now, then int, minus bool) (comparison, bool) {
	a, ok := t.Cell(stated.At.Row, now)
	b, there := t.Cell(stated.At.Row, then)
	if !ok || !there || !sheet.Comparable(a, b) || sheet.Percent(a) || b.Quantity().Value.Sign() <= 0 {
		return comparison{}, false
	}
	c := comparison{stated: stated, now: a, then: b}
	c.computed, _ = quantity.PercentOf(quantity.Sub(a.Quantity().Base(), b.Quantity().Base()), b.Quantity().Base())
	low, high := compare.ChangeOf(b.Quantity(), a.Quantity())
	v, half := stated.Quantity().Value, stated.Quantity().Half
	signed := minus || stated.Quantity().Signed || v.Sign() < 0 || c.computed.Sign() >= 0
	if !signed { // "24.2" for a fall, under a heading that says so
		v = new(apd.Decimal).Neg(v)
		c.rounding = false
	}
	c.said = stated.Quantity()
	c.said.Value = v
	c.rounding = quantity.Interval{Low: quantity.Sub(v, half), High: quantity.Sum(v, half)}.Overlaps(quantity.Interval{Low: low, High: high})
	c.agrees = signed && (c.rounding || quantity.Abs(quantity.Sub(v, c.computed)).Cmp(compare.TenthPoint) <= 0)
	return c, true
}

// exchanged reports whether a change that its figures do not make is theirs with two neighbouring digits of one of the three exchanged.
func (c comparison) exchanged() bool {
	then, now := c.then.Quantity(), c.now.Quantity()
	made := func(said, then, now quantity.Quantity) bool {
		low, high := compare.ChangeOf(then, now)
		own := quantity.Interval{Low: quantity.Sub(said.Value, said.Half), High: quantity.Sum(said.Value, said.Half)}
		return own.Overlaps(quantity.Interval{Low: low, High: high})
	}
	any := func(q quantity.Quantity, fits func(quantity.Quantity) bool) bool {
		return q.Value.NumDigits() >= compare.DigitsExchanged && slices.ContainsFunc(compare.Exchanges(q), fits)
	}
	return !c.agrees && (any(then, func(q quantity.Quantity) bool { return made(c.said, q, now) }) ||
		any(now, func(q quantity.Quantity) bool { return made(c.said, then, q) }) ||
		any(c.said, func(q quantity.Quantity) bool { return made(q, then, now) }))
}

func (c comparison) finding() sheet.Finding {
	k := events.Check{Inputs: []events.CheckInput{sheet.Input(c.then, ""), sheet.Input(c.now, ""), sheet.Input(c.stated, sheet.StatedLabel+" change")}}
	k.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%",
		compare.Show(c.now.Quantity().Base()), compare.Show(c.then.Quantity().Base()), compare.Show(c.then.Quantity().Base()), quantity.Print(c.computed,
			compare.Places))
	compare.Settle(&k, c.computed, c.stated.Quantity().Value, "%", c.rounding)
	bound, off := c.stated.Quantity().Bound, c.computed.Cmp(c.stated.Quantity().Value)
	compare.Conclude(&k, c.agrees, bound, "0.1 percentage points")
	if !c.agrees && (bound == quantity.AtLeast && off >= 0 || bound == quantity.AtMost && off <= 0) { // "> 100 %"
		k.Result, k.Severity = events.CheckPass, "info"
		k.Message = fmt.Sprintf("Agrees: %s stated, %s computed.", c.stated.Printed, k.Expected)
	}
	return sheet.Finding{Check: k, Page: c.stated.At.Page}
}

// A sentence that begins with its subject and goes on with the verb. What comes before or between could narrow
// the subject down to a site or a product.
var moved = pattern.Compile(`(?i)^(?:(?:In|During|For)\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?20\d\d,?\s+)?` +
	`(?:our|the(?:\s+(?:amount|volume|number|quantity)\s+of)?|total)?\s*([\p{L}\d][\p{L}\d -]{2,60}?)\s+(` +
	sheet.RisenWords + `|` + sheet.FallenWords + `)\b(.*)$`)

var (
	fallen   = pattern.Compile(`(?i)^(?:` + sheet.FallenWords + `)$`)
	inARow   = pattern.Compile(`(?i)\bfor the (second|third) (?:consecutive year|year (?:in a row|running|in succession))\b`)
	goesOnSo = pattern.Compile(`(?i)^\s*(?:$|[.,;]|again\b|further\b|slightly\b|steadily\b|significantly\b|sharply\b|` +
		`markedly\b|considerably\b|for the (?:second|third)\b|in (?:fiscal (?:year )?|FY\s?)?20\d\d\b|compared (?:to|with)\b|` +
		`year[- ]on[- ]year\b|from the previous year\b|because\b|due to\b|as a result\b|despite\b|while\b|mainly\b|primarily\b|last year\b)`)
)

// movements holds "purchased electricity increased" against the row of that name. Only a subject that is the row's
// own name and nothing more, and a figure that goes the other way beyond rounding, are a contradiction.
func movements(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := moved.FindStringSubmatch(x.Text)
		if m == nil || len(x.Figures) > 0 || !goesOnSo.MatchString(m[3]) {
			continue // a change with its figure is another check's
		}
		subject := sheet.Stems(m[1])
		steps := 1
		if r := inARow.FindStringSubmatch(m[3]); r != nil {
			steps = map[string]int{"second": 2, "third": 3}[strings.ToLower(r[1])]
		}
		var row sheet.Line
		n := 0
		for _, l := range s.Rows() {
			if sheet.Within(subject, l.Stems) && sheet.Within(l.Stems, subject) && len(l.Table.Series(l.Row)) > steps {
				row = l
				n++
			}
		}
		if n != 1 {
			continue
		}
		if u, ok := went(x, row.Table.Series(row.Row), fallen.MatchString(m[2]), steps, m[2]); ok {
			out = append(out, u)
		}
	}
	return out
}

// went compares the words with the last steps of a series of years.
func went(x sheet.Statement, series []sheet.Entry, fell bool, steps int, verb string) (sheet.Utterance, bool) {
	last := len(series) - 1
	if year := x.Year(0); year > 0 {
		for last >= 0 && series[last].Year != year {
			last--
		}
	} else if len(x.Years) > 0 {
		return sheet.Utterance{}, false // from one year to another: which ones, the sentence leaves to its reader
	}
	if last < steps {
		return sheet.Utterance{}, false
	}
	words, figures := "a rise", "a rise"
	if fell {
		words = "a fall"
	}
	c := events.Check{Result: events.CheckPass, Severity: "info", Stated: words, Message: "The words and the row's figures go one way."}
	var terms []string
	for i := last - steps; i <= last; i++ {
		e := series[i]
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.WithUnit()))
		if i == last-steps {
			continue
		}
		then := series[i-1]
		if e.Year != then.Year+1 || then.Quantity().Interval().Overlaps(e.Quantity().Interval()) {
			return sheet.Utterance{}, false
		}
		down := quantity.Sub(e.Quantity().Base(), then.Quantity().Base()).Sign() < 0
		if down {
			figures = "a fall"
		}
		if down != fell {
			c.Result, c.Severity = events.CheckFail, ""
		}
	}
	c.Working = strings.Join(terms, ", ")
	c.Expected = figures
	if c.Result == events.CheckFail {
		c.Message = fmt.Sprintf("The words speak of %s, the row \"%s\" shows %s.", words, sheet.Shorten(series[last].Label()), strings.Join(terms, ", "))
	}
	return x.Utter(c, verb, false), true
}
