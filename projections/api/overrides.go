package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/reviews"
	"github.com/sibyl-project/sibyl/projections/verdicts"
)

// OverrideRequest is a person's ruling on one claim of a run.
type OverrideRequest struct {
	ClaimID string              `json:"claim_id" minLength:"1" maxLength:"200"`
	Verdict events.VerdictClass `json:"verdict,omitempty" enum:"verified,unverified,contradicted,insufficient_evidence" doc:"required unless withdraw is set"`
	By      string              `json:"by" minLength:"1" maxLength:"200" doc:"who rules"`
	Reason  string              `json:"reason" minLength:"1" maxLength:"2000" doc:"why; it stands in every later revision"`

	Withdraw bool `json:"withdraw,omitempty" doc:"take back what was ruled: the verdict of the evidence counts again"`
}

// Ruled is the answer to a ruling.
type Ruled struct {
	Override events.Override   `json:"override" doc:"as it is on record"`
	Verdict  *document.Verdict `json:"verdict" doc:"the revision that it led to; null while the judge has not answered yet"`
}

func (s *server) registerOverrides(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "override-verdict", Method: http.MethodPost, Path: "/api/v1/runs/{run}/overrides", Tags: []string{"Runs"},
		DefaultStatus: http.StatusCreated,
		Errors:        []int{http.StatusNotFound, http.StatusConflict},
		Summary:       "Rule on a claim by hand",
		Description: "The judge issues a revision in which the ruling stands, with the machine's verdict beside it; nothing that was issued " +
			"changes, and later evidence does not undo the ruling. 201 comes with the revision, 202 without it if the judge takes longer " +
			"than is waited for, 200 if the same person has ruled the same for the same reason. " +
			"409 says that the claim has no verdict yet, or that the run is a replay.",
		Responses: map[string]*huma.Response{
			"200": {Description: "the ruling stands already"},
			"202": {Description: "the ruling is on record, its revision is still to come"},
		},
	}, s.override)
}

func (s *server) override(ctx context.Context, in *struct {
	RunPath
	Wait int `query:"wait" minimum:"1" maximum:"60" default:"10" doc:"seconds to wait for the revision"`
	Body OverrideRequest
}) (*struct {
	Status int
	Body   Ruled
}, error) {
	answer := &struct {
		Status int
		Body   Ruled
	}{Status: http.StatusOK}
	now, err := s.verdictOn(ctx, in.Run, in.Body.ClaimID)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	asked := intent.Worded(in.Run, events.Override{ClaimID: in.Body.ClaimID, Verdict: in.Body.Verdict, By: in.Body.By, Reason: in.Body.Reason,
		Withdraw: in.Body.Withdraw})
	if asked.Withdraw && now.Override == nil {
		return nil, s.failure(ctx, Refusal{http.StatusConflict, "Nobody has ruled on claim " + asked.ClaimID + ": there is nothing to withdraw."})
	}
	if o := now.Override; o != nil && says(o, asked) {
		asked.ID, asked.ReportID = o.ID, now.ReportID
		answer.Body = Ruled{asked, shown(now)}
		return answer, nil
	}
	if answer.Body.Override, err = s.Outbox.OverrideVerdict(ctx, in.Run, asked); err != nil {
		return nil, s.failure(ctx, err)
	}
	answer.Status = http.StatusAccepted
	err = s.await(ctx, in.Run, in.Wait, func() (bool, error) {
		list, err := verdicts.Revisions(ctx, s.Pool, in.Run, verdicts.Filter{ClaimID: in.Body.ClaimID})
		for i := len(list) - 1; i >= 0; i-- {
			// Two who rule the same at once get one revision: the judge takes the second for a repeat.
			if asked.Withdraw && list[i].Revision > now.Revision && list[i].Override == nil {
				answer.Status, answer.Body.Verdict = http.StatusCreated, shown(list[i])
				return true, nil
			}
			if o := list[i].Override; o != nil && list[i].Revision > now.Revision && (o.ID == answer.Body.Override.ID || says(o, answer.Body.Override)) {
				answer.Status, answer.Body.Verdict = http.StatusCreated, shown(list[i])
				return true, nil
			}
		}
		return false, err
	})
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	return answer, nil
}

// verdictOn is the current verdict on a claim, which a ruling needs.
func (s *server) verdictOn(ctx context.Context, run, claim string) (events.Verdict, error) {
	if _, err := s.runOf(ctx, run); err != nil {
		return events.Verdict{}, err
	}
	if _, err := claims.Get(ctx, s.Pool, run, claim); err != nil {
		return events.Verdict{}, err
	}
	list, err := verdicts.Current(ctx, s.Pool, run, verdicts.Filter{ClaimID: claim})
	if err != nil {
		return events.Verdict{}, err
	}
	if len(list) == 0 {
		return events.Verdict{}, Refusal{http.StatusConflict, "Claim " + claim + " has no verdict yet that could be overridden."}
	}
	return list[0], nil
}

