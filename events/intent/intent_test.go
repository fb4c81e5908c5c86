package intent_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

var upload = intent.Upload{SHA256: projectionstest.SHA256, Filename: `C:\reports\nord` + "\x00" + `wind.pdf`, Bytes: 10}

// settle plays the projections: it tells schema app what the log holds.
func settle(t *testing.T, pool *pgxpool.Pool, records ...events.Record) {
	t.Helper()
	batch := &pgx.Batch{}
	for _, r := range records {
		if err := intent.Settle(batch, r); err != nil {
			t.Fatal(err)
		}
	}
	if batch.Len() == 0 {
		return
	}
	if err := pool.SendBatch(t.Context(), batch).Close(); err != nil {
		t.Fatal(err)
	}
}

func preview(t *testing.T, attempt int, status events.PreviewStatus) events.Record {
	t.Helper()
	r, err := events.ReportPreviewed.Draft(events.ReportSubject(projectionstest.Report, attempt), events.Preview{
		ReportID: projectionstest.Report, SHA256: projectionstest.SHA256, Attempt: attempt, Status: status,
	}).Seal(events.Envelope{}, "intake", time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func completion(t *testing.T, run string, status events.RunStatus) events.Record {
	t.Helper()
	r, err := events.AnalysisCompleted.Draft(events.RunSubject("completed"), events.Completion{
		ReportID: projectionstest.Report, SHA256: projectionstest.SHA256, Status: status,
	}).Seal(events.Envelope{Run: run}, "conductor", time.Unix(2, 0))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAFileIsOneReportUntilReadingItFails(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	submit := func() intent.Submitted {
		t.Helper()
		s, err := o.SubmitReport(t.Context(), upload)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	want := intent.Submitted{ReportID: projectionstest.Report, Attempt: 1, Status: intent.ReportUploaded}
	if got := submit(); got != want {
		t.Errorf("first time: %+v", got)
	}
	want.Known = true
	if got := submit(); got != want {
		t.Errorf("second time: %+v", got)
	}
	settle(t, pool, preview(t, 1, events.PreviewError))
	want.Known, want.Attempt = false, 2
	if got := submit(); got != want {
		t.Errorf("after an error: %+v", got)
	}
	settle(t, pool, preview(t, 1, events.PreviewError)) // folded again; the second attempt is still open
	settle(t, pool, preview(t, 2, events.PreviewParsed))
	want.Known, want.Status = true, intent.ReportParsed
	if got := submit(); got != want {
		t.Errorf("after it was read: %+v", got)
	}
	published := outbox(t, pool)
	if len(published) != 2 {
		t.Fatalf("%d events, want one for each attempt", len(published))
	}
	e, err := events.ReportSubmitted.Decode(published[1])
	if err != nil || e.Data.Attempt != 2 || e.Data.Filename != "nordwind.pdf" {
		t.Errorf("second event %+v, %v", e.Data, err)
	}
	if _, err := o.SubmitReport(t.Context(), intent.Upload{SHA256: "ab"}); err == nil {
		t.Error("a hash of two digits was accepted")
	}
}

// outbox relays what is pending to a broker of its own and returns it in the order of the outbox.
func outbox(t *testing.T, pool *pgxpool.Pool) []events.Record {
	t.Helper()
	return relayed(t, pool, projectionstest.NewLog(t), pending(t.Context(), t, pool))
}

// pending counts what the outbox has not published.
func pending(ctx context.Context, t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(ctx, `select count(*) from app.outbox where not published`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// relayed runs a relay until n records are on the log and are marked as published. The database may go on marking for one that is ended in
// between, also after the next test of the outbox has counted what is pending, and that would wait for records that nobody sends.
func relayed(t *testing.T, pool *pgxpool.Pool, log *projectionstest.Log, n int) []events.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), projectionstest.Patience)
	defer cancel()
	left := max(0, pending(ctx, t, pool)-n)
	relay := make(chan error, 1)
	said := slog.New(slog.NewTextHandler(t.Output(), nil)) // what it waits for shows where a test fails
	go func() { relay <- intent.Relay(ctx, pool, log.Kafka, said) }()
	out := consume(t, log, n)
	for pending(ctx, t, pool) > left {
		runtime.Gosched()
	}
	cancel()
	if err := <-relay; err != nil {
		t.Fatal(err)
	}
	return out
}

// consume reads n records of the topics that requests become, each partition in its order.
func consume(t *testing.T, log *projectionstest.Log, n int) []events.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), projectionstest.Patience)
	defer cancel()
	client, err := kgo.NewClient(append([]kgo.Opt{
		kgo.ConsumeTopics("report.submitted", "analysis.requested", "runs.progress", "findings.produced", "dead.letters"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	}, log.Kafka...)...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var got []*kgo.Record
	for len(got) < n {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("%d of %d records came", len(got), n)
		}
		got = append(got, fetches.Records()...)
	}
	slices.SortFunc(got, func(a, b *kgo.Record) int {
		return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition), cmp.Compare(a.Offset, b.Offset))
	})
	var out []events.Record
	for _, r := range got {
		e, err := wire.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func TestWhoMayStart(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	start := func() (events.AnalysisRequest, error) {
		return o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Company: "Nordwind", Iterations: 2})
	}
	if _, err := start(); !errors.Is(err, intent.ErrUnknownReport) {
		t.Errorf("of an unknown report: %v", err)
	}
	if _, err := o.SubmitReport(t.Context(), upload); err != nil {
		t.Fatal(err)
	}
	var early intent.NotParsedError
	if _, err := start(); !errors.As(err, &early) || early.Status != intent.ReportUploaded {
		t.Errorf("of an uploaded report: %v", err)
	}
	settle(t, pool, projectionstest.Submission(t)[0])
	if _, err := start(); !errors.As(err, &early) || early.Status != intent.ReportParsing {
		t.Errorf("of a report being parsed: %v", err)
	}
	settle(t, pool, preview(t, 1, events.PreviewParsed))
	first, err := start()
	if err != nil {
		t.Fatal(err)
	}
	if first.Iterations != 2 || first.Company != "Nordwind" || first.Mode != events.ModeLive || first.AsOf.IsZero() || !strings.HasPrefix(first.Run, "run_") {
		t.Errorf("the request is %+v", first)
	}
	var busy intent.AnalyzingError
	if _, err := start(); !errors.As(err, &busy) || busy.Run != first.Run {
		t.Errorf("of a report being analysed: %v", err)
	}
	for _, ending := range []events.RunStatus{events.RunCompleted, events.RunError} {
		active, err := o.ActiveRuns(t.Context())
		if err != nil || len(active) != 1 {
			t.Fatalf("active runs %v, %v", active, err)
		}
		settle(t, pool, completion(t, active[0].Run, ending))
		next, err := start()
		if err != nil {
			t.Fatalf("after %s: %v", ending, err)
		}
		if next.Run <= active[0].Run {
			t.Errorf("run ids do not sort by time: %s after %s", next.Run, active[0].Run)
		}
		settle(t, pool, completion(t, active[0].Run, ending)) // folded again, it must not release the new run
		if _, err := start(); !errors.As(err, &busy) {
			t.Errorf("a repeated completion released the next run: %v", err)
		}
	}
	var invalid intent.InvalidError
	if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Iterations: 11}); !errors.As(err, &invalid) {
		t.Errorf("eleven iterations: %v", err)
	}
	for _, b := range []events.ModelBudget{{USD: "much"}, {USD: "-1"}, {USD: "1e9"}, {USD: "1,50"}, {Tokens: -1}} {
		if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Budget: &b}); !errors.As(err, &invalid) {
			t.Errorf("a budget of %+v: %v", b, err)
		}
	}
	for _, r := range outbox(t, pool) {
		if r.Type == events.AnalysisRequested.Type && (r.IterationCap != 2 || r.Iteration != 1 || r.Run == "" || r.Key != r.Run) {
			t.Errorf("the event carries iteration %d of %d, run %q, key %q", r.Iteration, r.IterationCap, r.Run, r.Key)
		}
	}
}

