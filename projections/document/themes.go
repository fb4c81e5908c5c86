package document

import "slices"

// themeWords say in plain words what a matter tells something of. It is the one table of them: every format and the page show these.
var themeWords = map[string]string{"assurance": "Who has looked at it", "basis": "Basis of the figures", "goal": "Targets",
	"emissions": "Emissions", "energy": "Energy", "finance": "Money and taxonomy", "risk": "Risks and opportunities", "safety": "Accidents and health",
	"people": "Own people", "conduct": "Conduct and cases", "supply": "Suppliers", "nature": "Water, waste and nature",
	"product": "Products and customers", "pay": "Pay", "oversight": "Who answers for it"}

// measured are the themes of figures that themes has none for: it orders matters, and these are only shown.
var measured = map[string]string{"electricity": "energy", "energy_intensity": "energy", "energy_certificates": "energy", "ghg_reduction": "emissions",
	"headcount": "people", "training": "people", "capex": "finance", "revenue": "finance", "exposed_assets": "risk", "remuneration_share": "pay"}

// themeOf is what a matter tells something of: its own theme, or else that of what it rests on - a target, the figures of its checks, a sentence of
// which the trained reader has said it. Empty where none of these says so.
func (v *view) themeOf(m *Matter) string {
	switch {
	case m.Theme != "":
		return m.Theme
	case m.Kind == MatterTarget:
		return "goal"
	}
	for _, c := range v.checks {
		if !slices.Contains(m.CheckIDs, c.ID) {
			continue
		}
		for _, in := range c.Inputs {
			if theme := v.measuredTheme(in.FactID); theme != "" {
				return theme
			}
		}
	}
	for _, p := range m.Places {
		if p.Source != "" || p.Quote == "" {
			continue
		}
		said := firstWords(p.Quote)
		for i := range v.Notes {
			if n := &v.Notes[i]; n.Theme != "" && firstWords(n.Quote) == said {
				return n.Theme
			}
		}
	}
	return ""
}

// measuredTheme is what a figure tells something of.
func (v *view) measuredTheme(fact string) string {
	f := v.facts[fact]
	if f == nil {
		return ""
	}
	if theme := themes[f.Metric]; theme != "" {
		return theme
	}
	return measured[f.Metric]
}
