package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// StatementView is the sentence that a claim stands in and what a reader makes of it: why it is a claim, and how surely.
type StatementView struct {
	Claim    string            `json:"claim_id"`
	Why      string            `json:"why" doc:"why it is a claim, of this type and rank, in a sentence"`
	Reader   string            `json:"reader" doc:"who has read the sentence: a trained model with its version"`
	Page     int               `json:"page" doc:"counted from 1"`
	Start    int               `json:"start" doc:"code points of the page's text"`
	End      int               `json:"end"`
	Headings []string          `json:"headings" doc:"that it stands under, from the outermost to the nearest"`
	Before   string            `json:"before" doc:"the sentence before, which it is read with"`
	Text     string            `json:"text"`
	Reading  statement.Reading `json:"reading" doc:"likelihoods from 0 to 1; data/models/labels/GUIDE.md says what they are of"`
	Figures  []string          `json:"figures" doc:"the figures of the sentence, in the order of those of the reading"`
}

// errRowClaim is the error of asking for the sentence of a claim that is a row of a table.
var errRowClaim = errors.New("the claim was not read from a sentence: it is a row of a table, which rules read, or from a run before statements were kept")

func (s *server) registerStatement(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "get-statement", Method: http.MethodGet, Path: "/api/v1/runs/{run}/claims/{claim}/statement", Tags: []string{"Runs"},
		Summary: "The sentence that a claim stands in, and why it is one",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		RunPath
		Claim string `path:"claim" doc:"claim id"`
	}) (*struct{ Body StatementView }, error) {
		v, err := part(ctx, s, in.Run, func() (StatementView, error) { return s.statementOf(ctx, in.Run, in.Claim) })
		return answer(ctx, s, v, err)
	})
}

func (s *server) statementOf(ctx context.Context, run, id string) (StatementView, error) {
	c, err := claims.Get(ctx, s.Pool, run, id)
	if err != nil {
		return StatementView{}, err
	}
	if c.Source == "table" || c.Statements == "" {
		return StatementView{}, errRowClaim
	}
	d, err := document.Load(ctx, s.Artefacts, c.Parse)
	if err != nil {
		return StatementView{}, err
	}
	said, err := statement.Load(ctx, s.Artefacts, c.Statements, c.Parse, d)
	if err != nil {
		return StatementView{}, err
	}
	x := said.Over(c.Page, c.Quote.Start)
	if x == nil {
		return StatementView{}, errRowClaim
	}
	v := StatementView{
		Claim: c.ID, Why: c.Reasoning, Reader: said.Reader, Page: x.Page, Start: x.Start, End: x.End,
		Headings: append([]string{}, x.Headings...), Before: x.Before, Text: x.Text, Reading: x.Reading, Figures: []string{},
	}
	for _, f := range x.Sentence.Figures {
		v.Figures = append(v.Figures, x.Text[f.Start:f.End])
	}
	return v, nil
}
