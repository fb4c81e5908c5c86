package claims

import "testing"

func TestWhatIsSaidOfEverybodyIsNoClaim(t *testing.T) {
	checkThat(t, "generic", (*reading).generic, map[string]bool{
		"In 2022, the Regulation requires companies to publish indicators on the taxonomy.": true,
		"Companies are required to publish indicators.":                                     true,
		"We publish the indicators that companies are required to publish.":                 false,
		"Shortly after I started at the site in 2012, a storm devastated the aquarium.":     true,
		"In my first year as manager, the site was certified to ISO 14001.":                 true,
		"Annex I lists our sites.":                                              false, // a number
		"My Learning World has 12,000 users.":                                   false, // a name
		"I am proud that we cut our emissions by 12% in 2023.":                  false, // a result
		"This scenario assumes limited regulation and looks at physical risks.": true,
		"Our scenario analysis covers all sites.":                               false,
		"Demand can fluctuate by nearly 30%.":                                   true,
		"Without them, we could not achieve results in the Congo Basin.":        true,
		"A further advantage of these programs is diversity.":                   true,
		"It is important that all employees know the code.":                     true,
	})
}

func TestWordsThatMeanSomethingElse(t *testing.T) {
	for text, c := range map[string]cue{
		"Acme assumes responsibility across the board.":                     cueBody,
		"The Management Information Circular names the trustees.":           cueWaste,
		"Acme published a statement in 2022 (for more information see 12).": cuePoints,
	} {
		if acme(text).has[c] {
			t.Errorf("%s", text)
		}
	}
	for text, c := range map[string]cue{
		"The Board approves the budget.":                     cueBody,
		"Our circular products save raw materials.":          cueWaste,
		"For more information see page 12 (or page 14).":     cuePoints,
		"(For more information, see the annex) on our site.": cuePoints,
	} {
		if !acme(text).has[c] {
			t.Errorf("%s", text)
		}
	}
}
