package projections_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/projections/runs"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

const (
	runA = "run_0000000001aaaaaaaaaa"
	runB = "run_0000000002bbbbbbbbbb"
)

// dump is the whole of schema read, row by row. Without places, where the log put the events is left
// out: what is left must not depend on it.
func dump(t *testing.T, pool *pgxpool.Pool, places bool) string {
	t.Helper()
	var b strings.Builder
	for _, m := range catalogue.Models() {
		for _, table := range m.Tables {
			columns := "*"
			if table == "feed" && !places {
				columns = "run, seq, id, event"
			}
			rows, err := pool.Query(t.Context(), fmt.Sprintf(`select t::text from (select %s from read.%s) t order by 1`, columns, table))
			if err != nil {
				t.Fatal(err)
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s: %d rows\n%s\n", table, len(lines), strings.Join(lines, "\n"))
		}
	}
	return b.String()
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s: line %d differs\n got %s\nwant %s", what, i, g[i], w[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", what, len(g), len(w))
}

func story(t *testing.T) []events.Record {
	var all []events.Record
	all = append(all, projectionstest.Submission(t)...)
	all = append(all, projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 12}.Records(t)...)...)
	all = append(all, projectionstest.Feed(projectionstest.Story{Run: runB, Claims: 3, Parent: runA}.Records(t)...)...)
	return all
}

func TestFoldsAStoryIntoEveryReadModel(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := story(t)
	log.Append(t, records...)
	projectionstest.Fold(t, log, pool)

	r, err := runs.Get(t.Context(), pool, runA)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != events.RunCompleted || r.Progress.Claims != 12 || r.Progress.ClaimsClosed != 12 || r.Progress.Findings != 24 ||
		r.Progress.Assigned != 24 || r.Progress.Answered != 24 || r.Progress.Gaps != 2 || r.Progress.SectionsExtracted != 3 || r.Progress.Checks != 4 {
		t.Errorf("run A is %s with %+v", r.Status, r.Progress)
	}
	for table, want := range map[string]int{
		"reports": 1, "runs": 2, "claims": 15, "assignments": 15, "findings": 30, "verdicts": 15, "gaps": 4, "coverage": 10,
		"checks": 5, "requests": 10, "feed": len(records) - 2,
	} {
		var n int
		if err := pool.QueryRow(t.Context(), `select count(*) from read.`+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n != want {
			t.Errorf("%s has %d rows, want %d", table, n, want)
		}
	}
	var gaps int
	if err := pool.QueryRow(t.Context(), `
		select count(*) from (select run, count(*) n, min(seq) lo, max(seq) hi from read.feed group by run) s where lo <> 1 or hi <> n`).Scan(&gaps); err != nil {
		t.Fatal(err)
	}
	if gaps != 0 {
		t.Errorf("%d runs are not numbered 1..n", gaps)
	}
	var status string
	if err := pool.QueryRow(t.Context(), `select status from app.runs where id = $1`, runA).Scan(&status); err != nil || status != "completed" {
		t.Errorf("schema app says of run A: %q, %v", status, err)
	}
}

func TestRebuildWritesTheIdenticalRows(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	log.Append(t, story(t)...)
	projectionstest.Fold(t, log, pool)
	want := dump(t, pool, true)
	var names []string
	for _, m := range catalogue.Models() {
		names = append(names, m.Name)
	}
	for _, picked := range append([][]string{nil}, []string{"feed"}, []string{"runs"}, []string{"claims", "verdicts"}, names) {
		if err := projections.Rebuild(t.Context(), pool, catalogue.Models(), picked, projections.Options{Kafka: log.Kafka}); err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("after rebuilding %v", picked), dump(t, pool, true), want)
	}
	if err := projections.Rebuild(t.Context(), pool, catalogue.Models(), []string{"verdict"}, projections.Options{Kafka: log.Kafka}); err == nil {
		t.Error("a read model that does not exist was rebuilt")
	}
}

func TestRepeatsChangeNothing(t *testing.T) {
	once, twice := projectionstest.NewLog(t), projectionstest.NewLog(t)
	a, b := projectionstest.Database(t), projectionstest.Database(t)
	records := story(t)
	once.Append(t, records...)
	projectionstest.Fold(t, once, a)

	random := rand.New(rand.NewPCG(7, 7))
	var before []events.Record
	for i, r := range records {
		twice.Append(t, r)
		before = append(before, r)
		if i%3 == 0 {
			twice.Append(t, before[random.IntN(len(before))])
		}
		if i%40 == 0 {
			projectionstest.Fold(t, twice, b) // a repeat must be known across batches, too
		}
	}
	projectionstest.Fold(t, twice, b)
	same(t, "with repeats", dump(t, b, false), dump(t, a, false))

	want := dump(t, b, true)
	if err := projections.Rebuild(t.Context(), b, catalogue.Models(), []string{"runs"}, projections.Options{Kafka: twice.Kafka}); err != nil {
		t.Fatal(err)
	}
	same(t, "runs folded again over repeats", dump(t, b, true), want)
}

