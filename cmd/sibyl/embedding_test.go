package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/projections/api"
)

// TestAnEmbeddingEndpoint searches with a model of 1536 dimensions behind an OpenAI-compatible address.
func TestAnEmbeddingEndpoint(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	var texts, others atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Model != "vendor/three-small" || r.URL.Path != "/v1/embeddings" ||
			r.Header.Get("Authorization") != "Bearer secret" {
			others.Add(1)
		}
		texts.Add(int32(len(q.Input)))
		type datum struct {
			Index     int       `json:"index"`
			Embedding []float64 `json:"embedding"`
		}
		var answer struct {
			Data []datum `json:"data"`
		}
		for i, text := range q.Input {
			v := make([]float64, 1536)
			v[1] = 0.2
			if strings.Contains(strings.ToLower(text), "remuneration") {
				v[0] = 1
			}
			answer.Data = append(answer.Data, datum{i, v})
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			panic(http.ErrAbortHandler)
		}
	}))
	defer server.Close()
	t.Setenv("SIBYL_EMBEDDING_MODEL", "vendor/three-small")
	t.Setenv("SIBYL_LLM_BASE_URL", server.URL+"/v1")
	t.Setenv("SIBYL_LLM_API_KEY", "secret")
	dir := dataDir(t)
	a := knowledgeJSON[api.SearchAnswer](t, dir, "search", "remuneration", "--mode", "semantic", "--standard", "s2", "--top", "3")
	if len(a.Results) != 3 || a.Results[0].Score < 0.9 || !strings.Contains(strings.ToLower(a.Results[0].Text), "remuneration") {
		t.Errorf("%+v", a)
	}
	if texts.Load() < 643 || others.Load() != 0 {
		t.Errorf("%d texts embedded, %d requests of another shape", texts.Load(), others.Load())
	}
	// Without the endpoint the bundled model answers.
	server.Close()
	a = knowledgeJSON[api.SearchAnswer](t, dir, "search", "transition plan", "--mode", "semantic", "--standard", "s2", "--top", "3")
	if len(a.Results) != 3 || a.Results[0].Metadata["paragraph_id"] != "S2.14(a)(iv)" {
		t.Errorf("%+v", a)
	}
}
