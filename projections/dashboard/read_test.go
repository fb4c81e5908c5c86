package dashboard_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

const truth = "/runs/" + run + "/truth"

func TestFromAClaimToItsPageAndBack(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+truth+"?show=claims&q=were+12,400"), press(id("claims"), "Scope 1 emissions were 12,400"),
		says(id("detail"), "What would change it", "Is it true?", "Does it disclose what is asked?", "S2.29(a)(i)"),
		press(id("detail"), "Page 2"), says(id("chosen"), "Scope 1 emissions were 12,400", "Quantitative", "High priority", "Contradicted", "S2.29(a)(i)"),
		holds("the page is drawn with its mark", `document.querySelector('[data-page="2"] canvas[data-drawn] ~ .mark[aria-current="true"]') !== null`), shot("pages"))
	if alone := value[bool](t, tab, `{ const width = (q) => parseFloat(getComputedStyle(document.querySelector(q)).borderBottomWidth);
		width('.paper .mark[aria-current="true"]') > width('[data-page="2"] .mark:not([aria-current="true"])') }`); !alone {
		t.Error("the mark that was asked for does not stand out from the others")
	}
	// The mark lies where intake says: 56, 120.5 to 520, 133, in points of a page of 595.
	place := value[[]float64](t, tab, `{ const m = document.querySelector('.mark[aria-current="true"]'), p = m.closest(".paper"), s = p.clientWidth / 595.276;
		[m.offsetLeft / s, m.offsetTop / s, m.offsetWidth / s, m.offsetHeight / s] }`)
	for i, want := range []float64{56, 120.5, 464, 12.5} {
		if math.Abs(place[i]-want) > 1.5 {
			t.Errorf("the mark lies at %v, not at 56, 120.5 of 464 by 12.5", place)
			break
		}
	}
	do(t, tab, press(id("chosen"), "Evidence and verdict"), says(id("detail"), "Scope 1 emissions were 12,400"),
		chromedp.NavigateBack(), says(id("chosen"), "Scope 1 emissions"),
		chromedp.KeyEvent(kb.Escape), holds("nothing is chosen", `document.querySelector('[data-testid="chosen"]') === null`),
		click(`[data-page="2"] .mark`), says(id("chosen"), "Evidence and verdict"),
		// What was not analysed is shown as such.
		chromedp.Navigate(w.url+"/runs/"+run+"/pages?page=1"), says(`[data-page="1"] .note`, "Not analysed: the page is an image"),
		chromedp.Navigate(w.url+"/runs/"+run+"/pages?page=12"), holds("page 12 is shown", `document.querySelector('[data-page="12"] canvas[data-drawn]') !== null`),
		holds("the box says so", `document.querySelector('[data-testid="page-box"]').value === "12"`),
		fill(".tools", "Search", "Moerdijk"), holds("it is found", `document.querySelector('[aria-label="Next hit"]')?.disabled === false`),
		says(id("found"), "on "), click(`[aria-label="Next hit"]`), says(id("found"), "now page"),
		holds("the words are marked", `document.querySelector(".textLayer .hit") !== null`),
		fill(".tools", "Zoom", "150"), holds("it is drawn larger", `Math.abs(document.querySelector(".paper").clientWidth - 595.276 * 1.5 * 96 / 72) < 3`),
	)
	if n := value[int](t, tab, `document.querySelectorAll(".paper").length`); n > 8 {
		t.Errorf("%d of 20 pages are drawn", n)
	}
}

func TestARunIsPlayedBack(t *testing.T) {
	w := finished(t, 30)
	tab := browser(t)
	stages := `document.querySelector('[data-testid="stages"]').textContent`
	do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), says(".subject", "Completed"), says(id("stages"), "Claims judged30 of 30"))
	ended := value[string](t, tab, stages)
	seek := func(at string) step {
		return chromedp.Evaluate[chromedp.Void](`{ const range = document.querySelector('[data-testid="scrubber"] input');
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(range, ` + at + `);
			range.dispatchEvent(new Event("input", { bubbles: true })); }`)
	}
	do(t, tab, click(id("playback")), holds("all is read", `/Event (\S+) of \1 /.test(document.querySelector('[data-testid="scrubber"]').textContent)`))
	// What the events add up to is what the server has counted.
	if folded := value[string](t, tab, stages); folded != ended {
		t.Errorf("folded from its events: %s\nby the server: %s", folded, ended)
	}
	do(t, tab, seek("0"), says(id("stages"), "Claims found0 of 1", "Claims judged0 of 0"), says(id("claim-count"), "Extracting claims"),
		seek("Math.floor(range.max / 2)"), holds("half is shown", `!`+stages+`.includes("judged0 of") && !`+stages+`.includes("judged30 of 30")`), shot("scrubbed"),
		seek("range.max - 20"), press(id("scrubber"), "Play"), says(id("stages"), "Claims judged30 of 30", "Disclosures comparedyes"),
		press(id("scrubber"), "Back to the end"), holds("the playback is closed", `document.querySelector('[data-testid="scrubber"]') === null`))
}

