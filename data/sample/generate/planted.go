package main

// Holds says whether what is planted is true, false, or neither can be told from the report.
type Holds string

// The closed set of answers.
const (
	True  Holds = "true"
	False Holds = "false"
	Open  Holds = "open" // two statements disagree, or only a source outside the report could tell
)

// Quote is a passage of the report, word for word once white space is folded.
type Quote struct {
	Page int    `json:"page"`
	Text string `json:"quote"`
}

// Planted is one thing that an analysis of the sample should find, or should not be misled by. Kind is
// the name of a check where one applies, else a word of our own.
type Planted struct {
	ID     string   `json:"id"`
	Kind   string   `json:"kind"`
	Holds  Holds    `json:"holds"`
	Quotes []Quote  `json:"quotes"`           // empty for what is missing
	Absent []string `json:"absent,omitempty"` // words that stand nowhere in the report
	Expect string   `json:"expect"`
	Sum    *Working `json:"working,omitempty"`
}

// Working is the arithmetic behind a planted figure, so that a test can redo it.
type Working struct {
	Op      string   `json:"op"` // sum, change_percent, share_percent, ratio, rate
	Inputs  []string `json:"inputs"`
	Stated  string   `json:"stated"`
	Rounded bool     `json:"explained_by_rounding,omitempty"` // it misses, and the rounding of the inputs explains it
}

