package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/dashboard"
	"github.com/sibyl-project/sibyl/projections/live"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

// DefaultUpload is the largest file accepted unless configured otherwise.
const DefaultUpload = events.MaxFileBytes

// Config is what the API is made of.
type Config struct {
	Pool      *pgxpool.Pool
	Outbox    *intent.Outbox
	Artefacts artefact.Store
	Hub       *projections.Hub // someone must let it Listen

	Addr      string                      // where the listener is bound; loopback restricts the Host header
	Hosts     []string                    // further names under which this server may be addressed
	Token     string                      // if set, a bearer token that every request under /api/v1 must carry
	Upload    int64                       // largest file in bytes; 0 is DefaultUpload
	AutoStart bool                        // uploads are analysed as soon as they are read, unless they say otherwise
	Metrics   http.Handler                // GET /metrics; nil: not found
	Ready     func(context.Context) error // asked by /readyz beside the database, in words for people; may be nil
	Room      func(bytes int64) error     // has the disk room for so much more? If not, the error names it; may be nil
	Scratch   string                      // where files are kept while they are received; the system's folder by default
	Replay    Replay                      // nil: this server refuses to replay
	Record    ReadRecord                  // for dead letters that are too large to be copied; nil: they are not retried
	Lag       ReadLag                     // how far behind processors are; nil: not known
	Knowledge *corpus.Corpus              // nil: that of the database, with the bundled embedding model
	ReadPDF   ReadPDF                     // for licensed copies; nil: this server reads none
	Estimate  Estimate                    // what a run would ask models; nil: none is asked
	Version   string
	Logger    *slog.Logger

	BodyPatience  time.Duration // how long a client may take to send a body; 0 is DefaultBodyPatience
	AdmissionWait time.Duration // how long an upload waits for others; 0 is 20 s
	Patience      time.Duration // how long one statement may take while a client waits for it; 0 is 10 s
}

type server struct {
	Config
	tickets   tickets
	admission admission
}

// statementPatience is how long a client waits for one statement of the database, which may be stopped.
const statementPatience = 10 * time.Second

// New returns the handler of everything the product serves over HTTP.
func New(cfg Config) http.Handler {
	if cfg.Upload == 0 {
		cfg.Upload = DefaultUpload
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Knowledge == nil {
		cfg.Knowledge = corpus.New(rag.NewPostgres(cfg.Pool))
	}
	cfg.BodyPatience = cmp.Or(cfg.BodyPatience, DefaultBodyPatience)
	cfg.Patience = cmp.Or(cfg.Patience, statementPatience)
	cfg.Scratch = cmp.Or(cfg.Scratch, os.TempDir())
	s := &server{Config: cfg, tickets: newTickets(cfg.Token, time.Now), admission: newAdmission(cfg.Upload, cmp.Or(cfg.AdmissionWait, admissionWait))}
	mux := http.NewServeMux()
	api := humago.New(mux, humaConfig(cfg.Version))
	s.registerReports(api, mux)
	s.registerEvidence(api, mux)
	s.registerAnalysis(api)
	s.registerRuns(api)
	s.registerReplay(api)
	s.registerOverrides(api)
	s.registerReviews(api)
	s.registerComparison(api)
	s.registerDead(api)
	s.registerProcessors(api)
	s.registerDelete(api)
	s.registerRAG(api)
	s.registerExports(api, mux)
	s.registerLive(api, mux)
	s.registerHealth(mux)
	mux.Handle("/", pages(dashboard.Handler()))
	mux.Handle(everything, unknown(mux))
	return compressed(s.guard(mux))
}

func humaConfig(version string) huma.Config {
	cfg := huma.DefaultConfig("Sibyl", version)
	cfg.Info.Description = "Verifies corporate sustainability reports: upload a PDF, start an analysis, follow it live, read the verdicts."
	cfg.OpenAPIPath = "/api/v1/openapi"
	cfg.DocsPath, cfg.SchemasPath = "", ""
	cfg.CreateHooks = nil // no $schema fields in answers: their shapes are published
	cfg.Transformers = append(cfg.Transformers, clipped)
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	return cfg
}

// schemaName keeps apart types that have the same name in different packages.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if pkg := path.Base(t.PkgPath()); t.Name() != "" && pkg != "api" && pkg != "huma" && pkg != "." {
		return strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	return name
}

func (s *server) registerLive(api huma.API, mux *http.ServeMux) {
	mux.Handle("GET /api/v1/live", live.New(live.Config{
		Pool: s.Pool, Hub: s.Hub, Known: s.runExists, Logger: s.Logger,
	}))
	huma.Register(api, huma.Operation{
		OperationID: "live-ticket", Method: http.MethodPost, Path: "/api/v1/live/ticket", Tags: []string{"Live"},
		Summary:     "A short-lived ticket for the WebSocket",
		Description: "Browsers cannot send a token with a WebSocket; the ticket goes in the query: /api/v1/live?ticket=...",
	}, func(context.Context, *struct{}) (*struct{ Body Ticket }, error) {
		return &struct{ Body Ticket }{s.tickets.issue()}, nil
	})
}

// Serve answers on ln until ctx ends, then lets requests in flight finish for a moment. Live connections
// end with ctx.
func Serve(ctx context.Context, ln net.Listener, handler http.Handler) error {
	srv := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		return fmt.Errorf("serving HTTP on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(closing); err != nil {
		srv.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving HTTP on %s: %w", ln.Addr(), err)
	}
	return nil
}