// Runners of different groups fold every partition against each other, and are stopped and started
// again meanwhile: the worst case of a rebalance.
func TestRunnersThatFoldTheSamePartitionsDoNoHarm(t *testing.T) {
	log, alone := projectionstest.NewLog(t), projectionstest.Database(t)
	pool := projectionstest.Database(t)
	records := story(t)

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for round := 0; ctx.Err() == nil; round++ {
				life, end := context.WithCancel(ctx)
				folded := 0
				err := projections.Run(life, pool, catalogue.Models(), projections.Options{
					Kafka: log.Kafka, Group: fmt.Sprintf("rival-%d", i),
					Folded: func(string, int32, int64) {
						if folded++; folded > 5+round*5 {
							end()
						}
					},
				})
				end()
				if err != nil {
					t.Errorf("runner %d: %v", i, err)
					return
				}
			}
		})
	}
	for _, r := range records {
		log.Append(t, r)
	}
	waitFor(t, pool, `select count(*) = $1 from read.feed`, len(records)-2)
	waitFor(t, pool, `select count(*) = 2 and $1 > 0 from read.runs where status = 'completed'`, 1)
	waitFor(t, pool, `select count(*) = 1 and $1 > 0 from read.reports where preview is not null`, 1)
	stop()
	wg.Wait()
	projectionstest.Fold(t, log, alone)
	same(t, "folded by rivals", dump(t, pool, true), dump(t, alone, true))
}

// waitFor asks until the answer is yes. It asks again when rows change.
func waitFor(t *testing.T, pool *pgxpool.Pool, question string, arg int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), projectionstest.Patience)
	defer cancel()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `listen sibyl_read`); err != nil {
		t.Fatal(err)
	}
	for {
		var yes bool
		if err := conn.QueryRow(ctx, question, arg).Scan(&yes); err != nil {
			t.Fatalf("asking %s: %v", question, err)
		}
		if yes {
			return
		}
		if _, err := conn.Conn().WaitForNotification(ctx); err != nil {
			t.Fatalf("waiting for %s: %v", question, err)
		}
	}
}

func TestALogThatLostItsTailIsFoldedAgain(t *testing.T) {
	records := story(t)
	for name, tail := range map[string][]events.Record{
		// The log is shorter than what was folded, or it has grown past it with other events.
		"shorter": projectionstest.Feed(projectionstest.Story{Run: runA, Fails: "broker lost"}.Records(t)...),
		"longer": slices.Concat(
			projectionstest.Feed(projectionstest.Story{Run: runA, Fails: "broker lost"}.Records(t)...),
			projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 20}.Records(t)...),
			projectionstest.Feed(projectionstest.Story{Run: runB, Claims: 20}.Records(t)...)),
	} {
		t.Run(name, func(t *testing.T) {
			first, second := projectionstest.NewLog(t), projectionstest.NewLog(t)
			pool, fresh := projectionstest.Database(t), projectionstest.Database(t)
			first.Append(t, records...)
			projectionstest.Fold(t, first, pool)
			second.Append(t, records[:len(records)/2]...) // the same beginning
			second.Append(t, tail...)
			projectionstest.Fold(t, second, fresh)
			ctx, stop := context.WithTimeout(t.Context(), projectionstest.Patience)
			defer stop()
			done := make(chan error, 1)
			go func() {
				done <- projections.Run(ctx, pool, catalogue.Models(), projections.Options{Kafka: second.Kafka})
			}()
			waitFor(t, pool, `select count(*) = 1 and $1 > 0 from read.runs where status = 'error'`, 1)
			stop()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			projectionstest.Fold(t, second, pool)
			same(t, "after the log was lost", dump(t, pool, true), dump(t, fresh, true))
		})
	}
}

func BenchmarkFoldALargeRun(b *testing.B) {
	log := projectionstest.NewLog(b)
	records := projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 3000}.Records(b)...)
	log.Append(b, records...)
	b.ReportMetric(float64(len(records)), "events")
	for b.Loop() {
		b.StopTimer()
		pool := projectionstest.Database(b)
		b.StartTimer()
		began := time.Now()
		projectionstest.Fold(b, log, pool)
		b.ReportMetric(float64(len(records))/time.Since(began).Seconds(), "events/s")
	}
}
