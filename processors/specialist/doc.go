// Package specialist is what the five agents have in common: an agent is a name and functions that judge,
// and this package makes a processor of it. It takes the agent's share of the assignments, gives findings
// their ids, subjects and order, tells people what was found, and sends the conductor a receipt in the same
// transaction as the findings, so that nobody counts an answer that is not there.
//
// An agent made here keeps no state and remembers nothing between events: an answer is a function of the
// assignment and of immutable artefacts, so any number of instances may run. Every assignment ends in an
// answer: what can not be answered becomes finding.unable with the reason, also when the event itself was
// given up on (Rescue), since judge and conductor would otherwise wait for it until the run's limit.
package specialist
