package claims

import "testing"

func checkThat(t *testing.T, what string, is func(*reading) bool, cases map[string]bool) {
	t.Helper()
	for text, want := range cases {
		if got := is(acme(text)); got != want {
			t.Errorf("%s: %v: %s", what, got, text)
		}
	}
}

func TestWhatWasDoneLeavesSomethingDefinite(t *testing.T) {
	checkThat(t, "perfected", (*reading).perfected, map[string]bool{
		"We have updated and reviewed our data-sharing agreement to reflect the changes.": true,
		"Acme has implemented a supplier due diligence process.":                          true,
		"Acme has developed a new, science-based strategy.":                               true,
		"Acme has introduced a business continuity strategy.":                             true,
		"We have implemented robust processes and procedures.":                            false, // which?
		"We have checked all sites for harm.":                                             false, // nothing is left of it
		"We have taken steps towards better access to our sites.":                         false,
		"We have developed a strong focus on new programs.":                               false,
		"The government has reviewed its data protection strategy.":                       false, // somebody else
	})
	checkThat(t, "does", (*reading).does, map[string]bool{
		"We did not seek or receive external assurance.":         true,
		"Acme does not operate any mines.":                       true,
		"We do not believe that this is so.":                     false,
		"We do not expect or anticipate any change.":             false,
		"We do not stop at the impact of our sites.":             false,
		"Acme does not make political donations to parties.":     true,
		"Acme has one consolidated database for all risks.":      true,
		"We are investing in a new platform for all employees.":  true,
		"Acme has been rolling out a new platform.":              true,
		"We are working hard on a new platform.":                 false,
		"We are constantly expanding our range of new products.": false,
	})
}

func TestToWhomAnEntityBelongs(t *testing.T) {
	checkThat(t, "joined", (*reading).joined, map[string]bool{
		"Acme is a member of the Business Council for Water.":    true,
		"Through our membership in the Water Pact, we exchange.": true,
		"Acme also reports to the Carbon Disclosure Project.":    true,
		"Acme works with its customers on new solutions.":        false,
		"Acme is a member of several associations.":              false, // which?
		"Norway is a signatory to the Water Pact.":               false, // somebody else
		"We plan to become a member of the Water Pact.":          false, // not yet
	})
}

func TestWhatIsToldOneByOne(t *testing.T) {
	checkThat(t, "lists", (*reading).lists, map[string]bool{
		"Mobility benefits include parking facilities, bicycles, and a subsidy for tickets.": true,
		"Further measures encompass central audits, campaigns, and shared expertise.":        true,
		"Mobility benefits may include parking facilities, bicycles, and a subsidy.":         false, // or not
		"Mobility benefits include bicycles.":                                                false,
		"Where benefits are paid, they include parking, bicycles, and a subsidy.":            false,
		"The regulation's criteria include water, waste, and air.":                           false,
	})
}

func TestAFacilityActsUnderItsName(t *testing.T) {
	checkThat(t, "named facility", func(r *reading) bool { return r.done() >= 0 }, map[string]bool{
		"The Integrity Helpline offers advice in most languages.": true,
		"The helpline of others offers advice in most languages.": false,
		"The Federal Energy Department offers advice to all.":     false,
		"Services offered by others are cheap.":                   false,
	})
}

func TestWhatThereIs(t *testing.T) {
	checkThat(t, "exists", (*reading).exists, map[string]bool{
		"There is a designated review process for such risks.":     true,
		"To date there have been 18 observations at the site.":     true,
		"There are many challenges for our processes.":             false,
		"There may be a designated review process for such risks.": false,
		"Where there is a designated review process, it is used.":  false,
	})
}

func TestWhenAPromiseIsDue(t *testing.T) {
	checkThat(t, "dated", (*reading).dated, map[string]bool{
		"Over the next three years, we will renew the roofs.": true,
		"We will plant 500 trees at the site.":                true,
		"The next survey is planned for FY2027.":              true,
		"We will renew the roofs as soon as we can.":          false,
	})
	if r := acme("We will cut emissions by FY2030."); r.byYear != "2030" {
		t.Errorf("by %q", r.byYear)
	}
	checkThat(t, "commits", (*reading).commits, map[string]bool{
		"We have achieved net-zero emissions in our operations and are committed to it.": false,
		"We will have achieved net-zero emissions in our operations by 2040.":            true,
	})
}

