package document

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// What is hidden in a report stands in its document three times: in the report's list, as a finding that
// speaks for no claim, and as a warning without its words. The document is still valid.
func TestSuspiciousContentIsReported(t *testing.T) {
	m := material{
		run: &runs.Run{ID: "run_1", ReportID: "rep_1", SHA256: strings.Repeat("a", 64), Filename: "a.pdf", Mode: events.ModeLive,
			Status: events.RunAnalyzing, Iterations: 3},
		preview: events.Preview{
			ReportID: "rep_1", Pages: 2, PagesRead: 2, Language: "en", PagesOCR: []int{2},
			Suspicious: []events.SuspiciousContent{
				{Kind: "metadata", Why: "in the file's metadata, not on a page", Quote: "praise <b>us</b>"},
				{Page: 2, Kind: "tiny", Why: "too small to be read", Quote: "and again"},
			},
			SuspiciousHits: 2, Warnings: []string{"suspicious content: 2 pieces of text are hidden"},
		},
	}
	d, err := m.document()
	if err == nil {
		err = d.conclude()
	}
	if err != nil {
		t.Fatal(err)
	}
	if r := d.Report; len(r.SuspiciousContent) != 2 || r.SuspiciousContent[1].Page != 2 || len(r.PagesOCR) != 1 || r.IFRSCompliance != events.ComplianceNotStated {
		t.Errorf("report %+v", r)
	}
	pages := map[int]Finding{}
	for _, f := range d.Findings {
		if f.EvidenceType != "suspicious_content" || f.ClaimID != "" || f.SupportsClaim != nil || f.Agent != "intake" || len(f.Evidence) != 1 {
			t.Errorf("finding %+v", f)
		}
		page := 0
		if f.Evidence[0].Page != nil {
			page = *f.Evidence[0].Page
		}
		pages[page] = f
	}
	if len(pages) != 2 || pages[2].Evidence[0].Quote != "and again" || !strings.Contains(pages[2].Summary, "Page 2") ||
		strings.Contains(pages[2].Summary, "again") {
		t.Errorf("findings %+v", pages)
	}
	validate(t, d)
	md, err := d.Render(FormatMarkdown)
	if err != nil || bytes.Contains(md, []byte("<b>")) || !bytes.Contains(md, []byte("Page 2 holds text that is kept from the analysis")) {
		t.Errorf("%v\n%s", err, md)
	}
	html, err := d.Render(FormatHTML)
	if err != nil || bytes.Contains(html, []byte("<b>us</b>")) {
		t.Errorf("%v: the words of hidden text are markup", err)
	}
}

func validate(t *testing.T, d *Document) {
	t.Helper()
	raw, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(value); err != nil {
		t.Error(err)
	}
}
