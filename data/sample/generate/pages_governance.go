package main

import "github.com/sibyl-project/sibyl/data/sample/layout"

// governance is page 5.
func governance(b *layout.Book) {
	b.Page("Governance")
	b.H1("Governance")
	b.Lead("Responsibility for climate and other sustainability matters rests with the Supervisory Board and is prepared by one of its committees.")
	b.H2("Oversight by the Supervisory Board")
	b.P("The Supervisory Board has delegated the oversight of climate-related risks and opportunities to its Sustainability and Risk Committee. " +
		"The committee's charter was last amended in November 2023. It names climate, water, safety and product stewardship as subjects on which the " +
		"committee reports to the full board.")
	b.P("The Sustainability and Risk Committee met six times in 2024. It reviewed the transition plan, progress against each target, " +
		"the investment in the Cilegon fuel mill, and the results of the physical risk survey of all nine sites.")
	b.P("Two of the committee's four members have worked in heavy industry or energy. Every year the board reviews whether its members have the " +
		"skills to oversee the response to climate change; in 2024 it appointed an additional member with experience in water engineering.")
	b.Table(layout.Table{
		Caption: "Bodies responsible for sustainability",
		Header:  []string{"Body", "Responsible for", "Informed"},
		Widths:  []float64{3, 6, 3},
		Text:    true,
		Rows: [][]string{
			{"Supervisory Board", "Strategy, targets, remuneration policy", "Twice a year"},
			{"Sustainability and Risk Committee", "Oversight of climate, water and safety; trade-offs in large investments", "Each meeting"},
			{"Executive Board", "Transition plan, budgets, performance", "Monthly"},
			{"Climate Office", "Data, coordination, reporting", "Weekly"},
		},
	})
	b.H2("The role of management")
	b.P("The Chief Operating Officer is responsible for the transition plan. The Climate Office, with eleven staff in Dordrecht and Surabaya, " +
		"collects the data, follows the measures and reports to the Executive Board every month. Its controls are part of the internal control framework " +
		"for financial reporting.")
	b.H2("Remuneration")
	b.P("In 2024, 15 % of the variable remuneration of the Executive Board depended on climate-related targets: " +
		"10 % on the reduction of Scope 1 and 2 emissions and 5 % on the share of renewable and waste-derived fuel.")
}

// strategy is page 6. It says nothing about what the strategy would withstand: a planted omission.
func strategy(b *layout.Book) {
	b.Page("Strategy")
	b.H1("Strategy")
	b.Lead("Climate change reaches us through fuel, power, water and the choices of our customers.")
	b.H2("Risks and opportunities")
	b.P("We call the next two years short term, the years to 2030 medium term, and the years to 2050 long term. " +
		"These horizons are those of our budgets, of our targets and of the life of a kiln.")
	b.Table(layout.Table{
		Caption: "Climate-related risks and opportunities that could affect our prospects",
		Header:  []string{"Risk or opportunity", "Kind", "Horizon", "Expected effect"},
		Widths:  []float64{4, 3, 2, 5},
		Text:    true,
		Rows: [][]string{
			{"Carbon levy on clinker in Indonesia", "Transition: policy", "Medium", "Higher cost of fibre cement; EUR 4 to 7 million a year"},
			{"EU carbon border adjustment", "Transition: policy", "Short", "Reporting cost; lower margin on boards sold in the EU"},
			{"Longer dry seasons in East Java", "Physical: chronic", "Medium", "Bought water, lost output at Gresik"},
			{"Floods on the Cilegon coast", "Physical: acute", "Medium", "Damage to stock; two to five days of standstill"},
			{"Demand for low-carbon boards", "Opportunity: market", "Short", "Up to 12 % of board revenue by 2027"},
			{"Paper instead of plastic sacks", "Opportunity: product", "Short", "New customers among producers of animal feed"},
		},
	})
	b.H2("Business model and value chain")
	b.P("The risks are concentrated in the building materials division, which causes 91 % of our direct emissions, and in two places: " +
		"the coast of Banten, where the Cilegon works lies two metres above the sea, and the Brantas basin in East Java, from which Gresik draws its " +
		"water. In the value chain they are concentrated with the suppliers of cement and of virgin fibre.")
	b.H2("Effects on financial position")
	b.P("In 2024 the purchase of water and the loss of eleven days of output at Gresik cost EUR 1.6 million. " +
		"Assets with a carrying amount of EUR 92 million, or 14 % of property, plant and equipment, stand at sites with a high exposure to floods. " +
		"No impairment followed from climate-related matters in 2024.")
	b.P("We have changed the plan of investments in answer to these risks: EUR 61 million of the EUR 140 million planned for 2025 to 2027 serves the " +
		"transition plan, and EUR 9 million is for flood walls and rainwater basins.")
}

