package conductor_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/conductor"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/geography"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/legal"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// hastyClock runs sixty times as fast as the machine's, so that a minute's silence is a second.
type hastyClock struct{ began time.Time }

const haste = 60

func (c hastyClock) Now() time.Time { return streamtest.Start.Add(haste * time.Since(c.began)) }

func (c hastyClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d/haste, f).Stop
}

// TestAKilledSpecialistStopsNoRunAndIsHeardWhenItIsBack runs the real specialists but one on a broker, for each of
// them: the run ends, the one that is away is named with the reason, and when it is started its findings issue a
// new revision that misses it no longer.
func TestAKilledSpecialistStopsNoRunAndIsHeardWhenItIsBack(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for agents that are away")
	}
	store := artefact.NewMemory()
	body, err := document.Encode(&document.Document{Version: document.Version, Pages: []document.Page{{Text: "We will cut our emissions."}}})
	if err != nil {
		t.Fatal(err)
	}
	parse, err := store.Put(t.Context(), "parse", body)
	if err != nil {
		t.Fatal(err)
	}
	specialists := func() map[events.Agent]stream.Declaration {
		return map[events.Agent]stream.Declaration{
			events.Legal: legal.New(legal.Config{Store: store}), events.DataMetrics: datametrics.New(datametrics.Config{Store: store}),
			events.Geography: geography.New(geography.Config{Store: store}),
			events.NewsMedia: newsmedia.New(newsmedia.Config{Store: store}), events.Academic: academic.New(academic.Config{Store: store}),
		}
	}
	claim := concerningAll()
	for _, away := range events.Agents() {
		t.Run(string(away), func(t *testing.T) {
			all := specialists()
			decls := []stream.Declaration{
				router.New(), judge.New(judge.DefaultRubric()), conductor.New(conductor.Config{Start: time.Minute, Silence: 45 * time.Second}),
			}
			for _, a := range events.Agents() {
				if all[a] == nil {
					t.Fatalf("add %s to specialists above, and what concerns it to concerningAll", a)
				}
				decls = append(decls, all[a])
			}
			c := streamtest.NewCluster(t, decls...)
			o := stream.Options{Clock: hastyClock{time.Now()}}
			c.Produce(
				streamtest.Event(events.RunOpened, theRun, "run/opened", events.Opening{ReportID: "rep_1", Parse: parse, Sections: 1}),
				streamtest.Event(events.ClaimExtracted, theRun, events.ClaimSubject(claim.ID), claim),
				streamtest.Event(events.ClaimsCompleted, theRun, "run/claims", events.ClaimTotals{ReportID: "rep_1", Claims: 1}),
			)
			c.Start(o, slices.DeleteFunc(slices.Clone(decls), func(d stream.Declaration) bool { return d.Describe().Name == string(away) })...)
			end := streamtest.Decoded(t, events.AnalysisCompleted, c.AwaitN(events.TopicAnalysisCompleted, 1))[0].Data
			if end.Status != events.RunCompleted || end.Claims != 1 {
				t.Errorf("the run ends %+v", end)
			}
			var last events.Verdict
			until := func(enough func(events.Verdict) bool) {
				c.Await(events.TopicVerdictsIssued, func(rs []events.Record) bool {
					for _, v := range streamtest.Decoded(t, events.VerdictIssued, rs) {
						if v.Data.Revision > last.Revision {
							last = v.Data
						}
					}
					return last.Revision > 0 && enough(last)
				})
			}
			until(func(events.Verdict) bool { return true })
			if why := missed(last, away); !strings.Contains(why, "not started within 1m0s") || last.Final {
				t.Errorf("without %s: it is missed because %q; final %v", away, why, last.Final)
			}
			given := last.Revision
			c.Start(stream.Options{Clock: o.Clock, Instance: "1"}, all[away])
			until(func(v events.Verdict) bool { return v.Final && !strings.Contains(missed(v, away), "not started") })
			if last.Revision <= given || last.Supersedes == "" {
				t.Errorf("with %s: revision %d supersedes %q", away, last.Revision, last.Supersedes)
			}
			if why := missed(last, away); why != "" && !strings.Contains(why, "no source is configured") {
				t.Errorf("with %s: it is missed because %q", away, why)
			}
			// What others have asked it in vain is told by their findings, and what it asked has an end, too.
			asked := map[string]events.InfoRequest{} // wakes that are rung again, since time flies, repeat what they led to
			for _, q := range streamtest.Decoded(t, events.InfoRequested, c.AwaitN(events.TopicInfoRequested, 1)) {
				asked[q.Data.ID] = q.Data
			}
			ends := map[string]events.InquiryStatus{}
			c.Await(events.TopicFindingsProduced, func(rs []events.Record) bool {
				for _, r := range streamtest.Decoded(t, events.RequestClosed, rs) {
					ends[r.Data.Request.ID] = r.Data.Status
				}
				return len(ends) >= len(asked)
			})
			for _, q := range asked {
				if away == events.Academic && q.Kind == events.AskBenchmark && q.Iteration == 1 && ends[q.ID] != events.InquiryExpired {
					t.Errorf("a question to %s, which was away, is %s", away, ends[q.ID])
				}
			}
		})
	}
}

func missed(v events.Verdict, a events.Agent) string {
	for _, m := range v.MissingAgents {
		if m.Agent == a {
			return m.Reason
		}
	}
	return ""
}

// concerningAll is a claim that the router hands to every agent.
func concerningAll() events.Claim {
	text := "We will reduce Scope 1 and 2 emissions of our mill in Riau by 42 % by 2030 from a 2020 baseline, validated by Globex Ltd."
	return events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: text, Type: events.Strategic, Priority: events.High, Page: 1, Quote: events.Quote{Text: text}, Context: text,
		Paragraphs: []events.ParagraphLink{{ID: "S2.33(e)"}},
		Entities:   events.Entities{Subject: "Globex Ltd", Figures: []string{"42 %"}, Places: []string{"Riau"}, Commitment: true},
	}
}
