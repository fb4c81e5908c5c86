package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
)

func TestAMatterIsShownWithItsTheme(t *testing.T) {
	d := aReport()
	d.Notes = []Note{{Kind: notes.Mattering, Theme: "goal", Matters: 0.6, Page: 8, Quote: "By 2040 we shall emit nothing at all in our own plants and offices."}}
	arranged(t, d)
	at := slices.IndexFunc(d.Matters, func(m Matter) bool { return m.Page == 8 && m.Theme == "goal" })
	if at < 0 || d.Matters[at].About != "Targets" {
		t.Fatalf("%+v", d.Matters)
	}
	for format, want := range map[Format]string{
		FormatHTML: `</span>Targets</span>`, FormatMarkdown: "· Targets · p. 8)", FormatCSV: "Targets", FormatJSON: `"about":"Targets"`,
	} {
		t.Run(string(format), func(t *testing.T) {
			out, err := d.Render(format)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.ReplaceAll(string(out), `": "`, `":"`), want) {
				t.Errorf("no %q", want)
			}
		})
	}
}

// What has no theme of its own has that of what it rests on.
func TestAMatterHasTheThemeOfWhatItRestsOn(t *testing.T) {
	d := &Document{Facts: []Fact{{ID: "water", Metric: "water"}, {ID: "staff", Metric: "headcount"}, {ID: "odd", Metric: "other"}},
		Checks: []Check{
			{ID: "c1", Name: "a", Result: "fail", Inputs: []CheckInput{{FactID: "odd"}, {FactID: "water"}}},
			{ID: "c2", Name: "b", Result: "fail", Inputs: []CheckInput{{FactID: "staff"}}},
			{ID: "c3", Name: "c", Result: "fail", Inputs: []CheckInput{{FactID: "odd"}}},
		},
		Notes: []Note{{Theme: "supply", Page: 9, Quote: "4 We assessed 212 suppliers against our code of conduct in the year."}},
	}
	const suppliers = "We assessed 212 suppliers against our code of conduct in the year."
	v := newView(d)
	for _, c := range []struct {
		name, want string
		of         Matter
	}{
		{"its own", "energy", Matter{Theme: "energy", CheckIDs: []string{"c1"}}},
		{"a target", "goal", Matter{Kind: MatterTarget, CheckIDs: []string{"c2"}}},
		{"the first figure that is of one", "nature", Matter{CheckIDs: []string{"c1"}}},
		{"a figure that orders nothing", "people", Matter{CheckIDs: []string{"c2"}}},
		{"a sentence", "supply", Matter{CheckIDs: []string{"c3"}, Places: []MatterPlace{{Page: 9, Quote: suppliers}}}},
		{"what another has written", "", Matter{Places: []MatterPlace{{Source: "Courier", Quote: suppliers}}}},
		{"nothing", "", Matter{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := v.themeOf(&c.of); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestAQuotationIsNotShownTwice(t *testing.T) {
	const text = "Page 7 says: “Emissions of 2021 and 2022 have been calculated again with further categories of Scope 3 and refined factors”."
	for _, c := range []struct {
		name, quote string
		want        bool
	}{
		{"in the text", "Emissions of 2021 and 2022 have been calculated again with further categories of Scope 3 and refined factors.", true},
		{"behind the number of a note", "7 Emissions of 2021 and 2022 have been calculated again with further categories of Scope 3 and refined factors.", true},
		{"cut", "Emissions of 2021 and 2022 have been calculated again with further…", true},
		{"another", "Total of Scope 3 for 2022: 1,412,000 t CO2e", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := repeats(text, c.quote); got != c.want {
				t.Errorf("%t", got)
			}
		})
	}
}
