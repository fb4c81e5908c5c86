package keyfigures_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
)

func TestALongHeadingIsShortenedWhereItIsRead(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"short": {"Waste recycled", "Waste recycled"},
		"a target at the end, behind a bracket": {
			"Absolute reduction in greenhouse gases (Scope 1, 2, 3) in metric tons of CO2e compared with 2021 Near-term: Scope 1 by 4 % per year (linear)",
			"Absolute reduction in greenhouse gases… Near-term: Scope 1 by 4 % per year (linear)",
		},
		"nothing that begins at the end": {
			"Number of our own employees in all countries who have been trained in what the code of conduct asks of them",
			"Number of our own employees in… have been trained in what the code of conduct asks of them",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := keyfigures.Heading(tc.in); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
	for printed, want := range map[string]string{"73 % of high-risk suppliers covered": " of high-risk suppliers covered", "73 %": "", "73": ""} {
		if got := keyfigures.ShareOf(printed); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}
