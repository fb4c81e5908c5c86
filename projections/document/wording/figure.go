package wording

import (
	"strings"
)

// Measured is what a figure is of, in the names of facts.
type Measured struct{ Metric, Scope, Category, Method, Boundary, Per string }

// Figure says what a figure is of as people do: "Scope 1 and 2 emissions, market-based".
func Figure(m Measured) string {
	name := Words(m.Metric)
	if scopes := Scopes(m.Scope); scopes != "" {
		switch m.Metric {
		case "ghg_emissions":
			name = scopes + " emissions"
		case "ghg_intensity":
			name = "Intensity of " + scopes + " emissions"
		case "ghg_reduction":
			name = "Change of " + scopes + " emissions"
		default:
			name += " of " + scopes
		}
	} else if gases := map[string]string{"ghg_emissions": "Greenhouse gas emissions", "ghg_intensity": "Intensity of greenhouse gas emissions",
		"ghg_reduction": "Change of greenhouse gas emissions"}[m.Metric]; gases != "" {
		name = gases
	}
	if m.Per != "" {
		name += " per " + m.Per
	}
	if m.Method != "" {
		m.Method += "-based"
	}
	parts := []string{name}
	for _, p := range []string{m.Method, m.Category, m.Boundary} {
		if p != "" {
			parts = append(parts, strings.ReplaceAll(p, "_", " "))
		}
	}
	return strings.Join(parts, ", ")
}

// Scopes names scopes of emissions: "1+2" are Scope 1 and 2. What is not made of numbers stays as it is.
func Scopes(s string) string {
	all := strings.Split(s, "+")
	if s == "" {
		return ""
	}
	if last := len(all) - 1; last > 0 {
		return "Scope " + strings.Join(all[:last], ", ") + " and " + all[last]
	}
	return "Scope " + s
}
