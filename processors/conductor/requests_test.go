package conductor_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
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

// TestRequestsEndHoweverTheyGo runs five agents on a broker, of whom two ask each other and everybody else: one
// answers, one refuses, one answers when the asker's time has passed, one is dead. The run ends, every question has one
// end, the findings tell it, and nobody waits for more than its time.
func TestRequestsEndHoweverTheyGo(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker")
	}
	// By the hasty clock a second, and eight: on a machine that is busy with other tests five agents took longer than two to begin.
	const patience, silence = time.Minute, 8 * time.Minute
	release := make(chan struct{})
	kinds := map[events.Agent]string{events.Academic: events.AskBenchmark, events.Geography: events.AskGeography}
	asks := map[events.Agent][]events.Agent{
		events.Legal:       {events.DataMetrics, events.Academic, events.Geography}, // in a circle; answered; refused
		events.DataMetrics: {events.Legal, events.NewsMedia, events.Geography},      // in a circle; late or dead; refused
	}
	agent := func(name events.Agent) stream.Declaration {
		a := specialist.Agent{
			Name: name, Patience: patience,
			Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) {
				var heard []string
				for _, q := range specialist.CrossDomain(w.Inquiries) {
					heard = append(heard, fmt.Sprintf("%s by %s", q.Status, q.From))
				}
				return specialist.Answer{Findings: []specialist.Found{{EvidenceType: "a", Summary: strings.Join(heard, ", "), Exhausted: true}}}, nil
			},
			Reply: func(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) {
				switch name {
				case events.Geography:
					return specialist.Nothing("nothing at hand"), nil
				case events.NewsMedia:
					select {
					case <-release:
					case <-ctx.Done():
						return specialist.Reply{}, ctx.Err()
					}
				}
				return specialist.Reply{Text: "yes"}, nil
			},
			Emits: []*events.Definition{events.GapsAssessed.Definition},
		}
		if name == events.Legal || name == events.DataMetrics {
			a.Report = func(context.Context, events.ReportWork) (specialist.Answer, error) {
				return specialist.Answer{Assessed: &events.GapTotals{}}, nil
			}
			a.Ask = func(events.Assignment, events.AgentTask) (out []specialist.Question) {
				for _, to := range asks[name] {
					q := specialist.Question{To: to, Kind: "opinion", Text: "and you?"}
					if kind := kinds[to]; kind != "" {
						q.To, q.Kind = "", kind // whoever answers it
					}
					out = append(out, q)
				}
				return out
			}
		}
		return specialist.New(a)
	}
	claim := events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: "We cut emissions by 3 %.", Type: events.Quantitative,
		Priority: events.High, Entities: events.Entities{Figures: []string{"3 %"}},
	}
	for _, late := range []bool{true, false} { // news_media answers too late, or is not there at all
		t.Run(map[bool]string{true: "one answers late", false: "one is dead"}[late], func(t *testing.T) {
			decls := []stream.Declaration{
				router.New(), judge.New(judge.DefaultRubric()), conductor.New(conductor.Config{Start: silence, Silence: silence}),
			}
			for _, a := range events.Agents() {
				decls = append(decls, agent(a))
			}
			c := streamtest.NewCluster(t, decls...)
			c.Produce(
				streamtest.Event(events.RunOpened, theRun, "run/opened", events.Opening{ReportID: "rep_1", Sections: 1}),
				streamtest.Event(events.ClaimExtracted, theRun, events.ClaimSubject(claim.ID), claim),
				streamtest.Event(events.ClaimsCompleted, theRun, "run/claims", events.ClaimTotals{ReportID: "rep_1", Claims: 1}),
			)
			c.Start(stream.Options{Clock: hastyClock{time.Now()}}, slices.DeleteFunc(slices.Clone(decls), func(d stream.Declaration) bool {
				return !late && d.Describe().Name == string(events.NewsMedia)
			})...)
			end := streamtest.Decoded(t, events.AnalysisCompleted, c.AwaitN(events.TopicAnalysisCompleted, 1))[0].Data
			if end.Status != events.RunCompleted || end.Requests != 6 || end.Answered != 3 {
				t.Errorf("the run ends %+v", end)
			}
			told := c.Await(events.TopicFindingsProduced, func(rs []events.Record) bool {
				asked := 0
				for _, f := range streamtest.Decoded(t, events.FindingProduced, rs) {
					if f.Data.ClaimID != "" && asks[f.Data.Agent] != nil {
						asked++
					}
				}
				return asked == 2 && len(streamtest.Decoded(t, events.RequestClosed, rs)) == 6
			})
			ends := map[string][]string{}
			for _, r := range streamtest.Decoded(t, events.RequestClosed, told) {
				q := r.Data
				ends[string(q.Request.From)] = append(ends[string(q.Request.From)], fmt.Sprintf("%s by %s", q.Status, q.Request.To))
			}
			want := map[string][]string{
				"legal":        {"answered by data_metrics", "answered by academic", "refused by geography"},
				"data_metrics": {"answered by legal", "expired by news_media", "refused by geography"},
			}
			for who, list := range want {
				got := slices.Clone(ends[who])
				slices.Sort(got)
				sorted := slices.Sorted(slices.Values(list))
				if !slices.Equal(got, sorted) {
					t.Errorf("the questions of %s end %v, want %v", who, got, sorted)
				}
			}
			found := 0
			for _, f := range streamtest.Decoded(t, events.FindingProduced, told) {
				if list := want[string(f.Data.Agent)]; list != nil && f.Data.ClaimID != "" {
					found++
					if f.Data.Summary != strings.Join(list, ", ") {
						t.Errorf("%s has heard %q, want %q", f.Data.Agent, f.Data.Summary, strings.Join(list, ", "))
					}
				}
			}
			if found != 2 {
				t.Errorf("%d findings of who asks", found)
			}
			if !late {
				return
			}
			close(release)
			c.Await(events.TopicAgentActivity, func(rs []events.Record) bool {
				return slices.ContainsFunc(streamtest.Decoded(t, events.ActivityReported, rs), func(a events.Event[events.Activity]) bool {
					s, _ := a.Data.Data["summary"].(string)
					return a.Data.Agent == string(events.DataMetrics) && strings.Contains(s, "Too late to be used")
				})
			})
		})
	}
}
