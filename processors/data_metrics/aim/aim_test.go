package aim

import (
	"fmt"
	"strings"
	"testing"
)

func TestTargets(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline.", "absolute [1 2] 42% 2019(5)-2030 near_term; per; lacks"},
		{
			"We will cut emissions intensity by 30% per tonne of cement by 2030 from 2020.",
			"intensity [] 30% 2020(4)-2030 near_term; per tonne of cement" +
				"; lacks which scopes it covers",
		},
		{
			"We aim for net zero by 2050.",
			"net_zero [] % 0(0)-2050 long_term; per" +
				"; lacks the base year, which scopes it covers, how far emissions themselves are to fall, what is to be done about the emissions that remain",
		},
		{
			"Net-zero Scope 1, 2 and 3 emissions by 2045, a reduction of 90 % from 2018, with removals for residual emissions.",
			"net_zero [1 2 3] 90% 2018(6)-2045 long_term; per; lack" +
				"s",
		},
		{"Our offices will be carbon neutral by 2026 with offsets.", "neutral [] % 0(0)-2026 near_term; per; lacks which scopes it covers"},
		// two targets in one sentence are not told apart
		{"We will reduce emissions by 20 % by 2026 and 50 % by 2035.", ""},
		// it is over
		{"We reduced emissions by 42 % by 2023 from 2019.", ""},
		{"We have already cut emissions by 20 % from 2019 on our way to 50 % by 2030.", ""},
		{"We will raise the share of renewable power to 80 % by 2030.", ""},
		{"We will cut Scope 1 emissions by 42 % from 2019 to 2030.", "absolute [1] 42% 2019(5)-2030 near_term; per; lacks"},
		{"We will cut Scope 1 emissions by 42 % from 2015 to 2020.", ""},
		{"Revenue will fall by 4 % by 2026.", ""},
		{"We will halve our water use by 2030.", ""},
		{"We will halve our Scope 1 emissions by 2030 from 10,400 t CO2e in 2017.", "absolute [1] 50% 2017(7)-2030 near_term; per; lacks"},
		{"Scope 1 emissions are to fall 40 % by 2030 compared with 10,400 t CO2e in 2017.", "absolute [1] 40% 2017(7)-2030 near_term; per; lacks"},
		{"We want to emit 40 % less by 2030 in Scope 1 emissions than the 10,400 t of 2017.", "absolute [1] 40% 2017(7)-2030 near_term; per; lacks"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			got := ""
			for _, f := range Read(tc.text, 2024) {
				got += fmt.Sprintf("%s %v %s%% %d(%d)-%d %s; per %s; lacks %s", f.Kind, f.Scopes, f.Percent, f.BaseYear, f.BaseYearAge, f.TargetYear,
					f.Horizon, f.Denominator, strings.Join(f.Missing, ", "))
			}
			got = strings.ReplaceAll(got, "per ;", "per;")
			if strings.TrimRight(got, " ") != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
	both := Read("We aim for net zero by 2050. We will reduce emissions by 42 % by 2030 from 2012.", 2024)
	if len(both) != 2 || both[0].Kind != NetZero || both[1].Kind != Absolute {
		t.Errorf("%+v", both)
	}
	if notes := Notes(both); len(notes) != 1 || !strings.Contains(notes[0], "12 years before the report") {
		t.Errorf("%v", notes)
	}
	if unknown := Read("We aim for net zero by 2050.", 0); len(unknown) != 1 || unknown[0].Horizon != "" {
		t.Errorf("%+v", unknown)
	}
}
