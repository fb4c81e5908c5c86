package live

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/projections"
)

// Config is what the endpoint is made of. Zero durations and sizes have defaults.
type Config struct {
	Pool   *pgxpool.Pool
	Hub    *projections.Hub
	Known  func(ctx context.Context, run string) (bool, error) // was the run ever asked for?
	Logger *slog.Logger

	Poll     time.Duration // how often a tail looks by itself
	Ping     time.Duration // how often an idle connection is tried
	Patience time.Duration // how long a client may leave pings unanswered
	Window   int           // bytes between two pings while events flow
	Runs     int           // subscriptions of one connection at most
}

// New returns the handler of /api/v1/live.
func New(cfg Config) http.Handler {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	for d, preset := range map[*time.Duration]time.Duration{&cfg.Poll: 2 * time.Second, &cfg.Ping: 20 * time.Second, &cfg.Patience: 15 * time.Second} {
		if *d == 0 {
			*d = preset
		}
	}
	if cfg.Window == 0 {
		cfg.Window = 64 << 10
	}
	if cfg.Runs == 0 {
		cfg.Runs = 32
	}
	upgrader := websocket.Upgrader{
		HandshakeTimeout: 10 * time.Second, ReadBufferSize: 1 << 10, WriteBufferSize: 16 << 10,
		CheckOrigin: sameOrigin,
		Error: func(w http.ResponseWriter, _ *http.Request, status int, reason error) {
			http.Error(w, reason.Error(), status)
		},
	}
	shared := &reels{cfg: &cfg, of: map[string]*reel{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return // the upgrader has answered
		}
		newConnection(cfg, shared, ws).serve(r.Context())
	})
}

// sameOrigin reports whether a request comes from a program, which sends no origin, or from a page of this server.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, r.Host)
}

// request is what a client sends.
type request struct {
	Type  string   `json:"type"`
	Run   string   `json:"run"`
	After int64    `json:"after"`
	Types []string `json:"types"` // of the events that are sent, maxTypes at most; all if there are none
}

// caughtUp and failure are what the server sends beside events. Their types are caught_up and error.
type caughtUp struct {
	Type string `json:"type"`
	Run  string `json:"run"`
	Seq  int64  `json:"seq"`
}

type failure struct {
	Type   string `json:"type"`
	Run    string `json:"run,omitempty"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// The closed set of error codes.
const (
	codeBadRequest   = "bad_request" // not JSON, of no known type, or with too many types of events
	codeUnknownRun   = "unknown_run" // nobody asked for such a run
	codeSubscribed   = "subscribed"  // this connection follows the run already
	codeTooMany      = "too_many"    // this connection follows as many runs as it may
	codeBadAfter     = "bad_after"   // the number is beyond the run's last event
	codeUnavailable  = "unavailable" // the database is away; subscribe again with the last number
	closeSlow        = "too slow: subscribe again after the last event received"
	closeSilent      = "no answer to pings"
	closeGoingAway   = "the server is stopping"
	maxClientMessage = 4 << 10
)
