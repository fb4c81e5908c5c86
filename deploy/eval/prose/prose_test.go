package prose

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

func TestADocumentIsHeldAgainstWhatItsAuthorSays(t *testing.T) {
	const claim, other = "We cut our Scope 1 emissions by 12 per cent in the year.", "The ministry plans a levy on fuels for ships from 2029."
	made := document.Claim{Page: 2, Text: claim}
	made.Quote.Text = claim
	truth := Truth{
		Claims: []Quote{{2, claim}, {9, claim}}, NotClaims: []Quote{{2, other}},
		Paragraphs: []Paragraph{{"S2.6(a)", "fully"}, {"S2.7", "partly"}, {"S2.14(c)", "not"}, {"S2.99", "fully"}},
	}
	got := Compare(truth, Document{
		Claims:   []document.Claim{made},
		Gaps:     []document.Gap{{Paragraph: "S2.7", Status: events.NotAddressed}, {Paragraph: "S2.14(c)", Status: events.NotAddressed}},
		Coverage: map[string]document.Coverage{"governance": {Addressed: []events.AddressedDisclosure{{Paragraph: "S2.6(a)"}}}},
	})
	if want := (Result{Claims: 2, Found: 1, NotClaims: 1, Paragraphs: 3, Exact: 2, Accused: 2, Rightly: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
