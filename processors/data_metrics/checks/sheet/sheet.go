// Package sheet is a fact sheet arranged for checks: figures by table, row and column, sentences with their figures, the years that one
// thing has figures of, and the words that say what a figure is of. Each check reads it; none of them judges here.
package sheet

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Entry is a fact at one of its places.
type Entry struct {
	*facts.Fact
	At         *facts.Place
	Total      bool   // its label speaks of a total
	Complement string // which half of what its label names, as halves says
}

// Label is the entry's own heading.
func (e Entry) Label() string { return e.At.Own() }

// Parent is the path above the entry's own label.
func (e Entry) Parent() string {
	if n := len(e.At.RowPath); n > 1 {
		return strings.Join(e.At.RowPath[:n-1], "\x1f")
	}
	return ""
}

// Column is the path of headings over it.
func (e Entry) Column() string { return strings.Join(e.At.ColPath, "\x1f") }

// Table is the figures of one table, by row and column.
type Table struct {
	Number int
	All    []Entry
	Rows   []int // that have figures, from above
	Cols   []int // from the left
	cells  map[[2]int]Entry
	series map[int][]Entry // once read
	row    map[int][]Entry // once listed
}

// Cell is the figure of a row and column, if there is one.
func (t *Table) Cell(row, col int) (Entry, bool) {
	e, ok := t.cells[[2]int{row, col}]
	return e, ok
}

// Sheet is a fact sheet arranged for checks.
type Sheet struct {
	*facts.Sheet
	Tables   []*Table
	ByID     map[string]*facts.Fact
	Relabel  map[Place]string // places whose label names another scope than they hold
	Options  Options
	readings map[reflect.Type]any // what once keeps
	spoken   []Statement
	labelled []Line
	renewed  []oldAndNew
	yearly   *timelines
}

// allOfThem begins the label of a total that is called so by no other word: "All", "All employees".
var allOfThem = pattern.Compile(`(?i)^\W*all(?:\W*$|\s+(?:\p{L}+\s*){1,2}$)`)

// Place is a fact on a page.
type Place struct {
	Fact string
	Page int
}

