// Package outside is the one client for services beyond us: search indexes, geocoders, catalogues, papers.
//
// It asks only hosts that are listed for a service by name, resolves them itself, refuses private addresses (unless
// the address itself is listed, and never behind a redirect), bounds size, time, redirects and the pace of calls,
// asks again what may pass, and can be switched off as a whole. Every call, also one that was refused, is an entry
// for the ledger. Agents ask by a Recorder, which keeps each answer under run, question and ordinal before it
// is used, so that a step that is tried again, or replayed, asks nobody.
package outside
