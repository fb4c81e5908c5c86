// Package replay runs an analysis again from the log, into a run of its own and never onto the old one.
//
// In exact mode each processor folds the records that the parent run has on its input partitions, wakes
// included, in their order. What a step leads to is compared with what the log says it led to; a missing,
// an additional and a differing output are each a [Divergence] that names the event. No timer is armed,
// nobody outside is asked: artefacts come from the store by the hashes that the parent's events name, and
// every other port refuses ([Ports]).
//
// Replay may begin at a topic. Steps whose input does not descend from an event of that topic are not
// taken again; what they led to is copied from the log.
//
// Nothing is published before everything was compared. Then the new run's events are written in the order
// of the recorded ones, keyed and named by the new run, with the causes, passes and caps they had, and
// marked as a replay (ce_replayof): live processors pass them over, the live feed among them, so replay
// publishes their copies on runs.feed itself. The copies are one transaction, the last: read models fold
// runs.feed, so a replay is seen whole or not at all.
//
// An event keeps the time of the one it repeats, since time is an input of those who judge silence; only
// the run's request and its end have the time of the replay. So a replay can be replayed.
//
// [Run] may be called for several runs at once, but a transactional id belongs to one call at a time:
// callers of one process take turns or use different Instances.
package replay
