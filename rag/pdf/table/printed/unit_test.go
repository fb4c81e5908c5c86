package printed

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestUnitsThatAreReadAreUnitsOfHeadings(t *testing.T) {
	known := 0
	for word, alone := range quantity.Words() {
		if listed, is := unitWords[word]; !is {
			t.Errorf("%q is not known as part of a unit", word)
		} else if listed && alone {
			known++
			if !IsUnit(word) {
				t.Errorf("%q is no unit here", word)
			}
		}
	}
	if known < 150 {
		t.Errorf("%d words are units by themselves", known)
	}
	for text, want := range map[string]bool{
		"KES billion": true, "€bn": true, "$m": true, "cubic metres": true, "t CO₂e / € million": true, "1,000 m³": true, "TEUR": true, "Mio. €": true,
		"acre-feet": true, "thousand acre-feet": true, "acre feet": true, "feet": false, "acre-feet of snow": false,
		"carbon": false, "of": false, "per": false, "oil": false, "Scope 1": false, "short": false, "€ soup": false,
	} {
		if got := IsUnit(text); got != want {
			t.Errorf("%q is a unit: %t", text, got)
		}
	}
}

func TestYearsThatHeadColumns(t *testing.T) {
	for text, want := range map[string]Kind{
		"2023 (tCO2e)": Period, "2023 (m³)": Period, "2023 (4)": Period, "2,023 (tCO2e)": Number, "2023 tCO2e": Number, "1203 (tCO2e)": Number,
	} {
		if got := KindOf(text); got != want {
			t.Errorf("%q is of kind %d, want %d", text, got, want)
		}
	}
}

// A label may say more behind its unit: since when its figures are added up, from which year they are counted.
func TestUnitsBeforeARemark(t *testing.T) {
	for label, want := range map[string]string{
		"$bn, cumulative since 2020": "$bn", "MWh, metered": "MWh", "Waste to landfill, t (base 2020)": "t", "Renewable power, % (base 2017)": "%",
		"Budget, € k": "€ k", "Sick leave, Norway (own staff)": "", "Suppliers, of which audited": "", "Scope 2, market-based (restated)": "",
	} {
		t.Run(label, func(t *testing.T) {
			if got := UnitIn(label); got != want {
				t.Errorf("unit %q, want %q", got, want)
			}
		})
	}
}
