package api

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/compare"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/rag/artefact"
	parsed "github.com/sibyl-project/sibyl/rag/report/document"
)

func (s *server) registerExports(api huma.API, mux *http.ServeMux) {
	wait := queryParam("wait", "seconds to wait for the run's end", &huma.Schema{Type: "integer"})
	operation := func(id, path, summary, contentType string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: "/api/v1/runs/{run}/" + path, Tags: []string{"Runs"}, Summary: summary,
			Parameters: []*huma.Param{pathParam("run", "run id"), wait},
			Responses: map[string]*huma.Response{"200": {
				Description: "the analysis document; schemas/analysis.schema.json describes it",
				Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{}}},
			}},
		}
	}
	documented(api, mux, operation("get-document", "document", "The analysis document", "application/json"), s.export(document.FormatJSON, ""))
	for _, f := range document.Formats() {
		documented(api, mux, operation("export-"+string(f), "export."+string(f), "The analysis document as a "+string(f)+" file", f.ContentType()),
			s.export(f, string(f)))
	}
}

// registerComparison answers what differs between two reports of one company.
func (s *server) registerComparison(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "compare-reports", Method: http.MethodGet, Path: "/api/v1/runs/{run}/compare/{later}", Tags: []string{"Runs"},
		Errors: []int{http.StatusNotFound}, Summary: "Two reports of one company held against each other",
		Description: "Figures of one year that the two give differently, targets of which the later one says nothing, statements worded otherwise, " +
			"and what is counted in. The run of the earlier report comes first.",
	}, s.compare)
}

func (s *server) compare(ctx context.Context, in *struct {
	RunPath
	Later string `path:"later" doc:"run of the later report"`
}) (*struct{ Body compare.Comparison }, error) {
	var both [2]compare.Report
	for i, run := range []string{in.Run, in.Later} {
		r, err := s.compared(ctx, run)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		both[i] = r
	}
	return &struct{ Body compare.Comparison }{compare.Reports(both[0], both[1])}, nil
}

// compared is a run with its figures and the sentences of its report. Of a report that was removed only what was found is left.
func (s *server) compared(ctx context.Context, run string) (r compare.Report, err error) {
	if r.Document, err = document.Read(ctx, s.Pool, s.Artefacts, run); err != nil {
		return r, err
	}
	p, err := reports.Preview(ctx, s.Pool, r.Report.ID)
	if errors.Is(err, reports.ErrNotFound) || err == nil && p.Parse == "" {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	d, err := parsed.Load(ctx, s.Artefacts, p.Parse)
	if errors.Is(err, artefact.ErrNotFound) {
		return r, nil
	}
	if err != nil {
		return r, fmt.Errorf("reading the report of run %s: %w", run, err)
	}
	r.Said = compare.Sentences(d)
	return r, nil
}

// export answers with the document of a run in a format; with an extension, as a file to be saved.
func (s *server) export(f document.Format, extension string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		seconds, err := waitSeconds(r)
		if err != nil {
			problem(w, http.StatusUnprocessableEntity, err.Error())
			return
		}
		id := r.PathValue("run")
		if _, err := s.awaitRun(r.Context(), id, seconds); err != nil {
			s.refuse(w, r, err)
			return
		}
		d, err := document.Read(r.Context(), s.Pool, s.Artefacts, id)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		body, err := d.RenderLinked(f, pdfOf(r, d.Report.ID))
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.ContentType())
		if extension != "" {
			h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": id + "." + extension}))
		}
		if f == document.FormatHTML {
			// One file with its styles inside; it has no scripts, and must not run any.
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
		}
		w.Write(body)
	}
}

// pdfOf is where the pages of a report can be looked at by whoever asked, also from a file that they have saved.
func pdfOf(r *http.Request, report string) string {
	if r.Host == "" {
		return ""
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: r.Host, Path: "/api/v1/reports/" + report + "/pdf"}).String()
}
