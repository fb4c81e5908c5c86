package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/live"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

const (
	runA = "run_0000000001aaaaaaaaaa"
	runB = "run_0000000002bbbbbbbbbb"
)

// serve starts one instance of the endpoint.
func serve(t testing.TB, pool *pgxpool.Pool, change func(*live.Config)) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	cfg := live.Config{Pool: pool, Poll: time.Hour, Hub: projections.NewHub(), Known: func(_ context.Context, run string) (bool, error) {
		if run == "run_unreachable" {
			return false, errors.New("the database is away")
		}
		return run == runA || run == runB, nil
	}}
	if change != nil {
		change(&cfg)
	}
	var wg sync.WaitGroup
	if cfg.Poll == time.Hour { // wakes alone must do
		wg.Go(func() { cfg.Hub.Listen(ctx, pool, slog.New(slog.DiscardHandler)) })
	}
	server := httptest.NewUnstartedServer(live.New(cfg))
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	t.Cleanup(func() { stop(); server.Close(); wg.Wait() })
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// fold runs a runner until the test ends.
func fold(t testing.TB, log *projectionstest.Log, pool *pgxpool.Pool) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- projections.Run(ctx, pool, catalogue.Models(), projections.Options{Kafka: log.Kafka}) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

type message struct {
	Type, Run, Code, Detail string
	Seq                     int64
	Event                   struct{ ID, Type, Run string }
}

type client struct {
	*websocket.Conn
	t *testing.T
}

func dial(t *testing.T, url string) client {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(projectionstest.Patience))
	return client{ws, t}
}

func (c client) send(kind, run string, after int64) {
	c.t.Helper()
	if err := c.WriteJSON(map[string]any{"type": kind, "run": run, "after": after}); err != nil {
		c.t.Fatal(err)
	}
}

func (c client) next() (m message) {
	c.t.Helper()
	if err := c.ReadJSON(&m); err != nil {
		c.t.Fatal(err)
	}
	return m
}

// events reads until the run's event number last and checks that every one comes once, in order.
func (c client) events(run string, after, last int64) (ids []string, caughtUp []int64) {
	c.t.Helper()
	for after < last {
		switch m := c.next(); {
		case m.Type == "event" && m.Run == run && m.Seq == after+1 && m.Event.Run == run:
			after++
			ids = append(ids, m.Event.ID)
		case m.Type == "caught_up" && m.Run == run && m.Seq == after:
			caughtUp = append(caughtUp, after)
		default:
			c.t.Fatalf("after event %d came %+v", after, m)
		}
	}
	return ids, caughtUp
}

func TestARunIsFollowedFromAnyNumberOnAnyInstance(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	fold(t, log, pool)
	instances := []string{serve(t, pool, nil), serve(t, pool, nil)}
	records := projectionstest.Story{Run: runA, Claims: 40}.Records(t)
	all := int64(len(records))

	// Before, during and after; one client changes instances all the time.
	first := dial(t, instances[0])
	first.send("subscribe", runA, 0)
	if m := first.next(); m.Type != "caught_up" || m.Seq != 0 {
		t.Fatalf("of a run without events: %+v", m)
	}
	go func() {
		for _, r := range records {
			log.Append(t, projectionstest.Feed(r)...)
		}
	}()
	var hopper []string
	for at := int64(0); at < all; {
		c := dial(t, instances[int(at)%2])
		c.send("subscribe", runA, at)
		to := min(at+37, all)
		ids, _ := c.events(runA, at, to)
		hopper = append(hopper, ids...)
		c.Close()
		at = to
	}
	early, caught := first.events(runA, 0, all)
	if len(caught) != 0 {
		t.Errorf("caught up again at %v", caught)
	}
	late := dial(t, instances[1])
	late.send("subscribe", runA, 0)
	whole, caught := late.events(runA, 0, all)
	if len(caught) != 0 {
		t.Errorf("caught up in the middle of the past: %v", caught)
	}
	if m := late.next(); m.Type != "caught_up" || m.Seq != all {
		t.Errorf("after the past: %+v", m)
	}
	for i, r := range records {
		if early[i] != r.ID || whole[i] != r.ID || hopper[i] != r.ID {
			t.Fatalf("event %d: %s, %s and %s, want %s", i+1, early[i], whole[i], hopper[i], r.ID)
		}
	}
}

