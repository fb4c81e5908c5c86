// Package document is the shape of a parsed report, stored as an artefact.
package document
