package intake

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/document"
)

func TestPreviewSaysWhatStandsThere(t *testing.T) {
	d := text(
		"Acme Group plc\nSustainability Report 2024.",
		"Acme Group plc prepared this report in accordance with the GRI Standards. It is guided by the recommendations of the TCFD. The ISSB met.",
		"Acme Group plc emitted 5 t of CO2 in fiscal year 2024. In 2019 it emitted 7 t.",
		"", "Wir sind die Acme.",
	)
	d.Pages[3].ImageOnly, d.Pages[3].NotAnalysed, d.Pages[3].Language = true, "image only: no text to read", "und"
	d.Pages[4].Language, d.Pages[4].NotAnalysed = "de", "language de is not read"
	d.Outline = []document.Heading{{Title: "One", Level: 1, Page: 1}, {Title: "Sub", Level: 2, Page: 2}, {Title: "Two", Level: 1, Page: 3}}

	p := Preview(d, events.Submission{ReportID: "rep_1", Filename: "a.pdf", Attempt: 2}, "hash")
	if p.Company != "Acme Group plc" || p.Period != "2024" || p.Language != "en" || p.Pages != 5 || p.PagesRead != 3 || p.Attempt != 2 || p.Parse != "hash" {
		t.Errorf("preview %+v", p)
	}
	if want := []string{"GRI", "TCFD"}; !slices.Equal(p.Frameworks, want) {
		t.Errorf("frameworks %v, want %v", p.Frameworks, want)
	}
	if want := "Acme Group plc prepared this report in accordance with the GRI Standards."; p.ComplianceStatement != want {
		t.Errorf("statement %q", p.ComplianceStatement)
	}
	if want := []events.OutlineSection{{Title: "One", Level: 1, PageStart: 1, PageEnd: 2}, {Title: "Sub", Level: 2, PageStart: 2, PageEnd: 2}, {Title: "Two", Level: 1, PageStart: 3, PageEnd: 5}}; !slices.Equal(p.Outline, want) {
		t.Errorf("outline %+v", p.Outline)
	}
	if !slices.Equal(p.PagesImageOnly, []int{4}) || len(p.NotAnalysed) != 2 || len(p.Warnings) != 2 {
		t.Errorf("image only %v, not analysed %v, warnings %q", p.PagesImageOnly, p.NotAnalysed, p.Warnings)
	}
}

// What the user says stands, whatever the text says.
func TestPreviewKeepsWhatTheUserSaid(t *testing.T) {
	p := Preview(text("Acme Group plc, fiscal year 2024."), events.Submission{Company: "Other AG", Sector: "EM-CM", Period: "2020"}, "")
	if p.Company != "Other AG" || p.Sector != "EM-CM" || p.Period != "2020" {
		t.Errorf("preview %+v", p)
	}
}

func TestCompany(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"", "Issuer Name\tPT Bank Contoh (Persero) Tbk\nIssuer Code\tBCTH", "PT Bank Contoh (Persero) Tbk"},
		{"", "The Contoso Holding SE is large. Contoso Holding SE grew.", "Contoso Holding SE"},
		{"Climate Action Plan 2024 - Fabrikam Wholesale", "We act.", "Fabrikam Wholesale"},
		{"Sustainability Report 2023", "We act.", ""},
		{"Microsoft Word - final.docx", "We act.", ""},
	} {
		d := text(c.text)
		d.Title = c.title
		if got := Company(d); got != c.want {
			t.Errorf("%q, %q: company %q, want %q", c.title, c.text, got, c.want)
		}
	}
}

func TestPeriod(t *testing.T) {
	for text1, want := range map[string]string{
		"Sustainability Report 2023. Published in May 2024.": "2023",
		"In FY22 we grew. Our plan for FY22 held.":           "2022",
		"We began in 2019 and 2019 was good; 2021 too.":      "2019",
		"No year at all.": "",
	} {
		if got := Period(text(text1)); got != want {
			t.Errorf("%q: period %q, want %q", text1, got, want)
		}
	}
}
