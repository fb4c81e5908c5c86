package conformance_test

import (
	"os"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/processors/stream/conformance"
)

const brokerChild = "embedded-broker-for-conformance"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == brokerChild {
		os.Exit(embedded.BrokerMain(os.Args[2:]))
	}
	conformance.ChildMain()
	os.Exit(m.Run())
}
