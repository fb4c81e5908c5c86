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
		gist string // empty where nothing is sure of its kind: its theme stands beside it
	}{
		{"a target that was surely missed", missed(0.9, 0.2, drivers), true, "the company itself says that this was not reached, was cut or was put off"},
		{"one that only likely was", missed(0.75, 0.2, drivers), false, ""},
		{"one that only likely was and that matters", missed(0.75, 0.5, drivers), true, ""},
		{"what matters", Note{Kind: notes.Mattering, Page: 12, Theme: "people", Matters: 0.5, Quote: drivers}, true, ""},
		{"a note on who has looked", Note{Kind: notes.Unassured, Page: 12, Theme: "assurance", Matters: 0.9, Quote: drivers}, false, ""},
		{"a fragment", missed(0.9, 0.9, "Not yet reached."), false, ""},
		{"half a sentence", missed(0.9, 0.9, strings.TrimSuffix(drivers, ".")), false, ""},
		{"what leans on a sentence before it", missed(0.9, 0.9, "This was not reached in the year for want of staff in the workshops."), false, ""},
		{"rows of a table", missed(0.9, 0.9, "Drivers 2022 2023 2024 trained 61 70 64 of whom women 19 21 20."), false, ""},
		{"what is long past", missed(0.9, 0.9, "In 2019 only half of the drivers were trained instead of all of them."), false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ofSentences(t, c.note)
			if !c.told {
				if len(got) > 0 {
					t.Errorf("told: %s", got[0].Title)
				}
				return
			}
			if len(got) != 1 || got[0].Gist != c.gist || got[0].Page != 12 || got[0].Theme != "people" || got[0].About != "Own people" ||
				!strings.Contains(got[0].Text, "Page 12 says: “Only 61 per cent of the drivers") {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestOneThingIsToldOnce(t *testing.T) {
	const water = "We used 1,860 cubic metres of water at our plants in the year under review."
	for name, other := range map[string]string{
		"on another page":      water,
		"in another order":     "In the year under review our plants used more water than was planned for them.",
		"with the same amount": "Consumption came to 1,860 cubic metres, which was less than in the year before.",
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
