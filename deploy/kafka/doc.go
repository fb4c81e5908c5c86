// Package kafka obtains a real Apache Kafka and runs it, for the tests that the embedded broker cannot stand
// in for.
//
// The broker is the Maven artefact with its dependencies, fetched once into the user's cache; it needs a JDK
// (17 or later) and Maven, and no container. One process is broker and controller (KRaft); its data lie in a
// temporary folder until Stop. Clients reach it with Options; another process with the Access, which is plain
// data.
//
// # Concurrency and lifecycle
//
// Start returns when the broker answers. Stop, Kill and Restart must not be called at the same time. The
// broker does not outlive the process that started it (on Linux; elsewhere it outlives a kill -9 of it).
// Several processes may obtain the artefact at the same time.
package kafka
