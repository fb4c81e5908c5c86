// Package embedded runs what Sibyl needs on one machine when nothing is configured: a private PostgreSQL cluster from
// the machine's own binaries, and a Kafka-protocol broker in a child process. Everything belongs to one data directory.
//
// Lifecycle. Open locks the data directory for the lifetime of the process; the lock is not inherited by children, so that
// after a kill -9 the next process can lock at once, while the database and the broker still run. StartPostgres and
// StartBroker therefore begin by looking for such survivors and adopt them. Stop ends them in order. Nothing here keeps
// state in memory that the next process would miss: what must be known is in the data directory, written atomically.
//
// Survivors do not run forever: the broker child notices that no process holds its lifeline, waits for a grace period,
// then stops cleanly, and stops the database of the same data directory, too.
//
// The database. A new cluster is a copy of this machine's template, which the first start of a version of PostgreSQL makes and which may be
// deleted at any time: below /var/lib/sibyl for root, in the user's cache folder for others, nowhere if that cannot be written to.
//
// Full disks. Below Room the broker refuses events with a retriable error; a write that fails
// nonetheless ends it, and the next start repairs the log. Start it, and the database, again until they run.
//
// Concurrency. A DataDir, a Postgres and a Broker may be used from several goroutines; Stop is idempotent. A context
// given to a Start function bounds the starting only.
package embedded