func says(o *events.Overruled, v events.Override) bool {
	return o.Verdict == v.Verdict && o.By == v.By && o.Reason == v.Reason
}

func shown(v events.Verdict) *document.Verdict {
	out := document.VerdictOf(v)
	return &out
}

// ReviewRequest is what a person says or does about a part of a run.
type ReviewRequest struct {
	Action   events.ReviewAction `json:"action" enum:"comment,assign,resolve,set_aside,uphold,sign_off,reply,withdraw"`
	Part     events.ReviewPart   `json:"part" enum:"run,claim,finding,check,gap,matter"`
	Of       string              `json:"of,omitempty" maxLength:"200" doc:"id of the part; empty for the run"`
	By       string              `json:"by" minLength:"1" maxLength:"200" doc:"who says so"`
	Reason   string              `json:"reason" minLength:"1" maxLength:"10000" doc:"the comment, the answer, or why"`
	Assignee string              `json:"assignee,omitempty" maxLength:"200" doc:"to whom it is assigned"`
	Withdraw string              `json:"withdraw,omitempty" maxLength:"200" doc:"id of the review that is withdrawn"`
}

// Reviews is what people have said and done about a run.
type Reviews struct {
	Reviews []document.Review `json:"reviews"`
}

// Reviewed is the answer to a review.
type Reviewed struct {
	Review document.Review `json:"review" doc:"as it is on record"`
}

func (s *server) registerReviews(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "list-reviews", Method: http.MethodGet, Path: "/api/v1/runs/{run}/reviews", Tags: []string{"Runs"},
		Errors: []int{http.StatusNotFound}, Summary: "What people have said and done about a run",
	}, s.listReviews)
	huma.Register(api, huma.Operation{
		OperationID: "record-review", Method: http.MethodPost, Path: "/api/v1/runs/{run}/reviews", Tags: []string{"Runs"},
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity},
		Summary: "Comment on a part of a run, assign, resolve or sign it off, answer as the company, or withdraw",
		Description: "Nothing that the agents found changes: the review stands beside it, with its author and reason, in the document and in every " +
			"replay. 202 says that it is on record and not shown yet.",
		Responses: map[string]*huma.Response{"202": {Description: "on record, to be shown soon"}},
	}, s.review)
}

func (s *server) listReviews(ctx context.Context, in *RunPath) (*struct{ Body Reviews }, error) {
	if _, err := s.runOf(ctx, in.Run); err != nil {
		return nil, s.failure(ctx, err)
	}
	all, err := reviews.List(ctx, s.Pool, in.Run)
	return answer(ctx, s, Reviews{document.Reviewed(all)}, err)
}

func (s *server) review(ctx context.Context, in *struct {
	RunPath
	Wait int `query:"wait" minimum:"1" maximum:"60" default:"10" doc:"seconds to wait until it is shown"`
	Body ReviewRequest
}) (*struct {
	Status int
	Body   Reviewed
}, error) {
	answer := &struct {
		Status int
		Body   Reviewed
	}{Status: http.StatusAccepted}
	b := in.Body
	if err := s.partExists(ctx, in.Run, b); err != nil {
		return nil, s.failure(ctx, err)
	}
	recorded, err := s.Outbox.RecordReview(ctx, in.Run, events.Review{
		Action: b.Action, Part: b.Part, Of: b.Of, By: b.By, Reason: b.Reason, Assignee: b.Assignee, Withdraw: b.Withdraw,
	})
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	answer.Body.Review = document.Reviewed([]events.Review{recorded})[0]
	err = s.await(ctx, in.Run, in.Wait, func() (bool, error) {
		all, err := reviews.List(ctx, s.Pool, in.Run)
		for _, r := range document.Reviewed(all) {
			if r.ID == recorded.ID {
				answer.Status, answer.Body.Review = http.StatusCreated, r
				return true, nil
			}
		}
		return false, err
	})
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	return answer, nil
}

// partExists refuses a review of what the run does not have: a comment on nothing would be seen by nobody.
func (s *server) partExists(ctx context.Context, run string, r ReviewRequest) error {
	if _, err := s.runOf(ctx, run); err != nil {
		return err
	}
	d, err := document.Read(ctx, s.Pool, s.Artefacts, run) // with its figures and notes, of which most matters are made
	if err != nil {
		return err
	}
	if r.Action == events.ReviewWithdraw && !d.Has("review", r.Withdraw) {
		return Refusal{http.StatusUnprocessableEntity, "The run has no review " + r.Withdraw + " that could be withdrawn."}
	}
	if r.Part != events.PartRun && !d.Has(r.Part, r.Of) {
		return Refusal{http.StatusUnprocessableEntity, "The run has no " + string(r.Part) + " " + r.Of + "."}
	}
	return nil
}
