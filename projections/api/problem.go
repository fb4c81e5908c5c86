package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
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
	var unfit invalidUpload
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
	case errors.Is(err, errRowClaim):
		return huma.Error404NotFound(errRowClaim.Error() + ".")
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
	case errors.As(err, &unfit):
		return huma.NewError(unfit.status, unfit.detail)
	case ctx.Err() != nil:
		return huma.Error503ServiceUnavailable("The server is stopping, or the request was given up.")
	case projections.DiskFull(err):
		s.Logger.Error("a request failed: the database's disk is full", "error", err)
		return huma.NewError(http.StatusInsufficientStorage, s.diskFull())
	case projections.Away(err):
		s.Logger.Warn("a request failed: the database is away", "error", err)
		return huma.Error503ServiceUnavailable("The database is away: it does not answer, or is being started again. Try again in a moment.")
	}
	s.Logger.Error("a request failed", "error", err)
	return huma.Error503ServiceUnavailable("The request could not be answered now; the server's log says why. Try again.")
}

// answer is what an operation answers with, or what its error means to a client.
func answer[T any](ctx context.Context, s *server, body T, err error) (*struct{ Body T }, error) {
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	return &struct{ Body T }{body}, nil
}

// refuse is failure for plain handlers.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := s.failure(r.Context(), err)
	problem(w, f.GetStatus(), f.Error())
}

// diskFull names the disk, if it can be told.
func (s *server) diskFull() string {
	if s.Room != nil {
		if err := s.Room(0); err != nil {
			return "Nothing can be stored now: " + err.Error() + "."
		}
	}
	return "Nothing can be stored now: the disk of the database is full."
}

// clipped keeps an answer from repeating a large request: what was wrong is shown by its beginning.
func clipped(_ huma.Context, _ string, v any) (any, error) {
	refused, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	refused.Detail = clipTo(refused.Detail, maxDetail)
	if len(refused.Errors) > maxErrors {
		more := len(refused.Errors) - maxErrors
		refused.Errors = append(refused.Errors[:maxErrors:maxErrors], &huma.ErrorDetail{Message: fmt.Sprintf("and %d more", more)})
	}
	for _, e := range refused.Errors {
		e.Message, e.Location = clip(e.Message), clip(e.Location)
		if said, err := json.Marshal(e.Value); err != nil || len(said) > maxEcho {
			e.Value = clip(string(said))
		}
	}
	return refused, nil
}

// maxDetail bounds what is said of a refusal, in bytes; it may name a place in the log, or a disk.
const maxDetail = 2000

// maxErrors is how many of the mistakes in one request are listed.
const maxErrors = 20
