package join

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// readSections finds the rows in the body that head columns anew, and with them which headers each row has.
// Tables set below one another in one frame look like one: the years of the second part do not stand above the
// figures of the first.
func (d *draft) readSections() {
	d.headed = make([]bool, d.t.Rows)
	d.columns = make([][][]string, d.t.Rows)
	current := d.columnPaths()
	if d.before != nil && d.head == 0 {
		if n := len(d.before.columns); n > 0 {
			current = d.before.columns[n-1]
		}
	}
	for r := range d.t.Rows {
		if heads := d.partBelow(r); heads != nil {
			d.headed[r] = true
			current = heads
		} else if r >= d.head && d.headsAnew(r, current) {
			d.headed[r] = true
			current = d.anew(r, current)
		}
		d.columns[r] = current
	}
}

// headsAnew says that a row holds column headers: names, or periods and nothing else behind its label. With a label it
// must repeat the headers above or count years, or it is a row of target years.
func (d *draft) headsAnew(r int, current [][]string) bool {
	if d.namesAnew(r) {
		return true
	}
	periods, same, others := 0, 0, 0
	last, counts := 0, true
	for c := d.side; c < d.t.Cols; c++ {
		e := d.entry(r, c)
		if e.empty() || e.cell.Col != c {
			continue
		}
		p := printed.PeriodIn(e.text)
		switch {
		case len(current[c]) > 0 && current[c][len(current[c])-1] == e.text:
			same++
		case e.kind == printed.Period || datedHead.MatchString(e.text) || e.kind == printed.Wordy && p != "" && len(e.text) < 30:
			periods++
		default:
			others++
		}
		if p != "" {
			year := yearOf(p)
			counts = counts && year > 0 && (last == 0 || year-last == 1 || last-year == 1)
			last = year
		}
	}
	if others > 0 && same == 0 || periods+same == 0 {
		return false
	}
	if others > 0 {
		return same > others
	}
	label := d.entry(r, d.label)
	if label.empty() || label.cell.Row != r {
		return true
	}
	return same > 0 && periods == 0 || periods+same > 1 && counts
}

// namesAnew says that a row holds the names of columns and no figure, and that they are no answers of a row of words: most are ranges ("<30",
// "30-50"), or a title stands alone above them. At least one is a word, all differ, and figures stand below each.
func (d *draft) namesAnew(r int) bool {
	if r == d.head || r+1 >= d.t.Rows {
		return false
	}
	ranges, words := 0, 0
	seen := map[string]bool{}
	for c := d.side; c < d.t.Cols; c++ {
		e, below := d.entry(r, c), d.entry(r+1, c)
		if e.empty() || e.cell.Col != c {
			continue
		}
		switch isRange := rangeLabel.MatchString(e.text); {
		case seen[e.text] || e.cell.Row != r || below.empty() || below.kind != printed.Number && below.kind != printed.Absent:
			return false
		case isRange:
			ranges++
		case e.kind == printed.Wordy && !answers[strings.ToLower(e.text)]:
			words++
		default:
			return false
		}
		seen[e.text] = true
	}
	return words > 0 && (ranges > 1 || ranges+words > 1 && d.only(r-1))
}

// anew is the headers that row r gives. A column that it leaves empty has none any more.
func (d *draft) anew(r int, current [][]string) [][]string {
	out := make([][]string, len(current))
	for c := range out {
		e := d.entry(r, c)
		switch {
		case c < d.side || e.empty():
		case len(current[c]) > 0 && current[c][len(current[c])-1] == e.text:
			out[c] = current[c]
		default:
			out[c] = []string{e.text}
		}
	}
	return out
}

// yearOf is the last year that a period names, 0 if it names none.
func yearOf(p string) int {
	for i := len(p) - 4; i >= 0; i-- {
		if printed.Digits(p[i:]) >= 4 {
			if y, err := strconv.Atoi(p[i : i+4]); err == nil && y > 1900 && y < 2200 {
				return y
			}
		}
	}
	return 0
}
