// Package intent is the one place where a request of a person or a program becomes an event.
//
// The API and the command line never produce to Kafka themselves. A request is decided and recorded in
// one Postgres transaction of schema app: the state that decides conflicts (is this report being
// analysed?) and the sealed event, identifiers and times included, in an outbox. [Relay] publishes the
// outbox in order and marks each row before it is sent and after. After a crash in between it looks on
// the log whether the event is there: agents would absorb a second one, but subscribers would see it.
//
// Conflicts are decided by a unique row of app.runs, never by a read model, which may lag. The row is
// released by [Settle], which the projections call in the transaction that folds the run's end.
//
// Unlike a read model, schema app cannot be rebuilt by folding alone: it knows of requests that are not
// on the log yet. Settle adds what the log knows and schema app does not, so a new database that is
// given an old log becomes whole.
//
// An Outbox is safe for concurrent use and holds nothing but a pool. Several relays may run; an
// advisory lock lets one publish at a time, so that the order of the outbox is the order of the log.
package intent
