package dashboard_test

import (
	"fmt"
	"slices"
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
		for (const m of document.querySelector('[data-testid="feed"]')?.textContent.matchAll(/beat (\d+)\./g) ?? [])
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
