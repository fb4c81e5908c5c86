package dashboard_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sibyl-project/sibyl/deploy/legibility"
)

// themed gives all matters a theme on their way to the page: the made-up report has neither figures nor sentences that say of what they are. And of
// those it has few and short ones: they are repeated until there are a dozen, some as long as a sentence of a report.
var themed = chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
	return tab.Call(ctx, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `{ const ask = window.fetch;
		window.fetch = async (...a) => { const answer = await ask(...a); if (!String(a[0]).includes("/document")) return answer;
			const d = await answer.json(); for (const m of d.matters ?? []) { m.about = "Water, waste and nature"; m.page ||= 2; }
			for (let i = 0, n = d.matters?.length ?? 0; n > 0 && d.matters.length < 12; i++) { const m = d.matters[i % n];
				d.matters.push({ ...m, id: m.id + "_" + i, title: m.title + ", which goes on for as long as a sentence of a report does".repeat(i % 2 * 2),
					gist: "“…what decides it, " + "word for word ".repeat(i + 1).trim() + "”" }); }
			window.given = d.matters;
			return new Response(JSON.stringify(d), { status: answer.status, headers: answer.headers }); } }`}, nil)
})

// row is what a matter's row shows, and between which heights of the page it lies.
type row struct {
	Rank, Title, Gist, Kind, Theme, Page, Expanded string
	Address                                        string
	Top, Bottom                                    float64
	Lines                                          int
	Folded                                         bool
}

// rows reads the rows as they are drawn; what is not in sight is empty. Lines are counted by the heights of what stands in them.
const rows = `[...document.querySelectorAll("[data-matter]")].map((e) => {
	const seen = (q) => { const x = e.querySelector(q); if (!x?.checkVisibility()) return ""; const b = x.getBoundingClientRect();
		return b.width > 0 && b.left >= 0 && b.right <= innerWidth ? x.textContent.trim() : ""; };
	const at = e.getBoundingClientRect();
	return { Rank: seen(".rank"), Title: seen("h3"), Gist: seen(".gist"), Kind: seen(".pill"), Theme: seen(".tag"), Page: seen(".at a"),
		Address: e.querySelector(".at a")?.getAttribute("href") ?? "", Expanded: e.querySelector("[aria-expanded]").getAttribute("aria-expanded"),
		Top: at.top, Bottom: at.bottom, Lines: Math.floor(at.height / 20), Folded: !e.querySelector(".told").checkVisibility() };
})`

// TestWhatMattersIsOnTheFirstScreen: ten matters on a desktop's first screen, a row each with all that it is known by; on a phone each in three
// lines at most and nothing beside the screen, in light and dark alike. What stood above them is still there.
func TestWhatMattersIsOnTheFirstScreen(t *testing.T) {
	w := finished(t, 60)
	tab := browser(t)
	do(t, tab, themed)
	for _, screen := range []struct {
		width, height int64
		within        int // how many are seen without scrolling
	}{{1280, 800, 10}, {390, 844, 5}} {
		for _, theme := range []string{"light", "dark"} {
			t.Run(fmt.Sprint(screen.width, " ", theme), func(t *testing.T) {
				do(t, tab, chromedp.EmulateViewport(screen.width, screen.height), chromedp.Navigate(w.url+truth),
					holds("ten matters are shown", `document.querySelectorAll("[data-matter]").length === 10`),
					chromedp.Evaluate[chromedp.Void](`document.documentElement.dataset.theme = "`+theme+`"`))
				gists := value[[]string](t, tab, `window.given.map((m) => (m.gist ?? "").trim())`)
				within := 0
				for i, r := range value[[]row](t, tab, rows) {
					told := (r.Gist == "") == (gists[i] == "") && (r.Gist == gists[i] || !strings.HasPrefix(gists[i], "“…"))
					if !told || r.Rank != fmt.Sprint(i+1) || r.Title == "" || r.Kind == "" || r.Theme != "Theme: Water, waste and nature" {
						t.Errorf("row %d shows %+v", i+1, r)
					}
					if r.Address == "" || r.Page == "" {
						t.Errorf("row %d has no page in sight: %+v", i+1, r)
					}
					if r.Expanded != "false" || !r.Folded || r.Lines > 3 {
						t.Errorf("row %d is not folded to three lines: %+v", i+1, r)
					}
					if r.Bottom <= float64(screen.height) {
						within++
					}
				}
				if within < screen.within {
					t.Errorf("%d of ten matters are in the first %d pixels", within, screen.height)
				}
				if over := value[int](t, tab, `Math.max(document.documentElement.scrollWidth - innerWidth,
					...[...document.querySelectorAll(".matters, .matters *, .totals *")].filter((e) => e.checkVisibility() && !e.closest(".visually-hidden"))
						.map((e) => Math.ceil(e.getBoundingClientRect().right - innerWidth)))`); over > 0 {
					t.Errorf("something is %d pixels wider than the screen", over)
				}
				do(t, tab, says(id("totals"), "Contradicted", "Insufficient evidence", "Unverified", "Verified"), says(id("pillars"), "Governance"),
					says("main", "How far this goes", "Figures", "Cost", "The gravest comes first"))
			})
		}
	}
}

