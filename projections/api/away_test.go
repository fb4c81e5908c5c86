package api_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// cable stands between the API and its database. It can be held, as if the server were stopped, and cut.
type cable struct {
	dir, to  string
	listener net.Listener
	mu       sync.Mutex
	held     chan struct{} // closed when the cable carries
	conns    []net.Conn
	wg       sync.WaitGroup
}

func newCable(t *testing.T, to string) *cable {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "cable-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	w := &cable{dir: dir, to: to, held: make(chan struct{})}
	close(w.held)
	w.mend(t)
	t.Cleanup(func() {
		w.release()
		w.cut()
		w.wg.Wait()
		os.RemoveAll(dir)
	})
	return w
}

func (w *cable) mend(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("unix", filepath.Join(w.dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	w.mu.Lock()
	w.listener = listener
	w.mu.Unlock()
	w.wg.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", w.to)
			if err != nil {
				near.Close()
				continue
			}
			w.mu.Lock()
			w.conns = append(w.conns, near, far)
			w.mu.Unlock()
			w.wg.Go(func() { w.carry(near, far) })
			w.wg.Go(func() { w.carry(far, near) })
		}
	})
}

func (w *cable) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		held := w.held
		w.mu.Unlock()
		<-held
		if _, failed := to.Write(buffer[:n]); err != nil || failed != nil {
			return
		}
	}
}

func (w *cable) hold() { w.mu.Lock(); defer w.mu.Unlock(); w.held = make(chan struct{}) }

func (w *cable) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.held:
	default:
		close(w.held)
	}
}

func (w *cable) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listener.Close()
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// wired is a world whose API alone reaches the database by a cable.
func wired(t *testing.T) (*world, *cable) {
	t.Helper()
	var line *cable
	w := newWorld(t, func(c *api.Config) {
		cfg := c.Pool.Config()
		socket := filepath.Join(cfg.ConnConfig.Host, ".s.PGSQL.5432")
		line = newCable(t, socket)
		projections.Patient(cfg)
		cfg.BeforeConnect = func(_ context.Context, one *pgx.ConnConfig) error { one.Host = line.dir; return nil }
		pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		c.Pool, c.Outbox, c.Patience = pool, intent.New(pool), 200*time.Millisecond
	})
	return w, line
}

// back asks until the answer is 200.
func (w *world) back(path string) {
	w.t.Helper()
	deadline := time.Now().Add(projectionstest.Patience)
	for w.get(path).StatusCode != http.StatusOK {
		if time.Now().After(deadline) {
			w.t.Fatalf("%s was never answered again: %s", path, w.get(path).body)
		}
	}
}

func (w *world) refusedForNow(t *testing.T) {
	t.Helper()
	for _, path := range []string{"/api/v1/reports", "/api/v1/runs", "/api/v1/runs/run_x?wait=60", "/api/v1/analysis/rep_x/status",
		"/api/v1/reports/rep_x/pdf", "/readyz"} {
		a := w.get(path).want(t, 503)
		if a.Header.Get("Retry-After") == "" || !bytes.Contains(a.body, []byte("database")) {
			t.Errorf("%s: Retry-After %q, %s", path, a.Header.Get("Retry-After"), a.body)
		}
	}
	w.get("/healthz").want(t, 200)
	w.get("/").want(t, 200)
}

func TestADatabaseThatHangsIsNotWaitedForWithoutEnd(t *testing.T) {
	w, line := wired(t)
	w.get("/api/v1/reports").want(t, 200)
	line.hold()
	w.refusedForNow(t)
	line.release()
	w.back("/api/v1/reports")
	w.back("/readyz")
}

func TestADatabaseThatIsGoneIsToldAndFoundAgain(t *testing.T) {
	w, line := wired(t)
	w.get("/api/v1/reports").want(t, 200)
	line.cut()
	w.refusedForNow(t)
	line.mend(t)
	w.back("/api/v1/reports")
	w.back("/readyz")
}

func TestReadinessSaysWhatIsDown(t *testing.T) {
	var down error
	w := newWorld(t, func(c *api.Config) { c.Ready = func(context.Context) error { return down } })
	w.get("/readyz").want(t, 200)
	down = errors.New("the broker at 127.0.0.1:19092 does not answer")
	if a := w.get("/readyz").want(t, 503); !bytes.Contains(a.body, []byte(down.Error())) || a.Header.Get("Retry-After") == "" {
		t.Errorf("not ready: %s", a.body)
	}
}

// fullStore is a store whose database has no room.
type fullStore struct {
	artefact.Store
	full bool
}

func (f *fullStore) Put(ctx context.Context, kind string, data []byte) (string, error) {
	if f.full {
		return "", &pgconn.PgError{Severity: "ERROR", Code: "53100", Message: "could not extend file: No space left on device"}
	}
	return f.Store.Put(ctx, kind, data)
}

