package parse

import (
	"github.com/sibyl-project/sibyl/rag/pdf/hidden"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// aside reads what stands beside the pages' text: page labels, which the pages are read with, and texts that
// readers do not see. Its own limits are a part of the child's. It has told the parent before, who leaves it
// out of the next attempt should it kill us.
func (o order) aside(pdf []byte, options *layout.Options) hidden.Result {
	if o.NoAside {
		return hidden.Result{Notes: []string{"annotations, form fields, attachments and layers could not be looked at: they killed the parser"}}
	}
	r := hidden.Read(pdf, hidden.Limits{Bytes: o.Size + 1, Pages: o.Limits.Pages})
	options.Labels, options.Overlays = r.Labels, r.Overlays
	return r
}

// record writes down what stands beside the pages. It is shown to people; no agent is handed it.
func record(d *document.Document, r hidden.Result) {
	for _, c := range r.Concealed {
		runes := []rune(c.Text)
		s := document.Suspicious{Text: string(runes[:min(len(runes), asideRunes)]), Why: string(c.Why), Rect: c.Box}
		if c.Page < 0 || c.Page >= len(d.Pages) {
			d.Suspicious = append(d.Suspicious, s)
			continue
		}
		p := &d.Pages[c.Page]
		p.Suspicious = append(p.Suspicious, s)
	}
	d.Notes = append(d.Notes, r.Notes...)
}

// asideRunes bounds what is kept of one text.
const asideRunes = 300
