package stream

import "slices"

// park gives the worker of a waiting lane to others. A lane that waits for a retry always gives up its worker. Lanes
// that wait for a broken dependency do so only up to the number of workers and keep theirs beyond it; otherwise every
// event in the pipeline would be tried against the broken dependency.
func (p *pipeline) park(it *item) (unpark func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pausing := p.pauses.waits(it)
	if pausing && p.parked >= p.limits.workers {
		return func() {}
	}
	if pausing {
		p.parked++
	}
	p.away++
	p.running--
	p.startWorkers()
	return func() {
		p.mu.Lock()
		p.away--
		if pausing {
			p.parked--
		}
		if p.running < p.limits.workers || it.window.ctx.Err() != nil {
			p.running++ // a lane that is abandoned is about to end
			p.mu.Unlock()
			return
		}
		turn := make(chan struct{})
		p.returning = append(p.returning, turn)
		p.mu.Unlock() // still, it stands in returning
		select {
		case <-turn:
		case <-it.window.ctx.Done():
			p.mu.Lock()
			if i := slices.Index(p.returning, turn); i >= 0 {
				p.returning = slices.Delete(p.returning, i, i+1)
				p.running++
			}
			p.mu.Unlock()
		}
	}
}

func (p *pipeline) paused(it *item, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pauses.begin(it, err)
	p.pauses.update(p)
	signal(p.news)
	p.changed.Broadcast()
}

func (p *pipeline) resumed(it *item, abandoned bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pauses.end(it, abandoned || it.window.gone)
	p.pauses.update(p)
	signal(p.news)
}
