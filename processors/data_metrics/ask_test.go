package datametrics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func refusing(events.InfoRequest) events.InfoAnswer {
	return events.InfoAnswer{Answer: "nothing at hand", Refused: true}
}

func TestOnlyWhatOthersKnowIsAsked(t *testing.T) {
	issuer := &events.Issuer{Company: "Acme", Sector: "EM-CM", Period: "2024"}
	for name, tc := range map[string]struct {
		words  string
		places []string
		want   string // kinds and metrics
	}{
		"an intensity": {words: "Specific emissions were 0.61 tCO2 per tonne of cement in 2024.",
			want: "benchmark emission_intensity 0.61 tCO2 per tonne of cement"},
		"an energy intensity":      {words: "We used 3.5 GJ/t clinker.", want: "benchmark energy_intensity 3.5 GJ per t clinker"},
		"money is no intensity":    {words: "We spent EUR 753 per employee on training.", want: ""},
		"per year is no intensity": {words: "We emit 200 tCO2e per year.", want: ""},
		"a level":                  {words: "Scope 1 emissions were 200 ktCO2e.", want: ""},
		"a target": {words: "We will reduce Scope 3 emissions by 25 % by 2030 from a 2021 baseline.",
			want: "benchmark annual_reduction 2.78 scopes [3]"},
		"a target of two scopes": {words: "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 baseline.",
			want: "benchmark annual_reduction 4.2 scopes [1 2]"},
		"a target of water":        {words: "We will reduce water use by 25 % by 2030 from a 2021 baseline.", want: ""},
		"a target without a base":  {words: "We will cut our greenhouse gas emissions by 30 % by 2030.", want: "regulation [S2.33(e)]"},
		"a place with an area":     {words: "We restored 1,200 hectares of peatland in Riau.", places: []string{"Riau"}, want: "geography area 1200 ha [Riau]"},
		"an area without a place":  {words: "We restored 1,200 hectares of peatland.", want: ""},
		"a change without figures": {words: "Our energy use fell by 12 %.", want: "history change 12"},
		"a change with figures":    {words: "Our energy use fell by 10 % from 500 MWh to 450 MWh.", want: ""},
		"what is planned":          {words: "We aim to cut waste by 12 %.", want: ""},
		"nothing":                  {words: "We care about the climate.", want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := investigated(t, events.Claim{
				Text: tc.words, Quote: events.Quote{Text: tc.words}, Entities: events.Entities{Places: tc.places}, Issuer: issuer,
			}, refusing)
			var got []string
			for _, q := range a.asked {
				words := []string{q.Kind}
				add := func(s string) {
					if s != "" {
						words = append(words, s)
					}
				}
				s := q.Subject
				add(s.Metric)
				add(s.Value)
				switch {
				case s.Metric == "annual_reduction":
					add("scopes " + fmt.Sprint(s.Scopes))
				case s.Metric != "change":
					add(s.Unit)
				}
				if s.Per != "" {
					add("per " + s.Per)
				}
				if len(s.Places) > 0 {
					add(fmt.Sprint(s.Places))
				}
				if len(s.Paragraphs) > 0 {
					add(fmt.Sprint(s.Paragraphs))
				}
				got = append(got, strings.Join(words, " "))
				if q.To != "" || q.Question == "" || s.Sector != "EM-CM" || s.Company != "Acme" || s.Period != "2024" || q.Claim == nil {
					t.Errorf("question %+v of %+v", q, s)
				}
			}
			if s := strings.Join(got, "; "); s != tc.want {
				t.Errorf("asked %q, want %q", s, tc.want)
			}
		})
	}
}

func cement(low, high string) events.Benchmark {
	return events.Benchmark{
		ID: "cement_world", Metric: "emission_intensity", Sector: "cement", Low: "0.59", High: "0.59", UnusualBelow: low, UnusualAbove: high,
		Unit: "tCO2", Per: "t cement", Year: 2020, Basis: "world average", Source: "Industry Tracker", Certainty: "checked",
	}
}

