package dashboard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// seen notes in the page at which frame the latest of numbered messages was first on the screen.
const seen = `(() => {
	window.beats = {};
	const look = () => {
		for (const m of document.querySelector('[data-testid="feed"]')?.textContent.matchAll(/beat (\d+)\./gi) ?? [])
			window.beats[m[1]] ??= performance.timeOrigin + performance.now();
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})()`

// BenchmarkEventToPixels has one viewer of a run to which twenty events a second are committed, and reports how long an event
// takes from its commit to the frame that shows it. A frame that begins with the words in the document paints them, which takes
// up to one frame more: 17 ms are added to each.
func BenchmarkEventToPixels(b *testing.B) {
	const beats, every, frame = 300, 50 * time.Millisecond, 17.0
	w := newWorld(b)
	records := w.story(b, projectionstest.Story{Run: run, Claims: 20})
	w.log.Append(b, records[:len(records)/2]...)
	w.known(b)
	tab := browser(b)
	do(b, tab, chromedp.Navigate(w.url+"/runs/"+run), says(id("link"), "Live"), says(id("feed"), "compared with each other"),
		chromedp.Evaluate[chromedp.Void](seen))
	cause := events.Envelope{Run: run, Iteration: 1, IterationCap: 3}
	committed := make([]float64, beats)
	b.ResetTimer()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for n := range beats {
		r, err := events.ActivityReported.Draft(events.RunSubject("beat", fmt.Sprint(n)), events.Activity{
			Agent: "legal", Event: "agent_thinking", Data: map[string]any{"message": fmt.Sprintf("beat %d.", n)},
		}).Seal(cause, "legal", projectionstest.Began)
		if err != nil {
			b.Fatal(err)
		}
		<-tick.C
		w.log.Append(b, projectionstest.Feed(r)...)
		committed[n] = float64(time.Now().UnixMicro()) / 1000
	}
	do(b, tab, holds("the last message is shown", fmt.Sprintf(`window.beats[%d] !== undefined`, beats-1)))
	b.StopTimer()
	at := value[map[string]float64](b, tab, `window.beats`)
	var took []float64
	for n := range beats {
		shown, there := at[fmt.Sprint(n)]
		if !there {
			b.Fatalf("message %d was never on the screen", n)
		}
		took = append(took, shown-committed[n]+frame)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
}

// scrolled goes through a list from its beginning to its end in three hundred frames, about two seconds of a wheel that is
// turned without a pause, and returns how long each frame took, in milliseconds, the shortest first.
const scrolled = `new Promise((done) => {
	const list = document.querySelector('[data-testid="LIST"]'), took = [];
	let n = 0, last = performance.now();
	list.scrollTop = 0;
	const frame = (now) => {
		if (n > 1) took.push(now - last);
		last = now;
		list.scrollTop = (list.scrollHeight - list.clientHeight) * (++n / 300);
		if (n < 300) requestAnimationFrame(frame);
		else done(took.sort((a, b) => a - b));
	};
	requestAnimationFrame(() => requestAnimationFrame(frame));
})`

// BenchmarkScrolling scrolls the long lists of a run of 2,000 claims and 30,000 events, and reports how long frames take.
func BenchmarkScrolling(b *testing.B) {
	const claims, all = 2000, 30_000
	w := newWorld(b)
	records := w.story(b, projectionstest.Story{Run: run, Claims: claims})
	end := records[len(records)-1]
	records = records[:len(records)-1]
	cause := events.Envelope{Run: run, Iteration: 1, IterationCap: 3}
	for n := len(records); n < all-1; n++ {
		r, err := events.ActivityReported.Draft(events.RunSubject("thought", fmt.Sprint(n)), events.Activity{
			Agent: "legal", Event: "agent_thinking", Data: map[string]any{"message": fmt.Sprintf("Passage %d is compared with what is asked.", n)},
		}).Seal(cause, "legal", projectionstest.Began)
		if err != nil {
			b.Fatal(err)
		}
		records = append(records, projectionstest.Feed(r)...)
	}
	w.log.Append(b, append(records, end)...)
	w.known(b)
	tab := browser(b)
	do(b, tab, chromedp.EmulateViewport(1360, 900))
	for _, l := range []struct {
		name, path, list string
		rows             int
		before           step
	}{
		{"claims", "/runs/" + run + "?type=", "claims", claims, nil},
		{"events", "/runs/" + run, "feed", all / 4, click(id("playback"))},
		{"truth", "/runs/" + run + "/truth?show=claims", "claims", claims, nil},
		{"figures", "/runs/" + run + "/truth?show=figures", "figures", claims / 3, nil},
		{"ledger", "/runs/" + run + "/ledger", "ledger", all, nil},
	} {
		b.Run(l.name, func(b *testing.B) {
			do(b, tab, chromedp.Navigate(w.url+l.path))
			if l.before != nil {
				do(b, tab, l.before)
			}
			row := `document.querySelector('[data-testid="` + l.list + `"] li[aria-setsize]')`
			do(b, tab, holds("all rows are there", fmt.Sprintf(`Number(%s.ariaSetSize) >= %d`, row, l.rows)), holds("the page is at rest",
				`(window.rested ??= new Promise((done) => setTimeout(() => { window.rest = true; done(); }, 1500))) && window.rest === true`))
			var took []float64
			for b.Loop() {
				took = value[[]float64](b, tab, strings.ReplaceAll(scrolled, "LIST", l.list))
			}
			b.ReportMetric(took[len(took)/2], "p50-ms")
			b.ReportMetric(took[len(took)*95/100], "p95-ms")
			b.ReportMetric(took[len(took)-1], "max-ms")
			b.ReportMetric(value[float64](b, tab, `Number(`+row+`.ariaSetSize)`), "rows")
		})
	}
}

// BenchmarkFirstLoad reports what a browser loads before it has seen any page of a report.
func BenchmarkFirstLoad(b *testing.B) {
	var size int64
	for b.Loop() {
		size, _ = firstLoad(b)
	}
	b.ReportMetric(float64(size)/1024, "KB")
}
