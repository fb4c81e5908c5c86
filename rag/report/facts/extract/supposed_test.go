package extract_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// What properties would be exposed to if the climate warmed is no target, though its year is to come; how much less energy is to be used is one,
// and no share.
func TestWhatIsSupposedIsNoTarget(t *testing.T) {
	for name, c := range map[string]struct {
		label, col, unit, value, want string
	}{
		"at some degrees":   {"Assets exposed to the risk of floods", "2030 1.5 °C", "EUR million", "210", "exposed_assets 2030 false"},
		"in a scenario":     {"Assets exposed to the risk of floods", "2030 Scenario A", "EUR million", "210", "exposed_assets 2030 false"},
		"of a year to come": {"Water withdrawal", "2030", "m³", "210", "water 2030 true"},
		"energy intensity":  {"Energy intensity", "Target 2030", "%", "-25", "energy_intensity 2030 true"},
		"renewable share":   {"Share of renewable energy", "Target 2030", "%", "25", "renewable_share 2030 true"},
	} {
		t.Run(name, func(t *testing.T) {
			s := extract.Read(tableOf([]document.Cell{cellOf(c.label, c.col, c.value, c.value, c.unit)}), extract.Options{Year: 2023})
			got := ""
			for _, f := range s.Facts {
				got = fmt.Sprintf("%s %d %v", f.Metric, f.Year, f.Target)
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
