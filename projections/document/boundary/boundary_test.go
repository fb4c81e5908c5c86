package boundary_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/boundary"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

func TestThingsOfASentence(t *testing.T) {
	own := issuer.NamesOf("Norvik Paper AB")
	for text, want := range map[string][]string{
		"This report covers Norvik Paper AB and its subsidiaries, excluding Norvik Tissue GmbH.":          {"all", "out norvik tissue"},
		"Our data do not include Belarus and SELZER.":                                                     {"out belarus", "out selzer"},
		"Excluded are joint ventures and leased stores of our figures.":                                   {"out leased", "out ventures"},
		"All subsidiaries are included in the data, joint ventures are not.":                              {"all", "out ventures"},
		"The data cover all sites except those with fewer than 1,000 m2.":                                 {"size 1000"},
		"7.5 % of the workforce is not covered by the data.":                                              {"share 92.5 of people"},
		"The data comprise the largest plants of the group.":                                              {"only main"},
		"We now report emissions under operational control instead of financial control.":                 {"by operational control"},
		"The data cover companies acquired in 2023 from the first full year on.":                          {"acquired", "later"},
		"The share of women rose to 14.2 %, all managers of the company being included in our figures.":   nil,
		"In 2023, the report no longer covers the use of sold products.":                                  nil,
		"Whether a site is included in the index is decided by its authors.":                              nil,
		"The figure 24 of IAS 24 relates to the management of 1&1 Group.":                                 {"all"},
		"If a company is sold, its data are excluded.":                                                    nil,
		"The consolidated financial statements cover all subsidiaries except three.":                      nil,
		"We have set targets for Scope 1 and 2, excluding Norvik Tissue GmbH, in our report.":             nil,
		"The Global Head of Sustainability reports to the board on all topics excluding those of stores.": nil,
	} {
		t.Run(text, func(t *testing.T) {
			var got []string
			for _, s := range boundary.Of([]boundary.Sentence{{Page: 3, Text: text}}, own) {
				got = append(got, s.Things...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, not %q", got, want)
			}
		})
	}
}

// Words that leave something out say so of the report where a heading or the sentence before does.
func TestWhatStandsAroundTellsOfWhat(t *testing.T) {
	const text = "Norvik Tissue GmbH is no longer included."
	for name, c := range map[string]struct {
		before, heading string
		want            int
	}{
		"a heading":           {"We are glad of it.", "Scope of this report", 1},
		"the sentence before": {"This report covers all subsidiaries.", "Our year", 2},
		"nothing":             {"We are glad of it.", "Our year", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := boundary.Of([]boundary.Sentence{{1, c.before, c.heading}, {1, text, c.heading}}, nil)
			if len(got) != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}
