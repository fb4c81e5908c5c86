package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Findings are stated as lines, in the form that testdata/cases.txt explains.

const (
	testClaim  = "clm_1"
	testReport = "rep_1"
)

func claimOf(kind events.ClaimType) events.Claim {
	return events.Claim{
		ID: testClaim, ReportID: testReport, Text: "Scope 1 emissions fell by 30 % since 2019.", Type: kind,
		Priority: events.High, Page: 4,
		Paragraphs: paragraphLinks(kind),
		Entities:   events.Entities{Subject: "company", Figures: []string{"30 %"}, Periods: []string{"2019"}, Places: []string{"Borneo"}},
	}
}

// tasks reads "legal! academic": the agents of a pass, the required ones marked.
func tasks(s string) []events.AgentTask {
	var out []events.AgentTask
	for _, word := range strings.Fields(s) {
		agent, required := strings.CutSuffix(word, "!")
		out = append(out, events.AgentTask{Agent: events.Agent(agent), Required: required})
	}
	return out
}

// heard is one line of a table as an event.
type heard struct {
	finding *events.Finding
	unable  *events.Inability
	ruling  *events.Override
}

// ruledAt is when people rule.
var ruledAt = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

func findingID(line int) string { return fmt.Sprintf("fnd_%02d", line) }

func parse(t *testing.T, lines []string) []heard {
	t.Helper()
	out := make([]heard, len(lines))
	for i, line := range lines {
		out[i] = parseLine(t, i+1, line)
	}
	return out
}

func parseLine(t *testing.T, n int, line string) heard {
	t.Helper()
	words := strings.Fields(line)
	agent, sign := events.Agent(words[0]), words[1]
	iteration := 0 // the first that is named
	words = slices.DeleteFunc(words[2:], func(w string) bool {
		v, err := strconv.Atoi(strings.TrimPrefix(w, "i"))
		if strings.HasPrefix(w, "i") && err == nil {
			iteration = cmp.Or(iteration, v)
			return true
		}
		return false
	})
	iteration = cmp.Or(iteration, 1)
	if sign == "!" || sign == "~" {
		return heard{unable: &events.Inability{Agent: agent, ClaimID: testClaim, Iteration: iteration, Reason: strings.Join(words, " "), GivenUp: sign == "~"}}
	}
	f := &events.Finding{
		ID: findingID(n), Agent: agent, ClaimID: testClaim, Iteration: iteration, Last: true,
		EvidenceType: "test", Summary: "line " + strconv.Itoa(n), Details: json.RawMessage(`{}`), Confidence: events.ConfidenceHigh,
	}
	yes, no := true, false
	switch sign {
	case "+":
		f.SupportsClaim = &yes
	case "-":
		f.SupportsClaim = &no
	case "?":
		f.EvidenceType, f.Exhausted, f.Summary = events.EvidenceNoSource, true, strings.Join(words, " ")
		return heard{finding: f}
	case "0":
	default:
		t.Fatalf("line %d: sign %q", n, sign)
	}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch {
		case w == "high" || w == "medium" || w == "low":
			f.Confidence = events.Confidence(w)
		case w == "exhausted":
			f.Exhausted = true
		case w == "more":
			f.Last = false
		case w == "consistent":
			f.InternallyConsistent = &yes
		case w == "inconsistent":
			f.InternallyConsistent = &no
		case strings.HasPrefix(w, "as:"):
			f.EvidenceType = strings.TrimPrefix(w, "as:")
		case strings.HasPrefix(w, "refers:"):
			line, err := strconv.Atoi(strings.TrimPrefix(w, "refers:"))
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			f.RefersTo = findingID(line)
		case value != "":
			f.Paragraphs = append(f.Paragraphs, events.ParagraphStatus{ID: key, Status: events.DisclosureStatus(value)})
		default:
			ground(t, n, f, w)
		}
	}
	return heard{finding: f}
}

// ground adds origin[:source][@tier]; a leading * names the origin without giving any evidence for it, a
// leading & gives evidence on which the conclusion does not rest.
func ground(t *testing.T, n int, f *events.Finding, word string) {
	t.Helper()
	word, bare := strings.CutPrefix(word, "*")
	word, beside := strings.CutPrefix(word, "&")
	word, tier, tiered := strings.Cut(word, "@")
	origin, source, _ := strings.Cut(word, ":")
	e := events.Evidence{Origin: events.Origin(origin), Source: source, Quote: fmt.Sprintf("a quotation of line %d", n)}
	if tiered {
		var err error
		if e.Tier, err = strconv.Atoi(tier); err != nil {
			t.Fatal(err)
		}
		e.Date = "2023-04-01"
	}
	if !beside && !slices.Contains(f.Origins, e.Origin) {
		f.Origins = append(f.Origins, e.Origin)
	}
	if !bare {
		f.Evidence = append(f.Evidence, e)
	}
}

// run gives the judge the opening of each pass and then what was heard, and returns the case and all it
// published.
func run(t *testing.T, kind events.ClaimType, cap int, passes []string, lines []string) (Case, []events.Draft) {
	t.Helper()
	b := bench{DefaultRubric()}
	var c Case
	var drafts []events.Draft
	take := func(s stream.Step[Case], err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		c, drafts = throughJSON(t, s.State), append(drafts, s.Publish...)
	}
	for i, p := range passes {
		take(b.opened(context.Background(), c, events.Event[events.Case]{
			Envelope: events.Envelope{Iteration: i + 1, IterationCap: cap},
			Data:     events.Case{Claim: claimOf(kind), Iteration: i + 1, Agents: tasks(p)},
		}))
	}
	for _, h := range parse(t, lines) {
		take(b.listen(c, h, cap))
	}
	return c, drafts
}

func (b bench) listen(c Case, h heard, cap int) (stream.Step[Case], error) {
	if h.ruling != nil {
		return b.overridden(context.Background(), c, events.Event[events.Override]{Envelope: events.Envelope{Time: ruledAt, IterationCap: cap}, Data: *h.ruling})
	}
	if h.unable != nil {
		return b.unable(context.Background(), c, events.Event[events.Inability]{
			Envelope: events.Envelope{Iteration: h.unable.Iteration, IterationCap: cap}, Data: *h.unable,
		})
	}
	return b.produced(context.Background(), c, events.Event[events.Finding]{
		Envelope: events.Envelope{Iteration: h.finding.Iteration, IterationCap: cap}, Data: *h.finding,
	})
}

// throughJSON is what the state topic does to a state between two steps.
func throughJSON(t *testing.T, c Case) Case {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var out Case
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func verdicts(drafts []events.Draft) []events.Verdict {
	return payloads[events.Verdict](drafts, events.VerdictIssued.Type)
}

func requests(drafts []events.Draft) []events.Reinvestigation {
	return payloads[events.Reinvestigation](drafts, events.ReinvestigationRequested.Type)
}

func payloads[E any](drafts []events.Draft, typ string) []E {
	var out []E
	for _, d := range drafts {
		if d.Type() == typ {
			out = append(out, d.Payload.(E))
		}
	}
	return out
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// paragraphLinks gives only strategic claims a preliminary paragraph, so that the others show what the
// findings alone say.
func paragraphLinks(kind events.ClaimType) []events.ParagraphLink {
	if kind != events.Strategic {
		return nil
	}
	return []events.ParagraphLink{{ID: "S2.14(a)(iv)", Pillar: "strategy"}}
}
