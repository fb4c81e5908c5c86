package academic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func answered(t *testing.T, kind string, s *events.InfoSubject) events.InfoAnswer {
	t.Helper()
	d := streamtest.New(t, academic.New(academic.Config{}))
	d.When(streamtest.Event(events.RequestRouted, "run_1", "claim/clm_1/request/req_1/routed", events.InfoRequest{
		ID: "req_1", From: events.DataMetrics, To: events.Academic, Kind: kind, ClaimID: "clm_1", Question: "?", Subject: s,
	}))
	return streamtest.One(d, events.InfoProvided).Data
}

func TestPublishedFiguresAreFoundByUnitProductAndSector(t *testing.T) {
	for name, tc := range map[string]struct {
		subject events.InfoSubject
		want    []string
	}{
		"cement":                      {events.InfoSubject{Metric: "emission_intensity", Unit: "kgCO2e", Per: "tonne of cement"}, []string{"cement_world"}},
		"CO2 of cement":               {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2", Per: "t cement", Sector: "EM-CM"}, []string{"cement_world"}},
		"a product in another sector": {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2", Per: "t cement", Sector: "FN-CB"}, []string{"cement_world"}},
		"steel by all its routes": {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "tonne of crude steel"},
			[]string{"steel_world", "steel_blast_furnace", "steel_scrap"}},
		"steel is steel": {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "metric ton of steel produced"},
			[]string{"steel_world", "steel_blast_furnace", "steel_scrap"}},
		"energy of steel": {events.InfoSubject{Metric: "energy_intensity", Unit: "MWh", Per: "tonne of steel"}, []string{"steel_energy"}},
		"aluminum":        {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "ton of aluminum"}, []string{"aluminium_world"}},
		"barrels of oil equivalent": {events.InfoSubject{Metric: "emission_intensity", Unit: "kgCO2e", Per: "barrel of oil equivalent"},
			[]string{"oil_upstream_ogci_2023", "oil_upstream_ogci_2024"}},
		"passengers": {events.InfoSubject{Metric: "emission_intensity", Unit: "gCO2", Per: "passenger-kilometre"}, []string{"airlines"}},
		"employees of a bank": {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "FTE", Sector: "fn-cb"},
			[]string{"bank_own_operations"}},

		"employees of anybody":       {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "employee"}, nil},
		"employees of a steel mill":  {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "employee", Sector: "EM-IS"}, nil},
		"recycled is something else": {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "tonne of recycled aluminium"}, nil},
		"cementitious is not cement": {events.InfoSubject{Metric: "emission_intensity", Unit: "kgCO2", Per: "tonne of cementitious material"}, nil},
		"another unit":               {events.InfoSubject{Metric: "emission_intensity", Unit: "MWh", Per: "t cement"}, nil},
		"another metric":             {events.InfoSubject{Metric: "volume_intensity", Unit: "m3", Per: "t cement"}, nil},
		"revenue":                    {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "eur million revenue"}, nil},
		"no unit":                    {events.InfoSubject{Metric: "emission_intensity", Per: "t cement"}, nil},
		"tonne of what":              {events.InfoSubject{Metric: "emission_intensity", Unit: "tCO2e", Per: "tonne"}, nil},
	} {
		a := answered(t, events.AskBenchmark, &tc.subject)
		var got []string
		for _, b := range a.Benchmarks {
			got = append(got, b.ID)
			if b.Low == "" || b.High == "" || b.UnusualBelow == "" || b.UnusualAbove == "" || b.Unit == "" || b.Source == "" || b.Certainty == "" || b.Year == 0 {
				t.Errorf("%s: %+v", name, b)
			}
			if !strings.Contains(a.Answer, b.Source) || !strings.Contains(a.Answer, b.Low) {
				t.Errorf("%s: the answer names no source: %s", name, a.Answer)
			}
		}
		if !slices.Equal(got, tc.want) || a.Refused != (tc.want == nil) || len(a.Evidence) != len(tc.want) {
			t.Errorf("%s: %v, want %v; %+v", name, got, tc.want, a)
		}
		for _, e := range a.Evidence {
			if e.Origin != events.OriginBenchmark || e.Source == "" || e.Date == "" {
				t.Errorf("%s: evidence %+v", name, e)
			}
		}
	}
	a := answered(t, events.AskBenchmark, &events.InfoSubject{Metric: "emission_intensity", Unit: "kgCO2e", Per: "t cement"})
	if b := a.Benchmarks[0]; b.Low != "0.59" || b.UnusualBelow != "0.118" || b.UnusualAbove != "2.95" {
		t.Errorf("%+v", b)
	}
}

func TestHowFastEmissionsHaveToFall(t *testing.T) {
	for want, scopes := range map[string][]int{"4.2": {1, 2}, "2.5": {3}} {
		a := answered(t, events.AskBenchmark, &events.InfoSubject{Metric: academic.AnnualReduction, Scopes: scopes})
		if len(a.Benchmarks) != 1 || a.Benchmarks[0].Low != want || a.Refused {
			t.Errorf("scopes %v: %+v", scopes, a)
		}
	}
}

func TestWhatTheTablesDoNotHoldIsRefused(t *testing.T) {
	for _, a := range []events.InfoAnswer{
		answered(t, events.AskCorroboration, nil), answered(t, events.AskBenchmark, nil), answered(t, events.AskBenchmark, &events.InfoSubject{}),
	} {
		if !a.Refused || a.Answer == "" {
			t.Errorf("%+v", a)
		}
	}
}
