// Package brokenpdf makes PDF files for tests: sound ones of raw objects, and ones that no writer would
// make - cut off, going in circles, lying about their sizes, unpacking to gigabytes. Everything is a pure
// function; the same call gives the same bytes.
package brokenpdf
