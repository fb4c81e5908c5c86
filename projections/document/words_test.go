package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestASubjectDoesNotBreakOffBeforeItsLastWords(t *testing.T) {
	for name, c := range map[string][2]string{
		"short":               {"Our sites withdrew 3,412 cubic metres of water in 2024.", "Our sites withdrew 3,412 cubic metres of water in 2024"},
		"long":                {"We have trained all of the people in our twelve factories on safety this year.", "We have trained all of the people…"},
		"before a small word": {"In 2024 we assessed 212 suppliers, who account for 78 % of purchases by value.", "In 2024 we assessed 212 suppliers, who account…"},
		"a unit at the end":   {"We cut emissions across all plants by 31 % and more besides ever since then.", "We cut emissions across all plants by 31 %…"},
		"a figure at the end": {"The share of all women in our top management is 31 % and will be half of it.", "The share of all women in our top management…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := subjectOf(&Claim{Text: c[0]}); got != c[1] {
				t.Errorf("%q, not %q", got, c[1])
			}
		})
	}
}

// What of a page was left out is said with the name of its language in every format for people, and figures of checks have their thousands apart.
func TestExportsAreWrittenForPeople(t *testing.T) {
	d := aReport()
	d.Report.Warnings = []string{"1 of 20 pages are not analysed: language id is not read"}
	d.Report.NotAnalysed = []PageNote{{Page: 17, Reason: "language id is not read"}}
	d.Checks = append(d.Checks, Check{ID: "c9", Name: "yoy_percentage", Result: events.CheckFail, Message: "12 % stated, 13 % computed",
		Working: "(33000 - 30000) / 30000 x 100"})
	arranged(t, d)
	for _, format := range []Format{FormatHTML, FormatMarkdown, FormatText} {
		t.Run(string(format), func(t *testing.T) {
			out, err := d.Render(format)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"Indonesian is not read", "(33,000 - 30,000) / 30,000 x 100", "Change between years"} {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q", want)
				}
			}
			if strings.Contains(string(out), "language id") {
				t.Error("a language is named by its code")
			}
		})
	}
}

// A title that begins with the company's name needs no company before it.
func TestTheSubjectNamesTheCompanyOnce(t *testing.T) {
	for want, r := range map[string]Report{
		"Acme plc Annual Report 2024":         {Company: "Acme plc", Title: "Acme plc Annual Report 2024", Period: "2024"},
		"Acme plc, Sustainability 2024":       {Company: "Acme plc", Title: "Sustainability 2024", Period: "2024"},
		"Acme plc, Sustainability, 2024":      {Company: "Acme plc", Title: "Sustainability", Period: "2024"},
		"report.pdf":                          {Filename: "report.pdf"},
		"ACME PLC and its subsidiaries, 2024": {Company: "Acme plc", Title: "ACME PLC and its subsidiaries", Period: "2024"},
	} {
		if got := subject(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
