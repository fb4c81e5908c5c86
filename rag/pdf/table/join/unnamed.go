package join

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// unnamedTotal is what a row of figures without a label is called that adds up the rows above it: without it they would be said of the last of these.
const unnamedTotal = "Total"

// addsUp reports whether a row without a label gives the sums of the rows of its block: in two columns at least, or in the only one if that has three rows
// or more, and in none another figure than printing to the last place explains.
func (d *draft) addsUp(r int) bool {
	columns, sums, most := 0, 0, int64(0)
	for c := d.side; c < d.t.Cols; c++ {
		total, places, ok := d.counted(r, c)
		if !ok {
			continue
		}
		columns++
		sum, parts, ok := d.above(r, c, places)
		off := sum - total
		if !ok || off > parts || -off > parts {
			return false
		}
		if off == 0 && parts > 1 && total != 0 {
			sums, most = sums+1, max(most, parts)
		}
	}
	return sums > 1 || sums == 1 && columns == 1 && most > 2
}

// above adds up the figures of a column above a row, up to the head of its block: of how many, and whether all are printed to as many places.
func (d *draft) above(r, c, places int) (sum, parts int64, ok bool) {
	for k := r - 1; k >= d.head && !d.only(k) && !d.headed[k]; k-- {
		if e := d.entry(k, c); e.kind == printed.Absent || e.empty() {
			continue
		}
		v, p, ok := d.counted(k, c)
		if !ok || p != places {
			return 0, 0, false
		}
		sum, parts = sum+v, parts+1
	}
	return sum, parts, parts > 0
}

// counted is a figure in units of its last printed place, and how many places it has: three digits behind a separator are thousands.
func (d *draft) counted(r, c int) (value int64, places int, ok bool) {
	e := d.entry(r, c)
	if e.kind != printed.Number || strings.Contains(e.figure.Unit, "%") || e.cell.ColSpan > 1 || e.cell.RowSpan > 1 {
		return 0, 0, false
	}
	token := e.figure.Token
	if at := strings.LastIndexAny(token, ".,'’"); at >= 0 && len(token)-at-1 != 3 {
		places = len(token) - at - 1
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, token)
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	if e.figure.Negative {
		value = -value
	}
	return value, places, true
}

// ofGroups is the path of a row that stands under the heads of its block and under no other row.
func (d *draft) ofGroups(own string) []string {
	open := d.open
	d.open = nil
	for _, a := range open {
		if a.group {
			d.open = append(d.open, a)
		}
	}
	path := d.path([]string{own})
	d.open = open
	return path
}