func TestAFullDiskIsToldByWhoeverFindsIt(t *testing.T) {
	var room error
	store := &fullStore{Store: artefact.NewMemory()}
	w := newWorld(t, func(c *api.Config) {
		c.Artefacts = store
		c.Room = func(int64) error { return room }
	})
	file := [3]string{"file", "r.pdf", "%PDF-1.4 full disk"}
	evidence := func() answer {
		body, contentType := form(t, [3]string{"kind", "", "news"}, [3]string{"publisher", "", "P"}, [3]string{"file", "n.txt", "Some news."})
		return w.do("POST", "/api/v1/evidence", body, "Content-Type", contentType)
	}
	store.full = true
	for _, a := range []answer{w.upload("", file), evidence()} {
		if a.want(t, 507); !bytes.Contains(a.body, []byte("disk")) || a.Header.Get("Retry-After") == "" {
			t.Errorf("the database's disk is full: %s", a.body)
		}
	}
	store.full, room = false, errors.New("the disk that holds /data/sibyl is full: 3 MB are free, 32 MB are needed")
	for _, a := range []answer{w.upload("", file), evidence()} {
		if a.want(t, 507); !bytes.Contains(a.body, []byte("/data/sibyl")) {
			t.Errorf("the disk is full: %s", a.body)
		}
	}
	room = nil // somebody has made room: nothing is started anew
	w.upload("", file).want(t, 202)
	evidence().want(t, 201)
}

// meter is a store that measures how many bytes are in its hands, and holds them until it is told to go on.
type meter struct {
	artefact.Store
	goOn      chan struct{}
	mu        sync.Mutex
	now, most int
	entered   chan struct{}
}

func (m *meter) Put(ctx context.Context, kind string, data []byte) (string, error) {
	m.mu.Lock()
	m.now += len(data)
	m.most = max(m.most, m.now)
	m.mu.Unlock()
	m.entered <- struct{}{}
	<-m.goOn
	m.mu.Lock()
	m.now -= len(data)
	m.mu.Unlock()
	return m.Store.Put(ctx, kind, data)
}

func TestUploadsAtOnceFitIntoTheSizeOfOne(t *testing.T) {
	const largest = 1 << 20
	store := &meter{Store: artefact.NewMemory(), goOn: make(chan struct{}), entered: make(chan struct{}, 20)}
	w := newWorld(t, func(c *api.Config) { c.Artefacts, c.Upload = store, largest })
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			w.upload("", [3]string{"file", "r.pdf", "%PDF-1.4 " + strings.Repeat(string(rune('a'+i)), largest*2/3)}).want(t, 202)
		})
	}
	for range 2 * 12 { // each is stored once more when it is known to be wanted (upload.go)
		<-store.entered
		store.goOn <- struct{}{}
	}
	wg.Wait()
	if store.most > largest {
		t.Errorf("%d bytes were in memory at once, want at most %d", store.most, largest)
	}
}

func TestAnUploadThatWaitsTooLongIsToldToComeAgain(t *testing.T) {
	store := &meter{Store: artefact.NewMemory(), goOn: make(chan struct{}), entered: make(chan struct{}, 20)}
	w := newWorld(t, func(c *api.Config) { c.Artefacts, c.AdmissionWait = store, 50*time.Millisecond })
	big := strings.Repeat("x", 700<<10)
	first := make(chan answer)
	go func() { first <- w.upload("", [3]string{"file", "a.pdf", "%PDF-1.4 a" + big}) }()
	<-store.entered
	if a := w.upload("", [3]string{"file", "b.pdf", "%PDF-1.4 b" + big}).want(t, 503); a.Header.Get("Retry-After") == "" {
		t.Errorf("it is not said when to come again: %s", a.body)
	}
	close(store.goOn)
	(<-first).want(t, 202)
	w.upload("", [3]string{"file", "b.pdf", "%PDF-1.4 b" + big}).want(t, 202)
}

// Every route gives a body the same time, whoever reads it there, and says so; one that is in time may wait for longer.
func TestSlowBodiesEndOnEveryRoute(t *testing.T) {
	const patience = 300 * time.Millisecond
	w := newWorld(t, func(c *api.Config) { c.BodyPatience = patience })
	const boundary = "multipart/form-data; boundary=b"
	begun := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"r.pdf\"\r\n\r\n%PDF"
	for _, c := range []struct{ method, path, contentType, begun string }{
		{"POST", "/api/v1/reports", boundary, begun},
		{"POST", "/api/v1/evidence", boundary, begun},
		{"POST", "/api/v1/analysis/rep_x/start", "application/json", "{"},
		{"POST", "/api/v1/rag/search", "application/json", "{"},
		{"PUT", "/api/v1/rag/licensed/s1", "application/octet-stream", "%PDF-"},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			body, client := io.Pipe()
			defer client.Close()
			go func() { client.Write([]byte(c.begun)) }()
			began := time.Now()
			w.do(c.method, c.path, body, "Content-Type", c.contentType).want(t, 408)
			if took := time.Since(began); took < patience || took > patience+3*time.Second {
				t.Errorf("ended after %v, want %v", took, patience)
			}
		})
	}
	t.Run("in time", func(t *testing.T) {
		t.Parallel()
		w.upload("?wait=1", [3]string{"file", "r.pdf", "%PDF-1.4 nobody reads it"}).want(t, 202)
	})
}
