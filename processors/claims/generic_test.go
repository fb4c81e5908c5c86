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
		"We need our employees to contribute in new ways to all programs.":      true,
		"This requires learning and the implementation of policies.":            true,
		"This requires that all 14 plants are certified.":                       false,
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
	if acme("The calculation was audited as part of a limited assurance engagement.").has[cueDisclaims] || acme("The calculation of emissions was updated.").has[cueDefines] || !acme("A limited assurance engagement is less in scope.").has[cueDisclaims] {
		t.Error("what was audited is taken for what an audit is")
	}
	r := acme("Energy related activities not included in direct emissions and energy indirect emissions")
	if r.has[cueScope1] || r.has[cueScope2] || !r.has[cueScope3] {
		t.Error("what is left out of Scopes 1 and 2 is taken for them")
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

func TestWhatIsSaidOfOthersOrByDefinition(t *testing.T) {
	checkThat(t, "generic", (*reading).generic, map[string]bool{
		"The SBTi defines and promotes best practices in net-zero targets.":          true,
		"SBTi validated targets apply to all plants.":                                false,
		"ISO 14001 is a standard of environmental management.":                       true,
		"As of January 2021, over 1,000 companies have set targets.":                 true,
		"All consolidated companies are included.":                                   false,
		"The construction industry has a vital part to play.":                        true,
		"Compliance risk is the risk of failure to comply with rules.":               true,
		"Such penalties are an example of this risk.":                                true,
		"The code is a code of Acme's and binds all employees.":                      true,
		"The results of the audits were presented to the companies of the industry.": false,
	})
	checkThat(t, "may", (*reading).may, map[string]bool{
		"We trained all managers in how incidents can be avoided.": false,
		"Such training can be a way to avoid incidents.":           true,
		"We could train all managers so that they know.":           true,
	})
	checkThat(t, "commits", (*reading).commits, map[string]bool{
		"All managers formulate a personal plan to lead inclusively in 2024.":     false,
		"The model applies with the goal of finding risks.":                       false,
		"Acme has developed a strategy that will focus on rivers.":                false,
		"A new unit in Norway manages ambitions and activities.":                  false,
		"Our ambition is to lead inclusively, our ambition to be fair.":           true,
		"We plan to lead inclusively.":                                            true,
		"We operate with the goal of a reduction of emissions by 30% until 2030.": true,
	})
}
