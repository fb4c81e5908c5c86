package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

// world is the product without its processors: database, log, relay, projections and API.
type world struct {
	t    *testing.T
	pool *pgxpool.Pool
	log  *projectionstest.Log
	url  string
}

func newWorld(t *testing.T, change func(*api.Config)) *world {
	t.Helper()
	w := &world{t: t, pool: projectionstest.Database(t), log: projectionstest.NewLog(t)}
	cfg := api.Config{
		Pool: w.pool, Outbox: intent.New(w.pool), Artefacts: artefact.NewMemory(), Hub: projections.NewHub(),
		Addr: "127.0.0.1:0", Version: "test", Upload: 1 << 20,
	}
	if change != nil {
		change(&cfg)
	}
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	t.Cleanup(func() { stop(); wg.Wait() })
	wg.Go(func() { cfg.Hub.Listen(ctx, w.pool, slog.New(slog.DiscardHandler)) })
	wg.Go(func() {
		if err := projections.Run(ctx, w.pool, catalogue.Models(), projections.Options{Kafka: w.log.Kafka}); err != nil {
			t.Error(err)
		}
	})
	wg.Go(func() {
		if err := intent.Relay(ctx, w.pool, w.log.Kafka, nil); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(api.New(cfg))
	t.Cleanup(server.Close)
	w.url = server.URL
	return w
}

// answer is a response with its body read.
type answer struct {
	*http.Response
	body []byte
}

func (w *world) do(method, path string, body io.Reader, headers ...string) answer {
	w.t.Helper()
	req, err := http.NewRequest(method, w.url+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{resp, b}
}

func (w *world) get(path string) answer { w.t.Helper(); return w.do("GET", path, nil) }

// want checks the status and, for refusals, that the answer is a problem.
func (a answer) want(t *testing.T, status int) answer {
	t.Helper()
	if a.StatusCode != status {
		t.Fatalf("%s %s: %d, want %d: %s", a.Request.Method, a.Request.URL.Path, a.StatusCode, status, a.body)
	}
	if status >= 400 {
		var p struct {
			Status int
			Detail string
		}
		if err := json.Unmarshal(a.body, &p); err != nil || a.Header.Get("Content-Type") != "application/problem+json" || p.Status != status || p.Detail == "" {
			t.Errorf("%s %s: not a problem: %s %s", a.Request.Method, a.Request.URL.Path, a.Header.Get("Content-Type"), a.body)
		}
	}
	return a
}

// into decodes the body strictly enough to notice a field that is missing.
func into[T any](t *testing.T, a answer) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%s: %v: %s", a.Request.URL.Path, err, a.body)
	}
	return v
}

// form is a multipart body: name, filename, content; a field has no filename.
func form(t *testing.T, parts ...[3]string) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	for _, p := range parts {
		var w io.Writer
		var err error
		if p[1] == "" {
			w, err = m.CreateFormField(p[0])
		} else {
			w, err = m.CreateFormFile(p[0], p[1])
		}
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, p[2])
	}
	m.Close()
	return &b, m.FormDataContentType()
}

func (w *world) upload(query string, parts ...[3]string) answer {
	w.t.Helper()
	body, contentType := form(w.t, parts...)
	return w.do("POST", "/api/v1/reports"+query, body, "Content-Type", contentType)
}