// A table that a user has brought need not name a sector, nor a basis or a year.
func TestWhatABenchmarkDoesNotNameLeavesNoGap(t *testing.T) {
	with := func(sector, basis string, year int) events.Benchmark {
		b := cement("0.118", "2.95")
		b.Sector, b.Basis, b.Year = sector, basis, year
		return b
	}
	for name, c := range map[string]struct {
		sent            events.Benchmark
		message, labels string
	}{
		"all":       {with("cement", "world average", 2020), "0.59 tCO2 per t cement (cement, world average, 2020).", "benchmark, cement, world average"},
		"no sector": {with("", "national grids", 2023), "0.59 tCO2 per t cement (national grids, 2023).", "benchmark, national grids"},
		"no basis":  {with("cement", "", 0), "0.59 tCO2 per t cement (cement).", "benchmark, cement"},
		"nothing":   {with("", "", 0), "0.59 tCO2 per t cement.", "benchmark"},
	} {
		words := "Our intensity was 0.61 tCO2e per tonne of cement."
		a := investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}}, func(events.InfoRequest) events.InfoAnswer {
			return events.InfoAnswer{Answer: "0.59 tCO2 per t cement", Benchmarks: []events.Benchmark{c.sent}}
		})
		got := a.checks["benchmark"]
		if !strings.HasSuffix(got.Message, ": "+c.message) || len(got.Inputs) != 2 || got.Inputs[1].Label != c.labels {
			t.Errorf("%s: %q with inputs %+v, want %q and %q", name, got.Message, got.Inputs, c.message, c.labels)
		}
	}
}

func TestAnAnswerChangesTheFinding(t *testing.T) {
	sends := func(b events.Benchmark) func(events.InfoRequest) events.InfoAnswer {
		return func(q events.InfoRequest) events.InfoAnswer {
			if q.Kind != events.AskBenchmark {
				t.Errorf("asked %+v", q)
			}
			return events.InfoAnswer{Answer: "0.59 tCO2 per t cement", Benchmarks: []events.Benchmark{b}}
		}
	}
	claim := func(words string) events.Claim { return events.Claim{Text: words, Quote: events.Quote{Text: words}} }
	for words, want := range map[string]struct {
		assessment string
		result     events.CheckResult
		working    string
	}{
		"Our intensity was 0.61 tCO2e per tonne of cement.":   {"plausible", events.CheckPass, "0.61 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 610 kg CO2e per tonne of cement.":  {"plausible", events.CheckPass, "0.61 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 1.6 tCO2e per tonne of cement.":    {"high", events.CheckPass, "1.6 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 1.18 tCO2e per tonne of cement.":   {"plausible", events.CheckPass, "1.18 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 0.2 tCO2e per tonne of cement.":    {"low", events.CheckPass, "0.2 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 6.1 tCO2e per tonne of cement.":    {"outlier_high", events.CheckInconclusive, "6.1 against 0.118 to 2.95 tCO2e per tonne of cement"},
		"Our intensity was 0.0061 tCO2e per tonne of cement.": {"outlier_low", events.CheckInconclusive, "0.0061 against 0.118 to 2.95 tCO2e per tonne of cement"},
	} {
		a := investigated(t, claim(words), sends(cement("0.118", "2.95")))
		c := a.checks["benchmark"]
		if b := a.details.BenchmarkComparison; b == nil || b.Assessment != want.assessment ||
			b.Source != "Industry Tracker" || c.Result != want.result || c.Working != want.working {
			t.Errorf("%s: %+v %+v", words, b, c)
		}
		if a.finding.SupportsClaim != nil || a.details.BenchmarkUnavailable || !a.finding.Exhausted {
			t.Errorf("%s: a benchmark speaks %s: %+v", words, speaks(a.finding), a.finding)
		}
		cited := a.finding.Evidence[len(a.finding.Evidence)-1]
		if cited.Origin != events.OriginBenchmark || cited.Source != "Industry Tracker" || cited.Date != "2020" {
			t.Errorf("%s: cites %+v", words, a.finding.Evidence)
		}
		if x := a.details.CrossDomain; len(x) != 1 || x[0].Status != events.InquiryAnswered ||
			x[0].Answer != "0.59 tCO2 per t cement" || x[0].From != events.Academic {
			t.Errorf("%s: %+v", words, x)
		}
	}
	// What is sent may be anything. What cannot be right is told from what is of something else.
	for _, bad := range []events.Benchmark{
		cement("NaN", "2"), cement("3", "2"), cement("x", "2"), cement("1e9999", "2"), cement("-1", "2"), cement("0", "0"),
		{},
	} {
		a := investigated(t, claim("Our intensity was 0.61 tCO2e per tonne of cement."), sends(bad))
		if a.details.BenchmarkComparison != nil || !a.details.BenchmarkInvalid || a.details.BenchmarkUnavailable {
			t.Errorf("%+v compares as %+v", bad, a.details)
		}
	}
	for _, unit := range []string{"MWh", "a unit that nobody knows"} {
		a := investigated(t, claim("Our intensity was 0.61 tCO2e per tonne of cement."), sends(events.Benchmark{Unit: unit, Low: "1", High: "2"}))
		if a.details.BenchmarkComparison != nil || a.details.BenchmarkInvalid || !a.details.BenchmarkUnavailable {
			t.Errorf("%s compares as %+v", unit, a.details)
		}
	}
}

func TestWithoutAnAnswerTheFindingSaysSo(t *testing.T) {
	words := "Our intensity was 0.61 tCO2e per tonne of cement."
	a := investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}}, nil)
	if a.finding.Exhausted || !a.details.BenchmarkUnavailable || a.details.BenchmarkComparison != nil || a.details.CrossDomain[0].Status != events.InquiryExpired {
		t.Errorf("%+v %+v", a.finding, a.details)
	}
	a = investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}}, refusing)
	if !a.finding.Exhausted || !a.details.BenchmarkUnavailable ||
		a.details.CrossDomain[0].Status != events.InquiryRefused || a.details.CrossDomain[0].Answer != "nothing at hand" {
		t.Errorf("%+v %+v", a.finding, a.details)
	}
}

