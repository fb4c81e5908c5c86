package embed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// script is a server that plays one reply after the other, and the last one for ever, and remembers what it was asked.
type script struct {
	t       testing.TB
	mu      sync.Mutex
	replies []http.HandlerFunc
	asked   [][]string
	header  http.Header
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var q struct {
		Model string
		Input []string
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Model != "vendor/three-small" ||
		r.URL.Path != "/api/v1/embeddings" || r.Method != http.MethodPost {
		s.t.Errorf("asked %s %s for model %q: %v", r.Method, r.URL.Path, q.Model, err)
	}
	s.asked, s.header = append(s.asked, q.Input), r.Header
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	reply(w, r)
}

// answer gives each text the vector that points to its number: "text 7" to direction 7, so that order shows.
func (s *script) answer(dimensions int, reorder func([]map[string]any)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var data []map[string]any
		for i, text := range s.asked[len(s.asked)-1] {
			v := make([]float64, dimensions)
			n, _ := strconv.Atoi(strings.TrimPrefix(text, "text "))
			v[n%dimensions] = 3
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
		}
		if reorder != nil {
			reorder(data)
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "usage": map[string]int{"total_tokens": 1}}); err != nil {
			s.t.Error(err)
		}
	}
}

func says(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

type fixture struct {
	*script
	endpoint *embed.Endpoint
	waited   []time.Duration
	log      bytes.Buffer
}

const key = "sk-secret-1"

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, dimensions int, wait func(context.Context, time.Duration) error) *fixture {
	t.Helper()
	f := &fixture{script: &script{t: t}}
	server := httptest.NewServer(f.script)
	t.Cleanup(server.Close)
	endpoint, err := embed.NewEndpoint(embed.EndpointConfig{
		BaseURL: server.URL + "/api/v1/", Key: key, Space: embed.Space{Model: "vendor/three-small", Dimensions: dimensions},
		Now: func() time.Time { return noon },
		Wait: func(ctx context.Context, d time.Duration) error {
			f.waited = append(f.waited, d)
			if wait != nil {
				return wait(ctx, d)
			}
			return nil
		},
		Log: slog.New(slog.NewTextHandler(&f.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	f.endpoint = endpoint
	return f
}

func texts(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("text %d", i)
	}
	return out
}

func direction(v []float32) int { return slices.IndexFunc(v, func(x float32) bool { return x == 1 }) }

func TestATextGetsAVectorOf1536Dimensions(t *testing.T) {
	f := open(t, 1536, nil)
	f.replies = []http.HandlerFunc{f.answer(1536, nil)}
	got, err := f.endpoint.Embed(t.Context(), []string{"text 7"})
	if err != nil || len(got) != 1 || len(got[0]) != 1536 || direction(got[0]) != 7 {
		t.Fatalf("%d vectors of %d dimensions, %v", len(got), len(got[0]), err)
	}
	if s := f.endpoint.Space(); s.Dimensions != 1536 || s.String() != "vendor/three-small/1536" {
		t.Errorf("space %s", s)
	}
	if f.header.Get("Authorization") != "Bearer "+key || f.header.Get("Content-Type") != "application/json" {
		t.Errorf("header %v", f.header)
	}
}

func TestOrderIsKeptAcrossBatchesWhateverTheServersOrder(t *testing.T) {
	f := open(t, 1536, nil)
	f.replies = []http.HandlerFunc{f.answer(1536, slices.Reverse[[]map[string]any])}
	got, err := f.endpoint.Embed(t.Context(), texts(250))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if direction(v) != i {
			t.Fatalf("text %d has the vector of %d", i, direction(v))
		}
	}
	var sizes []int
	for _, batch := range f.asked {
		sizes = append(sizes, len(batch))
	}
	if !slices.Equal(sizes, []int{100, 100, 50}) {
		t.Errorf("batches of %v", sizes)
	}
}

func TestVectorsWithoutNumbersHaveTheOrderOfTheTexts(t *testing.T) {
	f := open(t, 8, nil)
	f.replies = []http.HandlerFunc{f.answer(8, func(data []map[string]any) {
		for _, d := range data {
			delete(d, "index")
		}
	})}
	got, err := f.endpoint.Embed(t.Context(), texts(3))
	if err != nil || direction(got[0]) != 0 || direction(got[1]) != 1 || direction(got[2]) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// No batch holds more than 100 texts or 8,000 estimated tokens, no text is lost, doubled or moved, and no batch could
// have taken the next text.
func TestBatchesHoldWhatARequestMay(t *testing.T) {
	f := open(t, 8, nil)
	f.replies = []http.HandlerFunc{f.answer(8, nil)}
	rapid.Check(t, func(t *rapid.T) {
		f.asked = nil
		in := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"x", "é", "森"}).Draw(t, "letter"), rapid.IntRange(0, 9000).Draw(t, "length"))
		}), 0, 30).Draw(t, "texts")
		if _, err := f.endpoint.Embed(context.Background(), in); err != nil {
			t.Fatal(err)
		}
		var sent, want []string
		estimate := func(s string) int { return (len([]rune(s)) + 3) / 4 }
		for i, batch := range f.asked {
			tokens := 0
			for _, text := range batch {
				tokens += estimate(text)
			}
			if len(batch) > 100 || tokens > 8000 || len(batch) == 0 {
				t.Fatalf("a batch of %d texts, %d tokens", len(batch), tokens)
			}
			if i > 0 {
				before := 0
				for _, text := range f.asked[i-1] {
					before += estimate(text)
				}
				if len(f.asked[i-1]) < 100 && before+estimate(batch[0]) <= 8000 {
					t.Fatalf("batch %d had room", i-1)
				}
			}
			sent = append(sent, batch...)
		}
		for _, text := range in {
			if text != "" {
				want = append(want, text)
			}
		}
		if !slices.Equal(sent, want) {
			t.Fatalf("%d texts sent of %d", len(sent), len(want))
		}
	})
}

