package stream

import (
	"testing"

	"pgregory.net/rapid"
)

// However polls fall out and whoever stands still: there are never more records than the bound, and as soon as
// those are held that have used their reserve up, there is room for each of the others.
func TestStandingPartitionsLeaveRoom(t *testing.T) {
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
			case 0, 1: // a poll brings as much of it as it may
				if n := p.free(); n > 0 && !w.held {
					n = rapid.IntRange(1, n).Draw(t, "records")
					w.items = append(w.items, make([]*item, n)...)
					p.records += n
				}
			case 2:
				n := rapid.IntRange(0, len(w.items)).Draw(t, "committed")
				w.items = w.items[n:]
				p.records -= n
			case 3:
				w.held = len(w.items) >= p.reserve()
			}
			if p.records > p.limits.records {
				t.Fatalf("%d records in room for %d", p.records, p.limits.records)
			}
		}
		others := false
		for _, w := range all {
			w.held = len(w.items) >= p.reserve()
			others = others || !w.held
		}
		if n := p.free(); others && n < 1 {
			t.Errorf("room for %d: those that stand still have taken all of it", n)
		}
	})
}
