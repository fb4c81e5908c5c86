package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A link to a page is dead where the PDF is not, and whoever is handed one file cannot know that it wants another.
func TestAnExportSaysWhereItsLinksLead(t *testing.T) {
	const beside = "Links to pages open that PDF, which has to lie in the same folder as this file."
	for name, c := range map[string]struct{ file, served, says, link string }{
		"beside it":         {"report.pdf", "", beside, `href="./report.pdf#page=`},
		"a name with signs": {"a #1 report?.pdf", "", beside, `href="./a%20%231%20report%3F.pdf#page=`},
		"on a server": {"report.pdf", "http://127.0.0.1:8080/api/v1/reports/r/pdf",
			"Links to pages open the report at 127.0.0.1:8080, which must be running.", `/pdf#page=`},
		"nowhere, so nothing said": {"folder/report.pdf", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := aReport()
			d.Report.Filename = c.file
			out, err := arranged(t, d).RenderLinked(FormatHTML, c.served)
			if err != nil {
				t.Fatal(err)
			}
			html := string(out)
			if strings.Count(html, c.says) != 1 && c.says != "" || c.says == "" && strings.Contains(html, "Links to pages") || !strings.Contains(html, c.link) {
				t.Errorf("it says %q %d times", c.says, strings.Count(html, c.says))
			}
		})
	}
}

// A table says once for all its figures what they are of, in a way that nobody would behind one of them.
func TestUnitsOfTablesReadAsPeopleWriteThem(t *testing.T) {
	d := aReport()
	at := slices.IndexFunc(d.Claims, func(c Claim) bool { return c.ID == "roofs" })
	d.Claims[at].Source, d.Claims[at].Text = "table", "Energy – Total: 550 1,000 gigajoule in 2023; 582 1,000 gigajoule in 2022"
	d.Checks = append(d.Checks, Check{ID: "chk_units", Name: "yoy_percentage", Result: events.CheckFail, Message: "Does not agree.",
		Working: "2022: 582 Million cubic meter, 2023: 550 Million cubic meter", Inputs: []CheckInput{{Label: "Energy, 2023", Value: "550",
			Unit: "1,000 gigajoule", Page: 4}}})
	d = arranged(t, d)
	for _, f := range []Format{FormatHTML, FormatMarkdown, FormatText} {
		out, err := d.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"550 thousand gigajoules in 2023; 582 thousand gigajoules in 2022", "Energy, 2023: 550 thousand gigajoules",
			"582 million cubic meters, 2023: 550 million cubic meters"} {
			if f == FormatHTML && !strings.Contains(string(out), want) {
				t.Errorf("%s has no %q", f, want)
			}
		}
		if strings.Contains(string(out), "1,000 gigajoule in") {
			t.Errorf("%s has the unit of a heading behind a figure", f)
		}
	}
}
