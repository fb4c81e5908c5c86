package projections

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Hub wakes the readers of this process when rows of a run or report have changed, in whichever process
// the change was made. A wake says only "look again": it may come late, twice, or for nothing, and a
// reader that cannot wait for ever also looks by itself now and then.
type Hub struct {
	mu      sync.Mutex
	waiting map[string]map[chan struct{}]struct{}
}

// NewHub returns a hub without listeners; Listen feeds it.
func NewHub() *Hub { return &Hub{waiting: map[string]map[chan struct{}]struct{}{}} }

// Watch returns a channel that receives after changes of id, or of anything when id is empty. Signals that were not
// received yet are merged into one.
func (h *Hub) Watch(id string) (wake <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting[id] == nil {
		h.waiting[id] = map[chan struct{}]struct{}{}
	}
	h.waiting[id][c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting[id], c)
		if len(h.waiting[id]) == 0 {
			delete(h.waiting, id)
		}
	}
}

// Wake wakes the watchers of id, or all of them when id is empty.
func (h *Hub) Wake(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for watched, chans := range h.waiting {
		if id != "" && watched != "" && id != watched {
			continue
		}
		for c := range chans {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}
}

// Listen feeds the hub from the database until ctx ends. After a lost connection it wakes everybody,
// since notifications may have been missed.
func (h *Hub) Listen(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger) {
	retry := retryFirst
	for ctx.Err() == nil {
		err := h.listen(ctx, pool, func() { retry = retryFirst })
		if ctx.Err() != nil {
			return
		}
		logger.Warn("live updates wait for the database", "error", err, "retry_in", retry)
		if !wait(ctx, retry) {
			return
		}
		retry = min(2*retry, retryMost)
	}
}

func (h *Hub) listen(ctx context.Context, pool *pgxpool.Pool, connected func()) error {
	pooled, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	// The connection keeps listening, so it must not go back to the pool.
	conn := pooled.Hijack()
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		conn.Close(closing)
	}()
	if _, err := conn.Exec(ctx, `listen `+channelRead); err != nil {
		return err
	}
	connected()
	h.Wake("")
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		h.Wake(n.Payload)
	}
}
