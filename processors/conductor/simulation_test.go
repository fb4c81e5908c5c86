package conductor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/conductor"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The simulation links router, conductor, judge and feed with scripted specialists. Topics are queues by
// consumer and key, so what Kafka keeps in order stays in order and everything else is interleaved by a seed;
// records are repeated at random; specialists answer, fail, fall silent, or answer when everybody has
// stopped waiting; people rule on claims, before the end and after it. Every run must end, with one verdict for
// each claim, and what a person has ruled stands.

const theRun = "run-1"

// consumer is a processor and the queues of its input.
type consumer struct {
	name   string
	local  *stream.Local // nil for the specialists, which are scripted
	inputs []events.Topic
	queues map[string][]events.Record
}

type world struct {
	t         *testing.T
	rng       *rand.Rand
	clock     *streamtest.Clock
	consumers []*consumer
	log       map[events.Topic][]events.Record
	temper    map[events.Agent]string // how a specialist behaves in this run
	held      []events.Record         // answers that come late
	claims    int
	limit     int // cap on passes
	ruled     map[string]events.VerdictClass
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{
		t: t, rng: rand.New(rand.NewPCG(seed, 77)), clock: streamtest.NewClock(streamtest.Start),
		log: map[events.Topic][]events.Record{}, temper: map[events.Agent]string{}, ruled: map[string]events.VerdictClass{},
	}
	w.claims, w.limit = w.rng.IntN(12), 1+w.rng.IntN(4)
	for _, d := range []stream.Declaration{router.New(), conductor.New(conductor.Config{Batch: 3}), judge.New(judge.DefaultRubric()), feed.New()} {
		local, err := stream.NewLocal(d, w.clock)
		if err != nil {
			t.Fatal(err)
		}
		w.consumers = append(w.consumers, &consumer{name: d.Describe().Name, local: local, inputs: d.Describe().Inputs, queues: map[string][]events.Record{}})
	}
	tempers := []string{"mixed", "mixed", "mixed", "mixed", "exhausted", "absent", "silent", "late"}
	for _, a := range events.Agents() {
		w.temper[a] = tempers[w.rng.IntN(len(tempers))]
		w.consumers = append(w.consumers, &consumer{name: string(a), inputs: []events.Topic{events.TopicClaimsRouted}, queues: map[string][]events.Record{}})
	}
	return w
}

// append puts records on their topics and into the queues of who reads them, some of them twice.
func (w *world) append(records ...events.Record) {
	for _, r := range records {
		w.log[r.Topic] = append(w.log[r.Topic], r)
		for _, c := range w.consumers {
			if !slices.Contains(c.inputs, r.Topic) {
				continue
			}
			key := string(r.Topic) + "/" + r.Key
			c.queues[key] = append(c.queues[key], r)
			if w.rng.IntN(10) == 0 {
				c.queues[key] = append(c.queues[key], r)
			}
		}
	}
}

// rule lets a person rule on some of the claims as soon as they have a verdict.
func (w *world) rule(published []events.Record) {
	for _, v := range streamtest.Decoded(w.t, events.VerdictIssued, published) {
		if v.Data.Override != nil || w.ruled[v.Data.ClaimID] != "" || w.rng.IntN(5) > 0 {
			continue
		}
		o := events.Override{
			ID: "ovr_" + v.Data.ClaimID, ClaimID: v.Data.ClaimID, ReportID: "rep_1", By: "Jane Doe", Reason: "seen",
			Verdict: events.VerdictClasses()[w.rng.IntN(4)],
		}
		w.ruled[o.ClaimID] = o.Verdict
		w.publish(events.Envelope{Run: theRun, Iteration: 1, IterationCap: w.limit}, "intent", w.rng.IntN(2) == 0,
			events.VerdictOverridden.Draft(events.ClaimSubject(o.ClaimID, "override", o.ID), o))
	}
}

