package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestBearing holds type, priority and first paragraph of sentences against what they bear on. Each is one of a pair, or of
// a few, that look alike.
func TestBearing(t *testing.T) {
	const legal, environmental, quantitative, strategic = events.LegalGovernance, events.Environmental, events.Quantitative, events.Strategic
	for text, want := range map[string]struct {
		kind     events.ClaimType
		priority events.Priority
		first    string
	}{
		// Rules that an entity gives itself are a policy, whatever they are about; a practice is not.
		"Acme has formulated its own requirements for packaging made of recycled plastics.": {legal, events.Medium, "S1.33(a)"},
		"Acme recycles the plastic packaging of all deliveries at its sites.":               {environmental, events.Medium, "S1.33(a)"},
		"We developed requirements for armaments and for coal in lending.":                  {legal, events.Medium, "S1.44(a)"},

		// The environment once among matters of people is not what the claim is about.
		"We checked suppliers for forced labour, for occupational safety, for fair wages and for harm to the environment.": {legal, events.Medium, "S1.44(a)"},
		"We checked all sites for harm to the environment.":                                                                {environmental, events.Low, "S1.33(a)"},
		"Acme trains all managers in how to keep a respectful work environment.":                                           {legal, events.Medium, "S1.33(a)"},

		// What the report covers is no metric; the number of a standard is no figure.
		"The report covers all consolidated subsidiaries of Acme in 30 countries.":                      {legal, events.Medium, "S1.20"},
		"Our environmental management is certified to the ISO 14001 and 45001 standards.":               {environmental, events.Medium, "S1.44(a)"},
		"We have 45 sites with environmental management systems to ISO 14001.":                          {quantitative, events.Medium, "S1.46(b)"},
		"Scope 3 emissions are not included in the figures of this table.":                              {environmental, events.Medium, "S2.29(a)(i)(3)"},
		"Water data of Acme were not collected at all leased sites before 2021.":                        {environmental, events.Medium, "S1.46(b)"},
		"Acme assumes responsibility for the climate and will be carbon neutral by 2040.":               {strategic, events.High, "S2.33(d)"},
		"Acme is still waiting for the confirmation of its reduction targets by the SBTi.":              {legal, events.Medium, "S2.34(a)"},
		"Acme carried out an assessment of its activities against the DNSH criteria.":                   {legal, events.Medium, "S2.29(d)"},
		"We conducted risk assessments at our sites to set priorities for local water targets.":         {environmental, events.Medium, "S1.44(a)"},
		"Our units are responsible for those targets of the group that concern them.":                   {legal, events.Medium, "S1.27(b)"},
		"Our procurement department is responsible for the choice of all suppliers.":                    {legal, events.Medium, "S1.27(b)"},
		"MSCI rated Acme with AA for its management of ESG risks.":                                      {legal, events.Medium, "S1.33(a)"},
		"We closed the loop for batteries with recycling through a strategic partnership with Voltero.": {environmental, events.Medium, "S1.33(a)"},

		// Emissions are stated only where it is said what became of them.
		"Acme clearly reduced its greenhouse gas emissions against the previous year.": {environmental, events.Low, "S2.29(a)(i)"},
		"Acme offers its customers solutions for a reduced carbon footprint.":          {environmental, events.Low, "S2.14(a)(iii)"},
		"Acme uses a method for its targets of reduced emission intensities.":          {environmental, events.Low, "S2.33"},
		"We model the carbon footprint of our suppliers in order to reduce it.":        {environmental, events.Low, "S2.14(a)(iii)"},
		"Our business units conduct scenario analyses of their own every year.":        {environmental, events.Medium, "S2.22(b)"},

		// What is done against scarce water is no cut of emissions, and to look for floods is how risks are followed.
		"Against the risks of water scarcity most of our sites use air for cooling.": {environmental, events.Medium, "S1.44(a)"},
		"We have been analyzing floods and droughts at our sites for some time.":     {environmental, events.Medium, "S2.25(a)"},
	} {
		r := read(text, 0, map[string]bool{"acme": true})
		kind, _, ok := r.kind()
		links := r.paragraphs()
		if !ok || len(links) == 0 {
			t.Errorf("%q: type %v, %d paragraphs", text, ok, len(links))
			continue
		}
		if p, _ := r.rank(kind, links); kind != want.kind || p != want.priority || links[0].ID != want.first {
			t.Errorf("%q: %s, %s, %s, want %s, %s, %s", text, kind, p, links[0].ID, want.kind, want.priority, want.first)
		}
	}
}
