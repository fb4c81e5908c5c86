package artefact_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

func TestMemory(t *testing.T) {
	conform(t, func(*testing.T) artefact.Store { return artefact.NewMemory() })
}

func TestPostgres(t *testing.T) {
	conform(t, func(t *testing.T) artefact.Store {
		s, _ := postgres(t)
		return s
	})
}

func postgres(t *testing.T) (*artefact.Postgres, *pgxpool.Pool) {
	t.Helper()
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, embeddedtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if err := artefact.Migrate(ctx, pool); err != nil {
		t.Fatal(err)
	}
	s, err := artefact.NewPostgres(pool)
	if err != nil {
		t.Fatal(err)
	}
	return s, pool
}

// conform states what every Store must do.
func conform(t *testing.T, open func(*testing.T) artefact.Store) {
	ctx := context.Background()
	put := func(t *testing.T, s artefact.Store, data []byte) string {
		t.Helper()
		hash, err := s.Put(ctx, "parse", data)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}

	t.Run("what is put is got back, byte for byte", func(t *testing.T) {
		s := open(t)
		noise := make([]byte, 100_000)
		for i, x := 0, uint32(1); i < len(noise); i++ {
			x = x*1664525 + 1013904223
			noise[i] = byte(x >> 24)
		}
		for name, data := range map[string][]byte{
			"empty": {}, "short": []byte("x"), "compressible": []byte(strings.Repeat("tonnes of CO2e ", 50_000)), "noise": noise,
		} {
			hash := put(t, s, data)
			if hash != artefact.Hash(data) {
				t.Errorf("%s: put under %s, want %s", name, hash, artefact.Hash(data))
			}
			got, err := s.Get(ctx, hash)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s: got %d bytes and %v, want the %d bytes put", name, len(got), err, len(data))
			}
		}
	})

	t.Run("the caller may reuse the bytes it put", func(t *testing.T) {
		s := open(t)
		data := []byte("before")
		hash := put(t, s, data)
		copy(data, "after!")
		if got, err := s.Get(ctx, hash); err != nil || string(got) != "before" {
			t.Errorf("got %q, %v", got, err)
		}
	})

	t.Run("an unknown hash is not found", func(t *testing.T) {
		s := open(t)
		for _, hash := range []string{artefact.Hash([]byte("never put")), "", "not a hash"} {
			if _, err := s.Get(ctx, hash); !errors.Is(err, artefact.ErrNotFound) {
				t.Errorf("getting %q: %v, want ErrNotFound", hash, err)
			}
		}
		if _, err := s.Resolve(ctx, "parse/1/nothing"); !errors.Is(err, artefact.ErrNotFound) {
			t.Errorf("resolving an unknown name: %v, want ErrNotFound", err)
		}
		if err := s.Link(ctx, "parse/1/dangling", artefact.Hash([]byte("never put"))); !errors.Is(err, artefact.ErrNotFound) {
			t.Errorf("linking to an unknown artefact: %v, want ErrNotFound", err)
		}
	})

	t.Run("a link holds, and only one", func(t *testing.T) {
		s := open(t)
		one, two := put(t, s, []byte("one")), put(t, s, []byte("two"))
		for range 2 {
			if err := s.Link(ctx, "parse/1/abc", one); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Link(ctx, "parse/1/abc", two); !errors.Is(err, artefact.ErrLinked) {
			t.Errorf("linking to a second artefact: %v, want ErrLinked", err)
		}
		if got, err := s.Resolve(ctx, "parse/1/abc"); err != nil || got != one {
			t.Errorf("resolved %s, %v; want %s", got, err, one)
		}
	})

	t.Run("many at once put one artefact and agree on one link", func(t *testing.T) {
		s := open(t)
		var wg sync.WaitGroup
		errs := make([]error, 16)
		for i := range errs {
			wg.Go(func() {
				hash, err := s.Put(ctx, "parse", []byte("the same"))
				if err == nil {
					err = s.Link(ctx, "parse/1/same", hash)
				}
				errs[i] = err
			})
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Error(err)
		}
	})

	t.Run("a cancelled call fails and is not 'not found'", func(t *testing.T) {
		s := open(t)
		hash := put(t, s, []byte("x"))
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		_, getErr := s.Get(cancelled, hash)
		_, resolveErr := s.Resolve(cancelled, "parse/1/x")
		_, putErr := s.Put(cancelled, "parse", []byte("y"))
		for name, err := range map[string]error{"get": getErr, "resolve": resolveErr, "put": putErr, "link": s.Link(cancelled, "n", hash)} {
			if !errors.Is(err, context.Canceled) || errors.Is(err, artefact.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A row that no longer has its hash is an error, never a wrong document.
func TestPostgresSeesDamage(t *testing.T) {
	ctx := context.Background()
	s, pool := postgres(t)
	for kind, data := range map[string][]byte{"raw": []byte("[]"), "compressed": bytes.Repeat([]byte("page "), 1000)} {
		hash, err := s.Put(ctx, "claims", data)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Exec(ctx, `update artefact.content set data = 'x'`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(ctx, hash); !errors.Is(err, artefact.ErrDamaged) {
			t.Errorf("%s: got %v, want ErrDamaged", kind, err)
		}
	}
}

// Migrating is repeatable, also by instances that start together.
func TestMigrateTogether(t *testing.T) {
	ctx := context.Background()
	_, pool := postgres(t)
	errs := make([]error, 4)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = artefact.Migrate(ctx, pool) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

func ExampleStore() {
	ctx := context.Background()
	var s artefact.Store = artefact.NewMemory()
	hash, _ := s.Put(ctx, "parse", []byte(`{"pages":[]}`))
	_ = s.Link(ctx, "parse/1/"+strings.Repeat("0", 64), hash)
	again, _ := s.Resolve(ctx, "parse/1/"+strings.Repeat("0", 64))
	data, _ := s.Get(ctx, again)
	fmt.Println(string(data))
	// Output: {"pages":[]}
}
