package conductor_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/conductor"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The simulation links router, conductor, judge, feed and the five specialists, whose judgements are scripted.
// Topics are queues by consumer and key, so what Kafka keeps in order stays in order and everything else is
// interleaved by a seed; records are repeated at random. Specialists ask one another, in circles too; they
// fail, wait for a broken dependency, are slow, are away from the beginning or fall silent, and come back when
// the run has ended, or never. People rule on claims, before the end and after it. Every run must end, with one
// verdict for each claim, all its questions ended, and whoever is away named where it is missed; what a person
// has ruled stands; and the log of all that can be replayed, event by event.

const theRun = "run-1"

// The tempers of a specialist in a run.
const (
	prompt    = "prompt"
	exhausted = "exhausted" // has nothing more to find
	slow      = "slow"      // answers when everybody has stopped waiting
	faltering = "faltering" // its dependencies break
	absent    = "absent"    // killed before the run
	silent    = "silent"    // killed when it had said that it is there
)

// consumer is a processor and the queues of its input.
type consumer struct {
	name   string
	local  *stream.Local
	inputs []events.Topic
	queues map[string][]events.Record
	stands map[string]bool // queues whose first record takes its time
	away   bool
}

type world struct {
	t         *testing.T
	rng       *rand.Rand
	clock     *streamtest.Clock
	pace      time.Duration // what the handling of a record takes, on average
	agents    scripted
	consumers []*consumer
	log       []replay.Entry
	offsets   map[string]int64
	temper    map[events.Agent]string
	returns   map[events.Agent]bool // whether one that is away comes back in the end
	paused    map[events.Agent]bool
	pauses    int
	unruled   bool      // people rule on nothing
	line      int       // how many other things are done before a question is answered; 0 for none
	lived     time.Time // when the agents of a busy world last showed that they live
	claims    int
	limit     int // cap on passes
	replayed  int
	ruled     map[string]events.VerdictClass
}

func newWorld(t *testing.T, seed uint64) *world {
	tempers := []string{prompt, prompt, prompt, exhausted, slow, faltering, absent, silent}
	return newWorldOf(t, seed, conductor.Config{Batch: 3}, func(_ events.Agent, rng *rand.Rand) string { return tempers[rng.IntN(len(tempers))] },
		func(_ events.Agent, rng *rand.Rand) bool { return rng.IntN(4) > 0 })
}

// newWorldOf is a world of agents whose tempers are drawn, and whether they ask others.
func newWorldOf(t *testing.T, seed uint64, c conductor.Config, temper func(events.Agent, *rand.Rand) string, asks func(events.Agent, *rand.Rand) bool) *world {
	w := &world{
		t: t, pace: 20 * time.Millisecond, rng: rand.New(rand.NewPCG(seed, 77)), clock: streamtest.NewClock(streamtest.Start), offsets: map[string]int64{},
		temper: map[events.Agent]string{}, returns: map[events.Agent]bool{}, paused: map[events.Agent]bool{}, ruled: map[string]events.VerdictClass{},
	}
	w.claims, w.limit = w.rng.IntN(12), 1+w.rng.IntN(4)
	w.agents = scripted{seed: seed, exhausted: map[events.Agent]bool{}, curious: map[events.Agent]bool{}, down: w.down}
	for _, a := range events.Agents() {
		w.temper[a] = temper(a, w.rng)
		w.returns[a] = w.rng.IntN(3) > 0
		w.agents.exhausted[a] = w.temper[a] == exhausted
		w.agents.curious[a] = asks(a, w.rng)
	}
	for _, d := range declared(w.agents, c) {
		local, err := stream.NewLocal(d, w.clock)
		if err != nil {
			t.Fatal(err)
		}
		desc := d.Describe()
		w.consumers = append(w.consumers, &consumer{
			name: desc.Name, local: local, inputs: desc.Inputs, queues: map[string][]events.Record{}, stands: map[string]bool{},
			away: w.temper[events.Agent(desc.Name)] == absent,
		})
	}
	return w
}

func declared(agents scripted, c conductor.Config) []stream.Declaration {
	out := []stream.Declaration{router.New(), conductor.New(c), judge.New(judge.DefaultRubric()), feed.New()}
	for _, a := range events.Agents() {
		out = append(out, agents.declare(a))
	}
	return out
}

// append puts records on their topics and into the queues of who reads them, some of them twice.
func (w *world) append(records ...events.Record) {
	for _, r := range records {
		times := 1
		if w.rng.IntN(10) == 0 && r.Topic != events.TopicRunsFeed {
			times = 2
		}
		for range times {
			h := fnv.New32a()
			h.Write([]byte(r.Key))
			partition := int32(h.Sum32() % 3)
			at := fmt.Sprint(r.Topic, "/", partition)
			w.log = append(w.log, replay.Entry{Record: r, Partition: partition, Offset: w.offsets[at]})
			w.offsets[at]++
			for _, c := range w.consumers {
				if slices.Contains(c.inputs, r.Topic) {
					key := string(r.Topic) + "/" + r.Key
					c.queues[key] = append(c.queues[key], r)
				}
			}
		}
	}
}

