package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/sets"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
)

func TestEvalListsAndSaysWhatItHasNot(t *testing.T) {
	t.Setenv("SIBYL_EVAL", t.TempDir())
	code, out, _ := sibyl(t, "eval", "--list")
	if code != 0 || strings.Count(out, "\n") != len(sets.All()) || !strings.Contains(out, "retrieval  ") {
		t.Errorf("list: %d, %q", code, out)
	}
	code, out, _ = sibyl(t, "eval", "diras")
	if code != 0 || !strings.Contains(out, "not measured") {
		t.Errorf("no labels: %d, %q", code, out)
	}
	file := filepath.Join(t.TempDir(), "broken.jsonl")
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"eval", "nothing"}, 2, "climretrieve"},
		{[]string{"eval", "diras", "--data", filepath.Join(t.TempDir(), "gone")}, 2, "cannot be read"},
		{[]string{"eval", "diras", "--data", t.TempDir()}, 2, "diras"},
		{[]string{"eval", "--data", file}, 2, "say which"},
		{[]string{"eval", "diras", "--data", file}, 1, "line 1"},
	} {
		if code, _, errs := sibyl(t, c.args...); code != c.code || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: %d, %q", c.args, code, errs)
		}
	}
}

func TestEvalMissesALimit(t *testing.T) {
	// The right paragraph is the one with none of the question's words, so that nothing finds it first.
	file := filepath.Join(t.TempDir(), "labels.jsonl")
	rows := ""
	for _, p := range []string{"Emissions of carbon fell.", "Carbon emissions of the firm fell.", "Emissions fell by a third."} {
		rows += `{"question": "Did emissions of carbon fall?", "background": "carbon", "paragraph": "` + p + `", "relevance": 0}` + "\n"
	}
	rows += `{"question": "Did emissions of carbon fall?", "background": "carbon", "paragraph": "The chairman thanks all.", "relevance": 2}` + "\n"
	if err := os.WriteFile(file, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	misses := filepath.Join(t.TempDir(), "misses.jsonl")
	code, out, errs := sibyl(t, "eval", "diras", "--json", "--data", file, "--errors", misses)
	var got []sets.Report
	if err := json.Unmarshal([]byte(out), &got); code != 1 || err != nil || len(got) != 1 || got[0].Passed() || !strings.Contains(errs, "missed") {
		t.Errorf("%d, %v, %s, %q", code, err, out, errs)
	}
	if _, err := os.Stat(misses); err != nil {
		t.Error(err)
	}
}

func TestEvalMeasuresWhatTheProgramCarries(t *testing.T) {
	code, out, errs := sibyl(t, "eval", "retrieval", "--json")
	var got []sets.Report
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || len(got) != 1 || len(got[0].Figures) == 0 {
		t.Errorf("%d, %v, %s, %s", code, err, out, errs)
	}
}

// TestEvalMeasuresWithAModel: where a model is configured, its figures stand beside those of the rules, and differ where it rules otherwise.
func TestEvalMeasuresWithAModel(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the sample")
	}
	unanswered := ""
	figures := func() map[string]float64 {
		t.Helper()
		code, out, stderr := sibyl(t, "eval", "legal_sample", "--json")
		var r []sets.Report
		if code != 0 || json.Unmarshal([]byte(out), &r) != nil || len(r) != 1 {
			t.Fatalf("exit code %d: %s %s", code, out, stderr)
		}
		unanswered = r[0].Unanswered
		all := map[string]float64{}
		for _, f := range r[0].Figures {
			all[f.Name] = f.Value
		}
		return all
	}
	alone := figures()
	if unanswered != "" {
		t.Errorf("where nobody is asked, people are told %q", unanswered)
	}
	server := scripted(t, func(r reasontest.Request) string {
		if r.Role() != "assess" {
			return "No."
		}
		return strings.ReplaceAll(reasontest.Sensible(r), "names_only", "not")
	})
	both := figures()
	if _, is := alone["right with the model"]; is || len(server.Requests()) == 0 {
		t.Errorf("without a model: %v; %d requests", alone, len(server.Requests()))
	}
	if both["right"] != alone["right"] || both["right with the model"] == 0 || both["right with the model"] >= both["right"] {
		t.Errorf("alone %v, with a model that finds nothing %v", alone, both)
	}
	server.Always = reasontest.Status(http.StatusUnauthorized, 0)
	if refused := figures(); refused["right with the model"] != alone["right"] || !strings.Contains(unanswered, "1 of 1 texts were not answered") {
		t.Errorf("with a key that is refused %v; people are told %q", refused, unanswered)
	}
}
