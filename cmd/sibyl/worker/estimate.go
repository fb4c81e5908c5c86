package worker

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/deploy/eval/reread"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/specialist/replies"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Rereading has evaluations measure with the configured models, too. What they answer is kept as long as the process lasts.
func Rereading(ctx context.Context, r settings.Reasoning) (context.Context, error) {
	asker, err := r.Asker(ledger.NewMemory())
	if err != nil || asker == nil {
		return ctx, err
	}
	p := Ports{Models: r.Models()}
	return reread.With(ctx, &reread.Reader{
		Learner: reason.Recording(artefact.NewMemory(), p.Models, asker), Revisers: p.revisers(),
	}), nil
}

// Of ten claims, eight have a finding that the judge's model is given to word; what it is given is about that many tokens. Measured on the
// sample (0.67, 830) and on a report of 210 pages (0.80, 871).
const (
	wordedOfTen  = 8
	wordedTokens = 850
)

// Estimate says what a first run over a report would ask models, what that costs and how long it takes, without asking anybody. What is asked
// of sentences, headings, passages and likenesses, and between agents in their first pass, is counted; verdicts follow from how many claims
// there are. Documents beside the report are left out: nobody knows yet which of their passages the rules leave open.
func Estimate(ctx context.Context, r settings.Reasoning, d *document.Document) (costs.Estimate, error) {
	p := Ports{Models: r.Models()}
	out := costs.Estimate{Pages: len(d.Pages), ByRole: []costs.EstimatedRole{}, USD: "0"}
	if len(p.Models) == 0 {
		return out, nil
	}
	prices, err := r.Prices()
	if err != nil {
		return out, err
	}
	counter := reason.NewCounter(p.Models)
	counting := counter.Counting(ctx)
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return out, fmt.Errorf("reading what the report says: %w", err)
	}
	for _, reviser := range p.revisers() {
		if _, _, err := reviser.Revise(counting, d, said); err != nil {
			return out, fmt.Errorf("counting what would be asked: %w", err)
		}
	}
	found, err := claims.Rules{}.Extract(ctx, claims.Section{ReportID: "rep_estimated", Statements: said, Document: d, From: 1, To: len(d.Pages)})
	if err != nil {
		return out, fmt.Errorf("counting the claims: %w", err)
	}
	reduced, _, err := claims.Reducer{Similarity: claims.Meaning{}, Retrieval: claims.BundledStandards(), Confirmer: p.confirmer()}.Reduce(counting, found)
	if err != nil {
		return out, fmt.Errorf("counting the claims: %w", err)
	}
	out.Claims = len(reduced)
	if p.Models[reason.Replies] != "" {
		if err := repliesTo(counting, d, reduced); err != nil {
			return out, fmt.Errorf("counting the questions between agents: %w", err)
		}
	}
	counter.Expect("judge", (wordedOfTen*len(reduced)+9)/10, wordedTokens, 1)

	all := counter.Expected(prices, r.Address())
	total := ledger.Sum{}
	for _, e := range all {
		usd := ""
		if e.USD != nil {
			usd = ledger.Print(e.USD)
			total.USD = ledger.Add(total.USD, e.USD)
		} else {
			out.Unpriced += e.Calls
		}
		out.Calls, out.InputTokens, out.OutputTokens = out.Calls+e.Calls, out.InputTokens+e.InputTokens, out.OutputTokens+e.OutputTokens
		out.ByRole = append(out.ByRole, costs.EstimatedRole{
			Role: string(e.Role), Model: e.Model, Calls: e.Calls, InputTokens: e.InputTokens, OutputTokens: e.OutputTokens, USD: usd,
		})
	}
	out.USD, out.Seconds = ledger.Print(total.USD), int(reason.Lasting(all, r.LLMConcurrency, r.LLMSpeed).Seconds()+0.5)
	return out, nil
}

// repliesTo has the agents put the questions that claims raise in their first pass to one another, with no document beside the report.
func repliesTo(ctx context.Context, d *document.Document, all []events.Claim) error {
	store := artefact.NewMemory()
	data, err := document.Encode(d)
	if err != nil {
		return err
	}
	parse, err := store.Put(ctx, "parse", data)
	if err != nil {
		return err
	}
	agents := map[events.Agent]specialist.Agent{}
	for _, a := range (Ports{Store: store}).agents(replies.New(store)) {
		agents[a.Name] = a
	}
	for i := range all {
		c := all[i]
		c.Parse = parse
		w := events.Assignment{Claim: c, Iteration: 1, Agents: router.Route(c)}
		for _, task := range w.Agents {
			asks := agents[task.Agent].Ask
			if asks == nil {
				continue
			}
			for _, q := range asks(w, task) {
				to, _ := events.Answerer(q.Kind)
				request := events.InfoRequest{From: task.Agent, To: to, Kind: q.Kind, ClaimID: c.ID, Question: q.Text, Subject: &q.Subject, Claim: &c}
				if _, err := agents[to].Answer(ctx, request); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
