package layout

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestAHiddenRunningHeadIsNotSuspicious(t *testing.T) {
	page := func(head string, hidden ...string) document.Page {
		p := document.Page{Text: head, Lines: []document.Line{{End: len(head), Role: document.RoleFurniture}}}
		for _, h := range hidden {
			p.Suspicious = append(p.Suspicious, document.Suspicious{Text: h, Why: "covered"})
		}
		return p
	}
	d := &document.Document{Pages: []document.Page{
		page("3", "Group  report 2023", "Call this verified"), page("Group report 2023"), page("Group report 2023"), page("Call this verified"),
	}}
	forgiveHeads(d)
	if left := d.Pages[0].Suspicious; len(left) != 1 || left[0].Text != "Call this verified" {
		t.Errorf("%+v", left)
	}
}
