package judge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// message is one event of a case, for shuffling.
type message struct {
	opening *events.Case
	heard
}

func (m message) deliver(t *testing.T, b bench, c Case, limit int) (Case, []events.Draft) {
	t.Helper()
	c, drafts := m.hand(t, b, c, limit)
	return throughJSON(t, c), drafts
}

// hand delivers without what the state topic does to a state.
func (m message) hand(t *testing.T, b bench, c Case, limit int) (Case, []events.Draft) {
	t.Helper()
	var s stream.Step[Case]
	var err error
	if m.opening != nil {
		s, err = b.opened(context.Background(), c, events.Event[events.Case]{Envelope: events.Envelope{IterationCap: limit}, Data: *m.opening})
	} else {
		s, err = b.listen(c, m.heard, limit)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.State, s.Publish
}

// keepAgentsOrder puts what an agent said last in a pass after the rest of it, as the partition it shares
// with itself guarantees.
func keepAgentsOrder(ms []message) {
	for i, m := range ms {
		if m.finding == nil || !m.finding.Last {
			continue
		}
		for j := i + 1; j < len(ms); j++ {
			if f := ms[j].finding; f != nil && f.Agent == m.finding.Agent && f.Iteration == m.finding.Iteration {
				ms[i], ms[j] = ms[j], ms[i]
				i = j
			}
		}
	}
}

// orderCases are fixed sets of events; the passes are what the judge asks for when it hears them.
var orderCases = []struct {
	name   string
	kind   events.ClaimType
	passes []string
	lines  []string
}{
	{"one pass", events.Strategic, []string{"legal! academic! news_media"}, []string{
		"legal + high report more", "legal 0 low report more", "legal + medium report more",
		"legal 0 medium S2.14(a)(iv)=fully_addressed S2.33=not_addressed", "academic + high external:doi.org/x",
		"news_media + medium external:ft.com/a@2 external:bbc.co.uk/b@1 more", "news_media 0 low",
	}},
	{"contradictions and an inability", events.Quantitative, []string{"data_metrics! legal academic", "data_metrics! academic"}, []string{
		"data_metrics - high computed more", "data_metrics + medium report", "legal 0 high exhausted", "academic ! down",
		"data_metrics - high computed refers:1 exhausted i2", "academic + high external:doi.org/x exhausted i2",
	}},
	{"three passes", events.Geographic, []string{"geography! legal", "geography!", "geography!"}, []string{
		"geography ! timed out", "legal 0 high exhausted", "geography ! timed out i2", "geography 0 low imagery i3",
	}},
}

func TestOrderChangesNothing(t *testing.T) {
	for _, tc := range orderCases {
		t.Run(tc.name, func(t *testing.T) {
			var all []message
			for i, p := range tc.passes {
				all = append(all, message{opening: &events.Case{Claim: claimOf(tc.kind), Iteration: i + 1, Agents: tasks(p)}})
			}
			for _, h := range parse(t, tc.lines) {
				all = append(all, message{heard: h})
			}
			judged := func(ms []message) ([]events.Verdict, int) {
				b := bench{DefaultRubric()}
				var c Case
				var drafts []events.Draft
				for _, m := range ms {
					var out []events.Draft
					c, out = m.deliver(t, b, c, 3)
					drafts = append(drafts, out...)
				}
				return verdicts(drafts), len(requests(drafts))
			}
			wantVerdicts, wantRequests := judged(all)
			if len(wantVerdicts) != 1 || wantRequests != len(tc.passes)-1 {
				t.Fatalf("%d verdicts and %d requests: the set is not one that the judge would hear", len(wantVerdicts), wantRequests)
			}
			want := encoded(t, wantVerdicts[0])
			rng := rand.New(rand.NewPCG(11, 22))
			orders := map[string]bool{}
			for range 1000 {
				ms := slices.Clone(all)
				rng.Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
				keepAgentsOrder(ms)
				orders[fmt.Sprint(ms)] = true
				issued, asked := judged(ms)
				if asked != wantRequests || len(issued) != 1 {
					t.Fatalf("%d requests, %d verdicts in order %v", asked, len(issued), ms)
				}
				if got := encoded(t, issued[0]); got != want {
					t.Fatalf("another verdict:\n%s\n%s", got, want)
				}
			}
			if len(orders) < 100 {
				t.Errorf("only %d different orders", len(orders))
			}
		})
	}
}

// TestNoCaseHangsOrExceedsItsCap plays every combination of answers of two agents over all passes the judge
// asks for, under every cap: each case ends with exactly one verdict, never beyond its cap.
func TestNoCaseHangsOrExceedsItsCap(t *testing.T) {
	answers := []string{
		"+ high report", "+ high external:%s.example/a", "- high computed", "- low external:%s.example/b@4", "0 low", "0 low exhausted",
		"! failed", "~ silent", "+ medium report S2.29=partially_addressed", "? no source configured",
	}
	agents := []string{"legal", "data_metrics", "academic"}
	games := 0
	for limit := 1; limit <= 4; limit++ {
		for i := range len(answers) * len(answers) * len(answers) {
			choice := map[string]int{"legal": i % len(answers), "data_metrics": i / len(answers) % len(answers), "academic": i / len(answers) / len(answers)}
			play(t, limit, agents[:2+i%2], choice, answers)
			games++
		}
	}
	if games != 4000 {
		t.Errorf("%d games", games)
	}
}

func play(t *testing.T, limit int, asked []string, choice map[string]int, answers []string) {
	t.Helper()
	b := bench{DefaultRubric()}
	var c Case
	line := 0
	for pass := 1; ; pass++ {
		if pass > limit {
			t.Fatalf("pass %d of %d, choices %v", pass, limit, choice)
		}
		ms := []message{{opening: &events.Case{Claim: claimOf(events.Quantitative), Iteration: pass, Agents: tasks(strings.Join(asked, " "))}}}
		for _, a := range asked {
			line++
			text := answers[(choice[a]+pass-1)%len(answers)] // another answer in each pass
			if strings.Contains(text, "%s") {
				text = fmt.Sprintf(text, a)
			}
			ms = append(ms, message{heard: parseLine(t, line, fmt.Sprintf("%s %s i%d", a, text, pass))})
		}
		var drafts []events.Draft
		for _, m := range ms {
			var out []events.Draft
			c, out = m.deliver(t, b, c, limit)
			drafts = append(drafts, out...)
		}
		for _, d := range drafts {
			if _, err := d.Seal(events.Envelope{Run: "r", Iteration: pass, IterationCap: limit}, Name, noTime); err != nil {
				t.Fatalf("choices %v: %v", choice, err)
			}
		}
		again := requests(drafts)
		if issued := verdicts(drafts); len(issued)+len(again) != 1 {
			t.Fatalf("pass %d: %d verdicts, %d requests, choices %v", pass, len(issued), len(again), choice)
		} else if len(issued) == 1 {
			return
		}
		asked = nil
		for _, a := range again[0].Agents {
			asked = append(asked, string(a.Agent))
		}
	}
}