// TestAgentsHaveTheirOwnViews opens the panel of each.
func TestAgentsHaveTheirOwnViews(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), says(".subject", "Completed"))
	for _, c := range []struct {
		agent string
		says  []string
	}{
		{"legal", []string{"Governance", "1 fully, 1 partly", "24 of 24 answered", "Reasoning", "compared with each other. (said 24 times)", "of 24 claims"}},
		{"data_metrics", []string{"8 fail", "The stated change does not follow", "Working"}},
		{"geography", []string{"without imagery nothing is said"}},
		{"news_media", []string{"No document says anything"}},
		{"academic", []string{"without a paper or benchmark"}},
		{"orchestrator", []string{"Questions between agents", "energy use per tonne of tiles", "1.8 GJ."}},
		{"judge", []string{"24 verdicts", "Contradicted", "medium confidence", "looked into once", "S2.29(a)(i)"}},
		{"claims", []string{"24 claims", "3 of 3 sections read"}},
	} {
		t.Run(c.agent, func(t *testing.T) {
			do(t, tab, click(`[data-agent="`+c.agent+`"]`), says(id("agent-panel"), c.says...), click(`[data-agent="`+c.agent+`"]`))
		})
	}
}

func TestViewsAreSavedAndListsExported(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	do(t, tab, chromedp.Navigate(w.url+truth+"?show=claims&type=strategic&agent=legal&pillar=metrics_targets"), says(id("claim-count"), "4 of 24"),
		press(id("filters"), "Saved views"), fill(".saved", "Name", "Plans"), press(".saved", "Save this view"),
		chromedp.Navigate(w.url+truth+"?show=claims&verdict=verified"), says(id("claim-count"), "4 of 24"), press(id("filters"), "Saved views"),
		press(".saved", "Plans"), holds("the view is back", `location.search.includes("type=strategic") && !location.search.includes("verdict")`),
		chromedp.Evaluate[chromedp.Void](`window.kept = [];
			{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.kept.push(b); return make.call(URL, b); }; }`),
		press(".subtabs", "Disclosures"), fill("main", "Status", "not_addressed"), says(id("gap-count"), "1 of 2"),
		// What is saved is said beforehand, and in the file's name.
		says(id("take"), "1 disclosure, 1 row"), says(id("take-filter"), "Filtered by status Not addressed: 1 of 2"),
		press("main", "Save this list"), says("main", "1 row saved as disclosures-not-addressed-"+run+".csv"),
		press(id("take-filter"), "Clear the filter"), says(id("take"), "2 disclosures, 2 rows"), says(id("take-filter"), "No filter"),
		holds("exports stand once", `[...document.querySelectorAll("nav a")].filter((e) => e.textContent === "Exports").length === 1`),
		press(".subtabs", "Exports"), click(`[data-format="json"]`), holds("the document is saved", `window.kept.length === 2`))
	csv := value[string](t, tab, `window.kept[0].text()`)
	want := `"S2.14(a)(iv)","Strategy","Strategy","Not addressed","How the entity plans to reach its targets.","assumptions of the plan"`
	if !strings.Contains(csv, want) {
		t.Errorf("the list is\n%s", csv)
	}
	if n := value[int](t, tab, `window.kept[1].text().then((x) => JSON.parse(x).claims.length)`); n != 24 {
		t.Errorf("the document has %d claims", n)
	}
}

