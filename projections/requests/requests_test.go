package requests

import (
	"encoding/json"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// The three events of a question come in any order and may be missing: the status is that of what is there.
func TestTheStatusIsReadOffWhatIsThere(t *testing.T) {
	body := func(v any) []byte {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	asked := events.InfoRequest{ID: "r1", From: events.Legal, Kind: events.AskBenchmark, Question: "?"}
	answer := events.InfoAnswer{RequestID: "r1", From: events.Academic, Answer: "3"}
	refusal := events.InfoAnswer{RequestID: "r1", From: events.Academic, Answer: "no", Refused: true}
	ended := func(status events.InquiryStatus, a *events.InfoAnswer) []byte {
		q := asked
		q.To = events.Academic
		return body(events.RequestClosure{Request: q, Status: status, Answer: a, Reason: map[bool]string{true: "too slow"}[a == nil]})
	}
	for name, tc := range map[string]struct {
		asked, answer, closed []byte
		status                events.InquiryStatus
		said                  string
		to                    events.Agent
	}{
		"asked":                        {body(asked), nil, nil, events.InquiryOpen, "", ""},
		"answered, not yet heard":      {body(asked), body(answer), nil, events.InquiryAnswered, "3", events.Academic},
		"refused, not yet heard":       {body(asked), body(refusal), nil, events.InquiryRefused, "no", events.Academic},
		"answered":                     {body(asked), body(answer), ended(events.InquiryAnswered, &answer), events.InquiryAnswered, "3", events.Academic},
		"the end alone":                {nil, nil, ended(events.InquiryAnswered, &answer), events.InquiryAnswered, "3", events.Academic},
		"refused by the router":        {body(asked), nil, ended(events.InquiryRefused, &refusal), events.InquiryRefused, "no", events.Academic},
		"expired":                      {body(asked), nil, ended(events.InquiryExpired, nil), events.InquiryExpired, "", events.Academic},
		"late":                         {body(asked), body(answer), ended(events.InquiryExpired, nil), events.InquiryLate, "3", events.Academic},
		"a late refusal is no answer":  {body(asked), body(refusal), ended(events.InquiryExpired, nil), events.InquiryExpired, "no", events.Academic},
		"late, the question not there": {nil, body(answer), ended(events.InquiryExpired, nil), events.InquiryLate, "3", events.Academic},
	} {
		r, err := read(tc.asked, tc.answer, tc.closed)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if r.Answer != nil {
			said = r.Answer.Answer
		}
		if r.Status != tc.status || said != tc.said || r.To != tc.to || r.ID != "r1" || r.Question != "?" ||
			(tc.status == events.InquiryExpired) != (r.Reason != "") && tc.status != events.InquiryLate {
			t.Errorf("%s: %+v says %q", name, r, said)
		}
	}
	if _, err := read([]byte("{"), nil, nil); err == nil {
		t.Error("a broken row was read")
	}
}
