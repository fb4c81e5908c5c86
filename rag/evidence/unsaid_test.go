package evidence

import "testing"

func TestUnsaid(t *testing.T) {
	for text, want := range map[string]bool{
		"Did Kooijveld withdraw 7,000,000 cubic metres in 2024?":                                     true,
		"Without the new plant Kooijveld would have withdrawn 4,800,000 cubic metres.":               true,
		"Kooijveld is allowed to withdraw 3,900,000 cubic metres a year.":                            true,
		"Nordhavn may discharge 500,000 cubic metres at Tarnes.":                                     true,
		"An earlier version of this article gave a wrong figure: Kooijveld discharged 8,800,000 m3.": true,
		"The entry of 500,300 t was wrong.":                                                          true,
		"In May 2024 Kooijveld withdrew 300,000 cubic metres.":                                       false,
		"Kooijveld withdrew 3,412,000 cubic metres in 2024, the authority says.":                     false,
		"A worker was killed at Cilegon in 2024.":                                                    false,
		"The certificate of Kooijveld was withdrawn in 2024.":                                        false,
		"Kooijveld was ordered to pay 2 million in May.":                                             false,
	} {
		if got := unsaid(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"It used 1,700,000 m3 in the first half of 2024.": true, "It used 6,040 cubic metres a day.": true, "It emitted 101,000 t in Q3.": true,
		"It used 3,412,000 m3 a year.": false, "It withdrew 3,412,000 cubic metres in 2024.": false,
		"In May 2024 it withdrew 300,000 m3.": true, "It had restored 2 hectares by March 2024.": true,
		"It used 3,412,000 m3 in the year to March 2024.": false, "In March 2025 it was told that 3,412,000 m3 were used in 2024.": false,
	} {
		if got := ofPart(text); got != want {
			t.Errorf("%q: a part of a year %v, want %v", text, got, want)
		}
	}
}
