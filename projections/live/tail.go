package live

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/sibyl-project/sibyl/projections/feed"
)

// page is how many events are read at a time.
const page = 200

// maxTypes is how many types of events one subscription may name: each row is compared with all of them.
const maxTypes = 20

// subscribe starts a tail for a run. It is called by the reader alone.
func (c *connection) subscribe(ctx context.Context, req request) {
	if _, ok := c.tails[req.Run]; ok {
		c.fail(ctx, req.Run, codeSubscribed, "this connection follows the run already; unsubscribe first")
		return
	}
	if len(c.tails) >= c.cfg.Runs {
		c.fail(ctx, req.Run, codeTooMany, fmt.Sprintf("one connection follows at most %d runs", c.cfg.Runs))
		return
	}
	if len(req.Types) > maxTypes {
		c.fail(ctx, req.Run, codeBadRequest, fmt.Sprintf("types may name at most %d types of events, not %d; leave it out to be sent all", maxTypes, len(req.Types)))
		return
	}
	known, err := c.cfg.Known(ctx, req.Run)
	if err != nil {
		c.cfg.Logger.Warn("looking up a run for a subscription", "run", req.Run, "error", err)
		c.fail(ctx, req.Run, codeUnavailable, "the run cannot be looked up now; subscribe again")
		return
	}
	if !known {
		c.fail(ctx, req.Run, codeUnknownRun, "there is no such run")
		return
	}
	if head, err := feed.Head(ctx, c.cfg.Pool, req.Run); err != nil {
		c.cfg.Logger.Warn("looking up a run for a subscription", "run", req.Run, "error", err)
		c.fail(ctx, req.Run, codeUnavailable, "the run cannot be looked up now; subscribe again")
		return
	} else if req.After < 0 || req.After > head {
		c.fail(ctx, req.Run, codeBadAfter, fmt.Sprintf("after must be from 0 to %d, the number of the run's last event", head))
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	c.tails[req.Run] = cancel
	c.wg.Go(func() {
		defer cancel()
		c.tail(ctx, req)
	})
}

// tail sends events of a run after a number, in order, for as long as ctx lasts.
func (c *connection) tail(ctx context.Context, req request) {
	run, after := req.Run, req.After
	// Watching first, reading second: what is written in between is read or announced.
	wake, stop := c.cfg.Hub.Watch(run)
	defer stop()
	end := c.reels.take(run)
	defer c.reels.giveBack(end)
	next := end.after
	if len(req.Types) > 0 {
		next = end.some(req.Types)
	}
	poll := time.NewTicker(c.cfg.Poll)
	defer poll.Stop()
	name, err := json.Marshal(run)
	if err != nil {
		return
	}
	prefix := []byte(`{"type":"event","run":` + string(name) + `,"seq":`)
	caught, since := false, time.Now()
	for {
		got, err := next(ctx, after, since)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			// The tail goes on by itself: the client would do no better by subscribing again.
			c.cfg.Logger.Warn("following a run waits for the database", "run", run, "error", err)
		}
		for _, r := range got.rows {
			if ctx.Err() != nil {
				return
			}
			if err := c.write(ctx, prefix, strconv.AppendInt(nil, r.Seq, 10), []byte(`,"event":`), r.Event, []byte("}")); err != nil {
				return
			}
			after = r.Seq
		}
		if got.more && err == nil {
			continue
		}
		if !caught && err == nil {
			caught = true
			if c.send(ctx, caughtUp{"caught_up", run, after}) != nil {
				return
			}
		}
		if got.gone {
			c.fail(ctx, run, codeUnknownRun, "the run's report was deleted")
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-poll.C:
		}
		since = time.Now()
	}
}
