package claims

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestAYearInANameIsNoPeriod(t *testing.T) {
	for text, want := range map[string][]string{
		"We looked at the distance to Natura 2000 sites.":        nil,
		"We report by the GRI 2021 standards.":                   nil,
		"We closed both sites in November 2022.":                 {"2022"},
		"After the sale of March 2023 sites were closed.":        {"2023"},
		"Emissions of sites in Germany fell in 2023 by a tenth.": {"2023"},
	} {
		if got := read(text, quantity.Point, nil).entities().Periods; !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
