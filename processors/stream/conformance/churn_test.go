package conformance_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/sibyl-project/sibyl/processors/stream/conformance"
)

// churn runs as many seeds as SIBYL_CHURN_SEEDS says, from SIBYL_CHURN_FIRST on.
func churn(t *testing.T, b conformance.Broker) {
	t.Helper()
	number := func(variable string, otherwise uint64) uint64 {
		text := os.Getenv(variable)
		if text == "" {
			return otherwise
		}
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("reading %s: %v", variable, err)
		}
		return n
	}
	seeds, first := number("SIBYL_CHURN_SEEDS", 5), number("SIBYL_CHURN_FIRST", 1)
	for seed := first; seed < first+seeds; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { conformance.Churn(t, b, seed) })
	}
}

func TestChurnEmbedded(t *testing.T) {
	t.Parallel()
	churn(t, embeddedBroker(t))
}
