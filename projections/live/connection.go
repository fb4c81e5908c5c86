package live

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// errClosed ends whatever still wants to write.
var errClosed = errors.New("connection closed")

// connection is one client. The reader goroutine owns the subscriptions; tails and reader share the
// writing side, which mu guards. waiting is signalled whenever a pong makes room or the connection ends.
type connection struct {
	cfg   Config
	reels *reels
	ws    *websocket.Conn
	stop  context.CancelCauseFunc

	mu      sync.Mutex
	sent    int       // bytes since the last ping
	pings   int       // sent so far; a ping carries its number
	pongs   int       // the highest number answered
	since   time.Time // when the oldest unanswered ping was sent
	waiting *sync.Cond
	closed  bool

	tails map[string]context.CancelFunc
	wg    sync.WaitGroup
}

func newConnection(cfg Config, shared *reels, ws *websocket.Conn) *connection {
	c := &connection{cfg: cfg, reels: shared, ws: ws, tails: map[string]context.CancelFunc{}}
	c.waiting = sync.NewCond(&c.mu)
	return c
}

// maxUnanswered is how many pings may be unanswered while events are still sent.
const maxUnanswered = 2

// serve reads requests until the client goes, is closed, or ctx ends.
func (c *connection) serve(ctx context.Context) {
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	c.ws.SetReadLimit(maxClientMessage)
	c.ws.SetPongHandler(c.pong)
	c.wg.Go(func() { c.heartbeat(ctx) })
	unblock := context.AfterFunc(ctx, func() { c.hangUp(websocket.CloseGoingAway, closeGoingAway) })
	defer unblock()

	for {
		kind, body, err := c.ws.ReadMessage()
		if err != nil {
			break
		}
		var req request
		if kind != websocket.TextMessage || json.Unmarshal(body, &req) != nil {
			c.fail(ctx, "", codeBadRequest, "send JSON: {\"type\": \"subscribe\", \"run\": RUN, \"after\": SEQ}")
			continue
		}
		switch req.Type {
		case "subscribe":
			c.subscribe(ctx, req)
		case "unsubscribe":
			if cancel, ok := c.tails[req.Run]; ok {
				cancel()
				delete(c.tails, req.Run)
			}
		default:
			c.fail(ctx, req.Run, codeBadRequest, "type must be subscribe or unsubscribe")
		}
	}
	c.stop(errClosed)
	c.mu.Lock()
	c.closed = true
	c.waiting.Broadcast()
	c.mu.Unlock()
	c.ws.Close()
	c.wg.Wait()
}

// hangUp says why, as far as the pipe still takes it, and ends the connection: the reader wakes up.
func (c *connection) hangUp(code int, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.waiting.Broadcast()
	c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
	// The client may still read what is in the pipe; it has a moment to answer the close.
	c.ws.SetReadDeadline(time.Now().Add(time.Second))
}

// write sends one text message, after waiting for room, unless ctx has ended. What may be in the pipe is
// bounded by two windows and one message.
func (c *connection) write(ctx context.Context, parts ...[]byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.pings-c.pongs >= maxUnanswered && !c.closed {
		c.waiting.Wait()
	}
	if c.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err := c.frame(parts)
	if err == nil && c.sent >= c.cfg.Window {
		err = c.ping()
	}
	if err != nil {
		// A frame that was cut off cannot be followed by anything.
		c.closed = true
		c.waiting.Broadcast()
		c.ws.Close()
	}
	return err
}

// frame is called with mu held.
func (c *connection) frame(parts [][]byte) error {
	c.ws.SetWriteDeadline(time.Now().Add(c.cfg.Patience))
	w, err := c.ws.NextWriter(websocket.TextMessage)
	if err != nil {
		return err
	}
	for _, p := range parts {
		n, err := w.Write(p)
		if err != nil {
			return err
		}
		c.sent += n
	}
	return w.Close()
}

// ping is called with mu held.
func (c *connection) ping() error {
	if c.pings == c.pongs {
		c.since = time.Now()
	}
	c.pings++
	c.sent = 0
	return c.ws.WriteControl(websocket.PingMessage, []byte(strconv.Itoa(c.pings)), time.Now().Add(c.cfg.Patience))
}

// pong makes room. It runs in the reader's goroutine.
func (c *connection) pong(data string) error {
	n, err := strconv.Atoi(data)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && n > c.pongs && n <= c.pings {
		c.pongs = n
		c.since = time.Now()
		c.waiting.Broadcast()
	}
	return nil
}

// heartbeat tries idle connections and gives up on clients that do not answer.
func (c *connection) heartbeat(ctx context.Context) {
	idle := time.NewTicker(c.cfg.Ping)
	defer idle.Stop()
	check := time.NewTicker(max(c.cfg.Patience/4, time.Millisecond))
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-idle.C:
			c.mu.Lock()
			var err error
			if !c.closed && c.pings == c.pongs {
				err = c.ping()
			}
			c.mu.Unlock()
			if err != nil {
				c.hangUp(websocket.CloseGoingAway, closeSilent)
				return
			}
		case <-check.C:
			c.mu.Lock()
			late := c.pings > c.pongs && time.Since(c.since) > c.cfg.Patience
			full := c.pings-c.pongs >= maxUnanswered
			c.mu.Unlock()
			switch {
			case late && full:
				c.hangUp(websocket.CloseTryAgainLater, closeSlow)
				return
			case late:
				c.hangUp(websocket.CloseGoingAway, closeSilent)
				return
			}
		}
	}
}

func (c *connection) send(ctx context.Context, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.write(ctx, body)
}

// fail tells the client of its mistake. If the client has disconnected in the meantime, the reader notices.
func (c *connection) fail(ctx context.Context, run, code, detail string) {
	_ = c.send(ctx, failure{"error", run, code, detail})
}
