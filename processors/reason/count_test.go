package reason_test

import (
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// TestQuestionsAreCountedWithoutBeingAsked: an estimate sends nothing and writes nothing; it has each role with its model and price.
func TestQuestionsAreCountedWithoutBeingAsked(t *testing.T) {
	w := newWorld(t)
	counter := reason.NewCounter(reason.Models{reason.Judge: model + "?max_output_tokens=100", reason.Extract: "unpriced-1"})
	ctx := counter.Counting(t.Context())
	for n := range 3 {
		if _, r, err := reason.Ask(ctx, question(n), anything); err != nil || r.Outcome == reason.Answered {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if _, r, err := reason.Ask(ctx, reason.Question{Prompt: reason.PromptNamed("legal")}, anything); r != nil || err != nil {
		t.Errorf("a role without a model: %+v, %v", r, err)
	}
	counter.Expect("extract", 4, 500, 2)
	counter.Expect("legal", 9, 500, 2)
	all := counter.Expected(reason.Prices{model: {Input: apd.New(1, 0), Cached: apd.New(1, 0), Output: apd.New(10, 0)}}, "https://models.example")
	if len(all) != 2 || all[0].Role != reason.Extract || all[0].Calls != 4 || all[0].InputTokens != 2000 || all[0].USD != nil {
		t.Fatalf("%+v", all)
	}
	j := all[1]
	want := ledger.Add(ledger.Times(apd.New(1, 0), j.InputTokens), ledger.Times(apd.New(10, 0), 300))
	if j.Calls != 3 || j.Model != model || j.OutputTokens != 300 || j.MostOutput != 300 ||
		j.InputTokens < 3*500 || j.InputTokens > 3*1500 || j.USD.Cmp(want) != 0 {
		t.Errorf("%+v", j)
	}
	if len(w.server.Requests()) != 0 {
		t.Error("somebody was asked")
	}
	slow, fast := reason.Lasting(all, 1, 5), reason.Lasting(all, 8, 0)
	if fast <= 0 || slow < 8*fast || slow > time.Hour {
		t.Errorf("%s on one slow machine, %s at a hosted one", slow, fast)
	}
}
