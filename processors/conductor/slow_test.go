package conductor_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/conductor"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestASlowOrPausedSpecialistStopsNoRunAndIsHeardWhenItIsBack holds each of the five agents up on a broker, in the middle of
// its work or by a dependency that is down: the run ends and names it, and what it finds later is a new revision.
func TestASlowOrPausedSpecialistStopsNoRunAndIsHeardWhenItIsBack(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for agents that are away")
	}
	for away, how := range eachWay(events.Agents(), "slow", "paused") {
		t.Run(string(away)+" "+how, func(t *testing.T) {
			var back atomic.Bool
			release := make(chan struct{})
			agent := func(name events.Agent) stream.Declaration {
				return specialist.New(specialist.Agent{
					Name: name,
					Claim: func(ctx context.Context, _ specialist.Work) (specialist.Answer, error) {
						switch {
						case name != away || back.Load():
						case how == "paused":
							return specialist.Answer{}, stream.Pause(errors.New("the library is down"))
						default:
							select {
							case <-release:
							case <-ctx.Done():
								return specialist.Answer{}, ctx.Err()
							}
						}
						return specialist.Answer{Findings: []specialist.Found{{EvidenceType: "a", Summary: "looked", Exhausted: true}}}, nil
					},
					Report: func(context.Context, events.ReportWork) (specialist.Answer, error) {
						return specialist.Answer{Assessed: &events.GapTotals{}}, nil
					},
					Emits: []*events.Definition{events.GapsAssessed.Definition},
				})
			}
			decls := []stream.Declaration{router.New(), judge.New(judge.DefaultRubric()), conductor.New(conductor.Config{
				Start: time.Minute, Silence: 45 * time.Second, Run: 3 * time.Minute, Grace: 30 * time.Second,
			})}
			for _, a := range events.Agents() {
				decls = append(decls, agent(a))
			}
			c := streamtest.NewCluster(t, decls...)
			claim := concerningAll()
			c.Produce(
				streamtest.Event(events.RunOpened, theRun, "run/opened", events.Opening{ReportID: "rep_1", Sections: 1}),
				streamtest.Event(events.ClaimExtracted, theRun, events.ClaimSubject(claim.ID), claim),
				streamtest.Event(events.ClaimsCompleted, theRun, "run/claims", events.ClaimTotals{ReportID: "rep_1", Claims: 1}),
			)
			c.Start(stream.Options{Clock: hastyClock{time.Now()}}, decls...)
			if end := streamtest.Decoded(t, events.AnalysisCompleted, c.AwaitN(events.TopicAnalysisCompleted, 1))[0].Data; end.Status != events.RunCompleted ||
				end.Unable == 0 {
				t.Errorf("the run ends %+v", end)
			}
			standing := func(enough func(events.Verdict) bool) (last events.Verdict) {
				c.Await(events.TopicVerdictsIssued, func(rs []events.Record) bool {
					for _, v := range streamtest.Decoded(t, events.VerdictIssued, rs) {
						if v.Data.Revision > last.Revision {
							last = v.Data
						}
					}
					return last.Revision > 0 && enough(last)
				})
				return last
			}
			without := standing(func(events.Verdict) bool { return true })
			if why := missed(without, away); why == "" || without.Final {
				t.Errorf("it is missed because %q; final %v", why, without.Final)
			}
			if how == "paused" {
				c.Await(events.TopicRunsProgress, func(rs []events.Record) bool {
					return slices.ContainsFunc(streamtest.Decoded(t, events.AgentPaused, rs), func(p events.Event[events.Pause]) bool {
						return p.Data.Agent == string(away) && strings.Contains(p.Data.Reason, "library is down")
					})
				})
			}
			back.Store(true)
			close(release)
			with := standing(func(v events.Verdict) bool { return v.Final })
			if with.Revision <= without.Revision || with.Supersedes == "" || missed(with, away) != "" {
				t.Errorf("back again: revision %d supersedes %q, missed %q", with.Revision, with.Supersedes, missed(with, away))
			}
		})
	}
}

// eachWay pairs all with all.
func eachWay(agents []events.Agent, ways ...string) iter.Seq2[events.Agent, string] {
	return func(yield func(events.Agent, string) bool) {
		for _, a := range agents {
			for _, way := range ways {
				if !yield(a, way) {
					return
				}
			}
		}
	}
}
