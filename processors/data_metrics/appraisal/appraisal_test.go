package appraisal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// said is a claim of a report of 2024 by its words.
func said(text string) Subject {
	return Subject{
		Claim: events.Claim{Text: text, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024", Sector: "EM-CM"}}, Text: text, Around: text,
		Figures: figuresIn(text), Facts: map[int][]*facts.Fact{},
	}
}

// fact is one of a sheet.
func fact(t *testing.T, metric facts.Metric, printed string, year int, more func(*facts.Fact)) facts.Fact {
	t.Helper()
	q, err := quantity.Parse(printed, quantity.Point)
	if err != nil {
		t.Fatal(err)
	}
	f := facts.Fact{ID: fmt.Sprint(metric, printed, year), Metric: metric, Printed: printed, Year: year, Exact: q, Unit: q.Unit.Symbol}
	f.Page = 4
	if more != nil {
		more(&f)
	}
	return f
}

func TestAnAmountOfMoneyIsSetAgainstTheCompanysSize(t *testing.T) {
	revenue := func(printed string, year int) facts.Fact { return fact(t, facts.Revenue, printed, year, nil) }
	one := []facts.Fact{revenue("EUR 1,200 million", 2024)}
	for _, c := range []struct {
		name, text string
		facts      []facts.Fact
		percent    string
		assessment string // empty: nothing is said
	}{
		{"an investment", "We invested EUR 60 million in wind farms.", one, "5", plausible},
		{"more than a year's revenue", "We spent EUR 2,400 million on flood defences in 2024.", one, "200", outlier},
		{"the same over three years", "We invest EUR 2,400 million from 2024 to 2026.", one, "200", inconclusive},
		{"over a time that is not said", "We will invest EUR 2,400 million over the coming decade.", one, "200", inconclusive},
		{"another currency", "We invested USD 60 million in wind farms.", one, "", inconclusive},
		{"no revenue in the report", "We invested EUR 60 million in wind farms.", nil, "", inconclusive},
		{"the revenue of another year", "We invested EUR 60 million in wind farms.", []facts.Fact{revenue("EUR 1,200 million", 2022)}, "", inconclusive},
		{
			"two revenues", "We invested EUR 60 million in wind farms.", []facts.Fact{revenue("EUR 1,200 million", 2024), revenue("EUR 800 million", 2024)}, "",
			inconclusive,
		},
		{"a change of the revenue", "We invested EUR 60 million in wind farms.", []facts.Fact{
			fact(t, facts.Revenue, "EUR 90 million", 2024, func(f *facts.Fact) { f.Change = true }),
		}, "", inconclusive},
		{"a price", "We pay EUR 60 per tonne of carbon.", one, "", ""},
		{"no money", "We invested in 60 wind farms.", one, "", ""},
		{"sales", "Our sales were EUR 1,200 million.", one, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := impact(said(c.text), &Report{Sheet: &facts.Sheet{Facts: c.facts}, Year: 2024})
			if (f == nil) != (c.assessment == "") {
				t.Fatalf("%+v", f)
			}
			if f != nil && (f.Assessment != c.assessment || f.Percent != c.percent || f.Reason == "") {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestUnitsOfAReportAreCounted(t *testing.T) {
	emitted := func(printed string) facts.Fact { return fact(t, facts.GHGEmissions, printed, 2024, nil) }
	sheet := func(all ...facts.Fact) *Report { return &Report{Sheet: &facts.Sheet{Facts: all}, Year: 2024} }
	for name, c := range map[string]struct {
		text       string
		report     *Report
		consistent bool
		nothing    bool
	}{
		"one unit":             {"Scope 1 emissions were 412,300 t CO2e.", sheet(emitted("412,300 t CO2e"), emitted("96,400 t CO2e")), true, false},
		"another unit":         {"Scope 1 emissions were 412.3 kt CO2e.", sheet(emitted("412,300 t CO2e")), false, false},
		"two in the report":    {"Scope 1 emissions were 412,300 t CO2e.", sheet(emitted("412,300 t CO2e"), emitted("96.4 kt CO2e")), false, false},
		"the same in words":    {"Scope 1 emissions were 412 thousand tonnes of CO2e.", sheet(emitted("412.3 kt CO2e")), true, false},
		"an intensity":         {"Emissions were 0.2 t CO2e per tonne.", sheet(emitted("412,300 t CO2e")), false, true},
		"a report without any": {"Scope 1 emissions were 412,300 t CO2e.", sheet(), false, true},
	} {
		u := units(said(c.text), c.report)
		if (u == nil) != c.nothing || u != nil && (u.Consistent != c.consistent || u.Note == "") {
			t.Errorf("%s: %+v", name, u)
		}
	}
}

func TestPathsBendOneWayOrTheOther(t *testing.T) {
	for _, c := range []struct{ name, text, shape, paces string }{
		{
			"later parts are steeper", "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 base year. " +
				"The interim target for 2027 is a reduction of 28 %.",
			"accelerating", "4 4.67",
		},
		{
			"one pace", "We will reduce Scope 1 and 2 emissions by 40 % by 2030 from a 2020 base year. The interim target is 20 % by 2025.", "linear", "4 4",
		},
		{
			"earlier parts are steeper", "We will reduce Scope 1 and 2 emissions by 40 % by 2030 from a 2020 base year. The interim target is 30 % by 2025.",
			"decelerating", "6 2",
		},
		{"in one sentence", "We will reduce Scope 1 emissions by 10 % by 2025, 15 % by 2027 and 50 % by 2035 from a 2020 base year.", "", ""},
		{"no way between", "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 base year.", "", ""},
		{"one that goes back", "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 base year. The interim target for 2027 is 50 %.", "", ""},
		{
			"of two things", "We will reduce Scope 1 emissions by 42 % by 2030 from a 2020 base year. " +
				"We will reduce Scope 3 emissions by 25 % by 2030 from a 2021 base year. " +
				"The interim target for 2027 is 20 %.", "", "",
		},
		{"a share that is no step", "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 base year. Half of our sites, 50 %, had " +
			"certificates in 2027.", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := path(said(c.text))
			got, paces := "", ""
			if p != nil {
				got = p.Shape
				for _, s := range p.Steps {
					paces += " " + s.Pace
				}
			}
			if got != c.shape || strings.TrimSpace(paces) != c.paces && c.paces != "" {
				t.Errorf("%q by paces %q: %+v", got, paces, p)
			}
		})
	}
}

// row are the figures of one row of a table by year.
func row(t *testing.T, metric facts.Metric, printed ...string) []facts.Fact {
	t.Helper()
	var out []facts.Fact
	for i, p := range printed {
		out = append(out, fact(t, metric, p, 2024-i, func(f *facts.Fact) { f.Table, f.Row, f.Col, f.Scope = 2, 3, i+1, "1" }))
	}
	return out
}

func TestAFigureIsPutAmongThoseOfOtherYears(t *testing.T) {
	text := "Scope 1 emissions were 412,300 t CO2e in 2024."
	of := func(all []facts.Fact, checks ...events.Check) (Subject, *Report) {
		s := said(text)
		for _, q := range s.Figures {
			if q.Unit.Dimension == quantity.Emissions {
				s.Facts[q.Start] = []*facts.Fact{&all[0]}
			}
		}
		s.Checks = checks
		return s, &Report{Sheet: &facts.Sheet{Facts: all}, Year: 2024}
	}
	for _, c := range []struct {
		name       string
		facts      []facts.Fact
		checks     []events.Check
		trend      string // empty: nothing is said
		calculated string
		jumps      int
		assessment string
	}{
		{"falling", row(t, facts.GHGEmissions, "412,300 t CO2e", "431,800 t CO2e", "448,500 t CO2e"), nil, "falling", "-4.52 %", 0, inconclusive},
		{
			"checked and right", row(t, facts.GHGEmissions, "412,300 t CO2e", "431,800 t CO2e"),
			[]events.Check{{Name: "yoy_percentage", Result: events.CheckPass, Stated: "4.5 %", Inputs: []events.CheckInput{{FactID: "ghg_emissions412,300 t CO2e2024"}}},
				{Name: "table_total", Result: events.CheckFail}}, "falling",
			"-4.52 %", 0,
			"consistent",
		},
		{
			"checked and wrong", row(t, facts.GHGEmissions, "412,300 t CO2e", "431,800 t CO2e"),
			[]events.Check{{Name: "yoy_percentage", Result: events.CheckFail, Stated: "7 %"}}, "falling", "-4.52 %", 0, "inconsistent",
		},
		{
			"a year that stands out", row(t, facts.GHGEmissions, "412,300 t CO2e", "612,000 t CO2e", "420,000 t CO2e"), nil, "mixed", "-32.63 %", 1, inconclusive,
		},
		{"one year alone", row(t, facts.GHGEmissions, "412,300 t CO2e"), nil, "", "", 0, ""},
		{"a total beside its last year", append(row(t, facts.GHGEmissions, "412,300 t CO2e", "431,800 t CO2e"),
			fact(t, facts.GHGEmissions, "844,100 t CO2e", 2024, func(f *facts.Fact) { f.Table, f.Row, f.Col, f.Scope = 2, 3, 9, "1" })), nil, "", "", 0, ""},
		{"another row", append(row(t, facts.GHGEmissions, "412,300 t CO2e"),
			fact(t, facts.GHGEmissions, "431,800 t CO2e", 2023, func(f *facts.Fact) { f.Table, f.Row, f.Col, f.Scope = 2, 4, 2, "1" })), nil, "", "", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, r := of(c.facts, c.checks...)
			h := history(s, r)
			if (h == nil) != (c.trend == "") {
				t.Fatalf("%+v", h)
			}
			if h != nil && (h.Trend != c.trend || h.Calculated != c.calculated || len(h.Jumps) != c.jumps || h.Assessment != c.assessment) {
				t.Errorf("%+v", h)
			}
			if want := map[string]string{"checked and right": "4.5 %"}[c.name]; h != nil && h.Reported != want {
				t.Errorf("reported %q", h.Reported) // a check of another thing of the row is none of this one
			}
		})
	}
}

func TestTargetsHaveTheirAmounts(t *testing.T) {
	emitted := func(scope, printed string, year int) facts.Fact {
		return fact(t, facts.GHGEmissions, printed, year, func(f *facts.Fact) { f.Scope = scope })
	}
	of := func(kind, percent string, scopes ...int) []events.TargetFields {
		return []events.TargetFields{{Kind: kind, Percent: percent, BaseYear: 2020, TargetYear: 2030, Scopes: scopes}}
	}
	given := []facts.Fact{emitted("1+2", "612,400 t CO2e", 2020), emitted("1", "500,000 t CO2e", 2020), emitted("1+2", "508,700 t CO2e", 2024)}
	for name, c := range map[string]struct {
		targets []events.TargetFields
		facts   []facts.Fact
		want    string
	}{
		"given":                     {of("absolute", "42", 1, 2), given, "612400 355192 tCO2e"},
		"of another scope":          {of("absolute", "42", 3), given, "  "},
		"given twice":               {of("absolute", "42", 1, 2), append(given[:1:1], emitted("1+2", "621,400 t CO2e", 2020)), "  "},
		"given elsewhere otherwise": {of("absolute", "42", 1, 2), given, "  "},
		"an intensity":              {of("intensity", "42", 1, 2), given, "  "},
		"without a percent":         {of("absolute", "", 1, 2), given, "  "},
		"more than all":             {of("absolute", "110", 1, 2), given, "  "},
	} {
		doubted := map[string]bool{}
		if name == "given elsewhere otherwise" {
			doubted[c.facts[0].ID] = true
		}
		amounts(c.targets, &Report{Sheet: &facts.Sheet{Facts: c.facts}, Year: 2024, Doubted: doubted})
		if f := c.targets[0]; f.BaseValue+" "+f.TargetValue+" "+f.ValueUnit != c.want {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestRestatementsAreReadWithAmountsAndReason(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 1 emissions of 2023 were restated from 428,900 t CO2e to 431,800 t CO2e, because a meter had been read wrongly.": "0.68 % because " +
			"a meter had been read wrongly",
		"Scope 1 emissions of 2023 were restated from 428,900 to 431,800 t CO2e.":      "0.68 % ",
		"Scope 1 emissions rose from 428,900 t CO2e to 431,800 t CO2e.":                "",
		"Targets were adjusted. Emissions rose from 428,900 t CO2e to 431,800 t CO2e.": "",
	} {
		got := ""
		for _, r := range restatements(said(text)) {
			got += r.Percent + " " + r.Reason
		}
		if got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestWarmingPotentialsAreThoseOfAnEdition(t *testing.T) {
	for text, want := range map[string]string{
		"We use global warming potentials of 28 for methane and 265 for nitrous oxide.":       "CH4 28 current AR5;N2O 265 current AR5;",
		"The GWP of methane is 28, that of N2O 265.":                                          "CH4 28 current AR5;N2O 265 current AR5;",
		"Our GWP values are: CH4 25 and N2O 298.":                                             "CH4 25 older AR4;N2O 298 current AR4,AR5;",
		"By AR6, the GWP of methane is 25.":                                                   "CH4 25 unusual AR4;",
		"We use a GWP for methane of 29.5.":                                                   "CH4 29.5 unknown ;",
		"Methane 28 tonnes were leaked; GWP values are those of AR5.":                         "",
		"Methane emissions were 28.":                                                          "",
		"We report methane with a GWP, as our 25 sites do.":                                   "",
		"The warming potentials are those of the fifth assessment report, 28 sites use them.": "",
		"GWP of sulphur hexafluoride SF6: 23,500.":                                            "SF6 23500 current AR5;",
	} {
		got := ""
		for _, c := range potentials(said(text)) {
			got += c.Of + " " + c.Value + " " + c.Assessment + " " + strings.Join(c.Published, ",") + ";"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFactorsOfFuelsAreThosePublished(t *testing.T) {
	for text, want := range map[string]string{
		"Natural gas: 56.1 kg CO2 per GJ":                            "natural gas plausible",
		"Natural gas has a factor of 0.202 kg CO2 per kWh.":          "natural gas plausible",
		"Natural gas has a factor of 0.31 kg CO2e per kWh.":          "natural gas unusual",
		"Hard coal: 94.6 kg CO2 per GJ":                              "bituminous coal plausible",
		"Natural gas and diesel have factors of 56.1 kg CO2 per GJ.": "",
		"Natural gas gave 56.1 kg CO2 per tonne of product.":         "",
		"The Dutch grid: 0.27 t CO2e per MWh":                        "",
		"Emissions of our natural gas boilers were 56,100 kg CO2.":   "",
		"Kerosene is not in the table: 71.5 kg CO2 per GJ.":          "",
	} {
		got := ""
		for _, c := range factors(said(text)) {
			got += c.Of + " " + c.Assessment
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestParagraphsOfAClaim(t *testing.T) {
	r := &Report{
		Paragraphs: []events.ParagraphStatus{
			{ID: "S2.29(a)(i)(1)", Status: events.FullyAddressed}, {ID: "S2.29(a)(i)(3)", Status: events.NotAddressed}, {ID: "S2.29(f)", Status: events.NotAddressed},
			{ID: "S2.33(h)", Status: events.Conditional},
		},
		Missing: []string{"S2.29(a)(i)(3): an amount of Scope 3", "S2.29(f): a price"},
	}
	for id, want := range map[string]string{
		"S2.29(a)":       "partially_addressed [S2.29(a)(i)(3): an amount of Scope 3] 2",
		"S2.29(a)(i)(1)": "fully_addressed [] 1",
		"S2.29(f)":       "not_addressed [S2.29(f): a price] 1",
		"S2.33":          "conditional [] 1",
		"S2.2":           "",
		"S2.14(a)":       "",
	} {
		s := said("x")
		s.Claim.Paragraphs = []events.ParagraphLink{{ID: id}}
		got := ""
		if c := paragraphs(s, r); c != nil {
			got = fmt.Sprint(c.Status, " ", c.Missing, " ", len(c.Paragraphs))
		}
		if got != want {
			t.Errorf("%s: %q", id, got)
		}
	}
}

func TestMetricsOfTheIndustryAreThoseOfTheClaimsUnits(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 1 emissions were 412,300 t CO2e.":           "EM-CM-110a.1",
		"Our sites withdrew 3,412 cubic metres of water.":  "EM-CM-140a.1",
		"We used 4,622 TJ of energy.":                      "EM-CM-130a.1",
		"Scope 3 emissions were 1,286,500 t CO2e.":         "",
		"15 % of the pay depended on emissions and waste.": "",
		"There were 14 lost-time injuries.":                "",
		"We met 14 times to speak of water.":               "",
		"Hazardous waste was 1,940 tonnes.":                "EM-CM-150a.1",
		"We restored 118 hectares of the quarry.":          "EM-CM-160a.2",
	} {
		var codes []string
		for _, m := range industry(said(text)) {
			codes = append(codes, m.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	s := said("Scope 1 emissions were 412,300 t CO2e.")
	s.Claim.Issuer.Sector = "none"
	if got := industry(s); got != nil {
		t.Errorf("an unknown industry: %+v", got)
	}
}
