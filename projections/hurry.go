package projections

import (
	"context"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// hurry is full when the end of a run has been fetched: somebody waits for it, and nothing of the run follows that would be worth a rest.
type hurry chan struct{}

func newHurry() hurry { return make(hurry, 1) }

// OnFetchRecordBuffered implements kgo.HookFetchRecordBuffered.
func (h hurry) OnFetchRecordBuffered(rec *kgo.Record) {
	ends := func(of kgo.RecordHeader) bool {
		return of.Key == wire.HeaderType && string(of.Value) == events.AnalysisCompleted.Type
	}
	if !slices.ContainsFunc(rec.Headers, ends) {
		return
	}
	select {
	case h <- struct{}{}:
	default:
	}
}

// rest waits for more to fold at once. It returns false if ctx ends.
func (h hurry) rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
	case <-h:
	}
	return true
}