// topic is what has been written to a topic, without repeats.
func (w *world) topic(t events.Topic) []events.Record {
	seen := map[string]bool{}
	var out []events.Record
	for _, e := range w.log {
		if e.Topic == t && !seen[e.ID] {
			seen[e.ID] = true
			out = append(out, e.Record)
		}
	}
	return out
}

// rule lets a person rule on some of the claims as soon as they have a verdict.
func (w *world) rule(published []events.Record) {
	for _, v := range streamtest.Decoded(w.t, events.VerdictIssued, published) {
		if w.unruled || v.Data.Override != nil || w.ruled[v.Data.ClaimID] != "" || w.rng.IntN(5) > 0 {
			continue
		}
		o := events.Override{
			ID: "ovr_" + v.Data.ClaimID, ClaimID: v.Data.ClaimID, ReportID: "rep_1", By: "Jane Doe", Reason: "seen",
			Verdict: events.VerdictClasses()[w.rng.IntN(4)],
		}
		w.ruled[o.ClaimID] = o.Verdict
		w.publish(events.Envelope{Run: theRun, Iteration: 1, IterationCap: w.limit}, "intent",
			events.VerdictOverridden.Draft(events.ClaimSubject(o.ClaimID, "override", o.ID), o))
	}
}

func (w *world) publish(cause events.Envelope, by string, drafts ...events.Draft) {
	for _, d := range drafts {
		r, err := d.Seal(cause, by, w.clock.Now())
		if err != nil {
			w.t.Fatal(err)
		}
		w.append(r)
	}
}

// begin publishes what intake and claims would: the opening and the claims, in any order among the topics.
func (w *world) begin() {
	root := events.Envelope{Run: theRun, Iteration: 1, IterationCap: w.limit}
	w.publish(root, "intent",
		events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{Run: theRun, ReportID: "rep_1", Mode: events.ModeLive, Iterations: w.limit}))
	w.publish(root, "intake", events.RunOpened.Draft("run/opened", events.Opening{ReportID: "rep_1", SHA256: "abc", Sections: 1}))
	types := []events.ClaimType{events.Geographic, events.Quantitative, events.LegalGovernance, events.Strategic, events.Environmental}
	for i := range w.claims {
		c := events.Claim{ID: fmt.Sprintf("clm_%02d", i), ReportID: "rep_1", Text: fmt.Sprintf("claim %d", i), Type: types[i%len(types)]}
		if i%3 == 0 {
			c.Entities.Figures = []string{"12 t"}
		}
		w.publish(root, "claims", events.ClaimExtracted.Draft(events.ClaimSubject(c.ID), c))
	}
	w.publish(root, "claims", events.ClaimsCompleted.Draft("run/claims", events.ClaimTotals{ReportID: "rep_1", Claims: w.claims}))
}

func TestEveryRunEndsWithAVerdictForEachClaim(t *testing.T) {
	tempers, questions, rounds, revisions, givenUp, ruled, back, replayed := map[string]int{}, map[string]int{}, 0, 0, 0, 0, 0, 0
	for seed := range uint64(60) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			w := newWorld(t, seed)
			for _, temper := range w.temper {
				tempers[temper]++
			}
			w.begin()
			w.play()
			w.check()
			for status, n := range w.checkQuestions() {
				questions[status] += n
			}
			back += w.checkAbsence()
			w.checkFeed()
			w.checkReplay()
			replayed += w.replayed
			ruled += len(w.ruled)
			rounds += len(w.topic(events.TopicReinvestigationRequested))
			for _, v := range streamtest.Decoded(t, events.VerdictIssued, w.topic(events.TopicVerdictsIssued)) {
				if v.Data.Revision > 1 {
					revisions++
				}
			}
			for _, u := range streamtest.Decoded(t, events.FindingUnable, w.topic(events.TopicFindingsProduced)) {
				if u.Data.GivenUp {
					givenUp++
				}
			}
		})
	}
	t.Logf("tempers %v, questions %v, %d further passes, %d revisions, %d given up on, %d rulings, %d answers of agents that came back, %d runs replayed",
		tempers, questions, rounds, revisions, givenUp, ruled, back, replayed)
	// The worlds were varied enough to mean something.
	for _, status := range []string{"answered", "refused", "expired", "late", "in a circle", "to one that is away"} {
		if questions[status] < 50 {
			t.Errorf("only %d questions %s", questions[status], status)
		}
	}
	if len(tempers) != 6 || rounds < 100 || revisions < 100 || givenUp < 100 || ruled < 50 || back < 50 || replayed < 30 {
		t.Error("the worlds are too much alike")
	}
}
