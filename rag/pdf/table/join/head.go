package join

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// findHeads decides which rows and columns are headers.
func (d *draft) findHeads() {
	d.findValues()
	if d.t.Chart { // there each row is a bar, or a key figure: "revenue in 2024" heads nothing
		d.head = d.t.Heads
	} else {
		d.head = d.headRows()
		d.joinCorner()
	}
	d.findSide()
}

// findValues finds the columns of figures.
func (d *draft) findValues() {
	d.values = make([]bool, d.t.Cols)
	for c := 1; c < d.t.Cols; c++ {
		if d.headedUnits(c) {
			d.readThousands(c)
		}
		figures, missing, other := 0, 0, 0
		for r := range d.t.Rows {
			e := d.entry(r, c)
			if e.empty() || e.cell.Col != c || e.cell.Row != r || e.cell.ColSpan > 1 {
				continue
			}
			switch e.kind {
			case printed.Number:
				figures++
			case printed.Absent:
				missing++
			case printed.Period:
			default:
				other++
			}
		}
		d.values[c] = figures > 0 && figures+missing >= other || figures == 0 && missing > 1 && missing > 2*other
	}
}

// headedUnits reports whether a column is said to be one of units.
func (d *draft) headedUnits(c int) bool {
	for r := range min(d.t.Rows, mostHeadRows) {
		if d.saysUnits(r, c) {
			return true
		}
	}
	return false
}

// mostHeadRows is how far down the heads of a column of units are looked for.
const mostHeadRows = 4

// readThousands takes "1’000 m³" in a column of units for what it is there: no figure.
func (d *draft) readThousands(c int) {
	for r := range d.t.Rows {
		if e := d.entry(r, c); e.kind == printed.Number && thousandOf.MatchString(e.text) {
			e.kind, e.figure = printed.Wordy, printed.Figure{}
		}
	}
}

var thousandOf = pattern.Compile(`^1?[.,'’\s\x{a0}]?000s?\s*\p{L}`)

// answers are what questionnaires hold in place of figures: a row with one is no header.
var answers = map[string]bool{
	"yes": true, "no": true, "ya": true, "tidak": true, "ja": true, "nein": true, "oui": true, "non": true, "sí": true, "si": true,
	"yes.": true, "no.": true, "ada": true,
}

// saysOfAll reports whether a text says in which unit all figures are, or what the labels are.
func (d *draft) saysOfAll(text string) bool {
	return printed.UnitNote(text) && printed.UnitIn(text) != "" || labelHeads[strings.ToLower(text)]
}

// headRows counts the rows above the first one with figures, without the heads of groups that follow the heads
// of columns.
func (d *draft) headRows() int {
	first := d.firstFigures()
	if first < 0 {
		if d.hasValues() || !d.styledHead() {
			return 0
		}
		return 1
	}
	head := 0
	figures := d.t.Cols // the first column of figures; what stands before it names rows
	for c := d.t.Cols - 1; c > 0; c-- {
		if d.values[c] {
			figures = c
		}
	}
	if figures == d.t.Cols {
		figures = 1
	}
	for r := range first {
		for c := figures; c < d.t.Cols; c++ {
			if e := d.entry(r, c); !e.empty() && e.cell.Col > 0 {
				head = max(head, e.cell.Row+1)
			}
		}
		// "in million euros" may stand below the heads, alone, and so may "Item".
		if e := d.entry(r, 0); r == head && r > 0 && !e.empty() && !e.full(d) && d.saysOfAll(e.text) {
			head = r + 1
		}
	}
	return min(head, first)
}

// enumerates says that a row numbers the columns.
func (d *draft) enumerates(r int) bool {
	var texts []string
	for c := 1; c < d.t.Cols; c++ {
		if e := d.entry(r, c); e.kind == printed.Number && e.cell.Row == r && e.cell.Col == c && !e.empty() {
			texts = append(texts, e.text)
		}
	}
	return printed.Enumerate(texts)
}

func (d *draft) hasValues() bool {
	for _, v := range d.values {
		if v {
			return true
		}
	}
	return false
}

