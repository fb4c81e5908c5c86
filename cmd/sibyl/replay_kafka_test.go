//go:build kafka

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/kafka"
)

// onApacheKafka makes every command of the test use a broker of its own.
func onApacheKafka(t *testing.T) {
	t.Helper()
	k, err := kafka.Start(t.Context(), kafka.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Stop(); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("SIBYL_KAFKA_BROKERS", strings.Join(k.Access().Brokers, ","))
}

// TestReplaysOnApacheKafka does on Apache Kafka what TestReplaysAreTheSameAndRebuildsToo does on the embedded broker.
func TestReplaysOnApacheKafka(t *testing.T) {
	onApacheKafka(t)
	replaysAndRebuilds(t, sampleReport(t))
}

// TestReplaysOfRealReportsAgainstKafka takes two real reports through the same on both brokers. They are not part of
// the repository: SIBYL_EVAL names their folder.
func TestReplaysOfRealReportsAgainstKafka(t *testing.T) {
	folder := os.Getenv("SIBYL_EVAL")
	if folder == "" {
		folder = "../../../shared/eval"
	}
	for _, name := range []string{"ct-reit-2022.pdf", "idx-banks-fy2025/bca.pdf"} {
		report := filepath.Join(folder, "reports", name)
		if _, err := os.Stat(report); err != nil {
			t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
		}
		t.Run(name+"/embedded", func(t *testing.T) { replaysAndRebuilds(t, report) })
		t.Run(name+"/Apache Kafka", func(t *testing.T) {
			onApacheKafka(t)
			replaysAndRebuilds(t, report)
		})
	}
}
