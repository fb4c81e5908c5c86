//go:build !unix

package stream

import "time"

// processorTime is not known: the clock alone counts.
func processorTime() time.Duration { return 0 }
