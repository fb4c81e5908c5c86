package datametrics

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// reply answers other agents' questions about a claim's arithmetic with the checks that the agent itself would make
// of it: the same function of the claim, without asking anybody.
func reply(_ context.Context, q events.InfoRequest) (specialist.Reply, error) {
	switch {
	case q.Kind != events.AskArithmetic:
		return specialist.Nothing(fmt.Sprintf("Only questions about arithmetic are answered here, none of the kind %q.", q.Kind)), nil
	case q.Claim == nil:
		return specialist.Nothing("The question comes without the claim whose figures it is about."), nil
	}
	a := judge(*q.Claim, nil, "", nil)
	r := specialist.Reply{Evidence: a.Findings[0].Evidence}
	var lines []string
	details := a.Findings[0].Details.(events.MetricsDetails)
	if t := details.TargetAchievability; t != nil {
		lines = append(lines, fmt.Sprintf("The target counts %s %% from %d to %d: %s percentage points of the base year a year.", t.Percent, t.BaseYear, t.TargetYear, t.LinearRate))
	}
	for _, c := range a.Checks {
		if c.Name != "unit_validity" {
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
		return specialist.Nothing("The claim holds no figures that could be checked against one another." + missing), nil
	}
	return r, nil
}
