package document

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// gravity weighs a check that does not hold: how sure it is, what it is about and by how much it misses.
func (v *view) gravity(c shownCheck) float64 {
	weight := map[string]float64{"critical": 74, "warning": 58}[c.Severity]
	if c.Result == events.CheckInconclusive {
		weight = 34
		if c.Name == "duplicate_figure" {
			weight = 44
		}
	}
	carbon, bare := false, true
	for _, in := range c.Inputs {
		carbon = carbon || strings.Contains(in.Unit, "CO2")
		bare = bare && in.Unit == ""
	}
	if carbon || sortOf(c.Name) == MatterTarget {
		weight += 8
	}
	if bare {
		weight -= 8 // people and things, which decide less than emissions, energy and money do
	}
	if off, err := strconv.ParseFloat(c.DifferencePercent, 64); err == nil {
		switch off = math.Abs(off); {
		case off < 0.5:
			weight -= 25 // it matters little even if it is wrong
		case off >= 10:
			weight += 4
		}
	}
	if v.slight(c) {
		weight -= 22
	}
	if leftEmpty(c) {
		weight -= 30 // what is missing are the parts, and nothing shows the whole to be wrong
	}
	if misplaced(c) {
		weight -= 30 // everybody sees what is meant
	}
	if slices.ContainsFunc(c.Claims, func(id string) bool {
		x := v.verdicts[id]
		return x != nil && x.Verdict == events.Contradicted
	}) {
		weight += 6
	}
	return weight
}

// leftEmpty reports whether all parts of a sum are nothing and their whole is something: as in a form where they were not filled in.
func leftEmpty(c shownCheck) bool {
	parts := 0
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, "stated") {
			if onlyZero([]string{in.Value}) {
				return false
			}
			continue
		}
		if !onlyZero([]string{in.Value}) {
			return false
		}
		parts++
	}
	return parts > 1 && sortOf(c.Name) == MatterArithmetic
}

// misplaced reports whether a figure is that of its own parts but for where the decimal point stands.
func misplaced(c shownCheck) bool {
	number := func(s string) float64 {
		first, _, _ := strings.Cut(s, " ")
		x, err := strconv.ParseFloat(strings.ReplaceAll(first, ",", ""), 64)
		if err != nil {
			return 0
		}
		return math.Abs(x)
	}
	stated, expected := number(c.Stated), number(c.Expected)
	if stated == 0 || expected == 0 || sortOf(c.Name) != MatterArithmetic {
		return false
	}
	places := math.Log10(expected / stated)
	return math.Abs(places) > 0.5 && math.Abs(places-math.Round(places)) < 1e-9
}

// slightPart is how much of the largest amount of its kind is next to nothing.
const slightPart = 0.02

// slight reports whether a check is of an amount that is next to nothing beside the largest of its kind in the report.
func (v *view) slight(c shownCheck) bool {
	known := 0
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil {
			continue
		}
		amount, err := strconv.ParseFloat(f.ValueBase, 64)
		if err != nil || math.Abs(amount) >= slightPart*v.largest[f.Metric+" "+f.UnitBase] {
			return false
		}
		known++
	}
	return known > 0
}
