package datametrics_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/data_metrics/compliance"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// tables hands the agent a report of one page and returns its checks, those of trends left out, its findings and
// the fact sheet that it stored.
func tables(t *testing.T, text string) (checks []events.Check, findings []events.Finding, sheet *facts.Sheet) {
	t.Helper()
	data, err := document.Encode(&document.Document{SHA256: strings.Repeat("ab", 32), Version: document.Version, Pages: []document.Page{{Number: 1, Text: text}}})
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	hash, err := store.Put(context.Background(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	d := streamtest.New(t, datametrics.New(datametrics.Config{Store: store}))
	d.When(streamtest.Event(events.ReportRouted, run, "run/work/assess/data_metrics", events.ReportWork{
		Agent: events.DataMetrics, Task: events.TaskAssess, ReportID: "rep_1", Parse: hash, Period: "2023",
	}))
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	all := streamtest.Of(d, events.CheckPerformed)
	for _, c := range all {
		if !slices.Contains([]string{"trend", "methodology", "method_consistency", "emission_factor"}, c.Data.Name) {
			checks = append(checks, c.Data)
		}
		if c.Data.ClaimID != "" || c.Data.Working == "" || c.Data.Message == "" {
			t.Errorf("%+v", c.Data)
		}
	}
	for _, f := range streamtest.Of(d, events.FindingProduced) {
		findings = append(findings, f.Data)
		if f.Data.SupportsClaim != nil || f.Data.ClaimID != "" {
			t.Errorf("finding %+v", f.Data)
		}
	}
	receipt := streamtest.One(d, events.FindingReported).Data
	if receipt.ClaimID != "" || receipt.Outcome != events.OutcomeProduced || receipt.Records != len(all)+len(findings) {
		t.Errorf("receipt %+v", receipt)
	}
	var details events.MetricsDetails
	if err := json.Unmarshal(findings[0].Details, &details); err != nil || len(details.CheckIDs) != len(all) {
		t.Fatalf("%v: %+v", err, details)
	}
	stored, err := store.Get(context.Background(), details.FactSheet)
	if err != nil {
		t.Fatal(err)
	}
	if sheet, err = facts.Decode(stored); err != nil || len(sheet.Facts) != details.Facts {
		t.Fatalf("%v: %d facts, %d named", err, len(sheet.Facts), details.Facts)
	}
	return checks, findings, sheet
}

const emissions = "in kt CO2e\t2023\t2022\tChange\n" +
	"Total greenhouse gas emissions – Scope 1, 2, 3\t14,940\t18,239\t–18.1 %\n" +
	"Direct Scope 1\t111\t108\t+2.8 %\n" +
	"Indirect Scope 2 (market-based)\t35\t35\t+0.1 %\n" +
	"Greenhouse gas emissions Scope 3\t14,794\t18,096\t–18.2 %\n"

func TestScopesOfATable(t *testing.T) {
	checks, findings, sheet := tables(t, "Some text.\n"+emissions)
	if len(checks) != 2 || len(findings) != 2 {
		t.Fatalf("%d checks, %d findings: %+v", len(checks), len(findings), checks)
	}
	// Of one page the workings decide the order.
	c := checks[1]
	if c.Name != "scope_addition" || c.Result != events.CheckPass ||
		c.Working != "111000 + 35000 + 14794000 = 14940000 tCO2e" || c.Inputs[0].Label != "Direct Scope 1, 2023" {
		t.Errorf("%+v", c)
	}
	if checks[0].ID == checks[1].ID {
		t.Error("two checks of one id")
	}
	if f := findings[0]; f.InternallyConsistent == nil || !*f.InternallyConsistent {
		t.Errorf("%+v", f)
	}
	for _, in := range c.Inputs {
		found := false
		for i := range sheet.Facts {
			found = found || sheet.Facts[i].ID == in.FactID && sheet.Facts[i].Value == in.Value
		}
		if !found {
			t.Errorf("input %+v is no fact of the sheet", in)
		}
	}
}

func TestAWrongTotalIsFoundInItsColumn(t *testing.T) {
	checks, findings, _ := tables(t, strings.Replace(emissions, "18,239", "18,939", 1))
	if len(checks) != 2 || checks[1].Result != events.CheckPass || checks[0].Result != events.CheckFail ||
		checks[0].Expected != "18239000 tCO2e" || checks[0].DifferencePercent != "3.84" {
		t.Errorf("%+v", checks)
	}
	if len(findings) != 3 || findings[0].InternallyConsistent == nil || *findings[0].InternallyConsistent ||
		!strings.Contains(findings[1].Summary, "108000 + 35000 + 18096000 = 18239000") {
		t.Errorf("%+v", findings)
	}
}

func TestTablesWithoutTabsAreReadToo(t *testing.T) {
	for _, header := range []string{"Emissions in tCO2e\t2023\t2022", "Emissions (tCO2e) 2023 2022", "in tCO2e 2023 2022"} {
		checks, _, _ := tables(t, header+"\nScope 1 387 393\nScope 2 emissions (market-based) 163 189\nSum Scopes 1 and 2 550 582\n")
		if len(checks) != 2 || checks[0].Working != "387 + 163 = 550 tCO2e" || checks[1].Working != "393 + 189 = 582 tCO2e" {
			t.Errorf("%q: %+v", header, checks)
		}
	}
}

// Where the columns, the parts or the total cannot be told beyond doubt, nothing is said to be wrong.
func TestDoubtfulTablesAccuseNobody(t *testing.T) {
	for name, text := range map[string]string{
		"no header":           strings.SplitAfterN(emissions, "\n", 2)[1],
		"a column missing":    strings.Replace(emissions, "111\t108", "108", 1),
		"a cell not a figure": strings.Replace(emissions, "35\t35", "n/a\t35", 1),
		"a part of scope 3":   emissions + "Upstream Scope 3 emissions\t1,000\t1,000\t0 %\n",
		"intensity":           strings.ReplaceAll(emissions, "Scope 1\t", "Scope 1 intensity\t"),
		"disordered years":    strings.Replace(emissions, "2023\t2022", "2022\t2023\t2021", 1),
		"prose":               "In 2023 our Scope 1 emissions were 5 t, Scope 2 emissions 6 t, Scope 3 emissions 7 t and total emissions 99 t.\n",
	} {
		checks, _, _ := tables(t, text)
		for _, c := range checks {
			if c.Result == events.CheckFail {
				t.Errorf("%s: %+v", name, c)
			}
		}
	}
}

func TestSharesOfATable(t *testing.T) {
	// Rates below one another are no parts of a whole, although a last line says 100 %.
	if checks, _, _ := tables(t, "Training\t2023\t2022\nOffice\t97 %\t96 %\nPlant\t99 %\t98 %\nTotal\t100 %\t99 %\n"); len(checks) != 0 {
		t.Errorf("%+v", checks)
	}
	text := "Energy\t2023\t2022\nSolar\t40.2 %\t40.0 %\nWind\t35.1 %\t35.0 %\nHydro\t24.8 %\t25.0 %\nTotal\t100 %\t100 %\n"
	if checks, _, _ := tables(t, text); len(checks) != 2 || checks[0].Name != "percentage_sum" ||
		checks[0].Result != events.CheckPass || checks[1].Result != events.CheckPass {
		t.Errorf("%+v", checks)
	}
}

// What IFRS S2.29-36 asks for is an axis apart from truth: met only by a fact or by words, conditional where it
// depends, and never for or against anything.
func TestComplianceOfAReport(t *testing.T) {
	status := func(text string) (map[string]events.DisclosureStatus, events.Finding) {
		_, findings, _ := tables(t, text)
		f := findings[len(findings)-1]
		if f.EvidenceType != compliance.Evidence || f.SupportsClaim != nil {
			t.Fatalf("%+v", f)
		}
		out := map[string]events.DisclosureStatus{}
		for _, p := range f.Paragraphs {
			out[p.ID] = p.Status
		}
		return out, f
	}
	const said = "We follow the GHG Protocol and the operational control approach. " +
		"Our target is to reduce Scope 1 emissions by 2030 from the base year 2019, validated by the SBTi.\n"
	got, _ := status(emissions + said)
	for paragraph, want := range map[string]events.DisclosureStatus{
		"S2.29(a)(i)(1)": events.FullyAddressed, "S2.29(a)(i)(2)": events.FullyAddressed,
		"S2.29(a)(i)(3)": events.FullyAddressed, "S2.29(a)(ii)": events.FullyAddressed,
		"S2.29(a)(iii)(1)": events.PartiallyAddressed, "S2.29(a)(v)": events.PartiallyAddressed, "S2.29(b)": events.NotAddressed, "S2.29(f)(ii)": events.Conditional,
		"S2.33(d)": events.FullyAddressed, "S2.33(e)": events.FullyAddressed, "S2.34(a)": events.FullyAddressed, "S2.36(e)": events.Conditional,
	} {
		if got[paragraph] != want {
			t.Errorf("%s: %s, want %s", paragraph, got[paragraph], want)
		}
	}
	got, f := status("Nothing to see here.\n")
	if got["S2.29(a)(i)(1)"] != events.NotAddressed || got["S2.29(a)(i)(3)"] != events.Conditional ||
		got["S2.33(d)"] != events.Conditional || len(f.Evidence) != 0 {
		t.Errorf("%v %+v", got, f)
	}
	if got, _ = status(""); got["S2.29(a)(i)(1)"] != events.CouldNotAssess {
		t.Errorf("%v", got)
	}
}
