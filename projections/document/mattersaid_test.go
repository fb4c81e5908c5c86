package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// ofSentences are the first things of a report of which nothing but sentences is known.
func ofSentences(t *testing.T, said ...Note) []Matter {
	t.Helper()
	d := &Document{Report: Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"}, Notes: said}
	return arranged(t, d).Matters
}

func TestASentenceIsToldFirst(t *testing.T) {
	const drivers = "Only 61 per cent of the drivers were trained by the end of the year instead of all of them."
	missed := func(sure, matters float64, quote string) Note {
		return Note{Kind: notes.Missed, Page: 12, Sure: sure, Theme: "people", Matters: matters, Quote: quote}
	}
	for _, c := range []struct {
		name string
		note Note
		told bool
	}{
		{"a target that was surely missed", missed(0.9, 0.2, drivers), true},
		{"one that only likely was", missed(0.75, 0.2, drivers), false},
		{"one that only likely was and that matters", missed(0.75, 0.5, drivers), true},
		{"what matters", Note{Kind: notes.Mattering, Page: 12, Theme: "people", Matters: 0.5, Quote: drivers}, true},
		{"a note on who has looked", Note{Kind: notes.Unassured, Page: 12, Theme: "assurance", Matters: 0.9, Quote: drivers}, false},
		{"a fragment", missed(0.9, 0.9, "Not yet reached."), false},
		{"half a sentence", missed(0.9, 0.9, strings.TrimSuffix(drivers, ".")), false},
		{"what leans on a sentence before it", missed(0.9, 0.9, "This was not reached in the year for want of staff in the workshops."), false},
		{"rows of a table", missed(0.9, 0.9, "Drivers 2022 2023 2024 trained 61 70 64 of whom women 19 21 20."), false},
		{"what leans on one before it further on", missed(0.9, 0.9, "Until drivers were trained everywhere, this came to a fifth of it."), false},
		{"what is of one of the things before it", missed(0.9, 0.9, "The majority of this shortfall comes from the two depots in the north."), false},
		{"what is long past", missed(0.9, 0.9, "In 2019 only half of the drivers were trained instead of all of them."), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ofSentences(t, c.note)
			if !c.told {
				if len(got) > 0 {
					t.Errorf("told: %s", got[0].Title)
				}
				return
			}
			if len(got) != 1 || got[0].Gist != "" || got[0].Page != 12 || got[0].Theme != "people" || got[0].About != "Own people" ||
				!strings.Contains(got[0].Text, "Page 12 says: “Only 61 per cent of the drivers") {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestOneThingIsToldOnce(t *testing.T) {
	const water = "We used 1,860 cubic metres of water at our plants in the year under review, 17 per cent of it from wells."
	for name, other := range map[string]string{
		"on another page":      water,
		"in another order":     "In the year under review our plants used more water than was planned for them.",
		"with the same amount": "Consumption came to 1,860 cubic metres, which was less than in the year before.",
		"with the same share":  "Basins that were closed in spring held 17 per cent of what flowed in.",
	} {
		t.Run(name, func(t *testing.T) {
			got := ofSentences(t, Note{Kind: notes.Mattering, Page: 3, Theme: "nature", Matters: 0.8, Quote: water},
				Note{Kind: notes.Mattering, Page: 30, Theme: "nature", Matters: 0.7, Quote: other})
			if len(got) != 1 || got[0].Page != 3 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestOfEqualMattersAnotherThemeComesBefore(t *testing.T) {
	var said []Note
	for i, quote := range []string{
		"Women held nineteen per cent of leading posts at the end of December.", "One in eight people left us within twelve months of their arrival.",
		"Nurses were paid four euros less an hour than engineers of equal grade.", "Training hours fell because budgets were frozen from spring onwards.",
		"Two welders died when scaffolding gave way at our northern yard.",
	} {
		said = append(said, Note{Kind: notes.Mattering, Page: 1 + i, Theme: []string{"people", "safety"}[i/4], Matters: 0.8 - 0.02*float64(i), Quote: quote})
	}
	pages := ""
	for _, m := range ofSentences(t, said...) {
		pages += fmt.Sprint(m.Page)
	}
	if pages != "1523" {
		t.Errorf("told in the order of pages %s", pages)
	}
}

func TestOfDeathsAndOfAccidentsOneSentenceIsTold(t *testing.T) {
	said := func(page int, matters float64, quote string) Note {
		return Note{Kind: notes.Mattering, Page: page, Theme: "safety", Matters: matters, Quote: quote}
	}
	got := ofSentences(t,
		said(3, 0.9, "Sixteen of 126 recordable injuries kept people away from work."),
		said(4, 0.8, "The accident rate fell to 0.29 for every hundred people."),
		said(5, 0.7, "A rigger died when the crane at our southern yard fell over in June."),
		said(6, 0.6, "One fatality led to new rules for everybody who lifts loads."))
	if len(got) != 2 || got[0].Page+got[1].Page != 8 {
		t.Errorf("%+v", got)
	}
}

func TestWhatCountsStandsBeforeWhatPraises(t *testing.T) {
	const praise = "Through ongoing talks with suppliers the company is well informed of the progress that they make."
	for name, other := range map[string]string{
		"a figure":                "Of our suppliers 61 per cent have answered the questions that we put to them.",
		"a figure in words":       "Nineteen of our largest suppliers have answered the questions that we put to them.",
		"what was not done":       "The company has not looked into any of its largest suppliers for risks from the weather.",
		"a total before its part": "Our total consumption of energy came to 945 gigawatt-hours after 931 the year before.",
	} {
		t.Run(name, func(t *testing.T) {
			got := ofSentences(t, Note{Kind: notes.Mattering, Page: 1, Theme: "supply", Matters: 0.6, Quote: praise},
				Note{Kind: notes.Mattering, Page: 2, Theme: "energy", Matters: 0.4, Quote: other},
				Note{Kind: notes.Mattering, Page: 3, Theme: "conduct", Matters: 0.7, Quote: "There were no cases of corruption and no fines in the year under review."})
			if len(got) != 3 || got[0].Page != 2 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestATargetIsToldWithItsResult(t *testing.T) {
	const target = "The Group has set a target to reduce energy use by 25 per cent from 2019 levels by the end of 2025."
	claim := func(id string, page, start int, standing, text string, years ...string) Claim {
		return Claim{ID: id, Page: page, Text: text, Quote: Quote{Text: text, Start: start, End: start + len(text)},
			Entities: Entities{Standing: standing, Periods: years}}
	}
	const result = "In 2024 our energy use was 15.6 per cent lower than our 2019 baseline."
	set := claim("clm_a", 5, 100, "planned", target, "2019", "2025")
	for _, c := range []struct {
		name  string
		other Claim
		told  bool
	}{
		{"behind it", claim("clm_b", 5, 200, "done", result, "2019", "2024"), true},
		{"further behind it", claim("clm_b", 5, 900, "done", "Energy use at the end of 2024 was 15.6 per cent less than in the baseline year.", "2024"), true},
		{"on another page", claim("clm_b", 6, 200, "done", result, "2019", "2024"), false},
		{"before it", claim("clm_b", 5, 0, "done", result, "2019", "2024"), false},
		{"against another year", claim("clm_b", 5, 900, "done", "Energy use was 2.9 per cent less than in FY23, a step to the target.", "2024", "FY23"), false},
		{"against the target's year", claim("clm_b", 5, 900, "done", "Energy use was 2.9 per cent less than in FY19, as the target asks.", "FY24", "FY19"), true},
		{"of another thing", claim("clm_b", 5, 900, "done", "Women held 31 per cent of leading posts when the year ended.", "2024"), false},
		{"the target again", claim("clm_b", 5, 200, "done", "The Board approved a cut of energy use by 25 per cent against that baseline.", "2024"), false},
		{"one without a figure", claim("clm_b", 5, 200, "done", "Energy use has come down against the baseline since then.", "2024"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &Document{Report: Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"}, Claims: []Claim{set, c.other},
				Notes: []Note{{Kind: notes.Mattering, Page: 5, Theme: "energy", Matters: 0.5, Quote: target}}}
			if c.told {
				d.Notes = append(d.Notes, Note{Kind: notes.Mattering, Page: c.other.Page, Theme: "energy", Matters: 0.9, Quote: c.other.Text})
			}
			got := arranged(t, d).Matters
			if len(got) != 1 || strings.Contains(got[0].Gist, "the report says of it: “") != c.told || len(got[0].ClaimIDs) != 1+map[bool]int{true: 1}[c.told] {
				t.Errorf("%+v", got)
			}
		})
	}
}

// The emissions of several scopes together lead, also where a sentence alone gives them: of the last year of which one does.
func TestATotalThatOnlyASentenceGivesLeads(t *testing.T) {
	const now = "Our emissions of all three scopes came to 174 million t CO2e in 2022."
	const before = "Our emissions of all three scopes came to 158 million t CO2e in 2021."
	total := func(id, quote, value string, year int) Fact {
		return Fact{ID: id, Metric: "ghg_emissions", Scope: "1+2+3", Source: "text", Page: 4, Quote: quote,
			Value: value, ValueBase: value, UnitBase: "tCO2e", Unit: "t CO2e", Year: year}
	}
	note := func(quote string) Note {
		return Note{Kind: notes.Mattering, Page: 4, Theme: "emissions", Matters: 0.6, Quote: quote}
	}
	d := &Document{Report: Report{ID: "rep", Pages: 9, PagesRead: 9, Period: "2022"}, Notes: []Note{note(before), note(now),
		{Kind: notes.Mattering, Page: 5, Theme: "energy", Matters: 0.95, Quote: "We bought 19 % of our electricity from the wind in 2022."}}}
	d.Facts = []Fact{
		total("a", before, "158000000", 2021), total("b", now, "174000000", 2022),
	}
	if got := arranged(t, d).Matters[0]; got.Quote != strings.TrimSuffix(now, ".") && got.Quote != now {
		t.Errorf("%s leads", got.Title)
	}
}
