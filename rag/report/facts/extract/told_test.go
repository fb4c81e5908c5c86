package extract_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// answering is a reader that says the same of every figure.
type answering statement.FigureReading

func (answering) Name() string { return "answering" }

func (a answering) Read(_ context.Context, all []statement.Sentence) ([]statement.Reading, error) {
	out := make([]statement.Reading, len(all))
	for i, s := range all {
		out[i].Kind = statement.Answer{Value: a.Role.Value, Sure: 0.9}
		for range s.Figures {
			out[i].Figures = append(out[i].Figures, statement.FigureReading(a))
		}
	}
	return out, nil
}

func surely(v string) statement.Answer { return statement.Answer{Value: v, Sure: 0.9} }

// readBy reads a page of one heading and one paragraph with such a reader, and without.
func readBy(t *testing.T, text string, a statement.Reader) (all, ruled []facts.Fact) {
	t.Helper()
	p := document.Page{Number: 1, Language: "en", Text: "Our year\n" + text, Lines: []document.Line{
		{Start: 0, End: 8, Role: document.RoleHeading, Level: 1}, {Start: 9, End: 9 + len([]rune(text)), Role: document.RoleBody, Block: 1},
	}}
	d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
	said, err := statement.ReadReport(t.Context(), a, d)
	if err != nil {
		t.Fatal(err)
	}
	sheet := extract.Read(d, extract.Options{Year: 2023, Said: said})
	data, err := facts.Encode(sheet)
	if err != nil {
		t.Fatal(err)
	}
	again, err := facts.Decode(data)
	if err != nil || len(again.Facts) != len(sheet.Facts) {
		t.Fatalf("stored and read again: %v", err)
	}
	return sheet.Facts, sheet.Ruled().Facts
}

