package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
)

// RebuildCmd drops read models and folds them again from the log.
type RebuildCmd struct {
	Models []string `arg:"" optional:"" placeholder:"READ-MODEL" help:"Read models by name (default: all)."`
	asking
}

// Help is shown by `sibyl rebuild --help`.
func (RebuildCmd) Help() string { return "Example: sibyl rebuild verdicts findings" }

// rebuilt is what a rebuild did to one read model.
type rebuilt struct {
	Model string           `json:"model"`
	Rows  map[string]int64 `json:"rows"` // by table, afterwards
}

// Run implements `sibyl rebuild`. The runner of the instance may keep running: it helps.
func (c RebuildCmd) Run(ctx context.Context) (err error) {
	if c.Server != "" {
		return exit.Usage("a rebuild works on the database and the broker, not through the API: " +
			"run it where they are, with --data-dir or with SIBYL_KAFKA_BROKERS and SIBYL_DATABASE_URL")
	}
	models := catalogue.Models()
	var known []string
	for _, m := range models {
		known = append(known, m.Name)
	}
	for _, name := range c.Models {
		if !slices.Contains(known, name) {
			return exit.Usage("no read model is called %q; there are %v", name, known)
		}
	}
	pool, brokers, done, err := c.reach(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	began := time.Now()
	options := projections.Options{Kafka: settings.KafkaOptions(brokers), Logger: settings.Logger(c.LogLevel)}
	if err := projections.Rebuild(ctx, pool, models, c.Models, options); err != nil {
		return fmt.Errorf("rebuilding read models: %w", err)
	}
	var list []rebuilt
	for _, m := range models {
		if len(m.Tables) == 0 || len(c.Models) > 0 && !slices.Contains(c.Models, m.Name) {
			continue
		}
		r := rebuilt{m.Name, map[string]int64{}}
		for _, table := range m.Tables {
			var n int64
			if err := pool.QueryRow(ctx, `select count(*) from `+pgx.Identifier{"read", table}.Sanitize()).Scan(&n); err != nil {
				return fmt.Errorf("counting the rows of read model %s: %w", m.Name, err)
			}
			r.Rows[table] = n
		}
		list = append(list, r)
	}
	return c.print(list, time.Since(began))
}

// reach finds the database and the broker: those that are named, or those of the data directory.
func (c RebuildCmd) reach(ctx context.Context) (pool *pgxpool.Pool, brokers []string, done func() error, err error) {
	if len(c.KafkaBrokers) > 0 && c.DatabaseURL != "" {
		if pool, err = c.External(ctx); err != nil {
			return nil, nil, nil, err
		}
		return pool, c.KafkaBrokers, func() error { pool.Close(); return nil }, nil
	}
	o, err := c.Open(ctx, c.Dependencies)
	if err != nil {
		return nil, nil, nil, err
	}
	if o.Stack != nil {
		return o.Stack.Pool, o.Stack.Brokers, func() error { return o.Close(ctx) }, nil
	}
	url := o.Database
	if url == "" {
		url = c.DatabaseURL
	}
	if url == "" {
		return nil, nil, nil, exit.Usage("the process that has the data directory uses a database of its own; name it with SIBYL_DATABASE_URL")
	}
	if pool, err = settings.ConnectDatabase(ctx, url); err != nil {
		return nil, nil, nil, err
	}
	return pool, []string{o.Kafka}, func() error { pool.Close(); return nil }, nil
}

func (c RebuildCmd) print(list []rebuilt, took time.Duration) error {
	if c.JSON {
		out, err := json.MarshalIndent(map[string]any{"rebuilt": list, "seconds": took.Seconds()}, "", "  ")
		if err != nil {
			return err
		}
		return writeOut("", append(out, '\n'))
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "READ MODEL\tTABLE\tROWS")
	for _, r := range list {
		tables := make([]string, 0, len(r.Rows))
		for t := range r.Rows {
			tables = append(tables, t)
		}
		slices.Sort(tables)
		for _, t := range tables {
			fmt.Fprintf(w, "%s\t%s\t%d\n", r.Model, t, r.Rows[t])
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d read models were dropped and folded again from the log in %v\n", len(list), took.Round(time.Millisecond))
	return nil
}
