package reasontest

import (
	"context"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Step is the context of a step of a run whose role is asked of the server, with one try for each call.
func (s *Server) Step(t testing.TB, role reason.Role) context.Context {
	t.Helper()
	models := reason.Models{role: "scripted-1" + s.Options}
	asker, err := reason.New(reason.Config{Endpoint: reason.EndpointConfig{BaseURL: s.URL, Tries: 1}, Models: models, Book: ledger.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, _ := reason.Recording(artefact.NewMemory(), models, asker).Begin(context.Background(), "tested", events.Envelope{Run: "run_1", Subject: "claim/clm_1/i1"})
	return ctx
}
