package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// answers are what a simulated agent may say in a pass; %s stands for its name, so that every agent has
// sources of its own.
var answers = []string{
	"+ high external:%s.example/strong@1",
	"+ low external:%s.example/weak@4",
	"- high external:%s.example/against@2",
	"- low external:%s.example/blog@4",
	"0 low",
	"0 high standard exhausted",
	"? no source configured",
	"! failed",
	"~ silent",
}

const (
	kindWeak      = 1
	kindExhausted = 5
	kindNoSource  = 6
	kindUnable    = 7
	kindSilent    = 8
)

// said parses each possible answer once; a finding of a pass gets its id from agent, pass and place.
func said(t *testing.T, agent events.Agent, kind, pass int) heard {
	t.Helper()
	text := answers[kind]
	if strings.Contains(text, "%s") {
		text = fmt.Sprintf(text, agent)
	}
	h := parseLine(t, pass*10+rank(agent), fmt.Sprintf("%s %s i%d", agent, text, pass))
	return h
}

// phrasebook holds every answer of every agent in every pass.
type phrasebook map[[3]int]heard

func phrases(t *testing.T, passes int) phrasebook {
	t.Helper()
	book := phrasebook{}
	for a, agent := range events.Agents() {
		for kind := range answers {
			for pass := 1; pass <= passes; pass++ {
				book[[3]int{a, kind, pass}] = said(t, agent, kind, pass)
			}
		}
	}
	return book
}

func (c Case) copied() Case {
	c.Passes, c.Findings, c.Unable, c.Cycles = slices.Clone(c.Passes), slices.Clone(c.Findings), slices.Clone(c.Unable), slices.Clone(c.Cycles)
	return c
}

// game is a case between two passes.
type game struct {
	state Case
	roles [5]role // by agent
	heard [5]set
	asked []events.AgentTask
}

// set is the answers an agent has given, a bit for each, and whether the conductor spoke for it last.
type set uint16

const lastSilent set = 1 << 15

// role is what an agent's answers so far amount to: saying the same again adds nothing, and who has taken a
// side has looked.
type role uint16

const (
	roleAsked role = 1 << (iota + sides)
	roleLooked
	roleExhausted
	roleQuiet // its latest word was said by the conductor
)

const sides = 4 // the first answers take sides, a bit for each

func (r role) after(kind int) role {
	r = r&^roleQuiet | roleAsked
	switch {
	case kind < sides:
		r |= 1<<kind | roleLooked
	case kind == kindSilent:
		r |= roleQuiet
	case kind == kindExhausted:
		r |= roleLooked | roleExhausted
	case kind == kindNoSource:
		r |= roleExhausted
	case kind != kindUnable:
		r |= roleLooked
	}
	return r
}

// TestEveryGameEnds plays the games of up to four agents over three passes: every agent that is asked may give
// any of the answers. Each pass ends in exactly one verdict or one request, no request goes beyond the cap
// or to an agent that has said that it can do nothing new. One agent is played to the full. Of more, games that
// go on equally are played once: with two agents, those in which each has given the same answers in another
// order; with three and four, also those in which agents, whose sources are equally good here, have changed
// places, or in which an agent's answers amount to the same.
func TestEveryGameEnds(t *testing.T) {
	const limit = 3
	book := phrases(t, limit)
	for n := 1; n <= 4; n++ {
		var first []events.AgentTask
		for _, a := range events.Agents()[:n] {
			first = append(first, events.AgentTask{Agent: a, Required: true})
		}
		open := []game{{asked: first}}
		played, ended := 0, 0
		for pass := 1; pass <= limit; pass++ {
			var next []game
			seen := map[[5]role]bool{}
			heard := map[[5]set]bool{}
			for _, g := range open {
				options := make([][]int, len(g.asked))
				for i, task := range g.asked {
					options[i] = g.roles[rank(task.Agent)].options(n)
				}
				eachOf(options, func(choice []int) {
					h := game{roles: g.roles, heard: g.heard}
					for i, kind := range choice {
						a := rank(g.asked[i].Agent)
						h.roles[a] = h.roles[a].after(kind)
						h.heard[a] = h.heard[a]&^lastSilent | 1<<kind
						if kind == kindSilent {
							h.heard[a] |= lastSilent
						}
					}
					switch {
					case n == 2:
						if heard[h.heard] {
							return
						}
						heard[h.heard] = true
					case n > 2:
						key := h.roles
						slices.Sort(key[:])
						if seen[key] {
							return
						}
						seen[key] = true
					}
					played++
					h.state = g.state.copied()
					if h.asked = playPass(t, &h, book, g.asked, choice, pass, limit); h.asked == nil {
						ended++
					} else {
						next = append(next, h)
					}
				})
			}
			open = next
		}
		if len(open) != 0 {
			t.Errorf("%d agents: %d games are not over after %d passes", n, len(open), limit)
		}
		t.Logf("%d agents: %d passes played, %d ends", n, played, ended)
	}
}

