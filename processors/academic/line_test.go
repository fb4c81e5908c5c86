package academic

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestWhatABenchmarkDoesNotNameLeavesNoGap(t *testing.T) {
	b := events.Benchmark{Low: "0.03", High: "0.85", Unit: "t CO2e", Per: "MWh", Source: "A table", Certainty: "as brought by the user"}
	if got, want := line(b), "0.03 to 0.85 t CO2e per MWh (A table; as brought by the user)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Basis, b.Year = "national grids", 2023
	if got, want := line(b), "0.03 to 0.85 t CO2e per MWh (national grids, 2023; A table; as brought by the user)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
