package dashboard_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestARunIsShownLiveAndAfterItsEnd(t *testing.T) {
	w := newWorld(t)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url), says(id("no-reports"), "No report yet"), shot("empty"))
	pdf := filepath.Join(t.TempDir(), "handed-in.pdf")
	if err := os.WriteFile(pdf, []byte("%PDF-1.7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, tab,
		chromedp.SetUploadFiles("#file", []string{page}), says("#notice", "page.html was not taken", "not a PDF"),
		chromedp.SetUploadFiles("#file", []string{pdf}), says(id("preview"), "handed-in.pdf", "Parsing"),
		press("header", "Reports"), says(id("reports"), "handed-in.pdf", "Parsing"))

	records := w.story(t, projectionstest.Story{Run: run, Claims: 60})
	half := len(records) * 2 / 3
	w.log.Append(t, records[:half]...)
	w.known(t)
	// The page is opened in the middle of the run, by an address of before, and follows it to its end.
	do(t, tab,
		chromedp.Navigate(w.url+"/?late#run="+run),
		says(".subject", "Nordwind Ceramics", "Sustainability Report 2025", "Analyzing"), says(id("link"), "Live"),
		says(id("feed"), "compared with each other"), says(id("stages"), "Claims judged"), shot("live"),
	)
	w.log.Append(t, records[half:]...)
	do(t, tab,
		says(".subject", "Completed"), says(id("stages"), "Claims judged60 of 60", "Disclosures comparedyes"), says(id("claim-count"), "60 of 60 claims"),
		press(".tabs", "Source of Truth"), says(id("totals"), "10Contradicted", "20Insufficient evidence", "20Unverified", "10Verified"),
		says(id("pillars"), "Governance", "1 fully, 1 partly, 1 not addressed, 1 not assessed"), shot("completed"),
		press(".subtabs", "Disclosures"), says(id("gaps"), "S2.14(a)(iv)", "S2.22(b)", "assumptions of the plan"), says(id("gap-count"), "2 of 2"),
		press(".subtabs", "Figures"), says(id("figures"), "The stated decrease is 6.1", "(12,400 - 12,917) / 12,917"),
		press(".subtabs", "Claims"), says(id("claim-count"), "60 of 60 claims"),
		click(".totals .verified"), says(id("claim-count"), "10 of 60"), holds("the filter is in the address", `location.search.includes("verdict=verified")`),
		click(".totals .verified"), fill(id("filters"), "Priority", "low"), says(id("claim-count"), "10 of 60"),
		fill(id("filters"), "Search", "fell to 13"), says(id("claim-count"), "1 of 60"),
		chromedp.Reload(), says(id("claim-count"), "1 of 60"), says(id("claims"), "Lost-time injuries fell to 13"),
		press(id("claims"), "Lost-time injuries"), says(id("detail"), "Unverified", "Legal", "takes no side"), shot("filtered"),
		press(id("detail"), "Ids, scores"), says(id("detail"), "issuer", "Consistency", "High, 0.90"),
	)
	links := value[[]string](t, tab,
		`[...document.querySelectorAll('[data-testid="detail"] a')].map((a) => a.getAttribute("href")).filter((h) => h.includes("/pages"))`)
	for _, l := range links {
		if !strings.HasPrefix(l, "/runs/"+run+"/pages?page=") {
			t.Errorf("a claim links to %s", l)
		}
	}
	outside := value[[]string](t, tab, `performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin))`)
	if len(links) < 2 || len(outside) != 0 {
		t.Errorf("%d links to pages, %v loaded from elsewhere", len(links), outside)
	}
}

// TestViewersSeeTheSame cuts the connection of two viewers, one of whom is busy, while a run goes on.
func TestViewersSeeTheSame(t *testing.T) {
	w := newWorld(t)
	records := w.story(t, projectionstest.Story{Run: run, Claims: 90})
	third := len(records) / 3
	w.log.Append(t, records[:third]...)
	w.known(t)
	first := browser(t)
	do(t, first, chromedp.Navigate(w.url+"/runs/"+run), says(id("link"), "Live"), says(id("stages"), "Claims judged"))
	late := second(t, first)
	do(t, late, chromedp.Navigate(w.url+"/analysis/"+projectionstest.Report), says(id("link"), "Live"))

	w.net.set(true)
	do(t, first, says(id("link"), "Connection lost"), says(".notices", "connection is lost", "as of the last event"))
	w.log.Append(t, records[third:2*third]...)
	w.net.set(false)
	do(t, first, says(id("link"), "Live"), holds("the notice is gone", `!document.querySelector(".notices").textContent.includes("lost")`))
	// The first one pauses; the other is too busy to read what comes.
	do(t, first, press("main", "Pause"), says(id("run"), "Paused"))
	before := value[string](t, first, `document.querySelector('[data-testid="stages"]').textContent`)
	do(t, late, chromedp.Evaluate[chromedp.Void](`setTimeout(() => { const end = performance.now() + 1500; while (performance.now() < end); }, 0)`))
	w.log.Append(t, records[2*third:len(records)-1]...)
	do(t, first, holds("events wait", `!/; 0 events/.test(document.querySelector("main").textContent)`))
	if now := value[string](t, first, `document.querySelector('[data-testid="stages"]').textContent`); now != before {
		t.Errorf("paused at %s, shows %s", before, now)
	}
	do(t, first, press("main", "Go on"))
	w.log.Append(t, records[len(records)-1])
	for _, tab := range []struct {
		name string
		do   func(...step)
	}{{"first", func(s ...step) { do(t, first, s...) }}, {"late", func(s ...step) { do(t, late, s...) }}} {
		t.Run(tab.name, func(*testing.T) {
			tab.do(says(".subject", "Completed"), says(id("stages"), "Claims found90 of 90", "Answers of agents180 of 180", "Claims judged90 of 90"))
		})
	}
}