func TestLongListsAreDrawnInPart(t *testing.T) {
	w := finished(t, 400)
	tab := browser(t)
	for _, c := range []struct{ path, list string }{{"/runs/" + run, "claims"}, {truth + "?show=claims", "claims"}, {"/runs/" + run + "/ledger", "ledger"}} {
		t.Run(c.path, func(t *testing.T) {
			list := `document.querySelector('[data-testid="` + c.list + `"]')`
			do(t, tab, chromedp.Navigate(w.url+c.path), holds("the list is there", list+` !== null && `+list+`.scrollHeight > 10000`),
				// Rows are measured as they are drawn, so the end moves while it is scrolled to.
				holds("its end is drawn", `(`+list+`.scrollTop = `+list+`.scrollHeight) > 0 &&
					[...`+list+`.querySelectorAll("li")].some((e) => e.ariaPosInSet === e.ariaSetSize)`))
			if n := value[int](t, tab, list+`.querySelectorAll("li[aria-posinset]").length`); n > 80 {
				t.Errorf("%d rows are drawn", n)
			}
		})
	}
	// The ledger says what happened, the address of a claim brings it into sight, and what was said at the beginning can be read at the end.
	do(t, tab, holds("no row is a subject of the log",
		`[...document.querySelectorAll(".ledger .line")].every((e) => !/^(run|claim|section)\//.test(e.lastChild.textContent))`))
	last := value[string](t, tab, `fetch("/api/v1/runs/`+run+`/verdicts?verdict=verified&size=100").then((a) => a.json()).then((a) => a.verdicts.at(-1).claim_id)`)
	do(t, tab, chromedp.Navigate(w.url+truth+"?show=claims&claim="+last), holds("the chosen claim is in sight", `(() => {
			const list = document.querySelector('[data-testid="claims"]').getBoundingClientRect();
			const at = document.querySelector('[data-claim="`+last+`"]').getBoundingClientRect();
			return at.top >= list.top - 1 && at.bottom <= list.bottom + 1; })()`),
		chromedp.Navigate(w.url+"/runs/"+run+"?agent=claims"), says(id("agent-panel")+" "+id("feed"), "400 claims to look into"),
		press(id("timeline"), "Timeline"), says(id("timeline"), "Claims", "Judge", "From the beginning to"))
}

// judged are the story's verdicts with their records.
func judged(t *testing.T, records []events.Record) (all []events.Verdict, at []events.Record) {
	t.Helper()
	for _, r := range records {
		if r.Type == events.VerdictIssued.Type {
			e, err := events.VerdictIssued.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			all, at = append(all, e.Data), append(at, r)
		}
	}
	return all, at
}

func TestAPersonRulesOnAClaim(t *testing.T) {
	w := newWorld(t)
	records := projectionstest.Story{Run: run, Claims: 6}.Records(t)
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(records...)...)
	w.known(t)
	issued, at := judged(t, records)
	machine := issued[0]
	tab := browser(t)
	other := second(t, tab)
	address := w.url + truth + "?show=claims&claim=" + machine.ClaimID
	do(t, other, chromedp.Navigate(address), says(id("detail"), "Contradicted"))
	do(t, tab, chromedp.Navigate(address), says(id("detail"), "Contradicted"), press(id("detail"), "Review"),
		fill(".review", "Verdict", "verified"), fill(".review", "Your name", "Jane Doe"), fill(".review", "Why", "The auditor's letter confirms it"),
		press(".review form", "Rule"))
	// The judge, who is not there, answers.
	v := machine
	v.Override = &events.Overruled{ID: "ovr_1", Verdict: events.Verified, By: "Jane Doe", Reason: "The auditor's letter confirms it", At: projectionstest.Began,
		Machine: events.MachineVerdict{Verdict: machine.Verdict, Confidence: machine.Confidence, ConfidenceScore: machine.ConfidenceScore}}
	v.ID, v.Supersedes, v.Revision, v.Verdict = machine.ID+"_2", machine.ID, 2, events.Verified
	r, err := events.VerdictIssued.Draft(at[0].Subject+"/r2", v).Seal(at[0].Envelope, "judge", at[0].Time)
	if err != nil {
		t.Fatal(err)
	}
	w.log.Append(t, projectionstest.Feed(r)...)
	for _, c := range []struct {
		name string
		do   func(...step)
	}{{"who rules", func(s ...step) { do(t, tab, s...) }}, {"who looks on", func(s ...step) { do(t, other, s...) }}} {
		c.do(says(id("detail"), "Verified, by a person", "Jane Doe has ruled", "The machine says contradicted"), says(id("totals"), "0Contradicted", "2Verified"))
		t.Log(c.name)
	}
	peopleSpeak(t, w, tab, machine.ClaimID, at[0])
}

