//go:build !unix

package stream

import "time"

// processorTime is unknown here: only the wall clock counts.
func processorTime() time.Duration { return 0 }
