package keyfigures_test

import (
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
)

// TestTemplatesOfTheTaxonomySayHowMuchIsAligned has rows as the regulation prescribes them, and rows that only look like these.
func TestTemplatesOfTheTaxonomySayHowMuchIsAligned(t *testing.T) {
	figure := func(id, value string, year int, row []string, column ...string) keyfigures.Figure {
		d, _, err := apd.NewFromString(value)
		if err != nil {
			t.Fatal(err)
		}
		return keyfigures.Figure{ID: id, Unit: "%", Printed: value + " %", Year: year, Page: 7, Value: d, RowPath: row, ColPath: column}
	}
	aligned := []string{"A. Taxonomy-eligible activities", "Turnover of environmentally sustainable activities (Taxonomy-aligned) (A.1)"}
	whole := figure("whole", "12.5", 2024, aligned, "Proportion of turnover, year 2024 (4)", "%")
	eligible := figure("eligible", "40", 2024, []string{"A. Turnover of Taxonomy-eligible activities (A.1 + A.2)"}, "Proportion of turnover, year 2024 (4)")
	before := figure("before", "9", 2023, aligned, "Proportion of Taxonomy", "aligned (A.1.) or eligible (A.2.) turnover, year 2023 (18)")
	for _, c := range []struct {
		name    string
		figures []keyfigures.Figure
		want    string // ids of what is aligned, eligible and was aligned; empty if nothing is told
	}{
		{"a whole, what could be and the year before", []keyfigures.Figure{whole, eligible, before}, "whole eligible before"},
		{"a whole alone", []keyfigures.Figure{whole}, "whole - -"},
		{"the column of the year before, read as of the year", []keyfigures.Figure{figure("x", "9", 2024, aligned,
			"Proportion of Taxonomy aligned (A.1) or eligible (A.2) turnover, year N-1 (18)")}, ""},
		{"what contributes to one objective is no share of the business", []keyfigures.Figure{
			figure("x", "12.5", 2024, aligned, "Substantial contribution criteria", "Climate change mitigation (5)")}, ""},
		{"what is eligible but not aligned", []keyfigures.Figure{figure("x", "30", 2024, []string{
			"Turnover of Taxonomy-eligible but not environmentally sustainable activities (not Taxonomy-aligned activities) (A.2)"},
			"Proportion of turnover, year 2024 (4)")}, ""},
		{"a part of what is aligned", []keyfigures.Figure{
			figure("x", "3", 2024, append(aligned[:2:2], "Of which enabling"), "Proportion of turnover, year 2024 (4)")}, ""},
		{"two forms that differ", []keyfigures.Figure{whole, figure("other", "11", 2024, aligned, "Proportion of turnover, year 2024 (4)")}, ""},
		{"a measure at the head of the column", []keyfigures.Figure{
			figure("x", "5", 2024, []string{"taxonomy", "of which aligned with the taxonomy"}, "Turnover", "%")}, "x - -"},
		{"goals that are aligned with Paris", []keyfigures.Figure{figure("x", "80", 2024, []string{"Customers", "with aligned targets"}, "Share of revenue")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, a := range keyfigures.Taxonomy(c.figures, 2024) {
				for i, f := range []*keyfigures.Figure{a.Aligned, a.Eligible, a.Before} {
					if i > 0 {
						got += " "
					}
					if f == nil {
						got += "-"
					} else {
						got += f.ID
					}
				}
			}
			if got != c.want {
				t.Errorf("told %q, want %q", got, c.want)
			}
		})
	}
}

func TestAShareThatMayHaveBeenLeftOut(t *testing.T) {
	share := func(value int64) *keyfigures.Figure { return &keyfigures.Figure{Value: apd.New(value, 0)} }
	for name, c := range map[string]struct {
		share keyfigures.Aligned
		want  bool
	}{
		"nothing of operating expenditure":             {keyfigures.Aligned{Measure: "OpEx", Aligned: share(0), Eligible: share(0)}, true},
		"nothing eligible was read":                    {keyfigures.Aligned{Measure: "OpEx", Aligned: share(0)}, true},
		"something is eligible":                        {keyfigures.Aligned{Measure: "OpEx", Aligned: share(0), Eligible: share(9)}, false},
		"something is aligned":                         {keyfigures.Aligned{Measure: "OpEx", Aligned: share(3), Eligible: share(9)}, false},
		"turnover, which no business may leave out so": {keyfigures.Aligned{Measure: "turnover", Aligned: share(0), Eligible: share(0)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.share.Waivable(); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
