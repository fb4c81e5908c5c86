package claims

import (
	"testing"

	"pgregory.net/rapid"
)

func TestEnvironmentalClaim(t *testing.T) {
	for text, want := range map[string]bool{
		"Our new packaging is fully recyclable and saves 40% of the carbon emissions of the old one.": true,
		"We installed solar panels on all warehouses, which avoid 3,000 tonnes of CO2 a year.":        true,
		"We restored wetlands along the river together with local partners to protect biodiversity.":  true,
		"Revenue of the quarter rose by 12% while the dividend remained at the level of last year.":   false,
		"I think, you know, the margin was pretty good in that quarter, and we're going to see more.": false,
		"Greenhouse gas emissions rose, and the authorities fined the plant for a spill of oil.":      false,
		"The Board appointed a new chair of its audit committee.":                                     false,
		"Carbon.": false,
	} {
		if s := EnvironmentalClaim(text); s.Likely() != want {
			t.Errorf("%.2f, for %q, against %q: %s", s.Value, s.For, s.Against, text)
		}
	}
}

func TestAmbitionOf(t *testing.T) {
	for text, want := range map[string]Ambition{
		"We will reach net-zero emissions across our value chain by 2050.":                    NetZero,
		"The city aims to be carbon neutral by 2040.":                                         NetZero,
		"We target a 46% reduction of Scope 1 and 2 emissions by 2030 from a 2019 base year.": Reduction,
		"Cut GHG emissions 50 % by 2030 compared to 2018 levels, on the way to net zero.":     Reduction,
		"Storms and floods are likely to become more frequent.":                               NoReduction,
		"The project avoids annual emissions of a few tonnes.":                                NoReduction,
		"Our customers like the new product in all its colours.":                              NoReduction,
	} {
		if got := AmbitionOf(text); got != want {
			t.Errorf("%s, want %s: %s", got, want, text)
		}
	}
}

func TestCommitsOrActs(t *testing.T) {
	for text, want := range map[string]bool{
		"In 2022 we issued our first green bond of €500 million and invested the proceeds in wind farms. We have also committed to renewable electricity for all sites by 2030.": true,
		"We launched a programme with farmers, trained 4,000 of them and planted two million trees.":                                                                             true,
		"Physical risks could affect supply and may lead to higher costs if floods become more severe. Such impacts are uncertain.":                                              false,
		"The Board has oversight of climate risks; its committee considers the assessment, the methodology and the data of each scenario.":                                       false,
	} {
		if s := CommitsOrActs(text); s.Likely() != want {
			t.Errorf("%.2f, for %q, against %q: %s", s.Value, s.For, s.Against, text)
		}
	}
}

// Any text has a score within bounds, and the same one each time.
func TestScoresAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("net zero 2030 % emissions reduc.,\n")))).Draw(t, "text")
		for _, score := range []func(string) Score{EnvironmentalClaim, CommitsOrActs} {
			if s := score(text); s.Value < 0 || s.Value > 1 || s.Value != score(text).Value {
				t.Fatalf("%v of %q", s, text)
			}
		}
		if a := AmbitionOf(text); a != NetZero && a != Reduction && a != NoReduction {
			t.Fatalf("%q of %q", a, text)
		}
	})
}