func TestATargetsPaceIsSetBesideARecognisedOne(t *testing.T) {
	rate := func(events.InfoRequest) events.InfoAnswer {
		return events.InfoAnswer{Answer: "4.2 %",
			Benchmarks: []events.Benchmark{{Metric: "annual_reduction", Low: "4.2", High: "4.2", Unit: "% a year", Source: "criteria"}}}
	}
	for words, want := range map[string][2]string{
		"We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline.": {"inconclusive", "slower"},
		"We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2020 baseline.": {"inconclusive", "at least as fast"},
		"We will reduce Scope 1 and 2 emissions by 50 % by 2030 from a 2025 baseline.": {"challenging", "more than twice"},
		"We will reduce Scope 1 and 2 emissions by 50 % by 2027 from a 2025 baseline.": {"questionable", "more than five times"},
	} {
		a := investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}}, rate)
		target := a.details.TargetAchievability
		if target == nil || target.Assessment != want[0] || !strings.Contains(target.Reason, want[1]) ||
			target.BenchmarkRate != "4.2" || target.BenchmarkSource != "criteria" {
			t.Errorf("%s: %+v", words, target)
		}
		if a.finding.SupportsClaim != nil || !strings.Contains(a.finding.Summary, want[1]) {
			t.Errorf("%s: speaks %s: %s", words, speaks(a.finding), a.finding.Summary)
		}
	}
}

