package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// stated is a report of 2023 with rows of tables.
func stated(rows ...[]Fact) *Document {
	d := aReport()
	d.Report.Period = "2023"
	for _, r := range rows {
		d.Facts = append(d.Facts, r...)
	}
	return d
}

func TestRowsOfTwoPagesAreHeldAgainstOneAnother(t *testing.T) {
	for name, c := range map[string]struct {
		d     *Document
		title string // empty where nothing is told
		says  string
	}{
		"two pages differ": {stated(row("water", "m3", "m3", "Water withdrawn", 4, "51234", "49876"),
			row("water", "m3", "m3", "Water withdrawn", 9, "52345", "49876")),
			"Two pages give different figures: Water withdrawn, 2023", "51,234 m3 on page 4, 52,345 m3 on page 9; for 2022 both give 49,876 m3"},
		"accounts": {stated(row("other", "EUR", "EUR", "Cash", 4, "51234", "49876"), row("other", "EUR", "EUR", "Cash", 9, "52345", "49876")), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			all := newView(c.d).differing()
			if c.title == "" {
				if len(all) > 0 {
					t.Errorf("told: %s", all[0].Title)
				}
				return
			}
			if len(all) != 1 || !strings.HasPrefix(all[0].Title, c.title) || !strings.Contains(all[0].Gist, c.says) || all[0].Page == 0 || len(all[0].Places) < 2 {
				t.Errorf("%+v", all)
			}
		})
	}
}

func TestNobodyOutsideHasLookedAtIt(t *testing.T) {
	d := stated()
	d.basis = notes.Basis{Inside: []notes.Place{{Page: 4, Quote: "The statement was reviewed by our internal auditors."}, {Page: 4,
		Quote: "The boundary of the review is the parent."}}}
	d.silent.Outside = true
	all := newView(d).rests(nil)
	if len(all) != 1 || !strings.HasPrefix(all[0].Title, "Only the company's own auditors") || !strings.Contains(all[0].Text,
		"The boundary of the review is the parent") {
		t.Errorf("%+v", all)
	}
	d.silent.Outside = false
	if all := newView(d).rests(nil); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

func TestWhatIsNotGivenIsToldOnce(t *testing.T) {
	d := stated([]Fact{{ID: "e", Metric: "energy"}})
	d.silent = notes.Silence{Accidents: true, Water: true, Energy: true, Money: true}
	all := newView(d).absent()
	if len(all) != 2 || all[0].Title != "No figure of accidents and water was found" || !strings.HasPrefix(all[1].Title, "What climate risks may cost") {
		t.Errorf("%+v", all)
	}
	if all := newView(stated()).absent(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}
