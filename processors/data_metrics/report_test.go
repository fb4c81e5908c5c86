package datametrics_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/document"
)

// tables hands the agent a report of one page and returns its checks.
func tables(t *testing.T, text string) (checks []events.Check, finding events.Finding) {
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
		Agent: events.DataMetrics, Task: events.TaskAssess, ReportID: "rep_1", Parse: hash,
	}))
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	for _, c := range streamtest.Of(d, events.CheckPerformed) {
		checks = append(checks, c.Data)
		if c.Data.ClaimID != "" {
			t.Errorf("%+v", c.Data)
		}
	}
	finding = streamtest.One(d, events.FindingProduced).Data
	receipt := streamtest.One(d, events.FindingReported).Data
	if receipt.ClaimID != "" || receipt.Outcome != events.OutcomeProduced || receipt.Records != len(checks)+1 || finding.SupportsClaim != nil {
		t.Errorf("receipt %+v, finding %+v", receipt, finding)
	}
	return checks, finding
}

const emissions = "in kt CO2e\t2023\t2022\tChange\n" +
	"Total greenhouse gas emissions – Scope 1, 2, 3\t14,940\t18,239\t–18.1 %\n" +
	"Direct Scope 1\t111\t108\t+2.8 %\n" +
	"Indirect Scope 2 (market-based)\t35\t35\t+0.1 %\n" +
	"Greenhouse gas emissions Scope 3\t14,794\t18,096\t–18.2 %\n"

func TestScopesOfATable(t *testing.T) {
	checks, finding := tables(t, "Some text.\n"+emissions)
	if len(checks) != 2 {
		t.Fatalf("%d checks: %+v", len(checks), checks)
	}
	c := checks[0]
	if c.Name != "scope_addition" || c.Result != events.CheckPass || c.Working != "111 + 35 + 14794 = 14940" || c.Inputs[0].Label != "Direct Scope 1 2023" || c.Inputs[0].Unit != "ktCO2e" {
		t.Errorf("%+v", c)
	}
	if checks[0].ID == checks[1].ID {
		t.Error("two checks of one id")
	}
	var details events.MetricsDetails
	if err := json.Unmarshal(finding.Details, &details); err != nil || len(details.CheckIDs) != 2 || finding.InternallyConsistent == nil || !*finding.InternallyConsistent {
		t.Errorf("%v %+v %+v", err, details, finding)
	}
}

func TestAWrongTotalIsFoundInItsColumn(t *testing.T) {
	checks, finding := tables(t, strings.Replace(emissions, "18,239", "18,939", 1))
	if len(checks) != 2 || checks[0].Result != events.CheckPass || checks[1].Result != events.CheckFail || checks[1].Expected != "18239" || checks[1].DifferencePercent != "3.84" {
		t.Errorf("%+v", checks)
	}
	if finding.InternallyConsistent == nil || *finding.InternallyConsistent {
		t.Errorf("%+v", finding)
	}
}

func TestTablesWithoutTabsAreReadToo(t *testing.T) {
	for _, header := range []string{"Emissions\t2023\t2022", "Emissions 2023 2022", "in tCO2e 2023 2022"} {
		checks, _ := tables(t, header+"\nScope 1 387 393\nScope 2 emissions (market-based) 163 189\nSum Scopes 1 and 2 550 582\n")
		if len(checks) != 2 || checks[0].Working != "387 + 163 = 550" || checks[1].Working != "393 + 189 = 582" {
			t.Errorf("%q: %+v", header, checks)
		}
	}
}

// Where the columns, the parts or the total cannot be told beyond doubt, nothing is said.
func TestDoubtfulTablesAreLeftAlone(t *testing.T) {
	for name, text := range map[string]string{
		"no header":           strings.SplitAfterN(emissions, "\n", 2)[1],
		"a column missing":    strings.Replace(emissions, "111\t108", "108", 1),
		"a cell not a figure": strings.Replace(emissions, "35\t35", "n/a\t35", 1),
		"scope 3 twice":       emissions + "Upstream Scope 3 emissions\t1,000\t1,000\t0 %\n",
		"two totals":          emissions + "Total emissions (Scope 1, 2, 3), location-based\t15,000\t19,000\t0 %\n" + "Total emissions\t1\t2\t3 %\n",
		"intensity":           strings.ReplaceAll(emissions, "Scope 1\t", "Scope 1 intensity\t"),
		"disordered years":    strings.Replace(emissions, "2023\t2022", "2022\t2023\t2021", 1),
		"prose":               "In 2023 our Scope 1 emissions were 5 t, Scope 2 emissions 6 t, Scope 3 emissions 7 t and total emissions 99 t.\n",
	} {
		if checks, finding := tables(t, text); len(checks) != 0 || !strings.Contains(finding.Summary, "no table sum") {
			t.Errorf("%s: %+v", name, checks)
		}
	}
}

func TestSharesOfATable(t *testing.T) {
	text := "Energy\t2023\nSolar\t40.2 %\nWind\t35.1 %\nHydro\t24.8 %\nTotal\t100 %\n"
	checks, _ := tables(t, text)
	if len(checks) != 1 || checks[0].Name != "percentage_sum" || checks[0].Result != events.CheckPass {
		t.Errorf("%+v", checks)
	}
	checks, _ = tables(t, strings.Replace(text, "24.8", "28.8", 1))
	if len(checks) != 1 || checks[0].Result != events.CheckFail || checks[0].Stated != "104.1 %" {
		t.Errorf("%+v", checks)
	}
	// Rates below one another are no parts of a whole, although a last line says 100 %.
	if checks, _ = tables(t, "Training\t2023\nOffice\t97 %\nPlant\t99 %\nTotal\t100 %\n"); len(checks) != 0 {
		t.Errorf("%+v", checks)
	}
}
