package claims

import (
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What a row's own label says, apart from the headings around it.

// fuels are words of labels that say what was burned or bought, and not what of it is stated.
var fuels = lexicon.Set("claims.fuels")

// onlyFuel reports whether a label names a source of energy and nothing else.
func onlyFuel(label string) bool {
	for _, w := range wordsOf(label) {
		if !fuels[w.low] {
			return false
		}
	}
	return true
}

// scopesOf takes over the scopes that a row's own label names, if it names any: the table may hold several.
func (r *reading) scopesOf(label *reading) {
	scopes := []cue{cueScope1, cueScope2, cueScope3}
	if slices.ContainsFunc(scopes, func(c cue) bool { return label.has[c] }) {
		for _, c := range scopes {
			r.has[c] = label.has[c]
		}
	}
}

// ofScopes reports whether a row names more than one scope.
func (r *reading) ofScopes() bool {
	return r.has[cueScope1] && (r.has[cueScope2] || r.has[cueScope3]) || r.has[cueScope2] && r.has[cueScope3]
}

// Tables that only look as if they stated figures.

const (
	fewestListed = 5   // rows of a list of contents that is recognised by its numbers alone
	mostPages    = 999 // of a report
)

// listsPages reports whether a table is a list of contents: titles, and beside each the number of a page, later ones
// further down. No column says what the numbers are, and they have no unit.
func listsPages(t *document.Table) bool {
	last, listed := 0, 0
	for _, row := range t.Rows {
		values := rowValues(row)
		if len(values) == 0 {
			continue
		}
		c := row[values[len(values)-1]]
		page, err := strconv.Atoi(c.Text)
		if len(values) > 1 || err != nil || page <= last || page > mostPages || c.Unit != "" || len(c.ColPath) > 0 {
			return false
		}
		last = page
		listed++
	}
	return listed >= fewestListed
}

// figured reports whether a label is itself a figure with its unit: one tile of many that show a figure each.
func figured(label string, f quantity.Format) bool {
	for _, q := range quantity.Find(label, f) {
		if !q.Year && letters(label[:q.Start])+letters(label[q.End:]) < 4 {
			return true
		}
	}
	return false
}

// rowKind is the type of a row's claim: what is measured decides, since a row of figures names no body and promises
// nothing.
func (r *reading) rowKind() (events.ClaimType, string) {
	if r.target == targetAlone {
		return events.Strategic, "it is a row of targets"
	}
	for _, q := range r.measured {
		if q.Unit.Dimension == quantity.Emissions || q.Unit.Dimension == quantity.CarbonGas {
			return events.Quantitative, "it is a row of emissions"
		}
	}
	if r.has[cueWaste] || r.has[cueWater] || r.has[cueNature] || r.has[cueRenewable] {
		return events.Environmental, "it is about waste, water, nature or renewables"
	}
	return events.Quantitative, "it is a row of figures"
}

// targets reports whether a label is that of a target, and says of what: "Target 2025" in a chart is the name of a column.
func (r *reading) targets() bool {
	return r.has[cueTarget] && slices.ContainsFunc(r.words, func(w word) bool { return !targetWords[w.low] && !stopWords[w.low] && !isYear(w.low) })
}

// toldApart reports whether a row has other figures of the same period as that of column v, and all under other headings.
func toldApart(row []document.Cell, values []int, v int) bool {
	others := 0
	for _, o := range values {
		if o == v || row[o].Period != row[v].Period {
			continue
		}
		if others++; slices.Equal(row[o].ColPath, row[v].ColPath) {
			return false
		}
	}
	return others > 0
}
