// Package magnitude finds figures that cannot be of their unit: a power of a thousand off, jumps, more than a whole, energy that does
// not fit its emissions.
package magnitude

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var Magnitude = sheet.Definition{
	Name: "magnitude", Severity: "warning", Tolerance: "none",
	About: "A figure is not 0 beside what it causes, a share not above the whole, a series not off by a power of ten, a sentence not by the scale of its table.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance { return scaledUp(s) },
	Run: func(s *sheet.Sheet) []sheet.Finding {
		out := zeroBeside(s)
		out = append(out, aboveWhole(s)...)
		return append(out, jumps(s)...)
	},
}

// zeroBeside finds totals of waste printed as 0 beside emissions from that waste.
func zeroBeside(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.Waste || !f.Quantity().Value.IsZero() || !vocabulary.IsTotal(f.Own()) || f.Change || f.Target {
			continue
		}
		for j := range s.Facts {
			w := &s.Facts[j]
			if w.Metric != facts.GHGEmissions || w.Number != 5 || w.Year != f.Year || w.Quantity().Value.Sign() <= 0 || w.Target || w.Change {
				continue
			}
			a, b := sheet.Entry{Fact: f, At: &f.Place}, sheet.Entry{Fact: w, At: &w.Place}
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(a, ""), sheet.Input(b, "")},
				Working:  fmt.Sprintf("%s %s of waste; %s %s from waste", f.Printed, f.Unit, w.Printed, w.Unit),
				Expected: "more than 0", Stated: strings.TrimSpace(f.Printed + " " + f.Unit),
				Message: fmt.Sprintf("No waste is stated, but %s %s of emissions from waste.", w.Printed, w.Unit),
			}, Page: f.Page})
			break
		}
	}
	return out
}

var wholeShare = pattern.Compile(`(?i)\b(?:percentage|share|proportion|persentase|persentasi|anteil)\s+` +
	`(?:of\s+)?(?:the\s+)?(?:total\s+)?(?:employees?|workforce|pegawai|seats|electricity|energy|waste|women|men)`)

// aboveWhole finds shares of people or of consumption above 100 %.
func aboveWhole(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for i := range s.Facts {
		f := &s.Facts[i]
		e := sheet.Entry{Fact: f, At: &f.Place}
		if !sheet.Percent(e) || f.Change || f.Quantity().Value.Cmp(compare.Hundred) <= 0 || !sheet.HeadedBy(f, wholeShare) {
			continue
		}
		out = append(out, sheet.Finding{Check: events.Check{
			Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, "")},
			Working:  fmt.Sprintf("%s %% - 100 %% = %s %%", compare.Show(f.Quantity().Value), compare.Show(quantity.Sub(f.Quantity().Value, compare.Hundred))),
			Expected: "at most 100 %", Stated: f.Printed,
			Message: "A share above 100 % counts some twice or has another whole than the one it names.",
		}, Page: f.Page})
	}
	return out
}

// jumps finds a figure of a series of years that is a thousand times its neighbours, or a thousandth.
func jumps(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			series := t.Series(row)
			if len(series) < 3 {
				continue
			}
			for i, e := range series {
				others := slices.Delete(slices.Clone(series), i, i+1)
				factor := 0
				for _, o := range others {
					r, ok := quantity.Ratio(e.Quantity().Base(), o.Quantity().Base())
					if !ok {
						factor = 0
						break
					}
					switch {
					case r.Cmp(apd.New(300, 0)) >= 0 && r.Cmp(apd.New(3000, 0)) <= 0 && factor >= 0:
						factor = 1
					case r.Cmp(apd.New(33, -5)) >= 0 && r.Cmp(apd.New(33, -4)) <= 0 && factor <= 0:
						factor = -1
					default:
						factor = 99
					}
					if factor == 99 {
						break
					}
				}
				if factor != 1 && factor != -1 {
					continue
				}
				c := events.Check{Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, "")}}
				var terms []string
				for _, o := range others {
					c.Inputs = append(c.Inputs, sheet.Input(o, ""))
					terms = append(terms, o.Printed)
				}
				c.Working = e.Printed + " beside " + strings.Join(terms, ", ")
				c.Message = "The figure is about a thousand times off the other years of its row: a separator or a unit may be mistaken."
				out = append(out, sheet.Finding{Check: c, Page: e.At.Page})
			}
		}
	}
	return out
}

var UnitValidity = sheet.Definition{
	Name: "unit_validity", Severity: "warning", Tolerance: "none",
	About: "The unit of a figure can measure what its row names, and means one thing; an amount in two units is one amount.",
	Run:   units, Heard: converted,
}

