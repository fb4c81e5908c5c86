package cell

import (
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Assertion is what a sentence says that its figure is.
type Assertion struct {
	Metric   facts.Metric
	Label    string // the words that name it
	Scope    string
	Category string // what narrows it: a source, a part of the entity
	Boundary string
	Year     int // 0 if the sentence names none
	Base     int // of a target
	Target   bool
	Change   bool // since a base year or the year before
	Prior    bool // since the year before
}

// stated is the fact that a sentence states.
func (c *Cell) stated(report int) (facts.Fact, bool) {
	s := c.Said
	f := facts.Fact{
		Metric: s.Metric, Scope: s.Scope, Category: s.Category, Boundary: s.Boundary, Target: s.Target, Change: s.Change, BaseYear: s.Base, Year: s.Year,
		Printed: c.Printed, Value: PlainText(c.Q.Value), Source: c.Source, Format: c.Format, Place: c.Place, Bound: string(c.Q.Bound),
	}
	f.Table, f.Row, f.Col, f.RowPath, f.ColPath, f.Caption = c.Table, c.Row, c.Col, c.Rows, c.Cols, c.Caption
	c.Unit(&f, s.Label, false)
	if f.Year > 0 {
		f.Period = vocabulary.Itoa(f.Year)
	} else if !s.Target {
		f.Year = report
	}
	if s.Prior && f.Year > 0 {
		f.BaseYear = f.Year - 1
	}
	return f, f.Value != ""
}
