package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/world/town"
	"github.com/sibyl-project/sibyl/projections/document"
)

// leastRight is how many claims of the scripted world have to be ruled as its truth says. None may be verified or
// contradicted that must not be.
const leastRight = 40

// TestAScriptedWorldIsRuledAsItsTruthSays analyses a report in a world of articles, replays the run with the world gone,
// and analyses the report once more offline.
func TestAScriptedWorldIsRuledAsItsTruthSays(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	world := town.At(time.Now())
	report, err := world.Report()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, report, 0o600); err != nil {
		t.Fatal(err)
	}
	handler := town.NewServer(world)
	server := httptest.NewServer(handler)
	defer server.Close()
	t.Setenv("SIBYL_NEWS_URL", server.URL+"/api/v2/doc/doc")
	t.Setenv("SIBYL_NEWS_INTERVAL", "0s")
	t.Setenv("SIBYL_ARTICLE_URL", server.URL+"/read?url={url}")
	dir := dataDir(t)
	doc, raw := analysedReport(t, dir, file)
	validated(t, raw)
	score := world.Compare(ruled(doc))
	if score.Right < leastRight || len(score.Worse) > 0 {
		t.Errorf("%s", score)
	}
	if doc.Run.Sources["news"] == "" || len(doc.Run.Names) == 0 || handler.Searches.Load() == 0 || handler.Reads.Load() == 0 {
		t.Errorf("the run names sources %v and names %v after %d searches", doc.Run.Sources, doc.Run.Names, handler.Searches.Load())
	}

	server.Close()
	before := handler.Searches.Load()
	if code, _, stderr := sibyl(t, "replay", doc.Run.ID, "--data-dir", dir, "--json"); code != 0 || handler.Searches.Load() != before {
		t.Errorf("the replay with the world gone: exit code %d, %d further searches, %s", code, handler.Searches.Load()-before, stderr)
	}

	t.Setenv("SIBYL_OFFLINE", "true")
	out := filepath.Join(t.TempDir(), "offline.json")
	if code, _, stderr := sibyl(t, "analyze", file, "--data-dir", dataDir(t), "--format", "json", "-o", out); code != 0 {
		t.Fatalf("offline: exit code %d, %s", code, stderr)
	}
	for _, r := range ruled(readDocument(t, out)) {
		if r.Verdict != "unverified" && r.Verdict != "insufficient_evidence" {
			t.Errorf("offline: %q is %s", r.Text, r.Verdict)
		}
	}
}

func ruled(doc document.Document) []town.Ruled {
	texts := map[string]string{}
	for _, c := range doc.Claims {
		texts[c.ID] = c.Text
	}
	var out []town.Ruled
	for _, v := range doc.Verdicts {
		out = append(out, town.Ruled{Text: texts[v.ClaimID], Verdict: string(v.Verdict), Reasoning: v.Reasoning})
	}
	return out
}
