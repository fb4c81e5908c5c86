package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// allGarbage asks for ten analyses of the sample beside every kind of garbage, instead of two of a page.
const allGarbage = "SIBYL_TEST_GARBAGE"

// place is where a record stands, and for whom.
type place struct {
	reader    string
	topic     string
	partition int32
	offset    int64
}

// readers are who reads each topic, and which kinds of it.
type readers struct {
	processors []stream.Description
	projected  map[events.Topic]bool
}

func readersOf(t *testing.T, s *stack.Stack) readers {
	t.Helper()
	descs, err := stream.Topology(worker.Declarations(s.Ports))
	if err != nil {
		t.Fatal(err)
	}
	r := readers{descs, map[events.Topic]bool{}}
	for _, m := range catalogue.Models() {
		for _, topic := range m.Topics {
			r.projected[topic] = true
		}
	}
	return r
}

// expected is who must give up on a piece of garbage where it stands. The feed copies what has an envelope.
func (r readers) expected(g projectionstest.Garbage, kind string, k *kgo.Record) (out []place) {
	at := func(reader string) { out = append(out, place{reader, k.Topic, k.Partition, k.Offset}) }
	for _, d := range r.processors {
		if !slices.Contains(d.Inputs, events.Topic(k.Topic)) {
			continue
		}
		if !g.Readable || d.Name != feed.Name && slices.Contains(d.Kinds, kind) {
			at(d.Name)
		}
	}
	if r.projected[events.Topic(k.Topic)] {
		at(projections.Name)
	}
	return out
}

// scatter writes every kind of garbage to a topic once, in the names of runs by turns, and returns what is owed
// for it.
func scatter(ctx context.Context, t *testing.T, client *kgo.Client, r readers, topic events.Topic, runs []string, round int) (owed []place, copies int) {
	t.Helper()
	var kinds []*events.Definition
	for _, k := range events.Kinds() {
		if k.Topic == topic {
			kinds = append(kinds, k)
		}
	}
	if topic == events.TopicRunsFeed {
		kinds = []*events.Definition{events.ClaimExtracted.Definition, events.VerdictIssued.Definition, events.DeadLettered.Definition}
	}
	for i, g := range projectionstest.Garbages() {
		kind := kinds[(i+round)%len(kinds)]
		run := runs[i%len(runs)]
		k := projectionstest.Sound(topic, kind, run, run, round*1000+i)
		g.Spoil(k)
		if err := client.ProduceSync(ctx, k).FirstErr(); err != nil {
			t.Fatalf("writing %s to %s: %v", g.Name, topic, err)
		}
		owed = append(owed, r.expected(g, kind.Type, k)...)
		if g.Readable && feedReads(r, topic) && (kind != events.DeadLettered.Definition || nameableRun(k)) {
			copies++
		}
	}
	return owed, copies
}

func feedReads(r readers, topic events.Topic) bool {
	return slices.ContainsFunc(r.processors, func(d stream.Description) bool {
		return d.Name == feed.Name && slices.Contains(d.Inputs, topic)
	})
}

func nameableRun(k *kgo.Record) bool { return events.Nameable(header(k, wire.HeaderCorrelation)) }

func header(k *kgo.Record, name string) string {
	for _, h := range k.Headers {
		if h.Key == name {
			return string(h.Value)
		}
	}
	return ""
}

// buried reads dead letters as they come, until all that are owed are there.
type buried struct {
	client *kgo.Client
	found  map[place]events.DeadLetter
	ofRuns map[string]bool // ids of those that the feed repeats
}

func (b *buried) await(ctx context.Context, t *testing.T, owed []place) {
	t.Helper()
	for {
		missing := slices.DeleteFunc(slices.Clone(owed), func(p place) bool { _, ok := b.found[p]; return ok })
		if len(missing) == 0 {
			return
		}
		fetches := b.client.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("%d of %d dead letters have not come, among them %v", len(missing), len(owed), missing[:min(len(missing), 5)])
		}
		for k := range fetches.RecordsAll() {
			r, err := wire.Decode(k)
			if err != nil {
				continue // garbage of this test's on the topic of letters
			}
			e, err := events.DeadLettered.Decode(r)
			if err != nil || !r.Sealed() {
				continue
			}
			l := e.Data
			p := place{l.Processor, string(l.Topic), l.Partition, l.Offset}
			if _, again := b.found[p]; again {
				t.Errorf("%s has given up twice on %s/%d@%d", p.reader, p.topic, p.partition, p.offset)
			}
			if l.Error == "" || l.Reason != events.DeadUndecodable && l.Reason != events.DeadUnfoldable && l.Reason != events.DeadRejected {
				t.Errorf("%s gave up on %s/%d@%d because %q: %q", p.reader, p.topic, p.partition, p.offset, l.Reason, l.Error)
			}
			b.found[p] = l
			if r.Run != "" && events.Nameable(r.Run) {
				b.ofRuns[r.ID] = true
			}
		}
	}
}