// What a client has not asked for is left out, before and after it has caught up, and the numbers stay those of all events.
func TestAClientIsSentTheTypesThatItNames(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	fold(t, log, pool)
	records := projectionstest.Story{Run: runA, Claims: 8}.Records(t)
	c := dial(t, serve(t, pool, nil))
	types := []string{events.CaseClosed.Type, events.AnalysisCompleted.Type}
	if err := c.WriteJSON(map[string]any{"type": "subscribe", "run": runA, "after": 0, "types": types}); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, r := range records {
			log.Append(t, projectionstest.Feed(r)...)
		}
	}()
	for i, r := range records {
		if !slices.Contains(types, r.Type) {
			continue
		}
		m := c.next()
		for m.Type == "caught_up" {
			m = c.next()
		}
		if m.Seq != int64(i+1) || m.Event.ID != r.ID {
			t.Fatalf("have event %d, %s; want %d, %s", m.Seq, m.Event.ID, i+1, r.ID)
		}
	}
	late := dial(t, serve(t, pool, nil))
	if err := late.WriteJSON(map[string]any{"type": "subscribe", "run": runA, "after": 0, "types": []string{"no.such"}}); err != nil {
		t.Fatal(err)
	}
	if m := late.next(); m.Type != "caught_up" {
		t.Errorf("of a type that there is not came %+v", m)
	}
}

func TestALostNotificationOnlyDelays(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	c := dial(t, serve(t, pool, func(c *live.Config) { c.Poll = time.Millisecond })) // nobody listens
	c.send("subscribe", runA, 0)
	if m := c.next(); m.Type != "caught_up" {
		t.Fatalf("%+v", m)
	}
	records := projectionstest.Story{Run: runA, Claims: 1}.Records(t)
	log.Append(t, projectionstest.Feed(records...)...)
	projectionstest.Fold(t, log, pool)
	c.events(runA, 0, int64(len(records)))
}

func TestTwoRunsOnOneConnection(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	for _, run := range []string{runA, runB} {
		log.Append(t, projectionstest.Feed(projectionstest.Story{Run: run, Claims: 5}.Records(t)...)...)
	}
	projectionstest.Fold(t, log, pool)
	c := dial(t, serve(t, pool, nil))
	c.send("subscribe", runA, 0)
	c.send("subscribe", runB, 0)
	at := map[string]int64{}
	for caught := 0; caught < 2; {
		m := c.next()
		switch m.Type {
		case "event":
			if at[m.Run]++; at[m.Run] != m.Seq {
				t.Fatalf("run %s: event %d after %d", m.Run, m.Seq, at[m.Run]-1)
			}
		case "caught_up":
			caught++
			if m.Seq != at[m.Run] {
				t.Errorf("run %s caught up at %d after event %d", m.Run, m.Seq, at[m.Run])
			}
		default:
			t.Fatalf("%+v", m)
		}
	}
	// Without a subscription nothing comes any more.
	c.send("unsubscribe", runA, 0)
	c.send("subscribe", "run_none", 0) // its answer shows that the request before it was taken
	if m := c.next(); m.Code != "unknown_run" {
		t.Errorf("%+v", m)
	}
	extra := events.Record{}
	for _, run := range []string{runA, runB} {
		extra = projectionstest.Feed(projectionstest.Story{Run: run, Fails: "late"}.Records(t)[1])[0]
		log.Append(t, extra)
		projectionstest.Fold(t, log, pool)
	}
	if m := c.next(); m.Type != "event" || m.Run != runB || m.Event.ID != extra.ID {
		t.Errorf("after unsubscribing from A came %+v", m)
	}
}

func TestMistakesAreAnswered(t *testing.T) {
	pool := projectionstest.Database(t)
	url := serve(t, pool, func(c *live.Config) { c.Runs = 1 })
	c := dial(t, url)
	for _, step := range []struct{ sent, code string }{
		{`nonsense`, "bad_request"},
		{`{"type": "shout", "run": "` + runA + `"}`, "bad_request"},
		{`{"type": "subscribe", "run": "run_none"}`, "unknown_run"},
		{`{"type": "subscribe", "run": "run_unreachable"}`, "unavailable"},
		{`{"type": "subscribe", "run": "` + runA + `", "after": 5}`, "bad_after"},
		{`{"type": "subscribe", "run": "` + runA + `", "after": -1}`, "bad_after"},
		{`{"type": "subscribe", "run": "` + runA + `", "types": [` + strings.Repeat(`"a.b",`, 20) + `"a.b"]}`, "bad_request"},
		{`{"type": "subscribe", "run": "` + runA + `", "types": [` + strings.Repeat(`"a.b",`, 19) + `"a.b"]}`, ""},
		{`{"type": "unsubscribe", "run": "` + runA + `"}`, "-"},
		{`{"type": "subscribe", "run": "` + runA + `"}`, ""},
		{`{"type": "subscribe", "run": "` + runA + `"}`, "subscribed"},
		{`{"type": "subscribe", "run": "` + runB + `"}`, "too_many"},
	} {
		if err := c.WriteMessage(websocket.TextMessage, []byte(step.sent)); err != nil {
			t.Fatal(err)
		}
		if step.code == "-" { // it is not answered
			continue
		}
		m := c.next()
		if step.code == "" && m.Type == "caught_up" {
			continue
		}
		if m.Type != "error" || m.Code != step.code || m.Detail == "" {
			t.Errorf("%s was answered by %+v, want %s", step.sent, m, step.code)
		}
	}
	if err := c.WriteMessage(websocket.TextMessage, []byte(`{"type":"`+strings.Repeat("x", 5000)+`"}`)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseMessageTooBig) {
		t.Errorf("a message of 5 kB: %v", err)
	}
}

