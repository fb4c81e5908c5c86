// Package artefact is the content-addressed store of everything too large for an event.
package artefact
