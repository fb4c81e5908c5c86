package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// Multiples and fractions in words are those of the figures beside them, or of the row that is surely meant.
func TestMultiplesAndFractionsInWords(t *testing.T) {
	fuel := grid("Fuel", "tonnes", []string{"2022", "2023"}, []string{"Jet fuel", "944,200", "1,012,000"}, []string{"of which SAF", "2,266", "4,685"},
		[]string{"Diesel for tractors", "610", "590"}, []string{"Training", "10", "12"})
	for text, want := range map[string]string{
		"In 2023 we nearly tripled our use of SAF.": "goes from 2,266 tonnes in 2022 to 4,685 tonnes in 2023",
		"Solar power from our own roofs tripled from 2.1 GWh to 4.3 GWh, and geothermal heat more than doubled from 6.0 GWh to 13.1 GWh.": "2.05 times",
		"In 2023 we halved our diesel for tractors.":                                                                             "from 610 tonnes",
		"More than half of our energy, namely 38%, is natural gas.":                                                              "the figure beside them is 38%",
		"Almost a quarter of our suppliers (31 %) have signed the code.":                                                         "the figure beside them is 31 %",
		"A third of the women, that is 51 %, work part time.":                                                                    "the figure beside them is 51 %",
		"Training hours averaged 22 in 2023 and 24 in 2022. Average training was thus a quarter higher than in the year before.": "-8.3 %",

		"In 2023 we more than doubled our use of SAF.":                                                                           "",
		"In 2023 we doubled our use of SAF.":                                                                                     "",
		"In 2023 we nearly tripled our use of SAF in Norway.":                                                                    "",
		"In 2025 we want to have tripled our use of SAF.":                                                                        "",
		"In 2023 we doubled our training.":                                                                                       "",
		"We have halved the losses of diesel for tractors in 2023.":                                                              "",
		"Emissions were nearly halved from 245 tonnes to 130 tonnes.":                                                            "",
		"Emissions were more than halved from 245 tonnes to 61 tonnes.":                                                          "",
		"Solar power doubled from 2.1 GWh to 4.3 GWh, and geothermal heat more than doubled from 6.0 GWh to 13.1 GWh.":           "",
		"The number doubled, from 120 to 150 for the group and from 15 to 30 in Spain.":                                          "",
		"More than half of our energy, namely 58%, is natural gas.":                                                              "",
		"Electricity is a little less than half of our energy, at 47%.":                                                          "",
		"A little less than half of our energy, namely 47%, is electricity.":                                                     "",
		"About a third of our suppliers (31 %) have signed the code.":                                                            "",
		"Half of our suppliers (52 %) have signed the code.":                                                                     "",
		"Renewable sources made 70% of it. More than half of renewable energy, namely 38%, is wind.":                             "",
		"More than half of it, namely 38%, is natural gas.":                                                                      "",
		"More than half of the reduction, namely 38%, is due to gas.":                                                            "",
		"More than half of our suppliers, or 38% of our spend, have signed the code.":                                            "",
		"More than half of our suppliers (2022: 38%) have signed the code.":                                                      "",
		"More than half of our suppliers saved 38%.":                                                                             "",
		"More than half of our suppliers (38 of 70) have signed the code.":                                                       "",
		"Training hours averaged 30 in 2023 and 24 in 2022. Average training was thus a quarter higher than in the year before.": "",
		"Training hours averaged 22 in 2023 and 24 in 2022. Sick leave was a quarter higher than in the year before.":            "",
		"Training hours averaged 22 in 2023 and 24 in 2022. Training was thus a quarter higher than at our peers.":               "",
		"Training hours averaged 22 in 2023 and 24 in 2022. Training was thus a quarter higher than in 2010.":                    "",
		"Training hours averaged 22 in 2023 and 24 in 2022. Training costs were thus a quarter higher than in the year before.":  "",
		"Training hours averaged 22 in 2023 and 24 in 2022. Average training was thus not a quarter higher.":                     "",
		"Training hours averaged 22 in 2023 and 24 in 2022, and 9 at Linz. Training was thus a quarter higher.":                  "",
	} {
		expectSaid(t, text, "any", want, func() []string {
			var out []string
			for _, r := range said([]string{text}, fuel) {
				if r.Result == events.CheckFail && r.Words != "" {
					out = append(out, r.Message)
				}
			}
			return out
		})
	}
}