func TestOfWhatSomethingIsMade(t *testing.T) {
	checkThat(t, "composed", (*reading).composed, map[string]bool{
		"This program is based on four pillars: leave, flexible work, counseling, and training.":    true,
		"Our management system comprises three levels.":                                             true,
		"The assessment is based on the internal index of all plants.":                              true,
		"The assessment is based on trust.":                                                         false,
		"Such a program may be based on four pillars.":                                              false,
		"The regulation's system comprises three levels, and the Regulation requires a management.": false,
	})
	checkThat(t, "prescribes", (*reading).prescribes, map[string]bool{
		"This global policy for the protection of rights defines the principles for our suppliers.": true,
		"The policy that others have defines nothing.":                                              false,
	})
	checkThat(t, "process", (*reading).process, map[string]bool{
		"The divisions and segments report regularly on the progress of their activities.": true,
		"A plant in Northern Ohio has trained two hundred neighbours on safety.":           true,
		"The incident report is long.": false,
	})
}

func TestWhatIsToldWithoutAVerbOfDoing(t *testing.T) {
	checkThat(t, "shifted", (*reading).shifted, map[string]bool{
		"Our Scope 3 emissions increased due to higher sales.":      true,
		"Our Scope 3 emissions may have increased.":                 false,
		"Scope 3 emissions of the industry increased.":              false,
		"The share of products with lower emissions has increased.": false,
	})
	checkThat(t, "nominal", (*reading).nominal, map[string]bool{
		"A highlight in 2023 was the introduction of a month of awareness.": true,
		"A highlight was the introduction of a month of awareness.":         false, // when?
		"In 2023 the highlight was the weather.":                            false,
	})
	checkThat(t, "others", (*reading).others, map[string]bool{
		"In response to the war and its prices, the European Commission adopted an agenda.":        true,
		"In 2023 our team met experts of science, industry, the European Commission, and society.": false,
	})
	r := acme("It is supplemented by other groupwide regulations on many topics.")
	r.inherits = true
	if !r.process() {
		t.Error("what a pronoun goes on about is nobody's")
	}
	if acme("It is supplemented by other groupwide regulations on many topics.").process() {
		t.Error("a pronoun that goes on about nothing is the entity")
	}
	for text, want := range map[string]bool{
		"The code is a binding framework for all employees.":                                         true,
		"We require all new projects to be assessed for carbon intensity.":                           true,
		"Through the digital tool of a large partner of ours, the team monitors several risk types.": true,
	} {
		if got := acme(text).process(); got != want {
			t.Errorf("process: %v: %s", got, text)
		}
	}
	if acme("mBoat is listed in the index of the exchange.").has[cuePoints] || !acme("The sites are listed in the annex.").has[cuePoints] {
		t.Error("to be listed in an index is to be listed somewhere")
	}
	if r := acme("Acme's Water Services unit developed a mobile app for all sites."); r.done() < 0 || !r.practises() {
		t.Error("a unit of the entity's does nothing")
	}
}

func TestWhatAPageGoesOnAbout(t *testing.T) {
	checkThat(t, "about", (*reading).about, map[string]bool{
		"Conducted energy and water audits across the portfolio.":                    true,
		"Increased requirements are demanded by others.":                             false,
		"Established in 1951, the trade fair is large.":                              false,
		"About 1% of the emissions are related to Scope 1, and 91% to Scope 3.":      true,
		"About 1% of the industry's emissions are of Scope 1, and 91% of Scope 3.":   false,
		"Climate effects were evaluated quarterly with scenarios of each business.":  true,
		"Climate values are embedded in each of the practices.":                      false,
		"Climate effects were evaluated quarterly by governments of each continent.": false,
		"This structure is supported by local compliance coordinators.":              true,
	})
	stranger := read("Conducted energy and water audits across the portfolio.", 0, nil)
	if stranger.about() || stranger.does() {
		t.Error("what nobody did before whom the page does not speak of is the entity's")
	}
}
