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
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

const run = "run_0000000001aaaaaaaaaa"

// browser starts Chromium and fails the test on anything the page complains of.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: the page is tested where it is")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1500),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	listening, stop := context.WithCancel(ctx)
	t.Cleanup(stop)
	do(t, ctx, chromedp.Navigate("about:blank"))
	wg.Go(func() {
		for m, err := range chromedp.Console(listening) {
			if err != nil {
				return
			}
			if strings.Contains(m.Text, "status of 415") {
				continue // the file that is not a PDF, on purpose
			}
			if m.Type == chromedp.ConsoleException || m.Type == "error" || m.Type == "warning" {
				t.Errorf("the page complained: %s", m.Text)
			}
		}
	})
	return ctx
}

// do runs steps in the browser.
func do(t *testing.T, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(tab, steps...); err != nil {
		t.Fatal(err)
	}
}

// shot keeps a picture where SIBYL_SCREENSHOTS names a folder.
func shot(name string) chromedp.Action[chromedp.Void] {
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

func TestARunIsShownLiveAndAfterItsEnd(t *testing.T) {
	pool, log := projectionstest.Database(t), projectionstest.NewLog(t)
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
	server := httptest.NewUnstartedServer(api.New(api.Config{Pool: pool, Outbox: intent.New(pool), Artefacts: artefact.NewMemory(), Hub: hub,
		Addr: "127.0.0.1:0"}))
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx } // held requests end with the test
	server.Start()
	t.Cleanup(func() { stop(); server.Close(); wg.Wait() })

	tab := browser(t)
	do(t, tab, chromedp.Navigate(server.URL), says("no-reports", "No report yet"), shot("empty"))
	pdf := filepath.Join(t.TempDir(), "handed-in.pdf")
	if err := os.WriteFile(pdf, []byte("%PDF-1.7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, tab,
		chromedp.SetUploadFiles("#file", []string{page}), says("notice", "not a PDF"),
		chromedp.SetUploadFiles("#file", []string{pdf}), says("reports", "handed-in.pdf", "Parsing"))

	records := projectionstest.Story{Run: run, Claims: 60}.Records(t)
	half := len(records) * 2 / 3
	log.Append(t, projectionstest.Submission(t)...)
	log.Append(t, projectionstest.Feed(records[:half]...)...)
	known(t, server.URL)
	// The page is opened in the middle of the run and follows it to its end.
	do(t, tab,
		chromedp.Navigate(server.URL+"/?late#run="+run),
		says("subject", "Nordwind Ceramics", "Sustainability Report 2025"), says("state", "Analyzing"), says("link", "Live"),
		says("activity", "section 3 of 3"), says("shown", "judged"), shot("live"),
	)
	log.Append(t, projectionstest.Feed(records[half:]...)...)
	do(t, tab,
		says("state", "Completed", "JSON"), says("shown", "50 of 60 shown, 60 judged, 60 claims"), says("classes", "10", "Contradicted", "Verified"),
		says("gaps", "S2.14(a)(iv)", "S2.22(b)"), says("coverage", "Governance", "1 fully, 1 partly, 1 not, 1 not assessed"),
		says("checks", "The stated decrease is 6.1 %"), shot("completed"),
		chromedp.Click(`.classes .verified`), says("shown", "50 of 50 shown"),
		chromedp.SetValue("#priority", "low"), dispatch("#priority", "change"), says("shown", "10 of 10 shown"),
		chromedp.SetValue("#search", "fell to 13"), dispatch("#search", "input"), says("shown", "1 of 1 shown"),
		chromedp.Click(".card summary"), says("cards", "2 findings", "Data metrics neither", "origins: issuer"), shot("filtered"),
		chromedp.Reload(), says("state", "Completed"), says("shown", "60 judged"),
	)
	links, err := chromedp.Run(tab, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".card .head a")].map((a) => a.getAttribute("href"))`))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if !strings.HasPrefix(l, "/api/v1/reports/"+projectionstest.Report+"/pdf#page=") {
			t.Errorf("a claim links to %s", l)
		}
	}
	outside, err := chromedp.Run(tab, chromedp.Evaluate[[]string](
		`performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin))`))
	if err != nil {
		t.Fatal(err)
	}
	if len(links) != 50 || len(outside) != 0 {
		t.Errorf("%d links to pages, %v loaded from elsewhere", len(links), outside)
	}
}

func dispatch(selector, event string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](`document.querySelector("` + selector + `").dispatchEvent(new Event("` + event + `"))`)
}

// says waits until an element is shown and its text holds all of want, in any case of letters.
func says(id string, want ...string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.PollFunction[bool](`(id, want) => {
			const e = document.getElementById(id);
			return e && !e.hidden && want.every((w) => e.textContent.toLowerCase().includes(w.toLowerCase()));
		}`, chromedp.WithPollingArgs(id, want), chromedp.WithPollingTimeout(projectionstest.Patience/2))(ctx, t)
		if err != nil {
			return fmt.Errorf("waiting for #%s to say %q: %w", id, want, err)
		}
		return nil
	})
}

// known waits until the server knows the run and its report.
func known(t *testing.T, url string) {
	t.Helper()
	for deadline := time.Now().Add(projectionstest.Patience); time.Now().Before(deadline); {
		a, err := http.Get(url + "/api/v1/runs/" + run)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		b, err := http.Get(url + "/api/v1/reports/" + projectionstest.Report)
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
