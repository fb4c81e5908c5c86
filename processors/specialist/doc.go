// Package specialist is what the five agents have in common: an agent is a name and functions that judge,
// and this package makes a processor of it. It takes the agent's share of the assignments, gives findings
// their ids, subjects and order, tells people what was found, and sends the conductor a receipt in the same
// transaction as the findings, so that nobody counts an answer that is not there.
//
// Agents may ask one another (Agent.Ask, Agent.Reply). One that asks holds the pass over the claim until every
// question was answered, refused, or has had its time; then it judges, once, with the answers or without them.
// Work, questions and answers come on one topic under the claim's key, and the time is a record there, too, so
// what an agent knew when it judged is the order of one partition. An answer is a function of the question: who
// answers holds nothing and asks nobody, so that no circle of questions can close.
//
// An agent that asks nobody keeps no state and remembers nothing between events; the state of one that asks is
// the passes it holds. Any number of instances may run. Every assignment ends in an answer: what can not be
// answered becomes finding.unable with the reason, also when the event itself was given up on (Rescue), since
// judge and conductor would otherwise wait for it until the run's limit.
package specialist
