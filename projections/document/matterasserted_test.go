package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// stated is a report of 2023 with rows of tables and what it says of them.
func stated(a notes.Asserted, rows ...[]Fact) *Document {
	d := aReport()
	d.Report.Period, d.asserted = "2023", a
	for _, r := range rows {
		d.Facts = append(d.Facts, r...)
	}
	return d
}

func TestWhatIsSaidIsHeldAgainstTheRows(t *testing.T) {
	place := func(page int, quote string) []notes.Place { return []notes.Place{{Page: page, Quote: quote}} }
	bounded := row("other", "min", "", "Interruption index, minutes", 13, "47.88", "46.10")
	limit := bounded[0]
	limit.ID, limit.Year, limit.Target, limit.Printed, limit.ColPath = "limit", 2024, true, "≤48", []string{"Target 2024"}
	for name, c := range map[string]struct {
		d     *Document
		title string // empty where nothing is told
		says  string
	}{
		"not as in the year before": {stated(notes.Asserted{Steady: place(3, "The number of fatal accidents remained at four as in the previous year.")},
			row("accidents", "No.", "", "Number of fatal accidents", 14, "4", "5")), "Said to be as in the year before", "5 in 2022 and 4 in 2023"},
		"as in the year before": {stated(notes.Asserted{Steady: place(3, "The number of fatal accidents remained at four as in the previous year.")},
			row("accidents", "No.", "", "Number of fatal accidents", 14, "4", "4")), "", ""},
		"no better": {stated(notes.Asserted{Better: place(4, "The interruption index is 47.88 minutes, a sign of improvement.")}, append(bounded, limit)),
			"Called an improvement", "47.88 in 2023 after 46.10 in 2022"},
		"nobody knows which way is better": {stated(notes.Asserted{Better: place(4, "The interruption index is 47.88 minutes, a sign of improvement.")},
			bounded), "", ""},
		"a yearly cut that did not come": {stated(notes.Asserted{Yearly: place(9, "We cut the intensity of our emissions by 5 % each year from 2023.")},
			row("ghg_intensity", "t/MWh", "t/MWh", "Intensity of emissions", 12, "0.5571", "0.5465")), "A cut of 5 % a year was not reached", "1.9 % more than in 2022"},
		"a yearly cut that begins later": {stated(notes.Asserted{Yearly: place(9, "We cut the intensity of our emissions by 5 % each year from 2024.")},
			row("ghg_intensity", "t/MWh", "t/MWh", "Intensity of emissions", 12, "0.5571", "0.5465")), "", ""},
		"two pages differ": {stated(notes.Asserted{}, row("water", "m3", "m3", "Water withdrawn", 4, "51234", "49876"), row("water", "m3", "m3",
			"Water withdrawn", 9, "52345", "49876")),
			"Two pages give different figures: Water withdrawn, 2023", "51,234 m3 on page 4, 52,345 m3 on page 9; for 2022 both give 49,876 m3"},
		"accounts": {stated(notes.Asserted{}, row("other", "EUR", "EUR", "Cash", 4, "51234", "49876"), row("other", "EUR", "EUR", "Cash", 9, "52345",
			"49876")), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := newView(c.d)
			all := append(v.reprinted(), v.assertions()...)
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

func TestAnAmountIsHeldAgainstWhatASentenceAimsAt(t *testing.T) {
	aim := Fact{ID: "aim", Metric: "other", Value: "8.3", Unit: "GW", ValueBase: "8300", UnitBase: "MW", Printed: "8.3GW", Year: 2025, Page: 16,
		Source: "text", Target: true,
		Quote: "RE target of 8.3GW by 2025", RowPath: []string{"Strategy"}}
	rows := row("other", "MW", "MW", "RE Capacity", 7, "4152", "3989")
	d := stated(notes.Asserted{}, rows, []Fact{aim})
	all := newView(d).assertions()
	if len(all) != 1 || all[0].Title != "RE Capacity: 4,152 MW in 2023, and 8.3GW is aimed at for 2025" || !strings.HasPrefix(all[0].Gist, "50 % of it") {
		t.Errorf("%+v", all)
	}
	d.Facts[0].ValueBase, d.Facts[0].Value = "8000", "8000"
	if all := newView(d).assertions(); len(all) != 0 {
		t.Errorf("near: %+v", all)
	}
}

func TestAMarketBasedTotalIsToldWithTheOneByLocation(t *testing.T) {
	market, location := row("ghg_emissions", "t", "tCO2e", "Scope 1 and 2, market-based", 4, "15161", "17430"), row("ghg_emissions", "t", "tCO2e",
		"Scope 1 and 2, location-based", 4, "20678", "22570")
	for i := range market {
		market[i].Scope, market[i].Method, location[i].Scope, location[i].Method = "1+2", "market", "1+2", "location"
	}
	d := stated(notes.Asserted{}, market, location)
	all := newView(d).leading(nil)
	if len(all) == 0 || !strings.Contains(all[0].Gist, "location-based 20,678 t CO2e, 8.4 % less") {
		t.Errorf("%+v", all)
	}
}

func TestNobodyOutsideHasLookedAtIt(t *testing.T) {
	inside := notes.Asserted{Inside: []notes.Place{{Page: 4, Quote: "The statement was reviewed by our internal auditors."}, {Page: 4,
		Quote: "The boundary of the review is the parent."}}}
	d := stated(inside)
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
