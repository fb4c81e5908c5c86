package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/projections/api"
)

func TestWhereVectorsComeFrom(t *testing.T) {
	for name, c := range map[string]struct {
		embedding Embedding
		options   int
		says      string
	}{
		"nothing named": {Embedding{EmbeddingDimensions: 1536}, 0, "the bundled model"},
		"no address":    {Embedding{EmbeddingModel: "m", EmbeddingAPIKey: "secret", EmbeddingDimensions: 1536}, 0, "the bundled model: SIBYL_EMBEDDING_MODEL is set"},
		"no model":      {Embedding{EmbeddingBaseURL: "http://127.0.0.1:1/v1", EmbeddingDimensions: 1536}, 0, "the bundled model"},
		"an endpoint":   {Embedding{"m", "https://user:hidden@models.example/v1", "secret", 1536}, 2, "m at https://user:xxxxx@models.example/v1; "},
	} {
		options, err := c.embedding.options()
		said := c.embedding.describe()
		if err != nil || len(options) != c.options || !strings.HasPrefix(said, c.says) || strings.Contains(said, "secret") || strings.Contains(said, "hidden") {
			t.Errorf("%s: %d options, %v, says %q", name, len(options), err, said)
		}
	}
	for name, wrong := range map[string]Embedding{
		"no URL": {"m", "models.example", "", 1536}, "no dimensions": {"m", "https://models.example", "", 0},
		"too many": {"m", "https://models.example", "", 1 << 20},
	} {
		if _, err := wrong.options(); !errors.As(err, new(exitError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

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
