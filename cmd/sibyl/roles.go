package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/topics"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/projections/removal"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// RunCmd runs single processors against a real broker and database.
type RunCmd struct {
	Processors []string `arg:"" placeholder:"PROCESSOR" help:"Names as printed by sibyl topology, or all."`
	settings.Dependencies
}

// Help is shown by `sibyl run --help`.
func (RunCmd) Help() string {
	return "Example: SIBYL_KAFKA_BROKERS=kafka:9092 SIBYL_DATABASE_URL=postgres://... sibyl run legal judge"
}

// Run implements `sibyl run`.
func (c RunCmd) Run(ctx context.Context) error {
	pool, err := c.External(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	instance, err := settings.ServiceInstance(c.Dependencies)
	if err != nil {
		return err
	}
	if _, err := worker.Choose(worker.Declarations(worker.Ports{}), c.Processors); err != nil {
		return err
	}
	folder, err := roleFolder(instance, c.Processors)
	inFlight, state := filepath.Join(folder, "in-flight"), filepath.Join(folder, "state")
	if err != nil { // a file system that cannot be written to, as containers have
		settings.Logger(c.LogLevel).Warn("crash reports are not kept, nor is what is in hand", "error", err)
		folder, inFlight, state = "", "", ""
	}
	return worker.Child{
		Order: func(context.Context) (worker.Order, error) {
			return worker.Order{
				Names: c.Processors, Deps: c.Dependencies, Brokers: c.KafkaBrokers, Database: c.DatabaseURL, Instance: instance,
				InFlight: inFlight, State: state,
			}, nil
		},
		Folder: folder, Tell: worker.TellOnStderr, Describe: worker.Describer(pool), Grace: roleGrace,
	}.Run(ctx)
}

// roleGrace is how long the processors of a role may take to end: the runtime's drain, and the broker's answers.
const roleGrace = 15 * time.Second

// roleFolder is where a role keeps what its next process must know of this one. It need not be kept: without it, the
// marks beside the offsets say enough.
func roleFolder(instance string, names []string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir() // no home, as in a container
	}
	dir = filepath.Join(dir, "sibyl", instance+"-"+strings.Join(slices.Sorted(slices.Values(names)), "-"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("making a folder for this role: %w", err)
	}
	return dir, nil
}

// ProjectCmd folds the log into the read models.
type ProjectCmd struct{ settings.Dependencies }

// Help is shown by `sibyl project --help`.
func (ProjectCmd) Help() string {
	return "Example: SIBYL_KAFKA_BROKERS=kafka:9092 SIBYL_DATABASE_URL=postgres://... sibyl project"
}

// Run implements `sibyl project`.
func (c ProjectCmd) Run(ctx context.Context) error {
	pool, err := c.External(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	instance, err := settings.ServiceInstance(c.Dependencies)
	if err != nil {
		return err
	}
	stop, err := profile.Serve(c.Pprof, "")
	if err != nil {
		return err
	}
	err = projections.Run(ctx, pool, catalogue.Models(), projections.Options{
		Kafka: settings.KafkaOptions(c.KafkaBrokers), Instance: instance, Logger: settings.Logger(c.LogLevel),
	})
	return errors.Join(err, stop())
}

// ServeCmd serves the API, the live feed and the page, and relays requests to the log.
type ServeCmd struct {
	Addr      string   `env:"SIBYL_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen."`
	Hosts     []string `env:"SIBYL_HOSTS" placeholder:"NAME" help:"Further host names under which this server may be addressed."`
	Token     string   `env:"SIBYL_TOKEN" placeholder:"TOKEN" help:"Bearer token that requests must carry."`
	AutoStart bool     `env:"SIBYL_AUTO_START" help:"Analyse each report as soon as it is uploaded and read."`
	settings.Dependencies
}

// Help is shown by `sibyl serve --help`.
func (ServeCmd) Help() string {
	return "Example: SIBYL_KAFKA_BROKERS=kafka:9092 SIBYL_DATABASE_URL=postgres://... sibyl serve --addr 0.0.0.0:8080 --hosts sibyl.example.org"
}

// Run implements `sibyl serve`.
func (c ServeCmd) Run(ctx context.Context) (err error) {
	pool, err := c.External(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	ports, err := worker.OpenPorts(pool, c.Dependencies)
	if err != nil {
		return err
	}
	ln, err := embedded.Listen(c.Addr)
	if err != nil {
		return exit.Usage("listening on %s: %v", c.Addr, err)
	}
	instance, err := settings.ServiceInstance(c.Dependencies)
	if err != nil {
		return err
	}
	stop, err := profile.Serve(c.Pprof, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	outbox := intent.New(pool)
	log := settings.Logger(c.LogLevel)
	hub := projections.NewHub()
	fmt.Fprintf(os.Stderr, "serving http://%s\n", ln.Addr())
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { hub.Listen(ctx, pool, log); return nil })
	g.Go(func() error { removal.Sweeping(ctx, pool, log); return nil })
	g.Go(func() error { return intent.Relay(ctx, pool, settings.KafkaOptions(c.KafkaBrokers), log) })
	g.Go(func() error {
		return api.Serve(ctx, ln, api.New(api.Config{
			Pool: pool, Outbox: outbox, Artefacts: ports.Store, Hub: hub, Knowledge: ports.Knowledge, ReadPDF: ports.Parser.Parse,
			Estimate: func(ctx context.Context, d *document.Document) (costs.Estimate, error) {
				return worker.Estimate(ctx, c.Reasoning, d)
			},
			Replay: stack.Replayer(settings.KafkaOptions(c.KafkaBrokers), instance, ports, outbox),
			Record: stack.RecordReader(settings.KafkaOptions(c.KafkaBrokers)),
			Lag:    stack.LagReader(settings.KafkaOptions(c.KafkaBrokers)),
			Addr:   ln.Addr().String(), Hosts: c.Hosts, Token: c.Token, AutoStart: c.AutoStart,
			Metrics: promhttp.HandlerFor(worker.Metrics(), promhttp.HandlerOpts{}), Version: version.Code(), Logger: log,
		}))
	})
	return g.Wait()
}

// TopicsCmd creates the topics of the catalogue, or compares.
type TopicsCmd struct {
	Apply TopicsApplyCmd `cmd:"" help:"Create what is missing and correct settings."`
	Diff  TopicsDiffCmd  `cmd:"" help:"Say how the broker differs from the catalogue."`
}

// Help is shown by `sibyl topics --help`.
func (TopicsCmd) Help() string { return "Example: sibyl topics diff --kafka-brokers kafka:9092" }

// TopicsApplyCmd makes the broker's topics as the catalogue says.
type TopicsApplyCmd struct {
	Replication int16 `default:"-1" placeholder:"N" help:"Copies of each topic (default: the cluster's)."`
	topicsPlace
}

// TopicsDiffCmd compares without changing anything.
type TopicsDiffCmd struct {
	JSON bool `help:"Print JSON."`
	topicsPlace
}

type topicsPlace struct {
	KafkaBrokers []string `env:"SIBYL_KAFKA_BROKERS" required:"" placeholder:"HOST:PORT" help:"Apache Kafka."`
}

// Run implements `sibyl topics apply`.
func (c TopicsApplyCmd) Run(ctx context.Context) error {
	specs, err := stream.TopicSpecs(worker.Declarations(worker.Ports{}))
	if err != nil {
		return err
	}
	if err := topics.Ensure(ctx, settings.KafkaOptions(c.KafkaBrokers), specs, c.Replication); err != nil {
		return err
	}
	fmt.Printf("%d topics are as the catalogue says\n", len(specs))
	return nil
}

// Run implements `sibyl topics diff`.
func (c TopicsDiffCmd) Run(ctx context.Context) error {
	specs, err := stream.TopicSpecs(worker.Declarations(worker.Ports{}))
	if err != nil {
		return err
	}
	diffs, err := topics.Diff(ctx, settings.KafkaOptions(c.KafkaBrokers), specs)
	if err != nil {
		return err
	}
	if c.JSON {
		if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"differences": diffs}); err != nil {
			return err
		}
	} else {
		for _, d := range diffs {
			fmt.Printf("%s: %s\n", d.Topic, d.Problem)
		}
	}
	if len(diffs) > 0 {
		return fmt.Errorf("%d differences; `sibyl topics apply` cures what can be changed in place", len(diffs))
	}
	return nil
}