func TestFiguresThatOnlyTheReaderTells(t *testing.T) {
	of := func(role, measure, year string) answering {
		return answering{
			Role: surely(role), Metric: surely(map[string]string{"ghg_reduction": "ghg"}[measure]), Measure: surely(measure),
			Owner: surely("entity"), Year: surely(year), Base: surely("unsaid"),
		}
	}
	base := of("target", "ghg_reduction", "2030")
	base.Base = surely("2019")
	unsure := of("value", "energy", "reporting")
	unsure.Measure.Sure = 0.3
	vague := of("value", "energy", "2022")
	vague.Year.Sure = 0.3
	dim := of("value", "energy", "reporting")
	dim.Role.Sure = 0.4
	other := of("value", "energy", "reporting")
	other.Owner = surely("other")
	for name, c := range map[string]struct {
		text string
		said answering
		want string
	}{
		"a value of this year":               {"Heat pumps turned some 12 GWh into warmth.", of("value", "energy", "reporting"), "energy 12 GWh 2023"},
		"of a year that it prints":           {"Heat pumps turned some 12 GWh into warmth, back in 2021.", of("value", "energy", "2021"), "energy 12 GWh 2021"},
		"one before, where no year is named": {"Heat pumps turned some 12 GWh into warmth.", of("prior", "energy", "unsaid"), "energy 12 GWh 2022"},
		"one before, of no known year": {"Heat pumps turned some 12 GWh into warmth, long after 2015.", of("prior", "energy", "unsaid"),
			"energy 12 GWh 0"},
		"a year right behind it":               {"Ovens took less than the 14 GWh of 2018/19.", of("value", "energy", "reporting"), "energy 14 GWh 2019"},
		"a year to be reached right behind it": {"Ovens are to take 9 % less by FY26 against 2020.", of("target", "energy", "2020"), "energy 9 % 2026 target"},
		"its own year of several in brackets": {"Not so much as before (2022: 14; 2021: 15 GWh).", of("prior", "energy", "2022"),
			"other 14  2022; energy 15 GWh 2021"},
		"a year in brackets behind what is of now": {"The rate was 0.84 of it (2 in 2021).", of("rate", "energy", "2021"), "other 0.84  2023; other 2  2021"},
		"what comes after a like one": {"Ovens took 12 GWh of heat after 14 GWh.", of("rate", "energy", "reporting"),
			"energy 12 GWh 2023; energy 14 GWh 2022"},
		"a year to come that leads to a target": {"By 2030 it shall be 50 % and by 2040 90 %.", of("target", "energy", "2040"),
			"target_year 2030  2030 target; target_year 2040  2040 target; energy 50 % 2030 target; energy 90 % 2040 target"},
		"a target of a year to come": {"At most 99 GWh in 2028 and 97 GWh in 2030.", of("target", "energy", "2030"),
			"target_year 2028  2028 target; target_year 2030  2030 target; energy 99 GWh 2028 target; energy 97 GWh 2030 target"},
		"a target behind its base": {"It is to be 15 % below 2019 by 2026.", of("target", "energy", "2019"),
			"target_year 2026  2026 target; energy 15 % 2026 target"},
		"what would be":                     {"But for the new site heat would have fallen by 9 %.", of("change", "energy", "reporting"), "other 9 % 0"},
		"a condition":                       {"It counts if these are greater than 40 % of all.", of("target", "ghg_reduction", "unsaid"), "other 40 % 0"},
		"a fuel is no electricity":          {"Of it 3,150 MWh (half) gas were burnt.", of("value", "electricity", "reporting"), "energy 3150 MWh 2023"},
		"what is reached today":             {"We want to use less than the 12 GWh today.", of("target", "energy", "unsaid"), "energy 12 GWh 2023"},
		"years of comparison alone":         {"Heat was 11.2 GWh, compared with 12.5 GWh in 2022.", vague, "energy 11.2 GWh 2023; energy 12.5 GWh 2022"},
		"hours in which accidents happened": {"All of them in 3 million hours worked.", of("value", "accidents", "reporting"), "other 3 million 2023"},
		"a base year before its bracket":    {"Ovens took less heat than in 2019 (14 GWh).", of("prior", "energy", "unsaid"), "energy 14 GWh 2019"},
		"a share of a year right behind it": {"It was 58 % in 2021.", of("share", "energy", "reporting"), "energy 58 % 2021"},
		"a year in brackets is of another": {"Ovens took 12 GWh of heat (2021/22: 13 of it).", of("value", "energy", "2021"),
			"energy 12 GWh 2023; energy 13 GWh 2022"},
		"a target has its base":    {"It shall be 42 % smaller, our footprint.", base, "ghg_reduction 42 % 2030 target from 2019"},
		"a change is no level":     {"Ovens took 7 GWh off the bill.", of("change", "energy", "reporting"), "energy 7 GWh 2023 change"},
		"the year before in words": {"Not so much as before (previous year: 14 GWh).", of("prior", "energy", "unsaid"), "energy 14 GWh 2022"},
		"behind a bracket of the year before": {"Ovens took 12 of it (previous year: 11), of which 3 GWh at night.", of("value", "energy", "reporting"),
			"other 12  2023; other 11  2022; energy 3 GWh 2023"},
		"the value of a year": {"Ovens took 12 GWh, less than the 2021 value of 14 GWh.", of("value", "energy", "reporting"),
			"energy 12 GWh 2023; energy 14 GWh 2021"},
		"behind what is of the year before": {"Heat rose from 12 GWh in the previous year to 14 GWh.", of("to", "energy", "reporting"),
			"energy 12 GWh 2022; energy 14 GWh 2023"},
		"a change from the year before and one from a base": {"Heat fell by 3 % compared to the previous year and 9 % since 2019.",
			of("change", "energy", "reporting"), "energy 3 % 2023 change from 2022; energy 9 % 2023 change"},
		"a measure that is not reckoned with": {"They last 41.6 years at 85 dB(A).", of("value", "other", "reporting"), "other 41.6 years 2023; other 85 dB(A) 2023"},
		"a measure behind a hyphen":           {"It has a 24-month warranty.", of("value", "other", "reporting"), "other 24 month 2023"},
		"a unit behind hyphens": {"It is a 1.4-million-square-foot site.", of("value", "other", "reporting"),
			"other 1.4 million square foot 2023"},
		"what is counted":                  {"They have 12 yearly meetings.", of("value", "other", "reporting"), "other 12  2023"},
		"a share alone, as at a chart":     {"18.6 %", of("share", "headcount_share", "reporting"), "headcount_share 18.6 % 0"},
		"a figure alone with another year": {"62 (2021: 57)", of("value", "other", "reporting"), "other 62  0; other 57  2021"},
		"a part of pay": {"Of it 20 % hangs on the climate.", of("share", "remuneration_share", "reporting"),
			"remuneration_share 20 % 2023"},
		"a part of something else than pay":    {"It makes 20 % of target achievement.", of("share", "remuneration_share", "reporting"), "other 20 % 2023"},
		"a year that is only compared with":    {"Ovens took 12 GWh, more than in 2021.", of("value", "energy", "2021"), "energy 12 GWh 2023"},
		"what it is compared with":             {"Ovens took less than the 14 GWh in 2021.", of("prior", "energy", "2021"), "energy 14 GWh 2021"},
		"expenditure":                          {"In all some EUR 12 million were spent on it.", of("value", "capex", "reporting"), "capex 12 EUR million 2023"},
		"a change of emissions is a reduction": {"Ovens took 7 t CO2e off it.", of("change", "ghg_emissions", "reporting"), "ghg_reduction 7 t CO2e 2023 change"},
		"a metric that its unit excludes":      {"Some 12 GWh of it.", of("value", "water", "reporting"), "other 12 GWh 2023"},
		"a metric that is not sure":            {"Some 12 GWh of it.", unsure, "other 12 GWh 2023"},
		"a role that is not sure":              {"Some 12 GWh of it.", dim, "energy 12 GWh 2023"},
		"no figure at all":                     {"See the standard 12 GWh of it.", of("none", "none", "unsaid"), ""},
		"somebody else's":                      {"Some 12 GWh of it.", other, ""},
	} {
		t.Run(name, func(t *testing.T) {
			all, ruled := readBy(t, c.text, c.said)
			got := ""
			for i := range all {
				f := &all[i]
				if got != "" {
					got += "; "
				}
				got += fmt.Sprintf("%s %s %s %d", f.Metric, f.Value, f.Unit, f.Year)
				if f.Target {
					got += " target"
				}
				if f.Change {
					got += " change"
				}
				if f.BaseYear > 0 {
					got += fmt.Sprint(" from ", f.BaseYear)
				}
				if f.Engine != "answering" || len(f.Notes) == 0 || !slices.Contains(f.RowPath, "Our year") || !strings.Contains(f.Quote, f.Printed) {
					t.Errorf("engine %q, notes %q, under %q, quote %q", f.Engine, f.Notes, f.RowPath, f.Quote)
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if len(ruled) != 0 {
				t.Errorf("%d of them are taken for ruled", len(ruled))
			}
		})
	}
}

// Labels of a page that differ in their figures alone stand at charts of several years or kinds.
func TestLabelsThatDifferInTheirFiguresSayNoYear(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  int
	}{
		"two of them":   {[]string{"Managers: 204", "Managers: 217"}, 0},
		"one twice":     {[]string{"Managers: 204", "Managers: 204"}, 2023},
		"with sentence": {[]string{"There were 204 managers.", "There were 217 managers."}, 2023},
		"with a year":   {[]string{"204 managers in 2022", "217 managers in 2022"}, 2022},
	} {
		t.Run(name, func(t *testing.T) {
			p := document.Page{Number: 1, Language: "en", Text: "Our year\n", Lines: []document.Line{{Start: 0, End: 8, Role: document.RoleHeading, Level: 1}}}
			for i, text := range c.texts {
				at := len([]rune(p.Text))
				p.Text += text + "\n"
				p.Lines = append(p.Lines, document.Line{Start: at, End: at + len([]rune(text)), Role: document.RoleBody, Block: i + 1})
			}
			d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
			a := answering{Role: surely("value"), Measure: surely("headcount"), Owner: surely("entity"), Year: surely("unsaid")}
			if c.want == 2022 {
				a.Year = surely("2022")
			}
			said, err := statement.ReadReport(t.Context(), a, d)
			if err != nil {
				t.Fatal(err)
			}
			all := extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts
			if len(all) == 0 {
				t.Fatal("no facts")
			}
			for _, f := range all {
				if f.Year != c.want {
					t.Errorf("%s is of %d, want %d", f.Printed, f.Year, c.want)
				}
			}
		})
	}
}

// What rules read, they read: the reader adds no second fact of the same figure.
// aiming takes the sentences of figures that it reads as another does for targets.
type aiming struct{ answering }

func (a aiming) Read(ctx context.Context, all []statement.Sentence) ([]statement.Reading, error) {
	out, err := a.answering.Read(ctx, all)
	for i := range out {
		out[i].Kind = surely("target")
	}
	return out, err
}

func TestAValueOfAYearToComeIsATarget(t *testing.T) {
	said := answering{Role: surely("value"), Measure: surely("energy"), Owner: surely("entity"), Year: surely("2030"), Base: surely("unsaid")}
	for _, f := range first(readBy(t, "Our ovens are to use 12 GWh in 2030.", aiming{said})) {
		if !f.Target || f.Year != 2030 {
			t.Errorf("%s of %d, a target: %v", f.Printed, f.Year, f.Target)
		}
	}
}

// What is said of "the base year" is of the year that a sentence near it names, and of none where several are named.
func TestABaseYearThatAnotherSentenceNames(t *testing.T) {
	for name, c := range map[string]struct {
		text       string
		role       string
		base, year int
	}{
		"a change since it":     {"We will cut emissions by 25 % between 2021 and 2030. Emissions were 9.2 % below the base year in 2023.", "change", 2021, 2023},
		"an amount in it":       {"We will cut emissions by 25 % between 2021 and 2030. The base year amount is 9.2 t.", "value", 0, 2021},
		"named in its sentence": {"Emissions were 9.2 % below the base year of 2019 in 2023.", "change", 2019, 2023},
		"named nowhere":         {"Emissions were 9.2 % below the base year.", "change", 0, 2023},
		"two of them":           {"We count from a base year 2019. Waste counts from a base year 2020. Emissions were 9.2 % below the base year.", "change", 0, 2023},
	} {
		t.Run(name, func(t *testing.T) {
			a := answering{Role: surely(c.role), Measure: surely("ghg_reduction"), Owner: surely("entity"), Year: surely("unsaid"), Base: surely("prior")}
			all, _ := readBy(t, c.text, a)
			seen := false
			for _, f := range all {
				if f.Value != "9.2" {
					continue
				}
				seen = true
				if f.BaseYear != c.base || f.Year != c.year {
					t.Errorf("from %d to %d, want from %d to %d", f.BaseYear, f.Year, c.base, c.year)
				}
			}
			if !seen {
				t.Errorf("no figure 9.2 among %d", len(all))
			}
		})
	}
}

func first(all, _ []facts.Fact) []facts.Fact { return all }

// The one scope that a sentence names is that of its figures, whatever the reader says, unless other words of it speak of another.
func TestTheScopeThatASentenceNames(t *testing.T) {
	said := answering{Role: surely("to"), Metric: surely("ghg_scope2"), Measure: surely("ghg_emissions"), Owner: surely("entity"), Year: surely("reporting"),
		Base: surely("unsaid")}
	for text, want := range map[string]string{
		"Scope 1 rose by 2% from 10,200 to 10,404 tCO2e.":                               "1",
		"Scope 1 rose by 2%, and that of bought electricity, Scope 2, to 10,404 tCO2e.": "2",
		"Beside Scope 1, indirect emissions rose to 10,404 tCO2e.":                      "2",
		"The emissions rose from 10,200 to 10,404 tCO2e.":                               "2",
		"We emitted 5,100 tCO2e in Scope 1 and 10,404 tCO2e in Scope 2 (market-based).": "2",
		"We emitted 10,404 tCO2e in Scope 1 and 5,100 tCO2e in Scope 2.":                "1",
		"We emitted 10,404 tCO2e of Scope 1 emissions, 5,100 tCO2e less than planned.":  "1",
		"It was 5,100 tCO2e (Scope 1) and 10,404 tCO2e (Scope 2).":                      "2",
	} {
		for _, f := range first(readBy(t, text, said)) {
			if f.Printed == "10,404 tCO2e" && f.Scope != want {
				t.Errorf("%q: scope %q, want %q", text, f.Scope, want)
			}
		}
	}
}

func TestAFigureThatRulesReadIsOneFact(t *testing.T) {
	text := "In 2023, our Scope 1 emissions were 4,641 t CO2e."
	all, ruled := readBy(t, text, answering{Role: surely("value"), Measure: surely("water"), Year: surely("2023")})
	all = slices.DeleteFunc(all, func(f facts.Fact) bool { return f.Printed != "4,641 t CO2e" })
	if len(all) != 1 || len(ruled) != 1 || all[0].Metric != facts.GHGEmissions || all[0].Scope != "1" || all[0].Engine != "" {
		t.Errorf("%+v", all)
	}
}

func TestYearsToBeReachedAreFacts(t *testing.T) {
	all, _ := readBy(t, "We will halve what we bury by 2027 and end it by 2032, counted from 2019.", answering{Role: surely("target"), Year: surely("unsaid")})
	var got []string
	for i := range all {
		if f := &all[i]; f.Metric == facts.TargetYear {
			got = append(got, fmt.Sprintln(f.Value, f.Year, f.Target, f.Engine))
		}
	}
	if want := []string{"2027 2027 true answering\n", "2032 2032 true answering\n"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestUnitsExcludeMetricsOfTheReader(t *testing.T) {
	for _, c := range []struct {
		said      facts.Metric
		dimension quantity.Dimension
		per       string
		want      facts.Metric
	}{
		{facts.GHGEmissions, quantity.Emissions, "", facts.GHGEmissions},
		{facts.GHGEmissions, quantity.Mass, "", facts.GHGEmissions},
		{facts.GHGEmissions, quantity.Emissions, "employee", facts.Other},
		{facts.GHGEmissions, quantity.Percent, "", facts.GHGEmissions},
		{facts.GHGIntensity, quantity.Emissions, "t", facts.GHGIntensity},
		{facts.GHGIntensity, quantity.Percent, "", facts.GHGReduction},
		{facts.RenewableShare, quantity.Points, "", facts.RenewableShare},
		{facts.RenewableShare, quantity.Energy, "", facts.Other},
		{facts.Water, quantity.Percent, "", facts.Water},
		{facts.Waste, quantity.Count, "", facts.Other},
		{facts.Capex, quantity.Money, "", facts.Capex},
		{facts.Capex, quantity.Energy, "", facts.Other},
		{facts.Electricity, quantity.Energy, "", facts.Electricity},
	} {
		f := facts.Fact{Dimension: string(c.dimension), Per: c.per}
		if m := extract.Measured(c.said, &f); m != c.want {
			t.Errorf("%+v: %s", c, m)
		}
	}
}

// What stands under a heading of one year is of it, unless the heading sets something, or the sentence names a year itself.
func TestAHeadingSaysOfWhichYearItsTextIs(t *testing.T) {
	reading := answering{Role: surely("value"), Owner: surely("entity"), Year: surely("unsaid"), Base: surely("unsaid")}
	read := func(heading, text string) []facts.Fact {
		n := len([]rune(heading))
		p := document.Page{Number: 1, Language: "en", Text: heading + "\n" + text, Lines: []document.Line{
			{Start: 0, End: n, Role: document.RoleHeading, Level: 1}, {Start: n + 1, End: n + 1 + len([]rune(text)), Role: document.RoleBody, Block: 1},
		}}
		d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{p}}
		said, err := statement.ReadReport(t.Context(), reading, d)
		if err != nil {
			t.Fatal(err)
		}
		return extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts
	}
	for heading, want := range map[string]int{"Progress in 2022": 2022, "Our plan for 2022": 2023, "2021 and 2022": 2023, "Results 2027": 2023} {
		if all := read(heading, "7,316 persons came to see the new hall."); len(all) != 1 || all[0].Year != want {
			t.Errorf("%s: %+v, want the year %d", heading, all, want)
		}
	}
}

// A figure alone, as at a bar of a chart, is of no year that nothing says; one whose measure is known, or with words beside it, is of the
// year reported on.
func TestAFigureAloneIsOfNoYear(t *testing.T) {
	reading := answering{Role: surely("value"), Owner: surely("entity"), Year: surely("unsaid"), Base: surely("unsaid")}
	for text, want := range map[string]int{"7,316": 0, "7,316 persons came to see the new hall.": 2023} {
		all, _ := readBy(t, text, reading)
		if len(all) != 1 || all[0].Year != want || all[0].Metric != facts.Other {
			t.Errorf("%q: %+v, want the year %d", text, all, want)
		}
	}
}
