package assess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/assess"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
)

var passages = []assess.Passage{
	{Page: 3, Headings: []string{"Governance"}, Text: "The sustainability committee of the board meets four times a year."},
	{Page: 9, Text: "Governance matters to us."},
}

func one(name, verdict, quote string) string {
	return fmt.Sprintf(`{"name": %q, "verdict": %q, "quote": %q, "missing": ""}`, name, verdict, quote)
}

// TestPassages: the model rows of FRD 6, 12.2: what is not answered soundly is not answered, and the caller's rules stand.
func TestPassages(t *testing.T) {
	for _, c := range []struct {
		name, says, want string
		outcome          events.AskOutcome
	}{
		{"sound answers", one("q1", "answers", "committee of the board meets four times a year") + "," + one("q2", "names_only", ""),
			"answers names_only", events.AskAnswered},
		{"an invented quotation", one("q1", "answers", "the committee reports to the chair") + "," + one("q2", "not", ""), "none not", events.AskAnswered},
		{"nothing but that", one("q1", "answers", "the committee reports to the chair"), "none none", events.AskUnusable},
		{"words of another passage", one("q2", "answers", "committee of the board meets four times a year"), "none none", events.AskUnusable},
		{"a passage that was not given", one("q8", "not", ""), "none none", events.AskUnusable},
		{"a verdict that there is not is left out", one("q1", "compliant", "") + "," + one("q2", "not", ""), "none not", events.AskAnswered},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = func(reasontest.Request) string { return `{"passages": [` + c.says + `]}` }
			got, asked, err := assess.Model{}.Judge(server.Step(t, reason.Legal), "Who oversees sustainability, and how often.", passages)
			if err != nil || len(asked) != 1 || asked[0].Outcome != c.outcome {
				t.Fatalf("%+v, %v", asked, err)
			}
			var have []string
			for _, j := range got {
				if j == nil {
					have = append(have, "none")
				} else {
					have = append(have, string(j.Verdict))
				}
			}
			if strings.Join(have, " ") != c.want {
				t.Errorf("%v, want %s", have, c.want)
			}
		})
	}
}

func TestManyPassagesAreAskedInParts(t *testing.T) {
	server := reasontest.New(t)
	server.Fails(reasontest.Status(500, 0))
	server.Answer = func(q reasontest.Request) string {
		names, _ := q.Names()
		var items []string
		for _, n := range names {
			items = append(items, one(n, "not", ""))
		}
		return `{"passages": [` + strings.Join(items, ",") + `]}`
	}
	var many []assess.Passage
	for i := range 20 {
		many = append(many, assess.Passage{Page: i, Text: fmt.Sprintf("Sentence number %d of the report.", i)})
	}
	got, asked, err := assess.Model{}.Judge(server.Step(t, reason.Legal), "Who oversees it.", many)
	missing := 0
	for _, j := range got {
		if j == nil {
			missing++
		}
	}
	if err != nil || len(asked) != 3 || missing != 8 && missing != 4 {
		t.Errorf("%d of 20 passages without an answer after one of %d questions failed, %v", missing, len(asked), err)
	}
	server.Options = "?texts=3"
	got, asked, err = assess.Model{}.Judge(server.Step(t, reason.Legal), "Who oversees it.", many)
	if err != nil || len(asked) != 7 || slices.Contains(got, nil) {
		t.Errorf("%d questions of three passages each, %v", len(asked), err)
	}
	if got, asked, err := (assess.Model{}).Judge(t.Context(), "Who oversees it.", many); err != nil || asked != nil || got[0] != nil {
		t.Errorf("without a model: %v, %v", asked, err)
	}
}
