package document

import (
	"time"

	"github.com/invopop/jsonschema"

	"github.com/sibyl-project/sibyl/events"
)

// Override is a person's ruling beside the machine's verdict.
type Override struct {
	ID       string              `json:"id"`
	Verdict  events.VerdictClass `json:"verdict"`
	By       string              `json:"by"`
	Reason   string              `json:"reason"`
	At       time.Time           `json:"at"`
	Replaces string              `json:"replaces" jsonschema:"description=the ruling before; empty if there was none"`
	Machine  MachineVerdict      `json:"machine" jsonschema:"description=what the evidence comes down to"`
}

// MachineVerdict is what the evidence comes down to, whatever a person has ruled.
type MachineVerdict struct {
	Verdict         events.VerdictClass `json:"verdict"`
	Confidence      events.Confidence   `json:"confidence"`
	ConfidenceScore float64             `json:"confidence_score" jsonschema:"minimum=0,maximum=1"`
}

func override(o *events.Overruled) *Override {
	if o == nil {
		return nil
	}
	return &Override{
		ID: o.ID, Verdict: o.Verdict, By: o.By, Reason: o.Reason, At: o.At, Replaces: o.Replaces, Machine: MachineVerdict(o.Machine),
	}
}

// ruledByHand counts the verdicts that people have set.
func (d *Document) ruledByHand() int {
	n := 0
	for _, v := range d.Verdicts {
		if v.Override != nil {
			n++
		}
	}
	return n
}

// nullable admits null beside the shape of some of an object's properties.
func nullable(s *jsonschema.Schema, names ...string) {
	for _, name := range names {
		shape, _ := s.Properties.Get(name)
		s.Properties.Set(name, &jsonschema.Schema{OneOf: []*jsonschema.Schema{shape, {Type: "null"}}})
	}
}
