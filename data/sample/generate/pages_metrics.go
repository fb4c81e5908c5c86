package main

import "github.com/sibyl-project/sibyl/data/sample/layout"

// emissions is page 10.
func emissions(b *layout.Book) {
	b.Page("Metrics")
	b.H1("Greenhouse gas emissions")
	b.Lead("Total emissions fell by 2.7 % to 1,795,200 t CO2e in 2024, while output rose.")
	b.Table(layout.Table{
		Caption: "Greenhouse gas emissions by scope, t CO2e",
		Header:  []string{"", "2024", "2023", "2022", "Change 2023-24"},
		Widths:  []float64{5, 2.4, 2.4, 2.4, 2.6},
		Rows: [][]string{
			{"Scope 1", "412,300", "431,800", "448,500", "-4.5 %"},
			{"Scope 2 (location-based)", "96,400", "101,200", "104,900", "-4.7 %"},
			{"Scope 3", "1,286,500", "1,311,400", "1,342,700", "-1.9 %"},
			{"=Total", "1,795,200", "1,844,400", "1,926,100", "-2.7 %"},
			{"Scope 2 (market-based)", "71,300", "84,600", "97,800", "-15.7 %"},
		},
		Note: "Total of Scope 1, location-based Scope 2 and Scope 3. The market-based amount is given for information and is not part of the total.",
	})
	b.Bars("Emissions by scope, thousand t CO2e", []string{"2022", "2023", "2024"}, []layout.Bar{
		{Label: "Scope 1", Values: []float64{448.5, 431.8, 412.3}, Shown: []string{"449", "432", "412"}},
		{Label: "Scope 2 (location-based)", Values: []float64{104.9, 101.2, 96.4}, Shown: []string{"105", "101", "96"}},
		{Label: "Scope 3", Values: []float64{1342.7, 1311.4, 1286.5}, Shown: []string{"1,343", "1,311", "1,287"}},
	})
	b.H2("Scope 1 and Scope 2")
	b.P("Scope 1 emissions come from the kilns (87 %), from boilers (9 %) and from vehicles and losses (4 %). " +
		"They fell from 431,800 t CO2e in 2023 to 412,300 t CO2e in 2024.")
	b.P("Location-based Scope 2 emissions fell by 7.4 %, from 101,200 t CO2e in 2023 to 96,400 t CO2e in 2024. " +
		"The average factor of the electricity that we bought was 0.678 t CO2e per MWh; the factor of the Java-Madura-Bali grid was 0.80 t CO2e per MWh. " +
		"Market-based Scope 2 emissions fell by 15.7 % because of the wind contract at Moerdijk, which covers 46 GWh a year.")
}

// valueChain is page 11.
func valueChain(b *layout.Book) {
	b.Page("Metrics")
	b.H1("Scope 3 emissions")
	b.Table(layout.Table{
		Caption: "Scope 3 emissions by category, t CO2e",
		Header:  []string{"Category", "2024", "2023", "Share of Scope 3 in 2024"},
		Widths:  []float64{6, 2, 2, 3},
		Rows: [][]string{
			{"1 Purchased goods and services", "742,100", "753,900", "57.7 %"},
			{"3 Fuel- and energy-related activities", "98,300", "101,700", "7.6 %"},
			{"4 Upstream transport and distribution", "151,600", "155,300", "11.8 %"},
			{"5 Waste generated in operations", "6,900", "7,200", "0.5 %"},
			{"6 Business travel", "2,400", "2,100", "0.2 %"},
			{"7 Employee commuting", "5,200", "5,300", "0.4 %"},
			{"9 Downstream transport and distribution", "118,700", "121,400", "9.2 %"},
			{"12 End-of-life treatment of sold products", "161,300", "164,500", "12.5 %"},
			{"=Total Scope 3", "1,286,500", "1,311,400", "100 %"},
		},
		Note: "Categories 2, 8, 10, 11, 13, 14 and 15 were assessed and are not applicable or below 1 % of the total.",
	})
	b.P("Purchased goods and services, above all cement and recovered paper, made up 57.7 % of Scope 3 emissions. " +
		"Transport in categories 4 and 9 together made up 31.0 % of Scope 3 emissions.")
	b.H2("Working with suppliers")
	b.P("Forty-three of our hundred largest suppliers gave us product carbon footprints in 2024; in 2023 it was twenty-nine. " +
		"With these primary data we now cover 38 % of category 1, and the rest is calculated from spending and from average factors.")
	b.P("Two cement suppliers in East Java have agreed to deliver blended cement with a clinker content below 65 % from 2026. " +
		"This will reduce emissions of category 1 by about 40,000 t CO2e a year.")
	b.H2("Transport")
	b.P("Since April 2024 a barge has carried boards between Moerdijk and Duisburg three times a week. It replaced about 5,200 lorry journeys a year. " +
		"In Java we have moved 18 % of inland deliveries to rail.")
}

