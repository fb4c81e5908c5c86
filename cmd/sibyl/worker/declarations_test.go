package worker

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// TestAsManyClaimsAreAskedAboutAsTheEndpointTakes: with eight handlers, 32 calls at once were never reached. Whole reports are not read 64 at
// a time for it, and without models nothing changes.
func TestAsManyClaimsAreAskedAboutAsTheEndpointTakes(t *testing.T) {
	models := reason.Models{reason.Judge: "m", reason.Extract: "m"}
	asker, err := reason.New(reason.Config{
		Endpoint: reason.EndpointConfig{BaseURL: "http://127.0.0.1:1/v1", Concurrent: 32}, Models: models, Book: ledger.NewMemory(),
	})
	if err != nil {
		t.Fatal(err)
	}
	workers := func(p Ports) map[string]int {
		p.Store = artefact.NewMemory()
		out := map[string]int{}
		for _, d := range Declarations(p) {
			out[d.Describe().Name] = d.Describe().Workers
		}
		return out
	}
	with := workers(Ports{Models: models, Asker: asker})
	if with["judge"] < 32 || with["news_media"] < 32 || with["intake"] != 0 || with["claims.reduce"] != 0 || with["router"] != 0 {
		t.Errorf("handlers at once: %v", with)
	}
	for _, p := range []Ports{{}, {Models: models}} { // a replay has models, and asks nobody
		if got := workers(p); got["judge"] != 0 {
			t.Errorf("handlers at once: %v", got)
		}
	}
}
