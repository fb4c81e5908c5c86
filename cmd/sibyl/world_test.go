package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/world/town"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// leastDecided is how many claims of the scripted world have to be verified or contradicted as its truth says, leastRight
// how many have to be ruled so at all. None may be verified or contradicted that must not be.
const (
	leastDecided = 40
	leastRight   = 56
)

// TestAScriptedWorldIsRuledAsItsTruthSays analyses a report in a world of articles, papers and satellite images, replays
// the run with the world gone, and analyses the report once more offline.
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
	around := town.Serve(world)
	defer around.Close()
	for _, v := range around.Variables() {
		t.Setenv(v[0], v[1])
	}
	dir := dataDir(t)
	doc, raw := analysedReport(t, dir, file)
	validated(t, raw)
	score := world.Compare(ruled(doc))
	if score.Decided < leastDecided || score.Right < leastRight || len(score.Worse) > 0 {
		t.Errorf("%s", score)
	}
	before := around.Asked()
	for _, n := range before {
		if doc.Run.Sources["news"] == "" || len(doc.Run.Names) == 0 || n == 0 {
			t.Fatalf("the run names sources %v and names %v after searches of news, articles, papers, pictures, their parts: %v", doc.Run.Sources, doc.Run.Names, before)
		}
	}
	outsideIsDated(t, doc)

	around.Close()
	if code, _, stderr := sibyl(t, "replay", doc.Run.ID, "--data-dir", dir, "--json"); code != 0 || around.Asked() != before {
		t.Errorf("the replay with the world gone: exit code %d, asked %v before and %v after, %s", code, before, around.Asked(), stderr)
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

// outsideIsDated requires that whatever came from outside says when it was fetched: articles, papers and pictures.
func outsideIsDated(t *testing.T, doc document.Document) {
	t.Helper()
	seen := map[string]int{}
	for _, f := range doc.Findings {
		for _, e := range f.Evidence {
			if e.Origin != events.OriginExternal && e.Origin != events.OriginImagery && e.Origin != events.OriginRegistry {
				continue
			}
			seen[string(f.Agent)+" "+string(e.Origin)]++
			if at, err := time.Parse(time.RFC3339, e.RetrievedAt); err != nil || at.IsZero() {
				t.Errorf("%s cites %s, fetched %q", f.Agent, e.Source, e.RetrievedAt)
			}
		}
	}
	for _, who := range []string{"news_media external", "academic external", "geography imagery"} {
		if seen[who] == 0 {
			t.Errorf("nothing is cited by %s", who)
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