// Read arranges a sheet.
func Read(s *facts.Sheet, o Options) *Sheet {
	t := &Sheet{Sheet: s, ByID: map[string]*facts.Fact{}, Relabel: map[Place]string{}, Options: o}
	tables := map[int]*Table{}
	type meaning struct {
		total bool
		half  string
	}
	memo := map[string]meaning{} // labels stand in many cells
	add := func(f *facts.Fact, at *facts.Place) {
		if at.Table == 0 {
			return
		}
		x := tables[at.Table]
		if x == nil {
			x = &Table{Number: at.Table, cells: map[[2]int]Entry{}}
			tables[at.Table] = x
			t.Tables = append(t.Tables, x)
		}
		e := Entry{Fact: f, At: at}
		label := e.Label()
		m, known := memo[label]
		if !known {
			m = meaning{vocabulary.IsTotal(label) || allOfThem.MatchString(label), Halves(label)}
			memo[label] = m
		}
		e.Total, e.Complement = m.total, m.half
		x.All = append(x.All, e)
		x.cells[[2]int{at.Row, at.Col}] = e
		if !slices.Contains(x.Rows, at.Row) {
			x.Rows = append(x.Rows, at.Row)
		}
		if !slices.Contains(x.Cols, at.Col) {
			x.Cols = append(x.Cols, at.Col)
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		t.ByID[f.ID] = f
		add(f, &f.Place)
		for j := range f.Places {
			add(f, &f.Places[j])
		}
	}
	for _, x := range t.Tables {
		slices.Sort(x.Rows)
		slices.Sort(x.Cols)
		slices.SortFunc(x.All, func(a, b Entry) int {
			return cmp.Or(cmp.Compare(a.At.Row, b.At.Row), cmp.Compare(a.At.Col, b.At.Col))
		})
	}
	slices.SortFunc(t.Tables, func(a, b *Table) int { return cmp.Compare(a.Number, b.Number) })
	return t
}

// Once is what a function reads of a sheet, which is read a single time: many checks ask for the report's targets, and each type of
// reading is kept under its type.
func Once[T any](s *Sheet, read func() T) T {
	key := reflect.TypeFor[T]()
	if known, ok := s.readings[key].(T); ok {
		return known
	}
	if s.readings == nil {
		s.readings = map[reflect.Type]any{}
	}
	out := read()
	s.readings[key] = out
	return out
}

// Scope is what an entry is of, once rows with a wrong label are told.
func (s *Sheet) Scope(e Entry) string {
	if scope, wrong := s.Relabel[Place{e.ID, e.At.Page}]; wrong {
		return scope
	}
	if own := vocabulary.ScopeOf(e.Label()); own != "" {
		return own
	}
	return e.Scope
}

// Input names a fact among the inputs of a check.
func Input(e Entry, label string) events.CheckInput {
	if label == "" {
		label = strings.TrimSpace(Shorten(e.Label()))
		if c := e.Column(); c != "" && !strings.Contains(c, "\x1f") {
			label += ", " + Shorten(c)
		} else if c != "" {
			label += ", " + Shorten(strings.ReplaceAll(c, "\x1f", " / "))
		}
	}
	return events.CheckInput{FactID: e.ID, Label: label, Value: e.Value, Unit: e.Unit, Page: e.At.Page}
}

// Shorten leaves the first words of a label, for messages.
func Shorten(s string) string {
	f := strings.Fields(s)
	if len(f) > 10 {
		f = f[:10]
	}
	return strings.Join(f, " ")
}

// PrintedIn is the unit in which all entries are printed, with what it is in the base unit, so that a reader finds on the page what is added up. It is
// the base unit where they are printed in several, or in one that is more than a word, as "million EUR".
func PrintedIn(entries ...Entry) (unit string, factor *apd.Decimal) {
	first := entries[0]
	q := first.Quantity()
	unit, factor = first.Unit, q.Unit.Factor
	plain := len(strings.Fields(unit)) == 1 && !strings.ContainsAny(unit, "0123456789")
	for _, e := range entries {
		if e.Unit != unit || e.Quantity().Unit.Factor.Cmp(factor) != 0 || !plain && !first.Ambiguous() {
			return q.Unit.Base(), apd.New(1, 0)
		}
	}
	return unit, factor
}

// Dimension is what the entry's unit measures.
func Dimension(e Entry) quantity.Dimension { return quantity.Dimension(e.Dimension) }

// Percent reports whether the entry is a percentage.
func Percent(e Entry) bool { return Dimension(e) == quantity.Percent }

// Comparable says that two figures can be added: of one dimension, and if a unit is ambiguous, of one unit as
// printed.
func Comparable(a, b Entry) bool {
	if a.Ambiguous() || b.Ambiguous() {
		return strings.EqualFold(strings.ReplaceAll(a.Unit, " ", ""), strings.ReplaceAll(b.Unit, " ", ""))
	}
	return a.Quantity().Comparable(b.Quantity())
}

// LastYear is the last year that a column of the table is of.
func (t *Table) LastYear() int {
	last := 0
	for _, e := range t.All {
		if !e.Target && !e.Change {
			last = max(last, e.Year)
		}
	}
	return last
}

// LastYearOf is the last year of the table that a figure stands in; 0 if it stands in none.
func (s *Sheet) LastYearOf(at *facts.Place) int {
	i := slices.IndexFunc(s.Tables, func(t *Table) bool { return t.Number == at.Table })
	if i < 0 {
		return 0
	}
	return s.Tables[i].LastYear()
}

// Row lists the entries of a row. It is listed once, as every total asks for the rows above it, and is not to be changed.
func (t *Table) Row(row int) []Entry {
	if t.row == nil {
		t.row = make(map[int][]Entry, len(t.Rows))
		for _, row := range t.Rows {
			var all []Entry
			for _, col := range t.Cols {
				if e, ok := t.Cell(row, col); ok {
					all = append(all, e)
				}
			}
			t.row[row] = slices.Clip(all)
		}
	}
	return t.row[row]
}

// Heading is the path of a column.
func (t *Table) Heading(col int) []string {
	for _, e := range t.All {
		if e.At.Col == col {
			return e.At.ColPath
		}
	}
	return nil
}

// Series lists the figures of a row by year: one metric, one unit, one figure a year. It is read once, as every sentence asks for it, and is
// not to be changed.
func (t *Table) Series(row int) []Entry {
	known, ok := t.series[row]
	if !ok {
		if t.series == nil {
			t.series = map[int][]Entry{}
		}
		known = t.readSeries(row)
		t.series[row] = known
	}
	return known
}

func (t *Table) readSeries(row int) []Entry {
	var out []Entry
	seen := map[int]bool{}
	for _, e := range t.Row(row) {
		y := vocabulary.YearIn(strings.Join(e.At.ColPath, " "))
		if y == 0 || e.Change || e.Target || Percent(e) || e.Quantity().Value.Sign() <= 0 || e.Boundary != "" {
			continue
		}
		if seen[y] || len(out) > 0 && !Comparable(out[0], e) {
			return nil
		}
		seen[y] = true
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return a.Year - b.Year })
	return out
}
