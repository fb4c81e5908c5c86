package checks_test

import "testing"

// A number of things and the numbers of its kinds behind it are one statement, and so are a number of places and their names.
func TestANumberOfThingsGoesWithItsKinds(t *testing.T) {
	for text, says := range map[string]string{
		"We made 14 productions: six features, five series and four commercials.":                                       "make 15",
		"The group has 9 plants: three in Spain, four in Italy and four in France.":                                     "make 11",
		"The committee has seven members: four independent directors, two executives and two employee representatives.": "",
		"We have three fabs, located in Hsin, Tairu, Penang and Dresden.":                                               "has 4",
		"We have four plants, based in Graz, Kulim, Shunde, Leiden and Bari.":                                           "has 5",
		"We made 15 productions: six features, five series and four commercials.":                                       "",
		"We run 14 productions: six features, five series and three others.":                                            "",
		"We run 14 productions, including: six features, five series and four commercials.":                             "",
		"Six of our 14 productions: two features and four series.":                                                      "",
		"Scope 3 includes 15 categories: five upstream and ten downstream.":                                             "",
		"The board has 10 seats: six women and four men, of whom two are under 40.":                                     "",
		"We have three fabs, located in Hsin, Tairu and Penang.":                                                        "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text})) })
	}
}
