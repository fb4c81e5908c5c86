package document

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// A sentence that sets a target is one matter: what is wrong with its path, or, where nothing is, the sentence with how far the target has come.
func TestATargetIsToldOnceWithItsWay(t *testing.T) {
	const aim = "We are going to cut the emissions of our sites by 90 % until 2030 from those of 2021."
	const way = "10 points of the base year a year are needed from now on, 18 were achieved a year since the base year."
	const criteria = "10 percentage points of the base year a year are needed, 4.2 are asked for by recognised criteria (C): more than twice as fast."
	for _, c := range []struct {
		name, assessment, achieved, needed, reason string
		kind                                       MatterKind
		title, says                                string
	}{
		{"past years do not lead to it", "questionable", "1", "12", "Twelve are needed, one was achieved.",
			MatterTarget, "A target is off its path", "Twelve are needed"},
		{"its year has come", "questionable", "2.5", "", "its year has come and 50 points are missing.",
			MatterTarget, "A target is off its path", "50 points are missing"},
		{"nothing is known of past years", "challenging", "", "", criteria, MatterTarget, "A target asks for far more than recognised criteria", "4.2 are asked for"},
		{"past years lead to more than criteria ask for", "challenging", "18", "10", criteria + " By what was achieved so far, " + way,
			MatterUnsupported, "“We are", "18 were achieved"},
		{"past years lead to it", "achievable", "18", "10", way, MatterUnsupported, "“We are", "18 were achieved"},
		{"it was reached", "achievable", "30", "", "the target has been reached.", MatterUnsupported, "“We are", "The target has been reached."},
		{"nothing can be worked out", "inconclusive", "", "", "no base.", MatterUnsupported, "“We are", "What would bear it out: meters, which it has."},
	} {
		t.Run(c.name, func(t *testing.T) {
			details, err := json.Marshal(events.MetricsDetails{TargetAchievability: &events.TargetAssessment{
				BaseYear: 2021, TargetYear: 2030, Percent: "90", Assessment: c.assessment, Reason: c.reason, HistoricalRate: c.achieved, RemainingRate: c.needed,
			}})
			if err != nil {
				t.Fatal(err)
			}
			d := &Document{
				Report:   Report{ID: "rep", Pages: 40, PagesRead: 40, Period: "2024"},
				Claims:   []Claim{{ID: "aim", Page: 25, Text: aim, Quote: Quote{Text: aim}, Priority: events.High, Source: "text", Anchored: true}},
				Verdicts: []Verdict{{ClaimID: "aim", Verdict: events.Unverified, Reasoning: "It would change with meters, which it has."}},
				Findings: []Finding{{ID: "f", Agent: events.DataMetrics, ClaimID: "aim", Details: details}},
				Notes:    []Note{{Kind: notes.Mattering, Theme: "goal", Matters: 0.7, Page: 25, Quote: aim}},
			}
			var told []Matter
			for _, m := range arranged(t, d).Matters {
				if strings.Contains(m.Quote, "cut the emissions") {
					told = append(told, m)
				}
			}
			if len(told) != 1 || told[0].Kind != c.kind || !strings.HasPrefix(told[0].Title, c.title) || !strings.Contains(told[0].Text, c.says) {
				t.Errorf("%+v", told)
			}
		})
	}
}

// What a trained reader alone has read as a target is followed where rules read the same from its sentence; then it is one matter.
func TestATargetReadTwiceIsFollowed(t *testing.T) {
	const said = "We shall cut its Scope 3 emissions by 15% by 2030 compared to 2019."
	for name, c := range map[string]struct {
		percent  string
		followed bool
	}{"rules read the same": {"15", true}, "rules read another share": {"50", false}} {
		t.Run(name, func(t *testing.T) {
			d := withAim(emissionsOf("3", map[int]string{2019: "1000", 2022: "950", 2023: "940"}), "3", "")
			d.Facts[len(d.Facts)-1].Engine = "statement"
			details, err := json.Marshal(events.MetricsDetails{TargetAchievability: &events.TargetAssessment{
				BaseYear: 2019, TargetYear: 2030, Percent: c.percent, Assessment: "challenging", Reason: "Much is asked for."}})
			if err != nil {
				t.Fatal(err)
			}
			d.Claims = append(d.Claims, Claim{ID: "aim", Page: 59, Text: said, Quote: Quote{Text: said}, Source: "text", Anchored: true,
				Entities: Entities{Periods: []string{"2019", "2030"}}})
			d.Findings = append(d.Findings, Finding{ID: "found", Agent: events.DataMetrics, ClaimID: "aim", Details: details})
			d = arranged(t, d)
			course, alone := titled(d, "Scope 3 emissions are on the way"), titled(d, "A target asks for")
			if (course != nil) != c.followed || (alone != nil) == c.followed {
				t.Errorf("%+v\n%+v", course, alone)
			}
		})
	}
}

// All that is said of the way to one target is one matter, whoever says it, and that it is behind is no mistake in its figures.
func TestATargetOffItsPathIsOneMatter(t *testing.T) {
	const aim = "We will cut Scope 1 emissions by 60 % by 2030 from 24,000 t CO2e in 2019."
	details, err := json.Marshal(events.MetricsDetails{TargetAchievability: &events.TargetAssessment{
		BaseYear: 2019, TargetYear: 2030, Percent: "60", Assessment: "challenging", Reason: "Eight are needed, two were achieved.",
		HistoricalRate: "2", RemainingRate: "8",
	}})
	if err != nil {
		t.Fatal(err)
	}
	inputs := []CheckInput{{Label: "target: We will cut Scope 1 emissions by 60", Value: "60", Unit: "%", Page: 2}, {Label: "base year", Value: "2019", Page: 2},
		{Label: "target year", Value: "2030", Page: 2}}
	for name, strained := range map[string]bool{"with the claim's own assessment": true, "by the checks alone": false} {
		t.Run(name, func(t *testing.T) {
			d := &Document{
				Report: Report{ID: "rep", Pages: 4, PagesRead: 4, Period: "2024"},
				Claims: []Claim{{ID: "aim", Page: 2, Text: aim, Quote: Quote{Text: aim}, Source: "text", Anchored: true, Entities: Entities{Standing: "planned"}}},
				Notes:  []Note{{Kind: notes.Mattering, Theme: "goal", Matters: 0.9, Page: 2, Quote: aim}},
			}
			for _, c := range []Check{
				{ID: "a", Name: "target_progress", Message: "Behind a straight path: 12 % reduced by 2024, 27 % asked for.", Stated: "12 %", Expected: "27 %"},
				{ID: "b", Name: "target_achievability", Message: "The target now asks for 8 points a year, since the base year 2 were achieved."},
			} {
				c.Result, c.Severity, c.Inputs, c.Working, c.ClaimID = events.CheckInconclusive, "warning", inputs, c.ID, "aim"
				d.Checks = append(d.Checks, c)
			}
			if strained {
				d.Findings = []Finding{{ID: "f", Agent: events.DataMetrics, ClaimID: "aim", Details: details}}
			}
			got := arranged(t, d).Matters
			if len(got) != 1 || got[0].Kind != MatterTarget || !strings.HasPrefix(got[0].Title, "A target is off its path: We will cut Scope 1") ||
				len(got[0].CheckIDs) != 2 || !strings.Contains(got[0].Text, "12 % reduced by 2024, 27 % asked for") {
				t.Errorf("%+v", got)
			}
		})
	}
}
