package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
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
		"of two things":          {"We will reduce emissions by 50 % by 2028 and water use by 30 % by 2030.", ""},
		"what is left, and less": {"We will reduce food waste to 10 % by 2026 and to 5 % by 2030.", ""},
		"a ceiling that sinks":   {"We will lower fluctuation and keep it at no more than 10 % by 2026 and 8 % by 2030.", ""},
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
