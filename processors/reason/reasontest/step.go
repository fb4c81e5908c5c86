package reasontest

import (
	"context"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// hangs is how long a call may take of which it is known that it hangs.
const hangs = 50 * time.Millisecond

// Learner has steps of a run ask the server in a role, with one try for each call and no patience with an endpoint that is down.
func (s *Server) Learner(t testing.TB, role reason.Role) stream.Learner {
	t.Helper()
	models := reason.Models{role: "scripted-1" + s.Options}
	e := reason.EndpointConfig{BaseURL: s.URL, Tries: 1}
	if s.Always != nil {
		e.Timeout = hangs
	}
	asker, err := reason.New(reason.Config{Endpoint: e, Models: models, Book: ledger.NewMemory(), Patience: 1})
	if err != nil {
		t.Fatal(err)
	}
	return reason.Recording(artefact.NewMemory(), models, asker)
}

// Step is the context of a step of such a run.
func (s *Server) Step(t testing.TB, role reason.Role) context.Context {
	t.Helper()
	ctx, _ := s.Learner(t, role).Begin(context.Background(), "tested", events.Envelope{Run: "run_1", Subject: "claim/clm_1/i1"})
	return ctx
}
