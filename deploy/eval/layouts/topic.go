package main

// line is a row of figures: what it is called and what it measures.
type line struct {
	label  string
	metric string // empty: its words alone do not say
	bare   bool   // only the title of the table says what it measures
	scope  string
	method string
	size   int64 // about how much, in the topic's first unit
	places int
	indent int
	total  bool // of the lines before it that are not total, back to the last total
	group  bool // a heading without figures
	unit   string
	parts  bool // "of which" lines of the line above
}

// topic is a table's subject.
type topic struct {
	title string
	units []string
	lines []line
}

var topics = []topic{
	{"Greenhouse gas emissions", []string{"t CO2e", "tCO2e", "tonnes CO2e", "kt CO2e", "thousand tonnes CO2e", "t CO<sub>2</sub>e"}, []line{
		{label: "Scope 1", metric: "ghg_emissions", scope: "1", size: 41230},
		{label: "Scope 2 (location-based)", metric: "ghg_emissions", scope: "2", method: "location", size: 96400},
		{label: "Scope 2 (market-based)", metric: "ghg_emissions", scope: "2", method: "market", size: 71300},
		{label: "Scope 3", metric: "ghg_emissions", scope: "3", size: 812000},
		{label: "of which business travel", metric: "ghg_emissions", scope: "3", size: 9100, indent: 1, parts: true},
		{label: "of which purchased goods and services", metric: "ghg_emissions", scope: "3", size: 602000, indent: 1, parts: true},
	}},
	{"GHG emissions by source", []string{"t CO2e", "tonnes CO2e", "kg CO2e"}, []line{
		{label: "Scope 1 emissions", group: true},
		{label: "Stationary combustion", metric: "ghg_emissions", scope: "1", size: 21230, indent: 1},
		{label: "Company vehicles", metric: "ghg_emissions", scope: "1", size: 3120, indent: 1},
		{label: "Total Scope 1", metric: "ghg_emissions", scope: "1", total: true},
		{label: "Scope 2 emissions", group: true},
		{label: "Purchased electricity", metric: "ghg_emissions", scope: "2", size: 14200, indent: 1},
		{label: "District heating", metric: "ghg_emissions", scope: "2", size: 2310, indent: 1},
		{label: "Total Scope 2", metric: "ghg_emissions", scope: "2", total: true},
	}},
	{"Energy consumption", []string{"MWh", "GWh", "TJ", "thousand kWh", "GJ"}, []line{
		{label: "Natural gas", metric: "energy", size: 412300, places: 0},
		{label: "Diesel and petrol", metric: "energy", size: 38210},
		{label: "District heating", metric: "energy", size: 11940},
		{label: "Electricity", metric: "electricity", size: 201400},
		{label: "Total energy consumption", metric: "energy", total: true},
	}},
	{"Electricity", []string{"MWh", "GWh", "kWh"}, []line{
		{label: "Electricity from the grid", metric: "electricity", size: 152300},
		{label: "Self-generated solar electricity", metric: "electricity", size: 18210},
		{label: "Total electricity", metric: "electricity", total: true},
	}},
	{"Water withdrawal", []string{"m³", "thousand m³", "megalitres", "ML", "m<sup>3</sup>"}, []line{
		{label: "Surface water", metric: "water", size: 341200},
		{label: "Groundwater", metric: "water", size: 91230},
		{label: "Municipal supply", metric: "water", bare: true, size: 71200},
		{label: "Total water withdrawal", metric: "water", total: true},
		{label: "Water discharged", metric: "water", size: 220400},
	}},
	{"Waste", []string{"t", "tonnes", "kg", "metric tons"}, []line{
		{label: "Recycled waste", metric: "waste", size: 10100},
		{label: "Landfilled", metric: "waste", bare: true, size: 2310},
		{label: "Incinerated", metric: "waste", bare: true, size: 1290},
		{label: "Total waste", metric: "waste", total: true},
		{label: "of which hazardous waste", metric: "waste", size: 812, indent: 1, parts: true},
	}},
	{"Workforce", []string{"", "number", "headcount", "persons"}, []line{
		{label: "Women", metric: "headcount", size: 4120},
		{label: "Men", metric: "headcount", size: 6310},
		{label: "Total employees", metric: "headcount", total: true},
		{label: "Employees with disabilities", metric: "headcount", size: 210},
	}},
	{"Occupational safety", []string{"", "number"}, []line{
		{label: "Lost-time accidents", metric: "accidents", size: 143},
		{label: "Commuting accidents", metric: "accidents", size: 61},
		{label: "Fatal accidents", metric: "accidents", size: 12},
	}},
	{"Economic performance", []string{"EUR million", "€ million", "USD thousand", "€m", "million GBP", "INR crore", "$ million"}, []line{
		{label: "Revenue", metric: "revenue", size: 4123, places: 1},
		{label: "Operating profit", metric: "other", size: 512, places: 1},
		{label: "Personnel expenses", metric: "other", size: 1290, places: 1},
		{label: "Capital expenditure", metric: "capex", size: 391, places: 1},
	}},
	{"Key figures", nil, []line{
		{label: "Revenue", metric: "revenue", unit: "EUR million", size: 4123, places: 1},
		{label: "Employees", metric: "headcount", unit: "number", size: 10430},
		{label: "Energy consumption", metric: "energy", unit: "GWh", size: 613, places: 1},
		{label: "Scope 1 emissions", metric: "ghg_emissions", scope: "1", unit: "kt CO2e", size: 412, places: 1},
		{label: "Water withdrawal", metric: "water", unit: "thousand m³", size: 5032},
		{label: "Total waste", metric: "waste", unit: "t", size: 13700},
		{label: "Share of renewable electricity", metric: "renewable_share", unit: "%", size: 61, places: 1},
	}},
	{"Environmental indicators", nil, []line{
		{label: "Energy", group: true},
		{label: "Natural gas", metric: "energy", unit: "MWh", size: 41230, indent: 1},
		{label: "Electricity", metric: "electricity", unit: "MWh", size: 20140, indent: 1},
		{label: "Emissions", group: true},
		{label: "Scope 1", metric: "ghg_emissions", scope: "1", unit: "t CO2e", size: 8120, indent: 1},
		{label: "Scope 2 (market-based)", metric: "ghg_emissions", scope: "2", method: "market", unit: "t CO2e", size: 6120, indent: 1},
		{label: "Water and waste", group: true},
		{label: "Water consumption", metric: "water", unit: "m³", size: 71230, indent: 1},
		{label: "Waste generated", metric: "waste", unit: "t", size: 1830, indent: 1},
	}},
}

var regions = [][]string{{"Europe", "Americas", "Asia"}, {"Germany", "Poland", "Other countries"},
	{"Plant A", "Plant B", "Offices"}, {"Mining", "Refining", "Trading"}}
