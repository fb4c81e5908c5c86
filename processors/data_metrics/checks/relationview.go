package checks

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
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
	at    []*entry
	near  []float64 // the amounts, about: to look for relations, which exact figures then show
	half  []float64
	ratio []float64 // the amounts that quotients are of, about

	positive []bool // has such an amount, and it is more than 0
	log      []float64
	loose    []float64 // by how much rounding moves the logarithm

	first   *entry
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
func amountOf(e entry) *apd.Decimal {
	if e.Ambiguous() {
		return e.Quantity().Value
	}
	return e.Quantity().Base()
}

func spanOf(e entry) quantity.Interval {
	if e.Ambiguous() {
		q := e.Quantity()
		return quantity.Interval{Low: quantity.Sub(q.Value, q.Half), High: quantity.Sum(q.Value, q.Half)}
	}
	return e.Quantity().Interval()
}

// views are the table by its rows and by its columns.
func (t *table) views() []*view {
	if len(t.rows) > mostLines || len(t.cols) > mostLines {
		return nil
	}
	byRow, byCol := &view{rows: true}, &view{}
	for _, row := range t.rows {
		byRow.add(t, len(t.cols), func(i int) (entry, bool) { return t.cell(row, t.cols[i]) })
	}
	for _, col := range t.cols {
		byCol.add(t, len(t.rows), func(i int) (entry, bool) { return t.cell(t.rows[i], col) })
	}
	return []*view{byRow, byCol}
}

func (v *view) add(t *table, n int, cell func(int) (entry, bool)) {
	l := cellLine{at: make([]*entry, n), near: make([]float64, n), half: make([]float64, n), ratio: make([]float64, n),
		positive: make([]bool, n), log: make([]float64, n), loose: make([]float64, n)}
	for i := range n {
		e, ok := cell(i)
		if !ok || e.Change || e.Target || e.Quantity().Bound != quantity.Exactly || percent(e) && changeHeading.MatchString(strings.Join(t.heading(e.at.Col), " ")) {
			continue
		}
		f, err := amountOf(e).Float64()
		if err != nil {
			continue
		}
		l.at[i], l.near[i], l.half[i] = &e, f, wide(spanOf(e))/2
		l.measure(i, e)
		v.negative = v.negative || f < 0
		if l.first == nil {
			l.first, l.percent = &e, percent(e)
			var label string
			if v.rows {
				l.path = headings(e.at.RowPath)
				label, l.above = last(l.path), strings.Join(l.path[:max(0, len(l.path)-1)], "\x1f")
			} else {
				label = strings.Join(e.at.ColPath, " ")
			}
			l.own, l.total = label, facts.IsTotal(label)
			l.words, l.units = stems(label), stems(e.Unit)
			for _, m := range measuredAgainst.FindAllStringSubmatch(label+" ; "+e.Unit+" ; per "+e.Per, -1) {
				l.per = append(l.per, stems(m[1])...)
			}
			l.part = v.rows && facts.IsPartOfPart(label)
		}
	}
	if l.first != nil {
		v.lines = append(v.lines, l)
		v.digits = max(v.digits, l.digits)
	}
}

// measure notes a figure as quotients need it.
func (l *cellLine) measure(i int, e entry) {
	span := printedSpan(e)
	l.ratio[i] = near(decimalOf(e, e.Quantity().Value))
	l.digits = max(l.digits, len(significant(e.Value)))
	low, high := near(span.Low), near(span.High)
	if l.positive[i] = l.ratio[i] > 0 && low > 0; l.positive[i] {
		l.log[i], l.loose[i] = math.Log10(l.ratio[i]), max(math.Log10(high/l.ratio[i]), math.Log10(l.ratio[i]/low))
	}
}

// headings leaves out what is no name from the headings of a row: numbers of standards, dashes.
func headings(path []string) []string {
	out := slices.DeleteFunc(slices.Clone(path), func(p string) bool { return !nameLike.MatchString(p) })
	if len(out) == 0 {
		return path
	}
	return out
}

var nameLike = regexp.MustCompile(`\p{L}{2}`)

func last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// measuredAgainst leads to what a rate is of: "per employee", "kg CO2e/adt".
var measuredAgainst = regexp.MustCompile(`(?i)(?:\bper\b|/)([^;/]*)`)

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
func decimalOf(e entry, d *apd.Decimal) *apd.Decimal {
	if e.Ambiguous() {
		return d
	}
	factor := new(apd.Decimal).Set(e.Quantity().Unit.Factor)
	factor.Reduce(factor)
	return quantity.Mul(d, apd.New(1, int32(factor.NumDigits())-1+factor.Exponent))
}

func printedSpan(e entry) quantity.Interval {
	q := e.Quantity()
	return quantity.Interval{Low: decimalOf(e, quantity.Sub(q.Value, q.Half)), High: decimalOf(e, quantity.Sum(q.Value, q.Half))}
}

// ratio divides one line by another at a position.
func (v *view) ratio(over, under int, power int32, pos int) (*apd.Decimal, quantity.Interval, bool) {
	a, b := v.lines[over].at[pos], v.lines[under].at[pos]
	if a == nil || b == nil || a.Quantity().Value.Sign() <= 0 || printedSpan(*b).Low.Sign() <= 0 {
		return nil, quantity.Interval{}, false
	}
	by := apd.New(1, power)
	x, y := printedSpan(*a), printedSpan(*b)
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
		return e != nil && !comparable(*r, *e)
	})
}

// wide is how wide an interval is, about.
func wide(i quantity.Interval) float64 { return near(quantity.Sub(i.High, i.Low)) }

// slipDigits are so many that a figure with one other digit is hardly another figure.
const slipDigits = 4

// slipOfPen is how telling it is that a figure is stated with two neighbouring digits exchanged, one digit changed, or a thousand
// times off: the negative logarithm of how often another figure would be so. 0 if it is no slip.
func slipOfPen(right *apd.Decimal, stated entry) float64 {
	q := stated.Quantity()
	if thousands(right, q.Value) != 0 {
		return 2
	}
	after := max(0, -q.Half.Exponent-1)
	whole := func(d *apd.Decimal) string { return digitsIn(quantity.Print(quantity.Mul(d, apd.New(1, after)), 0)) } // with the zeros behind the point
	a, b := whole(right), whole(q.Value)
	if len(a) != len(b) || len(a) < slipDigits-1 {
		return 0
	}
	other := 0
	for i := range a {
		if a[i] != b[i] {
			other++
		}
	}
	switch {
	case exchanged(a, b):
		return float64(len(a)) - 1
	case other == 1:
		return float64(len(a)) - 2
	}
	return 0
}

func digitsIn(printed string) string { return strings.Join(digitRuns.FindAllString(printed, -1), "") }

var digitRuns = regexp.MustCompile(`[0-9]+`)
