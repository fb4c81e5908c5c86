package main

import (
	"bytes"
	"context"
)

// watching is what people who watch a run are promised on two cores, broker and database included. Times are from an event's
// commit, in milliseconds, the 99th of a hundred.
var watching = []promise{
	{"ThousandClients", "p99-ms", "an event to each of 1,000 clients of one run, 20 events a second, 99th percentile, ms", 250, false},
	{"EventToPixels", "p99-ms", "an event to the picture of one viewer, 20 events a second, 99th percentile, ms", 100, false},
}

// measureLive runs the benchmarks of the live feed and of the page; the latter needs Chromium.
func measureLive(ctx context.Context) ([]Ratio, error) {
	var all bytes.Buffer
	for _, b := range []struct{ pkg, which string }{{"./projections/live", "ThousandClients"}, {"./projections/dashboard", "EventToPixels"}} {
		out, err := benchmarks(ctx, b.pkg, b.which, "1x")
		if err != nil {
			return nil, err
		}
		all.Write(out.Bytes())
	}
	return ratios(&all, watching)
}
