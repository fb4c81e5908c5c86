package datametrics_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// reported judges a claim that stands in a report of these pages, on the given one.
func reported(t *testing.T, words string, page int, pages ...string) (events.Finding, []events.Check) {
	t.Helper()
	doc := &document.Document{SHA256: strings.Repeat("cd", 32), Version: document.Version}
	for i, text := range pages {
		doc.Pages = append(doc.Pages, document.Page{Number: i + 1, Text: text})
	}
	data, err := document.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	hash, err := store.Put(context.Background(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	return stored(t, store, hash, words, page)
}

func stored(t *testing.T, store artefact.Store, hash, words string, page int) (events.Finding, []events.Check) {
	t.Helper()
	d := streamtest.New(t, datametrics.New(datametrics.Config{Store: store}))
	d.When(streamtest.Event(events.ClaimRouted, run, "claim/clm_1/i1/routed", events.Assignment{
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.DataMetrics}},
		Claim: events.Claim{
			ID: "clm_1", ReportID: "rep_1", Parse: hash, Page: page, Text: words, Quote: events.Quote{Text: words}, Context: words,
			Issuer: &events.Issuer{Period: "2023"},
		},
	}))
	// Others know nothing.
	asked := streamtest.Of(d, events.InfoRequested)
	for _, q := range asked {
		d.When(streamtest.Event(events.RequestAnswered, run, "claim/clm_1/request/"+q.Data.ID+"/answered", events.InfoAnswer{
			Answer: "nothing at hand", Refused: true, RequestID: q.Data.ID, From: events.Academic, To: events.DataMetrics, ClaimID: "clm_1",
		}))
	}
	if len(asked) > 0 {
		d.When(streamtest.Event(events.ClaimResumed, run, "claim/clm_1/i1/data_metrics/resumed", streamtest.One(d, events.ClaimResumed).Data))
	}
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	var all []events.Check
	for _, c := range streamtest.Of(d, events.CheckPerformed) {
		if c.Data.ClaimID != "clm_1" {
			t.Errorf("%+v", c.Data)
		}
		all = append(all, c.Data)
	}
	return streamtest.One(d, events.FindingProduced).Data, all
}

// The report's own arithmetic speaks for or against the claim that states its result, and of no other.
func TestChecksOfTheReportSpeakOfWhoStatesTheirResult(t *testing.T) {
	wrong := strings.Replace(emissions, "14,940", "15,940", 1)
	for name, c := range map[string]struct {
		words  string
		page   int
		table  string
		speaks string
		check  string // cited, with its result
		result events.CheckResult
		says   string
	}{
		"the total of a sum that holds": {"Our Scope 1, 2 and 3 emissions were 14,940 kt CO2e in 2023.",
			1, emissions, "for", "scope_addition", events.CheckPass, "agrees with the claim"},
		"the total of a sum that does not": {"Our Scope 1, 2 and 3 emissions were 15,940 kt CO2e in 2023.",
			1, wrong, "against", "scope_addition", events.CheckFail, "15940000 tCO2e stated, 14940000 tCO2e computed"},
		"a part of a sum that does not": {"Our Scope 1 emissions were 111 kt CO2e in 2023.",
			1, wrong, "neither", "scope_addition", events.CheckFail, "not say that this figure is the wrong one"},
		"a part of a sum that holds": {"Our Scope 1 emissions were 111 kt CO2e in 2023.", 1, emissions, "neither", "scope_addition", events.CheckPass, ""},
		"the table's row itself": {"Total greenhouse gas emissions – Scope 1, 2, 3\t15,940\t18,239\t–18.1 %",
			2, wrong, "against", "scope_addition", events.CheckFail, ""},
		"another year's total": {"Our Scope 1, 2 and 3 emissions were 18,239 kt CO2e in 2022.",
			1, wrong, "for", "scope_addition", events.CheckPass, ""},
		"a hedged total": {"Our Scope 1, 2 and 3 emissions were about 15,940 kt CO2e in 2023.",
			1, wrong, "neither", "scope_addition", events.CheckFail, ""},
		"the same figure of another thing": {"We planted 111 trees in 2023.", 2, wrong, "neither", "scope_addition", "", ""},
		"stated otherwise than in the table": {"Our Scope 1 emissions were 131 kt CO2e in 2023.",
			1, emissions, "neither", "duplicate_figure", events.CheckInconclusive, "stated twice differently"},
		"a saving is not the whole": {"Our Scope 1 emissions were 1.3 kt CO2e in 2023.", 1, emissions, "neither", "duplicate_figure", "", ""},
		"stated in the table, otherwise before": {"Direct Scope 1\t111\t108\t+2.8 %", 2, emissions,
			"neither", "duplicate_figure", events.CheckInconclusive, "stated twice differently"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "What we emit.\n" + c.words + "\n"
			if name == "stated in the table, otherwise before" {
				text = "What we emit.\nOur Scope 1 emissions were 131 kt CO2e in 2023.\n"
			}
			f, all := reported(t, c.words, c.page, text, "Our figures.\n"+c.table)
			if speaks(f) != c.speaks || !strings.Contains(f.Summary, c.says) {
				t.Errorf("%s, want %s: %s", speaks(f), c.speaks, f.Summary)
			}
			i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == c.check && (c.result == "" || k.Result == c.result) })
			switch {
			case c.result == "" && i >= 0:
				t.Errorf("%+v", all[i])
			case c.result != "" && i < 0:
				t.Errorf("no %s %s among %+v", c.check, c.result, all)
			case i >= 0 && (all[i].Inputs[0].FactID == "" || all[i].Working == ""):
				t.Errorf("%+v", all[i])
			}
		})
	}
}

