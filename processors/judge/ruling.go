package judge

import (
	"context"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Ruling is a person's verdict on the claim. The judge goes on weighing what it hears beside it: the ruling
// stands until a person rules again, and every revision shows both.
type Ruling struct {
	ID       string              `json:"id"`
	Verdict  events.VerdictClass `json:"verdict"`
	By       string              `json:"by"`
	Reason   string              `json:"reason"`
	At       time.Time           `json:"at"`                 // of the event, so that a replay says the same
	Replaces string              `json:"replaces,omitempty"` // the ruling before
}

// says reports whether the override only repeats the ruling: a client that did not hear our answer asks twice.
func (x *Ruling) says(o events.Override) bool {
	return x != nil && x.Verdict == o.Verdict && x.By == o.By && x.Reason == o.Reason
}

// overridden takes in a person's ruling. A case that is still open keeps it for its first verdict.
func (b bench) overridden(_ context.Context, c Case, e events.Event[events.Override]) (stream.Step[Case], error) {
	o := e.Data
	if err := o.Check(); err != nil {
		return stream.Step[Case]{}, stream.Reject(fmt.Errorf("hearing override %q of claim %q: %w", o.ID, o.ClaimID, err))
	}
	c.Cap = max(c.Cap, e.IterationCap)
	if o.Withdraw {
		if c.Ruling == nil {
			return stream.Step[Case]{State: c}, nil
		}
		c.Ruling = nil
		if !c.closed() {
			return stream.Step[Case]{State: c}, nil
		}
		drafts := b.revise(&c)
		return stream.Step[Case]{State: c, Publish: drafts}, nil
	}
	if c.Ruling.says(o) {
		return stream.Step[Case]{State: c}, nil
	}
	next := Ruling{ID: o.ID, Verdict: o.Verdict, By: o.By, Reason: o.Reason, At: e.Time.UTC()}
	if c.Ruling != nil {
		next.Replaces = c.Ruling.ID
	}
	c.Ruling = &next
	if !c.closed() {
		return stream.Step[Case]{State: c}, nil
	}
	drafts := b.revise(&c)
	return stream.Step[Case]{State: c, Publish: drafts}, nil
}

// overrule puts a ruling over the machine's verdict, which stays beside it. The evidence does not bear out a
// verdict that it did not come down to, so confidence in that one is low, whoever has ruled.
func overrule(r Rubric, v *events.Verdict, x Ruling) {
	machine := events.MachineVerdict{Verdict: v.Verdict, Confidence: v.Confidence, ConfidenceScore: v.ConfidenceScore}
	v.Override = &events.Overruled{
		ID: x.ID, Verdict: x.Verdict, By: x.By, Reason: x.Reason, At: x.At, Replaces: x.Replaces, Machine: machine,
	}
	own := "comes to the same"
	if x.Verdict != machine.Verdict {
		own = "alone comes to " + classWords[machine.Verdict]
		v.ConfidenceScore = min(v.ConfidenceScore, r.Confidence.Incomplete)
		v.Confidence = events.ConfidenceLow
	}
	v.Verdict = x.Verdict
	v.Reasoning = fmt.Sprintf("Ruled %s by %s on %s: “%s” The evidence %s, with %s confidence. %s",
		classWords[x.Verdict], shorten(x.By, events.MaxOverrideBy), x.At.Format(time.DateOnly),
		shorten(x.Reason, events.MaxOverrideReason), own, machine.Confidence, v.Reasoning)
}

// classWords are how people are told of a verdict.
var classWords = map[events.VerdictClass]string{
	events.Verified:             "verified",
	events.Unverified:           "unverified",
	events.Contradicted:         "contradicted",
	events.InsufficientEvidence: "insufficient evidence",
}
