package keyfigures

import (
	"strings"
	"testing"
)

func TestARowWordedAsAYearlyTarget(t *testing.T) {
	for _, c := range []struct{ name, heading, reached, title, figures string }{
		{"behind", "Emissions compared with 2021, by 2030: by 4.2 % per year", "-2.2", "A target is off its path: ",
			"2.2 % less than in 2021, where 4.2 % a year ask for 8.4 %"},
		{"on its way", "Emissions compared with 2021, by 2030: by 4.2 % per year", "-12", "", ""},
		{"passed years before", "Emissions compared with 2021, by 2030: by 2.5 % per year", "-26.5", Passed,
			"26.5 % less than in 2021 by 2023, where 2.5 % a year ask for 22.5 % by 2030"},
		{"of no last year", "Emissions compared with 2021: by 2.5 % per year", "-26.5", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			paced := Paced([]Figure{{ID: "a", Unit: "%", Year: 2023, Page: 6, RowPath: []string{c.heading}, Value: decimal(c.reached)}}, 2023)
			if len(paced) != 1 {
				t.Fatalf("%d rows", len(paced))
			}
			if title, figures, _ := paced[0].Told(2023); title != c.title || figures != c.figures {
				t.Errorf("%q %q", title, figures)
			}
		})
	}
}

func TestAYearlyTargetBelowAnotherCountsFromItsBaseYear(t *testing.T) {
	row := func(id, heading, reached string, page int) Figure {
		return Figure{ID: id, Unit: "%", Year: 2023, Page: page, RowPath: []string{heading}, Value: decimal(reached)}
	}
	first := row("a", "Emissions compared with 2021, near-term 2030: Scope 1 by 4.2 % per year", "-2.2", 6)
	for name, c := range map[string]struct {
		rows []Figure
		want int
	}{
		"on the page":     {[]Figure{first, row("b", "Scope 3 by 2.5 % per year", "-26.5", 6)}, 2},
		"on another page": {[]Figure{first, row("b", "Scope 3 by 2.5 % per year", "-26.5", 7)}, 1},
		"two base years on the page": {[]Figure{first, row("c", "Water compared with 2019: by 3 % per year", "-9", 6),
			row("b", "Scope 3 by 2.5 % per year", "-26.5", 6)}, 2},
		"alone": {[]Figure{row("b", "Scope 3 by 2.5 % per year", "-26.5", 6)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			paced := Paced(c.rows, 2023)
			if len(paced) != c.want {
				t.Fatalf("%d rows, want %d", len(paced), c.want)
			}
			for _, p := range paced {
				if p.In(2023).ID == "b" && (p.Base != 2021 || p.Until != 2030) {
					t.Errorf("from %d to %d, want from 2021 to 2030", p.Base, p.Until)
				}
			}
		})
	}
}

func TestWhatSharesAreTakenOfHasChanged(t *testing.T) {
	rows := func(now, before string, shares ...string) (out []Figure) {
		add := func(unit, value string, year int) {
			out = append(out, Figure{ID: unit + value, Unit: unit, Year: year, Page: 53, RowPath: []string{"OpEx", "Group total"}, ColPath: []string{unit},
				Value: decimal(value)})
		}
		add("EUR", now, 2023)
		add("EUR", before, 2022)
		for i, s := range shares {
			add("%", s, 2023-i)
		}
		return out
	}
	for _, c := range []struct {
		name    string
		figures []Figure
		told    bool
	}{
		{"more than twice as much", rows("951.5", "215.2", "100", "100"), true},
		{"half", rows("100", "200", "100", "100"), true},
		{"some more", rows("1718.5", "1468", "100", "100"), false},
		{"no whole", rows("951.5", "215.2", "60", "62"), false},
		{"a whole of one year", rows("951.5", "215.2", "100"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Wholes(c.figures, 2023); (len(got) == 1) != c.told {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestHarmToPeopleStandsBeforeRulesThatWereNotKept(t *testing.T) {
	count := func(name string, page int, now, before string) []Figure {
		one := func(year int, value string) Figure {
			return Figure{ID: name + value, Year: year, Page: page, RowPath: []string{"Conduct", name}, Value: decimal(value)}
		}
		return []Figure{one(2023, now), one(2022, before)}
	}
	all := append(count("Reportable spills", 114, "14", "2"), count("Allegations of bribery", 107, "21", "12")...)
	all = append(all, count("Allegations of bribery related to previous years", 107, "11", "5")...)
	var names []string
	for _, r := range Harms(all, 2023) {
		names = append(names, r.Name)
	}
	if len(names) != 2 || !strings.HasSuffix(names[0], "Allegations of bribery") || !strings.HasSuffix(names[1], "Reportable spills") {
		t.Errorf("%q", names)
	}
}
