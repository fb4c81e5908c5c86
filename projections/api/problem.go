package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/projections/dead"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/projections/runs"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// problem answers with an RFC 9457 problem, in the shape that declared operations use, too.
func problem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(&huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail})
}

// failure says what an error means to a client. What is not the client's doing is logged, and told
// without its inside.
func (s *server) failure(ctx context.Context, err error) huma.StatusError {
	var parsed intent.NotParsedError
	var analyzing intent.AnalyzingError
	var invalid intent.InvalidError
	var still intent.StillAnalyzingError
	var notFailed intent.NotFailedError
	var replayed intent.ReplayedError
	var decided intent.DecidedError
	var failedRun intent.FailedRunError
	var refusal Refusal
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, intent.ErrUnknownReport), errors.Is(err, reports.ErrNotFound):
		return huma.Error404NotFound("Report not found.")
	case errors.Is(err, intent.ErrUnknownRun), errors.Is(err, runs.ErrNotFound):
		return huma.Error404NotFound("Run not found.")
	case errors.Is(err, intent.ErrUnknownEvidence):
		return huma.Error404NotFound("The evidence library holds no such document.")
	case errors.Is(err, dead.ErrNotFound):
		return huma.Error404NotFound("Dead letter not found.")
	case errors.As(err, &decided):
		return huma.Error409Conflict(decided.Error() + ".")
	case errors.As(err, &failedRun):
		return huma.Error409Conflict(failedRun.Error() + ".")
	case errors.Is(err, claims.ErrNotFound):
		return huma.Error404NotFound("Claim not found.")
	case errors.Is(err, artefact.ErrNotFound):
		return huma.Error404NotFound("The file is no longer stored.")
	case errors.As(err, &parsed):
		return huma.Error400BadRequest("Report must be parsed before its analysis can start. Current status: '" + string(parsed.Status) + "'.")
	case errors.As(err, &analyzing):
		return huma.Error409Conflict("Analysis is already in progress for this report, by run " + analyzing.Run + ".")
	case errors.As(err, &notFailed):
		return huma.Error409Conflict("Only a report that could not be read is read again. Current status: '" + string(notFailed.Status) + "'.")
	case errors.As(err, &still):
		return huma.Error409Conflict(still.Error() + ".")
	case errors.As(err, &replayed):
		return huma.Error409Conflict(replayed.Error() + ".")
	case errors.As(err, &refusal):
		return huma.NewError(refusal.Status, refusal.Detail)
	case errors.As(err, &invalid):
		return huma.Error422UnprocessableEntity(invalid.Detail)
	case errors.As(err, &pg) && pg.Code == "22021":
		return huma.Error400BadRequest("The request holds a character that no id or name can have.")
	case ctx.Err() != nil:
		return huma.NewError(499, "The client has gone.")
	}
	s.Logger.Error("a request failed", "error", err)
	return huma.Error503ServiceUnavailable("The request could not be answered now; the server's log says why. Try again.")
}

// refuse is failure for plain handlers.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := s.failure(r.Context(), err)
	problem(w, f.GetStatus(), f.Error())
}
