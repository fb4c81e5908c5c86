package document

import (
	"slices"
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

// Review is what one person has said or done about a part of the analysis.
type Review struct {
	ID        string              `json:"id"`
	Action    events.ReviewAction `json:"action"`
	Part      events.ReviewPart   `json:"part"`
	Of        string              `json:"of" jsonschema:"description=id of the part; empty for the run"`
	By        string              `json:"by"`
	Reason    string              `json:"reason"`
	Assignee  string              `json:"assignee"`
	Withdraw  string              `json:"withdraw" jsonschema:"description=id of the review that is withdrawn by this one"`
	Withdrawn bool                `json:"withdrawn" jsonschema:"description=it counts no more"`
	At        time.Time           `json:"at"`
}

// reviewed are the reviews of a run, those that count no more marked.
func reviewed(all []events.Review) []Review {
	stands := map[string]bool{}
	for _, r := range events.Standing(all) {
		stands[r.ID] = true
	}
	return list(all, func(r events.Review) Review {
		return Review{r.ID, r.Action, r.Part, r.Of, r.By, r.Reason, r.Assignee, r.Withdraw, !stands[r.ID] && r.Action != events.ReviewWithdraw, r.At}
	})
}

// Reviewed is reviews in the shape of the document.
func Reviewed(all []events.Review) []Review { return reviewed(all) }

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

// Has reports whether the document has a part of an id; a review is a part, too.
func (d *Document) Has(part events.ReviewPart, id string) bool {
	switch part {
	case events.PartClaim:
		return slices.ContainsFunc(d.Claims, func(x Claim) bool { return x.ID == id })
	case events.PartFinding:
		return slices.ContainsFunc(d.Findings, func(x Finding) bool { return x.ID == id })
	case events.PartCheck:
		return slices.ContainsFunc(d.Checks, func(x Check) bool { return x.ID == id })
	case events.PartGap:
		return slices.ContainsFunc(d.Gaps, func(x Gap) bool { return x.ID == id })
	case events.PartMatter:
		return slices.ContainsFunc(d.Matters, func(x Matter) bool { return x.ID == id })
	case "review":
		return slices.ContainsFunc(d.Reviews, func(x Review) bool { return x.ID == id })
	}
	return false
}
