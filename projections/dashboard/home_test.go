package dashboard_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestAPreviewSaysWhatIsKnownAndBegins(t *testing.T) {
	w := newWorld(t)
	tab := browser(t)
	w.log.Append(t, projectionstest.Submission(t)...)
	do(t, tab, chromedp.Navigate(w.url), says(id("reports"), "Nordwind Ceramics", "Parsed", "Begin Analysis"),
		press(id("reports"), "Nordwind Ceramics"),
		says(id("preview"), "Nordwind Ceramics", "Sustainability Report 2025", "GRI, TCFD", "24 pages", "9,120 words", "7 tables", "English", "Governance", "2–5",
			"1 page is an image without text", "Page 1: the page is an image", "nothing was analysed here before", "nothing: no language model is asked"),
		press(id("preview"), "Correct what was found"), fill(id("preview"), "Company", "Nordwind Holding"), shot("preview"),
		click(id("begin")), says(id("run"), "Nordwind", "Analyzing", "Extracting claims"), says(id("link"), "Live"),
		holds("the run has an address", `location.pathname.startsWith("/runs/run_")`))
}

func TestReportsAreFoundSortedAndDeleted(t *testing.T) {
	w := finished(t, 6)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url), says(id("reports"), "Nordwind Ceramics", "Completed", "1 contradicted"),
		fill("main", "Search", "somebody else"), says("main", "No report fits"), press("main", "Show all"), says(id("reports"), "Nordwind"),
		fill("main", "State", "error"), says("main", "No report fits"), fill("main", "State", "completed"), says(id("reports"), "Nordwind"),
		press("th", "Pages"),
		holds("it is sorted by pages", `/^Pages/.test(document.querySelector("th[aria-sort]").textContent) && /sort=pages/.test(location.search)`),
		press(id("reports"), "1 contradicted"), says("main", "Contradicted"),
		holds("a count leads to its claims", `/^\/runs\/.*\/truth$/.test(location.pathname) && /verdict=contradicted/.test(location.search)`),
		chromedp.NavigateBack(), says(id("reports"), "Nordwind"),
		press("tr[data-report]", "Delete"), holds("it asks", `document.querySelector("dialog[open]")?.textContent.includes("nordwind-2025.pdf with 1 run")`),
		press("dialog[open]", "Keep it"), says(id("reports"), "Nordwind"),
		press("tr[data-report]", "Delete"), press("dialog[open]", "Delete"), says("main", "No report"))
}

func TestAFileThatCannotBeReadSaysWhatToDo(t *testing.T) {
	w := newWorld(t)
	sent := projectionstest.Submission(t)
	broken, err := events.ReportPreviewed.Draft(events.ReportSubject(projectionstest.Report, 1), events.Preview{
		ReportID: projectionstest.Report, SHA256: projectionstest.SHA256, Filename: "nordwind-2025.pdf", Attempt: 1, Status: events.PreviewError,
		Error: "The file is protected by a password. Remove it and hand the file in again.",
	}).Seal(events.Envelope{}, "intake", projectionstest.Began)
	if err != nil {
		t.Fatal(err)
	}
	w.log.Append(t, sent[0], broken)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url), says(id("reports"), "protected by a password", "Read again"), press(id("reports"), "nordwind-2025.pdf"),
		says(id("unread"), "could not be read", "protected by a password", "Read it again", "Re-upload"), press(id("unread"), "Re-upload"),
		says(id("reports"), "nordwind"), holds("a file can be chosen at once", `document.activeElement?.id === "file"`))
}
