package checks

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// entry is a fact at one of its places.
type entry struct {
	*facts.Fact
	at    *facts.Place
	total bool   // its label speaks of a total
	half  string // which half of what its label names, as halves says
}

func (e entry) label() string { return e.at.Own() }

// parent is the path above the entry's own label.
func (e entry) parent() string {
	if n := len(e.at.RowPath); n > 1 {
		return strings.Join(e.at.RowPath[:n-1], "\x1f")
	}
	return ""
}

func (e entry) column() string { return strings.Join(e.at.ColPath, "\x1f") }

// table is the figures of one table, by row and column.
type table struct {
	number int
	all    []entry
	rows   []int // that have figures, from above
	cols   []int // from the left
	cells  map[[2]int]entry
}

func (t *table) cell(row, col int) (entry, bool) {
	e, ok := t.cells[[2]int{row, col}]
	return e, ok
}

// sheet is a fact sheet arranged for checks.
type sheet struct {
	*facts.Sheet
	tables      []*table
	byID        map[string]*facts.Fact
	relabel     map[place]string // places whose label names another scope than they hold
	options     Options
	pledged     []pledge // once read
	spoken      []statement
	labelled    []line
	renewed     []oldAndNew
	based       []baseAmount
	digits      map[string][]*facts.Fact // by the digits of their amounts
	yearly      *timelines
	otherPlaces []finding
	lower       []string // the pages' texts, for looking words up
}

// allOfThem begins the label of a total that is called so by no other word: "All", "All employees".
var allOfThem = regexp.MustCompile(`(?i)^\W*all(?:\W*$|\s+(?:\p{L}+\s*){1,2}$)`)

type place struct {
	fact string
	page int
}

// read arranges a sheet.
func read(s *facts.Sheet, o Options) *sheet {
	t := &sheet{Sheet: s, byID: map[string]*facts.Fact{}, relabel: map[place]string{}, options: o}
	tables := map[int]*table{}
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
			x = &table{number: at.Table, cells: map[[2]int]entry{}}
			tables[at.Table] = x
			t.tables = append(t.tables, x)
		}
		e := entry{Fact: f, at: at}
		label := e.label()
		m, known := memo[label]
		if !known {
			m = meaning{facts.IsTotal(label) || allOfThem.MatchString(label), halves(label)}
			memo[label] = m
		}
		e.total, e.half = m.total, m.half
		x.all = append(x.all, e)
		x.cells[[2]int{at.Row, at.Col}] = e
		if !slices.Contains(x.rows, at.Row) {
			x.rows = append(x.rows, at.Row)
		}
		if !slices.Contains(x.cols, at.Col) {
			x.cols = append(x.cols, at.Col)
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		t.byID[f.ID] = f
		add(f, &f.Place)
		for j := range f.Places {
			add(f, &f.Places[j])
		}
	}
	for _, x := range t.tables {
		slices.Sort(x.rows)
		slices.Sort(x.cols)
		slices.SortFunc(x.all, func(a, b entry) int {
			return cmp.Or(cmp.Compare(a.at.Row, b.at.Row), cmp.Compare(a.at.Col, b.at.Col))
		})
	}
	slices.SortFunc(t.tables, func(a, b *table) int { return cmp.Compare(a.number, b.number) })
	t.findMislabelled()
	return t
}

// scope is what an entry is of, once rows with a wrong label are told.
func (s *sheet) scope(e entry) string {
	if scope, wrong := s.relabel[place{e.ID, e.at.Page}]; wrong {
		return scope
	}
	if own := facts.ScopeOf(e.label()); own != "" {
		return own
	}
	return e.Scope
}

// input names a fact among the inputs of a check.
func input(e entry, label string) events.CheckInput {
	if label == "" {
		label = strings.TrimSpace(shorten(e.label()))
		if c := e.column(); c != "" && !strings.Contains(c, "\x1f") {
			label += ", " + shorten(c)
		} else if c != "" {
			label += ", " + shorten(strings.ReplaceAll(c, "\x1f", " / "))
		}
	}
	return events.CheckInput{FactID: e.ID, Label: label, Value: e.Value, Unit: e.Unit, Page: e.at.Page}
}

func shorten(s string) string {
	f := strings.Fields(s)
	if len(f) > 10 {
		f = f[:10]
	}
	return strings.Join(f, " ")
}

func dimension(e entry) quantity.Dimension { return quantity.Dimension(e.Dimension) }

func percent(e entry) bool { return dimension(e) == quantity.Percent }

// comparable says that two figures can be added: of one dimension, and if a unit is ambiguous, of one unit as
// printed.
func comparable(a, b entry) bool {
	if a.Ambiguous() || b.Ambiguous() {
		return strings.EqualFold(strings.ReplaceAll(a.Unit, " ", ""), strings.ReplaceAll(b.Unit, " ", ""))
	}
	return a.Quantity().Comparable(b.Quantity())
}
