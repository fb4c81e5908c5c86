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
	made.Paragraphs = []document.ClaimedParagraph{{ID: "S2.29(a)(i)(1)"}, {ID: "S2.33"}}
	bare := document.Claim{Page: 4, Text: "We opened a wind park beside our smelter last spring."}
	truth := Truth{
		Claims: []Quote{
			{Page: 2, Text: claim, Asks: []string{"S2.29(a)", "S2.29(a)(i)(1)"}}, {Page: 9, Text: claim, Asks: []string{"S2.33"}},
			{Page: 4, Text: bare.Text, Asks: []string{"S2.14(a)(ii)"}}, {Page: 4, Text: bare.Text},
		},
		NotClaims: []Quote{{Page: 2, Text: other}},
		Paragraphs: []Paragraph{
			{ID: "S2.6(a)", State: "fully"}, {ID: "S2.7", State: "partly", Also: []string{"not"}}, {ID: "S2.14(c)", State: "not"}, {ID: "S2.99", State: "fully"},
			{ID: "S2.10(a)", State: "fully", Also: []string{"partly"}},
		},
	}
	got := Compare(truth, Document{
		Claims: []document.Claim{made, bare},
		Gaps: []document.Gap{{Paragraph: "S2.7", Status: events.NotAddressed}, {Paragraph: "S2.14(c)", Status: events.NotAddressed},
			{Paragraph: "S2.10(a)", Status: events.NotAddressed}},
		Coverage: map[string]document.Coverage{"governance": {Addressed: []events.AddressedDisclosure{{Paragraph: "S2.6(a)"}}}},
	})
	want := Result{Claims: 4, Found: 3, NotClaims: 1, Asked: 2, Right: 1, None: 1, Paragraphs: 4, Exact: 2, Accepted: 3, Accused: 3, Rightly: 1, Allowed: 2}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
