package extract_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A target counts from the year of the amount that it is held against, if there is one.
func TestATargetCountsFromTheYearOfAnAmount(t *testing.T) {
	for text, want := range map[string]string{
		"We will reduce our Scope 1 emissions by 45 % by 2031 from 8,150 t CO2e in 2017.":              "ghg_reduction 1 target 2031 from 2017 = 45 %",
		"By 2031 our Scope 1 emissions are to fall 45 % compared with 8,150 t CO2e in 2017.":           "ghg_reduction 1 target 2031 from 2017 = 45 %",
		"We aim to emit 45 % less by 2031 in Scope 1 than the 8,150 t CO2e of 2017.":                   "ghg_reduction 1 target 2031 from 2017 = 45 %",
		"Our target is to cut Scope 1 emissions by 45 % by 2031, against a level of 8,150 t (2017).":   "ghg_reduction 1 target 2031 from 2017 = 45 %",
		"We plan to lower water consumption by 20 % by 2031 from 90,000 m3 in 2017.":                   "water target 2031 from 2017 = 20 %",
		"We will cut Scope 1 emissions by 45 % by 2031; they fell from 8,150 t CO2e in 2017 by 3 %.":   "ghg_reduction 1 target 2031 = 45 %",
		"We will cut Scope 1 emissions by 45 % by 2031 and have come from 8,150 t CO2e in 2017 to it.": "ghg_reduction 1 target 2031 = 45 %",
		"We will cut Scope 1 emissions by 45 % by 2031 with credits from 12 forests in 2017.":          "ghg_reduction 1 target 2031 = 45 %",
	} {
		s := extract.Read(page(text), extract.Options{})
		var got []string
		for i := range s.Facts {
			if f := &s.Facts[i]; f.Target {
				got = append(got, told(f))
			}
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%q:\n read %q\n want %q", text, g, want)
		}
	}
}
