package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// StartOptions are what a user may say about a run.
type StartOptions struct {
	Iterations int    `json:"iterations,omitempty" minimum:"0" maximum:"10" doc:"passes over a claim at most; 3 if absent"`
	Company    string `json:"company,omitempty" maxLength:"500"`
	Sector     string `json:"sector,omitempty" maxLength:"500"`
	Period     string `json:"period,omitempty" maxLength:"500"`

	Aliases      []string `json:"aliases,omitempty" maxItems:"20" doc:"how others call the company, beside its name; found out if absent"`
	Tickers      []string `json:"tickers,omitempty" maxItems:"20" doc:"as exchanges list it; found out if absent"`
	Domains      []string `json:"domains,omitempty" maxItems:"20" doc:"registrable domains of its own sites; found out if absent"`
	BudgetUSD    string   `json:"budget_usd,omitempty" maxLength:"20" doc:"dollars that the run may spend on language models, as 2.50; then the rules go on alone"`
	BudgetTokens int      `json:"budget_tokens,omitempty" minimum:"0" doc:"the same in tokens"`
}

// Started is the answer to a start.
type Started struct {
	ReportID string `json:"report_id"`
	RunID    string `json:"run_id"`
	Status   string `json:"status" enum:"analyzing"`
	Message  string `json:"message"`
}

// AnalysisStatus is the state of a report's latest analysis.
type AnalysisStatus struct {
	ReportID         string         `json:"report_id"`
	RunID            string         `json:"run_id,omitempty" doc:"the latest run, if there is one"`
	Status           reports.Status `json:"status" enum:"uploaded,parsing,parsed,analyzing,completed,error"`
	ClaimsCount      int            `json:"claims_count"`
	ClaimsByType     map[string]int `json:"claims_by_type"`
	ClaimsByPriority map[string]int `json:"claims_by_priority"`
	Sections         int            `json:"sections" doc:"of the report, 0 until it is cut into them"`
	SectionsDone     int            `json:"sections_extracted"`
	SectionsFailed   []int          `json:"sections_failed" doc:"sections that gave no claims; the others stand"`
	ErrorMessage     *string        `json:"error_message"`
	UpdatedAt        time.Time      `json:"updated_at"`
}

// ClaimView is a claim as the analysis endpoints show it.
type ClaimView struct {
	ID             string           `json:"id"`
	ClaimText      string           `json:"claim_text"`
	ClaimType      events.ClaimType `json:"claim_type"`
	SourcePage     int              `json:"source_page"`
	SourceLocation SourceLocation   `json:"source_location"`
	IFRSParagraphs []ParagraphView  `json:"ifrs_paragraphs"`
	Priority       events.Priority  `json:"priority"`
	AgentReasoning string           `json:"agent_reasoning"`
	CreatedAt      time.Time        `json:"created_at"`
}

// SourceLocation is where a claim stands.
type SourceLocation struct {
	SourceContext string       `json:"source_context"`
	PageLabel     string       `json:"page_label"`
	Quote         string       `json:"quote"`
	Start         int          `json:"start" doc:"code points of the page's text"`
	End           int          `json:"end"`
	Rects         [][4]float64 `json:"rects" doc:"x0, y0, x1, y1 in points from the top left"`
	Anchored      bool         `json:"anchored"`
}

// ParagraphView is a preliminary mapping to a paragraph.
type ParagraphView struct {
	ParagraphID string `json:"paragraph_id"`
	Pillar      string `json:"pillar"`
	Relevance   string `json:"relevance"`
}

// ClaimPage is one page of a list of claims.
type ClaimPage struct {
	Claims []ClaimView `json:"claims"`
	Total  int         `json:"total"`
	Page   int         `json:"page"`
	Size   int         `json:"size"`
}

func view(c claims.Claim) ClaimView {
	v := ClaimView{
		ID: c.ID, ClaimText: c.Text, ClaimType: c.Type, SourcePage: c.Page, Priority: c.Priority,
		AgentReasoning: c.Reasoning, CreatedAt: c.At, IFRSParagraphs: make([]ParagraphView, 0, len(c.Paragraphs)),
		SourceLocation: SourceLocation{
			SourceContext: c.Context, PageLabel: c.PageLabel, Quote: c.Quote.Text, Start: c.Quote.Start, End: c.Quote.End,
			Rects: append([][4]float64{}, c.Quote.Rects...), Anchored: c.Anchored,
		},
	}
	for _, p := range c.Paragraphs {
		v.IFRSParagraphs = append(v.IFRSParagraphs, ParagraphView{p.ID, p.Pillar, p.Relevance})
	}
	return v
}

