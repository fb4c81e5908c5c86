package intake

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestNamesInATitleAreItsOwnWordsWithCapitals(t *testing.T) {
	for _, c := range []struct{ name, title, want string }{
		{"before the words of reports", "Fabrikam Hotels Sustainability Report 2024", "Fabrikam Hotels"},
		{"behind them", "Sustainability report of Fabrikam Hotels", "Fabrikam Hotels"},
		{"joined by an ampersand", "Garrow & Thole Castings – Our first sustainability report", "Garrow & Thole Castings"},
		{"never across such words", "Fabrikam Hotels Annual Report Highlights", "Fabrikam Hotels; Highlights"},
		{"a fiscal year", "Sustainability statement FY24", ""},
		{"a month", "Report for the year ended 30 June 2024", ""},
		{"a phrase", "Sustainability report 2024 (English edition)", ""},
		{"a sentence's words", "Climate report — financed emissions", ""},
		{"two names in a head", "Fabrikam Group | Responsible Hospitality 2024", "Fabrikam; Responsible Hospitality"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, n := range namesIn(c.title) {
				got = append(got, n.text)
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTheLongestBeginningThatTheTextHasIsTheName(t *testing.T) {
	for _, c := range []struct{ name, title, text, want string }{
		{"the text has less", "Fabrikam Hotels Responsible Hospitality Report", "At Fabrikam Hotels we care for guests.", "Fabrikam Hotels"},
		{"it stands by itself in the title", "Climate Plan - Fabrikam Wholesale", "At Fabrikam we care.", "Fabrikam Wholesale"},
		{"an ordinary word", "Business Report", "Our business grew. Any business has costs. Business is good.", ""},
		{"a text that says we", "Fabrikam Pastures Report", "We care.", "Fabrikam Pastures"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := text(c.title+".", c.text)
			for i := range d.Pages {
				role := document.RoleBody
				if i == 0 {
					role = document.RoleHeading
				}
				d.Pages[i].Lines = []document.Line{{Start: 0, End: len([]rune(d.Pages[i].Text)), Role: role}}
			}
			found := candidates{}
			found.confirmed(d, c.title, 5, "")
			if got := found.best(3).value; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
