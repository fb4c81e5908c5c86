package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// analysed runs `sibyl analyze` on the sample and returns the document.
func analysed(t *testing.T, dir string) (document.Document, []byte) {
	t.Helper()
	return analysedReport(t, dir, sampleReport(t))
}

func analysedReport(t *testing.T, dir, report string, more ...string) (document.Document, []byte) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "analysis.json")
	code, stdout, stderr := sibyl(t, append([]string{"analyze", report, "--data-dir", dir, "--format", "json", "-o", out}, more...)...)
	if code != 0 || stdout != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %s", code, stdout, stderr)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return readDocument(t, out), raw
}

func readDocument(t *testing.T, path string) document.Document {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var doc document.Document
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// whereTimeWent requires what --profile has written to name every process and every stage that uses processor time.
func whereTimeWent(t *testing.T, dir string, doc document.Document) {
	t.Helper()
	table, err := profile.ReadTable(dir)
	if err != nil {
		t.Fatal(err)
	}
	if table.Claims != len(doc.Claims) || table.Pages != doc.Report.Pages || table.Events < 10*table.Claims || len(table.Processes) != 3 {
		t.Errorf("the profile is of %d claims, %d pages, %d events, %d processes", table.Claims, table.Pages, table.Events, len(table.Processes))
	}
	large := []profile.Stage{profile.Read, profile.Investigate, profile.Document, profile.Log} // the others are so short that samples may miss them
	for _, s := range table.Stages {
		if s.Processor <= 0 && slices.Contains(large, s.Stage) {
			t.Errorf("stage %s has used no processor time", s.Stage)
		}
		if s.To < s.From || s.To > table.Seconds || s.To == 0 && s.Stage != profile.Other {
			t.Errorf("stage %s went from %v to %v of %v s", s.Stage, s.From, s.To, table.Seconds)
		}
	}
	for _, name := range []string{profile.Main, profile.Processors, profile.Broker} {
		for _, kind := range []string{"cpu", "heap"} {
			if info, err := os.Stat(filepath.Join(dir, name+"."+kind+".pprof")); err != nil || info.Size() == 0 {
				t.Errorf("the %s profile of %s: %v", kind, name, err)
			}
		}
	}
}

// TestAnalyzeFromPDFToVerdicts goes the whole way twice, on the embedded broker and a private database. The second time a
// profile is recorded, which changes nothing.
func TestAnalyzeFromPDFToVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	doc, raw := analysed(t, dir)
	whole := validated(t, raw)
	if doc.Run.Status != events.RunCompleted || len(doc.Claims) == 0 || len(doc.Gaps) == 0 || len(doc.Checks) == 0 {
		t.Errorf("status %s, %d claims, %d gaps, %d checks: want a completed run with some of each", doc.Run.Status, len(doc.Claims), len(doc.Gaps), len(doc.Checks))
	}
	verdicts := map[string]int{}
	for _, v := range doc.Verdicts {
		verdicts[v.ClaimID]++
	}
	for _, c := range doc.Claims {
		if verdicts[c.ID] != 1 {
			t.Errorf("claim %s has %d verdicts", c.ID, verdicts[c.ID])
		}
	}

	questions := map[events.InquiryStatus]int{}
	answered := map[string]bool{}
	for _, r := range doc.Requests {
		questions[r.Status]++
		answered[r.ID] = r.Status == events.InquiryAnswered
	}
	told := 0
	for _, f := range doc.Findings {
		var d struct {
			CrossDomain []events.CrossDomain `json:"cross_domain"`
		}
		if err := json.Unmarshal(f.Details, &d); err != nil {
			t.Fatal(err)
		}
		for _, x := range d.CrossDomain {
			if (x.Status == events.InquiryAnswered) != answered[x.RequestID] {
				t.Errorf("finding %s has %+v from another agent, the document another end of it", f.ID, x)
			}
			told++
		}
	}
	if questions[events.InquiryAnswered] == 0 || questions[events.InquiryOpen] > 0 || told != len(doc.Requests) {
		t.Errorf("questions between agents %v, told by findings %d: want some answered, none open, each told once", questions, told)
	}

	recorded := filepath.Join(t.TempDir(), "profile")
	again, rawAgain := analysedReport(t, dir, sampleReport(t), "--profile", recorded)
	whereTimeWent(t, recorded, again)
	if again.Run.ID == doc.Run.ID {
		t.Error("the second analysis was not a run of its own")
	}
	var wholeAgain map[string]any
	if err := json.Unmarshal(rawAgain, &wholeAgain); err != nil {
		t.Fatal(err)
	}
	delete(whole, "run")
	delete(wholeAgain, "run")
	if !reflect.DeepEqual(whole, wholeAgain) {
		t.Error("two runs of one report differ beyond run and times")
	}

	issuedAsEvents(t, dir, doc.Run.ID, verdicts)
	saysWhy(t, dir, doc)
}

