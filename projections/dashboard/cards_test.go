package dashboard_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// extracted are those events of a story after which every claim is found and given to agents, and nothing is answered yet.
func extracted(t testing.TB, s projectionstest.Story) []events.Record {
	t.Helper()
	early := []string{
		events.AnalysisRequested.Type, events.RunOpened.Type, events.ReportParsed.Type, events.AgentStarted.Type, events.SectionExtracted.Type,
		events.SectionIndexed.Type, events.ClaimExtracted.Type, events.ClaimRouted.Type, events.CaseRegistered.Type, events.ClaimsCompleted.Type,
	}
	return slices.DeleteFunc(s.Records(t), func(r events.Record) bool { return !slices.Contains(early, r.Type) })
}

// claimsOf are the claims of a story, in the order in which they are found.
func claimsOf(t testing.TB, records []events.Record) []events.Claim {
	t.Helper()
	var out []events.Claim
	for _, r := range records {
		if r.Type != events.ClaimExtracted.Type {
			continue
		}
		e, err := events.ClaimExtracted.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Data)
	}
	return out
}

// card is what the page shows of a claim.
type card struct {
	Text, Type, Priority, Standing, Page, Address string
	Paragraphs                                    []string
	Edge                                          string // colour of its left border
	Width                                         int    // of that border, in pixels
}

// cards reads those that are drawn in a list, and scrolls nowhere: a list of few claims is drawn whole.
const cards = `[...document.querySelectorAll('[data-testid="claims"] [data-claim]')].map((e) => {
	const tags = [...e.querySelectorAll(".row .tag")].map((x) => x.textContent), style = getComputedStyle(e), page = e.querySelector('a[href*="/pages?"]');
	return { Text: e.querySelector(".said").textContent, Type: e.querySelector(".tag.type").textContent, Priority: tags.find((x) => x.endsWith("priority")) ?? "",
		Standing: e.querySelector(".pill").textContent, Page: page?.textContent ?? "", Address: page?.getAttribute("href") ?? "",
		Paragraphs: [...e.querySelectorAll('a.tag[href*="paragraph="]')].map((x) => x.textContent),
		Edge: style.borderLeftColor, Width: Math.round(parseFloat(style.borderLeftWidth)) };
})`

var typeWords = map[events.ClaimType]string{
	events.Geographic: "Geographic", events.Quantitative: "Quantitative", events.LegalGovernance: "Legal and governance",
	events.Strategic: "Strategic", events.Environmental: "Environmental",
}

// TestCardsSayWhatAClaimIs: text, type in its colour, priority, page and paragraphs, from the moment a claim is found, by page.
func TestCardsSayWhatAClaimIs(t *testing.T) {
	w := newWorld(t)
	records := extracted(t, projectionstest.Story{Run: run, Claims: 6})
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(records...)...)
	w.known(t)
	tab := browser(t)
	do(t, tab, chromedp.EmulateViewport(1280, 2400), chromedp.Navigate(w.url+"/analysis/"+projectionstest.Report), says(id("claim-count"), "6 of 6 claims"),
		holds("all are drawn", `document.querySelectorAll('[data-testid="claims"] [data-claim]').length === 6`))
	shown, want := value[[]card](t, tab, cards), claimsOf(t, records)
	slices.SortStableFunc(want, func(a, b events.Claim) int { return a.Page - b.Page })
	colours := map[string]string{}
	for i, c := range want {
		expected := card{
			Text: c.Text, Type: typeWords[c.Type], Priority: map[events.Priority]string{"high": "High", "medium": "Medium", "low": "Low"}[c.Priority] + " priority",
			Standing: "Investigating: Data and metrics, Legal", Page: fmt.Sprint("Page ", c.Page), Paragraphs: []string{"S2.29(a)(i)"},
			Address: fmt.Sprintf("/runs/%s/pages?page=%d&claim=%s", run, c.Page, c.ID), Edge: shown[i].Edge, Width: 5,
		}
		if fmt.Sprint(shown[i]) != fmt.Sprint(expected) {
			t.Errorf("card %d shows\n%+v\nwant\n%+v", i, shown[i], expected)
		}
		if of, there := colours[shown[i].Edge]; there && of != shown[i].Type {
			t.Errorf("%s and %s have one colour, %s", of, shown[i].Type, shown[i].Edge)
		}
		colours[shown[i].Edge] = shown[i].Type
	}
	if len(colours) != len(typeWords) {
		t.Errorf("five types have the colours %v", colours)
	}
}

