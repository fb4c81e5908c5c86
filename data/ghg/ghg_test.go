package ghg_test

import (
	"slices"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// loaded is a table, or the end of the test.
func loaded[T any](t *testing.T, load func() (*T, error)) *T {
	t.Helper()
	table, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func number(t *testing.T, s string) *apd.Decimal {
	t.Helper()
	d, _, err := apd.NewFromString(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sourced checks that an entry says where it comes from and how certain it is.
func sourced(t *testing.T, what, source string, c ghg.Certainty) {
	t.Helper()
	if source == "" || !slices.Contains([]ghg.Certainty{ghg.Checked, ghg.Derived, ghg.Secondary, ghg.Recalled}, c) {
		t.Errorf("%s: source %q, certainty %q", what, source, c)
	}
}

func TestWarmingPotentials(t *testing.T) {
	w := loaded(t, ghg.LoadWarming)
	one := number(t, "1")
	ids := map[string]bool{}
	for _, g := range w.Gases {
		if ids[g.ID] || g.Name == "" || g.Family == "" {
			t.Errorf("%+v", g)
		}
		ids[g.ID] = true
		seen := map[[4]any]bool{}
		for _, p := range g.Values {
			sourced(t, g.ID, p.Source, p.Certainty)
			key := [4]any{p.Report, p.Horizon, p.Variant, p.Feedbacks}
			if seen[key] || p.Value.Sign() <= 0 || p.Horizon != 100 && p.Horizon != 20 {
				t.Errorf("%s: %+v", g.ID, p)
			}
			seen[key] = true
			if (p.Feedbacks == "included") != (p.Report == ghg.AR6) || p.Feedbacks == "with" && p.Report != ghg.AR5 {
				t.Errorf("%s: %s with feedbacks %q", g.ID, p.Report, p.Feedbacks)
			}
			if g.ID == "CO2" && p.Value.Cmp(one) != 0 {
				t.Errorf("CO2 warms %s times as much as CO2", p.Value)
			}
			if g.ID != "CO2" && p.Value.Cmp(one) <= 0 {
				t.Errorf("%s of %s: %s", g.ID, p.Report, p.Value)
			}
		}
		for _, r := range []ghg.Report{ghg.AR4, ghg.AR5, ghg.AR6} {
			if _, ok := g.General(r); !ok {
				t.Errorf("%s has no value of %s", g.ID, r)
			}
		}
	}
	for _, want := range []struct {
		gas    string
		report ghg.Report
		value  string
	}{
		{"CH4", ghg.AR4, "25"}, {"methane", ghg.AR5, "28"}, {"CH4", ghg.AR6, "27.9"}, {"N2O", ghg.AR6, "273"}, {"SF6", ghg.AR6, "24300"},
		{"r-134A", ghg.AR5, "1300"}, {"CF4", ghg.AR6, "7380"},
	} {
		g, ok := w.Gas(want.gas)
		if !ok {
			t.Errorf("%s is not found", want.gas)
			continue
		}
		if p, ok := g.General(want.report); !ok || p.Value.Cmp(number(t, want.value)) != 0 || p.Certainty != ghg.Checked {
			t.Errorf("%s of %s: %+v", want.gas, want.report, p)
		}
	}
	methane, _ := w.Gas("CH4")
	if m := methane.Matching(number(t, "29.8")); len(m) != 1 || m[0].Report != ghg.AR6 || m[0].Variant != "fossil" {
		t.Errorf("29.8 is %+v", m)
	}
	if g, ok := w.Gas("argon"); ok {
		t.Errorf("argon is %s", g.ID)
	}
}

// A blend is the mass-weighted mean of its parts, rounded half up.
func TestBlendsFollowFromTheirParts(t *testing.T) {
	w := loaded(t, ghg.LoadWarming)
	rounded := apd.BaseContext.WithPrecision(30)
	rounded.Rounding = apd.RoundHalfUp
	for _, b := range w.Blends {
		sourced(t, b.ID, b.Source, b.Certainty)
		share := new(apd.Decimal)
		for _, p := range b.Parts {
			if _, err := apd.BaseContext.Add(share, share, p.Share); err != nil {
				t.Fatal(err)
			}
		}
		if share.Cmp(number(t, "1")) != 0 {
			t.Errorf("%s: its parts add up to %s", b.ID, share)
		}
		if len(b.Values) != 3 {
			t.Errorf("%s has values of %d reports", b.ID, len(b.Values))
		}
		for _, v := range b.Values {
			mean := new(apd.Decimal)
			for _, p := range b.Parts {
				g, ok := w.Gas(p.Gas)
				if !ok {
					t.Fatalf("%s has a part %s", b.ID, p.Gas)
				}
				gwp, _ := g.General(v.Report)
				part := new(apd.Decimal)
				if _, err := apd.BaseContext.Mul(part, p.Share, gwp.Value); err != nil {
					t.Fatal(err)
				}
				if _, err := apd.BaseContext.Add(mean, mean, part); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := rounded.RoundToIntegralValue(mean, mean); err != nil || mean.Cmp(v.Value) != 0 {
				t.Errorf("%s by %s: %s, its parts make %s", b.ID, v.Report, v.Value, mean)
			}
		}
	}
}

func TestGridIntensities(t *testing.T) {
	g := loaded(t, ghg.LoadGrid)
	sourced(t, "grid", g.Source, g.Certainty)
	seen := map[string]bool{}
	aggregates := 0
	for _, r := range g.Rows {
		for _, key := range []string{r.Region, r.ISO2} {
			if key != "" && seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
		if r.Aggregate {
			aggregates++
		}
		if r.Name == "" || r.Year < 2020 || r.Year > 2030 || r.GPerKWh.Sign() < 0 || r.GPerKWh.Cmp(number(t, "1500")) > 0 {
			t.Errorf("%+v", r)
		}
		if r.Aggregate != (r.ISO2 == "") || !r.Aggregate && (len(r.ISO2) != 2 || len(r.Region) != 3) {
			t.Errorf("%+v: is it a country or a group?", r)
		}
	}
	if len(g.Rows) != 222 || aggregates != 13 {
		t.Errorf("%d rows, %d groups", len(g.Rows), aggregates)
	}
	for place, want := range map[string]string{"DE": "342", "deu": "342", "Germany": "342", "IDN": "682", "EU": "213", "World": "472", "XK": ""} {
		r, ok := g.Of(place)
		whole := new(apd.Decimal)
		floor := apd.BaseContext.WithPrecision(20)
		floor.Rounding = apd.RoundDown
		if _, err := floor.RoundToIntegralValue(whole, r.GPerKWh); !ok || err != nil || want != "" && whole.Text('f') != want {
			t.Errorf("%s: %+v", place, r)
		}
	}
	if r, ok := g.Of(""); ok {
		t.Errorf("nowhere has %+v", r)
	}
}

func TestFactorsAreOfKnownUnits(t *testing.T) {
	f := loaded(t, ghg.LoadFactors)
	for _, x := range f.Factors {
		sourced(t, x.Fuel, x.Source, x.Certainty)
		unit, err := quantity.ParseUnit(x.Per)
		if per, ok := quantity.PerUnit(x.Per); err != nil && ok {
			unit, err = per, nil // "mmBtu", which reports print otherwise
		}
		if err != nil || x.Kg.Sign() <= 0 || x.Gas != "CO2" && x.Gas != "CO2e" {
			t.Errorf("%+v: %v", x, err)
			continue
		}
		if fuel := unit.Dimension == quantity.Energy && x.Fuel != "UK electricity"; fuel != (x.Basis == "gross" || x.Basis == "net") {
			t.Errorf("%s per %s on a basis %q", x.Fuel, x.Per, x.Basis)
		}
	}
	// Two sources for natural gas agree once gross and net are told apart: net is about a tenth below gross.
	gas := f.Of("natural gas")
	mmBtu, ok := quantity.PerUnit(gas[0].Per)
	if !ok || len(gas) != 3 || gas[2].Basis != "net" {
		t.Fatalf("%+v", gas)
	}
	net, ok := quantity.Ratio(gas[0].Kg, quantity.Mul(mmBtu.Factor, number(t, "0.9")))
	if !ok || net.Cmp(number(t, "55.5")) < 0 || net.Cmp(number(t, "56.5")) > 0 {
		t.Errorf("natural gas: %s kg per mmBtu gross is %s per GJ net, the other source has %s", gas[0].Kg, net, gas[2].Kg)
	}
}

func TestTargetRules(t *testing.T) {
	rules := loaded(t, ghg.LoadTargetRules)
	versions, ids := map[string]bool{}, map[string]bool{}
	for _, v := range rules.Versions {
		sourced(t, "version "+v.Version, v.Source, v.Certainty)
		versions[v.Version] = true
	}
	for _, r := range rules.Rules {
		sourced(t, r.ID, r.Source, r.Certainty)
		if ids[r.ID] || !versions[r.Version] || r.Horizon != "near-term" && r.Horizon != "long-term" ||
			len(r.Scopes) == 0 || r.Value.Sign() <= 0 || r.Unit == "" || r.Text == "" || r.Quantity == "" {
			t.Errorf("%+v", r)
		}
		ids[r.ID] = true
	}
	for id, want := range map[string]string{
		"near_term_scope12_rate": "4.2", "near_term_scope3_rate": "2.5", "near_term_scope12_coverage": "95", "near_term_scope3_coverage": "67",
		"near_term_scope3_trigger": "40", "net_zero_reduction": "90", "net_zero_scope3_coverage": "90",
	} {
		if r, ok := rules.Rule(id); !ok || r.Value.Cmp(number(t, want)) != 0 || r.Certainty != ghg.Checked {
			t.Errorf("%s: %+v, want %s", id, r, want)
		}
	}
	// 42 % needs ten years at the linear rate: from 2019 to 2030 it is slower.
	rate, _ := rules.Rule("near_term_scope12_rate")
	for years, meets := range map[int64]bool{10: true, 11: false} {
		yearly := new(apd.Decimal)
		if _, err := apd.BaseContext.WithPrecision(20).Quo(yearly, number(t, "42"), apd.New(years, 0)); err != nil || (yearly.Cmp(rate.Value) >= 0) != meets {
			t.Errorf("42 %% in %d years is %s a year, %v", years, yearly, err)
		}
	}
}

func TestBenchmarks(t *testing.T) {
	b := loaded(t, ghg.LoadBenchmarks)
	catalogue, err := sasb.Load()
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, x := range b.Benchmarks {
		sourced(t, x.ID, x.Source, x.Certainty)
		if ids[x.ID] || x.Low.Sign() <= 0 || x.Low.Cmp(x.High) > 0 || x.Sector == "" ||
			x.Metric == "" || x.Unit == "" || x.Per == "" || x.Basis == "" || x.Year < 2015 {
			t.Errorf("%+v", x)
		}
		ids[x.ID] = true
		for _, code := range x.SASB {
			if _, ok := catalogue.Industry(code); !ok {
				t.Errorf("%s is of the industry %s, which the catalogue does not have", x.ID, code)
			}
		}
	}
	if b.BandFactor.Cmp(number(t, "1")) <= 0 || len(b.Of("EM-CM", "emission_intensity")) != 1 || len(b.Of("EM-CM", "nothing")) != 0 {
		t.Errorf("band %s, %d for cement", b.BandFactor, len(b.Of("EM-CM", "emission_intensity")))
	}
}
