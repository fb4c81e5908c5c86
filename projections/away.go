package projections

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Away reports whether err is that of a database that cannot be reached, is starting, stopping or recovering, or lacks
// what only its operator can give, room on the disk above all. The same request succeeds when that has passed.
func Away(err error) bool {
	var pg *pgconn.PgError
	var connecting *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &pg):
		switch pg.Code[:min(2, len(pg.Code))] {
		case "08", "53", "57", "58":
			return pg.Code != "57014" || errors.Is(err, context.DeadlineExceeded) // a query that somebody cancelled
		}
		return false
	case errors.As(err, &connecting), errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF),
		errors.Is(err, net.ErrClosed), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET), errors.Is(err, context.DeadlineExceeded):
		return true
	}
	return errors.Is(err, pgconn.ErrConnClosed)
}

// DiskFull reports whether the database had no room for what it should write.
func DiskFull(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "53100" || errors.Is(err, syscall.ENOSPC)
}

type patience struct{}

// WithPatience bounds how long each single statement, and each wait for a connection, may take below ctx, on a pool that
// is Patient. A database that is stopped answers nothing, not even that it is away: whoever has a client waiting must
// find out. What else uses the pool waits until it is back.
func WithPatience(ctx context.Context, each time.Duration) context.Context {
	return context.WithValue(ctx, patience{}, each)
}

// Patient makes a pool observe WithPatience.
func Patient(cfg *pgxpool.Config) { cfg.ConnConfig.Tracer = bounds{} }

// bounds is a tracer because that is where the client lets a single statement's context be replaced.
type bounds struct{}

type giveUp struct{}

func (bounds) begin(ctx context.Context) context.Context {
	each, ok := ctx.Value(patience{}).(time.Duration)
	if !ok {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, each) // the end of the statement cancels it
	return context.WithValue(ctx, giveUp{}, cancel)
}

func (bounds) end(ctx context.Context) {
	if cancel, ok := ctx.Value(giveUp{}).(context.CancelFunc); ok {
		cancel()
	}
}

// TraceQueryStart implements pgx.QueryTracer.
func (b bounds) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return b.begin(ctx)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (b bounds) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) { b.end(ctx) }

// TraceBatchStart implements pgx.BatchTracer.
func (b bounds) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return b.begin(ctx)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (bounds) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (b bounds) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) { b.end(ctx) }

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (b bounds) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return b.begin(ctx)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (b bounds) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	b.end(ctx)
}
