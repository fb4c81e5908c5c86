package main

import (
	"bytes"
	"context"
)

// searching is what the knowledge base promises on two cores. Times are those of the best of four rounds of a hundred
// searches: what else the machine does slows whole rounds.
var searching = []promise{
	{"Search/report", "p95-ms", "a search in one report of 1,000 passages, in the database, 95th percentile, ms", 10, false},
	{"Search/everything", "p95-ms", "a search over 100,000 passages, 95th percentile, ms", 25, false},
	{"Recall", "recall@10", "of the ten nearest of 100,000, found where sketches propose", 0.98, true},
	{"Static", "texts/s", "short texts embedded in a second", 20_000, true},
}

// measureSearch runs the library's benchmarks and the embedding model's.
func measureSearch(ctx context.Context) ([]Ratio, error) {
	var all bytes.Buffer
	for _, b := range []struct{ pkg, which, benchtime string }{
		{"./rag/embed", "Static", "60x"},
		{"./rag", "Search/(report|everything)", "400x"},
		{"./rag", "Recall", "1x"},
	} {
		out, err := benchmarks(ctx, b.pkg, b.which, b.benchtime)
		if err != nil {
			return nil, err
		}
		all.Write(out.Bytes())
	}
	return ratios(&all, searching)
}