// A row of a part has the label of the whole, which another row of its table gives: a sentence that gives the whole disagrees with neither.
func TestAPartUnderTheWholesLabelIsNoOtherFigure(t *testing.T) {
	parts := "Emissions in kt CO2e\t2023\t2022\nProduction\nScope 1 emissions\t47\t45\nTransport\nScope 1 emissions\t50\t49\nBy scope\nScope 1 emissions\t97\t94\n"
	for said, twice := range map[string]bool{"97": false, "50": false, "84": true} {
		t.Run(said, func(t *testing.T) {
			words := "Our Scope 1 emissions were " + said + " kt CO2e in 2023."
			_, all := reported(t, words, 1, "What we emit.\n"+words+"\n", "Our figures.\n"+parts)
			if got := slices.ContainsFunc(all, func(k events.Check) bool { return k.Name == "duplicate_figure" }); got != twice {
				t.Errorf("stated twice: %v, want %v: %+v", got, twice, all)
			}
		})
	}
}

// The claim's own figures are inputs by the facts that they are.
func TestInputsOfAClaimAreFacts(t *testing.T) {
	words := "In 2023 Scope 1 was 111 kt CO2e, Scope 2 35 kt CO2e, Scope 3 14,794 kt CO2e and the total 14,940 kt CO2e."
	_, all := reported(t, words, 1, emissions+words+"\n")
	i := slices.IndexFunc(all, func(k events.Check) bool {
		return k.Name == "scope_addition" && k.Working == "111000 + 35000 + 14794000 = 14940000 tCO2e"
	})
	if i < 0 {
		t.Fatalf("%+v", all)
	}
	for _, in := range all[i].Inputs {
		if in.FactID == "" || in.Page != 1 {
			t.Errorf("%+v", in)
		}
	}
}

// A parse that is lost leaves the claim with its own words, and says so.
func TestAClaimWhoseReportIsLost(t *testing.T) {
	f, _ := stored(t, artefact.NewMemory(), strings.Repeat("0", 64), "Our Scope 1 emissions were 111 kt CO2e in 2023.", 1)
	if f.SupportsClaim != nil || !strings.Contains(f.Summary, "missing or damaged") {
		t.Errorf("%+v", f)
	}
}

// What a claim's emissions are measured by is said by its own words, else by its report, else left open.
func TestWhatAClaimsEmissionsAreMeasuredBy(t *testing.T) {
	const bare = "Our Scope 1 emissions were 111 kt CO2e in 2023."
	for name, c := range map[string]struct {
		words, report string
		result        events.CheckResult // empty: no such check
	}{
		"by the claim":       {"By the GHG Protocol our Scope 1 emissions were 111 kt CO2e in 2023.", "", events.CheckPass},
		"by an ISO standard": {"Our Scope 1 emissions under ISO 14064-1 were 111 kt CO2e in 2023.", "", events.CheckPass},
		"by its report":      {bare, "We measure by the GHG Protocol under operational control.\n", events.CheckPass},
		"by its full name":   {bare, "We measure by the Greenhouse Gas (GHG) Protocol under operational control.\n", events.CheckPass},
		"by nobody":          {bare, "", events.CheckInconclusive},
		"no emissions":       {"We planted 111 trees in 2023.", "", ""},
	} {
		f, all := reported(t, c.words, 1, c.words+"\n"+c.report, emissions)
		i := slices.IndexFunc(all, func(k events.Check) bool { return k.Name == "methodology" })
		if i < 0 && c.result != "" || i >= 0 && (all[i].Result != c.result || all[i].Working == "" || all[i].Inputs[0].Page != 1) {
			t.Errorf("%s: %+v", name, all)
		}
		if f.SupportsClaim != nil {
			t.Errorf("%s: a method is no evidence: %+v", name, f)
		}
	}
}

// A row that is called a total and nothing else is named by its label.
func TestARowCalledTotalStatesItsSum(t *testing.T) {
	const table = "Energy, TJ\t2024\t2023\nCoal\t2,140\t2,310\nGas\t1,105\t1,180\nBiomass\t865\t742\nTotal\t4,910\t4,232\n"
	f, all := reported(t, "Total\t4,910\t4,232", 2, "What we use.\n", "Our figures.\n"+table)
	if speaks(f) != "against" || !slices.ContainsFunc(all, func(k events.Check) bool { return k.Name == "table_total" && k.Result == events.CheckFail }) {
		t.Errorf("%s: %s, %+v", speaks(f), f.Summary, all)
	}
	if f, _ = reported(t, "Coal\t2,140\t2,310", 2, "What we use.\n", "Our figures.\n"+table); speaks(f) == "against" {
		t.Errorf("a part is held to be wrong: %s", f.Summary)
	}
}