// step hands one record, from a random queue, to its consumer; it reports whether there was one.
func (w *world) step() bool {
	type queue struct {
		c   *consumer
		key string
	}
	var ready []queue
	for _, c := range w.consumers {
		for _, key := range slices.Sorted(maps.Keys(c.queues)) {
			ready = append(ready, queue{c, key})
		}
	}
	if len(ready) == 0 {
		return false
	}
	q := ready[w.rng.IntN(len(ready))]
	r := q.c.queues[q.key][0]
	if q.c.queues[q.key] = q.c.queues[q.key][1:]; len(q.c.queues[q.key]) == 0 {
		delete(q.c.queues, q.key)
	}
	w.clock.Advance(time.Duration(w.rng.IntN(40)) * time.Millisecond)
	if q.c.local == nil {
		w.specialist(events.Agent(q.c.name), r)
		return true
	}
	h, err := q.c.local.Handle(context.Background(), r)
	if err != nil || h.Err != nil {
		w.t.Fatalf("%s on %s %s: %v %v", q.c.name, r.Type, r.Subject, err, h.Err)
	}
	w.append(h.Published...)
	if q.c.name == judge.Name {
		w.rule(h.Published)
	}
	return true
}

// play runs until nothing is left to do, waking who asked for it and delivering what was held back.
func (w *world) play() {
	for steps := 0; ; steps++ {
		if steps > 100_000 {
			w.t.Fatal("the run does not come to rest")
		}
		if w.step() {
			continue
		}
		if len(w.held) > 0 && w.rng.IntN(3) == 0 {
			w.append(w.held...)
			w.held = nil
			continue
		}
		if w.wake() {
			continue
		}
		if len(w.held) == 0 {
			return
		}
		w.append(w.held...)
		w.held = nil
	}
}

// wake moves the clock to the next wake and publishes it.
func (w *world) wake() bool {
	var first time.Time
	for _, c := range w.consumers {
		if c.local == nil {
			continue
		}
		for _, k := range c.local.Keys() {
			if at, ok := c.local.Wake(k[0], k[1]); ok && (first.IsZero() || at.Before(first)) {
				first = at
			}
		}
	}
	if first.IsZero() {
		return false
	}
	w.clock.Set(first)
	woken := false
	for _, c := range w.consumers {
		if c.local == nil {
			continue
		}
		due, err := c.local.Due()
		if err != nil {
			w.t.Fatal(err)
		}
		for _, r := range due {
			woken = true
			key := string(r.Topic) + "/" + r.Key
			c.queues[key] = append(c.queues[key], r)
		}
	}
	if !woken {
		w.t.Fatalf("a wake at %v was asked for again after it had come", first)
	}
	return true
}

func (w *world) publish(cause events.Envelope, by string, late bool, drafts ...events.Draft) {
	for _, d := range drafts {
		r, err := d.Seal(cause, by, w.clock.Now())
		if err != nil {
			w.t.Fatal(err)
		}
		if late {
			w.held = append(w.held, r)
		} else {
			w.append(r)
		}
	}
}

// specialist is an agent as far as the others can see it.
func (w *world) specialist(a events.Agent, r events.Record) {
	temper := w.temper[a]
	if temper == "absent" {
		return
	}
	switch r.Type {
	case events.ReportRouted.Type:
		e, err := events.ReportRouted.Decode(r)
		if err != nil {
			w.t.Fatal(err)
		}
		if e.Data.Agent == a {
			w.reportWork(a, e)
		}
	case events.ClaimRouted.Type:
		e, err := events.ClaimRouted.Decode(r)
		if err != nil {
			w.t.Fatal(err)
		}
		if _, mine := e.Data.For(a); mine && temper != "silent" {
			w.publish(e.Envelope, string(a), temper == "late" && w.rng.IntN(2) == 0, w.answer(a, e)...)
		}
	}
}

