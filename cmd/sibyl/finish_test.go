package main

import (
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// A command whose run has ended reads what came of it while the processes that made it end.
func TestResultsAreReadWhileWhatMadeThemEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	for _, life := range []string{"first", "second, on what the first has left"} {
		t.Run(life, func(t *testing.T) {
			deps := settings.Dependencies{}
			deps.LogLevel = "error"
			s, err := stack.Start(t.Context(), dir, stack.Options{}, deps, embedded.ListenAnywhere)
			if err != nil {
				t.Fatal(err)
			}
			if s.Broker.Unclean {
				t.Error("the broker's log was left unsettled")
			}
			s.Finish()
			looks, late := time.NewTicker(20*time.Millisecond), time.After(30*time.Second)
			defer looks.Stop()
			for syscall.Kill(s.Broker.PID, 0) == nil {
				select {
				case <-looks.C:
				case <-late:
					t.Fatal("the broker still runs")
				}
			}
			var reports any
			if err := client.New("http://"+s.Listener.Addr().String(), "").Do(t.Context(), http.MethodGet, "/reports", "", nil, &reports); err != nil {
				t.Errorf("asking for what is there: %v", err)
			}
			if err := s.Stop(t.Context()); err != nil {
				t.Errorf("stopping: %v", err)
			}
		})
	}
}
