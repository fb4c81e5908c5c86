package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A page in a language whose sentences are not read still prints figures with units, which need no language. What they measure is left open: words
// that name a figure in one sentence say in the next one what it is compared with.

// fewestWords of a sentence: less is a heading.
const fewestWords = 4

// UnreadCells are the figures with a unit in the sentences of a page that are not read.
func UnreadCells(p *document.Page, f quantity.Format, reason string) []cell.Cell {
	text, starts := prose(p, map[int]bool{})
	var out []cell.Cell
	from := 0
	for _, cut := range document.Clauses(text) {
		s := Sentence{Page: p, Text: text[from:cut], starts: starts[from:], Format: f, Reason: reason}
		from = cut
		if len(s.Text) < Longest && OtherFigure.MatchString(s.Text) && len(vocabulary.Word.FindAllString(s.Text, fewestWords)) == fewestWords {
			out = append(out, s.unread()...)
		}
	}
	return out
}

func (s *Sentence) unread() []cell.Cell {
	all := slices.DeleteFunc(quantity.Find(s.Text, s.Format), func(q quantity.Quantity) bool { return q.Year })
	if len(all) > mostFigures {
		return nil // a table
	}
	var out []cell.Cell
	for _, q := range all {
		if q.Range || q.Unit.Dimension == quantity.Count {
			continue
		}
		c := s.cell(cell.Assertion{}, q)
		c.Rows, c.Said, c.Unread = nil, nil, true
		if year := s.yearAt(q); year > 0 {
			c.Cols = []string{vocabulary.Itoa(year)}
		} else {
			c.Undated = len(all) > 1 || printedYear.MatchString(s.Text) || anotherYear.MatchString(s.Text)
		}
		out = append(out, c)
	}
	return out
}

// yearAt is the year that can be no other figure's: right before a figure, "(2022: 61.6 %)", or right behind it where its part of the sentence ends.
func (s *Sentence) yearAt(q quantity.Quantity) int {
	if m := yearBeforeIt.FindStringSubmatch(s.Text[:q.Start]); m != nil {
		return vocabulary.YearIn(m[1])
	}
	if m := yearBehindIt.FindStringSubmatch(s.Text[q.End:]); m != nil {
		return vocabulary.YearIn(m[1])
	}
	return 0
}

const anyYear = `((?:19|20)\d\d(?:[/–-]\d{2,4})?)`

var (
	printedYear  = pattern.Compile(anyYear)
	yearBeforeIt = pattern.Compile(anyYear + `\s*[:=]\s*$`)
	yearBehindIt = pattern.Compile(`^\s+\p{Ll}{2,3}\s+` + anyYear + `\s*(?:[.,;:)]|$)`)
	anotherYear  = pattern.Compile(`(?i)` + lexicon.Alternatives("facts.another year"))
)

// UnreadEngine stands for nobody: no check rests on what a sentence says that nobody has read.
const UnreadEngine = "units alone"

// Unread makes of a fact one of a sentence that is not read: a figure with its unit, perhaps its year, and the words around it.
func Unread(f *facts.Fact, c *cell.Cell) {
	*f = facts.Fact{
		Metric: facts.Other, Printed: f.Printed, Value: f.Value, Unit: f.Unit, Dimension: f.Dimension, Per: f.Per, ValueBase: f.ValueBase, UnitBase: f.UnitBase,
		Readings: f.Readings, Bound: f.Bound, Half: f.Half, Factor: f.Factor, Exact: f.Exact, Period: f.Period, Year: f.Year, Source: f.Source,
		Format: f.Format, Place: c.Place, Engine: UnreadEngine,
		Notes: []string{"Its sentence is in a language that is not read, so what it measures is not known: " + strings.TrimSpace(c.Place.Quote)},
	}
}
