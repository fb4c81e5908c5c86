// Package worker lists what runs, and runs it in a supervised child process.
package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/deploy/supervisor"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// aheadArg has the child load what it will need before it knows what to do.
const aheadArg = "ahead"

// Command is the hidden command by which this binary is the supervised child that runs processors.
const Command = "processors-child"

// Order is what the child is told. It travels over its standard input: it may hold passwords.
type Order struct {
	Names    []string // of processors; none for all
	Deps     settings.Dependencies
	Brokers  []string
	Database string
	DataDir  string // whose private database it is; empty where one was named
	Instance string
	InFlight string
	State    string // a directory for snapshots of state; empty for none
	Metrics  string // a unix socket on which they are served; empty for none
	Drain    time.Duration
}

// Main is the child.
func Main(args []string) int {
	if slices.Contains(args, aheadArg) {
		go load()
	}
	var order Order
	a, err := supervisor.Attach(&order)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exit.CodeFailed
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err = order.run(ctx, a)
	out := supervisor.Outcome{}
	if err != nil && !errors.Is(err, context.Canceled) {
		out = supervisor.Outcome{Error: exit.OneLine(err.Error()), Code: exit.CodeFailed, Again: errors.Is(err, stream.ErrRunaway)}
		var e exit.Error
		if errors.As(err, &e) {
			out.Code = e.Code
			out.Again = order.DataDir != "" && e.Code == exit.CodeDependency // a private database is being started again
		}
	}
	if err := a.Done(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exit.CodeFailed
	}
	return exit.CodeDone
}

func (o Order) run(ctx context.Context, a *supervisor.Attached) (err error) {
	recording, err := profile.Record(o.Deps.ProfileDir, profile.Processors)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, recording.Stop()) }()
	if err := o.Deps.Limits.Apply(); err != nil {
		return err
	}
	go settings.GiveBack(ctx)
	log := settings.LoggerTo(a.Logs, o.Deps.LogLevel)
	pool, err := settings.ConnectDatabase(ctx, o.Database, o.followServer)
	if err != nil {
		return err
	}
	defer pool.Close()
	ports, err := OpenPorts(pool, o.Deps)
	if err != nil {
		return err
	}
	decls := Declarations(ports)
	if len(o.Names) > 0 {
		if decls, err = Choose(decls, o.Names); err != nil {
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
		server := &http.Server{Handler: o.handler(), ReadHeaderTimeout: time.Second}
		defer server.Close()
		go func() {
			if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
				log.Warn("metrics are not served", "error", err)
			}
		}()
	} else {
		stop, err := profile.Serve(o.Deps.Pprof, "")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	return stream.Run(ctx, stream.Options{
		Brokers: o.Brokers, Client: settings.ClientOptions(), Instance: o.Instance, Logger: log, Registerer: Metrics(), Drain: o.Drain,
		InFlight: o.InFlight, LastEnd: lastEnd(a.LastEnd), Snapshots: o.State,
	}, decls...)
}

// handler answers with metrics, and with profiles where they were asked for.
func (o Order) handler() http.Handler {
	metrics := promhttp.HandlerFor(Metrics(), promhttp.HandlerOpts{})
	if o.Deps.Pprof == "" {
		return metrics
	}
	mux := profile.Handler()
	mux.Handle("/", metrics)
	return mux
}

// lastEnd is what a supervisor knows of the end before, in the runtime's words.
func lastEnd(c supervisor.Cause) crash.End {
	switch c {
	case supervisor.Crashed:
		return crash.EndCrashed
	case supervisor.Killed:
		return crash.EndKilled
	}
	return crash.EndUnknown
}

// followServer has the pool connect to the private database's server that runs now: each has a socket of its own.
func (o Order) followServer(cfg *pgxpool.Config) {
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

// Child supervises processors.
type Child struct {
	Order    func(context.Context) (Order, error) // anew for each start: a database that was started again may listen elsewhere
	Ahead    bool                                 // it loads what a report needs while it waits for its order
	Folder   string                               // for crash reports; empty for none
	Tell     func(format string, args ...any)
	Describe func(ctx context.Context, e crash.InHand) string
	Grace    time.Duration // how long an orderly end may take; 0 for the supervisor's default
}

// Run keeps the processors running until ctx ends.
func (p Child) Run(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program's file: %w", err)
	}
	crashes := ""
	if p.Folder != "" {
		crashes = filepath.Join(p.Folder, "crashes")
	}
	args := []string{Command}
	if p.Ahead {
		args = append(args, aheadArg)
	}
	out, err := supervisor.Run(ctx, supervisor.Child{
		Path: self, Args: args, Order: func(ctx context.Context) (any, error) { return p.Order(ctx) }, Logs: os.Stderr,
		Crashes: crashes, Grace: p.Grace,
		Ended: func(e supervisor.Ended) { p.ended(ctx, e) },
	})
	if err != nil {
		return err
	}
	if out.Error != "" && ctx.Err() == nil {
		return exit.With(out.Code, errors.New(out.Error))
	}
	return nil
}
