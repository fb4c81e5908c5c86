package stream

import (
	"testing"

	"pgregory.net/rapid"
)

// Whatever polls return and whichever partitions are blocked: there are never more records than the bound, and once the
// partitions that have used up their reserved quota are paused, records of every other partition can be polled.
func TestQuotaLeavesRoomForOtherPartitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		partitions := rapid.IntRange(1, 12).Draw(t, "partitions")
		p := &pipeline{windows: map[input]*window{}, limits: limits{records: rapid.IntRange(2*partitions, 400).Draw(t, "bound")}}
		var all []*window
		for n := range partitions {
			w := &window{input: input{"claims.extracted", int32(n)}}
			p.windows[w.input], all = w, append(all, w)
		}
		anyOf := rapid.IntRange(0, partitions-1)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			w := all[anyOf.Draw(t, "partition")]
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1: // a poll returns as many of its records as allowed
				if n := p.available(); n > 0 && !w.fetchPaused {
					n = rapid.IntRange(1, n).Draw(t, "records")
					w.items = append(w.items, make([]*item, n)...)
					p.records += n
				}
			case 2:
				n := rapid.IntRange(0, len(w.items)).Draw(t, "committed")
				w.items = w.items[n:]
				p.records -= n
			case 3:
				w.fetchPaused = len(w.items) >= p.reservedQuota()
			}
			if p.records > p.limits.records {
				t.Fatalf("%d records are in flight, the limit is %d", p.records, p.limits.records)
			}
		}
		others := false
		for _, w := range all {
			w.fetchPaused = len(w.items) >= p.reservedQuota()
			others = others || !w.fetchPaused
		}
		if n := p.available(); others && n < 1 {
			t.Errorf("%d records may be polled: blocked partitions have used up the quota of the others", n)
		}
	})
}
