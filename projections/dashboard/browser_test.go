package dashboard_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

const run = "run_0000000001aaaaaaaaaa"

type step = chromedp.Action[chromedp.Void]

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

// expected are complaints that the page's console makes because a test asked for them.
var expected = []string{"status of 415", "status of 404", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket connection to"}

// browser starts Chromium and fails the test on anything the page complains of.
func browser(t testing.TB) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: the page is tested where it is")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1100),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	watch(t, ctx)
	return ctx
}

// second is another tab of the same browser.
func second(t *testing.T, tab context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(tab)
	t.Cleanup(cancel)
	watch(t, ctx)
	return ctx
}

// watch fails the test on what a tab's console says.
func watch(t testing.TB, tab context.Context) {
	t.Helper()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	listening, stop := context.WithCancel(tab)
	t.Cleanup(stop)
	do(t, tab, chromedp.Navigate("about:blank"))
	wg.Go(func() {
	messages:
		for m, err := range chromedp.Console(listening) {
			if err != nil {
				return
			}
			for _, e := range expected {
				if strings.Contains(m.Text, e) {
					continue messages
				}
			}
			if m.Type == chromedp.ConsoleException || m.Type == "error" || m.Type == "warning" {
				t.Errorf("the page complained: %s", m.Text)
			}
		}
	})
}

// do runs steps in the browser.
func do(t testing.TB, tab context.Context, steps ...step) {
	t.Helper()
	if err := chromedp.Do(tab, steps...); err != nil {
		t.Fatal(err)
	}
}

// value is what a script says of the page.
func value[T any](t testing.TB, tab context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// shot keeps a picture where SIBYL_SCREENSHOTS names a folder.
func shot(name string) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		folder := os.Getenv("SIBYL_SCREENSHOTS")
		if folder == "" {
			return nil
		}
		png, err := chromedp.FullScreenshot(100)(ctx, t)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644)
	})
}

// says waits until an element is shown and its text holds all of want, in any case of letters.
func says(selector string, want ...string) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.PollFunction[bool](`(selector, want) => {
			const e = document.querySelector(selector);
			return e && !e.hidden && want.every((w) => e.textContent.toLowerCase().includes(w.toLowerCase()));
		}`, chromedp.WithPollingArgs(selector, want), chromedp.WithPollingTimeout(projectionstest.Patience/2))(ctx, t)
		if err != nil {
			text, _ := chromedp.Evaluate[string](fmt.Sprintf(`(document.querySelector(%q) ?? document.body).innerText.slice(0, 1500)`, selector))(ctx, t)
			return fmt.Errorf("waiting for %s to say %q: %w\nit says: %s", selector, want, err, text)
		}
		return nil
	})
}

// holds waits until a script says true. An element that the script reads and that is not there yet (a TypeError on null)
// is a reason to ask again, and is told if the script never says true.
func holds(what, script string) step {
	asked := fmt.Sprintf(`(() => {
		try { window.missing = ""; return Boolean(%s); }
		catch (e) { if (!(e instanceof TypeError)) throw e; window.missing = e.message; return false; }
	})()`, script)
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := chromedp.Poll[bool](asked, chromedp.WithPollingTimeout(projectionstest.Patience/2))(ctx, t); err != nil {
			missing, _ := chromedp.Evaluate[string](`window.missing ?? ""`)(ctx, t)
			return fmt.Errorf("waiting until %s: %w %s", what, err, missing)
		}
		return nil
	})
}

// id is the selector of an element that is named for tests.
func id(name string) string { return `[data-testid="` + name + `"]` }

// click presses what a selector names, once it is there.
func click(selector string) step {
	return chromedp.Steps(holds(selector+" is there", fmt.Sprintf(`document.querySelector(%q) !== null`, selector)),
		chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).click()`, selector)))
}

// press is a button or link with a text, within an element.
func press(within, text string) step {
	find := fmt.Sprintf(`[...document.querySelectorAll(%q + " :is(button, a, summary)")].find((e) => e.textContent.trim().startsWith(%q))`, within, text)
	return chromedp.Steps(holds(text+" can be pressed", find+` !== undefined`), chromedp.Evaluate[chromedp.Void](find+`.click()`))
}

// fill gives a field, which is named by its label, a value, as a person does.
func fill(within, label, value string) step {
	find := fmt.Sprintf(`[...document.querySelectorAll(%q + " label")].find((l) => l.textContent.trim().startsWith(%q))`, within, label)
	return chromedp.Steps(holds(label+" can be filled in", find+` !== undefined`), chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const label = %s;
		const field = label.control ?? label.querySelector("input, select, textarea");
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, %q);
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.dispatchEvent(new Event("change", { bubbles: true }));
	}`, find, value)))
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
