package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestDatedTargetsClimb(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want events.CheckResult
	}{
		"steps that rise":        {"We stay with a 50 % reduction by fiscal 2030, with steps of 25 % by fiscal 2026 and 38 % by fiscal 2028.", events.CheckPass},
		"a step that falls":      {"We stay with a 50 % reduction by fiscal 2030, with steps of 25 % by fiscal 2026 and 22 % by fiscal 2028.", events.CheckFail},
		"two that fall":          {"We are committed to lower the intensity by 36 % by 2027 and by 30 % by 2030.", events.CheckFail},
		"a list that falls":      {"Our path\n\nby 2025: -18 % of emissions\nby 2027: -16 %\nby 2030: -37 %\n\nThat is it.", events.CheckFail},
		"a list that rises":      {"Our path\n\nby 2025: -18 % of emissions\nby 2027: -26 %\nby 2030: -37 %\n\nThat is it.", events.CheckPass},
		"a list of its own":      {"Our path\n\n– by 2025: minus 50 %\n\n– by 2027: minus 40 %\n\n– by FY2030/31: minus 75 %\n\nThat is it.", events.CheckFail},
		"of two things":          {"We will reduce emissions by 50 % by 2028 and water use by 30 % by 2030.", ""},
		"what is left, and less": {"We will reduce food waste to 10 % by 2026 and to 5 % by 2030.", ""},
		"a ceiling that sinks":   {"We will lower fluctuation and keep it at no more than 10 % by 2026 and 8 % by 2030.", ""},
		"said once of what":      {"Our path allows for 70 % less Scope 1 and 2 by 2027 and 60 % less by 2030.", events.CheckFail},
		"said again of what":     {"Our path allows for 70 % less waste by 2027 and 60 % less water by 2030.", ""},
		"what was reached":       {"We reduced emissions by 12 % in 2022 and by 8 % in 2023.", ""},
		"another thing":          {"By 2027 we want to cut emissions by 50 %, by 2030 water use by 42 %.", ""},
		"one after another":      {"The earlier target to reduce emissions by 50 % by 2028 and 40 % by 2030 was revised.", ""},
	} {
		t.Run(name, func(t *testing.T) { oneResult(t, c.text, "interim_targets", c.want) })
	}
}

func TestWordsOfAMovementAndItsFigures(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want events.CheckResult
	}{
		"a fall that falls":             {"Our injury rate fell from 1.78 to 1.62 per 100 workers.", events.CheckPass},
		"a rise that falls":             {"Our injury rate rose from 1.78 to 1.62 per 100 workers.", events.CheckFail},
		"the unit behind the second":    {"Specific water withdrawal rose from 25.7 to 24.5 m3, the lowest value so far.", events.CheckFail},
		"the year before in brackets":   {"The renewable ratio dropped to 52.0 % (FY2023: 37.0 %) last year.", events.CheckFail},
		"in brackets, and right":        {"The renewable ratio rose to 52.0 % (FY2023: 37.0 %) last year.", events.CheckPass},
		"what stands in brackets aside": {"The renewable ratio rose to 52.0 % (target: 60.0 %) last year.", ""},
		"places of a list":              {"In the ranking we rose from rank 5.1 to 3.2 among all.", ""},
		"whole numbers without a unit":  {"The number of plants rose from 5 to 3 of the largest.", ""},
	} {
		t.Run(name, func(t *testing.T) { oneResult(t, c.text, "direction", c.want) })
	}
}

