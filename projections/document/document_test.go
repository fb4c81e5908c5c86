package document_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/projections/runs"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

var update = flag.Bool("update", false, "write schemas/analysis.schema.json anew")

const (
	runA      = "run_0000000001aaaaaaaaaa"
	runB      = "run_0000000002bbbbbbbbbb"
	runC      = "run_0000000003cccccccccc"
	published = "../../schemas/analysis.schema.json"
)

func TestThePublishedSchemaIsThatOfTheTypes(t *testing.T) {
	want, err := document.Schema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(published, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("schemas/analysis.schema.json is out of date: run go test ./projections/document -update")
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	raw, err := document.Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(document.SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(document.SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every object of the schema is closed, or a map whose values have a shape.
func TestEveryObjectIsClosed(t *testing.T) {
	raw, err := document.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if _, ok := v["additionalProperties"]; v["type"] == "object" && !ok && !strings.HasSuffix(path, "/Finding/properties/details") {
				t.Errorf("%s is open", path)
			}
			for k, e := range v {
				walk(path+"/"+k, e)
			}
		case []any:
			for _, e := range v {
				walk(path, e)
			}
		}
	}
	walk("", doc)
}

// built folds three runs and returns their documents.
func built(t *testing.T) map[string][]byte {
	t.Helper()
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	log.Append(t, projectionstest.Submission(t)...)
	log.Append(t, projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 14}.Records(t)...)...)
	log.Append(t, projectionstest.Feed(projectionstest.Story{Run: runB, Claims: 14, Parent: runA}.Records(t)...)...)
	log.Append(t, projectionstest.Feed(projectionstest.Story{Run: runC, Fails: "broker lost"}.Records(t)...)...)
	projectionstest.Fold(t, log, pool)
	out := map[string][]byte{}
	for _, run := range []string{runA, runB, runC} {
		d, err := document.Build(t.Context(), pool, run)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []document.Format{document.FormatText, document.FormatJSON, document.FormatMarkdown, document.FormatHTML} {
			b, err := d.Render(f)
			if err != nil {
				t.Fatal(err)
			}
			out[run+"."+string(f)] = b
		}
		// A command shows the document of its own rows, or the one that a server has sent.
		var sent document.Document
		if err := json.Unmarshal(out[run+".json"], &sent); err != nil {
			t.Fatal(err)
		}
		for _, f := range []document.Format{document.FormatText, document.FormatMarkdown, document.FormatHTML, document.FormatCSV} {
			made, err := d.Render(f)
			shown, failed := sent.Render(f)
			if err != nil || failed != nil || !bytes.Equal(made, shown) {
				t.Errorf("run %s as %s differs when it was sent as JSON: %v, %v", run, f, err, failed)
			}
		}
	}
	if _, err := document.Build(t.Context(), pool, "run_none"); !errors.Is(err, runs.ErrNotFound) {
		t.Errorf("a run that does not exist: %v", err)
	}
	return out
}

func TestDocumentsAreValidAndEqualRunsAreEqual(t *testing.T) {
	docs := built(t)
	s := schema(t)
	var bare [][]byte
	for _, run := range []string{runA, runB, runC} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs[run+".json"]))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("run %s: %v", run, err)
		}
		m := v.(map[string]any)
		delete(m, "run")
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		bare = append(bare, b)
		if bytes.Contains(docs[run+".json"], []byte(": null,\n    \"claims")) {
			t.Errorf("run %s has a list that is null", run)
		}
	}
	if !bytes.Equal(bare[0], bare[1]) {
		t.Error("two equal runs differ")
	}
	if bytes.Equal(bare[0], bare[2]) {
		t.Error("a run that failed equals one that did not")
	}

	// The schema refuses what is not as published.
	for name, spoil := range map[string]func(map[string]any){
		"an unknown field":         func(m map[string]any) { m["extra"] = 1 },
		"a missing list":           func(m map[string]any) { delete(m, "facts") },
		"an unknown verdict":       func(m map[string]any) { first(m, "verdicts")["verdict"] = "true" },
		"a number for a decimal":   func(m map[string]any) { first(m, "checks")["expected"] = json.Number("4") },
		"an unknown pillar":        func(m map[string]any) { m["coverage"].(map[string]any)["climate"] = map[string]any{} },
		"details of another agent": func(m map[string]any) { finding(m, "legal")["details"] = map[string]any{"check_ids": []any{}} },
		"a null list":              func(m map[string]any) { first(m, "claims")["agents"] = nil },
	} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs[runA+".json"]))
		if err != nil {
			t.Fatal(err)
		}
		spoil(v.(map[string]any))
		if s.Validate(v) == nil {
			t.Errorf("the schema accepts %s", name)
		}
	}
}

func first(m map[string]any, list string) map[string]any { return m[list].([]any)[0].(map[string]any) }

func finding(m map[string]any, agent string) map[string]any {
	for _, f := range m["findings"].([]any) {
		if f := f.(map[string]any); f["agent"] == agent {
			return f
		}
	}
	return nil
}

