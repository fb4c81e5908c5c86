package datametrics

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	ofEmissions = pattern.Compile(`(?i)\b(?:ghg|greenhouse\s+gas|carbon|scope\s*[123])\b[^.;]{0,40}\b(?:emissions?|footprint)\b|\bemissions?\b`)
	ofEnergy    = pattern.Compile(`(?i)\b(?:energy|electricity|power|fuel)\s+(?:consumption|use|usage|demand|savings?)\b|` +
		`\b(?:consum(?:ed|es|ption)|used)\b[^.;]{0,30}\b(?:energy|electricity)\b`)
)

// unitValidity checks that the units of the claim's own figures can measure what its sentence is about. A unit
// that can not is a fault of form, which says nothing about whether the claim is true.
func unitValidity(r reading) ([]performed, *events.UnitValidation) {
	v := events.UnitValidation{Valid: true, Units: []string{}, Issues: []string{}}
	c := events.Check{Name: "unit_validity"}
	definite := false
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		for _, q := range r.in(s) {
			if !r.own(q) || q.Unit.Dimension == quantity.Count {
				continue
			}
			if u := unit(q); !slices.Contains(v.Units, u) {
				v.Units = append(v.Units, u)
			}
			c.Inputs = append(c.Inputs, r.input("figure", q))
			issue, sure := unitIssue(text, q, s.from)
			if issue != "" {
				v.Issues = append(v.Issues, issue)
				definite = definite || sure
			}
		}
	}
	if len(c.Inputs) == 0 {
		return nil, nil
	}
	c.Working = strings.Join(v.Units, ", ")
	switch {
	case definite:
		v.Valid = false
		c.Result, c.Severity, c.Message = events.CheckFail, "warning", strings.Join(v.Issues, " ")
	case len(v.Issues) > 0:
		v.Valid = false
		c.Result, c.Severity, c.Message = events.CheckInconclusive, "info", strings.Join(v.Issues, " ")
	default:
		c.Result, c.Severity, c.Message = events.CheckPass, "info", "The units can measure what the claim speaks of."
	}
	return []performed{{c, events.OriginClaim, false}}, &v
}

// unitIssue says what is wrong with a unit of a sentence that begins at from; sure is false where another reading is possible.
func unitIssue(text string, q quantity.Quantity, from int) (issue string, sure bool) {
	emissions := ofEmissions.MatchString(text)
	switch q.Unit.Dimension {
	case quantity.Emissions:
		if q.Unit.Symbol == "CO2e" {
			return "\"" + q.Text + "\" names the gas but no unit of mass.", true
		}
	case quantity.CarbonGas:
		if gas := quantity.GasOf(text, q.Start-from, q.End-from); gas != "" {
			return "\"" + q.Text + "\" is an amount of CO2; " + gas + " is measured in CO2 equivalent or by its own mass.", true
		}
		if emissions && strings.Contains(strings.ToLower(text), "greenhouse") {
			return "\"" + q.Text + "\" is an amount of CO2; greenhouse gas emissions are measured in CO2 equivalent.", false
		}
	case quantity.Power:
		if ofEnergy.MatchString(text) {
			return "\"" + q.Text + "\" is a capacity; an amount of energy has a unit such as MWh or GJ.", false
		}
	}
	return "", false
}
