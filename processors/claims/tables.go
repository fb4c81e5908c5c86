package claims

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Bounds on what a row says: beyond them it is no row of figures but a page set as one.
const (
	mostRowText   = 400 // bytes of a row's own words
	mostRowValues = 12
	mostRowQuote  = 1200 // code points
)

// tableClaims makes one claim of every row of a table that asserts a metric of the entity: its label with the headings
// above it, and its figures, each with its unit and its period.
func (p *pageReader) tableClaims(out []events.Claim) []events.Claim {
	for i := range p.page.Tables {
		t := &p.page.Tables[i]
		if listsPages(t) {
			continue
		}
		template := templated(t)
		for n := t.HeaderRows; n < len(t.Rows); n++ {
			if r, ok := p.tableRow(t, n, template); ok {
				out = p.appendTableRow(out, r)
			}
		}
	}
	return out
}

// tableRow is a row of a table as it is claimed.
type tableRow struct {
	text       string
	context    string
	start, end int // of the row, in code points of the page
	label      *reading
	found      []quantity.Quantity
	periods    []string
}

// template marks words that stand in the headers of the forms of the EU taxonomy, which list criteria and sectors by
// the hundred.
var template = wordSet(`ccm cca wtr ppc dnsh nace nfrd`)

func templated(t *document.Table) bool {
	if strings.Contains(t.Caption, "sector information") {
		return true
	}
	for _, row := range t.Rows[:min(len(t.Rows), max(t.HeaderRows, 1))] {
		for _, c := range row {
			for _, w := range wordsOf(c.Text) {
				if template[w.low] {
					return true
				}
			}
		}
	}
	return strings.Contains(t.Caption, "Taxonomy") && len(t.Rows) > 10
}

// totals are labels of the rows of such a form that state a result.
var totals = []string{"total", "green asset ratio", "gar ", "aligned", "sum"}

func (p *pageReader) tableRow(t *document.Table, n int, template bool) (tableRow, bool) {
	row := t.Rows[n]
	values := rowValues(row)
	if len(values) == 0 || len(values) > mostRowValues {
		return tableRow{}, false
	}
	path := slices.DeleteFunc(slices.Clone(row[values[0]].RowPath), footnoted)
	label := pathOf(path)
	if !p.labels(label) {
		return tableRow{}, false
	}
	last := path[len(path)-1]
	if template && (len(values) > 8 || !slices.ContainsFunc(totals, func(w string) bool { return strings.Contains(strings.ToLower(last)+" ", w) })) {
		return tableRow{}, false
	}
	columns := make([]string, len(values))
	for k, v := range values {
		columns[k] = pathOf(row[v].ColPath)
	}
	r := tableRow{label: read(strings.Join(distinct(append([]string{t.Caption, label}, columns...)), " – "), p.format, p.house)}
	alone := read(label, p.format, p.house)
	r.label.scopesOf(alone)
	r.label.has[cueNature] = alone.has[cueNature] // "Conservation of resources" is what tables are called
	// "Climate and resources" holds rows of water, too.
	r.label.beside = alone.pollutes() || alone.metric() && !alone.climate() && !alone.has[cueEnergy] && !alone.has[cueTarget]
	if !r.label.metric() && !alone.has[cueConduct] && !alone.targets() || onlyYears(row, values) {
		return tableRow{}, false
	}
	said := make([]string, len(values))
	for k, v := range values {
		said[k] = r.value(row[v], columns[k], toldApart(row, values, v))
	}
	if r.label.has[cueCredits] && !r.ofGases() {
		if r.label.has[cueCredits] = false; !r.label.metric() && !alone.has[cueConduct] && !alone.targets() {
			return tableRow{}, false
		}
	}
	r.label.target = targetOf(t, row, values, label, p.reported)
	r.text = label + ": " + strings.Join(said, "; ")
	r.context = r.text
	if t.Caption != "" && !strings.HasSuffix(t.Caption, ".") { // a sentence is a footnote that was taken for one
		r.context = t.Caption + ": " + r.text
		if !alone.metric() || onlyFuel(last) { // "Total" says nothing without it, and "Coal" may be energy or emissions
			r.text = t.Caption + " – " + r.text
		}
	}
	var ok bool
	r.start, r.end, ok = rowSpan(t, n, values[len(values)-1])
	return r, ok && r.end-r.start <= mostRowQuote && r.end <= len(p.runes)
}

// ofGases reports whether what a row offsets are emissions: "offsetting" is a word of the accounts, too, where claims and debts are set
// against each other.
func (r *tableRow) ofGases() bool {
	return r.label.has[cueGHG] || r.label.any("carbon") || slices.ContainsFunc(r.found, func(q quantity.Quantity) bool {
		return q.Unit.Dimension == quantity.Emissions || q.Unit.Dimension == quantity.CarbonGas || q.Unit.Dimension == quantity.Mass
	})
}

// footnoted reports whether a heading of a row is a footnote that was taken for one.
func footnoted(heading string) bool {
	return strings.HasSuffix(heading, ".") && len(strings.Fields(heading)) > 3
}

// labels reports whether a label can be that of a row of figures: one that starts small is the rest of another cell, and one
// that is a figure a tile of many.
func (p *pageReader) labels(label string) bool {
	return label != "" && !strings.HasSuffix(label, "?") && letters(label) >= 4 && len(label) <= mostRowText &&
		!figured(label, p.format) && !startsLower(label) && !pageRef.MatchString(label)
}

// rowSpan is where a row stands on the page, from its first cell to the last that is claimed, and false when other rows
// stand in between or the row has no place. What stands behind - the change in percent, a reference - is not part of the
// claim: who checks the quotation would take it for one.
func rowSpan(t *document.Table, n, last int) (start, end int, ok bool) {
	start, end = -1, -1
	for _, c := range t.Rows[n][:last+1] {
		if c.End <= c.Start || c.Rows > 1 {
			continue
		}
		if start < 0 || c.Start < start {
			start = c.Start
		}
		end = max(end, c.End)
	}
	if start < 0 {
		return 0, 0, false
	}
	for i, row := range t.Rows {
		if i == n {
			continue
		}
		for _, c := range row {
			if c.End > c.Start && c.Rows <= 1 && c.Start < end && c.End > start {
				return 0, 0, false
			}
		}
	}
	return start, end, true
}

func (p *pageReader) appendTableRow(out []events.Claim, row tableRow) []events.Claim {
	r := row.label
	r.row = true
	r.measured, r.counts = nil, nil
	for _, q := range row.found {
		r.beside = r.beside && q.Unit.Dimension != quantity.Emissions && q.Unit.Dimension != quantity.CarbonGas
		if q.Unit.Symbol == "" {
			r.counts = append(r.counts, q)
		} else {
			r.measured = append(r.measured, q)
		}
	}
	r.years = distinct(append(row.periods, r.years...))
	r.byYear = ""
	t, why := r.rowKind()
	q := p.quote(row.start, row.end)
	return p.append(out, r, events.Claim{Text: row.text, Type: t, Source: "table", Context: row.context, Quote: q}, why)
}
