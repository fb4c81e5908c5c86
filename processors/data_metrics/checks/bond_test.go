package checks_test

import "testing"

// A change is right but for the way it goes where the figures of the sentence, or of a row that it speaks of, make exactly as much the other way. What
// binds the figures is that they make it, whatever the words between them.
func TestChangesTheOtherWay(t *testing.T) {
	ghg := grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022", "2019"}, []string{"Scope 1", "84,310", "90,125", "101,300"},
		[]string{"Business travel", "1,975", "1,802", "2,410"})
	for text, want := range map[string]string{
		"Takings came to EUR 684.2 million where the year before had brought EUR 651.8 million: a decrease of 5.0 %.":  "a fall of 5.0 %",
		"Takings came to EUR 684.2 million where the year before had brought EUR 651.8 million: an increase of 5.0 %.": "",
		"Takings came to EUR 684.2 million where the year before had brought EUR 651.8 million: a decrease of 4.7 %.":  "", // counted from the other
		"Costs decreased, takings of EUR 684.2 million after EUR 651.8 million went up by 5.0 %.":                      "",
		"Scope 1 grew by 6.5 %.": "\"Scope 1\" makes a fall",
		"Scope 1 fell by 6.5 %.": "",
		"Scope 1 grew by 7.5 %.": "",
		"Scope 1 of the mill in Halden grew by 6.5 % to 14,310 t CO2e.": "",
		"Business travel sank again, to 1,975 t CO2e.":                  "a fall to 1,975 t CO2e",
		"Business travel climbed again, to 1,975 t CO2e.":               "",
		"Since 2019, business travel has sunk to 1,975 t CO2e.":         "",
		// Of what would change either way neither comes after the other.
		"It would be EUR 842 million higher, and an increase of 10 % in the result would bring a reduction of EUR 936 million.": "",
		"Scope 1 stood at 84,310 t CO2e. It has risen by 16.8 % since the base year.":                                           "a rise of 16.8 %",
		"Scope 1 stood at 84,310 t CO2e. It has fallen by 16.8 % since the base year.":                                          "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, ghg), "direction") })
	}
}

// A figure of a sentence is that of a cell with two digits exchanged where what is said besides, of a change or a share, is right for the cell alone.
func TestWhatIsSaidBesidesTellsTheCell(t *testing.T) {
	freight := grid("Freight", "thousand t", []string{"2023", "2022"}, []string{"Containers, swap bodies", "3,120", "2,685"}, []string{"Coal", "2,395", "2,760"},
		[]string{"All freight", "5,515", "5,445"})
	for text, want := range map[string]string{
		"Traffic with containers came to 1,320 thousand t, 16.2 % more than before.": "3,120",
		"Traffic with containers came to 3,120 thousand t, 16.2 % more than before.": "",
		"Traffic with containers came to 1,320 thousand t, 11.9 % more than before.": "", // of something else
		"Traffic with bicycles came to 1,320 thousand t, 16.2 % more than before.":   "",
		"We carried 3,210 thousand t in containers, which is 56.6 % of it.":          "3,120",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, freight), "duplicate_figure") })
	}
}

// A change beside its figures is a slip where exchanging two digits, or one other digit, makes it theirs, and nothing else that may be meant is so.
func TestSlipsOfChanges(t *testing.T) {
	freight := grid("Freight", "thousand t", []string{"2023", "2022"}, []string{"Containers", "3,120", "2,685"}, []string{"Coal", "2,395", "2,760"})
	for text, want := range map[string]string{
		"Containers grew, by 61.2 %, to 3,120 thousand t.":                      "16.2 %",
		"Containers grew, by 16.2 %, to 3,120 thousand t.":                      "",
		"Containers grew, by 34.9 %, to 3,120 thousand t.":                      "",
		"Containers grew by 61.2 % since 2015 and 2016, to 3,120 thousand t.":   "",
		"Containers grew like for like, by 61.2 %, to 3,120 thousand t.":        "",
		"Containers were 3,120 thousand t, of them 61.2 % more than forty feet": "",
	} {
		expectSaid(t, text, "yoy_percentage", want, func() []string { return failuresOf(said([]string{text}, freight), "yoy_percentage") })
	}
}
