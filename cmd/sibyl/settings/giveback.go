package settings

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	lookEvery  = 3 * time.Second
	hardlyAny  = 1 << 20 // bytes allocated from one look to the next: long polls, heartbeats, a page that is looked at
	worthwhile = 2 << 20 // bytes; fewer are needed again soon
)

// GiveBack gives memory back to the system until ctx ends: that of the heap when this process has nothing to do, that of the program while it
// works. The runtime keeps as much as the heap may grow to before the next collection, and with nothing to do that comes after minutes: a
// process that has restored its state or analysed a report would hold twice what it needs.
func GiveBack(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	before, worked := readHeap(), true
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := readHeap()
		idle := now.idleSince(before)
		if idle && now.spare() > worthwhile {
			debug.FreeOSMemory()
			worked = true
		}
		if worked || !idle {
			SpareProgram() // what starting or the last stage of an analysis has read is not read again
		}
		before, worked = now, !idle
	}
}

// heap is what the runtime says of it, in bytes.
type heap struct {
	allocated, live, objects, free uint64 // ever; at the last collection; now, with garbage; held for the next objects
}

func readHeap() heap {
	said := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(said)
	return heap{said[0].Value.Uint64(), said[1].Value.Uint64(), said[2].Value.Uint64(), said[3].Value.Uint64()}
}

func (h heap) idleSince(before heap) bool { return h.allocated-before.allocated < hardlyAny }

// spare is what a collection would leave to be given back, as far as that can be known before it.
func (h heap) spare() uint64 { return h.free + h.objects - min(h.objects, h.live) }
