package dashboard_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/dashboard/pagetest"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

const run = "run_0000000001aaaaaaaaaa"

type step = pagetest.Step

// world is the product without its processors, whose connections can be cut.
type world struct {
	log *projectionstest.Log
	url string
	net *severed
}

func newWorld(t testing.TB) *world {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("chromium is not installed: the page is tested where it is")
	}
	pool, log := projectionstest.Database(t), projectionstest.NewLog(t)
	if err := rag.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	hub := projections.NewHub()
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { hub.Listen(ctx, pool, slog.New(slog.DiscardHandler)) })
	wg.Go(func() {
		if err := projections.Run(ctx, pool, catalogue.Models(), projections.Options{Kafka: log.Kafka}); err != nil {
			t.Error(err)
		}
	})
	wg.Go(func() {
		if err := intent.Relay(ctx, pool, log.Kafka, nil); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewUnstartedServer(api.New(api.Config{Pool: pool, Outbox: intent.New(pool), Artefacts: samplePages{artefact.NewMemory()}, Hub: hub,
		Addr: "127.0.0.1:0"}))
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx } // held requests end with the test
	cut := &severed{Listener: server.Listener, open: map[net.Conn]bool{}}
	server.Listener = cut
	server.Start()
	t.Cleanup(func() { stop(); server.Close(); wg.Wait() })
	return &world{log: log, url: server.URL, net: cut}
}

// samplePages gives the sample's file for the made-up report, which has none: its pages are real ones.
type samplePages struct{ artefact.Store }

func (s samplePages) Get(ctx context.Context, hash string) ([]byte, error) {
	if hash == projectionstest.SHA256 {
		return os.ReadFile("../../data/sample/kooijveld-samudrasa-sustainability-report-2024.pdf")
	}
	return s.Store.Get(ctx, hash)
}

// severed is a listener whose connections can be closed, and that refuses new ones while it is down.
type severed struct {
	net.Listener
	mu   sync.Mutex
	down bool
	open map[net.Conn]bool
}

func (s *severed) Accept() (net.Conn, error) {
	for {
		c, err := s.Listener.Accept()
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		if !s.down {
			s.open[c] = true
			s.mu.Unlock()
			return c, nil
		}
		s.mu.Unlock()
		c.Close()
	}
}

func (s *severed) set(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
	for c := range s.open {
		c.Close()
		delete(s.open, c)
	}
}

// What pagetest does, under the short names of these tests.
var (
	browser, second          = pagetest.Browser, pagetest.Second
	do, says, holds, id      = pagetest.Do, pagetest.Says, pagetest.Holds, pagetest.ID
	click, press, fill, shot = pagetest.Click, pagetest.Press, pagetest.Fill, pagetest.Shot
)

// value is what a script says of the page.
func value[T any](t testing.TB, tab context.Context, script string) T {
	t.Helper()
	return pagetest.Value[T](t, tab, script)
}

// story is a run of the made-up report as its feed tells it.
func (w *world) story(t testing.TB, s projectionstest.Story) []events.Record {
	t.Helper()
	w.log.Append(t, projectionstest.Submission(t)...)
	return projectionstest.Feed(s.Records(t)...)
}

// finished is a world in which the made-up report has been analysed.
func finished(t testing.TB, claims int) *world {
	t.Helper()
	w := newWorld(t)
	w.log.Append(t, w.story(t, projectionstest.Story{Run: run, Claims: claims})...)
	w.known(t)
	return w
}

// known waits until the server knows the run and its report.
func (w *world) known(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(projectionstest.Patience); time.Now().Before(deadline); {
		a, err := http.Get(w.url + "/api/v1/runs/" + run)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		b, err := http.Get(w.url + "/api/v1/reports/" + projectionstest.Report)
		if err != nil {
			t.Fatal(err)
		}
		b.Body.Close()
		if a.StatusCode == http.StatusOK && b.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("the run never became known")
}
