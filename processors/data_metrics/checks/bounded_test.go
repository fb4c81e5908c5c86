package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestBoundsOnFiguresOfTables(t *testing.T) {
	table := func() document.Table {
		return grid("Spills", "m3", []string{"2022", "2023"}, []string{"Oil spilled", "81", "88"})
	}
	for text, want := range map[string]string{
		"More than 95 m3 of oil were spilled in 2023.":                 "no year on the side",
		"More than 85 m3 of oil were spilled in 2023.":                 "",
		"More than 95 m3 of oil were spilled in 2023 off Nova Portus.": "",
	} {
		t.Run(text, func(t *testing.T) {
			expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, table()), "duplicate_figure") })
		})
	}
}

func TestYearsAndTermsGoTogether(t *testing.T) {
	for _, c := range []struct{ check, text, want string }{
		{"duplicate_figure", "In May 2024 we issued a bond with a term of seven years, due in May 2034.", "it is 10 years"},
		{"duplicate_figure", "In May 2024 we issued a bond with a term of seven years, due in May 2031.", ""},
		{"interim_targets", "Die Emissionen sollen bis 2027 um 50 % und bis 2030 um 42 % zurückgehen.", "asks for less"},
		{"interim_targets", "Die Emissionen sollen bis 2027 um 42 % und bis 2030 um 50 % zurückgehen.", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			expectSaid(t, c.text, c.check, c.want, func() []string { return failuresOf(said([]string{c.text}), c.check) })
		})
	}
}
