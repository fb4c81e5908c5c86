package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// opened is a place that answers: a server, an instance that runs already, or one of our own.
type opened struct {
	client
	kafka    string // empty when only a server's API is known
	database string // of the process that was joined, empty if it has one that was named
	stack    *stack // nil unless it is our own
}

// open makes the place answer: a named server is used as it is, a data directory in use is joined, a
// free one is started.
func (p Place) open(ctx context.Context, deps Dependencies) (*opened, error) {
	if p.Server != "" {
		return &opened{client: client{strings.TrimRight(p.Server, "/"), p.Token}}, nil
	}
	dir, err := p.dir()
	if err != nil {
		return nil, err
	}
	s, err := startStack(ctx, dir, p.Token, false, deps, embedded.ListenAnywhere)
	var inUse *embedded.InUseError
	if errors.As(err, &inUse) {
		return p.join(ctx, dir)
	}
	if err != nil {
		return nil, err
	}
	return &opened{client: client{"http://" + s.listener.Addr().String(), p.Token}, kafka: s.brokers[0], stack: s}, nil
}

// join waits for the process that has the directory to say where it listens.
func (p Place) join(ctx context.Context, dir string) (*opened, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	info, err := embedded.AwaitAnnounced(ctx, dir)
	if err != nil {
		return nil, down("another process has %s but does not answer: %v", dir, err)
	}
	return &opened{client: client{"http://" + info.API, p.Token}, kafka: info.Kafka, database: info.Database}, nil
}

// again makes the place answer once more after it has gone: the process that was joined may have ended
// with its own work, and the directory is then ours.
func (o *opened) again(ctx context.Context, p Place, deps Dependencies) error {
	if p.Server != "" || o.stack != nil {
		return o.reachable(ctx, 30*time.Second)
	}
	if o.reachable(ctx, time.Second) == nil {
		return nil
	}
	next, err := p.open(ctx, deps)
	if err != nil {
		return err
	}
	*o = *next
	return nil
}

// close stops what open started.
func (o *opened) close(ctx context.Context) error {
	if o.stack == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return o.stack.Stop(ctx)
}

func (p Place) dir() (string, error) {
	if p.DataDir != "" {
		return p.DataDir, nil
	}
	dir, err := embedded.DefaultDir()
	if err != nil {
		return "", usage("choosing the data directory: %v; name one with --data-dir", err)
	}
	return dir, nil
}

// serviceInstance names a role that was started by itself: the host, unless it is told.
func serviceInstance(deps Dependencies) (string, error) {
	if deps.Instance != "" {
		return deps.Instance, nil
	}
	host, err := os.Hostname()
	if err != nil {
		return "", usage("naming this instance: %v; set SIBYL_INSTANCE", err)
	}
	return host, nil
}

// listenOn opens exactly one address.
func listenOn(addr string) func() (net.Listener, error) {
	return func() (net.Listener, error) {
		ln, err := embedded.Listen(addr)
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", addr, err)
		}
		return ln, nil
	}
}
