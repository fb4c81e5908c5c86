package claims

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestClausesKeepSubjectAndPeriod(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Our Scope 1 emissions decreased by 12% and Scope 2 emissions decreased by 8% in 2023.", []string{
			"Our Scope 1 emissions decreased by 12% in 2023", "Scope 2 emissions decreased by 8% in 2023."}},
		{"In 2023, our plants reduced water use by 7% and increased recycled waste to 92%.", []string{
			"In 2023, our plants reduced water use by 7%", "In 2023, our plants increased recycled waste to 92%."}},
		{"In 2023 our Scope 1 emissions fell by 12% to 40 kt, while our Scope 2 emissions rose by 3% to 20 kt.", []string{
			"In 2023 our Scope 1 emissions fell by 12% to 40 kt", "In 2023 our Scope 2 emissions rose by 3% to 20 kt."}},
		{"Energy use fell by 3%; water use was 1,200 m3; waste was cut by 4 t.", []string{
			"Energy use fell by 3%", "water use was 1,200 m3", "waste was cut by 4 t."}},
		{"Scope 1 emissions decreased by 12%, meanwhile, Scope 2 emissions increased by 4%.", []string{
			"Scope 1 emissions decreased by 12%", "Scope 2 emissions increased by 4%."}},
		{"Energy use fell by 5%; meanwhile, water use rose by 2%.", []string{"Energy use fell by 5%", "water use rose by 2%."}},
		{"Scope 1 emissions were 1,200 t CO2e, although Scope 3 emissions rose by 4%.", []string{
			"Scope 1 emissions were 1,200 t CO2e", "Scope 3 emissions rose by 4%."}},
		// One assertion each.
		{"We reduced emissions by 12% and 8% respectively in our two plants.", nil},
		{"Scope 1 emissions were reduced by 12%, while we kept our promise to people.", nil},
		{"Between 2019 and 2023 we reduced emissions by 30% and kept it so.", nil},
		{"We reduced emissions by 12%, equal to a saving of 40 kt and a reduced share of 4%.", nil},
	} {
		var got []string
		for _, part := range clauses(c.text) {
			got = append(got, part.text)
		}
		want := c.want
		if want == nil {
			want = []string{c.text}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", c.text, got, want)
		}
	}
}

// Clauses are parts of the sentence in their order, and none is empty.
func TestClausesAreParts(t *testing.T) {
	words := []string{
		"In 2023", "we", "our Scope 1 emissions", "fell", "reduced water use", "by 12%", "to 40 kt", "and", ", and", "; ", ", while",
		"it", "Ünïcode", "–", "was 3 MWh", "in 2022.",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 1, 14).Draw(t, "words") {
			text += w + " "
		}
		end := 0
		for _, c := range clauses(text) {
			if c.start < end || c.end <= c.start || c.end > len(text) || c.text == "" {
				t.Fatalf("%q: %+v behind %d", text, c, end)
			}
			end = c.end
		}
	})
}

func TestNotesLoseTheirMark(t *testing.T) {
	for text, want := range map[string]string{
		"1 No employees were recorded.":       "No employees were recorded.",
		"2) The values were adjusted.":        "The values were adjusted.",
		"3Electricity is estimated.":          "Electricity is estimated.",
		"* 2015 is the base year.":            "2015 is the base year.",
		"†2015 is the base year.":             "†2015 is the base year.",
		"12015 t were left out.":              "12015 t were left out.",
		"3 MWh were saved.":                   "3 MWh were saved.",
		"Emissions of sites are not counted.": "Emissions of sites are not counted.",
		"1":                                   "1",
		"":                                    "",
	} {
		t.Run(text, func(t *testing.T) {
			c := clause{text, 0, len(text)}
			if c.unmark(); c.text != want || c.start != len(text)-len(want) || c.end != len(text) {
				t.Errorf("%+v, want %q", c, want)
			}
		})
	}
}

// A sentence that breaks off where none ends goes on with what comes next, even if that begins with a figure or a capital; one
// that may have ended there does not.
func TestSentencesThatBreakOffAreReadWhole(t *testing.T) {
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"a figure in the next column": {"The footprint of our plants fell to\n€34m of energy.", []string{"The footprint of our plants fell to €34m of energy."}},
		"a name in the next column":   {"We apply the standard of\nGermany to our plants.", []string{"We apply the standard of Germany to our plants."}},
		"three lines of a tile": {
			"We cut emissions (Scope 1 and\n2) in relation to sales of\n2020 by 21%", []string{"We cut emissions (Scope 1 and 2) in relation to sales of 2020 by 21%"},
		},
		"an end that may be one": {"Our plants recycle all water\nMills burn no coal", []string{"Our plants recycle all water", "Mills burn no coal"}},
		"a full stop":            {"We say what we account for.\nMills burn no coal.", []string{"We say what we account for.", "Mills burn no coal."}},
		"a heading":              {"Our own footprint fell to\n# Coal\nMills burn no coal.", []string{"Our own footprint fell to", "Mills burn no coal."}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range extractWith(t, script{}, doc(c.page), 1, 1) {
				got = append(got, c.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
