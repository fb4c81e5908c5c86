// Package settings is what flags, environment and files say of what Sibyl uses, and the connections that are made by it.
package settings

import (
	"os"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
)

// Dependencies are the broker and the database, embedded unless they are named.
type Dependencies struct {
	KafkaBrokers []string `env:"SIBYL_KAFKA_BROKERS" placeholder:"HOST:PORT" help:"Apache Kafka to use instead of the embedded broker."`
	DatabaseURL  string   `env:"SIBYL_DATABASE_URL" placeholder:"URL" help:"PostgreSQL to use instead of a private cluster."`
	Instance     string   `env:"SIBYL_INSTANCE" placeholder:"NAME" help:"${instance_help}"`
	Pprof        string   `env:"SIBYL_PPROF" placeholder:"HOST:PORT" help:"${pprof_help}"`
	ProfileDir   string   `kong:"-"` // where processes record profiles of themselves; empty for none
	LogLevel     string   `env:"SIBYL_LOG_LEVEL" enum:"debug,info,warn,error" default:"warn" help:"What is logged to stderr: ${enum}."`
	Reading
	Embedding
	Reasoning
	Outside
	Limits
}

// ServiceInstance names a role that was started by itself: the host, unless it is told.
func ServiceInstance(deps Dependencies) (string, error) {
	if deps.Instance != "" {
		return deps.Instance, nil
	}
	host, err := os.Hostname()
	if err != nil {
		return "", exit.Usage("naming this instance: %v; set SIBYL_INSTANCE", err)
	}
	return host, nil
}
