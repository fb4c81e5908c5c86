package stream

import (
	"context"
	"errors"
	"time"
)

// begin hands free workers out: first to lanes that had one and waited, then to the next tracks in line.
// The caller holds mu.
func (p *pipeline) begin() {
	for p.running < p.limits.workers {
		if len(p.returning) > 0 {
			p.running++
			close(p.returning[0])
			p.returning = p.returning[1:]
			continue
		}
		t := p.next()
		if t == nil {
			return
		}
		p.running++
		t.running = true
		p.workers.Add(1)
		go p.work(t, p.lane(t))
	}
}

// next is the track to work on. Usually it is the next in line. When too much is finished and cannot be
// committed, only what a commit waits for is begun; when draining, only what stands before something that
// has begun already, which would otherwise be lost.
func (p *pipeline) next() *track {
	switch {
	case p.stopped || p.failure != nil:
		return nil
	case p.draining:
		return p.pick(func(w *window) *item {
			if w.stuck {
				return nil
			}
			var hole *item
			for _, it := range w.items[w.reach:] {
				if it.lane == nil && hole == nil {
					hole = it
				}
				if it.lane != nil && hole != nil {
					return hole
				}
			}
			return nil
		})
	case p.bytes > p.limits.bytes:
		return p.pick((*window).head)
	}
	for {
		t := p.turns.pop()
		if t == nil || !t.waiting[0].home.leaving {
			return t
		}
	}
}

// pick is a track whose first waiting item is the one that a window wants.
func (p *pipeline) pick(wanted func(*window) *item) *track {
	for _, w := range p.windows {
		if w.leaving {
			continue
		}
		it := wanted(w)
		if it == nil || it.lane != nil {
			continue
		}
		at := trackKey{key: stateKey{it.record.Run, it.record.Key}}
		if w.memory != nil {
			at.partition = w.number
		}
		if t := p.tracks[at]; t != nil && !t.dead && !t.running && t.waiting[0] == it && t.ready() {
			t.queued = false
			return t
		}
	}
	return nil
}

// lane is the next one of a track. The caller holds mu.
func (p *pipeline) lane(t *track) *lane {
	n := 1
	if p.pace < stride && !p.draining {
		n = int(stride / max(p.pace, 1))
	}
	l := t.next(n, &p.policy)
	l.began = time.Now()
	l.ctx, l.cancel = context.WithCancel(l.items[0].home.ctx)
	return l
}

// work runs a lane, and further ones until no track is in line or a parked lane wants the worker. A worker whose
// lane has been abandoned counts no more: another has taken its place (limit.go).
func (p *pipeline) work(t *track, l *lane) {
	for {
		home := l.items[0].home
		err := l.run(l.ctx)
		l.cancel()
		step := time.Since(l.began) / time.Duration(len(l.items))
		p.mu.Lock()
		if l.abandoned {
			delete(p.runaway, l)
			p.mu.Unlock()
			return
		}
		p.pace += (step - p.pace) / 8
		p.finish(t, l, home, err)
		p.changed.Broadcast()
		if t = nil; len(p.returning) == 0 {
			t = p.next()
		}
		if t == nil {
			break
		}
		t.running = true
		l = p.lane(t)
		p.mu.Unlock()
	}
	p.running--
	p.begin()
	p.changed.Broadcast()
	p.workers.Done()
	p.mu.Unlock()
}

// finish makes a lane's outcome part of the pipeline. The caller holds mu.
func (p *pipeline) finish(t *track, l *lane, home *window, err error) {
	t.running, t.current = false, nil
	switch {
	case p.stopped || home.gone:
	case err == nil:
		p.accept(t, l, home)
	case errors.Is(err, errAbandoned), errors.Is(err, context.Canceled):
		home.stuck = true
		if t.memory != nil {
			t.dead = true
		}
	default:
		p.fail(err)
	}
	if t.dead {
		return
	}
	if len(t.waiting) > 0 {
		p.line(t)
	} else if t.idle() {
		delete(p.tracks, t.at)
	}
}

func (p *pipeline) accept(t *track, l *lane, home *window) {
	if p.logic.Stateful {
		t.finished = append(t.finished, l)
		t.tail, t.live = l.now, l.live
	}
	l.live = nil
	for _, it := range l.items {
		it.done = true
		for _, o := range it.out {
			n := size(o.wire)
			it.weight += n
			p.bytes += n
		}
	}
	home.advance()
	if home.reach > 0 {
		signal(p.news)
	}
}
