package phrase

import "testing"

func TestLargeAmountsArePrintedInMillions(t *testing.T) {
	for in, want := range map[string]string{
		"483188000 tCO2e":  "483.188 million t CO2e",
		"190000000 tCO2e":  "190 million t CO2e",
		"-12500000 t":      "-12.5 million t",
		"9000000 t":        "9,000,000 t",
		"14940123 tCO2e":   "14,940,123 t CO2e",
		"12000000.5 t":     "12,000,000.5 t",
		"40000000":         "40 million",
		"no figure at all": "no figure at all",
	} {
		if got := Large(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
