package legal

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/document"
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

// Speaks counts, by pillar, the required parts of disclosures that a passage answers by itself.
func Speaks(text string) (map[string]int, error) {
	std, err := load()
	if err != nil {
		return nil, fmt.Errorf("counting what a passage answers: %w", err)
	}
	ix := newIndex(std.lex, alone(1, text, ""))
	ix.single = true
	out := map[string]int{}
	for _, p := range std.GapCapable() {
		for _, r := range p.Requirements {
			if _, _, ok := ix.find(std.lex.answers[r.ID], r.NegativeStatements); ok {
				out[p.Pillar]++
			}
		}
	}
	return out, nil
}
