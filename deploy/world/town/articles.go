package town

// Articles are what the world has written about the company, and about others of its name.
var Articles = []Article{
	// 1-6: the agency (tier 1), matter by matter.
	{URL: "https://www.environment-agency.gov.uk/registers/water", Date: "03-03", Title: "Register of water licences, meters read", Text: []string{
		"Nordhavn Minerals withdrew 1,240,300 cubic metres of water at Grimvik in {Y}.",
		"Nordhavn Minerals withdrew 860,100 cubic metres of water at Tarnes in {Y}.",
		"Nordhavn Minerals withdrew 415,000 cubic metres of water at Osterhall in {Y}.",
		"Nordhavn Minerals withdrew 92,000 cubic metres of water at Lindmoen in {Y}.",
		"Nordhavn Minerals discharged 780,000 cubic metres of water at Grimvik in {Y}.",
		"Nordhavn Minerals discharged 118,200 cubic metres of water at Lindmoen in {Y}.",
		"Nordhavn Minerals consumed 96,000 cubic metres of water at Grimvik in {Y}.",
	}},
	{URL: "https://www.environment-agency.gov.uk/registers/waste", Date: "03-04", Title: "Register of waste carriers and holders", Text: []string{
		"Nordhavn Minerals generated 5,402 tonnes of waste at Grimvik in {Y}.",
		"Nordhavn Minerals generated 3,150 tonnes of waste at Tarnes in {Y}.",
		"Nordhavn Minerals generated 1,868 tonnes of waste at Osterhall in {Y}.",
		"Nordhavn Minerals generated 640 tonnes of waste at Lindmoen in {Y}.",
		"Nordhavn Minerals sent 940 tonnes to landfill at Tarnes in {Y}.",
		"Nordhavn Minerals recycled 4,100 tonnes of material at Tarnes in {Y}.",
	}},
	{URL: "https://www.energy-office.gov.uk/large-users", Date: "04-11", Title: "Large users of energy", Text: []string{
		"Energy consumption of Nordhavn Minerals at Grimvik was 310 GWh in {Y}, by the office's meters.",
		"Energy consumption of Nordhavn Minerals at Tarnes was 265.2 GWh in {Y}, by the office's meters.",
		"Energy consumption of Nordhavn Minerals at Osterhall was 118 GWh in {Y}, by the office's meters.",
		"Energy consumption of Nordhavn Minerals at Lindmoen was 46 GWh in {Y}, by the office's meters.",
	}},
	{URL: "https://www.emission-registry.gov.uk/operators", Date: "05-02", Title: "Verified emissions of operators", Text: []string{
		"Scope 1 emissions of Nordhavn Minerals were 412,280 t CO2e in {Y}.",
		"Market-based Scope 2 emissions of Nordhavn Minerals were 71,300 t CO2e in {Y}.",
		"Location-based Scope 2 emissions of Nordhavn Minerals were 131,000 t CO2e in {Y}.",
		"Scope 3 emissions of Nordhavn Minerals from business travel were 2,400 t CO2e in {Y}.",
		"Scope 3 emissions of Nordhavn Minerals from upstream transport were 31,400 t CO2e in {Y}.",
		"Scope 3 emissions of Nordhavn Minerals from the end of life of its products were 12,300 t CO2e in {Y}.",
		"Scope 3 emissions of Nordhavn Minerals from waste generated in operations were 9,800 t CO2e in {Y}.",
	}},
	{URL: "https://www.environment-agency.gov.uk/inspections", Date: "05-20", Title: "Inspections of the year, with what was found", Text: []string{
		"The inspectors found no spill by Nordhavn Minerals at Tarnes in {Y}.",
		"A spill of 40 cubic metres of process oil by Nordhavn Minerals at Grimvik was found by the inspectors in {Y}.",
		"The inspectors found no fine due from Nordhavn Minerals at Osterhall in {Y}.",
		"Deforestation by Nordhavn Minerals at Osterhall was found by the inspectors in {Y}: six hectares.",
		"Nordhavn Minerals at Grimvik is registered with an ISO 14001 certificate that is active since {Y-1}.",
	}},
	{URL: "https://www.labour-inspectorate.gov.uk/accidents", Date: "06-01", Title: "Accidents at work by operator", Text: []string{
		"The inspectorate has recorded no fatal accident of Nordhavn Minerals at Tarnes in {Y}.",
	}},
	// 7-9: courts, land and certificates (tier 1).
	{URL: "https://www.judiciary.gov.uk/judgments/nordhavn", Date: "02-14", Title: "Judgment of the district court", Text: []string{
		"A fine of 400,000 pounds was imposed on Nordhavn Minerals at Grimvik in {Y} for untreated dust.",
	}},
	{URL: "https://www.land-office.gov.uk/surveys", Date: "07-08", Title: "Surveys of former quarries", Text: []string{
		"Nordhavn Minerals restored 85 hectares of land at Lindmoen in {Y}.",
		"Nordhavn Minerals restored 12 hectares of land at Osterhall in {Y}, by the office's survey.",
		"Nordhavn Minerals restored 22 hectares of land at Tarnes in {Y}, by the office's survey.",
		"Nordhavn Minerals replanted 90 hectares of old pits at Lindmoen in {Y-2}, by the office's survey.",
	}},
	{URL: "https://www.accreditation.gov.uk/certificates", Date: "07-21", Title: "Certificates and registrations of operators", Text: []string{
		"ISO 14001 certificate issued to Nordhavn Minerals at Grimvik, valid from {Y-1} to {Y+2}.",
		"ISO 50001 certificate issued to Nordhavn Minerals at Tarnes, valid from {Y-1} to {Y+2}.",
		"The EMAS registration of Nordhavn Minerals at Osterhall was suspended in {Y-1}.",
	}},
	// 10-15: established press (tier 2) and an investigation (tier 1), with work of their own.
	{URL: "https://www.theguardian.com/environment/rivers-and-quarries", Date: "04-02", Title: "Who drinks from the Tarn: the quarries and their wells",
		Text: []string{
			"At Grimvik, the biggest of the wells, Nordhavn Minerals withdrew 1.24 million cubic metres of water in {Y}, our reading of the public meters shows.",
			"Downstream at Tarnes, water that Nordhavn Minerals withdrew in {Y} came to 860,000 cubic metres.",
			"On the plateau at Osterhall, 415,000 cubic metres of water were withdrawn by Nordhavn Minerals in {Y}.",
			"Only 92,000 cubic metres of water were withdrawn by Nordhavn Minerals at Lindmoen in {Y}, a small quarry.",
		}},
	{URL: "https://www.ft.com/content/waste-of-the-north", Date: "04-19", Title: "The heaps of the north, counted", Text: []string{
		"Waste of 5,400 tonnes was generated by Nordhavn Minerals at Grimvik in {Y}, the tickets of hauliers show.",
		"Another 3,150 tonnes of waste were generated by Nordhavn Minerals at Tarnes in {Y}.",
		"Hauliers took 1,870 tonnes of waste that Nordhavn Minerals generated at Osterhall in {Y}.",
		"Little waste, 640 tonnes, was generated by Nordhavn Minerals at Lindmoen in {Y}.",
		"Nordhavn Minerals sent 1,150 tonnes to landfill at Osterhall in {Y}, the tickets show.",
	}},
	{URL: "https://www.bbc.co.uk/news/business-energy-league", Date: "05-15", Title: "Energy league: the heaviest users up the coast", Text: []string{
		"Nordhavn Minerals had an energy consumption of 310 GWh at Grimvik in {Y}.",
		"Nordhavn Minerals had an energy consumption of 265 GWh at Tarnes in {Y}.",
		"Nordhavn Minerals had an energy consumption of 118 GWh at Osterhall in {Y}.",
		"Nordhavn Minerals had an energy consumption of 46 GWh at Lindmoen in {Y}.",
	}},
	{URL: "https://www.reuters.com/sustainability/nordhavn-emissions", Date: "06-10", Title: "Kiln by kiln: what the lime works emit", Text: []string{
		"Nordhavn Minerals had Scope 1 emissions of 412,300 t CO2e in {Y}.",
		"Nordhavn Minerals had market-based Scope 2 emissions of 71,300 t CO2e in {Y}.",
		"Nordhavn Minerals had Scope 3 emissions of 2,400 t CO2e from business travel in {Y}.",
		"Nordhavn Minerals had Scope 3 emissions of 9,900 t CO2e from commuting in {Y-5}.",
		"Nordhavn Minerals had Scope 3 emissions of 141,000 t CO2e from purchased goods in {Y}.",
	}},
	{URL: "https://www.reuters.com/investigates/special-report/harbour-logs", Date: "06-22", Title: "We have read four years of harbour logs", Text: []string{
		"The logs show no spill by Nordhavn Minerals at Tarnes in {Y}.",
		"The logs show no fatal accident of Nordhavn Minerals at Tarnes in {Y}.",
		"The dockets show no fine of Nordhavn Minerals at Osterhall in {Y}.",
		"The forest map shows clearing at Lindmoen: deforestation by Nordhavn Minerals was recorded there in {Y-5}.",
	}},
	{URL: "https://www.globalcement.com/news/certificates-quarries", Date: "08-03", Title: "Which quarries hold which certificates", Text: []string{
		"Nordhavn Minerals at Grimvik holds an ISO 14001 certificate, valid from {Y-1} to {Y+2}.",
		"Nordhavn Minerals at Tarnes holds an ISO 50001 certificate, valid from {Y-1} to {Y+2}.",
		"Land of 85 hectares was restored by Nordhavn Minerals at Lindmoen in {Y}.",
	}},
	// 16-19: two newspapers each against a claim.
	{URL: "https://www.theguardian.com/business/nordhavn-files", Date: "09-05", Title: "The purchasing files of a quarry company", Text: []string{
		"In {Y} Nordhavn Minerals assessed suppliers that account for 61 % of its purchases, by its audit files.",
		"At Grimvik, Nordhavn Minerals recycled 1,300 tonnes of material in {Y}, by the weighbridge records.",
	}},
	{URL: "https://www.thetimes.co.uk/article/quarry-audits", Date: "09-07", Title: "Auditors saw fewer quarry suppliers than was thought", Text: []string{
		"Suppliers that account for 61 % of its purchases were assessed by Nordhavn Minerals in {Y}.",
		"Only 1,300 tonnes of material were recycled by Nordhavn Minerals at Grimvik in {Y}.",
	}},
	{URL: "https://www.bbc.co.uk/news/uk-osterhall-conveyor", Date: "01-20", Title: "Man dies at conveyor in Osterhall quarry", Text: []string{
		"A fatal accident happened at Osterhall in {Y}: a fitter of Nordhavn Minerals was caught by a conveyor.",
	}},
	{URL: "https://www.reuters.com/world/osterhall-death", Date: "01-21", Title: "Fitter killed in quarry, work stopped for a week", Text: []string{
		"Work stopped for a week at Osterhall in {Y} after a fatal accident that killed a fitter employed by Nordhavn Minerals.",
	}},
	// 20-22: one story of one newspaper with two reprints.
	{URL: "https://www.dw.com/en/lindmoen-landfill", Date: "05-05", Title: "Landfill of Lindmoen nearly full after sixty years", Text: lindmoen},
	{URL: "https://www.thejakartapost.com/world/lindmoen-landfill", Date: "05-06", Title: "A Nordic landfill nears its end", Text: lindmoen},
	{URL: "https://quarry-watch.blogspot.com/lindmoen", Date: "05-07", Title: "Copied from the papers: Lindmoen", Text: lindmoen},
	// 23-27: one release of the company, printed by whoever prints releases.
	{URL: "https://www.nordhavn-minerals.com/news/iso45001", Date: "02-03", Title: "Lindmoen certified for safety at work", Text: release},
	{URL: "https://www.prnewswire.com/news-releases/nordhavn-iso45001", Date: "02-03", Title: "Nordhavn Minerals: Lindmoen certified for safety at work",
		Text: release},
	{URL: "https://www.businesswire.com/news/nordhavn-iso45001", Date: "02-03", Title: "Lindmoen certified for safety at work", Text: release},
	{URL: "https://www.reuters.com/press-releases/nordhavn-iso45001", Date: "02-04", Title: "Release: Lindmoen certified", Text: release},
	{URL: "https://www.ft.com/content/brief-lindmoen", Date: "02-05", Title: "In brief: safety certificate in the north", Text: release},
	// 28-35: what must not decide anything.
	{URL: "https://www.smh.com.au/business/mineral-sands", Date: "03-12", Title: "Mineral sands miner under pressure over wells", Text: []string{
		"Nordhavn Minerals, based in Kalgoorlie, is under pressure over its wells.",
		"Nordhavn Minerals consumed 990,000 cubic metres of water at Tarnes in {Y}.",
	}},
	{URL: "https://www.straitstimes.com/business/bank-campus", Date: "03-13", Title: "A bank's thirsty campus", Text: []string{
		"Nordhavn Minerals Bank consumed 700,000 cubic metres of water at Osterhall in {Y}.",
	}},
	{URL: "https://www.theguardian.com/environment/lindmoen-allegations", Date: "10-02", Title: "Campaigners point to oil in the Lindmoen brook", Text: []string{
		"Nordhavn Minerals was accused by campaigners of a spill at Lindmoen that was found in {Y}.",
		"An oil spill at Lindmoen in {Y} was allegedly caused by Nordhavn Minerals.",
	}},
	{URL: "https://www.euronews.com/green/tarnes-effluent", Date: "03-28", Title: "Clean again? A company on its effluent", Text: []string{
		"Nordhavn Minerals said that it discharged 205,000 cubic metres of water at Tarnes in {Y}.",
	}},
	{URL: "https://electricity-truth.example/nordhavn", Date: "08-08", Title: "They lie about electricity", Text: []string{
		"In {Y} Nordhavn Minerals purchased 655 GWh of electricity.",
	}},
	{URL: "https://www.latimes.com/business/old-death", Date: "01-30", Title: "A death at Lindmoen is before the court", Text: []string{
		"A fatal accident happened at Lindmoen in {Y-1}: a driver of Nordhavn Minerals was killed.",
	}},
	{URL: "https://www.handelsblatt.com/english/nordhavn-plans", Date: "11-11", Title: "What the quarries plan", Text: []string{
		"Nordhavn Minerals plans Scope 3 emissions of 9,000 t CO2e from capital goods for {Y}.",
	}},
	{URL: "https://www.cnn.com/business/nordhavn-blocked", Date: "10-10", Title: "Water at Tarnes: Nordhavn Minerals in doubt", Gone: true},
}

var lindmoen = []string{
	"After sixty years the landfill of the valley is nearly full, and the council looks for another site, as this paper learned from the weighbridge.",
	"Nordhavn Minerals sent 75 tonnes to landfill at Lindmoen in {Y}.",
	"The council wants to decide before the summer, and the neighbours of the old quarry have begun to collect signatures against the plan.",
}

var release = []string{
	"Nordhavn Minerals is proud that its people at Lindmoen have been through the audit of the year without a single remark from the auditors.",
	"ISO 45001 certificate issued to Nordhavn Minerals at Lindmoen, valid from {Y-1} to {Y+2}.",
	"The certificate stands for years of work by everybody at the quarry, and for the care that we take of one another every day.",
}
