package facts

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A unit that counts in thousands is no amount.
func TestAUnitOfThousandsIsNoFact(t *testing.T) {
	for text, unit := range map[string]bool{"1,000 t CO2e": true, "1,000 metric tons": true, "1,001 t CO2e": false, "1,000": false, "1,000 GJ": false} {
		q, err := quantity.Parse(text, quantity.Point)
		if err != nil {
			t.Fatal(err)
		}
		c := cell{rows: []string{"Scope 1"}, place: Place{Page: 1}, source: FromTable, q: q, printed: text}
		if _, ok := c.fact(2023, meanings{}); ok == unit {
			t.Errorf("%q: a fact: %t", text, ok)
		}
	}
}
