package extract_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/extract"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// report has a sentence for each likelihood.
func report(likelihoods ...float64) *statement.Report {
	r := &statement.Report{Reader: "trained"}
	var page []statement.Said
	for i, x := range likelihoods {
		page = append(page, statement.Said{
			Sentence: statement.Sentence{Page: 1, Start: 100 * i, Text: fmt.Sprintf("We cut waste at site %d.", i), Headings: []string{"Waste"}},
			Reading: statement.Reading{
				Claim: x, Voice: statement.Answer{Value: "entity", Sure: 0.9}, Kind: statement.Answer{Value: "event", Sure: 0.5},
				Standing: statement.Answer{Value: "done", Sure: 0.9}, Topic: statement.Answer{Value: "other", Sure: 0.4},
			},
		})
	}
	r.Pages = [][]statement.Said{page}
	return r
}

func revised(t *testing.T, server *reasontest.Server, r *statement.Report) (*statement.Report, []string) {
	t.Helper()
	out, lines, err := extract.Model{}.Revise(server.Step(t, reason.Extract), nil, r)
	if err != nil {
		t.Fatal(err)
	}
	return out, lines
}

func item(name, claim, topic string) string {
	return fmt.Sprintf(`{"name": %q, "claim": %q, "voice": "unit", "kind": "event", "standing": "done", "topic": %q}`, name, claim, topic)
}

func list(items ...string) string { return `{"sentences": [` + strings.Join(items, ", ") + `]}` }

// TestSentences: FRD 3, 9.1: what an answer can be like, and what the report says then.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name  string
		says  []string // one answer after the other; the last one again and again
		want  string   // likelihoods of the four sentences
		lines string   // what people are told
		asks  int
	}{
		{"answers are used, by the names of their sentences", []string{list(item("s2", "yes", "waste"), item("s1", "no", "waste"))}, "0.95 0.1 0.8 0.1", "", 1},
		{"what is not JSON leaves the trained reader's answers", []string{"I cannot help with that."}, "0.95 0.5 0.6 0.1", "1 of 1 questions", 2},
		{"what does not fit is left out, and the rest is used",
			[]string{list(item("s1", "maybe", "waste"), item("s2", "yes", "waste"), `{"name": "s1"}`)}, "0.95 0.5 0.8 0.1", "2 answers", 1},
		{"an empty list is an answer", []string{list()}, "0.95 0.5 0.6 0.1", "", 1},
		{"sentences that were not given count for nothing", []string{list(item("s9", "yes", "waste"), item("s1", "yes", "waste"))}, "0.95 0.8 0.6 0.1", "", 1},
		{"only such sentences are refused", []string{list(item("s9", "yes", "waste")), list(item("s1", "yes", "waste"))}, "0.95 0.8 0.6 0.1", "", 2},
		{"the first of two answers counts", []string{list(item("s1", "yes", "waste"), item("s1", "no", "waste"))}, "0.95 0.8 0.6 0.1", "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = func(reasontest.Request) string {
				return c.says[min(len(server.Requests()), len(c.says))-1]
			}
			before := report(0.95, 0.5, 0.6, 0.1)
			got, lines := revised(t, server, before)
			var have []string
			for _, s := range got.Pages[0] {
				have = append(have, fmt.Sprint(s.Claim))
			}
			if strings.Join(have, " ") != c.want || len(server.Requests()) != c.asks {
				t.Errorf("likelihoods %v after %d requests, want %s after %d", have, len(server.Requests()), c.want, c.asks)
			}
			if told := strings.Join(lines, "; "); !strings.Contains(told, c.lines) || c.lines == "" && told != "" {
				t.Errorf("people are told %q", told)
			}
			if before.Pages[0][1].Claim != 0.5 || before.Pages[0][1].Tagged != nil {
				t.Error("the report that was given is changed")
			}
		})
	}
}

func TestOnlyWhatTheReaderIsUnsureOfIsAsked(t *testing.T) {
	server := reasontest.New(t)
	server.Answer = func(q reasontest.Request) string { return list(item("s1", "yes", "waste")) }
	revised(t, server, report(0.95, 0.05, 0.24, 0.9))
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d requests about sentences that the reader is sure of", n)
	}
	got, _ := revised(t, server, report(0.95, 0.5))
	if len(server.Requests()) != 1 {
		t.Fatalf("%d requests", len(server.Requests()))
	}
	q := server.Requests()[0]
	if names, _ := q.Names(); len(names) != 1 || q.Body("s1") != "Heading: Waste\nSentence: We cut waste at site 1." {
		t.Errorf("asked: %s", q.User)
	}
	s := got.Pages[0][1]
	if s.Tagged == nil || *s.Tagged != 0.5 || s.Topic.Value != "waste" || s.Voice.Value != "entity" || !strings.Contains(got.Reader, "scripted-1") {
		t.Errorf("what stays on record: %+v of %s", s.Reading, got.Reader)
	}
}

// TestAnEndpointWithoutAnswersLeavesTheTrainedReader: FRD 3, 9.1: timeouts, a rate limit that stays, a part that fails.
func TestAnEndpointWithoutAnswersLeavesTheTrainedReader(t *testing.T) {
	for name, fail := range reasontest.Outages() {
		t.Run(name, func(t *testing.T) {
			server, before := reasontest.New(t), report(0.95, 0.5, 0.6, 0.1)
			server.Always = fail
			got, lines := revised(t, server, before)
			if len(server.Requests()) != 1 || !reflect.DeepEqual(got.Pages, before.Pages) {
				t.Errorf("after %d requests sentences read as %+v", len(server.Requests()), got.Pages)
			}
			if len(lines) != 1 || !strings.Contains(lines[0], "1 of 1 questions") {
				t.Errorf("people are told %q", lines)
			}
		})
	}
}

// One of several questions that fails takes nothing from the others.
func TestAQuestionThatFailsLeavesTheOthers(t *testing.T) {
	server := reasontest.New(t)
	server.Answer = func(q reasontest.Request) string {
		if strings.Contains(q.User, "site 0.") {
			return "no"
		}
		names, _ := q.Names()
		var items []string
		for _, n := range names {
			items = append(items, item(n, "yes", "waste"))
		}
		return list(items...)
	}
	many := make([]float64, 40)
	for i := range many {
		many[i] = 0.5
	}
	got, lines := revised(t, server, report(many...))
	decided := 0
	for _, s := range got.Pages[0] {
		if s.Tagged != nil {
			decided++
		}
	}
	if decided != 24 || len(lines) != 1 || !strings.Contains(lines[0], "1 of 3 questions") {
		t.Errorf("%d of 40 sentences are decided; people are told %q", decided, lines)
	}
}
