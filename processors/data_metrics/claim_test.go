package datametrics_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const run = "run_1"

// answer is what the agent publishes for one claim.
type answer struct {
	finding events.Finding
	details events.MetricsDetails
	checks  map[string]events.Check
	asked   []events.InfoRequest
}

func judged(t *testing.T, words, around string) answer {
	t.Helper()
	return investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}, Context: around}, func(q events.InfoRequest) events.InfoAnswer {
		return events.InfoAnswer{Answer: "nothing at hand", Refused: true}
	})
}

// investigated hands the agent a claim and answers what it asks; who answers nothing at all shows no sign of life.
func investigated(t *testing.T, c events.Claim, answer func(events.InfoRequest) events.InfoAnswer) answer {
	t.Helper()
	c.ID, c.ReportID, c.Page = "clm_1", "rep_1", 7
	d := streamtest.New(t, datametrics.New(datametrics.Config{}))
	d.When(streamtest.Event(events.ClaimRouted, run, "claim/clm_1/i1/routed", events.Assignment{
		Claim: c, Iteration: 1, Agents: []events.AgentTask{{Agent: events.DataMetrics}},
	}))
	asked := streamtest.Of(d, events.InfoRequested)
	for _, q := range asked {
		if len(streamtest.Of(d, events.FindingProduced)) > 0 {
			t.Fatal("a finding was produced before its questions had ended")
		}
		if answer == nil {
			d.When(streamtest.Event(events.RequestAnswered, run, "claim/clm_1/request/"+q.Data.ID+"/unanswered/2", events.InfoAnswer{
				RequestID: q.Data.ID, From: events.Academic, To: events.DataMetrics, ClaimID: "clm_1", Answer: "No sign of life.", Refused: true, Silent: true,
			}))
			continue
		}
		a := answer(q.Data)
		a.RequestID, a.From, a.To, a.ClaimID = q.Data.ID, events.Academic, events.DataMetrics, "clm_1"
		d.When(streamtest.Event(events.RequestAnswered, run, "claim/clm_1/request/"+q.Data.ID+"/answered", a))
	}
	if resumed := streamtest.Of(d, events.ClaimResumed); len(asked) > 0 && len(resumed) != 1 {
		t.Fatalf("the agent goes on %d times", len(resumed))
	} else if len(asked) > 0 {
		d.When(streamtest.Event(events.ClaimResumed, run, "claim/clm_1/i1/data_metrics/resumed", resumed[0].Data))
	}
	return read(t, d, asked)
}

func read(t *testing.T, d *streamtest.Driver, asked []events.Event[events.InfoRequest]) answer {
	t.Helper()
	a := answer{finding: streamtest.One(d, events.FindingProduced).Data, checks: map[string]events.Check{}}
	for _, q := range asked {
		a.asked = append(a.asked, q.Data)
	}
	if err := json.Unmarshal(a.finding.Details, &a.details); err != nil {
		t.Fatal(err)
	}
	checks := streamtest.Of(d, events.CheckPerformed)
	if len(checks) != len(a.details.CheckIDs) || len(a.details.CrossDomain) != len(asked) {
		t.Errorf("%d checks, %d cited; %d questions, %d told", len(checks), len(a.details.CheckIDs), len(asked), len(a.details.CrossDomain))
	}
	for i, c := range checks {
		a.checks[c.Data.Name] = c.Data
		if c.Data.ID != a.details.CheckIDs[i] || c.Data.ClaimID != "clm_1" || len(c.Data.Inputs) == 0 {
			t.Errorf("%+v", c.Data)
		}
		for _, in := range c.Data.Inputs {
			// A label that ends in brackets is of another document.
			if in.Page != 7 && !strings.HasPrefix(in.Label, "benchmark") && !strings.HasSuffix(in.Label, ")") ||
				in.Label == "" || in.Value == "" {
				t.Errorf("input %+v", in)
			}
		}
	}
	if !a.finding.Last || a.finding.EvidenceType != datametrics.EvidenceValidation {
		t.Errorf("%+v", a.finding)
	}
	return a
}

// speaks is a finding's direction as a word.
func speaks(f events.Finding) string {
	switch {
	case f.SupportsClaim == nil:
		return "neither"
	case *f.SupportsClaim:
		return "for"
	}
	return "against"
}

