package keyfigures

import "testing"

func TestALaterTargetThatIsPassedToo(t *testing.T) {
	figure := func(value string, year, page int, label string) Figure {
		return Figure{Family: "emissions", Unit: "t/EUR", RowPath: []string{label}, Printed: value + " t/EUR", Value: decimal(value), Year: year, Page: page}
	}
	row := Aimed{Row: Row{Figures: []Figure{figure("49", 2023, 12, "Emissions of Scope 1")}}, Target: figure("73", 2025, 12, "Emissions of Scope 1")}
	for name, c := range map[string]struct {
		targets []Figure
		want    string
	}{
		"passed":           {[]Figure{figure("56", 2030, 10, "Emissions of Scope 1")}, "that of 2030, 56 t/EUR, is passed, too (page 10)"},
		"still to come":    {[]Figure{figure("40", 2030, 10, "Emissions of Scope 1")}, ""},
		"of another row":   {[]Figure{figure("56", 2030, 10, "Emissions of Scope 3")}, ""},
		"of the same year": {[]Figure{figure("56", 2025, 10, "Emissions of Scope 1")}, ""},
		"nothing at all":   {[]Figure{figure("0", 2045, 10, "Emissions of Scope 1")}, ""},
		"the last of two": {[]Figure{figure("56", 2030, 10, "Emissions of Scope 1"), figure("50", 2035, 10, "Emissions of Scope 1")},
			"that of 2035, 50 t/EUR, is passed, too (page 10)"},
		"a label of a word": {[]Figure{figure("56", 2030, 10, "Total")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := row.LaterPassed(c.targets, 2023); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
