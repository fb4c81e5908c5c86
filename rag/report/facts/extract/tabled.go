package extract

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A sentence often repeats a figure of a table without its year or what exactly it measures. The table then says so.

// How many digits a figure must have to be the same as one of a table and not by chance: of a number without a unit more.
const (
	digitsWithUnit = 3
	digitsOfCount  = 4
)

// repeat completes the figures of sentences that stand in tables, too, below headings that share a word with the sentence: a
// year and a metric that the sentence leaves open are those of the table, if all that print the figure agree. Figures of sentences begin
// at first; sentences has the text of each. Those of sentences in a language that is not read stand before them, and say nothing themselves.
func repeat(s *facts.Sheet, first int, sentences map[int]string) {
	type key struct{ value, unit string }
	tabled := map[key][]*facts.Fact{}
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Source == facts.FromTable && f.ValueBase != "" {
			k := key{f.ValueBase, f.UnitBase}
			tabled[k] = append(tabled[k], f)
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		unread := f.Engine == prose.UnreadEngine
		if f.ValueBase == "" || f.Change || significant(f.Printed) < leastDigits(f) || i < first && !unread {
			continue
		}
		text := sentences[i]
		if unread {
			text = f.Quote
		}
		stems := wordStems(text)
		alone := unread && significant(f.Printed) >= digitsOfCount // nothing but the figure tells, and it tells enough
		var same *facts.Fact
		for _, t := range tabled[key{f.ValueBase, f.UnitBase}] {
			if !alone && !sharesStem(stems, t) {
				continue
			}
			if same != nil && (t.Year != same.Year || t.Metric != same.Metric || t.Scope != same.Scope) {
				same = nil
				break
			}
			same = t
		}
		if same != nil {
			complete(f, same)
		}
	}
}

// complete takes from a figure of a table what the sentence that repeats it leaves open.
func complete(f *facts.Fact, same *facts.Fact) {
	before := fmt.Sprint(f.Year, f.Metric, f.Scope)
	if same.Year > 0 && !f.Target {
		f.Year, f.Period = same.Year, same.PeriodText()
	}
	if f.Metric == facts.Other || decides(f, same) {
		f.Metric = same.Metric
	}
	if f.Metric == same.Metric && (f.Scope == "" || f.Engine != "" && f.Source == facts.FromText && significant(f.Printed) >= digitsOfCount) {
		f.Scope, f.Method = same.Scope, same.Method // the reader's own answer is a likelihood, the table's heading none
	}
	if fmt.Sprint(f.Year, f.Metric, f.Scope) != before {
		f.Notes = append(f.Notes, fmt.Sprintf("As in the table on page %d, which prints the same figure.", same.Page))
	}
}

// decides reports whether what the reader makes of a figure gives way to the row of a table that prints it, with its unit: the heading names
// what the row measures, and the reader's answer is a likelihood. Percentages are too often the same by chance.
func decides(f, row *facts.Fact) bool {
	return f.Engine != "" && f.Source == facts.FromText && row.Metric != facts.Other && f.Dimension != string(quantity.Count) &&
		f.Dimension != string(quantity.Percent) && Measured(row.Metric, f) == row.Metric
}

func leastDigits(f *facts.Fact) int {
	if f.Dimension == string(quantity.Count) {
		return digitsOfCount
	}
	return digitsWithUnit
}

// significant counts the digits of a figure but leading zeros.
func significant(printed string) int {
	n := 0
	for _, r := range printed {
		if unicode.IsDigit(r) && (r != '0' || n > 0) {
			n++
		} else if n > 0 && unicode.IsLetter(r) {
			break
		}
	}
	return n
}

// stemLength is how many letters of a word tell what it is about: "emissions" and "emitted" share as many.
const stemLength = 5

func wordStems(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if r := []rune(w); len(r) >= stemLength-1 {
			out[string(r[:min(len(r), stemLength)])] = true
		}
	}
	return out
}

func sharesStem(stems map[string]bool, t *facts.Fact) bool {
	for w := range wordStems(strings.Join(t.RowPath, " ") + " " + t.Caption) {
		if stems[w] {
			return true
		}
	}
	return false
}
