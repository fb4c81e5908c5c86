package course_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/course"
)

func TestPaceHoldsAResultAgainstAStraightPath(t *testing.T) {
	target := "We have set a target to reduce energy use by 25 per cent from 2019 levels by the end of 2025."
	for name, c := range map[string]struct {
		target, result, said string
		behind               bool
	}{
		"behind": {target, "It was 4.7 per cent lower than last year and 15.6 per cent lower than our 2019 baseline.",
			"15.6 % of the 25 % by 2024, where a straight path asks for 20.8 %", true},
		"on the way":        {target, "It was 21 per cent lower than in 2019.", "21 % of the 25 % by 2024, where a straight path asks for 20.8 %", false},
		"nearly":            {target, "It was 20 per cent lower than in 2019.", "20 % of the 25 % by 2024, where a straight path asks for 20.8 %", false},
		"another base year": {target, "It was 4.7 per cent lower than in 2023.", "", false},
		"no base year":      {"We want to use 25 per cent less by 2025.", "It was 15.6 per cent lower than in 2019.", "", false},
		"two targets": {"We want to use 25 per cent less energy and 10 per cent less water by 2025 than in 2019.",
			"It was 15.6 per cent less than in 2019.", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			if said, behind := course.Pace(c.target, c.result, 2024); said != c.said || behind != c.behind {
				t.Errorf("%q, behind: %t", said, behind)
			}
		})
	}
	if said, _ := course.Stands("25", "10", 2019, 2023, 2024); said != "" {
		t.Errorf("of a year that is over: %q", said)
	}
}
