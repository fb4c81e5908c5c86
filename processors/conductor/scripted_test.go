package conductor_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// scripted are the specialists of a simulated run: the real processors around judgements, questions and answers
// that are drawn from the work itself, so that the same work always gets the same answer, as from a pure agent.
type scripted struct {
	seed      uint64
	exhausted map[events.Agent]bool
	curious   map[events.Agent]bool
	down      func(events.Agent, string) bool // a dependency is broken now; nil in a replay
}

func (s scripted) draw(parts ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, parts...)
	return rand.New(rand.NewPCG(s.seed, h.Sum64()))
}

var errRiddle = errors.New("it is a riddle")

func (s scripted) declare(name events.Agent) stream.Declaration {
	a := specialist.Agent{
		Name:  name,
		Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) { return s.judge(name, w) },
		Reply: func(_ context.Context, q events.InfoRequest) (specialist.Reply, error) { return s.reply(name, q) },
		Emits: []*events.Definition{events.CheckPerformed.Definition, events.GapsAssessed.Definition},
	}
	if s.curious[name] {
		a.Ask = func(as events.Assignment, _ events.AgentTask) []specialist.Question { return s.ask(name, as) }
	}
	if name == events.Legal || name == events.DataMetrics {
		a.Report = func(context.Context, events.ReportWork) (specialist.Answer, error) {
			answer := specialist.Answer{Findings: []specialist.Found{{EvidenceType: "scripted", Summary: "the report"}}}
			if name == events.Legal {
				answer.Assessed = &events.GapTotals{Gaps: 0}
			}
			return answer, nil
		}
		a.Unassessed = func(events.ReportWork, string) specialist.Answer {
			return specialist.Answer{Assessed: &events.GapTotals{}}
		}
	}
	return specialist.New(a)
}

// judge is a random answer. What others have said is part of it.
func (s scripted) judge(name events.Agent, w specialist.Work) (specialist.Answer, error) {
	if s.down != nil && s.down(name, "claim") {
		return specialist.Answer{}, stream.Pause(errors.New("model endpoint down"))
	}
	rng := s.draw("judge", name, w.Claim.ID, w.Iteration)
	if rng.IntN(7) == 0 {
		return specialist.Answer{}, stream.Reject(errRiddle)
	}
	var answer specialist.Answer
	for range rng.IntN(3) { // the same checks in every pass: looking again at the same words
		answer.Checks = append(answer.Checks, events.Check{Name: "magnitude", Result: events.CheckPass})
	}
	heard := ""
	for _, c := range specialist.CrossDomain(w.Inquiries) {
		heard += fmt.Sprintf("%s %s by %s; ", c.Kind, c.Status, c.From)
	}
	for range 1 + rng.IntN(3) {
		f := specialist.Found{
			EvidenceType: "scripted", Summary: "heard: " + heard, Score: []float64{0.9, 0.6, 0.3}[rng.IntN(3)],
			Exhausted: s.exhausted[name] || rng.IntN(3) == 0 && !specialist.Expired(w.Inquiries),
			Evidence: []events.Evidence{{
				Origin: []events.Origin{events.OriginComputed, events.OriginExternal, events.OriginClaim}[rng.IntN(3)],
				Source: fmt.Sprint("source-", rng.IntN(3)), Tier: rng.IntN(5),
			}},
		}
		if side := rng.IntN(3); side < 2 {
			supports := side == 0
			f.Supports = &supports
		}
		answer.Findings = append(answer.Findings, f)
	}
	return answer, nil
}

// circle is the claims about which every agent that asks asks every other one.
func circle(claim string) bool { return claim[len(claim)-1] == '3' }

func (s scripted) ask(name events.Agent, a events.Assignment) []specialist.Question {
	if circle(a.Claim.ID) {
		var out []specialist.Question
		for _, other := range events.Agents() {
			if other != name {
				out = append(out, specialist.Question{To: other, Kind: "opinion", Text: "and you?"})
			}
		}
		return out // four: one more than allowed
	}
	rng := s.draw("ask", name, a.Claim.ID, a.Iteration)
	kinds := append(events.RequestKinds(), "gossip")
	to := append(events.Agents(), "oracle", "", "", "")
	var out []specialist.Question
	for range rng.IntN(3) {
		out = append(out, specialist.Question{To: to[rng.IntN(len(to))], Kind: kinds[rng.IntN(len(kinds))], Text: "?"})
	}
	return out
}

func (s scripted) reply(name events.Agent, q events.InfoRequest) (specialist.Reply, error) {
	if s.down != nil && s.down(name, "reply") {
		return specialist.Reply{}, stream.Pause(errors.New("library down"))
	}
	switch rng := s.draw("reply", name, q.ID); rng.IntN(6) {
	case 0:
		return specialist.Nothing("nothing at hand"), nil
	case 1:
		return specialist.Reply{}, stream.Reject(errRiddle)
	}
	return specialist.Reply{
		Text: fmt.Sprintf("%s says yes to %s", name, q.From), Evidence: []events.Evidence{{Origin: events.OriginBenchmark, Source: "table"}},
	}, nil
}
