package main

import "github.com/sibyl-project/sibyl/data/sample/layout"

// methodology is page 18; page 17 is the scanned letter.
func methodology(b *layout.Book) {
	b.Page("Methodology and index")
	b.H1("Methodology")
	b.H2("Greenhouse gases")
	b.P("Emissions are measured in accordance with the Greenhouse Gas Protocol Corporate Standard (2004). We consolidate by operational control. " +
		"We chose these methods because they match the way in which our sites are run and the requirements of our lenders. " +
		"Nothing in the approach changed in 2024.")
	b.P("Methane and nitrous oxide are converted with the global warming potentials of the IPCC Fourth Assessment Report, 25 and 298. " +
		"Ready-made emission factors are used as published.")
	b.P("Fuel emissions are calculated from metered amounts and from calorific values that our laboratories determine each month. " +
		"Emissions from the calcination of raw materials follow the input method. Carbon dioxide from biomass, 79,600 t in 2024, " +
		"is reported apart from the scopes.")
	b.Table(layout.Table{
		Caption: "Emission factors used in 2024",
		Header:  []string{"Source", "Factor", "Unit", "Published by"},
		Widths:  []float64{4, 2, 3, 5},
		Text:    true,
		Rows: [][]string{
			{"Hard coal", "94.6", "kg CO2 per GJ", "IPCC 2006 Guidelines"},
			{"Natural gas", "56.1", "kg CO2 per GJ", "IPCC 2006 Guidelines"},
			{"Java-Madura-Bali grid", "0.80", "t CO2e per MWh", "Indonesian ministry of energy"},
			{"Dutch grid", "0.27", "t CO2e per MWh", "Dutch emission factor list"},
			{"Polish grid", "0.60", "t CO2e per MWh", "National balancing centre"},
		},
	})
	b.H2("Restatements")
	b.P("Scope 1 emissions of 2023 were restated from 428,900 t CO2e to 431,800 t CO2e, an increase of 0.7 %, because a gas meter at Cilegon had been " +
		"read wrongly for two months.")
	b.H2("Estimates")
	b.P("About 6 % of the Scope 1 and 2 amount is estimated, mostly for the last weeks of December. Scope 3 is less certain: " +
		"category 12 rests on assumptions about how buildings will be taken down in fifty years, and its uncertainty is in the order of 30 %.")
	b.H2("Other measures")
	b.P("Lost-time injuries follow the definition of the International Labour Organization. Water stress is taken from a public atlas of water risk, " +
		"with high stress above 40 % of the available supply. Energy is given in lower heating value.")
}

// index is page 19.
func index(b *layout.Book) {
	b.Page("Methodology and index")
	b.H1("Index of disclosures")
	b.P("The table shows where the disclosures of the GRI Standards are found, and which subject of IFRS S2 they touch. Page numbers are those of this report.")
	b.Table(layout.Table{
		Caption: "GRI content index with references to IFRS S2",
		Header:  []string{"GRI", "Disclosure", "IFRS S2", "Page"},
		Widths:  []float64{2, 7, 3, 2},
		Text:    true,
		Rows: [][]string{
			{"2-1", "Organisational details", "", "2, 4"},
			{"2-3", "Reporting period and boundary", "", "2"},
			{"2-9", "Governance structure", "S2.6(a)", "5"},
			{"2-12", "Role of the highest body", "S2.6(a)", "5"},
			{"2-19", "Remuneration policy", "S2.29(g)", "5"},
			{"3-3", "Management of material topics", "S2.25", "9"},
			{"201-2", "Financial effects of climate change", "S2.16", "6"},
			{"302-1", "Energy used in the organisation", "", "12"},
			{"302-3", "Energy intensity", "", "12"},
			{"303-3", "Water withdrawal", "", "13"},
			{"304-3", "Habitats restored", "", "15"},
			{"305-1", "Direct (Scope 1) emissions", "S2.29(a)(i)(1)", "10"},
			{"305-2", "Energy indirect (Scope 2) emissions", "S2.29(a)(i)(2)", "10"},
			{"305-3", "Other indirect (Scope 3) emissions", "S2.29(a)(i)(3)", "11"},
			{"305-4", "Emission intensity", "", "4"},
			{"305-5", "Reduction of emissions", "S2.33", "7, 8"},
			{"306-3", "Waste generated", "", "13"},
			{"403-9", "Work-related injuries", "", "14"},
			{"404-1", "Hours of training", "", "14"},
			{"405-1", "Diversity of governance bodies and employees", "", "14"},
		},
	})
	b.Small("The Task Force on Climate-related Financial Disclosures has been disbanded; its recommendations are part of IFRS S2.")
}

// cautions is page 20: boilerplate without a claim that could be checked.
func cautions(b *layout.Book) {
	b.Page("Legal information")
	b.H1("Important information")
	b.H2("Forward-looking statements")
	b.P("This report contains forward-looking statements. They can be recognised by words such as believe, expect, intend, may, plan, " +
		"should and will. Such statements rest on current expectations and are subject to risks and uncertainties, many of which are beyond our control. " +
		"Actual results may differ materially from those that are expressed or implied.")
	b.P("We do not undertake to update forward-looking statements, except where the law requires it. Readers should not place undue reliance on them. " +
		"Past performance is no guide to future performance.")
	b.H2("No offer")
	b.P("This report is not an offer to sell or an invitation to buy securities in any jurisdiction. " +
		"Nothing in it is investment, legal, accounting or tax advice.")
	b.H2("Materiality")
	b.P("The use of the word material in this report does not mean that a matter is material for the purposes of securities law. " +
		"Subjects were chosen with regard to the interests of many groups.")
	b.H2("Third-party information")
	b.P("Some information was obtained from third parties. While we believe it to be reliable, we have not verified it independently and accept no " +
		"liability for it. References to websites are for convenience only, and their contents are not part of this report.")
	b.H2("Contact")
	b.P("Kooijveld Samudrasa N.V., Climate Office\nMerwekade, Dordrecht, the Netherlands\nJalan Tambak Osowilangun, Surabaya, Indonesia\n" +
		"climate.office@kooijveld-samudrasa.example")
	b.Small("Kooijveld Samudrasa N.V. is a fictional company. Its people, sites and figures are made up to show how a report is analysed; " +
		"any likeness to an existing company is accidental.")
}