func (w *world) reportWork(a events.Agent, e events.Event[events.ReportWork]) {
	if e.Data.Task == events.TaskOpen {
		w.publish(e.Envelope, string(a), false, events.AgentStarted.Draft(events.RunSubject(string(a), "started"), events.AgentRef{Agent: a}))
		return
	}
	if w.temper[a] == "silent" {
		return
	}
	var drafts []events.Draft
	if a == events.Legal {
		drafts = append(drafts, events.GapsAssessed.Draft("run/gaps", events.GapTotals{Gaps: 5}))
	}
	drafts = append(drafts, events.FindingReported.Draft(events.RunSubject(string(a), "reported"), events.Receipt{Agent: a, Iteration: 1, Outcome: events.OutcomeProduced}))
	w.publish(e.Envelope, string(a), w.temper[a] == "late", drafts...)
}

// answer is a random answer; the same work always gets the same one, as from a pure agent.
func (w *world) answer(a events.Agent, e events.Event[events.Assignment]) []events.Draft {
	claim, pass := e.Data.Claim.ID, e.Data.Iteration
	rng := rand.New(rand.NewPCG(uint64(len(claim))*31+uint64(claim[len(claim)-1]), uint64(pass)*7+uint64(len(a))))
	subject := func(parts ...string) string {
		return events.PassSubject(claim, pass, append([]string{string(a)}, parts...)...)
	}
	receipt := func(o events.Outcome) events.Draft {
		return events.FindingReported.Draft(subject("reported"), events.Receipt{ClaimID: claim, Iteration: pass, Agent: a, Outcome: o})
	}
	if rng.IntN(6) == 0 {
		return []events.Draft{
			events.FindingUnable.Draft(subject("unable"), events.Inability{Agent: a, ClaimID: claim, Iteration: pass, Reason: "failed"}),
			receipt(events.OutcomeUnable),
		}
	}
	var drafts []events.Draft
	n := 1 + rng.IntN(3)
	for i := range n {
		f := events.Finding{
			ID: events.FindingID("rep_1", claim, pass, string(a), i), Agent: a, ClaimID: claim, Iteration: pass, EvidenceType: "scripted",
			Confidence: []events.Confidence{events.ConfidenceHigh, events.ConfidenceMedium, events.ConfidenceLow}[rng.IntN(3)],
			Exhausted:  w.temper[a] == "exhausted" || rng.IntN(3) == 0, Last: i == n-1,
		}
		if side := rng.IntN(3); side < 2 {
			supports := side == 0
			f.SupportsClaim = &supports
		}
		f.Evidence = []events.Evidence{{Origin: []events.Origin{events.OriginComputed, events.OriginExternal, events.OriginClaim}[rng.IntN(3)], Source: fmt.Sprint("source-", rng.IntN(3)), Tier: rng.IntN(5)}}
		drafts = append(drafts, events.FindingProduced.Draft(subject(fmt.Sprint(i)), f))
	}
	return append(drafts, receipt(events.OutcomeProduced))
}

// begin publishes what intake and claims would: the opening and the claims, in any order among the topics.
func (w *world) begin() {
	root := events.Envelope{ID: "root", Run: theRun, Iteration: 1, IterationCap: w.limit}
	w.publish(root, "intake", false, events.RunOpened.Draft("run/opened", events.Opening{ReportID: "rep_1", SHA256: "abc", Sections: 1}))
	types := []events.ClaimType{events.Geographic, events.Quantitative, events.LegalGovernance, events.Strategic, events.Environmental}
	for i := range w.claims {
		c := events.Claim{ID: fmt.Sprintf("clm_%02d", i), ReportID: "rep_1", Text: fmt.Sprintf("claim %d", i), Type: types[i%len(types)]}
		if i%3 == 0 {
			c.Entities.Figures = []string{"12 t"}
		}
		w.publish(root, "claims", false, events.ClaimExtracted.Draft(events.ClaimSubject(c.ID), c))
	}
	w.publish(root, "claims", false, events.ClaimsCompleted.Draft("run/claims", events.ClaimTotals{ReportID: "rep_1", Claims: w.claims}))
}

