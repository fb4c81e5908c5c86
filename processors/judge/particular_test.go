package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestNamesAreTakenFromAClaimAsItPrintsThem(t *testing.T) {
	issuer := &events.Issuer{Company: "Acme Holding AG"}
	for text, want := range map[string][]string{
		"We document the purpose in the Register of Processing Activities.":      {"Register of Processing Activities"},
		"The Acme Group’s suppliers accept the Supplier Code of Conduct (SCoC).": {"Supplier Code of Conduct"},
		"Businesses and SFS report, as do Energy and Waste.":                     nil,
		"They lay the foundation for supplier selection.":                        nil,
	} {
		if got := names(events.Claim{Text: text, Issuer: issuer}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestClaimsOfOneKindAreToldApart(t *testing.T) {
	a := events.Claim{Text: "They lay the foundation for supplier selection.", Entities: events.Entities{Kind: "process", Subject: "company"}}
	b := a
	b.Text = "Gaps in knowledge are tackled through dialog."
	b.Paragraphs = []events.ParagraphLink{{ID: "S1.44(a)", Relevance: "Read as evidence for it (0.91): Risk processes and policies.", Sure: 0.91}}
	if described(a) == described(b) {
		t.Errorf("two claims are described alike: %s", described(a))
	}
	if got := described(b); !strings.Contains(got, "under “risk processes and policies”.") {
		t.Errorf("what it is read as telling of is not said: %s", got)
	}
}

func TestASumThatOnlyComesNearConfirmsNothing(t *testing.T) {
	k := events.Check{ID: "chk_1", Name: "table_total", Result: events.CheckPass, Severity: "info", Stated: "311", Expected: "309", Difference: "2",
		Working: "295 + 14 = 309", Message: "Agrees within 1 % of the total: 311 stated, 309 computed."}
	c := Case{Claim: &events.Claim{Text: "Employees: 311"}}
	c.see(k, 1)
	if got := nearly(c); got == "" {
		t.Error("a sum that differs by more than rounding is said to confirm")
	}
	if text, _ := opening(c, Evaluation{}); !strings.Contains(text, "309, 0.6 % less: close, and not the same") {
		t.Errorf("the difference is not told: %s", text)
	}
	exact := k
	exact.ID, exact.Message, exact.Expected, exact.Difference, exact.Working = "chk_2", "Agrees exactly: 311.", "311", "0", "297 + 14 = 311"
	c.see(exact, 1)
	if got := nearly(c); got != "" {
		t.Errorf("a sum that is exact does not come first: %s", got)
	}
}

func TestACheckThatAsksIsToldFirst(t *testing.T) {
	c := Case{Claim: &events.Claim{Text: "Donations: 291,240 MILLION"}}
	c.see(events.Check{ID: "chk_1", Name: "duplicate_figure", Result: events.CheckInconclusive, Severity: "warning",
		Message: "One row stands twice with the same digits and different units: 291,240 MILLION on page 15, 291,240 EUR on page 20."}, 1)
	if text, figures := opening(c, Evaluation{}); !figures || !strings.Contains(text, "291,240 EUR on page 20") {
		t.Errorf("what a check asks is not told: %s", text)
	}
}
