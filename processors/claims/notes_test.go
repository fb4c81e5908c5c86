package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// What a figure leaves out stands in the notes below it. The quotation stands on the page without the note's mark.
func TestNotesAreReadForClaims(t *testing.T) {
	d := doc("1 Emissions of the leased sites are not counted in the figures.")
	d.Pages[0].Lines[0].Role = document.RoleNote
	claims := extractWith(t, script{}, d, 1, 1)
	if len(claims) != 1 {
		t.Fatalf("%d claims, want one", len(claims))
	}
	const want = "Emissions of the leased sites are not counted in the figures."
	if c := claims[0]; c.Text != want || c.Quote.Text != want || c.Quote.Start != 2 {
		t.Errorf("%q, quoted as %q from %d", c.Text, c.Quote.Text, c.Quote.Start)
	}
}

func TestAClaimSaysWhetherItTellsOfABenefit(t *testing.T) {
	const text = "Our mills in Gothenburg now run on bark and sawdust alone."
	for value, want := range map[string]bool{"yes": true, "no": false} {
		t.Run(value, func(t *testing.T) {
			said := claimOf("entity process ongoing energy strategy S2.14(a)(ii)")
			said.Benefit = statement.Answer{Value: value, Sure: 0.9}
			claims := extractWith(t, script{text: said}, doc(text), 1, 1)
			if len(claims) != 1 || claims[0].Entities.EnvironmentalBenefit != want {
				t.Errorf("%+v, want a benefit: %t", claims, want)
			}
		})
	}
}