func TestWhatIsMissingNamesTheParagraphThatAsksForIt(t *testing.T) {
	words := "We will cut our greenhouse gas emissions by 30 % by 2030."
	a := investigated(t, events.Claim{Text: words, Quote: events.Quote{Text: words}}, func(events.InfoRequest) events.InfoAnswer {
		return events.InfoAnswer{Answer: "asks for a base", Requirements: []events.InfoRequirement{{Paragraph: "S2.33(e)", Text: "The base period"}}}
	})
	if m := a.details.MissingData; len(m) != 1 || !strings.Contains(m[0], `the base year of the 30 % target for 2030 (S2.33(e) asks for it: "The base period")`) {
		t.Errorf("missing %q", m)
	}
}

func TestOthersAreToldWhetherFiguresHold(t *testing.T) {
	d := streamtest.New(t, datametrics.New(datametrics.Config{}))
	for words, want := range map[string]struct {
		refused bool
		says    string
		checks  int
	}{
		"We used 142,600 MWh, 2.0 % more, as floor space grew from 17.6 m2 to 18.4 m2.": {true, "its own figures", 0},
		"We reduced energy use from 500 MWh to 450 MWh, a decrease of 15 %.":            {false, "yoy_percentage (fail): Does not agree", 1},
		"We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline.":  {false, "42 % from 2019 to 2030", 1},
		"We will cut our greenhouse gas emissions by 30 % by 2030.":                     {true, "the base year of the 30 % target", 0},
		"We care about the climate.": {true, "its own figures", 0},
	} {
		q := events.InfoRequest{ID: "req_1", From: events.Legal, To: events.DataMetrics, Kind: events.AskArithmetic, ClaimID: "clm_1",
			Claim: &events.Claim{ID: "clm_1", ReportID: "rep_1", Text: words, Quote: events.Quote{Text: words}}}
		d.When(streamtest.Event(events.RequestRouted, run, "routed/"+words, q)).ThenPublishes("info.provided", "activity.reported")
		a := streamtest.One(d, events.InfoProvided).Data
		if a.Refused != want.refused || !strings.Contains(a.Answer, want.says) || len(a.Checks) != want.checks {
			t.Errorf("%s: %+v", words, a)
		}
	}
	for _, q := range []events.InfoRequest{{Kind: events.AskArithmetic}, {Kind: events.AskHistory}} {
		q.ID, q.From, q.To, q.ClaimID = "req_2"+q.Kind, events.Legal, events.DataMetrics, "clm_1"
		d.When(streamtest.Event(events.RequestRouted, run, "routed/"+q.ID, q))
		if a := streamtest.One(d, events.InfoProvided).Data; !a.Refused {
			t.Errorf("%+v", a)
		}
	}
}

// A reply rests on the report's fact sheet as a finding does: without it, a total that only a table can add up has
// no arithmetic to speak of.
func TestRepliesReadTheFactSheet(t *testing.T) {
	const words = "Our Scope 1, 2 and 3 emissions were 14,940 kt CO2e in 2023."
	doc := &document.Document{SHA256: strings.Repeat("cd", 32), Version: document.Version,
		Pages: []document.Page{{Number: 1, Text: words}, {Number: 2, Text: emissions}}}
	data, err := document.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	hash, err := store.Put(t.Context(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Page: 1, Text: words, Quote: events.Quote{Text: words}, Context: words,
		Issuer: &events.Issuer{Period: "2023"}}
	for parse, want := range map[string]string{
		hash:                     "scope_addition (pass): Agrees exactly: 14940000 tCO2e.",
		"":                       "can be worked out from its own figures",
		strings.Repeat("ee", 32): "its parse is missing or damaged",
	} {
		c := claim
		c.Parse = parse
		d := streamtest.New(t, datametrics.New(datametrics.Config{Store: store}))
		d.When(streamtest.Event(events.RequestRouted, run, "routed/"+parse,
			events.InfoRequest{ID: "req_1", From: events.Legal, To: events.DataMetrics, Kind: events.AskArithmetic, ClaimID: "clm_1", Claim: &c}))
		if a := streamtest.One(d, events.InfoProvided).Data; !strings.Contains(a.Answer, want) || a.Refused != (parse != hash) {
			t.Errorf("parse %q: refused %v, %s", parse, a.Refused, a.Answer)
		}
	}
}