// oneResult is what a check makes of a page with one text; empty if nothing.
func oneResult(t *testing.T, text, check string, want events.CheckResult) {
	t.Helper()
	var got events.CheckResult
	for _, r := range said([]string{text}) {
		if r.Name == check && got == "" {
			got = r.Result
		}
	}
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDatedTargetsOfATableClimb(t *testing.T) {
	years := []string{"2023", "2027", "2030", "2035"}
	measured := grid("Emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "412", "462"}, []string{"Scope 2", "120",
		"131"}, []string{"Scope 3", "980", "990"})
	heat, clinker := []string{"Heat from waste", "29.1", "33.0", "40.0", "50.0"}, "Clinker factor"
	for name, c := range map[string]struct {
		caption string
		rows    [][]string
		text    string
		fails   bool
	}{
		"a step back":         {"Targets", [][]string{heat, {clinker, "64.0", "62.0", "64.0", "58.0"}}, "", true},
		"step by step":        {"Targets", [][]string{heat, {clinker, "64.0", "62.0", "60.0", "58.0"}}, "", false},
		"no targets":          {"Capacity planned", [][]string{heat, {clinker, "64.0", "62.0", "64.0", "58.0"}}, "", false},
		"this way and that":   {"Targets", [][]string{heat, {clinker, "64.0", "62.0", "66.0", "58.0"}, {"New sites", "3", "5", "2", "4"}}, "", false},
		"lines that go down":  {"", nil, "Reduction of Scope 1\tby FY2025\tby FY2027\tby FY2030\n% below FY2018\t35\t42\t50\n", false},
		"lines of a quantity": {"", nil, "New branches\tby FY2025\tby FY2027\tby FY2030\nin %\t35\t32\t50\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			tables := []document.Table{measured}
			if c.rows != nil {
				tables = append(tables, grid(c.caption, "%", years, c.rows...))
			}
			if got := failuresOf(said([]string{c.text}, tables...), "interim_targets"); (len(got) > 0) != c.fails {
				t.Errorf("failures %q, want any: %v", got, c.fails)
			}
		})
	}
}

// The labels of a drawing against the row that it draws, and against what a sentence of the page says of two years.
func TestLabelsOfADrawing(t *testing.T) {
	fleet := grid("Emissions of the fleet", "kt CO2", []string{"2021", "2022", "2023"}, []string{"CO2", "1,026.6", "1,025.0", "1,029.5"})
	const loans = "Green loans reached KES 27.1 billion, against KES 19.8 billion in 2022.\n\n"
	for text, fails := range map[string]bool{
		"1,026.6\t1,025.0\t1,092.5\n2021\t2022\t2023\n":      true,
		"1,092.5\n1,026.6\n1,025.0\n2021\t2022\t2023\n":      true, // as high as their bars
		"1,029.5\n1,026.6\n1,025.0\n2021\t2022\t2023\n":      false,
		"1 026.6\t1 025.0\t1 092.5\n2021\t2022\t2023\n":      true,
		loans + "27.1\n18.9\n13.4\n2021\t2022\t2023\n":       true,
		loans + "27.1\n19.8\n13.4\n2021\t2022\t2023\n":       false,
		loans + "22.4\n18.9\n13.4\n2021\t2022\t2023\n":       false,
		loans + "27.1\n19.8\n18.9\n13.4\n2021\t2022\t2023\n": false,
	} {
		if got := failuresOf(said([]string{text}, fleet), "duplicate_figure"); (len(got) > 0) != fails {
			t.Errorf("%q: failures %q, want any: %v", text, got, fails)
		}
	}
}

// One target that counts from two base years, whichever words name the year.
func TestBaseYearsSaidWithoutTheWord(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		fails         bool
	}{
		"two base years": {"By 2030, carbon intensity 40 per cent below 2018.",
			"Carbon intensity: 40 per cent less in 2030 and 70 per cent less in 2040, both against 2020.", true},
		"one base year": {"By 2030, carbon intensity 40 per cent below 2020.",
			"Carbon intensity: 40 per cent less in 2030 and 70 per cent less in 2040, both against 2020.", false},
		"other targets": {"By 2030, carbon intensity 45 per cent below 2018.",
			"Carbon intensity: 40 per cent less in 2030 and 70 per cent less in 2040, both against 2020.", false},
		"other things": {"By 2030, water use 40 per cent below 2018.", "Carbon intensity: 40 per cent less in 2030, against 2020.", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := failuresOf(said([]string{c.first, c.second}), "baseline_consistency"); (len(got) > 0) != c.fails {
				t.Errorf("failures %q, want any: %v", got, c.fails)
			}
		})
	}
}