func TestChecksOfAClaim(t *testing.T) {
	for name, c := range map[string]struct {
		words, around string
		check         string // name of the check; empty: none but of units
		result        events.CheckResult
		rounding      bool
		working       string
		expected      string
		difference    string
		speaks        string
	}{
		"scopes within one per cent": {
			words: "Scope 1: 2.3 million tCO2e, Scope 2: 1.1 million tCO2e, Scope 3: 8.5 million tCO2e, total: 12.0 million tCO2e.",
			check: "scope_addition", result: events.CheckPass, rounding: true,
			working: "2300000 + 1100000 + 8500000 = 11900000 tCO2e", expected: "11900000 tCO2e", difference: "100000 tCO2e", speaks: "neither",
		},
		"scopes that do not add up in two sentences": {
			words: "Scope 1: 230,000 tCO2e, Scope 2: 110,000 tCO2e, Scope 3: 850,000 tCO2e; the total emissions were 1,300,000 tCO2e.",
			check: "scope_addition", result: events.CheckFail,
			working: "230000 + 110000 + 850000 = 1190000 tCO2e", expected: "1190000 tCO2e", difference: "110000 tCO2e", speaks: "against",
		},
		"scopes that do not add up in one sentence": {
			words: "Scope 1 was 230,000 tCO2e, Scope 2 110,000 tCO2e, Scope 3 850,000 tCO2e and the total 1,300,000 tCO2e.",
			check: "scope_addition", result: events.CheckFail,
			working: "230000 + 110000 + 850000 = 1190000 tCO2e", expected: "1190000 tCO2e", difference: "110000 tCO2e", speaks: "against",
		},
		"different units of one sum": {
			words: "Scope 1 of 387 kt CO2e and Scope 2 of 163,000 tCO2e make Scope 1 and 2 emissions of 0.55 Mt CO2e.",
			check: "scope_addition", result: events.CheckPass,
			working: "387000 + 163000 = 550000 tCO2e", expected: "550000 tCO2e", difference: "0 tCO2e", speaks: "neither",
		},
		"the earlier year's in brackets": {
			words: "Scope 3 emissions were 1,214 thousand tonnes of CO2e (2019: 1,402 thousand tonnes), a reduction of 13 %.",
			check: "yoy_percentage", result: events.CheckPass, rounding: true,
			working: "(1214000 - 1402000) / 1402000 x 100 = -13.4094 %", expected: "13.4094 %", difference: "-0.4094 %", speaks: "neither",
		},
		"the earlier year's in brackets, and another change": {
			words: "We used 5,400 MWh of electricity (previous year: 6,000 MWh), a reduction of 20 %.",
			check: "yoy_percentage", result: events.CheckFail,
			working: "(19440 - 21600) / 21600 x 100 = -10 %", expected: "10 %", difference: "10 %", speaks: "against",
		},
		"the earlier year's in brackets, and a change since another": {
			words: "We used 5,400 MWh of electricity (previous year: 6,000 MWh), a reduction of 20 % since 2019.", speaks: "neither",
		},
		"the earlier year's in brackets, in another unit by its words": {
			words: "Scope 1 emissions were 398.2 thousand t CO2e (2022: 421.5 t), a reduction of 5.5 %.", speaks: "neither",
		},
		"the earlier year's in brackets, and a share": {
			words: "We used 5,400 MWh of electricity (previous year: 6,000 MWh), 20 % of it from our roofs.", speaks: "neither",
		},
		"respectively is not read": {
			words: "Scope 1 and Scope 2 emissions were 10 tCO2e and 20 tCO2e, respectively, total 99 tCO2e.", check: "scope_addition", result: "", speaks: "neither",
		},
		"a reduction is no level": {
			words: "Scope 1 fell by 10 tCO2e, Scope 2 by 20 tCO2e, Scope 3 by 30 tCO2e and the total by 99 tCO2e.",
			check: "scope_addition", result: "", speaks: "neither",
		},
		"a change that rounding explains": {
			words: "Emissions fell 6.1 % from 2.45 to 2.3 million tCO2e.",
			check: "yoy_percentage", result: events.CheckPass, rounding: true,
			working: "(2300000 - 2450000) / 2450000 x 100 = -6.1224 %", expected: "6.1224 %", difference: "-0.0224 %", speaks: "neither",
		},
		"a change that is wrong": {
			words: "We reduced energy use from 500 MWh to 450 MWh, a decrease of 15 %.",
			check: "yoy_percentage", result: events.CheckFail,
			working: "(1620 - 1800) / 1800 x 100 = -10 %", expected: "10 %", difference: "5 %", speaks: "against",
		},
		"a hedged change accuses nobody": {
			words: "We reduced energy use from 500 MWh to 450 MWh, a decrease of about 15 %.",
			check: "yoy_percentage", result: events.CheckInconclusive,
			working: "(1620 - 1800) / 1800 x 100 = -10 %", expected: "10 %", difference: "5 %", speaks: "neither",
		},
		"more than is no equality": {
			words: "We reduced energy use from 500 MWh to 450 MWh, by more than 9 %.",
			check: "yoy_percentage", result: events.CheckPass, working: "(1620 - 1800) / 1800 x 100 = -10 %", expected: "10 %", difference: "-1 %", speaks: "neither",
		},
		"words and figures go different ways": {
			words: "Energy use decreased by 10 % from 450 MWh to 500 MWh.",
			check: "direction", result: events.CheckFail, working: "450 -> 500", expected: "rise", speaks: "against",
		},
		"points are no percentage": {
			words: "The share of women rose from 20 % to 30 %, up 10 %.", check: "yoy_percentage", result: "", speaks: "neither",
		},
		"a share": {
			words: "We certified 45 of our 60 sites (75 %).",
			check: "percentage_calculation", result: events.CheckPass, working: "45 / 60 x 100 = 75 %", expected: "75 %", difference: "0 %", speaks: "neither",
		},
		"a wrong share": {
			words: "We certified 45 of our 60 sites (85 %).",
			check: "percentage_calculation", result: events.CheckFail, working: "45 / 60 x 100 = 75 %", expected: "75 %", difference: "10 %", speaks: "against",
		},
		"a whole": {
			words: "Solar gives 40 %, wind 35 % and hydro the remaining 25 %.",
			check: "percentage_sum", result: events.CheckPass, working: "40 + 35 + 25 = 100 %", expected: "100 %", difference: "0 %", speaks: "neither",
		},
		"a whole that is none": {
			words: "Solar gives 40 %, wind 35 % and hydro the remaining 35 %.",
			check: "percentage_sum", result: events.CheckFail, working: "40 + 35 + 35 = 110 %", expected: "100 %", difference: "10 %", speaks: "against",
		},
		"a whole with a part in words": {
			words: "Three quarters of it was river water; the public network supplied 22 % and wells the remaining 3 %.",
			check: "percentage_sum", result: "", speaks: "neither",
		},
		"less than nothing": {
			words: "We will reduce emissions by 120 %.", check: "magnitude", result: events.CheckFail,
			working: "100 % - 120 % = -20 %", expected: "at most 100 %", difference: "20 %", speaks: "against",
		},
		"net of removals less than nothing is possible": {
			words: "We will reduce net emissions by 120 %.", check: "magnitude", result: events.CheckInconclusive,
			working: "100 % - 120 % = -20 %", expected: "at most 100 %", difference: "20 %", speaks: "neither",
		},
		"growth may pass one hundred": {words: "Sales of heat pumps increased by 120 %.", check: "magnitude", result: "", speaks: "neither"},
		"a target": {
			words: "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline.",
			check: "target_achievability", result: events.CheckInconclusive,
			working:  "42 / (2030 - 2019) = 3.82 percentage points of the base year a year; as a constant rate 4.83 % of each year before",
			expected: "3.82 % a year", speaks: "neither",
		},
		"a target with a wrong yearly rate": {
			words: "We will reduce emissions by 42 % from 2019 to 2030, that is 4.2 % per year.",
			check: "target_achievability", result: events.CheckFail,
			working:  "42 / (2030 - 2019) = 3.82 percentage points of the base year a year; as a constant rate 4.83 % of each year before",
			expected: "3.8182 %", difference: "0.3818 %", speaks: "against",
		},
		"a pledge of others and an own yearly rate": {
			words: "In view of the nation's pledge of 42 % by 2030 compared to 2019, we aim to reduce our emissions by 5 % annually.",
			check: "target_achievability", result: "", speaks: "neither",
		},
		"a target with a right yearly rate": {
			words: "We will reduce emissions by 42 % from 2020 to 2030, that is 4.2 % per year.",
			check: "target_achievability", result: events.CheckPass,
			working:  "42 / (2030 - 2020) = 4.2 percentage points of the base year a year; as a constant rate 5.3 % of each year before",
			expected: "4.2 %", difference: "0 %", speaks: "neither",
		},
		"a constant yearly rate is right, too": {
			words: "We will reduce emissions by 42 % from 2019 to 2030, that is 4.8 % per year.",
			check: "target_achievability", result: events.CheckPass, rounding: true,
			working:  "42 / (2030 - 2019) = 3.82 percentage points of the base year a year; as a constant rate 4.83 % of each year before",
			expected: "4.8314 %", difference: "-0.0314 %", speaks: "neither",
		},
		"interim targets": {
			words: "We will cut emissions 20 % by 2025 and 42 % by 2030.", check: "interim_targets", result: events.CheckPass,
			working: "2025: 20 %, 2030: 42 %", speaks: "neither",
		},
		"interim targets that go back": {
			words: "We will cut emissions 50 % by 2025 and 42 % by 2030.", check: "interim_targets", result: events.CheckInconclusive,
			working: "2025: 50 %, 2030: 42 %", speaks: "neither",
		},
		"nothing to check": {words: "We care about the climate.", check: "yoy_percentage", result: "", speaks: "neither"},
	} {
		t.Run(name, func(t *testing.T) {
			a := judged(t, c.words, c.around)
			if !a.finding.Exhausted {
				t.Error("asking again would bring something new")
			}
			got, made := a.checks[c.check]
			if c.result == "" {
				if made {
					t.Errorf("checked: %+v", got)
				}
			} else if got.Result != c.result || got.ExplainedByRounding != c.rounding ||
				got.Working != c.working || got.Expected != c.expected || got.Difference != c.difference {
				t.Errorf("got %+v\nworking %q", got, got.Working)
			}
			if s := speaks(a.finding); s != c.speaks {
				t.Errorf("the finding speaks %s: %s", s, a.finding.Summary)
			}
		})
	}
}

