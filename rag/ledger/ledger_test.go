package ledger_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

func TestMemory(t *testing.T) { conform(t, func(*testing.T) ledger.Book { return ledger.NewMemory() }) }

func TestPostgres(t *testing.T) {
	conform(t, func(t *testing.T) ledger.Book {
		pool, err := pgxpool.New(t.Context(), embeddedtest.Postgres(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		if err := ledger.Migrate(t.Context(), pool); err != nil {
			t.Fatal(err)
		}
		return ledger.Postgres{Pool: pool}
	})
}

func dollars(text string) *apd.Decimal {
	d, _, err := apd.NewFromString(text)
	if err != nil {
		panic(err)
	}
	return d
}

func call(run, usd string, tokens int) *ledger.Call {
	return &ledger.Call{
		Run: run, Agent: "judge", Claim: "clm_1", Role: "JUDGE", Model: "m", Prompt: "judge/1", Request: "d", USD: dollars(usd), MostTokens: tokens,
	}
}

// conform states what every Book must do.
func conform(t *testing.T, open func(*testing.T) ledger.Book) {
	ctx := context.Background()
	sum := func(t *testing.T, b ledger.Book, run string) ledger.Sum {
		t.Helper()
		calls, err := b.Calls(ctx, run)
		if err != nil {
			t.Fatal(err)
		}
		return ledger.Total(calls)
	}

	t.Run("what a call may cost is set aside, and what it has not cost is free again", func(t *testing.T) {
		b, limit := open(t), ledger.Limit{USD: dollars("0.10"), Tokens: 1000}
		first := call("run_1", "0.06", 600)
		if err := b.Hold(ctx, first, limit); err != nil {
			t.Fatal(err)
		}
		if err := b.Hold(ctx, call("run_1", "0.05", 10), limit); !errors.Is(err, ledger.ErrExhausted) {
			t.Errorf("beyond the dollars: %v", err)
		}
		if err := b.Hold(ctx, call("run_1", "0.01", 500), limit); !errors.Is(err, ledger.ErrExhausted) {
			t.Errorf("beyond the tokens: %v", err)
		}
		if err := b.Hold(ctx, call("run_2", "0.05", 500), limit); err != nil {
			t.Errorf("another run: %v", err)
		}
		first.State, first.USD, first.InputTokens, first.OutputTokens, first.Took = ledger.Paid, dollars("0.0123456789"), 80, 20, 1500*time.Millisecond
		if err := b.Settle(ctx, first); err != nil {
			t.Fatal(err)
		}
		if err := b.Hold(ctx, call("run_1", "0.08", 800), limit); err != nil {
			t.Errorf("after the first was cheaper: %v", err)
		}
		s := sum(t, b, "run_1")
		if s.Calls != 1 || s.InputTokens != 80 || s.OutputTokens != 20 || ledger.Print(s.USD) != "0.0123456789" || s.Took != 1500*time.Millisecond ||
			s.Lost != 1 || ledger.Print(s.LostUSD) != "0.08" || s.LostTokens != 800 {
			t.Errorf("%+v", s)
		}
	})

	t.Run("a refused call is free, a lost one stays counted", func(t *testing.T) {
		b, limit := open(t), ledger.Limit{USD: dollars("1")}
		for _, state := range []ledger.State{ledger.Returned, ledger.Lost} {
			c := call("run_1", "0.6", 5)
			if err := b.Hold(ctx, c, limit); err != nil {
				t.Fatalf("%s: %v", state, err)
			}
			if c.State, c.Problem = state, "status 500"; b.Settle(ctx, c) != nil {
				t.Fatal("not settled")
			}
		}
		if err := b.Hold(ctx, call("run_1", "0.6", 5), limit); !errors.Is(err, ledger.ErrExhausted) {
			t.Errorf("after a lost call: %v", err)
		}
		if s := sum(t, b, "run_1"); s.Returned != 1 || s.Lost != 1 || ledger.Print(s.LostUSD) != "0.6" || s.USD.Sign() != 0 {
			t.Errorf("%+v", s)
		}
	})

	t.Run("calls held at one time never pass the limit together", func(t *testing.T) {
		b, limit := open(t), ledger.Limit{Tokens: 1000}
		var held sync.Map
		var all sync.WaitGroup
		for n := range 30 {
			all.Go(func() {
				if err := b.Hold(ctx, call("run_1", "0", 100), limit); err == nil {
					held.Store(n, true)
				} else if !errors.Is(err, ledger.ErrExhausted) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		n := 0
		held.Range(func(any, any) bool { n++; return true })
		if n != 10 {
			t.Errorf("%d calls of 100 tokens were held of 1000", n)
		}
	})

	t.Run("the stricter of the process's limit and the run's own holds, for a part of it where that is all a call may use", func(t *testing.T) {
		for _, c := range []struct {
			name      string
			own, all  ledger.Limit
			usd       string
			tokens    int
			exhausted bool
		}{
			{"no limit", ledger.Limit{}, ledger.Limit{}, "5", 5000, false},
			{"own tokens, reached", ledger.Limit{Tokens: 1000}, ledger.Limit{}, "5", 1000, false},
			{"own tokens, passed", ledger.Limit{Tokens: 1000}, ledger.Limit{Tokens: 2000}, "0", 1001, true},
			{"own dollars, passed", ledger.Limit{USD: dollars("0.5")}, ledger.Limit{USD: dollars("1")}, "0.500000001", 1, true},
			{"the process's dollars, passed", ledger.Limit{USD: dollars("2")}, ledger.Limit{USD: dollars("1")}, "1.5", 1, true},
			{"both, within", ledger.Limit{USD: dollars("2"), Tokens: 10}, ledger.Limit{USD: dollars("1"), Tokens: 20}, "1", 10, false},
			{"half of the own tokens, passed", ledger.Limit{Tokens: 1000}, ledger.Limit{Percent: 50}, "0", 501, true},
			{"half of the own tokens, reached", ledger.Limit{Tokens: 1000}, ledger.Limit{Percent: 50}, "0", 500, false},
			{"half of the dollars, passed", ledger.Limit{}, ledger.Limit{USD: dollars("0.03"), Percent: 50}, "0.0151", 1, true},
			{"half of nothing in particular", ledger.Limit{}, ledger.Limit{Percent: 50}, "9", 9, false},
		} {
			b := open(t)
			if err := b.Allow(ctx, "run_1", c.own); err != nil {
				t.Fatal(err)
			}
			err := b.Hold(ctx, call("run_1", c.usd, c.tokens), c.all)
			if errors.Is(err, ledger.ErrExhausted) != c.exhausted || err != nil && !c.exhausted {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})

	t.Run("a run's own limit may be said again, also when it has spent", func(t *testing.T) {
		b := open(t)
		for _, own := range []ledger.Limit{{Tokens: 100}, {Tokens: 250}} {
			if err := b.Allow(ctx, "run_1", own); err != nil {
				t.Fatal(err)
			}
			if err := b.Hold(ctx, call("run_1", "0", 100), ledger.Limit{}); err != nil {
				t.Errorf("%+v: %v", own, err)
			}
		}
		if err := b.Hold(ctx, call("run_1", "0", 100), ledger.Limit{}); !errors.Is(err, ledger.ErrExhausted) {
			t.Errorf("what was spent before is forgotten: %v", err)
		}
	})

	t.Run("an answer that was there is written once", func(t *testing.T) {
		b := open(t)
		for range 3 {
			if err := b.Reuse(ctx, call("run_1", "0", 0)); err != nil {
				t.Fatal(err)
			}
		}
		other := call("run_1", "0", 0)
		other.Claim = "clm_2"
		if err := b.Reuse(ctx, other); err != nil {
			t.Fatal(err)
		}
		if s := sum(t, b, "run_1"); s.Cached != 2 || s.Calls != 0 {
			t.Errorf("%+v", s)
		}
	})

	t.Run("how an endpoint is asked is kept", func(t *testing.T) {
		b := open(t)
		for _, want := range []string{"", "json_schema", "text"} {
			if want != "" {
				if err := b.Note(ctx, "http://e", "m", want); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := b.Mode(ctx, "http://e", "m"); err != nil || got != want {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		}
		if got, err := b.Mode(ctx, "http://e", "other"); err != nil || got != "" {
			t.Errorf("another model: %q, %v", got, err)
		}
	})
}

func TestPartsAddUp(t *testing.T) {
	paid := func(agent, claim, usd string, in int) ledger.Call {
		return ledger.Call{Agent: agent, Claim: claim, State: ledger.Paid, USD: dollars(usd), InputTokens: in}
	}
	calls := []ledger.Call{
		paid("judge", "b", "0.1", 1), paid("legal", "a", "0.2", 2), paid("judge", "a", "0.0000001", 3), {Agent: "judge", State: ledger.Paid, InputTokens: 4},
	}
	total := ledger.Total(calls)
	if ledger.Print(total.USD) != "0.3000001" || total.InputTokens != 10 || total.Unpriced != 1 {
		t.Errorf("%+v", total)
	}
	byClaim := ledger.By(calls, func(c ledger.Call) string { return c.Claim })
	if len(byClaim) != 2 || byClaim[0].Name != "a" || ledger.Print(byClaim[0].USD) != "0.2000001" || byClaim[1].InputTokens != 1 {
		t.Errorf("%+v", byClaim)
	}
	if got := ledger.Print(ledger.Times(dollars("0.0375"), 3)); got != "0.0000001125" {
		t.Errorf("3 tokens at 0.0375 a million: %s", got)
	}
}
