package settings

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// By how much the heap may grow until garbage is collected, in percent of what lives: up to a floor as long as next to nothing lives, so that a
// short report is not collected at every few MB; then as Go has it while the heap is small, and less where that would be beyond the limit.
// It never becomes less than leastGrowth; and where so much lives that the limit is passed even so, as in a report of 200 pages, keeping near it
// would only take a tenth of all processor time.
const (
	mostGrowth  = 300
	smallGrowth = 100
	leastGrowth = 35
	pastGrowth  = 75
)

// growth is that of a heap of which so much lives. All are in bytes.
func growth(live, floor, limit uint64) int {
	switch {
	case live == 0:
		return smallGrowth
	case 2*live <= limit:
		return min(mostGrowth, max(smallGrowth, int(100*floor/live)-100))
	case 10*live <= 9*limit:
		return max(leastGrowth, int(100*limit/live)-100)
	}
	return pastGrowth
}

// cycle is garbage at once: its finalizer runs when the collector has been round.
type cycle struct {
	floor, limit uint64
	percent      int
}

// keepNear has the collector work harder from the limit on, for the life of the process. What lives is asked after each collection.
func (c cycle) keepNear() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if p := growth(live[0].Value.Uint64(), c.floor, c.limit); p != c.percent {
		c.percent = p
		debug.SetGCPercent(p)
	}
	next := c
	runtime.SetFinalizer(&next, func(c *cycle) { c.keepNear() })
}
