package stream

import (
	"fmt"
	"testing"
)

// Workers rest between lanes instead of ending, and end with the pipeline.
func TestWorkersRestUntilThePipelineEnds(t *testing.T) {
	b := newBench(t, limits{workers: 2, records: 100, bytes: 1 << 20}, 1)
	for n := range 5 {
		b.dispatch(0, fmt.Sprint("r/a/a", n), fmt.Sprint("r/b/b", n), fmt.Sprint("r/c/c", n))
		b.began(3)
		b.quiet(func() bool { return b.p.running == 0 && len(b.p.resting) > 0 })
		b.p.mu.Lock()
		if n := len(b.p.resting); n > 2 {
			t.Errorf("%d of 2 workers rest", n)
		}
		b.p.mu.Unlock()
	}
	b.p.stop() // waits for them
	if len(b.p.resting) != 0 {
		t.Error("workers rest in a pipeline that has ended")
	}
}
