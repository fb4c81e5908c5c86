// Package stream is the runtime of processors.
package stream