func TestATextThatIsTooLongIsCutWithAWarning(t *testing.T) {
	f := open(t, 8, nil)
	f.replies = []http.HandlerFunc{f.answer(8, nil)}
	if _, err := f.endpoint.Embed(t.Context(), []string{"text 1", strings.Repeat("é", 32_005), strings.Repeat("y", 32_000)}); err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(f.asked[1][0])); n != 32_000 || len(f.asked) != 3 {
		t.Errorf("%d characters sent, %d requests", n, len(f.asked))
	}
	if log := f.log.String(); strings.Count(log, "text cut") != 1 || !strings.Contains(log, "text=1 characters=32000 cut=5") {
		t.Errorf("log %s", log)
	}
}

func TestTextsWithoutAWordAreNotSent(t *testing.T) {
	f := open(t, 8, nil)
	f.replies = []http.HandlerFunc{f.answer(8, nil)}
	got, err := f.endpoint.Embed(t.Context(), []string{"", "text 3", " \n"})
	if err != nil || !slices.Equal(f.asked[0], []string{"text 3"}) || direction(got[1]) != 3 {
		t.Fatalf("%v, %v, %v", got, f.asked, err)
	}
	for _, i := range []int{0, 2} {
		if len(got[i]) != 8 || slices.Max(got[i]) != 0 {
			t.Errorf("vector %d is %v", i, got[i])
		}
	}
	if got, err := f.endpoint.Embed(t.Context(), nil); err != nil || len(got) != 0 || len(f.asked) != 1 {
		t.Errorf("no texts: %v, %v, %d requests", got, err, len(f.asked))
	}
}

func TestRefusalsThatMayPassAreTriedAgain(t *testing.T) {
	second := time.Second
	for _, c := range []struct {
		name    string
		replies []http.HandlerFunc // before the answer
		waited  []time.Duration
	}{
		{"backing off", []http.HandlerFunc{says(500, ""), says(502, ""), says(503, "")}, []time.Duration{second, 2 * second, 4 * second}},
		{"too many requests", []http.HandlerFunc{says(429, "slow down")}, []time.Duration{second}},
		{"seconds to wait", []http.HandlerFunc{says(429, "", "Retry-After", "7"), says(429, "", "Retry-After", "1")}, []time.Duration{7 * second, 2 * second}},
		{"a date to wait for", []http.HandlerFunc{says(503, "", "Retry-After", noon.Add(30*second).Format(http.TimeFormat))}, []time.Duration{30 * second}},
		{"a date that is past", []http.HandlerFunc{says(503, "", "Retry-After", noon.Add(-30*second).Format(http.TimeFormat))}, []time.Duration{second}},
		{"no time at all", []http.HandlerFunc{says(503, "", "Retry-After", "soon")}, []time.Duration{second}},
		{"a connection that breaks", []http.HandlerFunc{func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}, []time.Duration{second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := open(t, 8, nil)
			f.replies = append(c.replies, f.answer(8, nil))
			got, err := f.endpoint.Embed(t.Context(), []string{"text 5"})
			if err != nil || direction(got[0]) != 5 {
				t.Fatalf("%v, %v", got, err)
			}
			if !slices.Equal(f.waited, c.waited) {
				t.Errorf("waited %v, want %v", f.waited, c.waited)
			}
		})
	}
}

