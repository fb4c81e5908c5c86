// Package conformance is one set of tests of what the runtime (package stream) promises, for every broker
// that it is to run on: the fake broker, the embedded one and Apache Kafka, plain and with SASL and TLS.
//
// # How it accounts
//
// The processor under test keeps a ledger per key: how many events it has taken and a digest of their ids, and
// every event's output carries both. A reference folds the input topic, as it lies there, one record after the
// other. What the processor has published - outputs, wakes' answers, dead letters, rescues - must be exactly
// what the reference publishes, in the same order for every key, nothing less and nothing more; so a lost, a
// doubled or a reordered event, and a state that is not that of the sequential fold, all show. Before the
// comparison the processors are replaced by a new one, which has to restore its state, and every key gets one
// more event: what had been read but not committed would be seen again before it.
//
// # Concurrency and lifecycle
//
// Suite and Churn own the broker's topics while they run: they remove and create them, so nothing else may use
// the broker. They run one case after the other. Members that have to be killed are child processes of the
// test binary, whose TestMain must begin with ChildMain; they end with their parent.
package conformance
