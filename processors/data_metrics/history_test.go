package datametrics_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestAChangeIsRecalculatedFromAnEarlierReport: what another agent has found of the figure before makes a finding of a
// change that could not be checked.
func TestAChangeIsRecalculatedFromAnEarlierReport(t *testing.T) {
	reported := func(value, unit, period string) func(events.InfoRequest) events.InfoAnswer {
		return func(q events.InfoRequest) events.InfoAnswer {
			if q.Kind != events.AskHistory {
				return refusing(q)
			}
			return events.InfoAnswer{Answer: value, Figures: []events.InfoFigure{{
				Subject: "Scope 1", Value: value, Unit: unit, Period: period,
				Evidence: events.Evidence{Origin: events.OriginPriorReport, Source: "Acme", Page: 7, Quote: "as reported", Publisher: "Acme"},
			}}}
		}
	}
	const fell = "Scope 1 emissions fell by 4.5 % to 412,300 t CO2e."
	for name, tc := range map[string]struct {
		words, value, unit, period string
		speaks                     string
		result                     events.CheckResult
	}{
		"the year before":          {fell, "431800", "tCO2e", "2023", "for", events.CheckPass},
		"in another unit":          {fell, "431.8", "kt CO2e", "2023", "for", events.CheckPass},
		"restated, perhaps":        {fell, "470000", "tCO2e", "2023", "of nothing", events.CheckInconclusive},
		"it rose":                  {fell, "394545", "tCO2e", "2023", "of nothing", events.CheckInconclusive},
		"two years before":         {fell, "431800", "tCO2e", "2022", "of nothing", ""},
		"of another dimension":     {fell, "431800", "MWh", "2023", "of nothing", ""},
		"no number":                {fell, "NaN", "tCO2e", "2023", "of nothing", ""},
		"a number without end":     {fell, "1e999999", "tCO2e", "2023", "of nothing", ""},
		"zero":                     {fell, "0", "tCO2e", "2023", "of nothing", ""},
		"since a year that is set": {"Since 2020, Scope 1 emissions fell by 20 % to 400,000 t CO2e in 2024.", "500000", "tCO2e", "2020", "for", events.CheckPass},
		"no figure that it led to": {"Scope 1 emissions fell by 4.5 %.", "431800", "tCO2e", "2023", "of nothing", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := investigated(t, events.Claim{Text: tc.words, Quote: events.Quote{Text: tc.words}, Issuer: &events.Issuer{Company: "Acme", Period: "2024"}},
				reported(tc.value, tc.unit, tc.period))
			side := "of nothing"
			if s := a.finding.SupportsClaim; s != nil {
				side = map[bool]string{true: "for", false: "against"}[*s]
			}
			if c := a.checks["historical_consistency"]; side != tc.speaks || c.Result != tc.result {
				t.Errorf("speaks %s, check %+v", side, c)
			}
			if tc.result == events.CheckPass {
				e := a.finding.Evidence[len(a.finding.Evidence)-1]
				if e.Origin != events.OriginPriorReport || e.Quote != "as reported" || len(a.finding.Origins) != 1 || a.finding.Origins[0] != events.OriginPriorReport {
					t.Errorf("it rests on %v, cites %+v", a.finding.Origins, e)
				}
				if strings.Contains(a.finding.Summary, "To check more") {
					t.Errorf("it still misses something: %s", a.finding.Summary)
				}
			}
		})
	}
}

func TestAnAreaIsSetBesideThePlace(t *testing.T) {
	for claimed, want := range map[string]events.CheckResult{
		"40 hectares": events.CheckPass, "120 hectares": events.CheckInconclusive, "1.2 km2": events.CheckInconclusive,
	} {
		words := "We restored " + claimed + " of mangroves at Gresik."
		claim := events.Claim{Text: words, Quote: events.Quote{Text: words}, Entities: events.Entities{Places: []string{"Gresik"}}}
		a := investigated(t, claim, func(q events.InfoRequest) events.InfoAnswer {
			if q.Kind != events.AskGeography {
				return refusing(q)
			}
			return events.InfoAnswer{Answer: "64 ha", Figures: []events.InfoFigure{{
				Subject: "area", Place: "Gresik", Value: "64", Unit: "ha",
				Evidence: events.Evidence{Origin: events.OriginRegistry, Publisher: "Land Office", Page: 1, Row: 2},
			}}}
		})
		if c := a.checks["magnitude"]; c.Result != want || len(c.Inputs) != 2 || a.finding.SupportsClaim != nil {
			t.Errorf("%s: %+v, speaks %v", claimed, c, a.finding.SupportsClaim)
		}
	}
}
