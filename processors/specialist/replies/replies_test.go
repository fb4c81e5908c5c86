package replies_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/specialist/replies"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// parsed stores a report of one paragraph a page.
func parsed(t *testing.T, store artefact.Store, paragraphs ...string) string {
	t.Helper()
	d := &document.Document{Version: document.Version, SHA256: strings.Repeat("a", 64)}
	for i, text := range paragraphs {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: text, Lines: []document.Line{{End: len([]rune(text)), Role: document.RoleBody}}})
	}
	data, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := store.Put(t.Context(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

const certifier = "Our environmental management is certified to ISO 14001 by the inspectors of Rheingold Prüfung, last in March 2024."

// The report and the index of it are the same in all tests.
var (
	reports = artefact.NewMemory()
	second  = replies.New(reports)
)

// asked hands a question on to an agent that has nothing at hand, and returns its answer.
func asked(t *testing.T, kind string, role reason.Role, says func(reasontest.Request) string) (events.InfoAnswer, *reasontest.Server) {
	t.Helper()
	server := reasontest.New(t)
	server.Answer = says
	return askedOf(t, server, kind, role), server
}

func askedOf(t *testing.T, server *reasontest.Server, kind string, role reason.Role) events.InfoAnswer {
	t.Helper()
	agent := specialist.New(specialist.Agent{Name: events.NewsMedia, Second: second})
	d := streamtest.New(t, stream.Learning(agent, server.Learner(t, role)))
	claim := events.Claim{
		ID: "clm_1", ReportID: "rep_1", Page: 2, Text: "All sites are certified to ISO 14001.",
		Parse: parsed(t, reports, certifier, "All sites are certified to ISO 14001.", "We planted 40 trees at the lake in 2023."),
	}
	d.When(streamtest.Event(events.RequestRouted, "run_1", events.ClaimSubject("clm_1", "request", "req_1", "routed"), events.InfoRequest{
		ID: "req_1", From: events.Legal, To: events.NewsMedia, Kind: kind, ClaimID: "clm_1", Iteration: 1, Claim: &claim,
		Question: `Does anybody outside the company confirm "ISO 14001"?`,
	}))
	return streamtest.One(d, events.InfoProvided).Data
}

// naming answers with the passage that holds some words, by the short name that it was given.
func naming(words, answer, quote string) func(reasontest.Request) string {
	return func(q reasontest.Request) string {
		names, _ := q.Names()
		for _, n := range names {
			if n[0] == 'p' && strings.Contains(q.Body(n), words) {
				return fmt.Sprintf(`{"answer": %q, "from": [{"name": %q, "quote": %q}]}`, answer, n, quote)
			}
		}
		return "the passage was not given"
	}
}

// TestReplies: what an answer of a model to another agent may rest on. Whatever does not hold leaves the agent's own refusal.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name  string
		says  func(reasontest.Request) string
		holds string // in the answer; empty where it is refused
	}{
		{"with words of a passage",
			naming("Rheingold", "The report names Rheingold Prüfung, which certified it in March 2024.", "certified to ISO 14001 by the inspectors of Rheingold"),
			"scripted-1 reads in what was looked up: The report names Rheingold"},
		{"an invented quotation", naming("Rheingold", "The report names a certifier.", "confirmed by the ministry of the environment"), ""},
		{"an invented figure", naming("Rheingold", "It was certified at 17 sites.", "certified to ISO 14001 by the inspectors"), ""},
		{"a passage that was not given", func(reasontest.Request) string {
			return `{"answer": "It is confirmed.", "from": [{"name": "p99", "quote": "certified to ISO 14001"}]}`
		}, ""},
		{"nothing that it rests on", func(reasontest.Request) string { return `{"answer": "Yes, it is confirmed.", "from": []}` }, ""},
		{"no answer", func(reasontest.Request) string { return `{"answer": "", "from": []}` }, ""},
		{"no JSON", func(reasontest.Request) string { return "Nobody does." }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, server := asked(t, events.AskCorroboration, reason.Replies, c.says)
			if a.Refused != (c.holds == "") || !strings.Contains(a.Answer, c.holds) || len(server.Requests()) == 0 {
				t.Fatalf("%+v", a)
			}
			if c.holds == "" {
				if !strings.Contains(a.Answer, "nothing at hand") || len(a.Evidence) > 0 {
					t.Errorf("%+v", a)
				}
				return
			}
			// The report's own words are the company's: they corroborate nothing.
			if e := a.Evidence; len(e) != 1 || e[0].Origin != events.OriginReport || e[0].Page != 1 || !strings.Contains(certifier, e[0].Quote) {
				t.Errorf("evidence %+v", e)
			}
		})
	}
}

func TestAnEndpointWithoutAnswersLeavesTheAgentsRefusal(t *testing.T) {
	for name, fail := range reasontest.Outages() {
		server := reasontest.New(t)
		server.Always = fail
		a := askedOf(t, server, events.AskCorroboration, reason.Replies)
		if !a.Refused || !strings.Contains(a.Answer, "nothing at hand") || len(a.Evidence) > 0 || len(server.Requests()) != 1 {
			t.Errorf("%s: %+v after %d requests", name, a, len(server.Requests()))
		}
	}
}

func TestReportAndStandardsAreLookedUpForAQuestion(t *testing.T) {
	_, server := asked(t, events.AskMethod, reason.Replies, func(reasontest.Request) string { return `{"answer": "", "from": []}` })
	q := server.Requests()[0]
	if !strings.Contains(q.User, "The report, page 1") || !strings.Contains(q.User, "A summary of S") || strings.Contains(q.System, "ISO 14001") {
		t.Errorf("the model is given\n%s", q.User)
	}
	if !strings.Contains(q.Schema, `"name":{"type":"string","enum":["p1","p2"`) {
		t.Errorf("the endpoint is told %s", q.Schema)
	}
	if strings.Count(q.User, "All sites are certified") != 1 {
		t.Errorf("the claim is given as its own evidence:\n%s", q.User)
	}
}

// Arithmetic is code's, and so are figures of tables; and without the role nobody is asked.
func TestWhatNoModelIsAsked(t *testing.T) {
	says := naming("Rheingold", "The report names Rheingold Prüfung.", "certified to ISO 14001 by the inspectors of Rheingold")
	for _, kind := range []string{events.AskArithmetic, events.AskBenchmark} {
		if a, server := asked(t, kind, reason.Replies, says); !a.Refused || len(server.Requests()) > 0 {
			t.Errorf("%s: %+v", kind, a)
		}
	}
	if a, server := asked(t, events.AskCorroboration, reason.Judge, says); !a.Refused || len(server.Requests()) > 0 {
		t.Errorf("without the role: %+v", a)
	}
}