// The parts stand in the sentence before; the claim states only their sum.
func TestArithmeticOverTheRestOfTheReport(t *testing.T) {
	around := "Scope 1 emissions were 387 kt CO2e and Scope 2 emissions were 163 kt CO2e. Our Scope 1 and 2 emissions were 550 kt CO2e."
	a := judged(t, "Our Scope 1 and 2 emissions were 550 kt CO2e.", around)
	if speaks(a.finding) != "for" || a.finding.Origins[0] != events.OriginComputed || a.finding.Confidence != events.ConfidenceMedium {
		t.Errorf("%+v", a.finding)
	}
	if a.finding.InternallyConsistent == nil || !*a.finding.InternallyConsistent {
		t.Error("the report agrees with itself and that is not said")
	}
	// The same arithmetic says nothing about the claim that states only one of the parts.
	b := judged(t, "Scope 1 emissions were 387 kt CO2e and Scope 2 emissions were 163 kt CO2e.", around)
	if _, made := b.checks["scope_addition"]; made || speaks(b.finding) != "neither" {
		t.Errorf("%+v", b.checks)
	}
	c := judged(t, "Our Scope 1 and 2 emissions were 650 kt CO2e.", strings.ReplaceAll(around, "550", "650"))
	if speaks(c.finding) != "against" || c.finding.Evidence[0].Quote != "Our Scope 1 and 2 emissions were 650 kt CO2e." {
		t.Errorf("%+v", c.finding)
	}
}

