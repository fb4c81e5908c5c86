package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/projections/removal"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// DeletedReport is what a removal has taken away.
type DeletedReport struct {
	ReportID string   `json:"report_id"`
	Filename string   `json:"filename"`
	Runs     []string `json:"runs" doc:"its runs, which are no longer shown"`
	Ended    []string `json:"ended" doc:"of them, those that were going on"`
	Evidence int      `json:"evidence" doc:"documents that were on the shelf for this report alone"`
	Swept    bool     `json:"swept" doc:"its stored bytes have been gone over; false: that follows by itself"`
}

// deletionWait is how many seconds read models are given to show that a run is gone.
const deletionWait = 5

func (s *server) registerDelete(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "delete-report", Method: http.MethodDelete, Path: "/api/v1/reports/{id}", Tags: []string{"Reports"},
		Summary: "Remove a report and all that derives from it",
		Description: "Its runs end and are no longer shown, its rows, its passages and its stored bytes go, those that something else uses " +
			"excepted. What was published of its runs stays in the event topics, which are kept for ever; nothing shows it any more. " +
			"The same file can be handed in again.",
		Errors: []int{http.StatusNotFound},
	}, s.deleteReport)
}

func (s *server) deleteReport(ctx context.Context, in *struct {
	ID string `path:"id" doc:"report id"`
}) (*struct{ Body DeletedReport }, error) {
	gone, err := s.Outbox.DeleteReport(ctx, in.ID)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out := DeletedReport{ReportID: gone.ReportID, Filename: gone.Filename, Runs: gone.Runs, Ended: gone.Ended, Evidence: gone.Evidence}
	if len(gone.Runs) > 0 {
		last := gone.Runs[len(gone.Runs)-1]
		if err := s.await(ctx, last, deletionWait, func() (bool, error) {
			left, err := runs.List(ctx, s.Pool, in.ID)
			return len(left) == 0, err
		}); err != nil {
			return nil, s.failure(ctx, err)
		}
	}
	// It is removed already; what a sweep leaves or fails to take is taken by the next one.
	if _, err := removal.Sweep(ctx, s.Pool); err != nil {
		s.Logger.Warn("what a removed report has left is swept later", "report", in.ID, "error", err)
	} else {
		out.Swept = true
	}
	return &struct{ Body DeletedReport }{out}, nil
}
