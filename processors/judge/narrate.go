package judge

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Narrator words the reasoning of a verdict that the rubric has reached, and says which one it would have given itself. It learns
// through a recorded port and decides nothing. Without words, those of the rules stand; without a narration, nobody was asked.
type Narrator interface {
	Narrate(ctx context.Context, c Case, ev Evaluation, v events.Verdict) (words string, told *events.Narration, err error)
}

// narrated is a handler whose verdicts are worded by n before they are published. What the case remembers of its verdict is what the
// rules say: a narration never makes a new revision. A verdict that a person has given has the person's words.
func narrated[E any](
	r Rubric, n Narrator, handle func(context.Context, Case, events.Event[E]) (stream.Step[Case], error),
) func(context.Context, Case, events.Event[E]) (stream.Step[Case], error) {
	if n == nil {
		return handle
	}
	return func(ctx context.Context, c Case, e events.Event[E]) (stream.Step[Case], error) {
		step, err := handle(ctx, c, e)
		if err != nil {
			return step, err
		}
		for i, d := range step.Publish {
			v, is := d.Payload.(events.Verdict)
			if !is || v.Override != nil {
				continue
			}
			now := step.State.sofar()
			words, told, err := n.Narrate(ctx, now, Evaluate(r, now), v)
			if err != nil {
				return step, fmt.Errorf("wording the verdict on claim %s: %w", v.ClaimID, err)
			}
			v.Narration = told
			if words != "" {
				v.Basis, v.Reasoning = v.Reasoning, words
			}
			step.Publish[i].Payload = v
			for k := range step.Publish {
				if a, is := step.Publish[k].Payload.(events.Activity); is && a.Event == "verdict_issued" && a.Data["claim_id"] == v.ClaimID {
					a.Data["reasoning"] = v.Reasoning
				}
			}
		}
		return step, nil
	}
}
