// Package events holds the public vocabulary of Sibyl's log: the kinds of event, their payloads,
// their topics and keys, and the identities by which two runs can be compared.
//
// A kind owns its topic and its record key, so an event cannot be published to the wrong place and a
// handler for the wrong payload does not compile. The package depends on the standard library only;
// events/wire maps its records to Kafka.
//
// Everything here is immutable after package initialisation and safe for concurrent use.
package events
