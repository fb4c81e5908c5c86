package checks_test

import "testing"

// What a total leaves out is no other voice on it, a first part is no whole, and what went from one year to another is no target.
func TestWhatOnlyLooksLikeTheSameFigure(t *testing.T) {
	energy := grid("Key figures", "GWh", []string{"2023", "2022"}, []string{"Total energy", "710", "695"}, []string{"Water", "90", "80"})
	for text, check := range map[string]string{
		"Total energy excludes the energy used by subcontractors, estimated at 71 GWh.":                                             "duplicate_figure",
		"Total energy, without that of tenants, was about 71 GWh.":                                                                  "duplicate_figure",
		"The features accounted for 3,072 tonnes; the series accounted for 2,940 tonnes and all else for the remaining 408 tonnes.": "percentage_sum",
		"From 2019 to 2023 emissions dropped by 24%, from 371 to 282 thousand tonnes.":                                              "target_achievability",
	} {
		expectSaid(t, text, check, "", func() []string { return failuresOf(said([]string{text}, energy), check) })
	}
}