func TestEveryRunEndsWithAVerdictForEachClaim(t *testing.T) {
	tempers, rounds, revisions, givenUp, ruled := map[string]int{}, 0, 0, 0, 0
	for seed := range uint64(120) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			w := newWorld(t, seed)
			w.begin()
			w.play()
			w.check()
			for _, temper := range w.temper {
				tempers[temper]++
			}
			ruled += len(w.ruled)
			rounds += len(distinct(w.log[events.TopicReinvestigationRequested]))
			for _, v := range streamtest.Decoded(t, events.VerdictIssued, distinct(w.log[events.TopicVerdictsIssued])) {
				if v.Data.Revision > 1 {
					revisions++
				}
			}
			for _, u := range streamtest.Decoded(t, events.FindingUnable, distinct(w.log[events.TopicFindingsProduced])) {
				if u.Data.GivenUp {
					givenUp++
				}
			}
		})
	}
	// The worlds were varied enough to mean something.
	if len(tempers) != 5 || rounds < 100 || revisions < 10 || givenUp < 100 || ruled < 50 {
		t.Errorf("tempers %v, %d further passes, %d revisions, %d given up on, %d rulings", tempers, rounds, revisions, givenUp, ruled)
	}
}

// distinct is a topic without its repeats.
func distinct(records []events.Record) []events.Record {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(records), func(r events.Record) bool {
		was := seen[r.ID]
		seen[r.ID] = true
		return was
	})
}

func (w *world) check() {
	t := w.t
	ends := streamtest.Decoded(t, events.AnalysisCompleted, distinct(w.log[events.TopicAnalysisCompleted]))
	if len(ends) != 1 {
		t.Fatalf("%d ends; tempers %v", len(ends), w.temper)
	}
	c := ends[0].Data
	sum := 0
	for _, n := range c.Verdicts {
		sum += n
	}
	if c.Status != events.RunCompleted || c.Claims != w.claims || sum != w.claims {
		t.Errorf("completion %+v for %d claims", c, w.claims)
	}
	if n := len(streamtest.Decoded(t, events.ClaimRouted, distinct(w.log[events.TopicClaimsRouted]))); c.Passes != n {
		t.Errorf("the end counts %d passes of %d", c.Passes, n)
	}
	latest := map[string]events.Verdict{}
	for _, v := range streamtest.Decoded(t, events.VerdictIssued, distinct(w.log[events.TopicVerdictsIssued])) {
		old := latest[v.Data.ClaimID]
		if v.Data.Revision != old.Revision+1 || v.Data.Supersedes != old.ID {
			t.Errorf("revision %d of %s follows %d and supersedes %q", v.Data.Revision, v.Data.ClaimID, old.Revision, v.Data.Supersedes)
		}
		if v.Data.Iteration > w.limit || v.Iteration > w.limit {
			t.Errorf("verdict in pass %d of %d", v.Data.Iteration, w.limit)
		}
		latest[v.Data.ClaimID] = v.Data
	}
	for claim, class := range w.ruled {
		if v := latest[claim]; v.Verdict != class || v.Override == nil || v.Override.Verdict != class {
			t.Errorf("claim %s was ruled %s and stands as %s, %+v", claim, class, v.Verdict, v.Override)
		}
	}
	if len(latest) != w.claims {
		t.Errorf("%d claims of %d have a verdict", len(latest), w.claims)
	}
	w.checkFeed()
}

// checkFeed requires that the feed holds every event of the run and nothing else.
func (w *world) checkFeed() {
	want, got := map[string]bool{}, map[string]bool{}
	for topic, records := range w.log {
		for _, r := range records {
			if topic == events.TopicRunsFeed {
				got[r.ID] = true
			} else {
				want[r.ID] = true
			}
		}
	}
	if !maps.Equal(got, want) {
		w.t.Errorf("the feed holds %d events of %d", len(got), len(want))
	}
}