// transitionPlan is page 7.
func transitionPlan(b *layout.Book) {
	b.Page("Transition plan and targets")
	b.H1("Transition plan")
	b.Lead("Sixty measures, three levers, one order of work: first use less, then change the fuel, then change the recipe.")
	b.H2("Levers")
	b.Bullets(
		"Heat: recover waste heat at four kilns by 2026. Two of the four recovery lines were in operation at the end of 2024.",
		"Fuel: raise the share of biomass and refuse-derived fuel in kiln energy from 21.0 % in 2024 to 35 % by 2028.",
		"Recipe: lower the clinker content of fibre cement from 71 % to 62 % by 2029, with calcined clay from our own pits.",
		"Power: buy renewable electricity for all European sites by 2025 and for half of the Indonesian demand by 2030.",
	)
	b.Bars("Planned reduction of Scope 1 and 2 emissions, thousand t CO2e", []string{"achieved since 2020", "planned to 2030"}, []layout.Bar{
		{Label: "Heat", Values: []float64{31, 38}, Shown: []string{"31", "38"}},
		{Label: "Fuel", Values: []float64{44, 61}, Shown: []string{"44", "61"}},
		{Label: "Recipe", Values: []float64{11, 36}, Shown: []string{"11", "36"}},
		{Label: "Power", Values: []float64{18, 19}, Shown: []string{"18", "19"}},
	})
	b.H2("Assumptions and dependencies")
	b.P("The plan assumes that rice husks and sorted waste remain available within 200 kilometres of the kilns, that the Indonesian grid connects a " +
		"further solar park at Cirata, and that building codes admit boards with calcined clay. It depends on permits for the fuel mill at Cilegon, " +
		"for which we applied in October 2024.")
	b.H2("Resources")
	b.P("Spending on the plan was EUR 17.4 million in 2024. Of this, EUR 11.2 million went into heat recovery, EUR 4.9 million into fuel handling and " +
		"EUR 1.3 million into trials of new recipes. The plan is financed from operating cash flow and from a sustainability-linked loan of EUR 75 " +
		"million signed in June 2023.")
	b.P("No offsets are counted towards any target for 2030. For the small remainder after 2040 we expect to use removals of carbon dioxide, " +
		"and we have bought none so far.")
}

// targets is page 8.
func targets(b *layout.Book) {
	b.Page("Transition plan and targets")
	b.H1("Targets")
	b.Lead("Each target has a base year, a horizon and an owner. Progress is reviewed by the Executive Board every quarter.")
	b.Table(layout.Table{
		Caption: "Climate and resource targets",
		Header:  []string{"Target", "Base year", "Horizon", "Goal", "State in 2024"},
		Widths:  []float64{6, 2, 2, 3, 3},
		Text:    true,
		Rows: [][]string{
			{"Scope 1 and 2 emissions, absolute", "2020", "2030", "-42 %", "-16.9 %"},
			{"Scope 3 emissions, absolute", "2021", "2030", "-25 %", "-9.2 %"},
			{"Renewable and waste-derived energy", "2020", "2030", "40 % of energy", "18.7 %"},
			{"Water withdrawn per tonne of product", "2022", "2027", "-15 %", "-6.1 %"},
			{"Waste sent to landfill", "2020", "2028", "below 5 %", "12 %"},
			{"Lost-time injuries per million hours", "2022", "2026", "below 1.00", "1.25"},
		},
	})
	b.H2("Scope 1 and 2")
	b.P("We will reduce absolute Scope 1 and 2 emissions by 42 % between 2020 and 2030, which is 4.2 percentage points of the base year each year. " +
		"In the base year 2020 these emissions were 612,400 t CO2e; the target for 2030 is 355,200 t CO2e.")
	b.P("By 2024 they had fallen to 508,700 t CO2e, 16.9 % below the base year. A straight line to the target would have asked for 16.8 %. " +
		"The interim target for 2027 is a reduction of 28 %.")
	b.H2("Scope 3")
	b.P("We will reduce absolute Scope 3 emissions by 25 % between 2021 and 2030, equal to 3.5 percentage points of the base year each year. " +
		"The base year amount is 1,416,900 t CO2e. Scope 3 emissions were 9.2 % below the base year in 2024.")
	b.H2("Net zero")
	b.P("We intend to reach net-zero greenhouse gas emissions across the value chain by 2050. The targets for 2030 cover all gross emissions of " +
		"carbon dioxide, methane and nitrous oxide from all sites that we control. They were derived with the absolute contraction approach and " +
		"validated by a third party.")
	b.Box("How a target may change",
		"A target is recalculated when acquisitions, disposals or corrected data change its base year by more than 5 %. "+
			"This has not happened since the targets were set in 2021. Changes need the approval of the Supervisory Board and are reported here.")
}

// riskManagement is page 9.
func riskManagement(b *layout.Book) {
	b.Page("Risk management")
	b.H1("Risk management")
	b.Lead("Sustainability risks are collected, rated and owned in the same register as all other risks of the company.")
	b.H2("How risks are identified and rated")
	b.P("Each site rates its risks once a year by likelihood and by the effect on cash flow over three years. " +
		"Inputs are the insurers' flood maps, the water stress atlas, drafts of law in our three countries of operation and the fault records of the " +
		"plants. Climate-related risks are rated on the same scale as other risks, with one more step for effects after 2030.")
	b.P("The Sustainability and Risk Committee met four times during the year and discussed the register at each meeting. " +
		"Risks rated above EUR 5 million are owned by a member of the Executive Board.")
	b.P("The full description of the process for monitoring risks, and of its place in the company's overall risk management, " +
		"is given in the Annual Report 2024, pages 88 to 93.")
	b.Table(layout.Table{
		Caption: "Climate-related risks in the register by rating",
		Header:  []string{"Rating", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
		Rows: [][]string{
			{"High (above EUR 5 million)", "3", "4", "4"},
			{"Medium (EUR 1 to 5 million)", "11", "9", "8"},
			{"Low (below EUR 1 million)", "22", "24", "19"},
			{"=Total", "36", "37", "31"},
		},
	})
	b.H2("Changes in 2024")
	b.P("The number of climate-related risks in the register fell from 37 to 36. The risk of a ban on coal in the Port of Rotterdam was removed " +
		"because the Moerdijk plant no longer burns coal. The survey of physical risks was extended from six to all nine sites.")
	b.H2("Supply chain")
	b.P("In 2024 we assessed 212 suppliers, who account for 78 % of purchases by value, against our code of conduct. " +
		"Nineteen were asked for a plan of correction; contracts with two were ended. Opportunities are rated in the same way and are proposed to the " +
		"Executive Board together with the budget.")
}