// styledHead says that the first row of a table of texts stands out: bold or on another ground, and the rows
// below do not.
func (d *draft) styledHead() bool {
	filled, bold, plain := 0, 0, 0
	for c := range d.t.Cols {
		e := d.entry(0, c)
		if e.empty() || e.cell.Col != c {
			continue
		}
		if e.full(d) {
			return false
		}
		filled++
		if e.bold {
			bold++
		}
		for r := 1; r < d.t.Rows; r++ {
			if o := d.entry(r, c); !o.empty() && o.cell.Col == c && c > 0 && !o.bold {
				plain++
			}
		}
	}
	if filled < 2 && !(filled == 1 && d.t.Cols > 1 && d.entry(0, 0).empty()) {
		return false
	}
	shaded := len(d.t.Shaded) > 1 && d.t.Shaded[0] && !d.t.Shaded[1]
	return shaded || bold == filled && (plain > 0 || d.t.Rows == 1)
}

// findSide counts the columns in front of the figures and says what they hold.
func (d *draft) findSide() {
	d.side = 1
	for d.side < d.t.Cols && !d.values[d.side] {
		d.side++
	}
	if d.t.Chart && d.t.Heads == 0 && d.t.Cols > 1 {
		d.side = d.t.Cols - 1 // periods and arrows say of which time a figure is
	}
	if d.side == d.t.Cols {
		d.side = min(1, d.t.Cols-1)
		if d.t.Cols == 1 {
			d.side = 0
		}
	}
	for c := range d.side {
		if d.index < 0 && d.numbersRows(c) && d.side > 1 {
			d.index = c
		}
	}
	for c := range d.t.Cols {
		if d.units < 0 && d.holdsUnits(c) && (c < d.side || c == d.t.Cols-1 || !d.values[c]) {
			d.units = c
		}
	}
	if d.oneOfFigures() {
		d.side = 0
	}
	d.label = 0
	for d.label < d.side-1 && (d.label == d.index || d.label == d.units) {
		d.label++
	}
}

// oneOfFigures says that the only row of a table is figures from its first column on, each under its head: none of
// them is a label.
func (d *draft) oneOfFigures() bool {
	if d.side != 1 || d.head == 0 || d.t.Rows != d.head+1 || !d.t.Ruled || d.before != nil || !d.values[1] {
		return false
	}
	first, above := d.entry(d.head, 0), d.entry(d.head-1, 0)
	return first.kind == printed.Number && first.cell.ColSpan == 1 && !above.empty() && !above.full(d) && above.kind == printed.Wordy
}

// numbersRows says that a column only counts its rows.
func (d *draft) numbersRows(c int) bool {
	last, n := -1, 0
	for r := d.head; r < d.t.Rows; r++ {
		e := d.entry(r, c)
		if e.empty() || e.cell.Row != r {
			continue
		}
		v, err := strconv.Atoi(strings.TrimRight(e.text, ".)"))
		if err != nil || v < 0 || v > 5000 || last >= 0 && v != last+1 {
			return false
		}
		last = v
		n++
	}
	return n > 1
}

// unitHeads head a column of units.
var unitHeads = map[string]bool{
	"unit": true, "units": true, "unit of measure": true, "unit of measurement": true, "uom": true, "satuan": true, "unit/satuan": true,
	"satuan/unit": true, "satuan unit": true, "unit satuan": true, "einheit": true, "unité": true, "unidad": true, "measure": true, "unit of measure (uom)": true,
}

func (d *draft) holdsUnits(c int) bool {
	for r := range d.head {
		if d.saysUnits(r, c) {
			return true
		}
	}
	units, other := 0, 0
	for r := d.head; r < d.t.Rows; r++ {
		e := d.entry(r, c)
		if e.empty() || e.cell.Row != r || e.cell.ColSpan > 1 {
			continue
		}
		if printed.IsUnit(e.text) {
			units++
		} else {
			other++
		}
	}
	named := d.side > 1 && unitHeads[strings.ToLower(d.entry(0, c).text)] // in front of the labels, and not the labels themselves
	return (c > 0 || named) && units > 1 && units > 2*other
}
