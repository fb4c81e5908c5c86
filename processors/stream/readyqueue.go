package stream

// readyQueue schedules the key queues that have work. It alternates between runs, so that a run with ten thousand
// claims does not delay one with ten; within a run, key queues are first in, first out. Guarded by the pipeline's lock.
type readyQueue struct {
	runs  map[string]*fifo[*keyQueue]
	order fifo[string]
}

func newReadyQueue() readyQueue { return readyQueue{runs: map[string]*fifo[*keyQueue]{}} }

func (r *readyQueue) push(q *keyQueue) {
	q.queued = true
	line := r.runs[q.id.key.run]
	if line == nil {
		line = &fifo[*keyQueue]{}
		r.runs[q.id.key.run] = line
		r.order.push(q.id.key.run)
	}
	line.push(q)
}

// pop removes and returns the next key queue, nil if there is none. Queues that were dropped, or started out of order,
// are skipped.
func (r *readyQueue) pop() *keyQueue {
	for r.order.len() > 0 {
		run := r.order.pop()
		line := r.runs[run]
		for line.len() > 0 {
			q := line.pop()
			if q.dropped || !q.queued || len(q.waiting) == 0 {
				continue
			}
			q.queued = false
			if line.len() > 0 {
				r.order.push(run)
			} else {
				delete(r.runs, run)
			}
			return q
		}
		delete(r.runs, run)
	}
	return nil
}

// fifo is a first-in-first-out queue whose array does not grow with the number of items that have passed through it.
type fifo[T any] struct {
	items []T
	first int
}

func (f *fifo[T]) len() int { return len(f.items) - f.first }

func (f *fifo[T]) push(t T) { f.items = append(f.items, t) }

func (f *fifo[T]) pop() T {
	var none T
	t := f.items[f.first]
	f.items[f.first] = none
	f.first++
	if f.first*2 > len(f.items) {
		n := copy(f.items, f.items[f.first:])
		clear(f.items[n:])
		f.items, f.first = f.items[:n], 0
	}
	return t
}