// TestAMatterIsOpenedByTheKeyboard: its sentences, quotation and place in the report are behind its row; it stays open when one comes back from there.
func TestAMatterIsOpenedByTheKeyboard(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	const quoted = `[...document.querySelectorAll("[data-matter]")].find((e) => e.querySelector(".told blockquote"))`
	do(t, tab, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(w.url+truth), holds("matters are shown", quoted+` !== undefined`))
	matter := `[data-matter="` + value[string](t, tab, quoted+`.dataset.matter`) + `"]`
	for range 60 { // the tabulator, until the row is reached
		if value[bool](t, tab, `document.activeElement.matches('`+matter+` .opens')`) {
			break
		}
		do(t, tab, chromedp.KeyEvent(kb.Tab))
	}
	seen := func(what string) string {
		return fmt.Sprintf(`document.querySelector('%s %s')?.checkVisibility() === true`, matter, what)
	}
	expanded := func(is string) step {
		return holds("it says whether it is open", `document.querySelector('`+matter+` .opens').ariaExpanded === "`+is+`" &&
			document.activeElement.matches('`+matter+` .opens')`)
	}
	do(t, tab, expanded("false"), holds("it is folded away", "!("+seen(".told blockquote")+")"), chromedp.KeyEvent(kb.Enter), expanded("true"),
		holds("its quotation is read", seen(".told blockquote")), holds("its sentences are read", seen(".told > p")),
		says(matter+" .told", "See it on page", "Evidence", "Say something about it"), shot("matter"))
	for _, width := range []int64{1280, 390} { // what is open is as legible as what is not
		do(t, tab, chromedp.EmulateViewport(width, 844))
		issues, err := legibility.Issues(tab, legibility.Question{Also: []string{"target-size"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, issue := range issues {
			t.Errorf("%d pixels wide: %s", width, issue)
		}
		if over := value[int](t, tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("the page is %d pixels wider than the screen", over)
		}
	}
	do(t, tab, chromedp.EmulateViewport(1280, 800), press(matter+" .told", "See it on page"),
		holds("its page is shown", `document.querySelector("canvas[data-drawn]") !== null`),
		chromedp.NavigateBack(), holds("it is still open", seen(".told blockquote")),
		chromedp.Evaluate[chromedp.Void](`document.querySelector('`+matter+` .opens').focus()`), chromedp.KeyEvent(kb.Enter), expanded("false"),
		holds("it is folded away again", "!("+seen(".told blockquote")+")"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector('`+matter+`').scrollIntoView({ block: "center" })`))
	// A row is pressed anywhere, but for what leads elsewhere.
	beside := value[[]float64](t, tab, `{ const r = document.querySelector('`+matter+` .rank').getBoundingClientRect();
		[r.left + r.width / 2, r.top + r.height / 2] }`)
	do(t, tab, chromedp.MouseClickXY(beside[0], beside[1]), holds("a press beside the title opens it", seen(".told blockquote")))
	// Whoever asks for the first ten again sees them, even if one beyond them is open; of the ten, what is open stays open.
	shown := func(many string) step {
		return holds(many+" matters are shown", `document.querySelectorAll("[data-matter]").length === `+many)
	}
	opened := func(ranks string) step {
		const open = `[...document.querySelectorAll("[data-matter]")].filter((e) => e.dataset.open)`
		return holds("open are "+ranks+", in the address too", open+`.map((e) => e.querySelector(".rank").textContent).join() === "`+ranks+`" &&
			new URLSearchParams(location.search).get("open") === `+open+`.map((e) => e.dataset.matter).join()`)
	}
	open := func(rank string) step {
		return chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[data-matter] .opens")[` + rank + ` - 1].click()`)
	}
	const matters = `[data-testid="matters"]`
	do(t, tab, themed, chromedp.Navigate(w.url+truth), shown("10"), open("2"), opened("2"), press(matters, "Show all 12"), shown("12"),
		open("11"), opened("2,11"), press(matters, "Show the first ten"), shown("10"), opened("2"),
		press(matters, "Show all 12"), shown("12"), opened("2"), open("12"), opened("2,12"),
		chromedp.Reload(), shown("12"), opened("2,12"), press(matters, "Show the first ten"), shown("10"), opened("2"))
}
