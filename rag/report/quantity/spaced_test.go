package quantity_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A space joins digits only where nothing else can be meant.
func TestSpacesThatPartThousands(t *testing.T) {
	for text, want := range map[string]string{
		"We used 12 345 MWh of heat and 1 200 500 kWh of power.": "12 345 MWh|1 200 500 kWh",
		"We employ 12 345 people.":                               "12 345",
		"About € 45 000 were spent.":                             "€ 45 000",
		"Water use grew to 1 234,5 m3.":                          "1 234,5 m3",
		"Scope 1 234 t CO2e":                                     "1|234 t CO2e",
		"Scopes 1 and 2 345 t CO2e":                              "1|2|345 t CO2e",
		"On June 30 120 t were left.":                            "30|120 t",
		"In 2023 120 MWh were used.":                             "2023|120 MWh",
		"2021 2022 120 130 140 MWh":                              "2021|2022|120|130|140 MWh",
		"Plants 12 345":                                          "12|345",
		"at 12 3456 t":                                           "12|3456 t",
		"at 12 345 678":                                          "12|345|678",
	} {
		t.Run(text, func(t *testing.T) {
			var got []string
			for _, q := range quantity.Find(text, quantity.Detect(text, quantity.Point)) {
				got = append(got, q.Text)
			}
			if strings.Join(got, "|") != want {
				t.Errorf("%q, want %s", got, want)
			}
		})
	}
}

func TestACurrencyBetweenAYearAndAFigureIsTheFigures(t *testing.T) {
	for in, want := range map[string]string{
		"In 2024 EUR 2.1 million was given.": "2024  year, 2100000 EUR",
		"In 2024 € 2.1 million was given.":   "2024  year, 2100000 EUR",
		"It cost 2024 EUR in 3 years.":       "2024 EUR, 3",
		"It cost 3000 EUR 5 times.":          "3000 EUR, 5",
		"Fees 2010 EUR 1990 EUR":             "2010 EUR, 1990 EUR",
	} {
		t.Run(in, func(t *testing.T) {
			var got []string
			for _, q := range quantity.Find(in, quantity.Point) {
				got = append(got, show(q))
			}
			if all := strings.Join(got, ", "); all != want {
				t.Errorf("%s, want %s", all, want)
			}
		})
	}
}
