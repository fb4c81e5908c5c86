// Package stream is the runtime of processors: what stands between an agent, which is a value, and Kafka.
//
// # Contract
//
// A handler is a function of a key's state and one event. The runtime calls handlers one after the other
// for one (run, key) and concurrently for different ones, and commits what they return - outputs, state,
// the ids absorbed and the input's offsets - in one transaction. Consumers read committed, so an event
// either happened with everything it led to or did not happen. Handlers run before the transaction
// begins: it is open for milliseconds even when a handler took a minute.
//
//   - State is what Step.State held when the transaction was committed. A handler may change the state it
//     is given; after an error it gets a clean copy. The state is decoded once for consecutive events of a
//     key, and it may be encoded only once for several quick ones: when a step fails after others, those
//     since the last encoding are run again from the state before them.
//   - Step.Wake replaces the wake that the key had; the zero time means none. A handler that wants to keep
//     its wake returns it with every step. A wake that a later step replaced never reaches the handler.
//     One that is overdue when it is armed (the process was down, or the event old) waits its full length
//     again, counted from the event that asked for it: downtime is not silence.
//   - An event whose id was absorbed before does not reach the handler: what it led to is published again.
//     That holds after Done, too. An event that ended in dead.letters is not absorbed, so a retry of it
//     is decided anew.
//   - A plain error is retried in place with backoff; Reject and exhaustion end in dead.letters together
//     with what Rescue returns; Pause is retried without end, announced by agent.paused and agent.resumed
//     for every run with held work. A panic is a Reject.
//   - An event with ce_replayof, and kinds without a route, are passed over. Records that are no events,
//     and events beyond their iteration cap, go to dead.letters.
//   - A processor publishes only what it declares (Emits, Copies), no event and no state above MaxBytes.
//
// # Names and instances
//
// A processor's consumer group is its name; its transactional id and its static membership are its name
// and Options.Instance. Static membership is what gives a restarted process its partitions back at once.
// Two processes must not share an instance name: each takes the other's place in the group, and Run of one
// of them, as a rule the earlier, ends with an error that says so. Several instances with names of their
// own share the partitions.
//
// # Lifecycle and concurrency
//
// Run returns when its context has ended and every processor has drained, or when one of them cannot go
// on. Work is pipelined. A session has a reader (the group's member), which dispatches records to their
// keys as they arrive; workers, which run handlers, with runs taking turns; and a committer with a client
// of its own (the transactional producer), which takes the contiguous finished prefix of every partition
// and commits it: outputs, state and exactly those offsets, as the member and generation that own them. The
// broker refuses what a member that has lost its place would commit. Nothing beyond a prefix is published
// or becomes state; until then later events of a key see it, and an abort, a revocation or the end of the
// session drops it. Records that lead to nothing need no transaction: their offsets are committed on their
// own.
//
// A slow handler holds its key, and the commits of its partition. Others go on until the pipeline's bounds
// are reached: Workers, Window and WindowBytes. A lane that waits for a retry gives its worker to others;
// lanes that wait for a broken dependency do so up to the number of workers, and keep theirs beyond it.
//
// When partitions are revoked, what is finished of them is committed first, within two seconds. A handler
// of a revoked partition has its context ended and is not waited for: for as long as it ignores that, it
// runs beside the next owner's, and its outcome is dropped. An aborted transaction, a fenced producer or
// another fatal error closes the session, drops the memory and builds both again from the log. Nothing is
// logged and skipped.
package stream
