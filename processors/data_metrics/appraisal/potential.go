package appraisal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	warming = pattern.Compile(`(?i)\bGWPs?\b|\bwarming\s+potentials?\b`)
	edition = pattern.Compile(`\bAR\s?-?([2-6])\b`)
	between = pattern.Compile(`(?i)^[\s(:=,]*(?:\((?:CH4|N2O|SF6|NF3)\)\s*)?(?:is|are|was|were|of|has|have|with|at|a|the|value|GWP|potential|factor|` +
		`warming|global|as|\s|[:=(,])*$`)
)

// potentials are the warming potentials that a claim states: a number right behind the name of a gas, in a sentence that
// speaks of them. A value that no edition has may be rounded, or of a mixture: it is said to be unknown.
func potentials(s Subject) []events.ConversionValue {
	text := s.Claim.Text // of a row: with what heads it
	if !warming.MatchString(text) {
		return nil
	}
	table, err := ghg.LoadWarming()
	if err != nil {
		return nil // the table is part of the program, and a test reads it
	}
	named := ""
	if all := edition.FindAllStringSubmatch(text, -1); len(all) == 1 {
		named = "AR" + all[0][1]
	}
	var out []events.ConversionValue
	for _, q := range figuresIn(text) {
		if q.Unit.Dimension != quantity.Count || q.Year || q.Range || q.Per != "" || q.Value.Sign() <= 0 {
			continue
		}
		gas := gasBefore(table, text[:q.Start])
		if m := behind.FindStringIndex(text[q.End:]); m != nil { // "28 for methane"
			gas = gasAt(table, text[q.End+m[1]:])
		}
		if gas == nil {
			continue
		}
		c := events.ConversionValue{Kind: "gwp", Of: gas.ID, Value: quantity.Print(q.Value, 12), Published: []string{}}
		for _, p := range gas.Matching(q.Value) {
			if p.Horizon == 100 && !slices.Contains(c.Published, string(p.Report)) {
				c.Published = append(c.Published, string(p.Report))
			}
		}
		c.Assessment, c.Reason = judged(gas, c, named)
		out = append(out, c)
	}
	return out
}

// judged says whose value it is. Editions before the fifth are older; they stand inside ready-made factors with good reason.
func judged(gas *ghg.Gas, c events.ConversionValue, named string) (assessment, reason string) {
	switch {
	case len(c.Published) == 0:
		return unknown, fmt.Sprintf("No edition has %s for %s over 100 years; it may be rounded, or of another horizon.", c.Value, gas.ID)
	case named != "" && !slices.Contains(c.Published, named):
		return unusual, fmt.Sprintf("%s for %s is the value of %s; the claim speaks of %s.", c.Value, gas.ID, strings.Join(c.Published, ", "), named)
	case !slices.Contains(c.Published, string(ghg.AR5)) && !slices.Contains(c.Published, string(ghg.AR6)):
		return older, fmt.Sprintf("%s for %s is the value of %s, an older edition: usual inside ready-made factors, to be explained elsewhere.",
			c.Value, gas.ID, strings.Join(c.Published, ", "))
	}
	return current, fmt.Sprintf("%s for %s is the value of %s.", c.Value, gas.ID, strings.Join(c.Published, ", "))
}

// behind leads from a value to its gas.
var behind = pattern.Compile(`(?i)^\s+for\s+`)

// gasAt is the gas whose name begins a text, the longest.
func gasAt(table *ghg.Warming, text string) (found *ghg.Gas) {
	lower, longest := strings.ToLower(text), 0
	for i := range table.Gases {
		g := &table.Gases[i]
		for _, name := range append([]string{g.ID, g.Name}, g.Aliases...) {
			if n := len(name); n > longest && strings.HasPrefix(lower, strings.ToLower(name)) && (n == len(text) || !letter(text[n])) {
				found, longest = g, n
			}
		}
	}
	return found
}

// gasBefore is the gas whose name ends a text, but for words that lead to its value.
func gasBefore(table *ghg.Warming, text string) *ghg.Gas {
	const reach = 60
	text = text[max(0, len(text)-reach):]
	var best *ghg.Gas
	at := -1
	for i := range table.Gases {
		g := &table.Gases[i]
		for _, name := range append([]string{g.ID, g.Name}, g.Aliases...) {
			if name == "" {
				continue
			}
			end := strings.LastIndex(strings.ToLower(text), strings.ToLower(name))
			if end < 0 || end > 0 && letter(text[end-1]) {
				continue
			}
			if end += len(name); end > at && (end == len(text) || !letter(text[end])) && between.MatchString(text[end:]) {
				best, at = g, end
			}
		}
	}
	return best
}

func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-'
}
