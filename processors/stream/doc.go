// Package stream is the runtime of processors: it connects an agent, which is a value, to Kafka.
//
// # Contract
//
// A handler is a function of a key's state and one event. The runtime calls handlers sequentially for one
// (run, key) and concurrently for different ones, and commits what they return - outputs, state, the ids
// of absorbed events and the input offsets - in one transaction. Consumers read committed, so an event
// has either happened with all of its consequences or not at all. Handlers run before the transaction
// begins: it is open for milliseconds even if a handler took a minute.
//
//   - State is what Step.State held when the transaction was committed. A handler may modify the state it
//     is given; after an error it gets a clean copy. The state is decoded once for consecutive events of a
//     key, and it may be encoded only once for several quick ones: if a step fails after others, those
//     since the last encoding are run again from the state before them.
//   - Step.Wake replaces the wake of the key; the zero time means none. A handler that wants to keep its
//     wake returns it with every step. A wake that a later step replaced never reaches the handler. One
//     that is overdue when it is armed (the process was down, or the event old) waits its full length
//     again, counted from the event that asked for it: downtime is not silence.
//   - An event whose id was absorbed before does not reach the handler: its outputs are published again.
//     That also holds after Done. An event that ended in dead.letters is not absorbed, so a retry of it
//     is handled anew.
//   - A plain error is retried in place with backoff; Reject and exhausted retries end in dead.letters
//     together with what Rescue returns; Pause is retried without limit, announced by agent.paused and
//     agent.resumed for every run whose work waits. A panic is a Reject.
//   - Events with ce_replayof, and kinds without a route, are skipped. Records that are no events, and
//     events beyond their iteration cap, go to dead.letters.
//   - A processor publishes only what it declares (Emits, Copies), and no event or state above MaxBytes.
//
// # Consumer groups and instances
//
// The consumer group of a processor is its name; its transactional.id and group.instance.id are its name
// and Options.Instance. Static membership is what gives a restarted process its partitions back at once.
// Two processes must not share an instance name: each fences the other, and Run of one of them, usually
// the earlier, ends with an error that says so. Several instances with different names share the
// partitions.
//
// # Lifecycle and concurrency
//
// Run returns when its context has ended and every processor has drained, or when one of them cannot
// continue. Work is pipelined. A session has a reader (the group member), which dispatches records to
// their keys as they arrive; workers, which run handlers and alternate between runs; and a committer with
// a client of its own (the transactional producer), which takes the contiguous finished prefix of every
// partition and commits it: outputs, state and exactly those offsets, with the member id and generation
// that own them. The broker rejects commits of a member that has lost its partitions. Nothing beyond a
// prefix is published or becomes durable state; until the commit only later events of the same key see
// it, and an abort, a revocation or the end of the session discards it. Records that lead to nothing need
// no transaction: their offsets are committed on their own.
//
// A slow handler blocks its key, and the commits of its partition. Others proceed until the limits of the
// pipeline are reached: Workers, Window and WindowBytes. A lane that waits for a retry gives its worker
// to others; lanes that wait for a broken dependency do so up to the number of workers, and keep theirs
// beyond it.
//
// When partitions are revoked, what is finished of them is committed first, within two seconds. A handler
// of a revoked partition has its context ended and is not waited for: as long as it ignores that, it runs
// concurrently with the next owner's, and its outcome is discarded. An aborted transaction, a fenced
// producer or another fatal error closes the session, discards its memory and rebuilds both from the log.
// No error is merely logged and skipped.
package stream
