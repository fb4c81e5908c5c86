//go:build pipelined

package conformance_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/stream/conformance"
)

func TestPipelined(t *testing.T) { conformance.Pipelined(t, embeddedBroker(t)) }
