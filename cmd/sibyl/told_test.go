package main

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
)

// forPeople is the closed list of events for people: the fields of each, those in brackets not always there.
var forPeople = map[string]string{
	"agent_started":          "[claims_assigned]",
	"agent_thinking":         "message",
	"agent_status":           "status claims_assigned claims_completed",
	"section_extracted":      "section of claims",
	"claim_routed":           "claim_id agents reasons",
	"evidence_found":         "claim_id summary supports_claim confidence [paragraph_id] [compliance_status]",
	"consistency_check":      "check_name claim_id result details",
	"disclosure_gap_found":   "paragraph_id gap_status",
	"ifrs_coverage_update":   "pillar paragraphs_covered paragraphs_total paragraphs_gaps coverage_percentage",
	"info_request_posted":    "to description request_type",
	"info_response_received": "from summary",
	"evidence_evaluation":    "claim_id evaluation_summary",
	"verdict_issued":         "claim_id verdict reasoning ifrs_mapping confidence iteration cycle_count",
	"reinvestigation":        "claim_ids target_agents cycle evidence_gaps refined_queries_count",
	"search_executed":        "service query results",
	"suspicious_content":     "page kind",
	"error":                  "message [claim_id]",
	"analysis_completed":     "totals",

	"agent_completed claims":       "claim_count by_type by_priority duplicates failed_sections",
	"agent_completed legal":        "claims_processed findings_count gaps_found",
	"agent_completed data_metrics": "claims_processed findings_count consistency_checks_passed consistency_checks_failed",
	"agent_completed judge":        "verdicts_count reinvestigation_requests iteration",
}

// wholeRun waits for the end of the only run there is, and for every event that its document speaks of: the feed has no
// order across topics, and some may come after the end.
func wholeRun(t *testing.T, c client.Client) (doc document.Document, told []feed.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var list struct {
		Runs []client.Run `json:"runs"`
	}
	if err := c.Do(ctx, http.MethodGet, "/runs", "", nil, &list); err != nil || len(list.Runs) != 1 {
		t.Errorf("%d runs, %v", len(list.Runs), err)
		return doc, nil
	}
	if err := c.Do(ctx, http.MethodGet, "/runs/"+list.Runs[0].ID+"/document", "", nil, &doc); err != nil {
		t.Error(err)
		return doc, nil
	}
	cycles := 0
	for _, v := range doc.Verdicts {
		cycles += len(v.Cycles)
	}
	agents := len(events.Agents()) + 2 // the reader of sections and the judge are told of as well
	awaited := map[string]int{
		"agent_started": agents, "agent_completed": agents, "analysis_completed": 1, "verdict_issued": len(doc.Verdicts),
		"claim_routed": len(doc.Claims) + cycles, "reinvestigation": cycles, "disclosure_gap_found": openGaps(doc),
		"ifrs_coverage_update": len(doc.Coverage), "info_request_posted": len(doc.Requests), "info_response_received": len(doc.Requests),
	}
	_, err := c.Watch(ctx, doc.Run.ID, 0, nil, func(e feed.Event) (bool, error) {
		if e.Type == events.ActivityReported.Type {
			told = append(told, e)
			if awaited[e.Event]--; awaited[e.Event] == 0 {
				delete(awaited, e.Event)
			}
		}
		return slices.ContainsFunc(slices.Collect(maps.Values(awaited)), func(n int) bool { return n > 0 }), nil
	})
	if err != nil {
		t.Errorf("waiting for %v: %v", awaited, err)
	}
	return doc, told
}

// openGaps counts what the report should say and does not.
func openGaps(doc document.Document) int {
	n := 0
	for _, g := range doc.Gaps {
		if g.Status == events.NotAddressed || g.Status == events.PartiallyAddressed {
			n++
		}
	}
	return n
}

// telling is what people were told of a run, put together.
type telling struct {
	started, processed, findings map[string]int
	count, claims                map[string]int // by event
	last                         map[string]map[string]any
}

// toldTruly holds every event for people against the list and against the run's document.
func toldTruly(t *testing.T, doc document.Document, told []feed.Event) {
	t.Helper()
	known := map[string]document.Claim{}
	for _, c := range doc.Claims {
		known[c.ID] = c
	}
	sum := telling{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]map[string]any{}}
	for _, e := range told {
		data := map[string]any{}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			t.Fatal(err)
		}
		hasFields(t, e, data)
		if id, ok := data["claim_id"].(string); ok && id != "" && known[id].ID == "" {
			t.Errorf("%s is about %q, which is no claim", e.Event, id)
		}
		sum.add(t, e, data, len(doc.Claims))
	}
	sum.agrees(t, doc)
}

// hasFields holds one event against the list.
func hasFields(t *testing.T, e feed.Event, data map[string]any) {
	t.Helper()
	key := e.Event
	if key == "agent_completed" {
		key += " " + e.Agent
	}
	fields, listed := forPeople[key]
	if !listed && e.Event == "agent_completed" && slices.Contains(events.Agents(), events.Agent(e.Agent)) { // one without work on whole reports
		fields, listed = "claims_processed findings_count", true
	}
	if !listed || e.Agent == "" || e.Run == "" || e.At.IsZero() {
		t.Errorf("an event %q of %q at %s, run %q", key, e.Agent, e.At, e.Run)
		return
	}
	may := map[string]bool{}
	for _, f := range strings.Fields(fields) {
		name := strings.Trim(f, "[]")
		may[name] = true
		if _, there := data[name]; !there && name == f {
			t.Errorf("%s of %s has no %s: %s", e.Event, e.Agent, name, e.Data)
		}
	}
	for name := range data {
		if !may[name] {
			t.Errorf("%s of %s has a field %s, which is not listed", e.Event, e.Agent, name)
		}
	}
}

