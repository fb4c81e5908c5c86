package api

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Estimate says what a run over a report would ask language models.
type Estimate func(ctx context.Context, d *document.Document) (costs.Estimate, error)

type reportInput struct {
	ID   string `path:"id" doc:"report id"`
	Wait string `query:"wait" doc:"how long to wait for the file to be read: seconds, or 30s; at most a minute"`
}

type reportList struct {
	Reports []reports.Report `json:"reports"`
}

func (s *server) registerReports(api huma.API, mux *http.ServeMux) {
	s.registerUpload(api, mux)
	huma.Register(api, huma.Operation{
		OperationID: "list-reports", Method: http.MethodGet, Path: "/api/v1/reports", Tags: []string{"Reports"},
		Summary: "All reports, the latest first",
	}, func(ctx context.Context, _ *struct{}) (*struct{ Body reportList }, error) {
		list, err := reports.List(ctx, s.Pool)
		return answer(ctx, s, reportList{list}, err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "get-report", Method: http.MethodGet, Path: "/api/v1/reports/{id}", Tags: []string{"Reports"},
		Summary: "One report with its status and preview",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *reportInput) (*struct{ Body reports.Report }, error) {
		r, err := s.reportOf(ctx, in)
		if err != nil {
			return nil, err
		}
		return &struct{ Body reports.Report }{r}, nil
	})
	huma.Register(api, huma.Operation{
		OperationID: "get-report-preview", Method: http.MethodGet, Path: "/api/v1/reports/{id}/preview", Tags: []string{"Reports"},
		Summary:     "What can be said of a report before its analysis, each guess with the place that speaks for it",
		Description: "A file that could not be read has a preview, too: its status is error, and error says what to do.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *reportInput) (*struct{ Body events.Preview }, error) {
		r, err := s.reportOf(ctx, in)
		if err != nil {
			return nil, err
		}
		if r.Preview == nil {
			return nil, huma.Error409Conflict("The file has not been read yet; its status is '" + string(r.Status) + "'. Ask again, or wait with ?wait=30s.")
		}
		return &struct{ Body events.Preview }{*r.Preview}, nil
	})
	huma.Register(api, huma.Operation{
		OperationID: "estimate-report", Method: http.MethodGet, Path: "/api/v1/reports/{id}/estimate", Tags: []string{"Reports"},
		Summary: "What a run over a report would ask language models, at what cost and for how long; nothing is started",
		Errors:  []int{http.StatusNotFound, http.StatusConflict},
	}, s.estimate)
	s.registerRetry(api)
	documented(api, mux, huma.Operation{
		OperationID: "get-report-pdf", Method: http.MethodGet, Path: "/api/v1/reports/{id}/pdf", Tags: []string{"Reports"},
		Summary:    "The file itself; ranges are served",
		Parameters: []*huma.Param{pathParam("id", "report id")},
		Responses:  bytesResponse("application/pdf", "the PDF as it was uploaded"),
	}, s.pdf)
}

// estimate reads the report as its preview did.
func (s *server) estimate(ctx context.Context, in *reportInput) (*struct{ Body costs.Estimate }, error) {
	r, err := s.reportOf(ctx, in)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Preview == nil:
		return nil, huma.Error409Conflict("The file has not been read yet; its status is '" + string(r.Status) + "'. Ask again, or wait with ?wait=30s.")
	case r.Preview.Status == events.PreviewError || r.Preview.Parse == "":
		return nil, huma.Error409Conflict("The file could not be read, and nothing would be asked about it: " + r.Preview.Error)
	case s.Estimate == nil:
		return &struct{ Body costs.Estimate }{costs.Estimate{Pages: r.Preview.Pages, USD: "0", ByRole: []costs.EstimatedRole{}}}, nil
	}
	d, err := document.Load(ctx, s.Artefacts, r.Preview.Parse)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	e, err := s.Estimate(ctx, d)
	return answer(ctx, s, e, err)
}

// registerRetry serves another attempt at a file that could not be read.
func (s *server) registerRetry(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "retry-report", Method: http.MethodPost, Path: "/api/v1/reports/{id}/retry", Tags: []string{"Reports"},
		Summary:     "Read a file again that could not be read",
		Description: "A report with pages that are pictures without text can be read again, too: text recognition may be installed now.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict}, DefaultStatus: http.StatusAccepted,
	}, func(ctx context.Context, in *reportInput) (*retryOutput, error) {
		seconds, err := secondsOf(in.Wait)
		if err != nil {
			return nil, huma.Error422UnprocessableEntity(err.Error())
		}
		r, err := reports.Get(ctx, s.Pool, in.ID)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		pictures := r.Preview != nil && len(r.Preview.PagesImageOnly) > 0
		if _, err := s.Outbox.RetryReport(ctx, in.ID, pictures); err != nil {
			return nil, s.failure(ctx, err)
		}
		if r, err = s.awaitReport(ctx, in.ID, seconds); err != nil {
			return nil, s.failure(ctx, err)
		}
		return &retryOutput{Location: statusURL(in.ID), Body: r}, nil
	})
}

type retryOutput struct {
	Location string `header:"Location"`
	Body     reports.Report
}

// reportOf returns the report of a request, after waiting for it.
func (s *server) reportOf(ctx context.Context, in *reportInput) (reports.Report, error) {
	seconds, err := secondsOf(in.Wait)
	if err != nil {
		return reports.Report{}, huma.Error422UnprocessableEntity(err.Error())
	}
	r, err := s.awaitReport(ctx, in.ID, seconds)
	if err != nil {
		return r, s.failure(ctx, err)
	}
	return r, nil
}

// awaitReport returns a report, once it has been read or the time is up.
func (s *server) awaitReport(ctx context.Context, id string, seconds int) (r reports.Report, err error) {
	err = s.await(ctx, id, seconds, func() (bool, error) {
		r, err = reports.Get(ctx, s.Pool, id)
		return r.Status != reports.Uploaded && r.Status != reports.Parsing, err
	})
	return r, err
}

func (s *server) pdf(w http.ResponseWriter, r *http.Request) {
	report, err := reports.Get(r.Context(), s.Pool, r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	data, err := s.Artefacts.Get(r.Context(), report.SHA256)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("ETag", `"`+report.SHA256+`"`)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": report.Filename}))
	// The browser's own viewer is a page with styles and a plug-in; the file itself cannot run scripts there.
	h.Set("Content-Security-Policy", "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'self'")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// documented serves an operation by a plain handler and describes it in the OpenAPI document.
func documented(api huma.API, mux *http.ServeMux, op huma.Operation, handler http.HandlerFunc) {
	for status, text := range map[string]string{"404": "unknown", "503": "a dependency is down"} {
		if op.Responses[status] == nil {
			op.Responses[status] = &huma.Response{Description: text, Content: map[string]*huma.MediaType{
				"application/problem+json": {Schema: problemSchema(api)},
			}}
		}
	}
	api.OpenAPI().AddOperation(&op)
	mux.HandleFunc(op.Method+" "+op.Path, handler)
}

func problemSchema(api huma.API) *huma.Schema {
	return huma.SchemaFromType(api.OpenAPI().Components.Schemas, typeOf[huma.ErrorModel]())
}

func pathParam(name, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: doc, Schema: &huma.Schema{Type: "string"}}
}

func queryParam(name, doc string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: schema}
}

func bytesResponse(contentType, doc string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: doc, Content: map[string]*huma.MediaType{
		contentType: {Schema: &huma.Schema{Type: "string", Format: "binary"}},
	}}}
}
