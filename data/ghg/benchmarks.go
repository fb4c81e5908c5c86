package ghg

import (
	_ "embed" // the table is part of the binary
	"slices"
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed benchmarks.json
var benchmarksFile []byte

// Benchmark is a published figure of a sector, or a band of them.
type Benchmark struct {
	ID        string       `json:"id"`
	Sector    string       `json:"sector"`
	SASB      []string     `json:"sasb"`   // industries of data/sasb that it can be held against
	Metric    string       `json:"metric"` // emission_intensity, energy_intensity, supply_chain_intensity, ...
	Low       *apd.Decimal `json:"low"`
	High      *apd.Decimal `json:"high"` // equal to low where one figure is published
	Unit      string       `json:"unit"`
	Per       string       `json:"per"`
	Year      int          `json:"year"`
	Basis     string       `json:"basis"`
	Source    string       `json:"source"`
	Certainty Certainty    `json:"certainty"`
}

// Benchmarks holds the figures of sectors.
type Benchmarks struct {
	About      string       `json:"about"`
	BandFactor *apd.Decimal `json:"band_factor"` // a figure within low / factor and high x factor is not unusual
	Benchmarks []Benchmark  `json:"benchmarks"`
}

// LoadBenchmarks returns the figures of sectors.
var LoadBenchmarks = sync.OnceValues(func() (*Benchmarks, error) { return decode[Benchmarks]("the benchmarks", benchmarksFile) })

// Of lists what a SASB industry can be held against by a metric.
func (b *Benchmarks) Of(industry, metric string) []Benchmark {
	var out []Benchmark
	for _, x := range b.Benchmarks {
		if x.Metric == metric && slices.Contains(x.SASB, industry) {
			out = append(out, x)
		}
	}
	return out
}