// rows is everything in schema read, models' offsets apart: those go on while one looks.
func rows(ctx context.Context, t *testing.T, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	out := map[string]string{}
	tables := []string{"unfolded"}
	for _, m := range catalogue.Models() {
		tables = append(tables, m.Tables...)
	}
	for _, table := range tables {
		var sum string
		if err := pool.QueryRow(ctx, fmt.Sprintf(`select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from %s t`,
			pgx.Identifier{"read", table}.Sanitize())).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		out[table] = sum
	}
	return out
}

// undisturbed is a run's document without run and times.
func undisturbed(ctx context.Context, t *testing.T, o *stack.Opened, run string) string {
	t.Helper()
	var doc map[string]any
	if err := o.Do(ctx, "GET", "/runs/"+run+"/document", "", nil, &doc); err != nil {
		t.Fatal(err)
	}
	delete(doc, "run")
	body, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestGarbageOnEveryTopicDisturbsNobody writes every kind of garbage to every topic, half of it in the name of
// runs that are under way, and half of a run that is none.
func TestGarbageOnEveryTopicDisturbsNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	analyses, limit, pdf := 2, 3*time.Minute, smallReport(t, "beside garbage")
	if os.Getenv(allGarbage) != "" {
		analyses, limit = 10, 20*time.Minute
		var err error
		if pdf, err = os.ReadFile(sampleReport(t)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	dir := dataDir(t)
	o, closePlace := openPlace(ctx, t, dir, "error")
	defer closePlace()
	report, err := o.Upload(ctx, "sound.pdf", pdf, nil)
	if err != nil {
		t.Fatal(err)
	}
	analyse := func(beside func(run string)) string { return analysedBeside(ctx, t, o, report.ID, beside) }
	want := undisturbed(ctx, t, o, analyse(nil))

	kafka := []kgo.Opt{kgo.SeedBrokers(o.Kafka)}
	client, err := kgo.NewClient(append(kafka, kgo.ConsumeTopics(string(events.TopicDeadLetters)), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ProducerLinger(0))...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	all := readersOf(t, o.Stack)
	var owed []place
	copies := 0
	topics := events.Topics()
	for n := range analyses {
		run := analyse(func(run string) {
			for i, spec := range topics {
				if i%analyses != n {
					continue
				}
				places, copied := scatter(ctx, t, client, all, spec.Name, []string{run, "run_of_nobody"}, n)
				owed, copies = append(owed, places...), copies+copied
			}
		})
		if got := undisturbed(ctx, t, o, run); got != want {
			t.Errorf("beside garbage analysis %d came out in another way: %s", n+1, difference(want, got))
		}
	}

	graves := &buried{client, map[place]events.DeadLetter{}, map[string]bool{}}
	graves.await(ctx, t, owed)
	inFeed := garbageInFeed(ctx, t, kafka, owed)
	if len(inFeed) != copies {
		t.Errorf("the feed has copied %d pieces of garbage, want %d", len(inFeed), copies)
	}
	owed = append(owed, inFeed...)
	graves.await(ctx, t, owed)
	for p, l := range graves.found {
		if !slices.Contains(owed, p) {
			t.Errorf("%s gave up on %s/%d@%d, which is no garbage: %s", p.reader, p.topic, p.partition, p.offset, l.Error)
		}
	}
	t.Logf("%d dead letters by %d readers of %d topics", len(graves.found), len(all.processors)+1, len(topics))

	onlyCompletedRuns(ctx, t, o, analyses+1)
	folded(ctx, t, o.Stack, kafka, graves.ofRuns)
	before := rows(ctx, t, o.Stack.Pool)
	if code, _, stderr := sibyl(t, "rebuild", "--data-dir", dir); code != exit.CodeDone {
		t.Errorf("sibyl rebuild ended with %d: %s", code, stderr)
	}
	for table, sum := range rows(ctx, t, o.Stack.Pool) {
		if sum != before[table] {
			t.Errorf("after a rebuild table %s is %s, before %s", table, sum, before[table])
		}
	}
}

// folded waits until the feed repeats the letters of runs and every read model has folded everything. The letters are
// on their topic some time before.
func folded(ctx context.Context, t *testing.T, s *stack.Stack, kafka []kgo.Opt, letters map[string]bool) {
	t.Helper()
	changed, stop := s.Hub.Watch("")
	defer stop()
	for {
		missing, err := unfolded(ctx, s.Pool, kafka, letters)
		if err != nil {
			t.Fatal(err)
		}
		if missing == 0 {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("%d letters or partitions have not got to the read models", missing)
		}
	}
}

// unfolded counts the letters that the feed lacks, and the partitions that a model has not folded to their ends.
func unfolded(ctx context.Context, pool *pgxpool.Pool, kafka []kgo.Opt, letters map[string]bool) (missing int, err error) {
	onFeed := map[string]bool{}
	var topics []events.Topic
	var parts []int32
	var ends []int64
	for _, spec := range events.Topics() {
		records, err := projectionstest.ReadAll(ctx, kafka, spec.Name)
		if err != nil {
			return 0, err
		}
		reached := map[int32]int64{}
		for _, k := range records {
			reached[k.Partition] = max(reached[k.Partition], k.Offset+1)
			if r, err := wire.Decode(k); err == nil && spec.Name == events.TopicRunsFeed && r.Sealed() && letters[r.ID] {
				onFeed[r.ID] = true
			}
		}
		for part, end := range reached {
			topics, parts, ends = append(topics, spec.Name), append(parts, part), append(ends, end)
		}
	}
	err = pool.QueryRow(ctx, `select count(*) from read.offsets o
		join unnest($1::text[], $2::int[], $3::bigint[]) as l(topic, part, ended) using (topic, part) where o.next < l.ended`,
		topics, parts, ends).Scan(&missing)
	return missing + len(letters) - len(onFeed), err
}

func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out bytes.Buffer
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			fmt.Fprintf(&out, "line %d: want %s, have %s", i, a[i], b[i])
			return out.String()
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}

// garbageInFeed lists the pieces of garbage that the feed has copied, without those that were written to it.
func garbageInFeed(ctx context.Context, t *testing.T, kafka []kgo.Opt, written []place) []place {
	t.Helper()
	feedHolds, err := projectionstest.ReadAll(ctx, kafka, events.TopicRunsFeed)
	if err != nil {
		t.Fatal(err)
	}
	var out []place
	for _, k := range feedHolds {
		if header(k, wire.HeaderSource) != "/sibyl/kcat" || slices.ContainsFunc(written, func(p place) bool {
			return p.topic == k.Topic && p.partition == k.Partition && p.offset == k.Offset
		}) {
			continue
		}
		out = append(out, place{projections.Name, k.Topic, k.Partition, k.Offset})
	}
	return out
}

// analysedBeside analyses a report while beside, which may be nil, does something with its run.
func analysedBeside(ctx context.Context, t *testing.T, o *stack.Opened, report string, beside func(run string)) string {
	t.Helper()
	run, err := o.Start(ctx, report, nil)
	if err != nil {
		t.Fatal(err)
	}
	if beside != nil {
		beside(run)
	}
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	last, err := follow(ctx, o, run, terminal.NewProgress(quiet), nil, func() error { return o.Reachable(ctx, time.Minute) })
	if err != nil || last != run {
		t.Fatalf("run %s ended as %s: %v", run, last, err)
	}
	return run
}

// onlyCompletedRuns requires that there are n runs, and that all of them are completed.
func onlyCompletedRuns(ctx context.Context, t *testing.T, o *stack.Opened, n int) {
	t.Helper()
	var list struct {
		Runs []client.Run `json:"runs"`
	}
	if err := o.Do(ctx, "GET", "/runs", "", nil, &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Runs {
		if r.Status != string(events.RunCompleted) {
			t.Errorf("run %s is %s: %s", r.ID, r.Status, r.Error)
		}
	}
	if len(list.Runs) != n {
		t.Errorf("there are %d runs, want the %d that were asked for", len(list.Runs), n)
	}
}
