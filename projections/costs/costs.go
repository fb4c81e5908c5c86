// Package costs shows what language models have cost a run: the lines of the ledger, added up. The ledger is written as money is
// spent and folded from no event, so a rebuild neither loses nor doubles it.
package costs

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Costs is what a run has cost, in all and by what has one thing in common. The parts of a list add up to the total, but for claims:
// what is asked about the report as a whole is of none.
type Costs struct {
	Run     string      `json:"run"`
	Total   Sum         `json:"total"`
	ByRole  []Part      `json:"by_role"`
	ByModel []Part      `json:"by_model"`
	ByAgent []Part      `json:"by_agent" doc:"by the processor that asked; the judge's are those of verdicts"`
	ByClaim []Part      `json:"by_claim" doc:"by claim, over all agents"`
	Verdict []Part      `json:"by_verdict" doc:"by claim, of the judge alone: what wording its verdicts has cost"`
	Calls   []CallOfRun `json:"calls" doc:"every call, the first one first"`
}

// Sum is what several calls come to.
type Sum struct {
	Calls        int    `json:"calls" doc:"that were answered and charged"`
	Cached       int    `json:"cached" doc:"questions whose answer was there already"`
	Lost         int    `json:"lost" doc:"calls without a whole answer, or under way: they may be charged"`
	Returned     int    `json:"returned" doc:"calls that the server has refused"`
	InputTokens  int    `json:"input_tokens"`
	OutputTokens int    `json:"output_tokens"`
	PromptCached int    `json:"prompt_cached" doc:"of the input tokens, those that the server had at hand"`
	USD          string `json:"usd" doc:"of the charged calls, by the price table"`
	LostUSD      string `json:"lost_usd" doc:"the most that the lost ones may have cost beside that"`
	Unpriced     int    `json:"unpriced" doc:"charged calls of models that the price table does not have: usd leaves them out"`
	Seconds      string `json:"seconds" doc:"from sending to answer, all calls added up"`
}

// Part is the sum of the calls that have one thing in common.
type Part struct {
	Name string `json:"name"`
	Sum
}

// CallOfRun is one call.
type CallOfRun struct {
	Agent        string `json:"agent"`
	Claim        string `json:"claim,omitempty"`
	Role         string `json:"role"`
	Model        string `json:"model"`
	Prompt       string `json:"prompt"`
	Repair       bool   `json:"repair" doc:"the model was told what was wrong with its first answer"`
	State        string `json:"state" enum:"held,paid,returned,lost,cached"`
	InputTokens  int    `json:"input_tokens"`
	OutputTokens int    `json:"output_tokens"`
	USD          string `json:"usd"`
	Milliseconds int64  `json:"milliseconds"`
	Problem      string `json:"problem,omitempty"`
}

// Of adds up what a run has cost. An exact replay has asked nobody: every answer of the run that it repeats was there.
func Of(ctx context.Context, q ledger.Querier, r *runs.Run) (ledger.Sum, error) {
	if r.Mode == events.ModeExact && r.Parent != "" {
		calls, err := ledger.Calls(ctx, q, r.Parent)
		if err != nil {
			return ledger.Sum{}, err
		}
		answered := ledger.Total(calls)
		out := ledger.Total(nil)
		out.Cached = len(ledger.By(calls, func(c ledger.Call) string {
			if c.State == ledger.Paid || c.State == ledger.Cached {
				return c.Request
			}
			return ""
		}))
		if answered.Calls+answered.Cached == 0 {
			out.Cached = 0
		}
		return out, nil
	}
	calls, err := ledger.Calls(ctx, q, r.ID)
	return ledger.Total(calls), err
}

// Read lists what a run has cost.
func Read(ctx context.Context, q ledger.Querier, r *runs.Run) (Costs, error) {
	calls, err := ledger.Calls(ctx, q, r.ID)
	if err != nil {
		return Costs{}, err
	}
	total, err := Of(ctx, q, r)
	if err != nil {
		return Costs{}, err
	}
	out := Costs{
		Run: r.ID, Total: sum(total), Calls: make([]CallOfRun, 0, len(calls)),
		ByRole:  parts(ledger.By(calls, func(c ledger.Call) string { return c.Role })),
		ByModel: parts(ledger.By(calls, func(c ledger.Call) string { return c.Model })),
		ByAgent: parts(ledger.By(calls, func(c ledger.Call) string { return c.Agent })),
		ByClaim: parts(ledger.By(calls, func(c ledger.Call) string { return c.Claim })),
		Verdict: parts(ledger.By(calls, func(c ledger.Call) string {
			if c.Agent == "judge" {
				return c.Claim
			}
			return ""
		})),
	}
	for _, c := range calls {
		usd := ""
		if c.USD != nil {
			usd = ledger.Print(c.USD)
		}
		out.Calls = append(out.Calls, CallOfRun{
			c.Agent, c.Claim, c.Role, c.Model, c.Prompt, c.Repair, string(c.State), c.InputTokens, c.OutputTokens, usd, c.Took.Milliseconds(), c.Problem,
		})
	}
	return out, nil
}

func parts(in []ledger.Part) []Part {
	out := make([]Part, len(in))
	for i, p := range in {
		out[i] = Part{p.Name, sum(p.Sum)}
	}
	return out
}

func sum(s ledger.Sum) Sum {
	return Sum{
		Calls: s.Calls, Cached: s.Cached, Lost: s.Lost, Returned: s.Returned, InputTokens: s.InputTokens, OutputTokens: s.OutputTokens,
		PromptCached: s.PromptCached, USD: ledger.Print(s.USD), LostUSD: ledger.Print(s.LostUSD), Unpriced: s.Unpriced,
		Seconds: fmt.Sprintf("%.1f", s.Took.Seconds()),
	}
}
