package statement

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// together is how many of a list are worked on at a time.
const together = 16

// sideBySide has all of n worked on, some at a time, on as many processors as there are: a report waits for nothing else while it is read.
func sideBySide(n int, work func(from, to int)) {
	var taken atomic.Int64
	some := func() {
		for {
			from := (int(taken.Add(1)) - 1) * together
			if from >= n {
				return
			}
			work(from, min(from+together, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/together) - 1 {
		others.Go(some)
	}
	some()
	others.Wait()
}
