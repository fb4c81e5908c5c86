package checks_test

import "testing"

// An amount at the end of a text that has no end may lack its millions.
func TestAnAmountAtABrokenEndIsHeldAgainstNothing(t *testing.T) {
	table := grid("Results", "EUR million", []string{"2023", "2022"}, []string{"Revenue of the group", "170.7", "97.9"}, []string{"Profit", "41.5", "32.6"})
	for text, says := range map[string]string{
		"In 2023 the group reported revenue of EUR 170.7":                          "",
		"In 2023 the group reported revenue of EUR 170.7 and has more to come.":    "off by",
		"In 2023 the group reported revenue of EUR 170.7 million and a good year.": "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text}, table)) })
	}
}
