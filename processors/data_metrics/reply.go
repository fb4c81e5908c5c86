package datametrics

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// replyWith answers other agents' questions about a claim's arithmetic with the checks that the agent itself would
// make of it: the same function of the claim and of its report's figures, without asking anybody.
func replyWith(store artefact.Store) func(context.Context, events.InfoRequest) (specialist.Reply, error) {
	return func(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) { return reply(ctx, store, q) }
}

func reply(ctx context.Context, store artefact.Store, q events.InfoRequest) (specialist.Reply, error) {
	switch {
	case q.Kind != events.AskArithmetic:
		return specialist.Nothing(fmt.Sprintf("Only questions about arithmetic are answered here, none of the kind %q.", q.Kind)), nil
	case q.Claim == nil:
		return specialist.Nothing("The question comes without the claim whose figures it is about."), nil
	}
	report, lost, err := figuresOf(ctx, store, *q.Claim)
	if err != nil {
		return specialist.Reply{}, fmt.Errorf("answering %s about claim %s: %w", q.From, q.Claim.ID, err)
	}
	a := judge(*q.Claim, report, lost, nil)
	r := specialist.Reply{Evidence: a.Findings[0].Evidence}
	var lines []string
	details := a.Findings[0].Details.(events.MetricsDetails)
	if t := details.TargetAchievability; t != nil {
		lines = append(lines, fmt.Sprintf("The target counts %s %% from %d to %d: %s percentage points of the base year a year.",
			t.Percent, t.BaseYear, t.TargetYear, t.LinearRate))
	}
	for _, c := range a.Checks {
		if c.Name != "unit_validity" || c.Expected != "" { // that a unit can be one says nothing of the arithmetic
			r.Checks = append(r.Checks, c)
			lines = append(lines, fmt.Sprintf("%s (%s): %s", c.Name, c.Result, c.Message))
		}
	}
	r.Text = strings.Join(lines, " ")
	if len(r.Checks) == 0 && details.TargetAchievability == nil {
		missing := ""
		if len(details.MissingData) > 0 {
			missing = " Missing: " + strings.Join(details.MissingData, "; ") + "."
		}
		return specialist.Nothing("Nothing in the claim can be worked out from its own figures." + missing), nil
	}
	return r, nil
}
