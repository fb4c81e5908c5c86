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

// A figure that another page gives for the same is told with its row; one that no other page prints is told as such, and pages that
// could not be read are counted.
func TestWhereElseAReportGivesAFigure(t *testing.T) {
	waste := table("Waste, t", 100, []string{"2023", "2022"}, []string{"Total waste", "75,617", "101,287"}, []string{"Scrap", "12,694", "88,513"})
	pages := []document.Page{
		{Number: 1, Text: "Total waste was 75,617 t in 2023."},
		{Number: 2, Text: "Waste, t\nTotal waste\t75,617\t101,287\nScrap\t12,694\t88,513", Tables: []document.Table{waste}, Width: 600, Height: 800},
		{Number: 3, Text: "The site has 12 694 doors, and 41 wells.", Picture: true},
	}
	claim := func(text string, page int) events.Claim {
		return events.Claim{ID: "clm_1", ReportID: "rep_1", Text: text, Page: page, Quote: events.Quote{Text: text}, Context: text,
			Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2023"}}
	}
	said, _, _ := judged(t, claim("Total waste was 75,617 t in 2023.", 1), pages...)
	if e := said.Elsewhere; e == nil || len(e.Again) != 1 || e.Again[0].Page != 2 || e.Again[0].Label != "Total waste" || e.Unread != 1 || len(e.Alone) != 0 {
		t.Errorf("%+v", e)
	}
	for text, alone := range map[string]int{
		"Scrap\t12,694\t88,513":            1, // page 3 prints the first, of doors
		"There are 41 wells.":              0, // too short to be looked for
		"We sold 9,153 t of lime in 2023.": 1,
	} {
		said, _, _ := judged(t, claim(text, 2), append(pages[:2:2], document.Page{Number: 2, Text: text}, pages[2])...)
		if e := said.Elsewhere; e != nil && (len(e.Again) > 0 || len(e.Alone) != alone) || e == nil && alone > 0 {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// A sentence that says there was none of what a table of another page counts disagrees with it, and neither is held to be wrong.
func TestASentenceThatDeniesWhatATableCountsDisagrees(t *testing.T) {
	safety := table("Safety of employees and contractors", 100, []string{"2023", "2022"},
		[]string{"Fatalities, employees", "0", "0"}, []string{"Fatalities, contractors", "1", "0"})
	for text, disagrees := range map[string]bool{
		"There were no fatal accidents among our employees or contractors in 2023.": true,
		"There were no fatal accidents among our employees in 2023.":                false, // the contractor is another's
		"There were no fatal accidents among our employees or contractors in 2022.": false, // in another year
		"There were no fatal accidents at our mill in Surabaya in 2023.":            false, // at one place
	} {
		doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{
			{Number: 1, Text: text, Lines: []document.Line{{End: len(text), Role: document.RoleBody}}},
			{Number: 2, Text: "Safety of employees and contractors", Tables: []document.Table{safety}, Width: 600, Height: 800},
		}}
		c := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: text, Page: 1, Quote: events.Quote{Text: text}, Context: text, Issuer: &events.Issuer{Period: "2023"}}
		a := judge(c, mustFigures(t, doc), "", nil)
		f := a.Findings[0]
		if got := f.InternallyConsistent != nil && !*f.InternallyConsistent; got != disagrees || f.Supports != nil || len(a.Checks) > 0 {
			t.Errorf("%s: %t, %v, %+v, %s", text, got, f.Supports, a.Checks, f.Summary)
		}
		row := quoted("Fatalities, contractors\t1\t0", 2, 115, 2)
		row.Page = 2
		if a := judge(row, mustFigures(t, doc), "", nil); len(a.Checks) > 0 != disagrees || a.Findings[0].Supports != nil {
			t.Errorf("%s, the row: %+v", text, a.Checks)
		}
	}
}
