package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/deploy/supervisor"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// processorsCommand is the hidden command by which this binary is the supervised child that runs processors.
const processorsCommand = "processors-child"

// Limits bound what handlers may do to their process. A fatal error is contained, but it costs a restart: the
// sooner it comes, the less.
type Limits struct {
	MaxStack    int `env:"SIBYL_MAX_STACK_MB" default:"64" placeholder:"MB" help:"Most stack that one handler may use."`
	MemoryLimit int `env:"SIBYL_MEMORY_LIMIT_MB" default:"400" placeholder:"MB" help:"${memory_limit_help}"`
	MemoryMax   int `env:"SIBYL_MEMORY_MAX_MB" default:"2048" placeholder:"MB" help:"${memory_max_help}"`
}

// soft sets the limits that the Go runtime keeps.
func (l Limits) soft() {
	if l.MaxStack > 0 {
		debug.SetMaxStack(l.MaxStack << 20)
	}
	if os.Getenv("GOMEMLIMIT") == "" && l.MemoryLimit > 0 {
		debug.SetMemoryLimit(int64(l.MemoryLimit) << 20)
	}
}

// apply sets all limits of this process. The hard one is the kernel's: what is beyond it ends the process at once, and
// not somebody else's when the machine has none left.
func (l Limits) apply() error {
	l.soft()
	if l.MemoryMax <= 0 {
		return nil
	}
	return limitMemory(uint64(l.MemoryMax) << 20)
}

// processorsOrder is what the child is told. It travels over its standard input: it may hold passwords.
type processorsOrder struct {
	Names    []string // of processors; none for all
	Deps     Dependencies
	Brokers  []string
	Database string
	DataDir  string // whose private database it is; empty where one was named
	Instance string
	InFlight string
	Metrics  string // a unix socket on which they are served; empty for none
	Drain    time.Duration
}

// processorsMain is the child.
func processorsMain() int {
	var order processorsOrder
	a, err := supervisor.Attach(&order)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err = order.run(ctx, a)
	out := supervisor.Outcome{}
	if err != nil && !errors.Is(err, context.Canceled) {
		out = supervisor.Outcome{Error: oneLine(err.Error()), Code: exitFailed, Again: errors.Is(err, stream.ErrRunaway)}
		var e exitError
		if errors.As(err, &e) {
			out.Code = e.code
			out.Again = order.DataDir != "" && e.code == exitDependency // a private database is being started again
		}
	}
	if err := a.Done(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	return exitDone
}

func (o processorsOrder) run(ctx context.Context, a *supervisor.Attached) error {
	if err := o.Deps.Limits.apply(); err != nil {
		return err
	}
	log := loggerTo(a.Logs, o.Deps.LogLevel)
	pool, err := connectDatabase(ctx, o.Database, o.followServer)
	if err != nil {
		return err
	}
	defer pool.Close()
	ports, err := openPorts(pool, o.Deps.Reading, o.Deps.Embedding)
	if err != nil {
		return err
	}
	decls := declarations(ports)
	if len(o.Names) > 0 {
		if decls, err = choose(decls, o.Names); err != nil {
			return err
		}
	}
	if o.Metrics != "" {
		if err := os.Remove(o.Metrics); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("removing the socket of a former life: %w", err)
		}
		ln, err := (&net.ListenConfig{}).Listen(ctx, "unix", o.Metrics)
		if err != nil {
			return fmt.Errorf("serving metrics: %w", err)
		}
		server := &http.Server{Handler: promhttp.HandlerFor(metrics(), promhttp.HandlerOpts{}), ReadHeaderTimeout: time.Second}
		defer server.Close()
		go func() {
			if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
				log.Warn("metrics are not served", "error", err)
			}
		}()
	}
	return stream.Run(ctx, stream.Options{
		Brokers: o.Brokers, Client: clientOptions(), Instance: o.Instance, Logger: log, Registerer: metrics(), Drain: o.Drain,
		InFlight: o.InFlight, LastEnd: lastEnd(a.LastEnd),
	}, decls...)
}

// lastEnd is what a supervisor knows of the end before, in the runtime's words.
func lastEnd(c supervisor.Cause) stream.End {
	switch c {
	case supervisor.Crashed:
		return stream.EndCrashed
	case supervisor.Killed:
		return stream.EndKilled
	}
	return stream.EndUnknown
}

// followServer has the pool connect to the private database's server that runs now: each has a socket of its own.
func (o processorsOrder) followServer(cfg *pgxpool.Config) {
	if o.DataDir == "" {
		return
	}
	cfg.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		info, err := embedded.Announced(o.DataDir)
		if err != nil {
			return fmt.Errorf("looking for the database's server: %w", err)
		}
		if info == nil || info.Database == "" {
			return nil // not announced yet: the order names it
		}
		now, err := pgx.ParseConfig(info.Database)
		if err != nil {
			return fmt.Errorf("reading the address of the database's server: %w", err)
		}
		c.Host = now.Host
		return nil
	}
}

// processorsChild supervises processors.
type processorsChild struct {
	order    func() processorsOrder // anew for each start: a database that was started again may listen elsewhere
	folder   string                 // for crash reports; empty for none
	tell     func(format string, args ...any)
	describe func(ctx context.Context, e stream.InHand) string
	grace    time.Duration // how long an orderly end may take; 0 for the supervisor's default
}

// run keeps the processors running until ctx ends.
func (p processorsChild) run(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program's file: %w", err)
	}
	crashes := ""
	if p.folder != "" {
		crashes = filepath.Join(p.folder, "crashes")
	}
	out, err := supervisor.Run(ctx, supervisor.Child{
		Path: self, Args: []string{processorsCommand}, Order: freshOrder(p.order), Logs: os.Stderr,
		Crashes: crashes, Grace: p.grace,
		Ended: func(e supervisor.Ended) { p.ended(ctx, e) },
	})
	if err != nil {
		return err
	}
	if out.Error != "" && ctx.Err() == nil {
		return exitError{out.Code, errors.New(out.Error)}
	}
	return nil
}

// freshOrder is encoded each time that it is sent.
type freshOrder func() processorsOrder

func (f freshOrder) MarshalJSON() ([]byte, error) { return json.Marshal(f()) }

// processors are all processors, in a supervised child: what one report does to them, API, page and read models do not
// notice.
func (s *stack) processors() processorsChild {
	return processorsChild{
		order: func() processorsOrder {
			o := processorsOrder{
				Deps: s.deps, Brokers: s.brokers, Database: s.deps.DatabaseURL, Instance: s.instance(),
				InFlight: filepath.Join(s.data.Path, "in-flight"), Metrics: s.metrics.socket, Drain: drain,
			}
			if cluster := s.cluster.Load(); cluster != nil {
				o.Database, o.DataDir = cluster.DSN(), s.data.Path
			}
			return o
		},
		folder: s.data.Path, tell: tellOnStderr, describe: describer(s.pool),
	}
}
