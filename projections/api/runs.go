package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/checks"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/findings"
	"github.com/sibyl-project/sibyl/projections/gaps"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/projections/verdicts"
)

// RunView is a run with what other read models know of it.
type RunView struct {
	runs.Run
	Verdicts   map[string]int `json:"verdicts" doc:"current verdicts by class"`
	Successors []string       `json:"successors" doc:"runs that went on in the place of this one; follow the last one when this one ended in error"`
	LastSeq    int64          `json:"last_seq" doc:"number of its last event so far"`
}

type runList struct {
	Runs []RunView `json:"runs"`
}

// RunPath names the run an operation is about.
type RunPath struct {
	Run string `path:"run" doc:"run id"`
}

// runOf returns a run, also one of which the log shows nothing yet.
func (s *server) runOf(ctx context.Context, id string) (*runs.Run, error) {
	r, err := runs.Get(ctx, s.Pool, id)
	if !errors.Is(err, runs.ErrNotFound) {
		return r, err
	}
	req, err := s.Outbox.Request(ctx, id)
	if err != nil {
		return nil, err
	}
	return runs.Pending(req), nil
}

func (s *server) runView(ctx context.Context, id string) (RunView, error) {
	r, err := s.runOf(ctx, id)
	if err != nil {
		return RunView{}, err
	}
	out := RunView{Run: *r, Verdicts: verdicts.NoVerdicts()}
	counts, err := verdicts.Counts(ctx, s.Pool, []string{id})
	if err != nil {
		return out, err
	}
	if c := counts[id]; c != nil {
		out.Verdicts = c
	}
	if out.Successors, err = runs.Successors(ctx, s.Pool, id); err != nil {
		return out, err
	}
	out.LastSeq, err = feed.Head(ctx, s.Pool, id)
	return out, err
}

// settling is how long a run whose end is there is waited for until it is whole.
const settling = 10

// awaitRun returns a run, once it has ended or the time is up. Who asks because the feed showed the end
// of the run may be ahead of its last verdicts by a moment; that moment is always waited for.
func (s *server) awaitRun(ctx context.Context, id string, seconds int) (v RunView, err error) {
	r, err := s.runOf(ctx, id)
	if err != nil {
		return v, err
	}
	if r.Completion != nil {
		seconds = max(seconds, settling)
	}
	err = s.await(ctx, id, seconds, func() (bool, error) {
		r, err := s.runOf(ctx, id)
		return err == nil && r.Status != events.RunAnalyzing, err
	})
	if err != nil {
		return v, err
	}
	return s.runView(ctx, id)
}

