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
//     key, and when a step fails after others of its key have succeeded in the same batch, those are run
//     again from the state before them.
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
// on. Each processor is one loop that owns its session (one Kafka client, consumer and transactional
// producer); the client's callbacks restore and drop partitions. A fenced producer or another fatal error
// closes the session, drops the memory and builds both again from the log. Nothing is logged and skipped.
package stream
