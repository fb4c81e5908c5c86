package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// TestADatabaseThatIsKilledIsStartedAgain kills it twice; what was handed in before is there afterwards, and what is
// handed in then is read.
func TestADatabaseThatIsKilledIsStartedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir := dataDir(t)
	o, err := stack.Place{DataDir: dir}.Open(ctx, settings.Dependencies{LogLevel: "error"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	if _, err := o.Upload(ctx, "a.pdf", smallReport(t, "before"), nil); err != nil {
		t.Fatal(err)
	}
	first := o.Stack.Cluster.Load()
	for _, how := range []syscall.Signal{syscall.SIGKILL, syscall.SIGQUIT} {
		before := o.Stack.Cluster.Load()
		if err := syscall.Kill(before.PID(), how); err != nil {
			t.Fatal(err)
		}
		for o.Stack.Cluster.Load() == before {
			if err := o.Reachable(ctx, time.Minute); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Reachable(ctx, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := o.Upload(ctx, "b.pdf", smallReport(t, "after"), nil); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Reports []json.RawMessage `json:"reports"`
	}
	if err := o.Do(ctx, http.MethodGet, "/reports", "", nil, &list); err != nil || len(list.Reports) != 2 {
		t.Errorf("%d reports, %v; want both", len(list.Reports), err)
	}
	if info, err := embedded.Announced(dir); err != nil || info.Database != o.Stack.Cluster.Load().DSN() || info.Database == first.DSN() {
		t.Errorf("others are told %+v, %v; want the new server's address", info, err)
	}
}

// TestALogThatHasVanishedIsSaid takes the broker's folder away under a database that has read it.
func TestALogThatHasVanishedIsSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir := dataDir(t)
	begin := func() error {
		o, err := stack.Place{DataDir: dir}.Open(ctx, settings.Dependencies{LogLevel: "error"})
		if err != nil {
			return err
		}
		return o.Close(ctx)
	}
	for range 2 { // the same log is no cause for complaint
		if err := begin(); err != nil {
			t.Fatal(err)
		}
	}
	away := filepath.Join(dir, "away")
	if err := os.Rename(filepath.Join(dir, "broker"), away); err != nil {
		t.Fatal(err)
	}
	err := begin()
	var replaced *embedded.LogReplacedError
	var told exit.Error
	if !errors.As(err, &replaced) || !errors.As(err, &told) || told.Code != exit.CodeUsage || strings.Contains(err.Error(), "\n") {
		t.Fatalf("a log that has vanished: %v", err)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "broker")), os.Rename(away, filepath.Join(dir, "broker"))); err != nil {
		t.Fatal(err)
	}
	if err := begin(); err != nil {
		t.Errorf("after it was put back: %v", err)
	}
}