func TestListsAreSorted(t *testing.T) {
	var d document.Document
	if err := json.Unmarshal(built(t)[runA+".json"], &d); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(d.Claims); i++ {
		a, b := d.Claims[i-1], d.Claims[i]
		if a.Page > b.Page || a.Page == b.Page && a.Priority.Rank() > b.Priority.Rank() ||
			a.Page == b.Page && a.Priority == b.Priority && a.ID > b.ID {
			t.Errorf("claim %s stands before %s", a.ID, b.ID)
		}
	}
	for i := 1; i < len(d.Findings); i++ {
		if d.Findings[i-1].ID >= d.Findings[i].ID {
			t.Error("findings are not sorted")
		}
	}
	for i := 1; i < len(d.Verdicts); i++ {
		if d.Verdicts[i-1].ClaimID >= d.Verdicts[i].ClaimID {
			t.Error("verdicts are not sorted")
		}
	}
	if len(d.Claims) != 14 || len(d.Findings) != 28 || len(d.Verdicts) != 14 || len(d.Gaps) != 2 || len(d.Coverage) != 5 || len(d.Requests) != 5 {
		t.Errorf("%d claims, %d findings, %d verdicts, %d gaps, %d pillars, %d requests", len(d.Claims), len(d.Findings), len(d.Verdicts),
			len(d.Gaps), len(d.Coverage), len(d.Requests))
	}
	c := d.Claims[0]
	if len(c.Agents) != 2 || c.Agents[0] != "legal" || len(c.Routing) != 2 || c.Routing[0].Reason == "" {
		t.Errorf("agents %v, routing %+v", c.Agents, c.Routing)
	}
	requestsByStatus(t, d)
	if d.Report.Company != "Nordwind Ceramics" || d.Report.Sector != "EM-CM" || d.Run.Status != "completed" {
		t.Errorf("requests %+v, report %+v, run %+v", d.Requests, d.Report, d.Run)
	}
}

// requestsByStatus requires one request of each status, with its answer.
func requestsByStatus(t *testing.T, d document.Document) {
	t.Helper()
	how := map[events.InquiryStatus]document.Request{}
	for _, r := range d.Requests {
		how[r.Status] = r
	}
	for status, want := range map[events.InquiryStatus][2]string{
		events.InquiryAnswered: {"academic", "1.8 GJ."}, events.InquiryRefused: {"", "Nobody answers such questions."},
		events.InquiryExpired: {"academic", "No answer from academic within 20s."}, events.InquiryLate: {"academic", "1.8 GJ."}, events.InquiryOpen: {"", ""},
	} {
		r := how[status]
		if string(r.To) != want[0] || r.Answer != want[1] || r.From != events.DataMetrics || r.Kind != "benchmark" ||
			(len(r.Evidence) == 1) != (want[1] == "1.8 GJ.") {
			t.Errorf("a request that is %s: %+v", status, r)
		}
	}
}

func TestRenderingsForPeople(t *testing.T) {
	docs := built(t)
	for file, marks := range map[string][]string{
		runA + ".text": {"Nordwind Ceramics", "14 claims", "Contradicted", "Scope 1 emissions were", "The stated decrease is 6.1 %", "Governance",
			"Gaps: 1 not addressed, 1 partially addressed"},
		runA + ".md":   {"# Nordwind Ceramics", "| Contradicted | 3 |", "### Contradicted", "S2.14(a)(iv)"},
		runA + ".html": {"<!doctype html>", "Nordwind Ceramics", "S2.22(b)", "The stated decrease is 6.1 %"},
		runC + ".text": {"Ended in error: broker lost", "0 claims"},
		runC + ".md":   {"Ended in error: broker lost", "Coverage was not assessed."},
		runC + ".html": {"Ended in error: broker lost", "Coverage was not assessed."},
	} {
		for _, mark := range marks {
			if !strings.Contains(string(docs[file]), mark) {
				t.Errorf("%s does not say %q", file, mark)
			}
		}
	}
	for _, hostile := range []string{"<script", "http-equiv", "src="} {
		if strings.Contains(string(docs[runA+".html"]), hostile) {
			t.Errorf("the HTML export holds %s", hostile)
		}
	}
}

// Text from a report is never markup in an export.
func TestHostileTextStaysText(t *testing.T) {
	var d document.Document
	if err := json.Unmarshal(built(t)[runA+".json"], &d); err != nil {
		t.Fatal(err)
	}
	const attack = `<img src=x onerror=alert(1)>[click](javascript:alert(1)) | **bold**`
	d.Claims[0].Text, d.Report.Company, d.Verdicts[0].Reasoning = attack, attack, attack
	d.Requests[0].Question, d.Requests[0].Answer = attack, attack
	html, err := d.Render(document.FormatHTML)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(html, []byte("<img")) {
		t.Error("the HTML export passes markup on")
	}
	md, err := d.Render(document.FormatMarkdown)
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range []string{"<img", "[click](", "**bold**"} {
		if bytes.Contains(md, []byte(raw)) {
			t.Errorf("the Markdown export passes %s on", raw)
		}
	}
}