// options lists the answers that an agent can still give: with up to two agents all of them, else one of each
// that amounts to something else; that the conductor speaks for an agent is left to games of three.
func (r role) options(agents int) []int {
	var out []int
	results := map[role]bool{}
	for kind := range answers {
		after := r.after(kind)
		if agents > 2 && results[after] || agents > 3 && kind == kindSilent {
			continue
		}
		results[after] = true
		out = append(out, kind)
	}
	return out
}

// eachOf calls f with every choice of one from each list; f must not keep the slice.
func eachOf(lists [][]int, f func([]int)) {
	choice := make([]int, len(lists))
	var next func(i int)
	next = func(i int) {
		if i == len(lists) {
			f(choice)
			return
		}
		for _, v := range lists[i] {
			choice[i] = v
			next(i + 1)
		}
	}
	next(0)
}

// each calls f with every choice of n numbers below k; f must not keep the slice.
func each(n, k int, f func([]int)) {
	choice := make([]int, n)
	for {
		f(choice)
		i := 0
		for ; i < n; i++ {
			if choice[i]++; choice[i] < k {
				break
			}
			choice[i] = 0
		}
		if i == n {
			return
		}
	}
}

// playPass delivers one pass and returns who is asked next, or nil at the end.
func playPass(t *testing.T, g *game, book phrasebook, asked []events.AgentTask, choice []int, pass, limit int) []events.AgentTask {
	t.Helper()
	b := bench{defaultRubric}
	var drafts []events.Draft
	take := func(s stream.Step[Case], err error) {
		if err != nil {
			t.Fatal(err)
		}
		g.state, drafts = s.State, append(drafts, s.Publish...)
	}
	take(b.opened(context.Background(), g.state, events.Event[events.Case]{
		Envelope: events.Envelope{Iteration: pass, IterationCap: limit},
		Data:     events.Case{Claim: claimOf(events.Environmental), Iteration: pass, Agents: asked},
	}))
	for i, kind := range choice {
		if len(drafts) > 0 {
			t.Fatalf("pass %d, %v: the judge did not wait for everybody", pass, choice)
		}
		take(b.listen(g.state, book[[3]int{rank(asked[i].Agent), kind, pass}], limit))
	}
	for _, d := range drafts {
		if d.Iteration > limit {
			t.Fatalf("%s %s is of pass %d", d.Type(), d.Subject, d.Iteration)
		}
	}
	issued, again := verdicts(drafts), requests(drafts)
	if len(issued)+len(again) != 1 {
		t.Fatalf("pass %d, roles %x: %d verdicts, %d requests", pass, g.roles, len(issued), len(again))
	}
	if len(issued) == 1 {
		quiet := slices.ContainsFunc(g.roles[:], func(r role) bool { return r&roleQuiet != 0 })
		if v := issued[0]; v.Final != (!quiet) || v.Iteration != pass || len(v.Cycles) != pass-1 {
			t.Fatalf("pass %d, roles %x, quiet %v: verdict %+v", pass, g.roles, quiet, v)
		}
		return nil
	}
	for _, task := range again[0].Agents {
		if g.roles[rank(task.Agent)]&roleExhausted != 0 {
			t.Fatalf("pass %d, roles %x: %s is asked again", pass, g.roles, task.Agent)
		}
	}
	return again[0].Agents
}

var defaultRubric = DefaultRubric()
