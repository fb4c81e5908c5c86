package facts_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

func TestAUnitThatBeginsWithANumberIsToldFromItsFigure(t *testing.T) {
	for unit, want := range map[string]string{
		"MWh": "12.5 MWh", "'000 kg": "12.5 thousand kg", "000 m3": "12.5 thousand m3", "10,000 kWh": "12.5 × 10,000 kWh", "1,000 t": "12.5 × 1,000 t",
	} {
		if got := facts.Beside("12.5", unit); got != want {
			t.Errorf("%s: %q", unit, got)
		}
	}
}
