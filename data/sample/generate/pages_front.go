package main

import "github.com/sibyl-project/sibyl/data/sample/layout"

// contents is page 2.
func contents(b *layout.Book) {
	b.Page("About this report")
	b.H1("Contents")
	b.Contents(
		layout.Figure{Label: "Letter from the Chief Executive", Value: "3"},
		layout.Figure{Label: "The company at a glance", Value: "4"},
		layout.Figure{Label: "Governance", Value: "5"},
		layout.Figure{Label: "Strategy", Value: "6"},
		layout.Figure{Label: "Transition plan and targets", Value: "7"},
		layout.Figure{Label: "Risk management", Value: "9"},
		layout.Figure{Label: "Metrics: emissions, energy, water, waste", Value: "10"},
		layout.Figure{Label: "People, safety and quarries", Value: "14"},
		layout.Figure{Label: "Ringkasan dalam Bahasa Indonesia", Value: "16"},
		layout.Figure{Label: "Assurance, methodology, index", Value: "17"},
	)
	b.H2("About this report")
	b.P("This report covers Kooijveld Samudrasa N.V. and all subsidiaries that it controls, for the financial year 2024. " +
		"Comparative figures are given for 2022 and 2023. Joint ventures are included in Scope 3 only. " +
		"The boundary is the same as that of the consolidated financial statements.")
	b.P("The report has been prepared with reference to the GRI Standards 2021. We have begun to use the structure of IFRS S1 and IFRS S2, " +
		"but we do not yet claim compliance with IFRS Sustainability Disclosure Standards.")
	b.P("Figures in tables are rounded to the last digit shown. Percentages are calculated from the rounded figures unless we say otherwise. " +
		"Greenhouse gas amounts are given in tonnes of carbon dioxide equivalent (t CO2e).")
}

// letter is page 3: two columns.
func letter(b *layout.Book) {
	b.Page("Letter from the Chief Executive")
	b.H1("A year of steady kilns")
	b.Lead("Cement boards, bricks, corrugated boxes and paper sacks are ordinary things. Making them with less carbon is not ordinary work, " +
		"and in 2024 it moved forward.")
	b.Columns(func() {
		b.P("Our kilns in Gresik and Cilegon ran for more hours than in any year since 2019, and they burned less coal while doing so. " +
			"Scope 1 emissions fell by 4.5 % to 412,300 t CO2e. The new feeding line for rice husks at Gresik carried most of that change.")
		b.P("Since the base year 2020, when we emitted 621,400 t CO2e in Scope 1 and Scope 2, we have worked down a list of sixty measures. " +
			"Forty-one of them are finished.")
		b.P("In the Netherlands the box plant at Moerdijk has bought wind power under a ten-year contract since July 2023. " +
			"In Indonesia the choice is narrower, and we say so on page 12.")
		b.P("We are the most sustainable packaging partner in the region, and our customers tell us so.")
		b.H2("Safety first, and last")
		b.P("There were no fatal accidents among our employees or contractors in 2024. Our lost-time injury rate improved again, " +
			"and the programme of shift-start talks now reaches every site.")
	}, func() {
		b.P("The Science Based Targets initiative validated our 2030 targets in March 2024. The Supervisory Board has since approved the spending that " +
			"the first three years of the plan need.")
		b.P("Not all went well. The dry season of 2024 was long, and the plant at Gresik had to buy water for eleven days. " +
			"Our waste figures improved less than we had planned, because a customer stopped taking fly ash in May.")
		b.H2("What comes next")
		b.P("By the end of 2026 we will replace the coal mill at Cilegon with a mill for refuse-derived fuel. " +
			"It will cost EUR 38 million and is the largest single investment of the transition plan.")
		b.P("I thank the 6,420 people who work for this company. They do not speak of sustainability every day. They mend a leaking valve, which is better.")
		b.Skip(3)
		b.P("Hendrike Wolfswaard-Prameswari\nChief Executive Officer")
	})
}

// glance is page 4.
func glance(b *layout.Book) {
	b.Page("The company at a glance")
	b.H1("The company at a glance")
	b.Lead("Kooijveld Samudrasa makes building materials and packaging at nine sites in Indonesia, the Netherlands and Poland.")
	b.Figures(
		layout.Figure{Value: "EUR 1,184 m", Label: "revenue in 2024"},
		layout.Figure{Value: "2.31 Mt", Label: "products made in 2024"},
		layout.Figure{Value: "6,420", Label: "employees at year end"},
		layout.Figure{Value: "9", Label: "production sites in three countries"},
	)
	b.P("The building materials division makes fibre-cement boards, bricks and dry mortar. The packaging division makes corrugated boxes and paper " +
		"sacks, many of which carry our own mortar. About three quarters of the recovered paper that we use comes from within 150 kilometres of a plant.")
	b.Shares("Revenue by region, 2024", []layout.Bar{
		{Label: "Indonesia", Values: []float64{46}, Shown: []string{"46 %"}},
		{Label: "Netherlands", Values: []float64{31}, Shown: []string{"31 %"}},
		{Label: "Rest of the European Union", Values: []float64{15}, Shown: []string{"15 %"}},
		{Label: "Rest of Asia", Values: []float64{8}, Shown: []string{"8 %"}},
	})
	b.P("Indonesia gave 46 % of revenue, the Netherlands 31 %, the rest of the European Union 15 % and the rest of Asia 8 %.")
	b.Table(layout.Table{
		Caption: "Energy used by division, PJ",
		Header:  []string{"Division", "2024", "2023", "2022"},
		Widths:  []float64{4, 2, 2, 2},
		Rows: [][]string{
			{"Building materials", "3.5", "3.5", "3.5"},
			{"Packaging", "0.9", "0.9", "0.9"},
			{"Logistics", "0.3", "0.3", "0.3"},
			{"=Total", "4.6", "4.7", "4.7"},
		},
		Note: "Figures may not add up because of rounding. The exact amounts by source are in the chapter on energy.",
	})
	b.P("In 2024 we made 2.31 million tonnes of products, 1.9 % more than in the year before. Emissions of Scope 1 and location-based Scope 2 were " +
		"0.220 t CO2e per tonne of product and 492.6 t CO2e per million euros of revenue.")
}
