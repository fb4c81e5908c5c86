package projections_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// letters reads all dead letters that are on the log.
func letters(t *testing.T, log *projectionstest.Log) (out []events.Event[events.DeadLetter]) {
	t.Helper()
	for _, k := range log.All(t, events.TopicDeadLetters) {
		r, err := wire.Decode(k)
		if err != nil {
			t.Fatal(err)
		}
		e, err := events.DeadLettered.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// unfolded is what the runner remembers of what it has set aside.
func unfolded(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `select u::text from read.unfolded u order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// Every kind of garbage stands among the events of two runs, on every topic that is folded. What is not
// garbage is folded as if it were alone.
func TestGarbageIsSetAsideAndNothingElse(t *testing.T) {
	clean, alone := projectionstest.NewLog(t), projectionstest.Database(t)
	records := story(t)
	clean.Append(t, records...)
	projectionstest.Fold(t, clean, alone)

	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	kinds := projectionstest.Garbages()
	var garbage []*kgo.Record
	for _, at := range []struct {
		topic    events.Topic
		kind     *events.Definition
		run, key string
	}{
		{events.TopicRunsFeed, events.ClaimExtracted.Definition, runA, runA},
		{events.TopicReportSubmitted, events.ReportSubmitted.Definition, "", projectionstest.Report},
		{events.TopicReportPreviewed, events.ReportPreviewed.Definition, "", projectionstest.Report},
	} {
		for i, g := range kinds {
			k := projectionstest.Sound(at.topic, at.kind, at.run, at.key, i)
			g.Spoil(k)
			garbage = append(garbage, k)
		}
	}
	for i, r := range records {
		if i < len(garbage) {
			log.Produce(t, garbage[i])
		}
		log.Append(t, r)
	}
	projectionstest.Fold(t, log, pool)
	same(t, "beside garbage", dump(t, pool, false), dump(t, alone, false))

	found := letters(t, log)
	if len(found) != len(garbage) {
		t.Errorf("%d dead letters for %d pieces of garbage", len(found), len(garbage))
	}
	seen := map[string]bool{}
	for _, e := range found {
		l := e.Data
		at := fmt.Sprintf("%s/%d@%d", l.Topic, l.Partition, l.Offset)
		if seen[at] || l.Processor != projections.Name || l.Error == "" || l.Reason != events.DeadUndecodable && l.Reason != events.DeadUnfoldable {
			t.Errorf("the letter of %s (again: %v) is by %q, because %q: %q", at, seen[at], l.Processor, l.Reason, l.Error)
		}
		seen[at] = true
	}

	projectionstest.Fold(t, log, pool) // the letters, which were written while the rest was folded
	places, memory := dump(t, pool, true), unfolded(t, pool)
	for _, names := range [][]string{nil, {"feed"}, {"runs", "claims"}} {
		if err := projections.Rebuild(t.Context(), pool, catalogue.Models(), names, projections.Options{Kafka: log.Kafka}); err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("after rebuilding %v", names), dump(t, pool, true), places)
		same(t, fmt.Sprintf("what was set aside, after rebuilding %v", names), unfolded(t, pool), memory)
	}
	if again := letters(t, log); len(again) != len(found) {
		t.Errorf("after rebuilding there are %d dead letters, %d before", len(again), len(found))
	}
}

// refusedByRows are events that can be read, and that a database refuses.
func refusedByRows(t *testing.T) map[string]events.Record {
	t.Helper()
	out := map[string]events.Record{}
	add := func(name string, d events.Draft) {
		r, err := d.Seal(events.Envelope{Run: runA}, "kcat", projectionstest.Began)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = r
	}
	sound := events.Claim{ID: "clm_x", ReportID: projectionstest.Report, Text: "x", Type: events.Strategic, Priority: events.High, Page: 1}
	claim := func(name string, spoil func(*events.Claim)) {
		c := sound
		spoil(&c)
		add(name, events.ClaimExtracted.Draft("claim/"+name, c))
	}
	var words strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&words, "%x", i*2654435761)
	}
	claim("an id with a zero byte", func(c *events.Claim) { c.ID = "clm\x00" })
	claim("an id that fits no index row", func(c *events.Claim) { c.ID = words.String() })
	claim("a page beyond a column", func(c *events.Claim) { c.Page = 5_000_000_000 })
	claim("a page before a column", func(c *events.Claim) { c.Page = -5_000_000_000 })
	add("a revision beyond a column", events.VerdictIssued.Draft("v", events.Verdict{ClaimID: "clm_x", Revision: 1 << 40}))
	add("a pillar that fits no index row", events.CoverageAssessed.Draft("c", events.Coverage{Pillar: words.String()}))
	add("a gap with a zero byte", events.GapFound.Draft("g", events.Gap{ID: "gap\x00"}))
	add("a request with a zero byte", events.AnalysisRequested.Draft("r", events.AnalysisRequest{Run: runA, ReportID: "rep_x", Company: "\x00"}))
	return out
}

func TestWhatRowsRefuseIsFoundWithinItsBatch(t *testing.T) {
	clean, alone := projectionstest.NewLog(t), projectionstest.Database(t)
	records := story(t)
	clean.Append(t, records...)
	projectionstest.Fold(t, clean, alone)

	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	bad := refusedByRows(t)
	for i, r := range records {
		log.Append(t, r)
		if i == len(records)/2 {
			for _, b := range bad {
				log.Append(t, projectionstest.Feed(b)...)
			}
		}
	}
	projectionstest.Fold(t, log, pool)
	same(t, "beside what rows refuse", dump(t, pool, false), dump(t, alone, false))
	reasons := map[string]string{}
	for _, e := range letters(t, log) {
		if e.Data.Reason != events.DeadUnfoldable || e.Run != runA {
			t.Errorf("the letter of %s in run %q is there because %q", e.Causation, e.Run, e.Data.Reason)
		}
		reasons[e.Causation] = e.Data.Error
	}
	for name, r := range bad {
		if reasons[r.ID] == "" {
			t.Errorf("%s has no dead letter", name)
		}
	}
	if len(reasons) != len(bad) {
		t.Errorf("%d dead letters for %d events: %v", len(reasons), len(bad), reasons)
	}

	projectionstest.Fold(t, log, pool) // the letters, which were written while the rest was folded
	places := dump(t, pool, true)
	if err := projections.Rebuild(t.Context(), pool, catalogue.Models(), nil, projections.Options{Kafka: log.Kafka}); err != nil {
		t.Fatal(err)
	}
	same(t, "after a rebuild", dump(t, pool, true), places)
	if n := len(letters(t, log)); n != len(bad) {
		t.Errorf("after a rebuild there are %d dead letters for %d events", n, len(bad))
	}
}

// A crash between a letter and the offsets behind it publishes the letter again: the same one, which counts once.
func TestALetterThatIsPublishedAgainIsTheSame(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	k := projectionstest.Sound(events.TopicRunsFeed, events.ClaimExtracted.Definition, runA, runA, 1)
	log.Append(t, projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 1}.Records(t)...)...)
	log.Produce(t, k)
	projectionstest.Fold(t, log, pool)
	if _, err := pool.Exec(t.Context(), `delete from read.unfolded`); err != nil {
		t.Fatal(err)
	}
	if err := projections.Rebuild(t.Context(), pool, catalogue.Models(), nil, projections.Options{Kafka: log.Kafka}); err != nil {
		t.Fatal(err)
	}
	found := letters(t, log)
	if len(found) != 2 {
		t.Fatalf("%d letters, want the same one twice", len(found))
	}
	a, errA := json.Marshal(found[0])
	b, errB := json.Marshal(found[1])
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("the letters differ:\n%s\n%s", a, b)
	}
	for _, k := range log.All(t, events.TopicDeadLetters) { // as the feed copies them
		copied := *k
		copied.Topic, copied.Key = string(events.TopicRunsFeed), []byte(runA)
		log.Produce(t, &copied)
	}
	projectionstest.Fold(t, log, pool)
	if r, err := runs.Get(t.Context(), pool, runA); err != nil || r.DeadLetters != 1 || r.Status != events.RunCompleted {
		t.Errorf("the run is %+v, %v; want one dead letter", r, err)
	}
}

// Letters about letters end: what is written to dead.letters is copied to the feed and may be garbage, too.
func TestLettersOfLettersEnd(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	next := []*kgo.Record{projectionstest.Sound(events.TopicRunsFeed, events.DeadLettered.Definition, runA, runA, 1)}
	read := 0
	for round := range 5 {
		log.Produce(t, next...)
		projectionstest.Fold(t, log, pool)
		all := log.All(t, events.TopicDeadLetters)
		next = nil
		for _, k := range all[read:] {
			copied := *k
			copied.Topic, copied.Key = string(events.TopicRunsFeed), []byte(runA)
			next = append(next, &copied)
		}
		if read = len(all); read != 1 {
			t.Fatalf("round %d: %d letters, want one", round, read)
		}
	}
}

// What goes wrong with the database is nobody's fault: no event becomes a dead letter for it.
func TestABrokenDatabaseMakesNoDeadLetters(t *testing.T) {
	for name, c := range map[string]struct{ code string }{
		"disk full": {"53100"}, "too many connections": {"53300"}, "shutdown": {"57P01"}, "deadlock": {"40P01"}, "i/o error": {"58030"},
	} {
		t.Run(name, func(t *testing.T) {
			log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
			log.Append(t, story(t)...)
			// The first insert fails, as if the server were in trouble, and every later one does not.
			if _, err := pool.Exec(t.Context(), `
				create sequence public.failures;
				create function public.trouble() returns trigger language plpgsql as $$
				begin
				  if nextval('public.failures') <= 3 then raise exception 'in trouble' using errcode = '`+c.code+`'; end if;
				  return new;
				end $$;
				create trigger trouble before insert on read.claims for each row execute function public.trouble()`); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), projectionstest.Patience)
			defer stop()
			done := make(chan error, 1)
			go func() {
				done <- projections.Run(ctx, pool, catalogue.Models(), projections.Options{Kafka: log.Kafka})
			}()
			waitFor(t, pool, `select count(*) = 2 and $1 > 0 from read.runs where status = 'completed'`, 1)
			stop()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if n := len(letters(t, log)); n != 0 || unfolded(t, pool) != "" {
				t.Errorf("%d dead letters", n)
			}
		})
	}
}

// A model that is new and cannot fold what the others have folded makes all of them go without it.
func TestModelsAgreeOnWhatIsSetAside(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := story(t)
	log.Append(t, records...)
	projectionstest.Fold(t, log, pool)
	refused := ""
	for _, r := range records {
		if r.Type == events.GapFound.Type {
			refused = r.ID
		}
	}
	picky := projections.Model{
		Name: "picky", Topics: projections.Feed, Tables: []string{"picky"}, Schema: `create table read.picky (id text)`,
		Fold: func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, entries []*projections.Entry) error {
			for _, e := range entries {
				if e.ID == refused {
					return projections.Unfoldable(e, errors.New("not to its taste"))
				}
			}
			return nil
		},
	}
	models := append(catalogue.Models(), picky)
	if err := projections.CatchUp(t.Context(), pool, models, projections.Options{Kafka: log.Kafka}); err != nil {
		t.Fatal(err)
	}
	if d := dump(t, pool, true); strings.Contains(d, refused) || !strings.Contains(d, "gaps: 3 rows") {
		t.Error("the event that one model refused is held by others")
	}
	if found := letters(t, log); len(found) != 1 || !strings.Contains(found[0].Data.Error, "not to its taste") {
		t.Errorf("%d dead letters, want one that says why", len(found))
	}
}

// A run that nobody has asked for is not shown, whatever events name it.
func TestEventsStartNoRuns(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	whole := projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 1}.Records(t)...)
	log.Append(t, whole[1:]...) // without the request
	projectionstest.Fold(t, log, pool)
	if _, err := runs.Get(t.Context(), pool, runA); !errors.Is(err, runs.ErrNotFound) {
		t.Errorf("a run that nobody asked for: %v", err)
	}
	if all, err := runs.List(t.Context(), pool, ""); err != nil || len(all) != 0 {
		t.Errorf("%d runs are listed, %v", len(all), err)
	}
	log.Append(t, whole[0])
	projectionstest.Fold(t, log, pool)
	if r, err := runs.Get(t.Context(), pool, runA); err != nil || r.Status != events.RunCompleted {
		t.Errorf("the run that was asked for: %+v, %v", r, err)
	}
}

// An event in a partition that is not its run's would be numbered in another way by every rebuild.
func TestAnEventInAnotherRunsPartitionIsSetAside(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 1}.Records(t)...)
	log.Append(t, records...)
	stray := records[3]
	stray.ID, stray.Key = "another", ""
	home := -1
	for _, k := range log.All(t, events.TopicRunsFeed) {
		home = int(k.Partition)
	}
	for i := 0; stray.Key == ""; i++ { // a key of another partition
		if key := fmt.Sprint(i); log.Partition(key, events.TopicRunsFeed) != home {
			stray.Key = key
		}
	}
	log.Append(t, stray)
	projectionstest.Fold(t, log, pool)
	if found := letters(t, log); len(found) != 1 || found[0].Causation != "another" {
		t.Errorf("%d dead letters, want that of the event in the wrong place", len(found))
	}
}
