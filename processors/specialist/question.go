package specialist

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
)

const (
	defaultPatience = 20 * time.Second // shorter than the conductor's, or agents that wait are given up on

	// MostQuestions is how many questions an agent may ask about a claim in one pass.
	MostQuestions = 3
)

// Question is what an agent wants to know.
type Question struct {
	To      events.Agent // empty: whoever answers the kind
	Kind    string       // one of events.RequestKinds
	Text    string       // for people
	Subject events.InfoSubject
}

// Inquiry is a question that an agent waits for, or what came of it.
type Inquiry struct {
	events.RequestClosure

	CameBy bool `json:"came_by,omitempty"` // the router has handed it on
}

func (q Inquiry) open() bool { return q.Status == events.InquiryOpen }

// end closes the n-th inquiry of a pass and says so.
func (a Agent) end(p place, q *Inquiry, n int, status events.InquiryStatus, answer *events.InfoAnswer, reason string) []events.Draft {
	q.Status, q.Answer, q.Reason = status, answer, reason
	at := strconv.Itoa(n)
	closed := events.RequestClosed.Draft(p.subject(a.Name, "request", at, "closed"), q.RequestClosure)
	said := p.subject(a.Name, "request", at, "ended")
	if status == events.InquiryExpired {
		return p.of([]events.Draft{closed, a.activity(said, "agent_thinking", map[string]any{"message": reason})})
	}
	summary := reason
	if answer != nil {
		summary = answer.Answer
	}
	from := string(q.Request.To)
	if from == "" {
		from = "orchestrator"
	}
	if status == events.InquiryRefused {
		summary = "Refused: " + summary
	}
	return p.of([]events.Draft{closed, a.activity(said, "info_response_received", map[string]any{"from": from, "summary": summary})})
}

// ask turns questions into requests. What is beyond the bound is refused at once, so that it is seen.
func (a Agent) ask(p place, w events.Assignment, questions []Question) (inquiries []Inquiry, drafts []events.Draft) {
	for i, q := range questions {
		n := strconv.Itoa(i)
		request := events.InfoRequest{
			ID:   events.StableID("req", p.report, p.subject(a.Name, "request", n)),
			From: a.Name, To: q.To, Kind: q.Kind, ClaimID: p.claim, Question: q.Text, Context: Shorten(w.Claim.Text, 400),
			Iteration: p.iteration, Subject: &q.Subject,
		}
		in := Inquiry{RequestClosure: events.RequestClosure{Request: request, Status: events.InquiryOpen}}
		if i >= MostQuestions {
			drafts = append(drafts,
				a.end(p, &in, i, events.InquiryRefused, nil, fmt.Sprintf("at most %d questions may be asked about a claim in one pass", MostQuestions))...)
			inquiries = append(inquiries, in)
			continue
		}
		inquiries = append(inquiries, in)
		request.Claim = &w.Claim
		to := q.To
		if named, known := events.Answerer(q.Kind); to == "" && known {
			to = named
		} else if to == "" {
			to = "orchestrator" // who refuses it
		}
		drafts = append(drafts,
			events.InfoRequested.Draft(p.subject(a.Name, "request", n), request),
			a.activity(p.subject(a.Name, "request", n, "posted"), "info_request_posted", map[string]any{
				"to": string(to), "description": q.Text, "request_type": q.Kind,
			}),
		)
	}
	return inquiries, drafts
}

// CrossDomain lists an agent's inquiries as its finding's details show them; nil if there were none.
func CrossDomain(inquiries []events.RequestClosure) []events.CrossDomain {
	var out []events.CrossDomain
	for _, q := range inquiries {
		c := events.CrossDomain{
			RequestID: q.Request.ID, Kind: q.Request.Kind, From: q.Request.To, Question: q.Request.Question, Status: q.Status, Answer: q.Reason,
		}
		if q.Answer != nil {
			c.Answer = q.Answer.Answer
		}
		out = append(out, c)
	}
	return out
}

// Expired reports whether a question got no answer in time: asking again might get one.
func Expired(inquiries []events.RequestClosure) bool {
	for _, q := range inquiries {
		if q.Status == events.InquiryExpired {
			return true
		}
	}
	return false
}

// Shorten cuts a text to a number of characters, with a mark where it was cut. It cuts between words, if one ends in the last half: half a number is
// another number.
func Shorten(s string, runes int) string {
	r := []rune(s)
	if len(r) <= runes {
		return s
	}
	end := runes - 1
	for at := end; at > runes/2; at-- {
		if unicode.IsSpace(r[at]) {
			end = at
			break
		}
	}
	return strings.TrimRightFunc(string(r[:end]), unicode.IsSpace) + "…"
}
