package cell

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A unit that counts in thousands is no amount.
func TestAUnitOfThousandsIsNoFact(t *testing.T) {
	for text, unit := range map[string]bool{"1,000 t CO2e": true, "1,000 metric tons": true, "1,001 t CO2e": false, "1,000": false, "1,000 GJ": false} {
		q, err := quantity.Parse(text, quantity.Point)
		if err != nil {
			t.Fatal(err)
		}
		c := Cell{Rows: []string{"Scope 1"}, Place: facts.Place{Page: 1}, Source: facts.FromTable, Q: q, Printed: text}
		if _, ok := c.Fact(2023, Meanings{}); ok == unit {
			t.Errorf("%q: a fact: %t", text, ok)
		}
	}
}
