package datametrics

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestRangesOfWhatIsPublished: bands have ends, figures have a median where there are three, and a source's own goes
// before.
func TestRangesOfWhatIsPublished(t *testing.T) {
	one := func(v, unit string) events.Benchmark {
		return events.Benchmark{Low: v, High: v, Unit: unit, Sector: "cement", Year: 2020, Basis: "world"}
	}
	for name, tc := range map[string]struct {
		figures []events.Benchmark
		want    string // min, median, max
		limits  string
	}{
		"one figure":         {[]events.Benchmark{one("0.59", "tCO2e")}, "0.59  0.59", "1 published figures have no median"},
		"two figures":        {[]events.Benchmark{one("1", "tCO2e"), one("3", "tCO2e")}, "1  3", "2 published figures have no median"},
		"three figures":      {[]events.Benchmark{one("5", "tCO2e"), one("1", "tCO2e"), one("2", "tCO2e")}, "1 2 5", ""},
		"four in two units":  {[]events.Benchmark{one("5", "tCO2e"), one("1000", "kg CO2e"), one("2", "tCO2e"), one("3", "tCO2e")}, "1 2.5 5", ""},
		"a band":             {[]events.Benchmark{{Low: "1", High: "9", Unit: "tCO2e"}}, "1  9", "no median"},
		"its own median":     {[]events.Benchmark{{Low: "1", High: "9", Median: "2", Unit: "tCO2e"}}, "1 2 9", ""},
		"a median beyond it": {[]events.Benchmark{{Low: "1", High: "9", Median: "20", Unit: "tCO2e"}}, "1  9", "no median"},
		"two bands with theirs": {[]events.Benchmark{{Low: "1", High: "9", Median: "2", Unit: "tCO2e"}, {Low: "2", High: "8", Median: "4", Unit: "tCO2e"}},
			"1  9", ""},
		"not a number": {[]events.Benchmark{{Low: "1e9999", High: "NaN", Unit: "tCO2e"}, one("2", "tCO2e")}, "2  2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var p publishedFigures
			for _, b := range tc.figures {
				p.add(b)
			}
			r := p.over("t CO2e per t", "a source")
			if got := r.Min + " " + r.Median + " " + r.Max; got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			if said := strings.Join(p.limitations(), " "); !strings.Contains(said, tc.limits) || !strings.Contains(said, "not wrong") {
				t.Errorf("%s", said)
			}
		})
	}
	if r := (&publishedFigures{}).over("t", "s"); r != nil {
		t.Errorf("of nothing: %+v", r)
	}
	for a, want := range map[string]string{
		plausible: "plausible", high: "high", low: "low", outlierHigh: "outlier", outlierLow: "outlier", "inconclusive": "unknown",
	} {
		if got := plausibility(a); got != want {
			t.Errorf("%s is %s", a, got)
		}
	}
}
