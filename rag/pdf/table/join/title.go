package join

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// title is the text that runs over all columns above the heads of columns. Below the first of them, it heads a group.
func (d *draft) title() string {
	for r := d.foreign(); r < d.head; r++ {
		if e := d.entry(r, 0); e.full(d) && !e.empty() {
			return e.text
		}
		if d.heads(r) {
			break
		}
	}
	return ""
}

// heads says that a header row says something of single columns.
func (d *draft) heads(r int) bool {
	for c := d.side; c < d.t.Cols; c++ {
		if h := d.entry(r, c); !h.empty() && !h.full(d) {
			return true
		}
	}
	return false
}

// corner is the name of a table that stands only where its labels and its heads meet. Most corners say what the
// labels are ("Indicator"), or the unit.
func (d *draft) corner() string {
	if d.head == 0 || d.side != 1 {
		return ""
	}
	for r := range d.head {
		e := d.entry(r, 0)
		if e.empty() {
			continue
		}
		words := strings.Fields(strings.ToLower(strings.Trim(e.text, "()[]:. ")))
		if e.kind != printed.Wordy || e.full(d) || len(words) > 12 || len(words) == 0 || printed.UnitNote(e.text) ||
			printed.IsUnit(e.text) || !d.besideUnit(r) && (labelHeads[words[0]] || labelHeads[words[len(words)-1]]) {
			return ""
		}
		return e.text
	}
	return ""
}

// besideUnit reports whether the rest of a header row is the unit of all columns: what stands in front of that is no head of labels.
func (d *draft) besideUnit(r int) bool {
	e := d.entry(r, d.side)
	return r+1 < d.head && e.cell.Row == r && e.cell.ColSpan == d.t.Cols-d.side && printed.UnitNote(e.text)
}

// labelHeads are what the column of labels is headed with.
var labelHeads = lexicon.Set("table.label heads")

// saysUnits reports whether a cell heads a column of units: "Measure" in the first column heads what is measured.
func (d *draft) saysUnits(r, c int) bool {
	head := strings.ToLower(d.entry(r, c).text)
	return unitHeads[head] && (c > 0 || !labelHeads[head])
}
