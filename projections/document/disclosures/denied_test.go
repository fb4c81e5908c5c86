package disclosures

import "testing"

func TestWhatASentenceDenies(t *testing.T) {
	const analysis, price = "a climate scenario analysis", "a carbon price"
	for _, c := range []struct {
		said, named string
		want        bool
	}{
		{"We have not carried out a climate scenario analysis.", analysis, true},
		{"To date the group has not yet performed any scenario analysis on climate change.", analysis, true},
		{"We have not set an internal carbon price.", price, true},
		{"There is no carbon price within the company.", price, true},
		{"We do not use the carbon price of one country only.", price, true},
		{"We have carried out a climate scenario analysis.", analysis, false},
		{"We have not updated our climate scenario analysis.", analysis, false},
		{"Our suppliers have not carried out a climate scenario analysis.", analysis, false},
		{"The analysis of climate scenarios did not show any risk.", analysis, false},
		{"We have not set a price.", price, false},
		{"We do not only use a carbon price.", price, false},
	} {
		if got := Denies(c.said, c.named); got != c.want {
			t.Errorf("%s: %t", c.said, got)
		}
	}
}
