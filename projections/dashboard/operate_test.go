package dashboard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/deploy/legibility"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestADeadLetterIsRetried(t *testing.T) {
	w := newWorld(t)
	records := projectionstest.Story{Run: run, Claims: 4}.Records(t)
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(records...)...)
	w.known(t)
	for _, r := range records {
		if r.Type != events.ClaimRouted.Type {
			continue
		}
		k := wire.Encode(r)
		l := events.DeadLetter{Processor: "legal", Reason: events.DeadExhausted, Topic: events.Topic(k.Topic), Offset: 7, Key: string(k.Key),
			Headers: map[string]string{}, Data: k.Value, Error: "the index of paragraphs could not be opened", Attempts: 3}
		for _, h := range k.Headers {
			l.Headers[h.Key] = string(h.Value)
		}
		dead, err := events.DeadLettered.Draft("dead/legal/"+r.ID, l).Seal(r.Envelope, "legal", projectionstest.Began)
		if err != nil {
			t.Fatal(err)
		}
		w.log.Append(t, dead)
		break
	}
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+"/operations"), says(id("operations"), "Ready"),
		says(id("dead"), "legal", "Exhausted", "index of paragraphs", "3 attempts"),
		press(id("dead"), "Retry"), says(id("dead-done"), "back on its topic"), says(id("no-dead"), "None"),
		fill("main", "Which", "retried"), says(id("dead"), "legal", "Retried"))
}

func TestWhatStandardsAskForIsFound(t *testing.T) {
	w := newWorld(t)
	tab := browser(t)
	const held = `{ const f = window.fetch;
		window.fetch = (u, o) => String(u).includes("/search") ? new Promise((r) => { window.go = () => r(f(u, o)); }) : f(u, o); }`
	do(t, tab, chromedp.Navigate(w.url+"/knowledge"), chromedp.Evaluate[chromedp.Void](held),
		fill(id("knowledge"), "Search", "S2.22(b)"), press(id("knowledge"), "Search"),
		says(id("searching"), "Searching"), chromedp.Evaluate[chromedp.Void]("window.go()"), // which may take seconds
		says(id("knowledge"), "IFRS S2", "S2.22(b)", "named in the search"), press(id("knowledge"), "S2.22(b)"), says(id("paragraph"), "scenario", "How and when"))
}

// TestNoViewHasASeriousAccessibilityIssue runs axe on each view, light and dark, on a desktop and a phone.
func TestNoViewHasASeriousAccessibilityIssue(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url))
	for _, v := range []struct{ path, ready string }{
		{"/", "[data-report]"}, {"/runs/" + run, ".react-flow__edge"}, {"/runs/" + run + "?agent=legal", id("coverage")},
		{"/runs/" + run + "?agent=data_metrics", id("checks")},
		{"/runs/" + run + "?agent=judge", id("verdicts")}, {"/runs/" + run + "?agent=orchestrator", id("questions")},
		{"/runs/" + run + "?agent=news_media", id("sources")}, {"/analysis/" + projectionstest.Report + "?preview", id("preview")},
		{truth, "[data-matter]"}, {truth + "?show=claims", "[data-claim]"}, {truth + "?show=claims&verdict=contradicted&claim={claim}", id("conclusion")},
		{truth + "?show=disclosures", "[data-gap]"}, {truth + "?show=figures", ".check"}, {truth + "?show=exports", "[data-format]"},
		{truth + "?show=people", id("remarks-run")}, {truth + "?show=compare", id("compare")},
		{"/runs/" + run + "/pages?page=2", "canvas[data-drawn]"}, {"/runs/" + run + "/ledger", ".line"},
		{"/knowledge?q=scenario&paragraph=S2.22(b)", id("paragraph")}, {"/operations", id("no-dead")},
	} {
		var whole legibility.Question
		if !strings.Contains(v.path, "/pages") { // marks are as large as the words that are marked; the list beside them leads to the same
			whole.Also = []string{"target-size"}
		}
		if strings.Contains(v.path, "?agent=") { // what is around the panel is looked at without it
			whole.Within = id("agent-panel")
		}
		for _, width := range []int64{1280, 390} {
			path := v.path
			if strings.Contains(path, "{claim}") {
				path = strings.ReplaceAll(path, "{claim}", value[string](t, tab,
					`fetch("/api/v1/runs/`+run+`/verdicts?verdict=contradicted").then((a) => a.json()).then((a) => a.verdicts[0].claim_id)`))
			}
			do(t, tab, chromedp.EmulateViewport(width, 900), chromedp.Navigate(w.url+path),
				holds("the view is drawn", fmt.Sprintf(`document.querySelector(%q) !== null`, v.ready)))
			for _, theme := range []string{"light", "dark"} {
				if theme == "dark" && width == 390 && v.path != truth && !strings.Contains(v.path, "claim=") {
					continue // colours and widths depend on each other little: two views that are read on phones stand for all
				}
				t.Run(fmt.Sprintf("%s %s %d", v.path, theme, width), func(t *testing.T) {
					do(t, tab, chromedp.Evaluate[chromedp.Void](`document.documentElement.dataset.theme = "`+theme+`"`))
					q := whole
					if theme == "dark" {
						q = legibility.Question{Within: whole.Within, Only: []string{"color-contrast"}} // nothing else differs
					}
					issues, err := legibility.Issues(tab, q)
					if err != nil {
						t.Fatal(err)
					}
					for _, issue := range issues {
						t.Error(issue)
					}
					if over := value[int](t, tab, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 1 {
						t.Errorf("the page is %d pixels wider than the screen", over)
					}
					// Choices are as long as the names of companies and files, which these are not.
					do(t, tab, chromedp.Evaluate[chromedp.Void](`for (const x of document.querySelectorAll("main select"))
						x.add(new Option("Long name of a company ".repeat(5)))`))
					if wide := value[string](t, tab, `[...document.querySelectorAll("table, main select")].filter((x) => x.getBoundingClientRect().right > innerWidth + 1)
						.map((x) => x.textContent.slice(0, 40)).join("; ")`); wide != "" {
						t.Errorf("over the edge: %s", wide)
					}
				})
			}
		}
	}
}
