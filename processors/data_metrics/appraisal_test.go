package datametrics

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What is said of a claim beside arithmetic takes its figures from the claim's own words, wherever these stand in their
// surroundings, and the company's from its report.
func TestWhatIsSaidOfAClaimBesideArithmetic(t *testing.T) {
	rows := table("Key figures, EUR million", 100, []string{"2024", "2023"}, []string{"Revenue", "1,200", "1,150"})
	page := document.Page{Number: 1, Text: "Key figures, EUR million\nRevenue 1,200 1,150", Width: 600, Height: 800, Tables: []document.Table{rows}}
	own := "In 2023 we invested EUR 60 million in wind farms."
	details, checks, supports := judged(t, events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: own, Page: 7, Quote: events.Quote{Text: own}, Context: "We own 14 wind farms. " + own + " More will follow.",
		Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2023", Sector: "EM-CM"},
	}, page)
	f := details.FinancialImpact
	if f == nil || f.Of != "revenue" || f.Percent != "5.22" || f.Page != 1 || f.Amount != "EUR 60 million" || f.Assessment != "plausible" {
		t.Errorf("%+v", f)
	}
	if supports != nil {
		t.Errorf("it takes a side: %t", *supports)
	}
	for _, c := range checks {
		if c.Result == events.CheckFail {
			t.Errorf("it accuses: %+v", c)
		}
	}
}