// peopleSpeak has a claim commented on, the run signed off, and another's comment withdrawn. The feed, which is not there, is
// stood in for: what was just said is shown before it is folded, and what somebody else said earlier is.
func peopleSpeak(t *testing.T, w *world, tab context.Context, claim string, at events.Record) {
	t.Helper()
	earlier := events.Review{ID: "rvw_1", ReportID: projectionstest.Report, Action: events.ReviewComment, Part: events.PartClaim, Of: claim, By: "Mary Major",
		Reason: "Compare it with the meter", At: projectionstest.Began}
	r, err := events.ReviewRecorded.Draft(events.RunSubject("review", earlier.ID), earlier).Seal(at.Envelope, "intent", at.Time)
	if err != nil {
		t.Fatal(err)
	}
	w.log.Append(t, projectionstest.Feed(r)...)
	remarks := id("remarks-claim")
	do(t, tab, press(remarks, "Say something about it"), fill(remarks, "Your name", "John Roe"), fill(remarks, "What is to be said", "Ask for the meter readings"),
		press(remarks, "Record"), says(remarks, "2 remarks", "Mary Major comments", "John Roe comments", "Ask for the meter readings"))
	do(t, tab, chromedp.Navigate(w.url+truth+"?show=people"), says(id("people"), "Compare it with the meter", "Jane Doe: verified is “"),
		holds("a claim is known by its words and page", `/comments\s+[-\d]+\s*“.+” \(page \d+\)/.test(document.querySelector("[data-testid=people]").innerText)`),
		holds("nothing is known by its id", `!/\b(clm|chk|fnd|gap|mat)_/.test(document.querySelector("[data-testid=people]").innerText)`),
		fill(id("remarks-run"), "What", "sign_off"), fill(id("remarks-run"), "Why", "Read and agreed"), press(id("remarks-run"), "Record"),
		says(id("remarks-run"), "John Roe signs off", "Read and agreed"))
	do(t, tab, press(`[data-remark=comment]`, "Withdraw"), fill(`[data-remark=comment]`, "Why", "They have come"),
		press(`[data-remark=comment] form`, "Withdraw it"),
		says(`[data-remark=comment].withdrawn`, "withdrawn"))
	do(t, tab, chromedp.Navigate(w.url+truth+"?show=compare"), says(id("compare"), "There is no other report"))
}

func TestTheKeyboardIsEnough(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	focused := func(what string) step {
		return holds(what+" has the focus", fmt.Sprintf(`document.activeElement?.matches(%q)`, what))
	}
	keys := func(list string) step { return chromedp.KeyEvent(list) }
	tabTo := func(selector string) step { // the tabulator, until something is reached
		return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			for range 60 {
				at, err := chromedp.Evaluate[bool](fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector))(ctx, target)
				if err != nil || at {
					return err
				}
				if _, err := chromedp.KeyEvent(kb.Tab)(ctx, target); err != nil {
					return err
				}
			}
			return fmt.Errorf("sixty times the tabulator do not reach %s", selector)
		})
	}
	do(t, tab, chromedp.Navigate(w.url), says(id("reports"), "Nordwind Ceramics"), keys("/"), focused("[data-search]"),
		chromedp.Evaluate[chromedp.Void](`document.activeElement.select()`), keys("Nordwind"),
		holds("it is typed", `document.activeElement.value === "Nordwind"`),
		says(id("reports"), "Nordwind Ceramics"), keys(kb.Escape), tabTo("[data-report] td a"), keys(kb.Enter), says(".subject", "Nordwind Ceramics"),
		keys("2"), says(id("matters"), "What matters first"), tabTo(".subtabs a[href*=claims]"), keys(kb.Enter), says(id("claim-count"), "24 of 24"),
		keys("jj"), holds("the second is marked", `document.querySelector('[data-testid="claims"] li.active')?.ariaPosInSet === "2"`), keys("k"), keys(kb.Enter),
		says(id("detail"), "Contradicted"), keys(kb.Escape), holds("it is closed", `document.querySelector('[data-testid="detail"]') === null`),
		keys("?"), holds("the help is open", `document.querySelector("dialog[open]")?.textContent.includes("next and previous")`), keys(kb.Escape),
		holds("the help is closed", `document.querySelector("dialog[open]") === null`),
		keys("3"), holds("the pages are shown", `document.querySelector("canvas[data-drawn]") !== null`), keys("j"), keys(kb.Enter),
		says(id("chosen"), "Evidence and verdict"),
		keys(kb.Escape), keys("4"), says(id("ledger-count"), "events"), keys("1"), says(id("stages"), "Claims judged"))
}
