package checks

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/facts"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

var unitValidity = Definition{
	Name: "unit_validity", Severity: "warning", Tolerance: "none",
	About: "The unit of a figure can measure what its row names, and means one thing; an amount in two units is one amount.",
	run:   units, heard: converted,
}

// units reports, once for each unit of a table, units that leave open what they mean, or that cannot measure
// greenhouse gases.
func units(s *sheet) []finding {
	var out []finding
	seen := map[string]int{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric == facts.Other || f.Source == facts.FromText && f.Table == 0 && f.Scope == "" {
			continue
		}
		e := entry{Fact: f, at: &f.Place}
		key := fmt.Sprintf("%d\x1f%s", f.Table, f.Unit)
		switch {
		case f.Ambiguous():
			if at, again := seen[key]; again {
				if len(out[at].Inputs) < 12 {
					out[at].Inputs = append(out[at].Inputs, input(e, ""))
				}
				continue
			}
			seen[key] = len(out)
			var all []string
			for _, r := range f.Readings {
				all = append(all, r.Value+" "+r.Unit)
			}
			out = append(out, finding{events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit,
				Working: f.Printed + " " + f.Unit + " = " + strings.Join(all, " or "), Message: fmt.Sprintf("The unit \"%s\" can mean %d things; the figure is not converted.", f.Unit, len(f.Readings)),
			}, f.Page})
		case f.Metric == facts.GHGEmissions && dimension(e) == quantity.CarbonGas && strings.Contains(strings.ToLower(f.Own()), "greenhouse"):
			if _, again := seen[key]; again {
				continue
			}
			seen[key] = len(out)
			out = append(out, finding{events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit, Expected: "CO2 equivalent",
				Working: f.Printed + " " + f.Unit, Message: "Greenhouse gas emissions are measured in CO2 equivalent; the unit names CO2 only.",
			}, f.Page})
		}
	}
	return out
}
