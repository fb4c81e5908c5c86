package stream

import (
	"context"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
)

// commitBatch is what one commit takes from the pipeline: the finished prefix of every in-flight window, or as much of
// it as fits into one transaction.
type commitBatch struct {
	windows []windowPrefix
	keys    []keyPrefix
	items   int
}

// windowPrefix is the share of one window in a commit batch: its first n items.
type windowPrefix struct {
	window *window
	n      int
	items  []*item
	last   position
}

// keyPrefix is the share of one key queue in a commit batch: its first n finished lanes, merged.
type keyPrefix struct {
	queue *keyQueue
	n     int
	lane  *lane
}

// nextBatch collects what can be committed now, up to limit items. It removes nothing from the pipeline: everything
// stays where it is until the commit has succeeded.
func (p *pipeline) nextBatch(limit int) commitBatch {
	p.mu.Lock()
	defer p.mu.Unlock()
	var batch commitBatch
	counts := map[*keyQueue]int{}
	var order []*keyQueue
	for _, w := range p.windows {
		n := w.committable(limit-batch.items, batch.items == 0)
		if n == 0 {
			continue
		}
		items := w.items[:n:n]
		batch.windows = append(batch.windows, windowPrefix{w, n, items, after(items[n-1].source)})
		batch.items += n
		if w.memory == nil {
			continue
		}
		for _, it := range items {
			if it != it.lane.items[len(it.lane.items)-1] {
				continue
			}
			q := p.keyQueueOf(it)
			if counts[q] == 0 {
				order = append(order, q)
			}
			counts[q]++
		}
	}
	for _, q := range order {
		batch.keys = append(batch.keys, keyPrefix{q, counts[q], q.merged(counts[q])})
	}
	return batch
}

func (p *pipeline) keyQueueOf(it *item) *keyQueue { return it.lane.history.(*keyQueue) }

// oldest is the item of the batch that was dispatched first.
func (batch commitBatch) oldest() *item {
	var first *item
	for _, c := range batch.windows {
		if it := c.items[0]; first == nil || it.dispatchedAt.Before(first.dispatchedAt) {
			first = it
		}
	}
	return first
}

// finishBatch removes a committed batch from the pipeline and makes its overlays the state of the partitions. Windows
// that were revoked in the meantime are skipped.
func (p *pipeline) finishBatch(batch commitBatch, w batchRecords) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.policy.clock.Now()
	for _, l := range batch.keys {
		p.meter.Steps.Add(float64(l.lane.steps))
		q := l.queue
		if p.keyQueues[q.id] != q {
			continue
		}
		if l.lane.changed() {
			q.memory.Keep(q.id.key, l.lane.now, l.lane.next(), now, l.lane.now.Wake != l.lane.base.Wake)
		}
		clear(q.finished[:l.n])
		q.finished = q.finished[l.n:]
		if q.idle() {
			delete(p.keyQueues, q.id)
		}
	}
	for _, s := range w.state {
		for _, id := range s.ids {
			s.queue.memory.Remember(s.queue.id.key, id, s.record.Offset)
		}
		s.queue.memory.Applied(s.record)
	}
	for _, c := range batch.windows {
		if c.window.gone {
			continue
		}
		for _, it := range c.items {
			if it.refusal != nil {
				p.meter.DeadLetters.Inc()
			}
			p.records--
			p.bytes -= it.bytes
		}
		c.window.drop(c.n)
	}
	p.startWorkers()
	if p.available() >= p.reservedQuota()/2 {
		signal(p.freed)
	}
	p.changed.Broadcast()
}

// batchRecords is what one commit batch writes to the log.
type batchRecords struct {
	records   []*kgo.Record
	published int
	state     []stateRecord
}

// stateRecord is a record for the state topic: a key's state, or a page of absorbed events, whose offset will tell where to
// read the page back.
type stateRecord struct {
	queue  *keyQueue
	ids    []string // of the page
	record *kgo.Record
}

// batchRecords builds the records of a batch: the events in the order of their causes, then one state record per
// changed key, then the pages of absorbed events.
func (l *logic) batchRecords(batch commitBatch) (batchRecords, error) {
	w := batchRecords{records: make([]*kgo.Record, 0, batch.items)}
	for _, c := range batch.windows {
		for _, it := range c.items {
			for _, o := range it.out {
				k := o.wire
				if l.Stateful {
					own := *k // the client modifies records that it produces, and a repeat shares its record
					k = &own
				}
				w.records = append(w.records, k)
			}
		}
	}
	w.published = len(w.records)
	for _, got := range batch.keys {
		if ln := got.lane; ln.changed() {
			r, err := changelog.StateRecord(l.State, ln.partition, ln.key, ln.now, ln.next())
			if err != nil {
				return batchRecords{}, err
			}
			w.records = append(w.records, pinned(context.Background(), r))
			w.state = append(w.state, stateRecord{queue: got.queue, record: r})
		}
		for _, p := range changelog.Paginate(got.lane.forPages()) {
			r := pinned(context.Background(), changelog.PageRecord(l.State, got.lane.partition, got.lane.key, p))
			w.records = append(w.records, r)
			w.state = append(w.state, stateRecord{got.queue, p.IDs, r})
		}
	}
	return w, nil
}