// What is said of a report with its file holds for its runs, unless their start says other; what is guessed of it by
// whoever reads it is nobody's word.
func TestWhatIsSaidWithTheFileHoldsForItsRuns(t *testing.T) {
	for name, c := range map[string]struct {
		uploads []intent.Upload
		options intent.Options
		want    events.Issuer
	}{
		"nothing":       {[]intent.Upload{upload}, intent.Options{}, events.Issuer{}},
		"with the file": {[]intent.Upload{said("Nordwind", "", "2023")}, intent.Options{}, events.Issuer{Company: "Nordwind", Period: "2023"}},
		"the start says other": {[]intent.Upload{said("Nordwind", "EM-CM", "2023")}, intent.Options{Period: "2024"},
			events.Issuer{Company: "Nordwind", Sector: "EM-CM", Period: "2024"}},
		"with a known file":      {[]intent.Upload{upload, said("Nordwind", "", "")}, intent.Options{}, events.Issuer{Company: "Nordwind"}},
		"a known file, silently": {[]intent.Upload{said("Nordwind", "", "2023"), upload}, intent.Options{}, events.Issuer{Company: "Nordwind", Period: "2023"}},
	} {
		t.Run(name, func(t *testing.T) {
			pool := projectionstest.Database(t)
			o := intent.New(pool)
			for _, u := range c.uploads {
				if _, err := o.SubmitReport(t.Context(), u); err != nil {
					t.Fatal(err)
				}
			}
			settle(t, pool, projectionstest.Submission(t)[0], guessed(t))
			run, err := o.StartAnalysis(t.Context(), projectionstest.Report, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if is := (events.Issuer{Company: run.Company, Sector: run.Sector, Period: run.Period}); !is.Equal(c.want) {
				t.Errorf("the run is of %+v, want %+v", is, c.want)
			}
		})
	}
	t.Run("a database younger than the log", func(t *testing.T) {
		submitted, err := events.ReportSubmitted.Draft(events.ReportSubject(projectionstest.Report, 1), events.Submission{
			ReportID: projectionstest.Report, SHA256: projectionstest.SHA256, Filename: "nordwind.pdf", Attempt: 1, Company: "Nordwind",
		}).Seal(events.Envelope{}, "intent", time.Unix(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		pool := projectionstest.Database(t)
		settle(t, pool, guessed(t), submitted)
		run, err := intent.New(pool).StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
		if err != nil || run.Company != "Nordwind" || run.Sector != "" || run.Period != "" {
			t.Errorf("the run is of %q, %q, %q: %v", run.Company, run.Sector, run.Period, err)
		}
	})
}

func said(company, sector, period string) intent.Upload {
	u := upload
	u.Company, u.Sector, u.Period = company, sector, period
	return u
}

// guessed is a preview of the report with all that its reader has guessed.
func guessed(t *testing.T) events.Record {
	t.Helper()
	r, err := events.ReportPreviewed.Draft(events.ReportSubject(projectionstest.Report, 1), events.Preview{
		ReportID: projectionstest.Report, SHA256: projectionstest.SHA256, Attempt: 1, Status: events.PreviewParsed,
		Company: "Südwind", Sector: "FB-FR", Period: "1999",
	}).Seal(events.Envelope{}, "intake", time.Unix(2, 0))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOneOfManyStartsWins(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	var mu sync.Mutex
	var won, lost int
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			_, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
			mu.Lock()
			defer mu.Unlock()
			var busy intent.AnalyzingError
			switch {
			case err == nil:
				won++
			case errors.As(err, &busy):
				lost++
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won != 1 || lost != 15 {
		t.Errorf("%d starts won and %d were conflicts", won, lost)
	}
}

func TestALostRunHasOneSuccessor(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	lost, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Iterations: 2, Sector: "EM-CM"})
	if err != nil {
		t.Fatal(err)
	}
	next, err := o.Succeed(t.Context(), lost.Run, "broker lost")
	if err != nil {
		t.Fatal(err)
	}
	want := lost
	want.Run, want.Parent = next.Run, lost.Run
	if !reflect.DeepEqual(*next, want) || next.Run == lost.Run {
		t.Errorf("the successor is %+v, want %+v", *next, want)
	}
	settle(t, pool, completion(t, lost.Run, events.RunCompleted)) // a torn log may still hold its end
	var status string
	if err := pool.QueryRow(t.Context(), `select status from app.runs where id = $1`, lost.Run).Scan(&status); err != nil || status != "error" {
		t.Errorf("the lost run is %q, %v", status, err)
	}
	again, err := o.Succeed(t.Context(), lost.Run, "broker lost")
	if err != nil || again != nil {
		t.Errorf("succeeded twice: %+v, %v", again, err)
	}
	if _, err := o.Succeed(t.Context(), "run_none", "x"); !errors.Is(err, intent.ErrUnknownRun) {
		t.Errorf("succeeding an unknown run: %v", err)
	}
	var kinds []string
	for _, r := range outbox(t, pool) {
		kinds = append(kinds, r.Type+" "+r.Run)
	}
	wantKinds := []string{"analysis.requested " + lost.Run, "run.failed " + lost.Run, "analysis.requested " + next.Run}
	slices.Sort(kinds)
	slices.Sort(wantKinds)
	if !slices.Equal(kinds, wantKinds) {
		t.Errorf("published %v, want %v", kinds, wantKinds)
	}
}

func TestTheRelayIsWokenKeepsOrderAndSendsOnce(t *testing.T) {
	pool, log := projectionstest.Database(t), projectionstest.NewLog(t)
	o := intent.New(pool)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	relays := make(chan error, 2)
	for range 2 { // two instances
		go func() { relays <- intent.Relay(ctx, pool, log.Kafka, nil) }()
	}
	const files = 30
	for i := range files {
		u := upload
		u.SHA256 = strings.Repeat("0", 62) + string("0123456789abcdef"[i/16]) + string("0123456789abcdef"[i%16])
		u.SHA256 = u.SHA256[48:] + u.SHA256[:48]
		if _, err := o.SubmitReport(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	first := consume(t, log, files)
	seen := map[string]string{}
	rows, err := pool.Query(t.Context(), `select key, position from app.outbox`)
	if err != nil {
		t.Fatal(err)
	}
	position := map[string]int64{}
	var key string
	var at int64
	if _, err := pgx.ForEachRow(rows, []any{&key, &at}, func() error { position[key] = at; return nil }); err != nil {
		t.Fatal(err)
	}
	inversions := 0 // between partitions only: within one, the order is that of the outbox
	for i := 1; i < len(first); i++ {
		if position[first[i-1].Key] > position[first[i].Key] {
			inversions++
		}
	}
	if inversions > 2 {
		t.Errorf("the order of the outbox was broken %d times over 3 partitions", inversions)
	}
	for _, r := range first {
		if seen[r.ID] != "" {
			t.Errorf("%s was published twice without a crash", r.ID)
		}
		seen[r.ID] = string(r.Data) + r.Time.String()
	}
	// The crash between sending and marking: what is on the log is found there, and not sent again. One more
	// file shows that the relay has passed the others.
	if _, err := pool.Exec(t.Context(), `update app.outbox set published = false`); err != nil {
		t.Fatal(err)
	}
	more := upload
	more.SHA256 = strings.Repeat("f", 64)
	if _, err := o.SubmitReport(t.Context(), more); err != nil {
		t.Fatal(err)
	}
	for _, r := range consume(t, log, files+1) {
		if was, again := seen[r.ID]; again && was != string(r.Data)+r.Time.String() {
			t.Errorf("%s has other contents", r.ID)
		}
		delete(seen, r.ID)
	}
	if len(seen) != 0 {
		t.Errorf("%d events are missing where others stand twice: %v", len(seen), seen)
	}
	// The crash between marking and sending: it is not on the log, so it is sent now.
	// Under the relay's own lock: it may have sent the last row and not marked it yet.
	if _, err := pool.Exec(t.Context(), `
		select pg_advisory_xact_lock(7342002);
		update app.outbox set published = false, id = 'never-sent', envelope = replace(envelope::text, id, 'never-sent')::json
		where position = (select max(position) from app.outbox); select pg_notify('app_outbox', '')`); err != nil {
		t.Fatal(err)
	}
	if all := consume(t, log, files+2); all[len(all)-1].ID != "never-sent" &&
		!slices.ContainsFunc(all, func(r events.Record) bool { return r.ID == "never-sent" }) {
		t.Error("an event that was marked and never sent is lost")
	}
	cancel()
	for range 2 {
		if err := <-relays; err != nil {
			t.Fatal(err)
		}
	}
}

func TestANewDatabaseLearnsFromAnOldLog(t *testing.T) {
	pool := projectionstest.Database(t)
	run := projectionstest.Story{Run: "run_0000000001aaaaaaaaaa", Claims: 1}.Records(t)
	backwards := slices.Clone(run)
	slices.Reverse(backwards)
	settle(t, pool, backwards...)
	settle(t, pool, projectionstest.Submission(t)...)
	settle(t, pool, run...)
	o := intent.New(pool)
	if active, err := o.ActiveRuns(t.Context()); err != nil || len(active) != 0 {
		t.Errorf("a finished run is active: %v, %v", active, err)
	}
	if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{}); err != nil {
		t.Errorf("the report cannot be analysed: %v", err)
	}
}
