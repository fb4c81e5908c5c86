package headline_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/headline"
)

func TestAHeadlineIsTheBeginningOfItsSentence(t *testing.T) {
	for text, want := range map[string]string{
		"In addition, we use 100% green power in our halls.": "We use 100% green power in our halls",
		"Power comes from wind.":                             "Power comes from wind",
		"Results The share of green power came to 80%.":      "The share of green power came to 80%",
		"Our All In programme saves power in the halls.":     "Our All In programme saves power in the halls",
		"We have long been committed to saving energy of all kinds in the halls and offices and on the roads and in the air.": "We have long been " +
			"committed to saving energy of all kinds in the halls and offices and on the roads…",
		"By constructing new plants and by extending sewers to all quarters of the town, we shall connect 88% of the households to them in 2047.": "…we " +
			"shall connect 88% of the households to them in 2047",
		"In 2024, the share of women among our managers, as we count them everywhere, was 26% and in some of our countries even more than that.": "In 2024, " +
			"the share of women among our managers, as we count them everywhere…",
		"Of paper, glass and metal that we have used in the shops of the group and in its offices a tenth was not recycled in 2024.": "Of paper, " +
			"glass and metal that we have used in the shops of the group and in its offices a tenth…",
		"Since measuring all of it would take more time than we have, we hold a similar way to be out of place for Scope 3, as others do, too.": "Since " +
			"measuring all of it would take more time than we have…",
		"The target share of 21 per cent (2022: 21.0 per cent; 2021: 22.0 per cent) for people of all ages at all levels was missed by 1.3 per cent.": "The " +
			"target share of 21 per cent (…) for people of all ages at all levels was missed by 1.3 per cent",
		"By the end of the year the share of women among our managers, as we count them everywhere, was 26% and in some countries of the group more.": "By " +
			"the end of the year the share of women among our managers, as we count them everywhere…",
	} {
		if got := headline.Of(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOneShareInOtherWords(t *testing.T) {
	const own = "We have a long-term goal to use 100% renewable electricity in our own data centers."
	for text, want := range map[string]bool{
		"Our group has sourced 100 per cent renewable electricity for its data centers for years.": true,
		"We source 90% renewable electricity at our data centers.":                                 false,
		"We want 100% electric cars in our fleet.":                                                 false,
		"All 100% of employees were trained in data protection.":                                   false,
	} {
		if got := headline.SameShare(own, text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestTheRestStandsBehindTheHeadline(t *testing.T) {
	const behind = "the remaining forty are estimated from the areas of their halls and from what others of the same kind had used in the winter before"
	for sentence, want := range map[string]string{
		"Meters are read at 12 of our sites":                                                                        "",
		"Gas was read from meters at only twelve of the fifty-two sites, " + behind + ".":                           behind + ".",
		"In addition, gas was read from meters at only twelve of the fifty-two sites of the group, " + behind + ".": behind + ".",
		"": "",
	} {
		if got := headline.Rest(sentence); got != want {
			t.Errorf("%q behind %q of %q, want %q", got, headline.Of(sentence), sentence, want)
		}
	}
}

func TestAHeadlineOfATargetBeginsWithWhatIsToBeDone(t *testing.T) {
	for text, want := range map[string]string{
		"For scope 3 emissions the group (without its listed subsidiary, which has its own) has set a target to reduce CO2e emissions generated " +
			"in the supply chain by 20% by 2030 compared to 2020": "…reduce CO2e emissions generated in the supply chain by 20% by 2030 compared to 2020",
		"We cut waste by 20% by 2030 compared to 2020": "We cut waste by 20% by 2030 compared to 2020",
	} {
		if got := headline.Aimed(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