// saysWhy requires that it can be asked of a claim which sentence it is, what was read in it, and by whom.
func saysWhy(t *testing.T, dir string, doc document.Document) {
	t.Helper()
	for _, source := range []string{"text", "table"} {
		i := slices.IndexFunc(doc.Claims, func(c document.Claim) bool { return c.Source == source })
		if i < 0 {
			t.Fatalf("no claim from a %s", source)
		}
		c := doc.Claims[i]
		code, out, stderr := sibyl(t, "show", doc.Run.ID, "--claim", c.ID, "--why", "--data-dir", dir)
		switch {
		case source == "table":
			if code != exit.CodeUsage || !strings.Contains(stderr, "a row of a table") {
				t.Errorf("why a row is a claim: exit code %d, %s", code, stderr)
			}
		case code != 0 || !strings.Contains(out, c.Quote.Text) && !strings.Contains(out, strings.Join(strings.Fields(c.Quote.Text), " ")) ||
			!strings.Contains(out, "read by statement-") || !strings.Contains(out, c.Reasoning):
			t.Errorf("why %s is a claim: exit code %d, %s\n%s", c.ID, code, stderr, out)
		}
		if code, out, _ := sibyl(t, "show", doc.Run.ID, "--claim", c.ID, "--why", "--json", "--data-dir", dir); source == "text" &&
			(code != 0 || !json.Valid([]byte(out))) {
			t.Errorf("why %s is a claim, as JSON: exit code %d, %s", c.ID, code, out)
		}
	}
	if code, _, _ := sibyl(t, "show", doc.Run.ID, "--why", "--data-dir", dir); code != exit.CodeUsage {
		t.Errorf("why without a claim: exit code %d, want %d", code, exit.CodeUsage)
	}
}

// issuedAsEvents requires that verdicts.issued holds the verdicts of a run, by the number of them per claim.
func issuedAsEvents(t *testing.T, dir, run string, verdicts map[string]int) {
	t.Helper()
	code, out, stderr := sibyl(t, "verdicts", "--run", run, "--data-dir", dir)
	if code != 0 {
		t.Fatalf("verdicts: exit code %d: %s", code, stderr)
	}
	lines := bufio.NewScanner(strings.NewReader(out))
	lines.Buffer(nil, 1<<20)
	issued := 0
	for lines.Scan() {
		var v struct {
			Type string         `json:"type"`
			Data events.Verdict `json:"data"`
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.Type != events.VerdictIssued.Type || verdicts[v.Data.ClaimID] != 1 {
			t.Errorf("an event of type %s about claim %q on verdicts.issued", v.Type, v.Data.ClaimID)
		}
		issued++
	}
	want := 0
	for _, n := range verdicts {
		want += n
	}
	if issued != want {
		t.Errorf("verdicts.issued holds %d verdicts of the run, the document %d", issued, want)
	}
}

// validated requires that an analysis document follows its schema, and returns it decoded.
func validated(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../schemas/analysis.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(raw, &whole); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(whole); err != nil {
		t.Errorf("the document does not validate: %v", err)
	}
	return whole
}
