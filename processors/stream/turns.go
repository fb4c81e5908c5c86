package stream

// turns is the line of tracks that have something to do. Runs take turns, so that a run with ten thousand
// claims does not keep one with ten waiting; within a run, tracks come in the order in which they stood in
// line. Guarded by the pipeline's lock.
type turns struct {
	runs  map[string]*queue[*track]
	order queue[string]
}

func newTurns() turns { return turns{runs: map[string]*queue[*track]{}} }

func (q *turns) push(t *track) {
	t.queued = true
	line := q.runs[t.at.key.run]
	if line == nil {
		line = &queue[*track]{}
		q.runs[t.at.key.run] = line
		q.order.push(t.at.key.run)
	}
	line.push(t)
}

// pop takes the next track off, nil if there is none. Tracks that have died in line, or were taken out of
// turn, are passed over.
func (q *turns) pop() *track {
	for q.order.len() > 0 {
		run := q.order.pop()
		line := q.runs[run]
		for line.len() > 0 {
			t := line.pop()
			if t.dead || !t.queued || len(t.waiting) == 0 {
				continue
			}
			t.queued = false
			if line.len() > 0 {
				q.order.push(run)
			} else {
				delete(q.runs, run)
			}
			return t
		}
		delete(q.runs, run)
	}
	return nil
}

// queue is a first-in-first-out line whose array does not grow with what has passed through it.
type queue[T any] struct {
	items []T
	first int
}

func (q *queue[T]) len() int { return len(q.items) - q.first }

func (q *queue[T]) push(t T) { q.items = append(q.items, t) }

func (q *queue[T]) pop() T {
	var none T
	t := q.items[q.first]
	q.items[q.first] = none
	q.first++
	if q.first*2 > len(q.items) {
		n := copy(q.items, q.items[q.first:])
		clear(q.items[n:])
		q.items, q.first = q.items[:n], 0
	}
	return t
}
