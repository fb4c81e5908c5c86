package events

import (
	"slices"
	"testing"
)

// The second half of either list was kept until the code stood.
func TestAnAmountThatASentenceTakesForKnownIsNotWhatItAsserts(t *testing.T) {
	for text, figure := range map[string]string{
		"Nine in ten of our 3,000 employees took part in safety training.":          "3,000",
		"85 % of our 3,000 employees are covered by collective agreements.":         "3,000",
		"All 3,000 employees received the code of conduct.":                         "3,000",
		"Half of 60 boilers were replaced in 2024.":                                 "60",
		"The 20,500 t CO2e were calculated with the market-based method.":           "20,500 t CO2e",
		"Our total emissions of 20,500 t CO2e were verified with limited assurance": "20,500 t CO2e",
		"The breakdown of the 20,500 t CO2e can be found in the annex.":             "20,500 t CO2e",
		"Our Scope 1 emissions (12,400 t CO2e) were audited by a third party.":      "12,400 t CO2e",
	} {
		t.Run(text, func(t *testing.T) {
			c := Claim{Text: text, Entities: Entities{Figures: []string{figure}}}
			if said := c.Asserted(); slices.Contains(said, figure) {
				t.Errorf("it is said to assert %v", said)
			}
		})
	}
}

func TestAnAmountThatASentenceGivesIsWhatItAsserts(t *testing.T) {
	for text, figure := range map[string]string{
		"Our workforce was 3,000 employees at the end of 2024.":                  "3,000",
		"Total emissions fell by 5.1 % to 20,500 t CO2e in 2024.":                "20,500 t CO2e",
		"In 2024 we employed 3,000 people.":                                      "3,000",
		"The total was 20,500 t CO2e.":                                           "20,500 t CO2e",
		"We generated a total of 12,000 tonnes of waste.":                        "12,000 tonnes",
		"85 % of our employees are covered by collective agreements.":            "85 %",
		"Our sites had emissions of 12,400 t CO2e in 2024.":                      "12,400 t CO2e",
		"A reduction of 5 % was achieved.":                                       "5 %",
		"We reached emissions of 12,400 t CO2e and have halved our water needs.": "12,400 t CO2e",
		"Of our 60 sites 20 are certified.":                                      "20",
	} {
		t.Run(text, func(t *testing.T) {
			c := Claim{Text: text, Entities: Entities{Figures: []string{figure}}}
			if said := c.Asserted(); !slices.Contains(said, figure) {
				t.Errorf("it is said to assert %v", said)
			}
		})
	}
}