// told keeps what the page says of its connection, from before it is drawn.
const told = `window.told = [];
	new MutationObserver(() => {
		const said = document.querySelector('[data-testid="link"]')?.textContent;
		if (said && said !== window.told.at(-1)) window.told.push(said);
	}).observe(document, { childList: true, characterData: true, subtree: true });`

// call is a command of the browser itself.
func call(method string, params map[string]any) step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error { return target.Call(ctx, method, params, nil) })
}

// TestASlowViewerCatchesUp opens the page in the middle of a run on a machine that is four times slower and busy for a second
// while hundreds of events come: it says that it catches up, and in the end it shows what everybody sees.
func TestASlowViewerCatchesUp(t *testing.T) {
	w := newWorld(t)
	records := w.story(t, projectionstest.Story{Run: run, Claims: 150})
	w.log.Append(t, records[:len(records)*2/3]...)
	w.known(t)
	tab := browser(t)
	do(t, tab, call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": told}), call("Emulation.setCPUThrottlingRate", map[string]any{"rate": 4}),
		chromedp.Navigate(w.url+"/runs/"+run), says(id("stages"), "Claims judged"),
		chromedp.Evaluate[chromedp.Void](`setTimeout(() => { const end = performance.now() + 1000; while (performance.now() < end); }, 0)`))
	w.log.Append(t, records[len(records)*2/3:]...)
	do(t, tab, says(".subject", "Completed"), says(id("stages"), "Claims found150 of 150", "Answers of agents300 of 300", "Claims judged150 of 150"),
		says(id("link"), "Connected"))
	said := value[[]string](t, tab, `window.told`)
	if at := slices.IndexFunc(said, func(s string) bool { return strings.Contains(s, "Catching up") || strings.Contains(s, "behind") }); at < 0 {
		t.Errorf("of its connection the page says %q", said)
	}
}

func TestAFailedRunSaysWhatToDo(t *testing.T) {
	w := newWorld(t)
	w.log.Append(t, w.story(t, projectionstest.Story{Run: run, Claims: 0, Fails: "the file is damaged after page 3"})...)
	w.known(t)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), says(id("run-error"), "damaged after page 3", "Retry Analysis", "Re-upload"), shot("failed"),
		press(id("run-error"), "Retry Analysis"),
		holds("the new run is shown", `location.pathname.startsWith("/runs/run_") && !location.pathname.endsWith("`+run+`")`))
	do(t, tab, chromedp.Navigate(w.url+"/runs/run_nobody"), says("main", "There is no such run"))
}

func TestARunWithoutClaimsSaysSo(t *testing.T) {
	w := finished(t, 0)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), says(id("no-claims"), "No claim was found", "1 of its 24 pages could not be read"))
}

// TestTheGraphCanBeRead on a desktop and on a phone: its boxes are large enough for their words and cover neither words nor one another.
func TestTheGraphCanBeRead(t *testing.T) {
	w := finished(t, 60)
	tab := browser(t)
	type box struct {
		Name                     string
		Left, Top, Right, Bottom float64
		Cut                      bool // its words need more room
	}
	for _, width := range []int64{1280, 390} {
		do(t, tab, chromedp.EmulateViewport(width, 900), chromedp.Navigate(w.url+"/runs/"+run), says(id("graph"), "60 judged"),
			holds("it is laid out", `document.querySelectorAll(".react-flow__edge").length > 10`))
		boxes := value[[]box](t, tab, `[...document.querySelectorAll("[data-agent]")].filter((e) => e.dataset.agent !== "ground").map((e) => {
			const r = e.getBoundingClientRect();
			return { Name: e.dataset.agent, Left: r.left, Top: r.top, Right: r.right, Bottom: r.bottom,
				Cut: e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight };
		})`)
		if len(boxes) != 9 {
			t.Fatalf("%d pixels wide: %d boxes", width, len(boxes))
		}
		for i, a := range boxes {
			if a.Right-a.Left < 110 || a.Left < 0 || a.Right > float64(width) || a.Cut {
				t.Errorf("%d pixels wide: %+v", width, a)
			}
			for _, b := range boxes[:i] {
				if a.Left < b.Right && b.Left < a.Right && a.Top < b.Bottom && b.Top < a.Bottom {
					t.Errorf("%d pixels wide: %s and %s cover one another", width, a.Name, b.Name)
				}
			}
		}
	}
}
