package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What a sentence says of its figures, in whatever words: parts and their whole, what is left of it, how much of an aim is reached, what a cut
// leaves, a change in two units, a sum of years. Each stands beside a right twin, and beside what only looks like it.
func TestFiguresOfASentenceMakeEachOther(t *testing.T) {
	years := []string{"2023", "2022", "2021", "2020"}
	ghg := grid("Greenhouse gas emissions", "t CO2e", years, []string{"Scope 1", "24,310", "25,120", "26,404", "31,877"},
		[]string{"Scope 2", "30,810", "33,995", "36,102", "41,310"})
	energy := grid("Energy", "MWh", years, []string{"Electricity", "72,840", "75,910", "78,335", "81,020"},
		[]string{"Total energy", "114,045", "120,028", "125,995", "133,320"})
	people := grid("People", "", years, []string{"Employees", "3,214", "3,120", "3,001", "2,904"}, []string{"Women", "1,241", "1,190", "1,130", "1,050"})
	power := grid("Energy", "MWh", years, []string{"Purchased electricity", "96,300", "98,750", "101,200", "104,800"},
		[]string{"of which from renewable sources", "59,706", "54,313", "48,576", "45,064"})
	safety := grid("Safety", "", years, []string{"Injury rate", "4.1", "3.6", "3.9", "5.2"})
	for name, c := range map[string]struct {
		text  string
		table document.Table
		more  document.Table
		wrong bool
	}{
		"how much of an aim is reached": {
			text: "By 2030 we want them to be 80 % below 2019. We have done 74.2 % so far, which is 78 % of the way.", wrong: true,
		},
		"how much of an aim is reached, right": {text: "By 2030 we want them to be 80 % below 2019. We have done 74.2 % so far, which is 93 % of the way."},
		"the aim behind":                       {text: "We have cut 24.7 % since 2019, which is 78 % of our target of 42 %.", wrong: true},
		"the aim behind, right":                {text: "We have cut 24.7 % since 2019, which is 59 % of our target of 42 %."},
		"points that are left":                 {text: "We aim for 42 % by 2030 and have reached 24.7 %, so 12.3 percentage points remain.", wrong: true},
		"from one year to another": {
			text: "The intensity was 9.5 g per tonne in 2018 and 6.9 g per tonne in 2024; we have therefore already cut it by 22 per cent.", wrong: true,
		},
		"from one year to another, right": {
			text: "The intensity was 9.5 g per tonne in 2018 and 6.9 g per tonne in 2024; we have therefore already cut it by 27 per cent.",
		},
		"falls of two years":    {text: "Energy use fell by 2.1 % in 2022 and 5.3 % in 2023, which is again more than we had planned."},
		"less of it each year":  {text: "We lowered the use of water by 120 t in 2022 and 150 t in 2023, a decrease of 12 %."},
		"saved in both of them": {text: "Savings fell: we avoided 150 t in 2022 and 170 t in 2023, a decrease of 12 %."},
		"from a third year": {
			text: "The intensity was 9.5 g per tonne in 2018 and 6.9 g per tonne in 2024; we have therefore cut it by 22 per cent since 2020.",
		},
		"by so much in its year to an amount of the row": {
			text: "Energy use of all sites together was lowered by 6.2 % in 2023 to 114,045 MWh.", table: energy, wrong: true,
		},
		"by so much in its year, right":   {text: "Energy use of all sites together was lowered by 5.0 % in 2023 to 114,045 MWh.", table: energy},
		"by so much in a year before":     {text: "Energy use of all sites together was lowered by 6.2 % in 2022 to 114,045 MWh.", table: energy},
		"a share whose other year is so":  {text: "Renewable sources met 68% of purchased electricity, compared with 55% in 2022.", table: power, wrong: true},
		"a share and its other year":      {text: "Renewable sources met 62% of purchased electricity, compared with 55% in 2022.", table: power},
		"a share of another boundary":     {text: "Renewable sources met 68% of purchased electricity, compared with 59% in 2022.", table: power},
		"a share of a year that is named": {text: "Renewable sources met 55% of our purchased electricity in 2022, compared with 62% in 2023.", table: power},
		"what a cut leaves": {
			text: "Our target is a reduction of 55 % from 102,840 tonnes, that is at most 64,278 tonnes.", wrong: true,
		},
		"what a cut leaves, right":                            {text: "Our target is a reduction of 55 % from 102,840 tonnes, that is at most 46,278 tonnes."},
		"where it went to first":                              {text: "At 55,120 t, emissions are down from 59,115 t, a decrease of 9.8 %.", wrong: true},
		"where it went to first, right":                       {text: "At 55,120 t, emissions are down from 59,115 t, a decrease of 6.8 %."},
		"better, though there is more of it":                  {text: "The injury rate improved to 4.1.", table: safety, wrong: true},
		"worse, as there is more of it":                       {text: "The injury rate worsened to 4.1.", table: safety},
		"a difference in tonnes of a row of emissions":        {text: "Scope 2 emissions fell by 3,815 t.", table: ghg, wrong: true},
		"a difference in tonnes, right":                       {text: "Scope 2 emissions fell by 3,185 t.", table: ghg},
		"the digits in another order":                         {text: "Scope 2 emissions came to 38,100 t.", table: ghg, wrong: true},
		"a share of a row that is called as figures are told": {text: "Women make up 46.8 % of our 3,214 employees.", table: people, wrong: true},
		"a share of such a row, right":                        {text: "Women make up 38.6 % of our 3,214 employees.", table: people},
	} {
		t.Run(name, func(t *testing.T) {
			tables := slices.DeleteFunc([]document.Table{c.table, c.more}, func(t document.Table) bool { return t.Rows == nil })
			var got []string
			for _, r := range said([]string{c.text}, tables...) {
				if r.Result == events.CheckFail {
					got = append(got, r.Message)
				}
			}
			if c.wrong != (len(got) > 0) {
				t.Errorf("%q: failures %q", c.text, strings.Join(got, "; "))
			}
		})
	}
}
