package kafka

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
)

const user = "sibyl"

// ports are the node's listeners: for clients, for itself (it writes transaction markers to itself over the
// network, without credentials) and for the controller.
type ports struct{ client, internal, controller int }

// freePorts asks the system for ports that nobody uses. Somebody may take one before the broker does; then
// it does not start, and Start tries others.
func freePorts() (ports, error) {
	var p ports
	for _, n := range []*int{&p.client, &p.internal, &p.controller} {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return p, fmt.Errorf("looking for a free port: %w", err)
		}
		defer ln.Close() // only when all are known, so that they differ
		*n = ln.Addr().(*net.TCPAddr).Port
	}
	return p, nil
}

// settings is the node's configuration. One copy of everything, few internal partitions and no waiting for
// members that are not coming: what a test needs. All that clients see is as it comes.
func (o Options) settings(dir string, p ports) string {
	protocol := map[[2]bool]string{
		{false, false}: "PLAINTEXT", {true, false}: "SASL_PLAINTEXT", {false, true}: "SSL", {true, true}: "SASL_SSL",
	}[[2]bool{o.SASL, o.TLS}]
	lines := []string{
		"process.roles=broker,controller",
		"node.id=1",
		fmt.Sprintf("controller.quorum.voters=1@127.0.0.1:%d", p.controller),
		"controller.listener.names=CONTROLLER",
		"inter.broker.listener.name=INTERNAL",
		fmt.Sprintf("listeners=CLIENT://127.0.0.1:%d,INTERNAL://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d", p.client, p.internal, p.controller),
		fmt.Sprintf("advertised.listeners=CLIENT://127.0.0.1:%d,INTERNAL://127.0.0.1:%d", p.client, p.internal),
		"listener.security.protocol.map=CLIENT:" + protocol + ",INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT",
		"log.dirs=" + filepath.Join(dir, "log"),
		"auto.create.topics.enable=false",
		"default.replication.factor=1",
		"offsets.topic.replication.factor=1",
		"offsets.topic.num.partitions=2",
		"transaction.state.log.replication.factor=1",
		"transaction.state.log.min.isr=1",
		"transaction.state.log.num.partitions=2",
		"share.coordinator.state.topic.replication.factor=1",
		"share.coordinator.state.topic.min.isr=1",
		"share.coordinator.state.topic.num.partitions=1",
		"group.initial.rebalance.delay.ms=0",
		"log.cleaner.dedupe.buffer.size=8388608",
		"controlled.shutdown.enable=false", // there is no other broker to hand over to
		"broker.heartbeat.interval.ms=500", // a restarted broker waits until its former self is given up
		"broker.session.timeout.ms=3000",
	}
	if o.SASL {
		lines = append(lines,
			"sasl.enabled.mechanisms=SCRAM-SHA-256",
			"listener.name.client.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;")
	}
	if o.TLS {
		lines = append(lines,
			"listener.name.client.ssl.keystore.type=PEM",
			"listener.name.client.ssl.keystore.location="+filepath.Join(dir, "broker.pem"))
	}
	return strings.Join(lines, "\n") + "\n"
}