// TestWhyItIsAClaimIsFoldedAway: closed at first, opened by the mouse and by the keyboard.
func TestWhyItIsAClaimIsFoldedAway(t *testing.T) {
	w := finished(t, 6)
	tab := browser(t)
	why := `[data-testid="claims"] [data-claim] details`
	seen := fmt.Sprintf(`document.querySelector('%s p').checkVisibility()`, why)
	do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), holds("it is folded away", fmt.Sprintf(`document.querySelector('%s') !== null && !%s`, why, seen)),
		click(why+" summary"), holds("it is read", seen), says(why, "States a figure that can be checked.", "In the year under review."),
		chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('%s summary').focus()`, why)), chromedp.KeyEvent("\r"),
		holds("it is folded away again", "!"+seen))
}

// TestFiltersLeaveOnlyWhatFits has each type, priority and standing chosen, and looks at every card that is left.
func TestFiltersLeaveOnlyWhatFits(t *testing.T) {
	w := finished(t, 12)
	records := projectionstest.Story{Run: run, Claims: 12}.Records(t)
	claims := claimsOf(t, records)
	tab := browser(t)
	do(t, tab, chromedp.EmulateViewport(1280, 2400))
	verdicts, _ := judged(t, records)
	number := func(fits func(events.Claim) bool) (n int) {
		for _, c := range claims {
			if fits(c) {
				n++
			}
		}
		return n
	}
	type choice struct {
		label, value, shows, field string
		n                          int
	}
	var choices []choice
	for typ, name := range typeWords {
		choices = append(choices, choice{"Type", string(typ), name, "Type", number(func(c events.Claim) bool { return c.Type == typ })})
	}
	for p, name := range map[events.Priority]string{events.High: "High priority", events.Medium: "Medium priority", events.Low: "Low priority"} {
		choices = append(choices, choice{"Priority", string(p), name, "Priority", number(func(c events.Claim) bool { return c.Priority == p })})
	}
	choices = append(choices, choice{"Standing", "contradicted", "Contradicted", "Standing", number(func(c events.Claim) bool {
		return slices.ContainsFunc(verdicts, func(v events.Verdict) bool { return v.ClaimID == c.ID && v.Verdict == events.Contradicted })
	})})
	for _, c := range choices {
		t.Run(c.label+" "+c.value, func(t *testing.T) {
			do(t, tab, chromedp.Navigate(w.url+"/runs/"+run), says(id("claim-count"), "12 of 12 claims"), fill(".split", c.label, c.value),
				says(id("claim-count"), fmt.Sprintf("%d of 12 claims", c.n)),
				holds("they are drawn", fmt.Sprintf(`document.querySelectorAll('[data-testid="claims"] [data-claim]').length === %d`, c.n)))
			for _, shown := range value[[]map[string]any](t, tab, cards) {
				if shown[c.field] != c.shows {
					t.Errorf("%s is left, which is %v", shown["Text"], shown[c.field])
				}
			}
		})
	}
}

// Beside each matter stands in words what it is of, and of what kind it is, at every width; a quotation that its text holds is not shown again.
func TestAMatterIsShownWithItsTheme(t *testing.T) {
	w := finished(t, 24)
	tab := browser(t)
	do(t, tab, themed)
	for _, width := range []int64{1280, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			do(t, tab, chromedp.EmulateViewport(width, 900), chromedp.Navigate(w.url+truth),
				holds("matters are shown", `document.querySelector("[data-matter]") !== null`))
			seen := value[map[string][]string](t, tab, `fetch("/api/v1/runs/`+run+`/document").then((a) => a.json()).then((d) => {
				const out = { themed: [], wrong: [] };
				for (const m of d.matters.slice(0, 10)) {
					const shown = document.querySelector('[data-matter="' + m.id + '"]');
					const tag = [...(shown?.querySelectorAll(".tag") ?? [])].find((x) => x.textContent === "Theme: " + m.about);
					if (m.about) out.themed.push(m.about);
					if (m.about && (!tag || tag.getBoundingClientRect().right > innerWidth)) out.wrong.push(m.title + ": no theme in sight");
					const kind = shown?.querySelector(".pill")?.textContent.toLowerCase();
					if (["leading", "basis", "arithmetic", "unsupported"].includes(kind)) out.wrong.push(m.title + ": a kind by its name in the code");
					const quote = shown?.querySelector("blockquote")?.textContent;
					if (quote && shown.querySelector("p").textContent.includes(quote.replace(/\.$/, ""))) out.wrong.push(m.title + ": quoted twice");
				}
				return out;
			})`)
			if len(seen["themed"]) == 0 {
				t.Error("no matter has a theme")
			}
			for _, wrong := range seen["wrong"] {
				t.Error(wrong)
			}
		})
	}
}