func number(data map[string]any, field string) int {
	n, ok := data[field].(float64)
	if !ok {
		return -1
	}
	return int(n)
}

// add counts an event, and says what cannot be of the event alone.
func (s *telling) add(t *testing.T, e feed.Event, data map[string]any, claims int) {
	t.Helper()
	s.count[e.Event]++
	switch e.Event {
	case "agent_started":
		if _, twice := s.started[e.Agent]; twice {
			t.Errorf("%s starts twice", e.Agent)
		}
		s.started[e.Agent] = number(data, "claims_assigned")
	case "agent_status":
		assigned, completed := number(data, "claims_assigned"), number(data, "claims_completed")
		if completed < 0 || completed > assigned || assigned > claims || data["status"] == "completed" && completed != assigned {
			t.Errorf("%s is %s with %d of %d claims done, of %d", e.Agent, data["status"], completed, assigned, claims)
		}
		if !slices.Contains([]any{"idle", "working", "paused", "completed", "error"}, data["status"]) {
			t.Errorf("%s is %q", e.Agent, data["status"])
		}
	case "agent_completed":
		s.processed[e.Agent], s.findings[e.Agent] = number(data, "claims_processed"), number(data, "findings_count")
		s.last[e.Agent] = data
	case "section_extracted":
		s.claims[e.Event] += number(data, "claims")
	case "ifrs_coverage_update":
		if covered, gaps, total := number(data, "paragraphs_covered"), number(data, "paragraphs_gaps"), number(data, "paragraphs_total"); covered < 0 ||
			gaps < 0 || covered+gaps > total {
			t.Errorf("coverage %v", data)
		}
	case "info_request_posted":
		if to, ok := data["to"].(string); !ok || !slices.Contains(events.Agents(), events.Agent(to)) {
			t.Errorf("a question goes to %v", data["to"])
		}
	case "analysis_completed":
		s.last[e.Event], _ = data["totals"].(map[string]any)
	}
}

// sum adds up a count by kinds.
func sum(counts any) int {
	by, _ := counts.(map[string]any)
	n := 0
	for kind := range by {
		n += number(by, kind)
	}
	return n
}

// agrees holds the counts against the document.
func (s *telling) agrees(t *testing.T, doc document.Document) {
	t.Helper()
	is := func(what string, have, want int) {
		t.Helper()
		if have != want {
			t.Errorf("%s: people are told %d, the document has %d", what, have, want)
		}
	}
	for _, a := range events.Agents() {
		assigned, findings := 0, 0
		for _, c := range doc.Claims {
			if slices.Contains(c.Agents, a) {
				assigned++
			}
		}
		for _, f := range doc.Findings {
			if f.Agent == a {
				findings++
			}
		}
		is(string(a)+" starts with claims", s.started[string(a)], assigned)
		is(string(a)+" has processed claims", s.processed[string(a)], assigned)
		is(string(a)+" findings", s.findings[string(a)], findings)
	}
	open, failed, passed, cycles, passes := openGaps(doc), 0, 0, 0, 0
	for _, c := range doc.Checks {
		switch c.Result {
		case events.CheckFail:
			failed++
		case events.CheckPass:
			passed++
		}
	}
	for _, v := range doc.Verdicts {
		cycles, passes = cycles+len(v.Cycles), max(passes, v.Iteration)
	}
	claims, judge, metrics, end := s.last["claims"], s.last["judge"], s.last["data_metrics"], s.last["analysis_completed"]
	if n, numbered := s.started["claims"]; !numbered || n != -1 {
		t.Errorf("the claims agent starts with %d claims: it has none to start with", n)
	}
	is("claims", number(claims, "claim_count"), len(doc.Claims))
	is("claims by type", sum(claims["by_type"]), len(doc.Claims))
	is("claims by priority", sum(claims["by_priority"]), len(doc.Claims))
	is("claims of sections, less the repeated", s.claims["section_extracted"]-number(claims, "duplicates"), len(doc.Claims))
	is("the judge starts with claims", s.started["judge"], len(doc.Claims))
	is("verdicts", number(judge, "verdicts_count"), len(doc.Verdicts))
	is("verdicts issued", s.count["verdict_issued"], len(doc.Verdicts))
	is("claims sent round again", number(judge, "reinvestigation_requests"), cycles)
	is("events of claims sent round again", s.count["reinvestigation"], cycles)
	is("the last pass", number(judge, "iteration"), passes)
	is("claims routed, each pass", s.count["claim_routed"], len(doc.Claims)+cycles)
	is("open disclosures", number(s.last["legal"], "gaps_found"), open)
	is("disclosures told of", s.count["disclosure_gap_found"], open)
	is("pillars", s.count["ifrs_coverage_update"], len(doc.Coverage))
	is("checks failed", number(metrics, "consistency_checks_failed"), failed)
	is("checks passed", number(metrics, "consistency_checks_passed"), passed)
	is("questions", s.count["info_request_posted"], len(doc.Requests))
	is("claims at the end", number(end, "claims"), len(doc.Claims))
	is("verdicts at the end", sum(end["verdicts"]), len(doc.Verdicts))
	is("open disclosures at the end", number(end, "gaps"), open)
	is("questions at the end", number(end, "requests"), len(doc.Requests))
	is("errors", s.count["error"], 0)
}
