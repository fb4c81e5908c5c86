package relation

import (
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostLines bounds the lines of a table that relations are looked for in: what is tried grows with their cube.
const mostLines = 120

// view is a table as lines of figures: its rows by columns, or its columns by rows.
type view struct {
	rows   bool // the lines are rows
	lines  []cellLine
	digits int // the most that a figure has

	negative bool // has figures below 0
}

// cellLine is a row or a column; positions are numbered alike in all lines of a view.
type cellLine struct {
	at    []*sheet.Entry
	near  []float64 // the amounts, about: to look for relations, which exact figures then show
	half  []float64
	ratio []float64 // the amounts that quotients are of, about
	rates []bool    // it is a percentage or measured against something, which parts need not add up to

	positive []bool // has such an amount, and it is more than 0
	log      []float64
	loose    []float64 // by how much rounding moves the logarithm

	first   *sheet.Entry
	percent bool
	digits  int      // the most that a figure of it has
	words   []string // of its label, as stems
	units   []string // of its unit
	per     []string // of what it is measured against, if it says so
	part    bool     // its label says that it is a part of a part
	total   bool     // its label says that it is a total
	path    []string
	above   string // the heading over its own
	own     string
}

// amountOf is what a figure counts as in a relation: in base units, or as printed if its unit can mean several things.
func amountOf(e sheet.Entry) *apd.Decimal {
	if e.Ambiguous() {
		return e.Quantity().Value
	}
	return e.Quantity().Base()
}

func spanOf(e sheet.Entry) quantity.Interval {
	if e.Ambiguous() {
		q := e.Quantity()
		return quantity.Interval{Low: quantity.Sub(q.Value, q.Half), High: quantity.Sum(q.Value, q.Half)}
	}
	return e.Quantity().Interval()
}

// views are the table by its rows and by its columns.
func views(t *sheet.Table) []*view {
	if len(t.Rows) > mostLines || len(t.Cols) > mostLines {
		return nil
	}
	byRow, byCol := &view{rows: true}, &view{}
	for _, row := range t.Rows {
		spots := make([]spot, len(t.Cols))
		for i, col := range t.Cols {
			spots[i] = spot{t, row, col}
		}
		byRow.add(spots, rowPath)
	}
	for _, col := range t.Cols {
		spots := make([]spot, len(t.Rows))
		for i, row := range t.Rows {
			spots[i] = spot{t, row, col}
		}
		byCol.add(spots, nil)
	}
	return []*view{byRow, byCol}
}

// spot is where a line has a figure, if it has one there; without a table it has none.
type spot struct {
	*sheet.Table
	row, col int
}

func (s spot) cell() (e sheet.Entry, ok bool) {
	if s.Table == nil {
		return e, false
	}
	if e, ok = s.Cell(s.row, s.col); !ok || e.Change || e.Target || e.Quantity().Bound != quantity.Exactly {
		return e, false
	}
	return e, !sheet.Percent(e) || !sheet.ChangeHeading.MatchString(strings.Join(s.Heading(s.col), " "))
}

// rowPath is how a row is called, with the headings over it.
func rowPath(e sheet.Entry) []string { return sheet.Headings(e.At.RowPath) }

// add adds a line; of rows, called says how it is called.
func (v *view) add(spots []spot, called func(sheet.Entry) []string) {
	n := len(spots)
	l := cellLine{at: make([]*sheet.Entry, n), near: make([]float64, n), half: make([]float64, n), ratio: make([]float64, n), rates: make([]bool, n),
		positive: make([]bool, n), log: make([]float64, n), loose: make([]float64, n)}
	for i, at := range spots {
		e, ok := at.cell()
		if !ok {
			continue
		}
		f, err := amountOf(e).Float64()
		if err != nil {
			continue
		}
		l.at[i], l.near[i], l.half[i], l.rates[i] = &e, f, wide(spanOf(e))/2, sheet.Percent(e) || e.Per != ""
		l.measure(i, e)
		v.negative = v.negative || f < 0
		if l.first == nil {
			l.first, l.percent = &e, sheet.Percent(e)
			var label string
			if v.rows {
				l.path = called(e)
				label, l.above = sheet.Last(l.path), strings.Join(l.path[:max(0, len(l.path)-1)], "\x1f")
			} else {
				label = strings.Join(e.At.ColPath, " ")
			}
			l.own, l.total = label, vocabulary.IsTotal(label)
			l.words, l.units = sheet.Stems(label), sheet.Stems(e.Unit)
			for _, m := range measuredAgainst.FindAllStringSubmatch(label+" ; "+e.Unit+" ; per "+e.Per, -1) {
				l.per = append(l.per, sheet.Stems(m[1])...)
			}
			l.part = v.rows && vocabulary.IsPartOfPart(label)
		}
	}
	if l.first != nil {
		v.lines = append(v.lines, l)
		v.digits = max(v.digits, l.digits)
	}
}

// measure notes a figure as quotients need it.
func (l *cellLine) measure(i int, e sheet.Entry) {
	span := printedSpan(e)
	l.ratio[i] = near(decimalOf(e, e.Quantity().Value))
	l.digits = max(l.digits, len(compare.Significant(e.Value)))
	low, high := near(span.Low), near(span.High)
	if l.positive[i] = l.ratio[i] > 0 && low > 0; l.positive[i] {
		l.log[i], l.loose[i] = math.Log10(l.ratio[i]), max(math.Log10(high/l.ratio[i]), math.Log10(l.ratio[i]/low))
	}
}

// measuredAgainst leads to what a rate is of: "per employee", "kg CO2e/adt".
var measuredAgainst = pattern.Compile(`(?i)(?:\bper\b|/)([^;/]*)`)

func (v *view) name(line int) string { return v.lines[line].own }

// total adds lines up at a position. A part that is not printed there is none.
func (v *view) total(parts []int, pos int) (*apd.Decimal, quantity.Interval, bool) {
	sum, low, high := quantity.Int(0), quantity.Int(0), quantity.Int(0)
	n := 0
	for _, l := range parts {
		e := v.lines[l].at[pos]
		if e == nil {
			continue
		}
		n++
		i := spanOf(*e)
		sum, low, high = quantity.Sum(sum, amountOf(*e)), quantity.Sum(low, i.Low), quantity.Sum(high, i.High)
	}
	return sum, quantity.Interval{Low: low, High: high}, n > 1
}

// decimalOf is a figure in a unit that is a power of ten of the base unit: quotients are of figures as printed, "per million square
// feet" as "per MWh".
func decimalOf(e sheet.Entry, d *apd.Decimal) *apd.Decimal {
	if e.Ambiguous() {
		return d
	}
	factor := new(apd.Decimal).Set(e.Quantity().Unit.Factor)
	factor.Reduce(factor)
	return quantity.Mul(d, apd.New(1, int32(factor.NumDigits())-1+factor.Exponent))
}

func printedSpan(e sheet.Entry) quantity.Interval {
	q := e.Quantity()
	return quantity.Interval{Low: decimalOf(e, quantity.Sub(q.Value, q.Half)), High: decimalOf(e, quantity.Sum(q.Value, q.Half))}
}

// equivalents are people counted by their hours.
var equivalents = pattern.Compile(`(?i)\bFTEs?\b|\bfull[- ]time[- ]equivalents?\b|\bVZÄ\b|\bETP\b`)

// operandSpan is what a figure that is divided, or by which one divides, may stand for: what is counted one by one is not rounded.
func operandSpan(e sheet.Entry) quantity.Interval {
	q := e.Quantity()
	if sheet.Dimension(e) != quantity.Count || q.Scale != nil || q.Value.Exponent < 0 || q.Unit.Factor.Cmp(quantity.Int(1)) != 0 ||
		equivalents.MatchString(e.Unit+" "+e.Label()+" "+e.Column()) {
		return printedSpan(e)
	}
	return quantity.Interval{Low: q.Value, High: q.Value}
}

// ratio divides one line by another at a position.
func (v *view) ratio(over, under int, power int32, pos int) (*apd.Decimal, quantity.Interval, bool) {
	a, b := v.lines[over].at[pos], v.lines[under].at[pos]
	if a == nil || b == nil || a.Quantity().Value.Sign() <= 0 || printedSpan(*b).Low.Sign() <= 0 {
		return nil, quantity.Interval{}, false
	}
	by := apd.New(1, power)
	x, y := operandSpan(*a), operandSpan(*b)
	value, ok := quantity.Ratio(quantity.Mul(decimalOf(*a, a.Quantity().Value), by), decimalOf(*b, b.Quantity().Value))
	low, fine := quantity.Ratio(quantity.Mul(x.Low, by), y.High)
	high, too := quantity.Ratio(quantity.Mul(x.High, by), y.Low)
	return value, quantity.Interval{Low: low, High: high}, ok && fine && too
}

// alike reports whether the figures of lines can be added at a position.
func (v *view) alike(result int, parts []int, pos int) bool {
	r := v.lines[result].at[pos]
	return !slices.ContainsFunc(parts, func(l int) bool {
		e := v.lines[l].at[pos]
		return e != nil && !sheet.Comparable(*r, *e)
	})
}

// wide is how wide an interval is, about.
func wide(i quantity.Interval) float64 { return near(quantity.Sub(i.High, i.Low)) }
