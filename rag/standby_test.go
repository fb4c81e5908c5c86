package rag_test

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// remote is an OpenAI-compatible endpoint of 1536 dimensions whose vectors are bags of words; status other than 200 is
// its answer to everything.
type remote struct {
	status atomic.Int32
	asked  atomic.Int32
}

func (r *remote) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.asked.Add(1)
	if status := int(r.status.Load()); status != http.StatusOK {
		w.WriteHeader(status)
		return
	}
	var q struct{ Input []string }
	if err := json.NewDecoder(request.Body).Decode(&q); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	type datum struct {
		Index     int       `json:"index"`
		Embedding []float64 `json:"embedding"`
	}
	var answer struct {
		Data []datum `json:"data"`
	}
	for i, text := range q.Input {
		v := make([]float64, 1536)
		for _, word := range strings.Fields(strings.ToLower(text)) {
			h := fnv.New32a()
			h.Write([]byte(strings.Trim(word, ".,")))
			v[h.Sum32()%1536]++
		}
		answer.Data = append(answer.Data, datum{i, v})
	}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func endpoint(t *testing.T, r *remote, key string) *embed.Endpoint {
	t.Helper()
	r.status.Store(http.StatusOK)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	e, err := embed.NewEndpoint(embed.EndpointConfig{
		BaseURL: server.URL, Key: key, Space: embed.Space{Model: "vendor/three-small", Dimensions: 1536}, Log: slog.New(slog.DiscardHandler),
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// An endpoint of 1536 dimensions takes the place of the bundled model. While it is out of reach the bundled one stands in,
// in its own space; what was written meanwhile is found in the endpoint's space when that is back.
func TestTheBundledModelStandsInForAnEndpoint(t *testing.T) {
	pool, ctx, far := database(t), t.Context(), &remote{}
	l := rag.NewPostgres(pool, rag.WithEmbedder(endpoint(t, far, "secret")), rag.WithStandby())
	semantic := rag.Filter{ReportID: "r", Mode: rag.Semantic}
	if err := l.Ingest(ctx, []rag.Passage{{ID: "1", ReportID: "r", Text: "zorp quux flim"}}); err != nil {
		t.Fatal(err)
	}
	var space string
	var dimensions int
	if err := pool.QueryRow(ctx, `select space, cardinality(value) from rag.vector`).Scan(&space, &dimensions); err != nil ||
		space != "vendor/three-small/1536" || dimensions != 1536 {
		t.Fatalf("space %q with %d dimensions, %v", space, dimensions, err)
	}
	if hits := find(t, l, "quux flim", semantic); len(hits) != 1 || hits[0].Semantic.Score < 0.8 || hits[0].Semantic.Score > 0.82 {
		t.Fatalf("by the endpoint: %+v", hits)
	}

	far.status.Store(http.StatusServiceUnavailable)
	if err := l.Ingest(ctx, []rag.Passage{{ID: "2", ReportID: "r", Text: "The carbon footprint of our plants was lowered."}}); err != nil {
		t.Fatal(err)
	}
	if hits := find(t, l, "greenhouse gas emissions", semantic); len(hits) != 1 || hits[0].Passage.ID != "2" {
		t.Errorf("by the bundled model: %+v", hits)
	}

	far.status.Store(http.StatusOK)
	if hits := find(t, l, "footprint of our plants", semantic); len(hits) != 1 || hits[0].Passage.ID != "2" || hits[0].Semantic.Score < 0.6 {
		t.Errorf("by the endpoint again: %+v", hits)
	}
	var here, there int
	if err := pool.QueryRow(ctx, `select count(*) filter (where cardinality(value) = 1536), `+
		`count(*) filter (where cardinality(value) = 256) from rag.vector`).Scan(&there, &here); err != nil || there != 2 || here != 2 {
		t.Errorf("%d vectors of the endpoint, %d of the bundled model, %v", there, here, err)
	}
}

// A wrong key is said and not papered over; without any key there is nobody to correct, and the bundled model stands in.
func TestARefusedKeyIsAnErrorAndNoKeyIsNone(t *testing.T) {
	passage := []rag.Passage{{ID: "1", ReportID: "r", Text: "The carbon footprint of our plants was lowered."}}
	for key, refused := range map[string]bool{"wrong": true, "": false} {
		far := &remote{}
		l := rag.NewPostgres(database(t), rag.WithEmbedder(endpoint(t, far, key)), rag.WithStandby())
		far.status.Store(http.StatusUnauthorized)
		err := l.Ingest(t.Context(), passage)
		if e := (*embed.EndpointError)(nil); refused && (!errors.As(err, &e) || e.Status != http.StatusUnauthorized) || !refused && err != nil {
			t.Errorf("key %q: %v", key, err)
		}
	}
}

// Without standing by, an endpoint that is down is an error.
func TestAnEndpointThatIsDown(t *testing.T) {
	far := &remote{}
	l := rag.NewPostgres(database(t), rag.WithEmbedder(endpoint(t, far, "secret")))
	far.status.Store(http.StatusBadGateway)
	if err := l.Ingest(t.Context(), []rag.Passage{{ID: "1", ReportID: "r", Text: "a"}}); !embed.Unreachable(err) {
		t.Errorf("error %v", err)
	}
}
