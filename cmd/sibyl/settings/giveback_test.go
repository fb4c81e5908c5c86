package settings

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestMemoryIsGivenBackOnceNothingIsToBeDone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what becomes garbage here is not collected by chance
	garbage := make([][]byte, 64)
	for i := range garbage {
		garbage[i] = make([]byte, 1<<20)
	}
	runtime.KeepAlive(garbage)
	if held := readHeap().spare(); held < 2*worthwhile {
		t.Fatalf("sixty-four megabytes of garbage count as %d bytes", held)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	go GiveBack(ctx)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for readHeap().spare() > worthwhile {
		select {
		case <-ctx.Done():
			t.Fatalf("after half a minute with nothing to do, %d bytes could still be given back", readHeap().spare())
		case <-tick.C:
		}
	}
}

func TestAProcessThatAllocatesIsNotIdle(t *testing.T) {
	before := heap{allocated: 100 << 20}
	for more, idle := range map[uint64]bool{0: true, 100 << 10: true, 2 << 20: false} {
		if got := (heap{allocated: before.allocated + more}).idleSince(before); got != idle {
			t.Errorf("after %d bytes more: idle %v", more, got)
		}
	}
}

func TestWhatCouldBeGivenBack(t *testing.T) {
	for _, c := range []struct {
		heap heap
		want uint64
	}{
		{heap{live: 10, objects: 10}, 0},
		{heap{live: 10, objects: 15, free: 7}, 12},
		{heap{live: 10, objects: 8, free: 7}, 7}, // freed since by the runtime's own reckoning
	} {
		if got := c.heap.spare(); got != c.want {
			t.Errorf("%+v: %d", c.heap, got)
		}
	}
}
