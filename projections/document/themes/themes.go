// Package themes knows of what a thing tells something that whoever relies on a report has to know, and how that is said: the one table of words for
// the themes of data/models/labels/MATTERS.md, which every format of the document and the page show.
package themes

var words = map[string]string{"assurance": "Who has looked at it", "basis": "Basis of the figures", "goal": "Targets",
	"emissions": "Emissions", "energy": "Energy", "finance": "Money and taxonomy", "risk": "Risks and opportunities", "safety": "Accidents and health",
	"people": "Own people", "conduct": "Conduct and cases", "supply": "Suppliers", "nature": "Water, waste and nature",
	"product": "Products and customers", "pay": "Pay", "oversight": "Who answers for it"}

// Words say a theme in plain words; nothing for none.
func Words(theme string) string { return words[theme] }

// families are the themes of figures by which matters are put in order.
var families = map[string]string{"ghg_emissions": "emissions", "ghg_intensity": "emissions", "energy": "energy", "renewable_share": "energy",
	"water": "nature", "waste": "nature", "accidents": "safety", "headcount_share": "people"}

// measured are those of figures that order nothing.
var measured = map[string]string{"electricity": "energy", "energy_intensity": "energy", "energy_certificates": "energy", "ghg_reduction": "emissions",
	"headcount": "people", "training": "people", "capex": "finance", "revenue": "finance", "exposed_assets": "risk", "remuneration_share": "pay"}

// OfFamily is what the figures of a family tell something of where matters are put in order by it, and else nothing.
func OfFamily(family string) string { return families[family] }

// OfMetric is what a figure tells something of; nothing where its metric does not say.
func OfMetric(metric string) string {
	if theme := families[metric]; theme != "" {
		return theme
	}
	return measured[metric]
}
