package reason_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// askChild makes the test binary a process that asks and is killed.
const askChild = "SIBYL_TEST_ASK_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(askChild) != "" {
		if err := askAll(context.Background(), os.Getenv("SIBYL_TEST_DATABASE"), os.Getenv("SIBYL_TEST_ENDPOINT")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	embeddedtest.Main(m)
}

// killedQuestions is how many questions the run of TestTheLedgerAgreesAfterKills has.
const killedQuestions = 60

// askAll is a process that works on a run: it asks every question of it, the answered ones again.
func askAll(ctx context.Context, database, endpoint string) error {
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return err
	}
	defer pool.Close()
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		return err
	}
	models := reason.Models{reason.Judge: model}
	asker, err := reason.New(reason.Config{
		Endpoint: reason.EndpointConfig{BaseURL: endpoint, Concurrent: 4}, Models: models, Book: ledger.Postgres{Pool: pool},
	})
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	failed := make(chan error, killedQuestions)
	for n := range killedQuestions {
		all.Go(func() {
			ctx, _ := reason.Recording(store, models, asker).Begin(ctx, "judge", events.Envelope{Run: "run_1", Subject: fmt.Sprintf("claim/clm_%d/i1", n)})
			if _, r, err := reason.Ask(ctx, question(n), anything); err != nil || r.Outcome != reason.Answered {
				failed <- fmt.Errorf("question %d: %+v, %w", n, r, err)
			}
		})
	}
	all.Wait()
	close(failed)
	return <-failed
}

// TestTheLedgerAgreesAfterKills: a process that asks is killed again and again, and the endpoint fails in between. Every call that the
// server has charged stands in the ledger: as paid with its tokens, or, if its answer was lost with the process, as lost with the most
// that it may have cost.
func TestTheLedgerAgreesAfterKills(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a database and kills processes")
	}
	ctx := t.Context()
	database := embeddedtest.Postgres(t)
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, migrate := range []func(context.Context, *pgxpool.Pool) error{artefact.Migrate, ledger.Migrate} {
		if err := migrate(ctx, pool); err != nil {
			t.Fatal(err)
		}
	}
	server := reasontest.New(t)
	reached := make(chan int, 10*killedQuestions)
	server.Answer = func(reasontest.Request) string {
		reached <- 1
		return good
	}
	// How it is asked is known: then failures meet calls that are under way together, and not the one that finds it out.
	if err := (ledger.Postgres{Pool: pool}).Note(ctx, server.URL, model, "json_schema"); err != nil {
		t.Fatal(err)
	}
	start := func() *exec.Cmd {
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), askChild+"=1", "SIBYL_TEST_DATABASE="+database, "SIBYL_TEST_ENDPOINT="+server.URL)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	const kills = 4
	for range kills {
		server.Fails(reasontest.Status(500, 0), reasontest.Cut, reasontest.Status(429, 0), reasontest.Cut)
		cmd := start()
		for range 9 { // in the midst of its work
			select {
			case <-reached:
			case <-time.After(time.Minute):
				t.Fatal("the process asks nothing")
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the process had ended before it was killed")
		}
	}
	server.Fails(reasontest.Cut, reasontest.Status(503, 0))
	if err := start().Wait(); err != nil {
		t.Fatalf("the process that nobody kills: %v", err)
	}
	server.Settled()
	calls, err := ledger.Calls(ctx, pool, "run_1")
	if err != nil {
		t.Fatal(err)
	}
	s, meter, cut := ledger.Total(calls), server.Meter(), server.Lost()
	unread := meter.Calls - s.Calls // charged, and lost with the process
	killed := s.Lost - cut.Calls    // under way when it was killed
	if unread < 0 || unread > killed || killed > 4*kills || s.Returned == 0 || cut.Calls != 2*kills+1 {
		t.Errorf("the server has charged %d calls and %d that broke off; the ledger has %d paid, %d lost and %d returned",
			meter.Calls, cut.Calls, s.Calls, s.Lost, s.Returned)
	}
	if meter.Input < s.InputTokens || meter.Output < s.OutputTokens ||
		meter.Input+meter.Output+cut.Input+cut.Output > s.InputTokens+s.OutputTokens+s.LostTokens {
		t.Errorf("the server has charged %+v and %+v; the ledger has %+v", meter, cut, s)
	}
	if s.Calls < killedQuestions {
		t.Errorf("%d calls are paid for %d questions", s.Calls, killedQuestions)
	}
	if err := start().Wait(); err != nil || server.Meter() != meter {
		t.Errorf("once more: %v, %d further calls", err, server.Meter().Calls-meter.Calls)
	}
	// A replay has no endpoint: it finds every answer of the run, and neither meter nor ledger moves.
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		t.Fatal(err)
	}
	replaying := reason.Recording(store, reason.Models{reason.Judge: model}, nil)
	for n := range killedQuestions {
		ctx, told := replaying.Begin(ctx, "judge", events.Envelope{Run: "run_1", Subject: fmt.Sprintf("claim/clm_%d/i1", n)})
		if _, r, err := reason.Ask(ctx, question(n), anything); err != nil || r.Outcome != reason.Answered || len(told()) != 1 {
			t.Errorf("replayed question %d: %+v, %v", n, r, err)
		}
	}
	again, err := ledger.Calls(ctx, pool, "run_1")
	if err != nil || fmt.Sprint(ledger.Total(again)) != fmt.Sprint(s) || server.Meter() != meter {
		t.Errorf("after the replay the ledger has %+v, %v; before it %+v", ledger.Total(again), err, s)
	}
}
