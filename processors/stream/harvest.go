package stream

import (
	"context"

	"github.com/twmb/franz-go/pkg/kgo"
)

// harvest is what one commit takes off the pipeline: of every window the finished prefix, or as much of it
// as goes into one transaction.
type harvest struct {
	cuts  []cut
	lanes []harvested
	items int
}

// cut is a window's share of a harvest: its first n items.
type cut struct {
	window *window
	n      int
	items  []*item
	last   position
}

// harvested is a track's share: its first n finished lanes, merged.
type harvested struct {
	track *track
	n     int
	lane  *lane
}

// ripe collects what can be committed now, up to most items. It takes nothing off: until the commit has
// succeeded, everything stays where it is.
func (p *pipeline) ripe(most int) harvest {
	p.mu.Lock()
	defer p.mu.Unlock()
	var h harvest
	counts := map[*track]int{}
	var order []*track
	for _, w := range p.windows {
		n := w.cut(most-h.items, h.items == 0)
		if n == 0 {
			continue
		}
		items := w.items[:n:n]
		h.cuts = append(h.cuts, cut{w, n, items, after(items[n-1].source)})
		h.items += n
		if w.memory == nil {
			continue
		}
		for _, it := range items {
			if it != it.lane.items[len(it.lane.items)-1] {
				continue
			}
			t := p.trackOf(it)
			if counts[t] == 0 {
				order = append(order, t)
			}
			counts[t]++
		}
	}
	for _, t := range order {
		h.lanes = append(h.lanes, harvested{t, counts[t], t.merged(counts[t])})
	}
	return h
}

func (p *pipeline) trackOf(it *item) *track { return it.lane.history.(*track) }

// oldest is the item of the harvest that was dispatched first.
func (h harvest) oldest() *item {
	var first *item
	for _, c := range h.cuts {
		if it := c.items[0]; first == nil || it.came.Before(first.came) {
			first = it
		}
	}
	return first
}

// reap takes a committed harvest off the pipeline and makes its overlays what the partitions hold. Windows
// that have gone meanwhile are no longer in use.
func (p *pipeline) reap(h harvest, w writing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.policy.clock.Now()
	for _, l := range h.lanes {
		p.meter.steps.Add(float64(l.lane.steps))
		t := l.track
		if p.tracks[t.at] != t {
			continue
		}
		if l.lane.changed() {
			t.memory.keep(t.at.key, l.lane.now, l.lane.next(), now, l.lane.now.wake != l.lane.base.wake)
		}
		clear(t.finished[:l.n])
		t.finished = t.finished[l.n:]
		if t.idle() {
			delete(p.tracks, t.at)
		}
	}
	for _, page := range w.pages {
		memory := page.track.memory
		for _, id := range page.ids {
			memory.remember(page.lane.key, id, page.record.Offset)
		}
	}
	for _, c := range h.cuts {
		if c.window.gone {
			continue
		}
		for _, it := range c.items {
			if it.refusal != nil {
				p.meter.deadLetters.Inc()
			}
			p.records--
			p.bytes -= it.weight
		}
		c.window.drop(c.n)
	}
	p.begin()
	signal(p.freed)
	p.changed.Broadcast()
}

// writing is what one harvest adds to the log.
type writing struct {
	records   []*kgo.Record
	published int
	pages     []writtenPage
}

// writtenPage is a page with the record whose offset will say where it is.
type writtenPage struct {
	track  *track
	lane   *lane
	ids    []string
	record *kgo.Record
}

// writing lays out a harvest: events in the order of what caused them, then one state record per key that
// changed, then the pages of absorbed events.
func (l *logic) writing(h harvest) (writing, error) {
	var w writing
	for _, c := range h.cuts {
		for _, it := range c.items {
			for _, o := range it.out {
				k := *o.wire // a copy: the client writes to what it produces, and a repeat shares its record
				w.records = append(w.records, &k)
			}
		}
	}
	w.published = len(w.records)
	for _, got := range h.lanes {
		if ln := got.lane; ln.changed() {
			r, err := stateRecord(l.State, ln.part, ln.key, ln.now, ln.next())
			if err != nil {
				return writing{}, err
			}
			w.records = append(w.records, pinned(context.Background(), r))
		}
		for _, p := range paginate(got.lane.absorbed) {
			r := pinned(context.Background(), pageRecord(l.State, got.lane.part, got.lane.key, p))
			w.records = append(w.records, r)
			w.pages = append(w.pages, writtenPage{got.track, got.lane, p.ids, r})
		}
	}
	return w, nil
}
