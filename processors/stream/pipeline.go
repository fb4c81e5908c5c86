package stream

import (
	"context"
	"runtime/pprof"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/metrics"
)

// pipeline holds the work of one session between dispatch and commit. Three parties meet at it: the reader dispatches
// records into windows and key queues, workers run lanes, and the committer takes finished prefixes (commitbatch.go).
// All of it is guarded by mu, which is never held while a handler or a request runs.
type pipeline struct {
	logic  *logic
	policy policy
	meter  *metrics.Meter
	limits limits

	mu         sync.Mutex
	changed    *sync.Cond // something was dropped, committed or finished
	windows    map[input]*window
	keyQueues  map[queueKey]*keyQueue
	ready      readyQueue
	dispatches int
	pace       time.Duration // moving average of a step; determines the length of lanes
	progressed time.Time     // when a worker last started or finished a lane
	oversight  *time.Timer   // makes sure that what waits for running workers does not wait for long
	overseen   bool          // the timer runs

	records int // dispatched and not committed
	bytes   int // held by them and by what they led to

	workers   sync.WaitGroup
	resting   []chan assignment // of workers without work
	running   int               // lanes that hold a worker
	returning []chan struct{}   // parked lanes that wait to get a worker back
	away      int               // lanes that have given up their worker for a while
	parked    int               // those of the lanes that are away because of a broken dependency
	pauses    pauseAnnouncer

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
	records int // dispatched and not committed, of all partitions (reader.go)
	bytes   int // held by them and by their outputs; above it only what a commit waits for is started
}

func newPipeline(l *logic, p policy, m *metrics.Meter, most limits) *pipeline {
	pl := &pipeline{
		logic: l, meter: m, limits: most,
		windows: map[input]*window{}, keyQueues: map[queueKey]*keyQueue{}, ready: newReadyQueue(), runaway: map[*lane]time.Time{},
		pace: targetLaneTime, quit: make(chan struct{}),
		news: make(chan struct{}, 1), freed: make(chan struct{}, 1),
	}
	pl.changed = sync.NewCond(&pl.mu)
	pl.oversight = time.AfterFunc(time.Hour, pl.oversee)
	pl.oversight.Stop()
	pl.pauses = pauseAnnouncer{logic: l, clock: p.clock}
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

// assign starts an in-flight window for a partition. The caller holds mu.
func (p *pipeline) assign(at input, memory *changelog.Partition) *window {
	if old := p.windows[at]; old != nil {
		p.drop(old)
	}
	w := &window{input: at, memory: memory}
	// Handlers' contexts carry the label that the goroutines of this processor have: a handler's own is set beside it.
	w.ctx, w.cancel = context.WithCancel(pprof.WithLabels(context.Background(), pprof.Labels("agent", p.logic.Name)))
	p.windows[at] = w
	return w
}

// revoke stops the work on a window; what has finished can still be committed. The caller holds mu.
func (p *pipeline) revoke(w *window) {
	w.revoking = true
	w.cancel()
}

// drop discards a window with everything in it that is not committed, including the speculative state of its keys. The
// results of lanes that still run are ignored. The caller holds mu.
func (p *pipeline) drop(w *window) {
	p.revoke(w)
	w.gone = true
	if p.windows[w.input] == w {
		delete(p.windows, w.input)
	}
	for _, it := range w.items {
		p.records--
		p.bytes -= it.bytes
	}
	for at, q := range p.keyQueues {
		switch {
		case q.memory == nil:
			q.waiting = slices.DeleteFunc(slices.Clone(q.waiting), func(it *item) bool { return it.window == w })
			if q.idle() {
				delete(p.keyQueues, at)
			} else {
				p.schedule(q) // the event in front of it was of the revoked partition
			}
		case q.memory == w.memory:
			q.dropped = true
			delete(p.keyQueues, at)
		}
	}
	w.items, w.donePrefix = nil, 0
	signal(p.freed)
	p.changed.Broadcast()
}

// dispatch adds records and starts what it can. Records of partitions that are not assigned to this member are dropped.
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
	p.dispatches++
	for _, it := range items {
		w := p.windows[input{it.source.Topic, it.source.Partition}]
		if w == nil || w.revoking {
			continue
		}
		if w.applySuspicion(it); it.suspect {
			// No lane may span a suspect: the suspect waits until everything before it is committed, and a lane
			// commits as a whole.
			p.dispatches++
			signal(p.news) // the committer starts it
		}
		it.window, it.dispatch, it.dispatchedAt, it.bytes = w, p.dispatches, now, size(it.source)
		w.items = append(w.items, it)
		if it.suspect {
			p.dispatches++
		}
		p.records++
		p.bytes += it.bytes
		p.enqueue(w, it)
	}
	p.pauses.update(p)
	p.startWorkers()
}

func (p *pipeline) enqueue(w *window, it *item) {
	at := queueKey{key: changelog.Key{Run: it.record.Run, Key: it.record.Key}}
	if w.memory != nil {
		at.partition = w.number
	}
	q := p.keyQueues[at]
	if q == nil {
		q = &keyQueue{id: at, memory: w.memory, pipeline: p}
		if w.memory != nil {
			q.tail = w.memory.Hold(at.key)
		}
		p.keyQueues[at] = q
	}
	q.waiting = append(q.waiting, it)
	p.schedule(q)
}

// schedule adds a key queue to the ready queue if it has something to start. The caller holds mu.
func (p *pipeline) schedule(q *keyQueue) {
	if !q.dropped && !q.running && !q.queued && len(q.waiting) > 0 && q.ready() {
		p.ready.push(q)
	}
}

// fail ends the session: the committer picks up the failure. The caller holds mu.
func (p *pipeline) fail(err error) {
	if p.failure == nil {
		p.failure = err
	}
	signal(p.news)
	p.changed.Broadcast()
}

// drain stops everything except what has started and what precedes it. Nothing waits for a broken dependency any more.
func (p *pipeline) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.draining {
		return
	}
	p.draining = true
	close(p.quit)
	p.startWorkers()
	signal(p.news)
}

// cancel ends the handlers' contexts; what they had started is not committed. The caller holds mu.
func (p *pipeline) cancel() {
	for _, w := range p.windows {
		w.cancel()
	}
}

// stop discards everything and waits for the handlers to return.
func (p *pipeline) stop() {
	p.mu.Lock()
	p.stopped = true
	for _, w := range p.windows {
		p.drop(w)
	}
	if !p.draining {
		p.draining = true
		close(p.quit)
	}
	for _, rest := range p.resting {
		close(rest)
	}
	p.resting = nil
	p.mu.Unlock()
	p.workers.Wait()
}

// idle reports whether nothing runs and nothing is about to. The caller holds mu.
func (p *pipeline) idle() bool {
	return p.running == 0 && len(p.returning) == 0 && p.away == 0
}