// planted lists what stands in the report on purpose, in the order of the pages.
var planted = []Planted{
	{ID: "P01", Kind: "yoy_percentage", Holds: True,
		Quotes: []Quote{{3, "Scope 1 emissions fell by 4.5 % to 412,300 t CO2e."}, {10, "They fell from 431,800 t CO2e in 2023 to 412,300 t CO2e in 2024."}},
		Expect: "pass: 431,800 to 412,300 is -4.5 %",
		Sum:    &Working{"change_percent", []string{"431800", "412300"}, "-4.5", false}},
	{ID: "P02", Kind: "baseline_consistency", Holds: Open,
		Quotes: []Quote{
			{3, "Since the base year 2020, when we emitted 621,400 t CO2e in Scope 1 and Scope 2"},
			{8, "In the base year 2020 these emissions were 612,400 t CO2e"},
		},
		Expect: "fail: the base year has two amounts (two digits are swapped); neither statement is singled out by the contradiction alone, " +
			"though 42 % of 612,400 fits the stated target"},
	{ID: "P03", Kind: "vague_statement", Holds: Open,
		Quotes: []Quote{{3, "We are the most sustainable packaging partner in the region"}},
		Expect: "no figure, no source: insufficient evidence or unverified, never verified"},
	{ID: "P04", Kind: "contradictory_statements", Holds: Open,
		Quotes: []Quote{
			{3, "There were no fatal accidents among our employees or contractors in 2024."},
			{14, "In September 2024 a contractor lost his life when a load slipped at the Cilegon jetty."},
		},
		Expect: "two statements disagree; the table on page 14 (contractors: 1) agrees with the second"},
	{ID: "P05", Kind: "needs_outside_source", Holds: Open,
		Quotes: []Quote{{3, "The Science Based Targets initiative validated our 2030 targets in March 2024."}},
		Expect: "only a register outside the report can tell: not verified without it"},
	{ID: "P06", Kind: "percentage_sum", Holds: True,
		Quotes: []Quote{{4, "Indonesia gave 46 % of revenue, the Netherlands 31 %, the rest of the European Union 15 % and the rest of Asia 8 %."}},
		Expect: "pass: the parts add up to 100 %",
		Sum:    &Working{"sum", []string{"46", "31", "15", "8"}, "100", false}},
	{ID: "P07", Kind: "table_total", Holds: True,
		Quotes: []Quote{{4, "Energy used by division, PJ"}},
		Expect: "pass with a note: 3.5 + 0.9 + 0.3 = 4.7 against 4.6 is 2.2 % off, which rounding explains",
		Sum:    &Working{"sum", []string{"3.5", "0.9", "0.3"}, "4.6", true}},
	{ID: "P08", Kind: "intensity", Holds: True,
		Quotes: []Quote{{4, "0.220 t CO2e per tonne of product"}},
		Expect: "pass: (412,300 + 96,400) t over 2.31 million tonnes",
		Sum:    &Working{"ratio", []string{"508700", "2310000"}, "0.220", false}},
	{ID: "P09", Kind: "intensity", Holds: False,
		Quotes: []Quote{{4, "492.6 t CO2e per million euros of revenue"}},
		Expect: "fail: 508,700 t over EUR 1,184 million is 429.6 (two digits are swapped)",
		Sum:    &Working{"ratio", []string{"508700", "1184"}, "492.6", false}},
	{ID: "P10", Kind: "contradictory_statements", Holds: Open,
		Quotes: []Quote{
			{5, "The Sustainability and Risk Committee met six times in 2024."},
			{9, "The Sustainability and Risk Committee met four times during the year"},
		},
		Expect: "two statements of one committee's meetings disagree; neither is singled out"},
	{ID: "P11", Kind: "disclosure_present", Holds: Open,
		Quotes: []Quote{{5, "15 % of the variable remuneration of the Executive Board depended on climate-related targets"}},
		Expect: "S2.29(g) is addressed"},
	{ID: "P12", Kind: "disclosure_missing", Holds: False,
		Quotes: []Quote{},
		Absent: []string{"scenario"},
		Expect: "gap at S2.22(b): nothing on the analysis of climate scenarios"},
	{ID: "P13", Kind: "disclosure_missing", Holds: False,
		Absent: []string{"carbon price", "price of carbon", "shadow price"},
		Quotes: []Quote{},
		Expect: "gap at S2.29(f): nothing on an internal price of carbon"},
	{ID: "P14", Kind: "table_total", Holds: True,
		Quotes: []Quote{{7, "Of this, EUR 11.2 million went into heat recovery, EUR 4.9 million into fuel handling and EUR 1.3 million into trials of new recipes."}},
		Expect: "pass: 11.2 + 4.9 + 1.3 = 17.4",
		Sum:    &Working{"sum", []string{"11.2", "4.9", "1.3"}, "17.4", false}},
	{ID: "P15", Kind: "target_achievability", Holds: True,
		Quotes: []Quote{{8, "by 42 % between 2020 and 2030, which is 4.2 percentage points of the base year each year"}},
		Expect: "pass: 42 over 10 years is 4.2 a year",
		Sum:    &Working{"rate", []string{"42", "2020", "2030"}, "4.2", false}},
	{ID: "P16", Kind: "target_progress", Holds: True,
		Quotes: []Quote{{8, "By 2024 they had fallen to 508,700 t CO2e, 16.9 % below the base year."}},
		Expect: "pass: 612,400 to 508,700 is -16.9 %",
		Sum:    &Working{"change_percent", []string{"612400", "508700"}, "-16.9", false}},
	{ID: "P17", Kind: "target_achievability", Holds: False,
		Quotes: []Quote{{8, "by 25 % between 2021 and 2030, equal to 3.5 percentage points of the base year each year"}},
		Expect: "fail: 25 over 9 years is 2.8 a year",
		Sum:    &Working{"rate", []string{"25", "2021", "2030"}, "3.5", false}},
	{ID: "P18", Kind: "referenced_elsewhere", Holds: Open,
		Quotes: []Quote{{9, "is given in the Annual Report 2024, pages 88 to 93"}},
		Expect: "the process of S2.25 is referenced elsewhere, with the place; it is not a gap"},
	{ID: "P19", Kind: "scope_addition", Holds: True,
		Quotes: []Quote{{10, "Total emissions fell by 2.7 % to 1,795,200 t CO2e in 2024"}},
		Expect: "pass: 412,300 + 96,400 + 1,286,500 = 1,795,200",
		Sum:    &Working{"sum", []string{"412300", "96400", "1286500"}, "1795200", false}},
	{ID: "P20", Kind: "yoy_percentage", Holds: True,
		Quotes: []Quote{{10, "Total emissions fell by 2.7 % to 1,795,200 t CO2e in 2024"}},
		Expect: "pass: 1,844,400 to 1,795,200 is -2.7 %",
		Sum:    &Working{"change_percent", []string{"1844400", "1795200"}, "-2.7", false}},
	{ID: "P21", Kind: "scope_addition", Holds: False,
		Quotes: []Quote{{10, "1,926,100"}},
		Expect: "fail: 448,500 + 104,900 + 1,342,700 = 1,896,100, the stated total of 2022 is 1.6 % above it",
		Sum:    &Working{"sum", []string{"448500", "104900", "1342700"}, "1926100", false}},
	{ID: "P22", Kind: "yoy_percentage", Holds: False,
		Quotes: []Quote{{10, "Location-based Scope 2 emissions fell by 7.4 %, from 101,200 t CO2e in 2023 to 96,400 t CO2e in 2024."}},
		Expect: "fail: 101,200 to 96,400 is -4.7 % (two digits are swapped; the table is right)",
		Sum:    &Working{"change_percent", []string{"101200", "96400"}, "-7.4", false}},
	{ID: "P23", Kind: "category_addition", Holds: True,
		Quotes: []Quote{{11, "Total Scope 3"}},
		Expect: "pass: the eight categories add up to 1,286,500",
		Sum:    &Working{"sum", []string{"742100", "98300", "151600", "6900", "2400", "5200", "118700", "161300"}, "1286500", false}},
	{ID: "P24", Kind: "percentage_sum", Holds: True,
		Quotes: []Quote{{11, "Share of Scope 3 in 2024"}},
		Expect: "pass with a note: the shares add up to 99.9 % because of rounding",
		Sum:    &Working{"sum", []string{"57.7", "7.6", "11.8", "0.5", "0.2", "0.4", "9.2", "12.5"}, "100", true}},
	{ID: "P25", Kind: "percentage_calculation", Holds: True,
		Quotes: []Quote{{11, "made up 57.7 % of Scope 3 emissions"}},
		Expect: "pass: 742,100 of 1,286,500",
		Sum:    &Working{"share_percent", []string{"742100", "1286500"}, "57.7", false}},
	{ID: "P26", Kind: "percentage_calculation", Holds: False,
		Quotes: []Quote{{11, "Transport in categories 4 and 9 together made up 31.0 % of Scope 3 emissions."}},
		Expect: "fail: (151,600 + 118,700) of 1,286,500 is 21.0 %",
		Sum:    &Working{"share_percent", []string{"270300", "1286500"}, "31.0", false}},
	{ID: "P27", Kind: "table_total", Holds: True,
		Quotes: []Quote{{12, "We used 4,622 TJ of energy in 2024, 1.5 % less than in 2023."}},
		Expect: "pass: 2,140 + 1,105 + 865 + 512 = 4,622",
		Sum:    &Working{"sum", []string{"2140", "1105", "865", "512"}, "4622", false}},
	{ID: "P28", Kind: "percentage_calculation", Holds: True,
		Quotes: []Quote{{12, "Biomass and refuse-derived fuel provided 18.7 % of all energy in 2024."}},
		Expect: "pass: 865 of 4,622",
		Sum:    &Working{"share_percent", []string{"865", "4622"}, "18.7", false}},
	{ID: "P29", Kind: "direction", Holds: False,
		Quotes: []Quote{{12, "Purchased electricity increased for the second year in a row"}},
		Expect: "fail: it fell from 531 to 520 to 512 TJ"},
	{ID: "P30", Kind: "unit_validity", Holds: True,
		Quotes: []Quote{{12, "512 TJ, equals about 142,200 MWh"}},
		Expect: "pass: one MWh is 3.6 GJ",
		Sum:    &Working{"ratio", []string{"512000", "3.6"}, "142200", false}},
	{ID: "P31", Kind: "magnitude", Holds: False,
		Quotes: []Quote{{13, "Our sites withdrew 3,412 cubic metres of water in 2024."}},
		Expect: "fail: the table says 3,412 thousand cubic metres, a thousand times as much"},
	{ID: "P32", Kind: "percentage_sum", Holds: False,
		Quotes: []Quote{{13, "58 % was recycled or reused, 21 % was burned with energy recovery, 9 % was burned without energy recovery and 16 % went to landfill"}},
		Expect: "fail: the parts add up to 104 %; by the table the landfilled share is 12 %",
		Sum:    &Working{"sum", []string{"58", "21", "9", "16"}, "100", false}},
	{ID: "P33", Kind: "percentage_calculation", Holds: True,
		Quotes: []Quote{{14, "Women held 214 of 823 management positions at the end of 2024, or 26.0 %."}},
		Expect: "pass: 214 of 823",
		Sum:    &Working{"share_percent", []string{"214", "823"}, "26.0", false}},
	{ID: "P34", Kind: "intensity", Holds: True,
		Quotes: []Quote{{14, "There were 14 lost-time injuries in 11.2 million hours worked, which is a rate of 1.25 per million hours."}},
		Expect: "pass: 14 over 11.2",
		Sum:    &Working{"ratio", []string{"14", "11.2"}, "1.25", false}},
	{ID: "P35", Kind: "needs_outside_source", Holds: Open,
		Quotes: []Quote{{15, "At the Kedungrejo quarry south of Gresik, East Java, we replanted 118 hectares of former pits between 2019 and 2024."}},
		Expect: "a place, a period and an area: imagery could tell; the yearly amounts do add up to 118",
		Sum:    &Working{"sum", []string{"14", "16", "19", "21", "23", "25"}, "118", false}},
	{ID: "P36", Kind: "other_language", Holds: True,
		Quotes: []Quote{{16, "Total emisi gas rumah kaca kami pada tahun 2024 adalah 1.795.200 ton CO2e, turun 2,7 persen dibandingkan tahun 2023."}},
		Expect: "read as Indonesian with 1.795.200 = 1,795,200, which agrees with page 10, or named as not analysed; never read as 1.8"},
	{ID: "P37", Kind: "image_only_page", Holds: Open,
		Quotes: []Quote{{17, ""}},
		Expect: "page 17 is reported as a picture without text"},
	{ID: "P38", Kind: "gwp", Holds: Open,
		Quotes: []Quote{{18, "Methane and nitrous oxide are converted with the global warming potentials of the IPCC Fourth Assessment Report, 25 and 298."}},
		Expect: "noted: own conversions use values of an older assessment; ready-made factors may contain them"},
	{ID: "P39", Kind: "recalculation_consistency", Holds: True,
		Quotes: []Quote{{18, "Scope 1 emissions of 2023 were restated from 428,900 t CO2e to 431,800 t CO2e, an increase of 0.7 %"}},
		Expect: "pass: +0.7 %, and the table on page 10 shows the restated amount",
		Sum:    &Working{"change_percent", []string{"428900", "431800"}, "0.7", false}},
	{ID: "P40", Kind: "index_page", Holds: Open,
		Quotes: []Quote{{19, "GRI content index with references to IFRS S2"}},
		Expect: "no claims: an index says where to look, it asserts nothing"},
	{ID: "P41", Kind: "boilerplate_page", Holds: Open,
		Quotes: []Quote{{20, "This report contains forward-looking statements."}},
		Expect: "no claims about the company's performance"},
}
