package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// metrics is the registry of what this process measures, for /metrics.
var metrics = sync.OnceValue(func() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(processorsEnded, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), projections.Metrics())
	return r
})

func logger(level string) *slog.Logger { return loggerTo(os.Stderr, level) }

func loggerTo(w io.Writer, level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelWarn
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l}))
}

// clientOptions are what every Kafka client shares beside the brokers.
func clientOptions() []kgo.Opt {
	return []kgo.Opt{
		kgo.ClientID("sibyl"),
		kgo.DialTimeout(5 * time.Second),
		kgo.DisableClientMetrics(), // their last push holds every client's end back by a second when no broker answers
		kgo.FetchMaxBytes(8 << 20),
		kgo.FetchMaxPartitionBytes(1 << 20),
	}
}

func kafkaOptions(brokers []string) []kgo.Opt {
	return append(clientOptions(), kgo.SeedBrokers(brokers...))
}

// replication is how many brokers keep each topic: the embedded broker is alone.
func replication(single bool) int16 {
	if single {
		return 1
	}
	return -1 // the cluster's default
}

// connectDatabase opens the pool and proves that it works.
func connectDatabase(ctx context.Context, dsn string, change ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, usage("the database URL cannot be read; it looks like postgres://user@host:5432/name") // err may hold the password
	}
	cfg.MaxConns = max(cfg.MaxConns, 16)
	projections.Patient(cfg)
	for _, f := range change {
		f(cfg)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, down("connecting to the database: %v", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, down("the database at %s does not answer: %v", redact(dsn), rootCause(err))
	}
	return pool, nil
}

// redact leaves out what must not be shown of a connection string.
func redact(dsn string) string {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return "the given address"
	}
	c := cfg.ConnConfig
	return fmt.Sprintf("%s, database %s", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))), c.Database)
}

// prepareDatabase brings every schema up to date.
func prepareDatabase(ctx context.Context, pool *pgxpool.Pool) error {
	for _, step := range []struct {
		schema  string
		migrate func(context.Context, *pgxpool.Pool) error
	}{
		{"artefact", artefact.Migrate},
		{"rag", rag.Migrate},
		{"app", intent.Migrate},
		{"read", func(ctx context.Context, pool *pgxpool.Pool) error {
			return projections.Prepare(ctx, pool, catalogue.Models())
		}},
	} {
		if err := step.migrate(ctx, pool); err != nil {
			return fmt.Errorf("preparing schema %s: %w", step.schema, err)
		}
	}
	return nil
}
