package settings

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// By how much the heap may grow until garbage is collected, in percent of what lives: as Go has it while the heap is small, and less
// where that would be beyond the limit. It never becomes less than the second: collecting would take most of the processor time of a long
// report, whose heap lives.
const (
	smallGrowth = 100
	largeGrowth = 35
)

// growth is that of a heap of which so much lives. Both are in bytes.
func growth(live, limit uint64) int {
	if live == 0 || 2*live <= limit {
		return smallGrowth
	}
	return max(largeGrowth, int(100*limit/live)-100)
}

// cycle is garbage at once: its finalizer runs when the collector has been round.
type cycle struct{ limit, percent int }

// keepNear has the collector work harder from the limit on, for the life of the process. What lives is asked after each collection.
func (c cycle) keepNear() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if p := growth(live[0].Value.Uint64(), uint64(c.limit)); p != c.percent {
		c.percent = p
		debug.SetGCPercent(p)
	}
	next := c
	runtime.SetFinalizer(&next, func(c *cycle) { c.keepNear() })
}
