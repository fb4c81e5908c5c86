package projections

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

func TestARestEndsWhenTheEndOfARunHasBeenFetched(t *testing.T) {
	fetched := func(kind string) *kgo.Record {
		return &kgo.Record{Headers: []kgo.RecordHeader{{Key: wire.HeaderType, Value: []byte(kind)}}}
	}
	for _, c := range []struct {
		name, kind string
		cut        bool
	}{
		{"the end of a run", events.AnalysisCompleted.Type, true},
		{"a finding", events.FindingReported.Type, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, rest := newHurry(), time.Minute
			if !c.cut {
				rest = 20 * time.Millisecond
			}
			for range 2 { // as ends of several runs may be
				h.OnFetchRecordBuffered(fetched(c.kind))
			}
			began := time.Now()
			if !h.rest(t.Context(), rest) {
				t.Fatal("it says that its context has ended")
			}
			if took := time.Since(began); c.cut != (took < rest) {
				t.Errorf("a rest of %v took %v", rest, took)
			}
		})
	}
}
