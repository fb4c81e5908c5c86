package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A row that adds up another from year to year does so in each year; what went out again, or was there before, is no mistake.
func TestARowThatRunsOn(t *testing.T) {
	for name, c := range map[string]struct {
		label  string
		totals []string
		wrong  string // the figure
	}{
		"right":                             {label: "Issued since 2021, cumulative", totals: []string{"250", "350", "525", "725"}},
		"the last one":                      {label: "Issued since 2021, cumulative", totals: []string{"250", "350", "525", "775"}, wrong: "775"},
		"one between":                       {label: "Cumulative capacity", totals: []string{"250", "370", "525", "725"}, wrong: "370"},
		"one between, as the others show":   {label: "Capacity", totals: []string{"250", "370", "525", "725"}, wrong: "370"},
		"what is there, some went out":      {label: "Capacity", totals: []string{"250", "350", "525", "695"}},
		"some went out before the last":     {label: "Cumulative capacity", totals: []string{"250", "350", "500", "700"}},
		"more was there before":             {label: "Capacity", totals: []string{"950", "1,050", "1,225", "1,425"}},
		"it only looks so in a single year": {label: "Cumulative capacity", totals: []string{"250", "350", "610", "905"}},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Green bonds (GBP million)", "GBP million", []string{"2021", "2022", "2023", "2024"},
				[]string{"Issued in the year", "250", "100", "175", "200"},
				append([]string{c.label}, c.totals...))
			var got []string
			for _, r := range onPages(table) {
				if r.Result == events.CheckFail {
					got = append(got, r.Message)
				}
			}
			if all := strings.Join(got, "; "); c.wrong == "" && all != "" || !strings.Contains(all, c.wrong+" stated") && c.wrong != "" {
				t.Errorf("failures %q, want %q", all, c.wrong)
			}
		})
	}
}