// energy is page 12.
func energy(b *layout.Book) {
	b.Page("Metrics")
	b.H1("Energy")
	b.Lead("We used 4,622 TJ of energy in 2024, 1.5 % less than in 2023.")
	b.Table(layout.Table{
		Caption: "Energy used by source, TJ",
		Header:  []string{"Source", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
		Rows: [][]string{
			{"Coal", "2,140", "2,310", "2,480"},
			{"Natural gas", "1,105", "1,120", "1,098"},
			{"Biomass and refuse-derived fuel", "865", "742", "610"},
			{"Electricity bought", "512", "520", "531"},
			{"=Total", "4,622", "4,692", "4,719"},
		},
	})
	b.P("Biomass and refuse-derived fuel provided 18.7 % of all energy in 2024. Coal fell by 7.4 % from 2,310 TJ to 2,140 TJ.")
	b.P("The electricity that we bought in 2024, 512 TJ, equals about 142,200 MWh. Purchased electricity increased for the second year in a row, " +
		"because the new mills at Gresik are electric.")
	b.P("Energy use per tonne of product was 2.00 GJ in 2024.")
	b.Bars("Energy by source, TJ", []string{"2022", "2023", "2024"}, []layout.Bar{
		{Label: "Coal", Values: []float64{2480, 2310, 2140}, Shown: []string{"2,480", "2,310", "2,140"}},
		{Label: "Natural gas", Values: []float64{1098, 1120, 1105}, Shown: []string{"1,098", "1,120", "1,105"}},
		{Label: "Biomass and RDF", Values: []float64{610, 742, 865}, Shown: []string{"610", "742", "865"}},
		{Label: "Electricity", Values: []float64{531, 520, 512}, Shown: []string{"531", "520", "512"}},
	})
	b.H2("Efficiency")
	b.P("Waste heat from kiln 2 at Gresik has dried boards since February 2024 and saves 58 TJ of gas a year. " +
		"All drives above 75 kW at Cilegon were fitted with frequency converters. The energy management systems of six of the nine sites are certified " +
		"to ISO 50001.")
	b.H2("Renewable electricity")
	b.P("Renewable electricity in Indonesia is mostly sold as certificates. We bought certificates for 12,000 MWh in 2024 and count them only in the " +
		"market-based amount. Solar panels on our own roofs gave 3,150 MWh.")
}

// waterAndWaste is page 13.
func waterAndWaste(b *layout.Book) {
	b.Page("Metrics")
	b.H1("Water and waste")
	b.Table(layout.Table{
		Caption: "Water, thousand cubic metres",
		Header:  []string{"", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
		Rows: [][]string{
			{"Surface water", "1,980", "2,050", "2,140"},
			{"Groundwater", "1,020", "1,085", "1,110"},
			{"Water from third parties", "412", "430", "398"},
			{"=Water withdrawn", "3,412", "3,565", "3,648"},
			{"Water discharged", "2,204", "2,296", "2,351"},
			{"=Water consumed", "1,208", "1,269", "1,297"},
		},
	})
	b.P("Our sites withdrew 3,412 cubic metres of water in 2024. Withdrawal fell by 4.3 % compared with 2023. " +
		"About 61 % of it was taken in areas of high water stress, all of them in Java.")
	b.P("At Gresik a second settling basin has returned process water to the board machines since August 2024. " +
		"Rainwater from 14 hectares of roofs is kept for the dry months.")
	b.Table(layout.Table{
		Caption: "Waste by treatment, tonnes",
		Header:  []string{"Treatment", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
		Rows: [][]string{
			{"Recycled or reused", "48,700", "47,900", "46,200"},
			{"Burned with energy recovery", "17,600", "18,400", "18,900"},
			{"Burned without energy recovery", "7,600", "7,900", "8,300"},
			{"Landfilled", "10,100", "11,200", "12,700"},
			{"=Total", "84,000", "85,400", "86,100"},
		},
	})
	b.P("Of the waste of 2024, 58 % was recycled or reused, 21 % was burned with energy recovery, 9 % was burned without energy recovery and 16 % " +
		"went to landfill.")
	b.P("Hazardous waste was 1,940 tonnes, 2.3 % of all waste. It is handed only to licensed handlers, and each transport is recorded. " +
		"Recovered paper made up 84 % of the fibre in our boxes and 37 % of the fibre in our sacks.")
}