func TestRefusalsThatLastAreErrors(t *testing.T) {
	vector := func(index any, values ...any) string {
		body, err := json.Marshal(map[string]any{"data": []any{map[string]any{"index": index, "embedding": values}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	for _, c := range []struct {
		name     string
		reply    http.HandlerFunc
		status   int
		attempts int
		says     string
	}{
		{"down for good", says(503, "overloaded"), 503, 4, "overloaded"},
		{"waiting too long", says(429, "", "Retry-After", "3600"), 429, 1, "it asks to wait 1h0m0s"},
		{"the key is wrong", says(401, `{"error": "key `+key+` is unknown"}`), 401, 1, "key [key] is unknown"},
		{"too large", says(413, "too\n\x1blarge"), 413, 1, "too large"},
		{"a redirect", says(307, "", "Location", "http://192.0.2.1/"), 307, 1, "no reason given"},
		{"not JSON", says(200, "<html>"), 200, 1, "decoding the answer"},
		{"an error as an answer", says(200, `{"error": {"message": "no such model"}}`), 200, 1, "no such model"},
		{"no vectors", says(200, `{"data": []}`), 200, 1, "0 vectors for 1 texts"},
		{"wrong dimensions", says(200, vector(0, 1, 2, 3)), 200, 1, "3 dimensions, model vendor/three-small is configured with 8"},
		{"a number out of place", says(200, vector(4, 1, 0, 0, 0, 0, 0, 0, 0)), 200, 1, "number 4 of 1"},
		{"a number below zero", says(200, vector(-1, 1, 0, 0, 0, 0, 0, 0, 0)), 200, 1, "number -1 of 1"},
		{"nothing but zeros", says(200, vector(0, 0, 0, 0, 0, 0, 0, 0, 0)), 200, 1, "a length of 0"},
		{"beyond all bounds", says(200, vector(0, 1e300, 1e300, 0, 0, 0, 0, 0, 0)), 200, 1, "decoding the answer"},
		{"an endless answer", says(200, strings.Repeat(" ", 1<<20)), 200, 1, "more than 66816 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := open(t, 8, nil)
			f.replies = []http.HandlerFunc{c.reply}
			_, err := f.endpoint.Embed(t.Context(), []string{"text 1"})
			var failed *embed.EndpointError
			if !errors.As(err, &failed) || failed.Status != c.status || failed.Attempts != c.attempts || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("error %v", err)
			}
			if len(f.asked) != c.attempts || strings.Contains(err.Error()+f.log.String(), key) || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("%d requests; %v", len(f.asked), err)
			}
		})
	}
}

func TestACancelledContextEndsTheWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := open(t, 8, func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() })
	f.replies = []http.HandlerFunc{says(503, "")}
	if _, err := f.endpoint.Embed(ctx, texts(1)); !errors.Is(err, context.Canceled) || len(f.asked) != 1 {
		t.Errorf("%v after %d requests", err, len(f.asked))
	}
	if _, err := f.endpoint.Embed(ctx, texts(1)); !errors.Is(err, context.Canceled) || len(f.waited) != 1 {
		t.Errorf("cancelled before: %v, waited %v", err, f.waited)
	}
}

func TestAnEndpointNeedsAnAddressAndASpace(t *testing.T) {
	space := embed.Space{Model: "m", Dimensions: 8}
	for _, c := range []embed.EndpointConfig{
		{BaseURL: "http://localhost", Space: embed.Space{Dimensions: 8}},
		{BaseURL: "http://localhost", Space: embed.Space{Model: "m"}},
		{BaseURL: "http://localhost", Space: embed.Space{Model: "m", Dimensions: math.MaxInt32}},
		{BaseURL: "localhost:1", Space: space},
		{BaseURL: "file:///etc", Space: space},
	} {
		if _, err := embed.NewEndpoint(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// An endpoint that could not be reached is left alone for a while: its error comes at once.
func TestAnEndpointRests(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer server.Close()
	e, err := embed.NewEndpoint(embed.EndpointConfig{
		BaseURL: server.URL, Space: embed.Space{Model: "m", Dimensions: 3}, Rest: time.Minute, Log: slog.New(slog.DiscardHandler),
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Now: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		later time.Duration
		asked int
	}{{0, 4}, {0, 4}, {59 * time.Second, 4}, {2 * time.Second, 8}} {
		now = now.Add(step.later)
		if _, err := e.Embed(context.Background(), []string{"a"}); !embed.Unreachable(err) || asked != step.asked {
			t.Errorf("after %s: asked %d times, want %d: %v", step.later, asked, step.asked, err)
		}
	}
}
