package intent

import (
	"crypto/rand"
	"sync/atomic"
	"time"
)

// crockford is the alphabet of run ids: lower case, in ascending byte order, without letters that are
// mistaken for digits.
const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

// lastStamp is the time in the latest id of this process.
var lastStamp atomic.Int64

// stampAfterLast keeps ids of one process ascending, also when two are asked for in one millisecond.
func stampAfterLast(ms int64) int64 {
	for {
		last := lastStamp.Load()
		next := max(ms, last+1)
		if lastStamp.CompareAndSwap(last, next) {
			return next
		}
	}
}

// newRunID names a run: "run_", ten characters of milliseconds, ten of chance. Ids sort by the time of
// the request, so the latest run of a report is the one with the highest id.
func newRunID(at time.Time) string {
	const stamp, chance = 10, 10
	id := make([]byte, stamp+chance)
	ms := uint64(stampAfterLast(at.UnixMilli()))
	for i := stamp - 1; i >= 0; i-- {
		id[i] = crockford[ms&31]
		ms >>= 5
	}
	rand.Read(id[stamp:])
	for i := stamp; i < len(id); i++ {
		id[i] = crockford[id[i]&31]
	}
	return "run_" + string(id)
}