func (s *server) registerAnalysis(api huma.API) {
	tags := []string{"Analysis"}
	huma.Register(api, huma.Operation{
		OperationID: "start-analysis", Method: http.MethodPost, Path: "/api/v1/analysis/{reportId}/start", Tags: tags,
		Summary: "Start a new run over a report that has been read",
		Errors:  []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		ReportID string `path:"reportId"`
		Body     *StartOptions
	}) (*struct{ Body Started }, error) {
		var opts intent.Options
		if b := in.Body; b != nil {
			opts = intent.Options{
				Iterations: b.Iterations, Company: b.Company, Sector: b.Sector, Period: b.Period,
				Aliases: b.Aliases, Tickers: b.Tickers, Domains: b.Domains,
				Budget: &events.ModelBudget{USD: b.BudgetUSD, Tokens: b.BudgetTokens},
			}
		}
		req, err := s.Outbox.StartAnalysis(ctx, in.ReportID, opts)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		return &struct{ Body Started }{Started{
			ReportID: req.ReportID, RunID: req.Run, Status: string(reports.Analyzing), Message: "Analysis started.",
		}}, nil
	})
	huma.Register(api, huma.Operation{
		OperationID: "analysis-status", Method: http.MethodGet, Path: "/api/v1/analysis/{reportId}/status", Tags: tags,
		Summary: "State of a report's latest analysis, with its claims counted",
		Errors:  []int{http.StatusNotFound},
	}, s.analysisStatus)
	huma.Register(api, huma.Operation{
		OperationID: "list-claims", Method: http.MethodGet, Path: "/api/v1/analysis/{reportId}/claims", Tags: tags,
		Summary: "Claims of the latest analysis, by page, then priority",
		Errors:  []int{http.StatusNotFound},
	}, s.listClaims)
	huma.Register(api, huma.Operation{
		OperationID: "get-claim", Method: http.MethodGet, Path: "/api/v1/analysis/{reportId}/claims/{claimId}", Tags: tags,
		Summary: "One claim of the latest analysis",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		ReportID string `path:"reportId"`
		ClaimID  string `path:"claimId"`
	}) (*struct{ Body ClaimView }, error) {
		report, err := reports.Get(ctx, s.Pool, in.ReportID)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		c, err := claims.Get(ctx, s.Pool, report.LatestRun, in.ClaimID)
		return answer(ctx, s, view(c), err)
	})
}

func (s *server) analysisStatus(ctx context.Context, in *struct {
	ReportID string `path:"reportId"`
}) (*struct{ Body AnalysisStatus }, error) {
	report, err := reports.Get(ctx, s.Pool, in.ReportID)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out := AnalysisStatus{ReportID: report.ID, RunID: report.LatestRun, Status: report.Status, UpdatedAt: report.UpdatedAt}
	if report.Error != "" {
		out.ErrorMessage = &report.Error
	}
	out.ClaimsCount, out.ClaimsByType, out.ClaimsByPriority, err = claims.Counts(ctx, s.Pool, report.LatestRun)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out.SectionsFailed = []int{}
	run, err := runs.Get(ctx, s.Pool, report.LatestRun)
	switch {
	case errors.Is(err, runs.ErrNotFound): // asked for, and not in the log yet, or never
	case err != nil:
		return nil, s.failure(ctx, err)
	default:
		out.Sections, out.SectionsDone = run.Progress.Sections, run.Progress.SectionsExtracted
		for _, f := range run.Progress.SectionsFailed {
			if f.Step == "extraction" {
				out.SectionsFailed = append(out.SectionsFailed, f.Section)
			}
		}
	}
	return &struct{ Body AnalysisStatus }{out}, nil
}

func (s *server) listClaims(ctx context.Context, in *struct {
	ReportID string `path:"reportId"`
	Type     string `query:"type" enum:"geographic,quantitative,legal_governance,strategic,environmental"`
	Priority string `query:"priority" enum:"high,medium,low"`
	Page     int    `query:"page" minimum:"1" maximum:"1000000" default:"1"`
	Size     int    `query:"size" minimum:"1" maximum:"100" default:"50"`
}) (*struct{ Body ClaimPage }, error) {
	report, err := reports.Get(ctx, s.Pool, in.ReportID)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	list, total, err := claims.List(ctx, s.Pool, report.LatestRun, claims.Filter{
		Type: events.ClaimType(in.Type), Priority: events.Priority(in.Priority), Limit: in.Size, Offset: (in.Page - 1) * in.Size,
	})
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out := ClaimPage{Claims: make([]ClaimView, 0, len(list)), Total: total, Page: in.Page, Size: in.Size}
	for _, c := range list {
		out.Claims = append(out.Claims, view(c))
	}
	return &struct{ Body ClaimPage }{out}, nil
}

// runExists reports whether a run was ever asked for; the log may not show it yet.
func (s *server) runExists(ctx context.Context, run string) (bool, error) {
	_, err := s.runOf(ctx, run)
	if err != nil && errors.Is(err, intent.ErrUnknownRun) {
		return false, nil
	}
	return err == nil, err
}
