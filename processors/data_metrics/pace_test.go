package datametrics

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A target is assessed by the pace since its base year, where the report says what was emitted then and now.
func TestTargetsAreAssessedByTheirPace(t *testing.T) {
	const aim = "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline."
	for name, c := range map[string]struct{ base, assessment, rates string }{
		"as fast as so far":       {"4.1", "achievable", "4.27 3.56"},
		"more than twice as fast": {"3.7", "challenging", "2.03 4.84"},
		"ten times as fast":       {"3.45", "questionable", "0.36 5.79"},
		"emissions that rise":     {"3.3", "questionable", "-0.76 6.43"},
		"a target that was met":   {"6.1", "achievable", "11.07 "},
		"nothing of a base year":  {"", "inconclusive", " "},
	} {
		t.Run(name, func(t *testing.T) {
			other := "Scope 1 emissions were 2.3 million tCO2e in 2023.\n\nScope 2 emissions were 1.1 million tCO2e in 2023."
			if c.base != "" {
				other += "\n\nIn the base year 2019 our Scope 1 and 2 emissions were " + c.base + " million tCO2e."
			}
			doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: aim}, {Number: 2, Text: other}}}
			claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Page: 1, Text: aim, Quote: events.Quote{Text: aim}, Context: aim}
			a := judge(claim, mustFigures(t, doc), "", nil)
			target := a.Findings[0].Details.(events.MetricsDetails).TargetAchievability
			if target == nil || target.Assessment != c.assessment || target.HistoricalRate+" "+target.RemainingRate != c.rates || a.Findings[0].Supports != nil {
				t.Errorf("%+v", target)
			}
			n := 0
			for _, check := range a.Checks {
				if check.Name == "target_achievability" {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%d checks of how hard the target is: %+v", n, a.Checks)
			}
		})
	}
}

// What criteria ask for makes no target hard that was reached already, and where it does, how far the company has come is said, too.
func TestWhatWasAchievedStandsBesideWhatCriteriaAskFor(t *testing.T) {
	const aim = "We will reduce Scope 1 and 2 emissions by 90 % by 2030 from a 2021 baseline."
	rate := events.Benchmark{Metric: "annual_reduction", Low: "4.2", High: "4.2", Unit: "% a year", Source: "criteria"}
	asked := []events.RequestClosure{{Status: events.InquiryAnswered,
		Request: events.InfoRequest{Kind: events.AskBenchmark, Subject: &events.InfoSubject{Metric: "annual_reduction"}},
		Answer:  &events.InfoAnswer{Answer: "4.2 %", Benchmarks: []events.Benchmark{rate}}}}
	for name, c := range map[string]struct{ now, assessment, reason string }{
		"on its way":   {"0.5", "challenging", "By what was achieved so far, "},
		"reached":      {"0.05", "achievable", "the target has been reached."},
		"hardly begun": {"0.97", "questionable", "more than five times as fast"},
	} {
		t.Run(name, func(t *testing.T) {
			other := "In the base year 2021 our Scope 1 and 2 emissions were 1.0 million tCO2e.\n\nScope 1 and 2 emissions were " + c.now + " million tCO2e in 2024."
			doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: aim}, {Number: 2, Text: other}}}
			claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Page: 1, Text: aim, Quote: events.Quote{Text: aim}, Context: aim}
			target := judge(claim, mustFigures(t, doc), "", asked).Findings[0].Details.(events.MetricsDetails).TargetAchievability
			if target == nil || target.BenchmarkRate != "4.2" || target.Assessment != c.assessment || !strings.Contains(target.Reason, c.reason) ||
				strings.Count(target.Reason, "criteria)") > 1 {
				t.Errorf("%+v", target)
			}
		})
	}
}

// Neither of two amounts of one base year is said to be the wrong one; who states one is told of the other.
func TestBaseYearStatedTwice(t *testing.T) {
	const one = "In the base year 2019 our Scope 1 and 2 emissions were 621,400 t CO2e."
	const two = "In the base year 2019 our Scope 1 and 2 emissions were 612,400 t CO2e."
	for other, doubted := range map[string]bool{two: true, one: false} {
		doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: one}, {Number: 2, Text: other}}}
		claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Page: 1, Text: one, Quote: events.Quote{Text: one}, Context: one}
		a := judge(claim, mustFigures(t, doc), "", nil)
		found := slices.ContainsFunc(a.Checks, func(c events.Check) bool { return c.Name == "baseline_consistency" && c.Result == events.CheckFail })
		if f := a.Findings[0]; found != doubted || f.Supports != nil || strings.Contains(f.Summary, "does not hold") != doubted {
			t.Errorf("doubted %v: %+v", doubted, f)
		}
	}
}

func mustFigures(t *testing.T, doc *document.Document) *figures {
	t.Helper()
	f, err := readFigures(t.Context(), doc, nil, 2023, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}