func TestAPassWithinTheClaimCorroboratesNothing(t *testing.T) {
	a := judged(t, "We certified 45 of our 60 sites (75 %).", "")
	if a.finding.SupportsClaim != nil || a.finding.Origins[0] != events.OriginClaim || a.finding.InternallyConsistent == nil {
		t.Errorf("%+v", a.finding)
	}
}

func TestUnits(t *testing.T) {
	for words, want := range map[string]events.CheckResult{
		"Total emissions were 12,000 tCO2e.":                         events.CheckPass,
		"Total emissions were 2.3 million CO2e.":                     events.CheckFail,
		"Greenhouse gas emissions were 12,000 tonnes of CO2.":        events.CheckInconclusive,
		"Methane emissions were 4,000 tonnes CO2 in 2023.":           events.CheckFail,
		"We released 4,000 tonnes CO2 of methane.":                   events.CheckFail,
		"Methane emissions were 4,000 tonnes CO2e in 2023.":          events.CheckPass,
		"Methane emissions were 140 tonnes in 2023.":                 events.CheckPass,
		"Capturing methane avoided 4,000 tonnes of CO2.":             events.CheckPass,
		"Our electricity consumption was 12 MW.":                     events.CheckInconclusive,
		"Our electricity consumption was 12 MWh, from 4 MW of solar": events.CheckInconclusive,
		"Scope 1 and 2 CO2e emissions fell by 3 %.":                  events.CheckPass, // the 2 is a name
		"We employ 300 people.":                                      "",
	} {
		a := judged(t, words, "")
		if got := a.checks["unit_validity"].Result; got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
		if a.finding.SupportsClaim != nil {
			t.Errorf("%q: a unit speaks %s", words, speaks(a.finding))
		}
	}
}

