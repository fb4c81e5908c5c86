package stream

// The in-flight records of the pipeline are divided among the assigned partitions, so that a partition that is blocked
// by a slow handler cannot use all of them, which it would within milliseconds if it has a backlog. Half of the records
// are unreserved; the other half is reserved in equal parts for the assigned partitions. A single partition may fill the
// whole pipeline. All functions in this file are called with the pipeline's lock held.

// quota is how many records a blocked partition may have in flight before its fetching is paused.
func (p *pipeline) quota() int { return max(1, p.limits.records/max(1, len(p.windows))) }

// reservedQuota is the part of the quota that other partitions cannot use. A blocked partition is limited to it once
// no partition makes progress any more.
func (p *pipeline) reservedQuota() int { return max(1, p.quota()/2) }

// unreserved is how many records of the unreserved half are still available.
func (p *pipeline) unreserved() int {
	n, reserve := p.limits.records/2, p.reservedQuota()
	for _, w := range p.windows {
		n -= max(0, len(w.items)-reserve)
	}
	return n
}

// available is how many records may be polled. The partitions of the next records are not known before the poll, so they
// have to fit into the unreserved half, or else into what is reserved for each of the partitions that are not paused.
func (p *pipeline) available() int {
	reserved := p.limits.records
	for _, w := range p.windows {
		if !w.fetchPaused {
			reserved = min(reserved, p.reservedQuota()-len(w.items))
		}
	}
	return min(p.limits.records-p.records, max(p.unreserved(), reserved))
}
