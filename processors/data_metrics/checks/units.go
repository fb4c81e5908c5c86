package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
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
		if powerForEnergy(f) {
			e := entry{Fact: f, at: &f.Place}
			key := fmt.Sprintf("%d\x1f%s\x1fpower", f.Table, f.Unit)
			if at, again := seen[key]; again {
				out[at].Inputs = append(out[at].Inputs, input(e, ""))
				continue
			}
			seen[key] = len(out)
			out = append(out, finding{events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit, Expected: "a unit of energy, such as MWh or GJ",
				Working: f.WithUnit(),
				Message: fmt.Sprintf("\"%s\" is stated in %s, a unit of power; energy is measured in units such as MWh or GJ.", shorten(f.Own()), f.Unit),
			}, f.Page})
			continue
		}
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
				Working: f.Printed + " " + f.Unit + " = " + strings.Join(all, " or "),
				Message: fmt.Sprintf("The unit \"%s\" can mean %d things; the figure is not converted.", f.Unit, len(f.Readings)),
			}, f.Page})
		case f.Metric == facts.GHGEmissions && dimension(e) == quantity.CarbonGas && quantity.GasAtStart(f.Own()) != "":
			key += "\x1f" + f.Own()
			if at, again := seen[key]; again {
				out[at].Inputs = append(out[at].Inputs, input(e, ""))
				continue
			}
			seen[key] = len(out)
			out = append(out, finding{events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit, Expected: "CO2 equivalent, or the mass of the gas itself",
				Working: f.Printed + " " + f.Unit,
				Message: fmt.Sprintf("\"%s\" is stated in %s, an amount of CO2; %s is measured in CO2 equivalent or by its own mass.",
					shorten(f.Own()), f.Unit, quantity.GasAtStart(f.Own())),
			}, f.Page})
		case f.Metric == facts.GHGEmissions && dimension(e) == quantity.CarbonGas && greenhouse.MatchString(strings.Join(f.RowPath, " ")+" "+f.Caption):
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

var (
	greenhouse  = regexp.MustCompile(`(?i)\bgreenhouse|\bGHG\b|\bscopes?\s*[123]`)
	energyTaken = regexp.MustCompile(`(?i)\b(?:energy|electricity|power|fuel|heat)\s+(?:consumption|use[d]?|usage|purchased|bought|consumed)\b|` +
		`\b(?:consumption|use|purchase)\s+of\s+(?:energy|electricity)\b`)
	ofCapacity = regexp.MustCompile(`(?i)\bcapacit|\binstalled\b|\bpeak\b|\bload\b|\bdemand\b`)
)

// powerForEnergy says that what is used up is stated in megawatts.
func powerForEnergy(f *facts.Fact) bool {
	heads := strings.Join(append(slices.Clone(f.RowPath), f.ColPath...), " ")
	return quantity.Dimension(f.Dimension) == quantity.Power && f.Source == facts.FromTable &&
		energyTaken.MatchString(f.Own()) && !ofCapacity.MatchString(heads+" "+f.Caption)
}
