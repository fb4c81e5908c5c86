package wording_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/wording"
)

func TestWordsAreThoseOfPeople(t *testing.T) {
	for name, c := range map[string][2]string{
		"a name with a word left out": {wording.Words("metrics_targets"), "Metrics and targets"},
		"a name":                      {wording.Words("not_addressed"), "Not addressed"},
		"one thing":                   {wording.Plural(1, "page", "pages"), "1 page"},
		"hundreds":                    {wording.Plural(999, "word", "words"), "999 words"},
		"thousands":                   {wording.Plural(29631, "word", "words"), "29,631 words"},
		"millions":                    {wording.Plural(1002003, "word", "words"), "1,002,003 words"},
		"a language":                  {wording.LeftOut("1 of 20 pages: language id is not read"), "1 of 20 pages: Indonesian is not read"},
		"a language of pages around": {wording.LeftOut("language could not be told, among pages in de."),
			"language could not be told, among pages in German."},
		"a code of none":       {wording.LeftOut("language zzz is not read"), "language zzz is not read"},
		"a check in a summary": {wording.Summed("It holds. category_addition: Agrees exactly."), "It holds. Category addition: Agrees exactly."},
		"what is no check": {wording.Summed("By the words of the report: S2.6(a) is addressed."),
			"By the words of the report: S2.6(a) is addressed."},
		"a name that is a number":   {wording.Summed("It names CAS 7732185 (20230412)."), "It names CAS 7732185 (20230412)."},
		"a power of ten and a unit": {wording.Summed("1926100 tCO2e is off by 10^3."), "1,926,100 t CO2e is off by a factor of 1,000."},
		"what came of a check": {wording.Summed("Seen. yoy_percentage (fail): Does not agree."),
			"Seen. Change between years (does not hold): Does not agree."},
		"a check that begins with a figure":    {wording.Summed("target_achievability: 20 % from 2020 to 2030."), "Target achievability: 20 % from 2020 to 2030."},
		"a check that begins with a quotation": {wording.Summed(`Seen. magnitude: "30 t" is off.`), `Seen. Magnitude: "30 t" is off.`},
		"an agent that was asked": {wording.Summed("Asked for arithmetic, data_metrics answers: nothing."),
			"Asked for arithmetic, data and metrics answers: nothing."},
		"a sign":             {wording.Summed("An intensity of 461 gCO2e per kwh."), "An intensity of 461 g CO2e per kWh."},
		"a verdict":          {wording.Meaning(events.Unverified), "Only the company says so. It may well be true."},
		"a check that holds": {wording.Came(events.CheckPass), "Holds"},
		"another reason":     {wording.LeftOut("the page is an image"), "the page is an image"},
	} {
		t.Run(name, func(t *testing.T) {
			if c[0] != c[1] {
				t.Errorf("%q, not %q", c[0], c[1])
			}
		})
	}
}

func TestAFigureIsNamedAsPeopleDo(t *testing.T) {
	for want, m := range map[string]wording.Measured{
		"Scope 1 and 2 emissions, market-based":          {Metric: "ghg_emissions", Scope: "1+2", Method: "market"},
		"Scope 1, 2 and 3 emissions":                     {Metric: "ghg_emissions", Scope: "1+2+3"},
		"Scope 3 emissions, business travel, Asia":       {Metric: "ghg_emissions", Scope: "3", Category: "business travel", Boundary: "Asia"},
		"Greenhouse gas emissions":                       {Metric: "ghg_emissions"},
		"Intensity of Scope 1 emissions per tonne":       {Metric: "ghg_intensity", Scope: "1", Per: "tonne"},
		"Intensity of greenhouse gas emissions per hour": {Metric: "ghg_intensity", Per: "hour"},
		"Renewable share":                                {Metric: "renewable_share"},
		"Water, groundwater":                             {Metric: "water", Category: "groundwater"},
	} {
		if got := wording.Figure(m); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// Units are printed in the heads of tables, where no figure stands before them.
func TestAnAmountIsWrittenAsPeopleDo(t *testing.T) {
	for _, c := range []struct{ value, unit, want string }{
		{"20", "1,000 gigajoule", "20 thousand gigajoules"}, {"1", "1,000 gigajoule", "1 thousand gigajoules"}, {"1", "gigajoule", "1 gigajoule"},
		{"0.45", "Million cubic meter", "0.45 million cubic meters"}, {"184", "Hectare", "184 hectares"}, {"3010", "'000 MWh", "3,010 thousand MWh"},
		{"393", "In 1,000 metric tons of CO2 equivalents", "393 thousand metric tons of CO2 equivalents"}, {"12", "square foot", "12 square feet"},
		{"481", "No.", "481"}, {"172000", "No. (rounded)", "172,000 (rounded)"}, {"600758", "No. (in thousand)", "600,758 thousand"}, {"7", "Number", "7"},
		{"295", "thousands", "295 thousand"}, {"32.1", "Million €", "€ 32.1 million"}, {"120", "Million US$ (rounded)", "US$ 120 million (rounded)"},
		{"1184", "EUR million", "EUR 1,184 million"}, {"461", "gCO2e per kwh", "461 g CO2e per kWh"}, {"6198", "t CO2e per mio. € revenue",
			"6,198 t CO2e per million € revenue"},
		{"9", "kgCO2 per gj", "9 kg CO2 per GJ"}, {"12", "%", "12 %"}, {"2204", "thousand cubic metres", "2,204 thousand cubic metres"}, {"5", "toe", "5 toe"},
		{"4", "Gcal", "4 Gcal"}, {"8", "", "8"}, {"3", "megawatt hour", "3 megawatt hours"}, {"14", "Tons", "14 tons"}, {"30", "percent", "30 percent"},
		{"2", "Mio. kWh", "2 million kWh"}, {"2", "tonne of product", "2 tonnes of product"}, {"a fall", "", "a fall"},
	} {
		if got := wording.Amount(c.value, c.unit); got != c.want {
			t.Errorf("%s of %q is %q, not %q", c.value, c.unit, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"2022: 457,606 In 1,000 metric tons of CO2e, 2023: 483,188 In 1,000 metric tons of CO2e": "2022: 457,606 thousand metric tons of CO2e, " +
			"2023: 483,188 thousand metric tons of CO2e",
		"Hours: 614,731 No. (in thousand) in 2023; 600 No. (in thousand)": "Hours: 614,731 thousand in 2023; 600 thousand",
		"481 No. after 426 No.":               "481 after 426",
		"In 2023 Hectare was a unit":          "In 2023 Hectare was a unit",
		"Scope 1 1,000 t":                     "Scope 1 1,000 t",
		"Scope 1 and 2 1,000 metric tons":     "Scope 1 and 2 1,000 metric tons",
		"5 Germany, 3 Million cubic meter":    "5 Germany, 3 million cubic meters",
		"See No. 5 of 2023":                   "See No. 5 of 2023",
		"101 (page 60), 1.000 are left of it": "101 (page 60), 1.000 are left of it",
	} {
		if got := wording.Measures(text); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
