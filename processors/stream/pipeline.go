package stream

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// pipeline is the work of one session between dispatch and commit. Three parties meet at it: the reader
// dispatches records into windows and tracks, workers run lanes, and the committer takes finished prefixes
// off (harvest.go). All of it is guarded by mu; nobody holds mu while a handler or a request runs.
type pipeline struct {
	logic  *logic
	policy policy
	meter  *meter
	limits limits

	mu      sync.Mutex
	changed *sync.Cond // something was dropped, committed or finished
	windows map[input]*window
	tracks  map[trackKey]*track
	turns   turns
	chunk   int
	pace    time.Duration // of a step, on average; sets how long lanes are

	records int // dispatched and not committed
	bytes   int // held by them and by what they led to

	workers   sync.WaitGroup
	running   int             // lanes that hold a worker
	returning []chan struct{} // parked lanes that want theirs back
	away      int             // lanes that have given theirs up for a while
	parked    int             // those of them that wait for a broken dependency
	holding   holding

	runaway map[*lane]time.Time // abandoned lanes whose handlers have not returned, and since when

	draining bool
	stopped  bool
	failure  error
	quit     chan struct{} // closed when draining begins

	news  chan struct{} // to the committer: something has finished, or failed
	freed chan struct{} // to the reader: something was committed
}

// limits bound the pipeline.
type limits struct {
	workers int // handlers running at once
	records int // dispatched and not committed, of all partitions (room.go)
	bytes   int // held by them and by what they led to; above it only what a commit waits for is begun
}

func newPipeline(l *logic, p policy, m *meter, most limits) *pipeline {
	pl := &pipeline{
		logic: l, meter: m, limits: most,
		windows: map[input]*window{}, tracks: map[trackKey]*track{}, turns: newTurns(), runaway: map[*lane]time.Time{},
		pace: stride, quit: make(chan struct{}),
		news: make(chan struct{}, 1), freed: make(chan struct{}, 1),
	}
	pl.changed = sync.NewCond(&pl.mu)
	pl.holding = holding{logic: l, clock: p.clock}
	p.quit, p.paused, p.resumed, p.park = pl.quit, pl.paused, pl.resumed, pl.park
	pl.policy = p
	return pl
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// assign begins a window for a partition. The caller holds mu.
func (p *pipeline) assign(at input, memory *partition) *window {
	if old := p.windows[at]; old != nil {
		p.forget(old)
	}
	w := &window{input: at, memory: memory}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	p.windows[at] = w
	return w
}

// leave ends the work on a window; what has finished can still be committed. The caller holds mu.
func (p *pipeline) leave(w *window) {
	w.leaving = true
	w.cancel()
}

// forget drops a window with everything in it that is not committed, and with it the speculative state of
// its keys. What is still running finds nobody to hand its result to. The caller holds mu.
func (p *pipeline) forget(w *window) {
	p.leave(w)
	w.gone = true
	if p.windows[w.input] == w {
		delete(p.windows, w.input)
	}
	for _, it := range w.items {
		p.records--
		p.bytes -= it.weight
	}
	for at, t := range p.tracks {
		switch {
		case t.memory == nil:
			t.waiting = slices.DeleteFunc(slices.Clone(t.waiting), func(it *item) bool { return it.home == w })
			if t.idle() {
				delete(p.tracks, at)
			} else {
				p.line(t) // what stood in front of it was leaving
			}
		case t.memory == w.memory:
			t.dead = true
			delete(p.tracks, at)
		}
	}
	w.items, w.reach = nil, 0
	signal(p.freed)
	p.changed.Broadcast()
}

// dispatch takes records in and begins what it can. Records of partitions that are not ours are dropped.
func (p *pipeline) dispatch(records []*kgo.Record) {
	if len(records) == 0 {
		return
	}
	items := make([]*item, len(records))
	for i, k := range records {
		items[i] = newItem(k) // decoding is most of a dispatch, and needs no lock
	}
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped || p.draining {
		return
	}
	p.chunk++
	for _, it := range items {
		w := p.windows[input{it.source.Topic, it.source.Partition}]
		if w == nil || w.leaving {
			continue
		}
		if w.mark(it); it.suspect {
			// No lane may reach over a suspect: it waits for what stands before it to be committed, and a lane
			// commits as a whole.
			p.chunk++
			signal(p.news) // the committer gives it its turn
		}
		it.home, it.chunk, it.came, it.weight = w, p.chunk, now, size(it.source)
		w.items = append(w.items, it)
		if it.suspect {
			p.chunk++
		}
		p.records++
		p.bytes += it.weight
		p.enqueue(w, it)
	}
	p.holding.update(p)
	p.begin()
}

func (p *pipeline) enqueue(w *window, it *item) {
	at := trackKey{key: stateKey{it.record.Run, it.record.Key}}
	if w.memory != nil {
		at.partition = w.number
	}
	t := p.tracks[at]
	if t == nil {
		t = &track{at: at, memory: w.memory, pipeline: p}
		if w.memory != nil {
			t.tail = w.memory.hold(at.key)
		}
		p.tracks[at] = t
	}
	t.waiting = append(t.waiting, it)
	p.line(t)
}

// line puts a track in line if there is something to begin. The caller holds mu.
func (p *pipeline) line(t *track) {
	if !t.dead && !t.running && !t.queued && len(t.waiting) > 0 && t.ready() {
		p.turns.push(t)
	}
}

// fail ends the session: the committer finds the failure. The caller holds mu.
func (p *pipeline) fail(err error) {
	if p.failure == nil {
		p.failure = err
	}
	signal(p.news)
	p.changed.Broadcast()
}

// drain stops everything but what has begun and what stands before it. Nobody waits for a broken
// dependency any more.
func (p *pipeline) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.draining {
		return
	}
	p.draining = true
	close(p.quit)
	p.begin()
	signal(p.news)
}

// cancel ends the handlers' contexts; what they had begun is not committed. The caller holds mu.
func (p *pipeline) cancel() {
	for _, w := range p.windows {
		w.cancel()
	}
}

// stop drops everything and waits for the handlers to return.
func (p *pipeline) stop() {
	p.mu.Lock()
	p.stopped = true
	for _, w := range p.windows {
		p.forget(w)
	}
	if !p.draining {
		p.draining = true
		close(p.quit)
	}
	p.mu.Unlock()
	p.workers.Wait()
}

// still reports whether nothing runs and nothing is going to. The caller holds mu.
func (p *pipeline) still() bool {
	return p.running == 0 && len(p.returning) == 0 && p.away == 0
}
