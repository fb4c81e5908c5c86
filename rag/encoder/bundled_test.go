package encoder_test

import (
	"context"
	"testing"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

// The second reader of the bundled model: trained weights are smaller than made ones, and packed into fewer steps.
func BenchmarkEncodeBundled(b *testing.B) {
	for _, kernel := range encoder.Kernels() {
		if kernel == "portable" {
			continue
		}
		m, _ := model(b, models.Statement, encoder.Options{Kernel: kernel}).Branch("again")
		batch := make([]encoder.Sequence, 100)
		pieces := 0
		for i := range batch {
			n := 6 + (i*37)%60
			pieces += n
			for k := range n {
				batch[i].IDs = append(batch[i].IDs, uint16(1000+(i*7919+k*104729)%20000))
			}
		}
		if _, err := m.Encode(context.Background(), batch); err != nil {
			b.Fatal(err)
		}
		b.Run(kernel, func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Encode(context.Background(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(pieces*b.N)/b.Elapsed().Seconds(), "pieces/s")
		})
	}
}
