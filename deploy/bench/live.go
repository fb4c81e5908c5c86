package main

import (
	"bytes"
	"context"
	"slices"
)

// watching is what people who watch a run are promised on two cores, broker and database included. Times are from an event's
// commit, in milliseconds, the 99th of a hundred.
var watching = []promise{
	{"ThousandClients", "p99-ms", "an event to each of 1,000 clients of one run, 20 events a second, 99th percentile, ms", 250, false},
	{"EventToPixels", "p99-ms", "an event to the picture of one viewer, 20 events a second, 99th percentile, ms", 100, false},
}

// reading is what people who read a run of 2,000 claims and 30,000 events are promised: a picture for every other refresh of
// the screen at the worst, but for few, while they scroll; and little to load before anything is seen.
func reading() []promise {
	out := []promise{{"FirstLoad", "KB", "scripts to load without the PDF engine, compressed, KB", 500, false}}
	for _, list := range [][2]string{
		{"claims", "2,000 claims of the investigation"}, {"events", "what agents say in 30,000 events"}, {"truth", "2,000 claims of the Source of Truth"},
		{"figures", "667 checks"}, {"ledger", "30,000 events of the ledger"},
	} {
		for _, p := range []promise{
			{unit: "p50-ms", name: "half are shown within, ms", limit: 20}, {unit: "p95-ms", name: "95 of 100 are shown within, ms", limit: 34},
			{unit: "max-ms", name: "the slowest took, ms", limit: 250},
		} {
			p.benchmark, p.name = "Scrolling/"+list[0], "frames of "+list[1]+": "+p.name
			out = append(out, p)
		}
	}
	return out
}

// measureLive runs the benchmarks of the live feed and of the page; the latter need Chromium.
func measureLive(ctx context.Context) ([]Ratio, error) {
	var all bytes.Buffer
	for _, b := range []struct{ pkg, which string }{{"./projections/live", "ThousandClients"}, {"./projections/dashboard", "EventToPixels|Scrolling|FirstLoad"}} {
		out, err := benchmarks(ctx, b.pkg, b.which, "1x")
		if err != nil {
			return nil, err
		}
		all.Write(out.Bytes())
	}
	return ratios(&all, slices.Concat(watching, reading()))
}
