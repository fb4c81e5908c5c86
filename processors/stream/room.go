package stream

// The pipeline's records are shared out so that a partition behind a slow handler cannot take all of them, as it
// would within milliseconds if it has enough to read: half of them are anybody's, and the other half is reserved
// in even parts for the partitions that are assigned. A single one may fill the pipeline. Everything here is
// called with the pipeline's lock held.

// share is how many records a partition that stands still may have before it is held.
func (p *pipeline) share() int { return max(1, p.limits.records/max(1, len(p.windows))) }

// reserve is the part of it that the others cannot take, and all that a partition that stands still may have when
// nobody gets on any more.
func (p *pipeline) reserve() int { return max(1, p.share()/2) }

// common is how much is free of the half that is anybody's.
func (p *pipeline) common() int {
	n, reserve := p.limits.records/2, p.reserve()
	for _, w := range p.windows {
		n -= max(0, len(w.items)-reserve)
	}
	return n
}

// free is how many records may come in. Nobody knows beforehand whose they are going to be: they must find room
// in the common half, or else in the reserve of every partition that they can be of.
func (p *pipeline) free() int {
	reserved := p.limits.records
	for _, w := range p.windows {
		if !w.held {
			reserved = min(reserved, p.reserve()-len(w.items))
		}
	}
	return min(p.limits.records-p.records, max(p.common(), reserved))
}
