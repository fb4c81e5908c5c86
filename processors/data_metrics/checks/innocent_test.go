package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// What looks like parts of a whole, or like one thing stated twice, and is none.
func TestReadingsThatAreNoMistake(t *testing.T) {
	const target = "Measured against the base year FY 2019-20 (204,320 t CO2e) our Scope 1 and Scope 2 emissions are 15.7 % lower."
	for name, c := range map[string]struct {
		text  []string
		fails bool
	}{
		"properties that overlap":         {[]string{"Our board has 11 members: 9 are independent and 4 are women."}, false},
		"a division":                      {[]string{"Our board has 11 members: 9 from Europe and 4 from Asia."}, true},
		"each scope with its own amount":  {[]string{target, "Base year FY 2019-20: Scope 1 91,450 t CO2e, Scope 2 112,870 t CO2e."}, false},
		"both scopes with another amount": {[]string{target, "Base year FY 2019-20: Scope 1 and Scope 2 240,320 t CO2e."}, true},
		"where a share begins": {[]string{"Scope 1 and 2 emissions were 1.35 million tonnes against 1.40 million tonnes in the previous year, a reduction of 3.3%. " +
			"Renewable energy rose from 3.4% to 4.7% of all energy consumed."}, false},
		"both scopes with the same amount": {[]string{target, "Base year FY 2019-20: Scope 1 and Scope 2 204,320 t CO2e."}, false},
	} {
		t.Run(name, func(t *testing.T) {
			failed := ""
			for _, r := range said(c.text) {
				if r.Result == events.CheckFail {
					failed = r.Name + ": " + r.Message
				}
			}
			if (failed != "") != c.fails {
				t.Errorf("fails %q, want a failure: %t", failed, c.fails)
			}
		})
	}
}

// A total jumps by what was not determined in one of its years, and by nothing else of which it is the total.
func TestATotalThatGrewByAPart(t *testing.T) {
	for before, want := range map[string]events.CheckResult{"n/a": events.CheckPass, "11,200": events.CheckInconclusive} {
		total := map[string]string{"n/a": "61,200", "11,200": "72,400"}[before]
		table := grid("Scope 3 emissions", "tCO2e", []string{"2023", "2022", "2021"}, []string{"1 Purchased goods and services", "58,402", "60,110", "61,200"},
			[]string{"11 Use of sold products", "204,815", "210,400", before}, []string{"Total Scope 3", "263,217", "270,510", total})
		for _, r := range checked(table) {
			if r.Name == "trend" && len(r.Inputs) == 3 && r.Inputs[2].Value == "263217" && r.Result != want {
				t.Errorf("after %s: %s, want %s: %s", before, r.Result, want, r.Message)
			}
		}
	}
}
