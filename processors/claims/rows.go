package claims

import (
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// row is a line of a table that asserts a metric: a label, a unit, and figures.
type row struct {
	label string
	text  string
	found []quantity.Quantity
}

// row reads sentence i as such a line. Only what is certain counts: the label says what is measured, the
// unit stands in the row itself or, for emissions, in a header above it.
func (p *pageReader) row(i int) (row, bool) {
	s := p.sentences[i]
	pieces := strings.Split(string(p.runes[s.Start:s.End]), "\t")
	label, at := labelOf(pieces)
	if label == "" {
		return row{}, false
	}
	r := read(label, p.format, p.house)
	// A label that starts small or holds a figure is a piece of something else: a cut cell, a chart.
	if !r.metric() || len(r.words) > 30 || startsLower(label) || len(r.measured) > 0 {
		return row{}, false
	}
	unit := unitIn(label)
	var found []quantity.Quantity
	for _, piece := range pieces[at+1:] {
		piece = strings.TrimSpace(piece)
		if low := strings.ToLower(piece); strings.HasPrefix(low, "scope ") {
			return row{}, false // the key of a chart, whose scopes would be read as figures
		}
		if eligibility[piece] {
			return row{}, false // the EU taxonomy's templates: criteria, no metrics
		}
		if u := unitPiece(piece); u != "" && unit == "" && len(found) == 0 {
			unit = u
			continue
		}
		for _, q := range quantity.Find(piece, p.format) {
			if q.Year {
				continue
			}
			if unit == "" && len(found) == 0 && q.Unit.Dimension != quantity.Count { // a later one may be the change in percent
				unit = q.Unit.Symbol
			}
			found = append(found, q)
		}
	}
	if unit == "" {
		unit = p.headerUnit(i, r)
	}
	if unit == "" || len(found) == 0 {
		return row{}, false
	}
	// The row's figures are in its unit, wherever that stands.
	if u, err := quantity.ParseUnit(unit); err == nil {
		for k := range found {
			if found[k].Unit.Dimension == quantity.Count {
				found[k].Unit = u
			}
		}
	}
	return row{label: label, found: found, text: strings.Join(strings.Fields(strings.Join(pieces, " ")), " ")}, true
}

var eligibility = map[string]bool{"EL": true, "N/EL": true, "Y": true, "N": true, "X": true, "CCM": true}

// number is the unit of what is counted.
const number = "number"

// unitPiece is the unit that stands in a column of its own, empty if the piece is none.
func unitPiece(piece string) string {
	switch strings.ToLower(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(piece, "(rounded)")), ".")) {
	case "no", "number", "#", "headcount", "fte":
		return number
	}
	if rest, ok := strings.CutPrefix(piece, "1,000 "); ok {
		piece = "thousand " + rest
	}
	if _, err := quantity.ParseUnit(piece); err != nil {
		return ""
	}
	return piece
}

// labelOf is the first piece that is words rather than a number.
func labelOf(pieces []string) (string, int) {
	for i, piece := range pieces {
		letters := 0
		for _, r := range piece {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if letters >= 4 {
			return strings.TrimSpace(piece), i
		}
		if i == 1 {
			break // figures in front of words: a chart, or a row cut in two
		}
	}
	return "", 0
}

// unitIn is a unit in brackets or after a comma: "Energy consumption (MWh)", "Scope 1, in t CO2e".
func unitIn(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("()[],", r) })
	for i, part := range parts {
		if i == 0 {
			continue // the label itself
		}
		part = strings.TrimPrefix(strings.TrimSpace(part), "in ")
		if _, err := quantity.ParseUnit(part); err == nil {
			return part
		}
	}
	return ""
}

// headerReach is how many lines a table's header may stand above its row.
const headerReach = 20

// headerUnit is the unit that the nearest header above a row gives, if it fits what the label measures.
func (p *pageReader) headerUnit(i int, label *reading) string {
	for j := i - 1; j >= max(0, i-headerReach); j-- {
		s := p.sentences[j]
		if s.Role == document.RoleBody && s.Ended {
			return "" // prose: another table, if any
		}
		if unit := unitIn(s.Text); unit != "" {
			if u, err := quantity.ParseUnit(unit); err == nil && label.measuredIn(u.Dimension) {
				return unit
			}
			return ""
		}
	}
	return ""
}

// measuredIn reports whether what the sentence is about is measured in such units.
func (r *reading) measuredIn(d quantity.Dimension) bool {
	switch d {
	case quantity.Emissions, quantity.CarbonGas:
		return r.has[cueGHG] || r.has[cueScope1] || r.has[cueScope2] || r.has[cueScope3]
	case quantity.Energy:
		return r.has[cueEnergy] || r.has[cueRenewable]
	case quantity.Volume:
		return r.has[cueWater]
	case quantity.Mass:
		return r.has[cueWaste]
	}
	return false
}

func (p *pageReader) appendRow(out []events.Claim, i int, found row) []events.Claim {
	s := p.sentences[i]
	r := read(found.text, p.format, p.house)
	r.measured, r.counts = found.found, nil
	if strings.HasSuffix(found.label, "?") || pageRef.MatchString(found.label) {
		return out
	}
	r.row = true
	t, why := r.rowKind()
	c := events.Claim{Text: found.text, Type: t, Source: "table", Context: p.rowContext(i), Quote: p.quote(s.Start, s.End)}
	return p.append(out, r, c, why)
}

// rowContext is the row under the nearest heading.
func (p *pageReader) rowContext(i int) string {
	for j := i - 1; j >= 0; j-- {
		if s := p.sentences[j]; s.Role == document.RoleHeading {
			return s.Text + ": " + p.sentences[i].Text
		}
	}
	return p.sentences[i].Text
}
