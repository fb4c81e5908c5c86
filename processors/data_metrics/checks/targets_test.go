package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// said checks pages of text, and a table on each of the first ones.
func said(text []string, tables ...document.Table) []checks.Result {
	d := &document.Document{SHA256: "s", Version: document.Version}
	for i, t := range text {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: t})
	}
	for i, t := range tables { // each on its own page
		if i == len(d.Pages) {
			d.Pages = append(d.Pages, document.Page{Number: i + 1})
		}
		d.Pages[i].Tables = []document.Table{t}
	}
	return checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d})
}

func TestTargetsOfAReport(t *testing.T) {
	years := grid("GHG emissions", "t CO2e", []string{"2023", "2019"}, []string{"Scope 1", "800", "1,000"}, []string{"Scope 2", "500", "400"})
	const aim = "We aim to reduce our Scope 1 emissions by 42 % by 2030 compared with 2019."
	for name, c := range map[string]struct {
		text    []string
		check   string
		result  events.CheckResult // empty: no such check
		working string
		message string
	}{
		"achieved more than needed": {
			[]string{aim}, "target_achievability", events.CheckPass,
			"42 / (2030 - 2019) = 3.82 points of the base year a year; as a constant rate 4.83 %; 20 % reduced in 4 years = 5 a year; 22 left in 7 years = 3.14 a year",
			"",
		},
		"no figures": {
			[]string{"We aim to reduce our Scope 3 emissions by 42 % by 2030 compared with 2019."}, "target_achievability", events.CheckInconclusive,
			"42 / (2030 - 2019) = 3.82 points of the base year a year; as a constant rate 4.83 %", "not at hand",
		},
		"emissions that rise": {
			[]string{"Our target is to cut Scope 2 emissions by 50 % by 2030 from a 2019 base year."},
			"target_achievability", events.CheckInconclusive, "-25 % reduced in 4 years", "now asks for 10.71 points a year",
		},
		"progress ahead of the path": {
			[]string{aim}, "target_progress", events.CheckPass, "(1000 - 800) / 1000 x 100 = 20 %; path: 42 x (2023 - 2019) / (2030 - 2019) = 15.27 %", "20 %",
		},
		"progress behind the path": {
			[]string{"Our target is to cut Scope 1 emissions by 80 % by 2030 from a 2019 base year."},
			"target_progress", events.CheckInconclusive, "80 x (2023 - 2019) / (2030 - 2019) = 29.09 %", "Behind",
		},
		"progress without figures": {[]string{"We aim to reduce our Scope 3 emissions by 42 % by 2030 compared with 2019."}, "target_progress", "", "", ""},
		"interim targets that rise": {[]string{"We will reduce Scope 1 emissions by 30 % by 2025 and 60 % by 2030 compared with 2019."},
			"interim_targets", events.CheckPass, "2025: 30 % from 2019 (page 1), 2030: 60 % from 2019 (page 1)", "one way"},
		"interim targets that fall": {
			[]string{"We will reduce Scope 1 emissions by 60 % by 2025 compared with 2019.", "We plan to cut Scope 1 emissions by 30 % by 2030 from a 2019 base year."},
			"interim_targets", events.CheckInconclusive, "2025: 60 % from 2019 (page 1), 2030: 30 % from 2019 (page 2)", "weaker",
		},
		"interim targets of other scopes": {
			[]string{"We will reduce Scope 1 emissions by 60 % by 2025 compared with 2019.", "We plan to cut Scope 2 emissions by 30 % by 2030 from a 2019 base year."},
			"interim_targets", "", "", "",
		},
		"one base year": {[]string{aim, "We plan to cut Scope 1 emissions by 90 % by 2040 from a 2019 base year."},
			"baseline_consistency", events.CheckPass, "", "one base year, 2019"},
		"two base years": {[]string{aim, "We plan to cut Scope 1 emissions by 90 % by 2040 from a 2020 base year."},
			"baseline_consistency", events.CheckInconclusive, "from 2019 (page 1), 2040: 90 % from 2020 (page 2)", "different base years"},
		"one target said twice": {[]string{aim, aim}, "baseline_consistency", "", "", ""},
		"a base year with its figure": {[]string{aim},
			"baseline_validity", events.CheckPass, "base year 2019, last year with figures 2023, target year 2030", "1,000"},
		"a base year without a figure": {[]string{strings.Replace(aim, "2019", "2018", 1)},
			"baseline_validity", events.CheckInconclusive, "base year 2018", "gives no Scope 1 emissions"},
		"a base year to come": {[]string{strings.Replace(aim, "2019", "2025", 1)},
			"baseline_validity", events.CheckInconclusive, "base year 2025", "lies after 2023"},
		"what has been done is no target": {[]string{"We reduced our Scope 1 emissions by 42 % by 2022 compared with 2019."}, "target_achievability", "", "", ""},
		"what a law asks of all": {[]string{"The European Green Deal aims to reduce emissions by 55 % by 2030 compared with 1990."},
			"target_achievability", "", "", ""},
		"an intensity is no level": {[]string{"We aim to reduce our Scope 1 emissions intensity by 42 % by 2030 compared with 2019."},
			"target_achievability", "", "", ""},
		"two scopes apart": {[]string{"We aim to reduce Scope 1 emissions and Scope 3 emissions by 42 % by 2030 compared with 2019."},
			"target_achievability", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			all := said(c.text, years)
			i := slices.IndexFunc(all, func(r checks.Result) bool { return r.Name == c.check })
			switch {
			case i < 0 && c.result != "":
				t.Errorf("no %s", c.check)
			case i >= 0 && c.result == "":
				t.Errorf("%+v", all[i])
			case i >= 0 && (all[i].Result != c.result || !strings.Contains(all[i].Working, c.working) || !strings.Contains(all[i].Message, c.message)):
				t.Errorf("%+v", all[i])
			}
			for _, r := range all {
				if r.Result == events.CheckFail || r.Working == "" || r.Message == "" {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

// What a target counts from may stand as an amount with its year, and half may stand in words.
func TestTargetsThatCountFromAnAmount(t *testing.T) {
	now := grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "800", "820"})
	const way = "(1000 - 800) / 1000 x 100 = 20 %; path: "
	for text, working := range map[string]string{
		"We will reduce Scope 1 emissions by 60 % by 2030 from 1,000 t CO2e in 2016.":         way + "60 x (2023 - 2016) / (2030 - 2016) = 30 %",
		"Scope 1 emissions are to fall 60 % by 2030 compared with 1,000 t CO2e in 2016.":      way + "60 x (2023 - 2016) / (2030 - 2016) = 30 %",
		"By 2030 we want to emit 60 % less in Scope 1 than the 1,000 t CO2e of 2016.":         way + "60 x (2023 - 2016) / (2030 - 2016) = 30 %",
		"We aim to halve our Scope 1 emissions by 2030 against 1,000 t CO2e in 2016.":         way + "50 x (2023 - 2016) / (2030 - 2016) = 25 %",
		"We plan to cut Scope 1 emissions in half by 2030 from 1,000 t CO2e in 2016.":         way + "50 x (2023 - 2016) / (2030 - 2016) = 25 %",
		"We will cut Scope 1 emissions by 60 % by 2030, having come from 1,000 t in 2016.":    "",
		"We will cut Scope 1 emissions by 60 % by 2030 per tonne from 1,000 t CO2e in 2016.":  "",
		"We aim to halve accidents by 2030 from 1,000 in 2016, and Scope 1 is left as it is.": "",
	} {
		got := ""
		for _, r := range said([]string{text}, now) {
			if r.Name == "target_progress" {
				got += r.Working
			}
			if r.Result == events.CheckFail {
				t.Errorf("%q: %+v", text, r)
			}
		}
		if got != working {
			t.Errorf("%q: %q, want %q", text, got, working)
		}
	}
}

// A target that only a table states is followed like one of a sentence, and once.
func TestTargetsOfATable(t *testing.T) {
	years := grid("GHG emissions", "t CO2e", []string{"2023", "2019"}, []string{"Scope 1", "800", "1,000"})
	cell := func(text, value string, path ...string) document.Cell {
		return document.Cell{Text: text, Value: value, RowPath: path, ColPath: []string{"Goal"}}
	}
	aims := document.Table{HeaderRows: 1, HeaderCols: 3, Rows: [][]document.Cell{
		{{Text: "Topic"}, {Text: "Base year"}, {Text: "Target year"}, {Text: "Goal"}},
		{{Text: "Scope 1 emissions"}, {Text: "2019"}, {Text: "2030"}, cell("-42 %", "-42", "Scope 1 emissions", "2019", "2030")},
	}}
	for name, text := range map[string]string{
		"only the table": "Our targets.",
		"a sentence too": "We aim to reduce our Scope 1 emissions by 42 % by 2030 compared with 2019.",
	} {
		n := 0
		for _, r := range said([]string{text}, years, aims) {
			if r.Name != "target_progress" {
				continue
			}
			if n++; r.Result != events.CheckPass ||
				!strings.Contains(r.Working, "(1000 - 800) / 1000 x 100 = 20 %; path: 42 x (2023 - 2019) / (2030 - 2019) = 15.27 %") {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if n != 1 {
			t.Errorf("%s: followed %d times", name, n)
		}
	}
}

func TestDirectionOfSentences(t *testing.T) {
	for text, want := range map[string]events.CheckResult{
		"Our energy use fell from 120 GWh to 100 GWh.":                              events.CheckPass,
		"Our energy use fell from 100 GWh to 120 GWh.":                              events.CheckFail,
		"Scope 1 emissions increased from 1.2 Mt CO2e in 2022 to 1,100 kt CO2e.":    events.CheckFail,
		"Scope 1 emissions decreased slightly from 1.2 Mt CO2e to 1,210 kt CO2e.":   events.CheckPass, // 1.2 may be 1.24
		"Emissions fell, while output grew from 5 kt to 7 kt.":                      events.CheckPass,
		"Emissions fell from 100 t to 7 %.":                                         "",
		"Energy use was reduced, moving sites from 100 GWh to 120 GWh of capacity.": "",
	} {
		all := said([]string{text})
		i := slices.IndexFunc(all, func(r checks.Result) bool { return r.Name == "direction" })
		if i < 0 && want != "" || i >= 0 && all[i].Result != want {
			t.Errorf("%s: %+v", text, all)
		}
	}
}

// An earlier year's figure that differs accuses nobody; whether it is marked as restated says which check speaks.
func TestEarlierYearsOfAReport(t *testing.T) {
	first := grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "800", "1,000"})
	for name, c := range map[string]struct {
		head, figure, check string
		result              events.CheckResult
	}{
		"the same":             {"2022", "1,000", "historical_consistency", events.CheckPass},
		"another":              {"2022", "1,300", "historical_consistency", events.CheckInconclusive},
		"restated and another": {"2022 (restated)", "1,300", "recalculation_consistency", events.CheckInconclusive},
		"restated to the same": {"2022 (restated)", "1,000", "recalculation_consistency", events.CheckPass},
	} {
		second := grid("Our climate in short", "t CO2e", []string{"2023", c.head}, []string{"Scope 1", "800", c.figure})
		all := said([]string{"Our emissions."}, first, second)
		i := slices.IndexFunc(all, func(r checks.Result) bool { return r.Name == c.check })
		if i < 0 || all[i].Result != c.result || !strings.Contains(all[i].Working, "page 1: 1,000 t CO2e; page 2: "+c.figure) {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// Where others name the method of Scope 2, a figure that does not is held against neither.
func TestAScope2WithoutItsMethodIsHeldAgainstNone(t *testing.T) {
	first := grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 2 (market-based)", "80", "100"}, []string{"Scope 2", "180", "200"})
	second := grid("Our climate in short", "t CO2e", []string{"2023", "2022"}, []string{"Scope 2", "80", "100"})
	for _, c := range said([]string{"Our emissions."}, first, second) {
		if c.Name == "historical_consistency" && c.Result != events.CheckPass {
			t.Errorf("%+v", c)
		}
	}
}