// units reports, once for each unit of a table, units that leave open what they mean, or that cannot measure
// greenhouse gases.
func units(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	seen := map[string]int{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if powerForEnergy(f) {
			e := sheet.Entry{Fact: f, At: &f.Place}
			key := fmt.Sprintf("%d\x1f%s\x1fpower", f.Table, f.Unit)
			if at, again := seen[key]; again {
				out[at].Inputs = append(out[at].Inputs, sheet.Input(e, ""))
				continue
			}
			seen[key] = len(out)
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(e, "")}, Stated: f.Unit, Expected: "a unit of energy, such as MWh or GJ",
				Working: f.WithUnit(),
				Message: fmt.Sprintf("\"%s\" is stated in %s, a unit of power; energy is measured in units such as MWh or GJ.", sheet.Shorten(f.Own()), f.Unit),
			}, Page: f.Page})
			continue
		}
		if f.Metric == facts.Other || f.Source == facts.FromText && f.Table == 0 && f.Scope == "" {
			continue
		}
		e := sheet.Entry{Fact: f, At: &f.Place}
		key := fmt.Sprintf("%d\x1f%s", f.Table, f.Unit)
		switch {
		case f.Ambiguous():
			if at, again := seen[key]; again {
				if len(out[at].Inputs) < 12 {
					out[at].Inputs = append(out[at].Inputs, sheet.Input(e, ""))
				}
				continue
			}
			seen[key] = len(out)
			var all []string
			for _, r := range f.Readings {
				all = append(all, r.Value+" "+r.Unit)
			}
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")}, Stated: f.Unit,
				Working: f.Printed + " " + f.Unit + " = " + strings.Join(all, " or "),
				Message: fmt.Sprintf("The unit \"%s\" can mean %d things; the figure is not converted.", f.Unit, len(f.Readings)),
			}, Page: f.Page})
		case f.Metric == facts.GHGEmissions && sheet.Dimension(e) == quantity.CarbonGas && quantity.GasAtStart(f.Own()) != "" && namesCarbon.MatchString(f.Unit):
			key += "\x1f" + f.Own()
			if at, again := seen[key]; again {
				out[at].Inputs = append(out[at].Inputs, sheet.Input(e, ""))
				continue
			}
			seen[key] = len(out)
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(e, "")}, Stated: f.Unit, Expected: "CO2 equivalent, or the mass of the gas itself",
				Working: f.Printed + " " + f.Unit,
				Message: fmt.Sprintf("\"%s\" is stated in %s, an amount of CO2; %s is measured in CO2 equivalent or by its own mass.",
					sheet.Shorten(f.Own()), f.Unit, quantity.GasAtStart(f.Own())),
			}, Page: f.Page})
		case f.Metric == facts.GHGEmissions && sheet.Dimension(e) == quantity.CarbonGas && greenhouse.MatchString(strings.Join(f.RowPath, " ")+" "+f.Caption):
			if _, again := seen[key]; again {
				continue
			}
			seen[key] = len(out)
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{sheet.Input(e, "")}, Stated: f.Unit, Expected: "CO2 equivalent",
				Working: f.Printed + " " + f.Unit, Message: "Greenhouse gas emissions are measured in CO2 equivalent; the unit names CO2 only.",
			}, Page: f.Page})
		}
	}
	return out
}

var (
	// namesCarbon tells a unit that is printed as one of CO2 from a mass that headings around it made one.
	namesCarbon = pattern.Compile(`(?i)co\s?[2₂]|carbon|kohlen`)
	greenhouse  = pattern.Compile(`(?i)\bgreenhouse|\bGHG\b|\bscopes?\s*[123]`)
	energyTaken = pattern.Compile(`(?i)\b(?:energy|electricity|power|fuel|heat)\s+(?:consumption|use[d]?|usage|purchased|bought|consumed)\b|` +
		`\b(?:consumption|use|purchase)\s+of\s+(?:energy|electricity)\b`)
	ofCapacity = pattern.Compile(`(?i)\bcapacit|\binstalled\b|\bpeak\b|\bload\b|\bdemand\b`)
)

// powerForEnergy says that what is used up is stated in megawatts.
func powerForEnergy(f *facts.Fact) bool {
	heads := strings.Join(append(slices.Clone(f.RowPath), f.ColPath...), " ")
	return quantity.Dimension(f.Dimension) == quantity.Power && f.Source == facts.FromTable &&
		energyTaken.MatchString(f.Own()) && !ofCapacity.MatchString(heads+" "+f.Caption)
}
