package answer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// testdata/parity.jsonl is what the nets say where they were trained (data/models/train/answers.py).
func TestTheNetsSayWhatTheyWereTrainedToSay(t *testing.T) {
	judge, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); n++ {
		var want struct {
			Part     string    `json:"part"`
			Features []float32 `json:"features"`
			Said     []float64 `json:"said"`
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		for v, got := range judge.score(want.Part, want.Features) {
			if math.Abs(got-want.Said[v]) > 0.002 {
				t.Errorf("pair %d, %s: %.3f, %.4f where it was trained", n, Verdicts[v], got, want.Said[v])
			}
		}
	}
	if n < 50 {
		t.Errorf("%d pairs compared", n)
	}
}

func TestAModelThatDoesNotFitIsRefused(t *testing.T) {
	var whole map[string]any
	if err := json.Unmarshal([]byte(models.Answers), &whole); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(m map[string]any){
		"other features":                    func(m map[string]any) { m["features"] = "0" },
		"no nets":                           func(m map[string]any) { m["nets"] = []any{} },
		"a short mean":                      func(m map[string]any) { m["mean"] = []any{1.0} },
		"no scale":                          func(m map[string]any) { m["scale"].([]any)[0] = 0.0 },
		"parts of which nothing is learned": func(m map[string]any) { m["parts"] = append(m["parts"].([]any), "S1.1#none") },
		"a tree that goes in circles":       func(m map[string]any) { m["trees"].([]any)[0].(map[string]any)["left"].([]any)[0] = 0.0 },
		"a tree without values":             func(m map[string]any) { m["trees"].([]any)[0].(map[string]any)["value"] = []any{} },
		"a tree with a feature too many":    func(m map[string]any) { m["trees"].([]any)[0].(map[string]any)["feature"].([]any)[0] = 1e6 },
		"a short layer":                     func(m map[string]any) { m["nets"].([]any)[0].(map[string]any)["last"] = []any{1.0} },
	} {
		t.Run(name, func(t *testing.T) {
			m := map[string]any{}
			if err := json.Unmarshal([]byte(models.Answers), &m); err != nil {
				t.Fatal(err)
			}
			change(m)
			data, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := NewTrained(string(data)); !errors.Is(err, ErrModel) {
				t.Errorf("taken: %v", err)
			}
		})
	}
	if _, err := NewTrained("{"); !errors.Is(err, ErrModel) {
		t.Errorf("half a file is taken: %v", err)
	}
}

// passages of an imaginary report.
func passages() []Passage {
	entity := &statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "entity", Sure: 0.97}, Area: statement.Answer{Value: "governance", Sure: 0.9}}
	return []Passage{
		{Page: 1, Text: "We bake bread in forty towns."},
		{
			Page: 2, Text: "The Supervisory Board has a sustainability committee, which oversees climate risks and meets four times a year.",
			Headings: []string{"Governance"}, Said: entity,
		},
		{Page: 3, Text: "Flour\t12,000\t11,400", Row: true, Headings: []string{"Purchases in tonnes"}},
		{Page: 4, Text: "Bread is best eaten fresh."},
	}
}

func TestAShelfLeadsToWhatAQuestionAsks(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewShelf(context.Background(), passages())
	if err != nil {
		t.Fatal(err)
	}
	part := parts.Of("S2.6(a)#identify_body")
	got := s.Candidates(part, nil)
	if len(got) == 0 || got[0].At != 1 {
		t.Fatalf("%+v", got)
	}
	if got := s.Candidates(part, map[int]Cue{3: CueAnswers}); got[0].At != 3 || got[0].Cue != CueAnswers {
		t.Errorf("what a cue names does not come first: %+v", got)
	}
	judge, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	said, err := judge.Judge(context.Background(), s, part, []Candidate{{At: 1, Cue: CueAnswers}, {At: 0}, {At: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if said[0].Verdict != Answers || said[0].Actor != "entity" || said[1].Verdict != Not || said[2].Verdict != Not || said[2].Actor != "" {
		t.Errorf("%+v", said)
	}
	again, err := judge.Judge(context.Background(), s, part, []Candidate{{At: 2}, {At: 1, Cue: CueAnswers}})
	if err != nil || again[1] != said[0] || again[0] != said[2] {
		t.Errorf("a pair is judged otherwise in other company: %+v, %v", again, err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := judge.Judge(ended, s, part, got); err == nil {
		t.Error("judged after the end")
	}
}

func TestQuestionsThatDoNotFitAreRefused(t *testing.T) {
	for name, file := range map[string]string{
		"no such part":  "S2.6(a)#nobody: Who? | somebody",
		"no phrases":    "S2.6(a)#identify_body: Who oversees climate?",
		"the same part": strings.Repeat("S2.6(a)#identify_body: Who oversees climate? | board\n", 2),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseParts(file); err == nil {
				t.Error("taken")
			}
		})
	}
}

func TestFeaturesAreAsManyAsTheNetsRead(t *testing.T) {
	judge, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewShelf(context.Background(), passages())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts.All() {
		for _, x := range s.Features(p, []Candidate{{At: 1}, {At: 2}}) {
			if len(x) != judge.file.Width {
				t.Fatalf("%s: %d features, the nets read %d", p.ID, len(x), judge.file.Width)
			}
		}
	}
}
