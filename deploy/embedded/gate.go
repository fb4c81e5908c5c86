package embedded

import (
	"context"
	"net"
	"sync"
)

// gate holds back all clients but our own until the log is in order. The port is already open, so clients of the
// previous broker that retry wait in the system's queue instead of being refused; but none of them can open a
// transaction before torn ones are aborted.
type gate struct {
	net.Listener
	inside chan net.Conn
	opened chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newGate(ln net.Listener) *gate {
	return &gate{Listener: ln, inside: make(chan net.Conn), opened: make(chan struct{}), closed: make(chan struct{})}
}

func (g *gate) open() { close(g.opened) }

// dial connects from within, for a client of this process; the address is that of the broker itself.
func (g *gate) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case g.inside <- far:
		return near, nil
	case <-g.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept serves inside connections until the gate opens, then the port.
func (g *gate) Accept() (net.Conn, error) {
	select {
	case conn := <-g.inside:
		return conn, nil
	case <-g.opened:
		return g.Listener.Accept()
	case <-g.closed:
		return nil, net.ErrClosed
	}
}

func (g *gate) Close() error {
	g.once.Do(func() { close(g.closed) })
	return g.Listener.Close()
}
