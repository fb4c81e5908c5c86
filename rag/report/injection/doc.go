// Package injection recognises text that speaks to the machine which reads a report, and not to its readers: orders
// about what to find, roles to take on, marks of a conversation with a model. Its functions are pure.
package injection
