package settings

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Logger logs to stderr.
func Logger(level string) *slog.Logger { return LoggerTo(os.Stderr, level) }

// LoggerTo logs what is at least of a level; one that is unknown is warn.
func LoggerTo(w io.Writer, level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelWarn
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l}))
}

// ClientOptions are what every Kafka client shares beside the brokers.
func ClientOptions() []kgo.Opt {
	return []kgo.Opt{
		kgo.ClientID("sibyl"),
		kgo.DialTimeout(5 * time.Second),
		kgo.DisableClientMetrics(), // their last push holds every client's end back by a second when no broker answers
		kgo.FetchMaxBytes(8 << 20),
		kgo.FetchMaxPartitionBytes(1 << 20),
	}
}

// KafkaOptions are those of a Kafka client.
func KafkaOptions(brokers []string) []kgo.Opt {
	return append(ClientOptions(), kgo.SeedBrokers(brokers...))
}

// Replication is how many brokers keep each topic: the embedded broker is alone.
func Replication(single bool) int16 {
	if single {
		return 1
	}
	return -1 // the cluster's default
}

// ConnectDatabase opens the pool and proves that it works.
func ConnectDatabase(ctx context.Context, dsn string, change ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, exit.Usage("the database URL cannot be read; it looks like postgres://user@host:5432/name") // err may hold the password
	}
	cfg.MaxConns = max(cfg.MaxConns, 16)
	projections.Patient(cfg)
	for _, f := range change {
		f(cfg)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, exit.Down("connecting to the database: %v", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, exit.Down("the database at %s does not answer: %v", Redact(dsn), exit.RootCause(err))
	}
	return pool, nil
}

// Redact leaves out what must not be shown of a connection string.
func Redact(dsn string) string {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return "the given address"
	}
	c := cfg.ConnConfig
	return fmt.Sprintf("%s, database %s", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))), c.Database)
}

// PrepareDatabase brings every schema up to date.
func PrepareDatabase(ctx context.Context, pool *pgxpool.Pool) error {
	for _, step := range []struct {
		schema  string
		migrate func(context.Context, *pgxpool.Pool) error
	}{
		{"artefact", artefact.Migrate},
		{"rag", rag.Migrate},
		{"ledger", ledger.Migrate},
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

// External connects to the database that was named and refuses to guess: single roles share their broker
// and database with others.
func (d Dependencies) External(ctx context.Context) (*pgxpool.Pool, error) {
	if len(d.KafkaBrokers) == 0 || d.DatabaseURL == "" {
		return nil, exit.Usage("single roles need SIBYL_KAFKA_BROKERS and SIBYL_DATABASE_URL; `sibyl up` runs everything without")
	}
	pool, err := ConnectDatabase(ctx, d.DatabaseURL)
	if err != nil {
		return nil, err
	}
	if err := PrepareDatabase(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}