func (s *server) registerRuns(api huma.API) {
	tags := []string{"Runs"}
	notFound := []int{http.StatusNotFound}
	huma.Register(api, huma.Operation{
		OperationID: "list-runs", Method: http.MethodGet, Path: "/api/v1/runs", Tags: tags, Summary: "All runs, the latest first",
	}, s.listRuns)
	huma.Register(api, huma.Operation{
		OperationID: "get-run", Method: http.MethodGet, Path: "/api/v1/runs/{run}", Tags: tags, Errors: notFound,
		Summary:     "One run with its progress",
		Description: "The status is completed only when everything of the run can be read.",
	}, func(ctx context.Context, in *struct {
		Run  string `path:"run" doc:"run id"`
		Wait int    `query:"wait" minimum:"0" maximum:"60" doc:"seconds to wait for the run's end"`
	}) (*struct{ Body RunView }, error) {
		v, err := s.awaitRun(ctx, in.Run, in.Wait)
		return answer(ctx, s, v, err)
	})
	s.registerRunParts(api, tags, notFound)
	s.registerStatement(api)
	huma.Register(api, huma.Operation{
		OperationID: "get-costs", Method: http.MethodGet, Path: "/api/v1/runs/{run}/costs", Tags: tags, Errors: notFound,
		Summary:     "What language models have cost a run, by role, model, agent, claim and call",
		Description: "The figures are those of the ledger, which is written as calls are made. A run that rules alone have judged has none.",
	}, func(ctx context.Context, in *RunPath) (*struct{ Body costs.Costs }, error) {
		r, err := s.runOf(ctx, in.Run)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		c, err := costs.Read(ctx, s.Pool, r)
		return answer(ctx, s, c, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "read-feed", Method: http.MethodGet, Path: "/api/v1/runs/{run}/feed", Tags: tags, Errors: notFound,
		Summary:     "Events of a run in their one order",
		Description: "Numbers run from 1 without gaps. Ask again with after = last_seq of the answer; at_end says that there was nothing more.",
	}, s.readFeed)
}

// registerRunParts registers the lists that the analysis document of a run consists of.
func (s *server) registerRunParts(api huma.API, tags []string, notFound []int) {
	huma.Register(api, huma.Operation{
		OperationID: "list-findings", Method: http.MethodGet, Path: "/api/v1/runs/{run}/findings", Tags: tags, Errors: notFound,
		Summary: "Findings by id, in the shape of the analysis document",
	}, func(ctx context.Context, in *struct {
		RunPath
		Claim string `query:"claim" doc:"claim id"`
		Agent string `query:"agent" enum:"legal,data_metrics,geography,news_media,academic,intake"`
	}) (*struct{ Body findingList }, error) {
		list, err := part(ctx, s, in.Run, func() ([]document.Finding, error) {
			return document.Findings(ctx, s.Pool, in.Run, findings.Filter{ClaimID: in.Claim, Agent: events.Agent(in.Agent)})
		})
		return answer(ctx, s, findingList{list}, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "list-verdicts", Method: http.MethodGet, Path: "/api/v1/runs/{run}/verdicts", Tags: tags, Errors: notFound,
		Summary: "Verdicts by claim, in the shape of the analysis document",
	}, func(ctx context.Context, in *struct {
		RunPath
		Claim     string `query:"claim" doc:"claim id"`
		Verdict   string `query:"verdict" enum:"verified,unverified,contradicted,insufficient_evidence"`
		Revisions bool   `query:"revisions" doc:"every revision, not only the current ones"`
	}) (*struct{ Body verdictList }, error) {
		list, err := part(ctx, s, in.Run, func() ([]document.Verdict, error) {
			return document.Verdicts(ctx, s.Pool, in.Run, verdicts.Filter{ClaimID: in.Claim, Verdict: events.VerdictClass(in.Verdict)}, in.Revisions)
		})
		return answer(ctx, s, verdictList{list}, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "list-gaps", Method: http.MethodGet, Path: "/api/v1/runs/{run}/gaps", Tags: tags, Errors: notFound,
		Summary: "Disclosure gaps by id, in the shape of the analysis document",
	}, func(ctx context.Context, in *struct {
		RunPath
		Pillar string `query:"pillar" enum:"governance,strategy,risk_management,metrics_targets,general_requirements"`
		Status string `query:"status" enum:"not_addressed,partially_addressed,could_not_assess,conditional,referenced_elsewhere"`
	}) (*struct{ Body gapList }, error) {
		list, err := part(ctx, s, in.Run, func() ([]document.Gap, error) {
			return document.Gaps(ctx, s.Pool, in.Run, gaps.Filter{Pillar: in.Pillar, Status: events.DisclosureStatus(in.Status)})
		})
		return answer(ctx, s, gapList{list}, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "get-coverage", Method: http.MethodGet, Path: "/api/v1/runs/{run}/coverage", Tags: tags, Errors: notFound,
		Summary: "Disclosure coverage by pillar",
	}, func(ctx context.Context, in *RunPath) (*struct{ Body coverageBody }, error) {
		c, err := part(ctx, s, in.Run, func() (map[string]document.Coverage, error) { return document.CoverageOf(ctx, s.Pool, in.Run) })
		return answer(ctx, s, coverageBody{c}, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "list-checks", Method: http.MethodGet, Path: "/api/v1/runs/{run}/checks", Tags: tags, Errors: notFound,
		Summary: "Checks with their working, by id",
	}, func(ctx context.Context, in *struct {
		RunPath
		Claim  string `query:"claim" doc:"claim id"`
		Name   string `query:"name" doc:"name of the check"`
		Result string `query:"result" enum:"pass,fail,inconclusive"`
	}) (*struct{ Body checkList }, error) {
		list, err := part(ctx, s, in.Run, func() ([]document.Check, error) {
			return document.Checks(ctx, s.Pool, in.Run, checks.Filter{ClaimID: in.Claim, Name: in.Name, Result: events.CheckResult(in.Result)})
		})
		return answer(ctx, s, checkList{list}, err)
	})
}

type findingList struct {
	Findings []document.Finding `json:"findings"`
}

type verdictList struct {
	Verdicts []document.Verdict `json:"verdicts"`
}

type gapList struct {
	Gaps []document.Gap `json:"gaps"`
}

type checkList struct {
	Checks []document.Check `json:"checks"`
}

type coverageBody struct {
	Coverage map[string]document.Coverage `json:"coverage"`
}

// part reads a part of a run that exists.
func part[T any](ctx context.Context, s *server, run string, read func() (T, error)) (out T, err error) {
	if _, err := s.runOf(ctx, run); err != nil {
		return out, err
	}
	return read()
}

func (s *server) listRuns(ctx context.Context, in *struct {
	Report string `query:"report" doc:"runs of this report only"`
}) (*struct{ Body runList }, error) {
	list, err := runs.List(ctx, s.Pool, in.Report)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	ids := make([]string, len(list))
	successors := map[string][]string{}
	for i, r := range list {
		ids[i] = r.ID
	}
	counts, err := verdicts.Counts(ctx, s.Pool, ids)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	heads, err := feed.Heads(ctx, s.Pool, ids)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	for i := len(list) - 1; i >= 0; i-- { // the oldest first
		if p := list[i].Parent; p != "" && list[i].Mode == events.ModeLive {
			successors[p] = append(successors[p], list[i].ID)
		}
	}
	out := runList{Runs: make([]RunView, 0, len(list))}
	for _, r := range list {
		v := RunView{Run: *r, Verdicts: counts[r.ID], Successors: append([]string{}, successors[r.ID]...), LastSeq: heads[r.ID]}
		if v.Verdicts == nil {
			v.Verdicts = verdicts.NoVerdicts()
		}
		out.Runs = append(out.Runs, v)
	}
	return &struct{ Body runList }{out}, nil
}
