package legal

import (
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Disclosure is what a report says on one paragraph that can be a gap. The agent publishes only what is not
// fully there; a measurement needs the others too, with what stands for them.
type Disclosure struct {
	Paragraph string
	Status    events.DisclosureStatus
	Missing   []string // the required parts that were not found, in the registry's words
	Evidence  []events.PageQuote
}

// Disclosures is the agent's work on a report as a whole, in the order of the standards.
func Disclosures(doc *document.Document, sector string) ([]Disclosure, error) {
	std, err := load()
	if err != nil {
		return nil, err
	}
	var out []Disclosure
	for _, a := range std.report(doc, sector) {
		out = append(out, Disclosure{Paragraph: a.paragraph.ID, Status: a.status, Missing: a.missing, Evidence: a.evidence})
	}
	return out, nil
}
