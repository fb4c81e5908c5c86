// Package projections folds the log into read models.
//
// A [Model] is a fold: a function from events to rows of schema read. The runner consumes runs.feed and
// the report topics (read committed) and gives each model the events it has not seen, in the order of
// their partition. A model's offsets are in the same database as its rows and are advanced by
// compare-and-set in the transaction that writes them, so a row is written exactly once whatever dies,
// and schema read can be dropped at any time: folding again writes the identical rows. For that, rows
// hold no serial numbers and no time but those of the events.
//
// What cannot be folded is set aside for all models: a record that is no event or not of its kind, or one
// that a model or its rows refuse. It becomes a dead letter, and table read.unfolded remembers it, so that a
// model that is rebuilt alone leaves it out like the others; rebuilding all of them judges it anew. Its letter
// is published before the offsets advance, under an id made of its place. What is wrong with the database or
// the broker is waited for and sets nothing aside.
//
// An event's number (seq) is its position among the distinct ids of its run, from 1. Numbers are given
// in the same transaction, so a reader never sees a gap that is filled later.
//
// Any number of runners may share the work. The consumer group only spreads partitions over them; if
// two fold the same partition, one fails to advance the offsets, writes nothing and reads them again.
// Each commit notifies a channel, on which [Hub] wakes readers of this process; notifications carry no
// data and may be lost without harm.
//
// A log can also lose its tail (a broker killed without its disk). Each offset remembers the event
// before it; when that event is no longer at its place, all models are dropped and folded again.
package projections
