package quantity_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestRandStandsBeforeAmountsWithTheirScale(t *testing.T) {
	for text, want := range map[string]string{
		"Training spend was R412 million.":         "412000000",
		"Revenue fell to R28.4 billion.":           "28400000000",
		"Capital expenditure was R 4 210 million.": "4210000000",
		"Premiums of RM250 million.":               "250000000",
	} {
		t.Run(text, func(t *testing.T) {
			all := quantity.Find(text, quantity.Point)
			if len(all) != 1 || all[0].Unit.Dimension != quantity.Money || all[0].Base().Text('f') != want {
				t.Fatalf("%+v, want one amount of %s", all, want)
			}
		})
	}
	for _, text := range []string{"The refrigerant R410A leaked.", "R134 and R22 are phased out.", "Under CSR412 million things."} {
		if all := quantity.Find(text, quantity.Point); len(all) > 0 && all[0].Unit.Dimension == quantity.Money {
			t.Errorf("%q: %+v", text, all)
		}
	}
	if m, err := quantity.Measures("R million"); err != nil || m[0].Unit.Symbol != "ZAR" {
		t.Errorf("R million: %+v, %v", m, err)
	}
}

func TestScaleOfWhatIsNoKnownUnit(t *testing.T) {
	for unit, want := range map[string]string{"thousand hours": "1000", "1,000 hours": "1000", "billion GTM": "1000000000", "hours": "", "thousand": ""} {
		got := ""
		if by, ok := quantity.ScaleOf(unit); ok {
			got = by.Text('f')
		}
		if got != want {
			t.Errorf("%q: scale %q, want %q", unit, got, want)
		}
	}
}
