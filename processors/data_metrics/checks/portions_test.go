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
	waste := grid("Waste", "t", years, []string{"Waste recycled", "1,689", "1,718", "1,736", "1,802"}, []string{"Waste landfilled", "49", "59", "67", "70"})
	ghg := grid("Greenhouse gas emissions", "t CO2e", years, []string{"Scope 1", "24,310", "25,120", "26,404", "31,877"},
		[]string{"Scope 2", "30,810", "33,995", "36,102", "41,310"})
	energy := grid("Energy", "MWh", years, []string{"Electricity", "72,840", "75,910", "78,335", "81,020"},
		[]string{"Total energy", "114,045", "120,028", "125,995", "133,320"})
	people := grid("People", "", years, []string{"Employees", "3,214", "3,120", "3,001", "2,904"}, []string{"Women", "1,241", "1,190", "1,130", "1,050"})
	kinds := grid("Waste by type", "tonnes", []string{"Reporting year 2021", "Reporting year 2022", "Reporting year 2023"},
		[]string{"Food waste", "14,200", "13,650", "12,900"}, []string{"Other", "41,850", "41,000", "40,300"},
		[]string{"Total waste", "56,050", "54,650", "53,200"}, []string{"of which recycled", "43,158", "43,720", "43,305"})
	power := grid("Energy", "MWh", years, []string{"Purchased electricity", "96,300", "98,750", "101,200", "104,800"},
		[]string{"of which from renewable sources", "59,706", "54,313", "48,576", "45,064"})
	safety := grid("Safety", "", years, []string{"Injury rate", "4.1", "3.6", "3.9", "5.2"})
	for name, c := range map[string]struct {
		text  string
		table document.Table
		more  document.Table
		wrong bool
	}{
		"parts that make more than the whole": {text: "We planted 4,800 trees, of which 3,100 in Spain and 2,700 in Portugal.", wrong: true},
		"parts that leave some over":          {text: "We planted 4,800 trees, of which 3,100 in Spain and 1,200 in Portugal."},
		"parts in brackets":                   {text: "The 4,800 trees that we planted stand in Spain (3,100) and Portugal (2,700).", wrong: true},
		"parts in brackets, right":            {text: "The 4,800 trees that we planted stand in Spain (3,100) and Portugal (1,700)."},
		"parts behind their whole":            {text: "We reported 31 injuries, 11 among employees and 25 among contractors.", wrong: true},
		"parts that may overlap":              {text: "We have 4,800 employees, of which 3,100 women and 2,700 part-time."},
		"a first part is no whole":            {text: "EUR 9.3 million were for the gondola, EUR 6.8 million for ponds and EUR 4.1 million for inns."},
		"what is left of a whole": {
			text: "Of the EUR 180.0 million raised, EUR 142.3 million has been spent and EUR 27.7 million is not yet allocated.", wrong: true,
		},
		"what is left, right": {
			text: "Of the EUR 180.0 million raised, EUR 142.3 million has been spent and EUR 37.7 million is not yet allocated.",
		},
		"how much of an aim is reached": {
			text: "By 2030 we want them to be 80 % below 2019. We have done 74.2 % so far, which is 78 % of the way.", wrong: true,
		},
		"how much of an aim is reached, right": {text: "By 2030 we want them to be 80 % below 2019. We have done 74.2 % so far, which is 93 % of the way."},
		"the aim behind":                       {text: "We have cut 24.7 % since 2019, which is 78 % of our target of 42 %.", wrong: true},
		"the aim behind, right":                {text: "We have cut 24.7 % since 2019, which is 59 % of our target of 42 %."},
		"points that are left":                 {text: "We aim for 42 % by 2030 and have reached 24.7 %, so 12.3 percentage points remain.", wrong: true},
		"what an aim comes to each year": {
			text: "We will reduce our emissions by 42% by 2030 compared with 2020. This corresponds to a linear reduction of 5.2% per year.", wrong: true,
		},
		"what an aim comes to each year, right": {
			text: "We will reduce our emissions by 42% by 2030 compared with 2020. This corresponds to a linear reduction of 4.2% per year.",
		},
		"what an aim comes to of each year before": {
			text: "We will reduce our emissions by 42% by 2030 compared with 2020. This corresponds to a reduction of 5.3% per year.",
		},
		"what an aim comes to each year without the first": {
			text: "We want to lower our emissions by 42 % from 2020 to 2030, which means 4.7 % of the base year emissions every year.",
		},
		"what is left of an aim each year": {
			text: "We will reduce our emissions by 42% by 2030 compared with 2020. What remains corresponds to a reduction of 2.9% per year.",
		},
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
		"by so much in its year, right":         {text: "Energy use of all sites together was lowered by 5.0 % in 2023 to 114,045 MWh.", table: energy},
		"by so much in a year before":           {text: "Energy use of all sites together was lowered by 6.2 % in 2022 to 114,045 MWh.", table: energy},
		"a share whose other year is so":        {text: "Renewable sources met 68% of purchased electricity, compared with 55% in 2022.", table: power, wrong: true},
		"a share and its other year":            {text: "Renewable sources met 62% of purchased electricity, compared with 55% in 2022.", table: power},
		"a share of another boundary":           {text: "Renewable sources met 68% of purchased electricity, compared with 59% in 2022.", table: power},
		"a share of a year that is named":       {text: "Renewable sources met 55% of our purchased electricity in 2022, compared with 62% in 2023.", table: power},
		"a share of which":                      {text: "Stores had 53,200 tonnes of total waste, of which we recycled 84.1%.", table: kinds, wrong: true},
		"a share of which, right":               {text: "Stores had 53,200 tonnes of total waste, of which we recycled 81.4%.", table: kinds},
		"a share of which there is another row": {text: "Stores had 53,200 tonnes of total waste, of which we composted 84.1%.", table: kinds},
		"a share of which of another row":       {text: "Stores had 53,200 tonnes of total waste, of which 24.2 % was food and recycled.", table: kinds},
		"the figure of the year before":         {text: "In 2023 stores had 54,650 tonnes of total waste, of which we burnt 3 %.", table: kinds, wrong: true},
		"the figure of its year":                {text: "In 2023 stores had 53,200 tonnes of total waste, of which we burnt 3 %.", table: kinds},
		"the figure of a year to come":          {text: "In 2023 we compared with 54,650 tonnes of waste, of which we burnt 3 %.", table: kinds},
		"points that are left, right":           {text: "We aim for 42 % by 2030 and have reached 24.7 %, so 17.3 percentage points remain."},
		"what a cut leaves": {
			text: "Our target is a reduction of 55 % from 102,840 tonnes, that is at most 64,278 tonnes.", wrong: true,
		},
		"what a cut leaves, right":                            {text: "Our target is a reduction of 55 % from 102,840 tonnes, that is at most 46,278 tonnes."},
		"a change in two units":                               {text: "Energy use was down by 5,983 MWh, or 8.0 %, to 114,045 MWh.", wrong: true},
		"a change in two units, right":                        {text: "Energy use was down by 5,983 MWh, or 5.0 %, to 114,045 MWh."},
		"where it went to first":                              {text: "At 55,120 t, emissions are down from 59,115 t, a decrease of 9.8 %.", wrong: true},
		"where it went to first, right":                       {text: "At 55,120 t, emissions are down from 59,115 t, a decrease of 6.8 %."},
		"a sum of years":                                      {text: "From 2021 to 2023 waste recycled came to 5,413 t.", table: waste, wrong: true},
		"a sum of years, right":                               {text: "From 2021 to 2023 waste recycled came to 5,143 t.", table: waste},
		"a sum of years of another boundary":                  {text: "From 2021 to 2023 waste recycled came to 6,207 t.", table: waste},
		"better, though there is more of it":                  {text: "The injury rate improved to 4.1.", table: safety, wrong: true},
		"worse, as there is more of it":                       {text: "The injury rate worsened to 4.1.", table: safety},
		"a difference in tonnes of a row of emissions":        {text: "Scope 2 emissions fell by 3,815 t.", table: ghg, wrong: true},
		"a difference in tonnes, right":                       {text: "Scope 2 emissions fell by 3,185 t.", table: ghg},
		"of a year that the row does not have":                {text: "Scope 1 emissions were 31,877 t in 2019.", table: ghg, wrong: true},
		"of the year that the row has":                        {text: "Scope 1 emissions were 31,877 t in 2020.", table: ghg},
		"another amount of a year that the row does not have": {text: "Scope 1 emissions were 33,204 t in 2019.", table: ghg},
		"the digits in another order":                         {text: "Scope 2 emissions came to 38,100 t.", table: ghg, wrong: true},
		"a share of a row that is called as figures are told": {text: "Women make up 46.8 % of our 3,214 employees.", table: people, wrong: true},
		"a share of such a row, right":                        {text: "Women make up 38.6 % of our 3,214 employees.", table: people},
		"a rate of rows of two tables":                        {text: "Energy use per employee was 53.5 MWh.", table: energy, more: people, wrong: true},
		"a rate of rows, right":                               {text: "Energy use per employee was 35.5 MWh.", table: energy, more: people},
		"a rate of one of the rows":                           {text: "Electricity per employee was 22.7 MWh.", table: energy, more: people},
		"a rate of rows of another boundary":                  {text: "Energy use per employee was 48.1 MWh.", table: energy, more: people},
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