func TestForeignOriginsGetNoUpgrade(t *testing.T) {
	url := serve(t, projectionstest.Database(t), nil)
	host := strings.TrimPrefix(url, "ws://")
	for origin, ok := range map[string]bool{
		"http://" + host: true, "https://evil.example": false, "null": false, "http://" + host + "0": false, "file://" + host: false,
	} {
		ws, resp, err := websocket.DefaultDialer.Dial(url, http.Header{"Origin": {origin}})
		if ok != (err == nil) {
			t.Errorf("origin %s: %v", origin, err)
		}
		if err == nil {
			ws.Close()
		} else if resp.StatusCode != http.StatusForbidden {
			t.Errorf("origin %s: status %d", origin, resp.StatusCode)
		}
	}
}

// A client that does not read gets a bounded number of bytes, then the reason, and resumes where it was.
func TestASlowClientIsClosedWithAReasonAndResumes(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Story{Run: runA, Claims: 300}.Records(t)
	log.Append(t, projectionstest.Feed(records...)...)
	projectionstest.Fold(t, log, pool)
	url := serve(t, pool, func(c *live.Config) { c.Window = 8 << 10; c.Patience = 200 * time.Millisecond })

	slow := dial(t, url)
	slow.SetPingHandler(func(string) error { return nil }) // a client that is busy with something else answers no ping
	slow.send("subscribe", runA, 0)
	var last int64
	for {
		var m message
		err := slow.ReadJSON(&m)
		if err != nil {
			var closed *websocket.CloseError
			if !errors.As(err, &closed) || closed.Code != websocket.CloseTryAgainLater || !strings.Contains(closed.Text, "too slow") {
				t.Fatalf("the connection ended with %v", err)
			}
			break
		}
		last = m.Seq
	}
	if last == 0 || last > 60 {
		t.Errorf("%d events were sent to a client that answers nothing", last)
	}
	again := dial(t, url)
	again.send("subscribe", runA, last)
	again.events(runA, last, int64(len(records)))
}

func TestAnIdleConnectionIsKeptAliveAndASilentOneIsEnded(t *testing.T) {
	pool := projectionstest.Database(t)
	url := serve(t, pool, func(c *live.Config) { c.Ping = 10 * time.Millisecond; c.Patience = 150 * time.Millisecond })
	alive, silent := dial(t, url), dial(t, url)
	silent.SetPingHandler(func(string) error { return nil })
	pinged := make(chan struct{}, 100)
	answer := alive.PingHandler()
	alive.SetPingHandler(func(data string) error {
		select {
		case pinged <- struct{}{}:
		default:
		}
		return answer(data)
	})
	ended := make(chan error, 1)
	go func() {
		_, _, err := alive.ReadMessage()
		ended <- err
	}()
	if _, _, err := silent.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("the silent connection ended with %v", err)
	}
	for range 5 {
		<-pinged
	}
	select {
	case err := <-ended:
		t.Errorf("the connection that answers ended with %v", err)
	default:
	}
	alive.Close()
	if err := <-ended; err == nil {
		t.Error("the closed connection went on")
	}
}

func TestEventsAreTheBytesOfTheFeed(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Story{Run: runA, Claims: 1}.Records(t)
	log.Append(t, projectionstest.Feed(records...)...)
	projectionstest.Fold(t, log, pool)
	c := dial(t, serve(t, pool, nil))
	c.send("subscribe", runA, 0)
	for i := range records {
		var m struct {
			Event map[string]json.RawMessage
		}
		if err := c.ReadJSON(&m); err != nil {
			t.Fatal(err)
		}
		r := records[i]
		want := map[string]string{"id": r.ID, "type": r.Type, "subject": r.Subject, "run": runA}
		if r.Type != events.ActivityReported.Type {
			want["agent"] = strings.TrimPrefix(r.Source, "/sibyl/")
			if string(m.Event["data"]) != string(r.Data) {
				t.Errorf("event %d carries %s, want %s", i+1, m.Event["data"], r.Data)
			}
		} else {
			want["event"] = activity(t, r)
		}
		for field, value := range want {
			if got := string(m.Event[field]); got != fmt.Sprintf("%q", value) {
				t.Errorf("event %d: %s is %s, want %q", i+1, field, got, value)
			}
		}
	}
}

func activity(t *testing.T, r events.Record) string {
	t.Helper()
	e, err := events.ActivityReported.Decode(r)
	if err != nil {
		t.Fatal(err)
	}
	return e.Data.Event
}