func TestWhatWouldHelpIsNamed(t *testing.T) {
	a := judged(t, "We reduced emissions by 12 %.", "")
	if len(a.details.MissingData) != 1 || !strings.Contains(a.finding.Summary, "before and after the 12 % change") {
		t.Errorf("%+v %s", a.details, a.finding.Summary)
	}
	a = judged(t, "We will reduce emissions by 42 % by 2030.", "")
	if len(a.details.MissingData) != 1 || !strings.Contains(a.details.MissingData[0], "base year") {
		t.Errorf("%+v", a.details)
	}
	if a = judged(t, "Our intensity was 0.5 tCO2e per EUR million revenue.", ""); !a.details.BenchmarkUnavailable {
		t.Errorf("%+v", a.details)
	}
	a = judged(t, "We will reduce emissions by 42 % by 2030 compared with 2019.", "")
	if ta := a.details.TargetAchievability; ta == nil || ta.LinearRate != "3.82" || ta.BaseYear != 2019 || ta.Assessment != "inconclusive" {
		t.Errorf("%+v", a.details)
	}
}

func BenchmarkClaim(b *testing.B) {
	words := "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline; they fell 6.1 % from 2.45 to 2.3 million tCO2e."
	record := streamtest.Event(events.ClaimRouted, run, "claim/clm_1/i1/routed", events.Assignment{
		Claim:     events.Claim{ID: "clm_1", ReportID: "rep_1", Page: 7, Quote: events.Quote{Text: words}, Context: strings.Repeat(words+" ", 3)},
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.DataMetrics}},
	})
	d := streamtest.New(b, datametrics.New(datametrics.Config{}))
	for b.Loop() {
		d.When(record)
	}
}

// TestTheFieldsOfATargetAreShown: a target's fields stand in the finding, with what its sentence does not state.
func TestTheFieldsOfATargetAreShown(t *testing.T) {
	a := investigated(t, events.Claim{
		Text:   "We aim for net zero by 2050. We will reduce Scope 1 and 2 emissions by 60 % by 2030 from a 2010 baseline.",
		Issuer: &events.Issuer{Period: "2024"},
	}, func(events.InfoRequest) events.InfoAnswer {
		return events.InfoAnswer{Answer: "nothing at hand", Refused: true}
	})
	if n := len(a.details.Targets); n != 2 {
		t.Fatalf("%d targets", n)
	}
	zero, cut := a.details.Targets[0], a.details.Targets[1]
	if zero.Kind != "net_zero" || zero.TargetYear != 2050 || len(zero.Missing) == 0 {
		t.Errorf("%+v", zero)
	}
	if cut.Kind != "absolute" || cut.Percent != "60" || cut.BaseYear != 2010 || cut.BaseYearAge != 14 || len(cut.Missing) != 0 || a.finding.SupportsClaim != nil {
		t.Errorf("%+v, supports %v", cut, a.finding.SupportsClaim)
	}
}
