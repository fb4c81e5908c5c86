package api

import (
	"context"
	"time"
)

// maxWait bounds how long a request may be held.
const maxWait = 60 * time.Second

// look is how often a held request looks by itself: a notification may be lost.
const look = 2 * time.Second

// await calls done until it reports true or fails, or the time is up, or the client has gone: at once,
// whenever id changes, and now and then. It is for answers that are worth waiting a moment for.
func (s *server) await(ctx context.Context, id string, seconds int, done func() (bool, error)) error {
	wake, stop := s.Hub.Watch(id)
	defer stop()
	deadline := time.NewTimer(min(time.Duration(seconds)*time.Second, maxWait))
	defer deadline.Stop()
	poll := time.NewTicker(look)
	defer poll.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-wake:
		case <-poll.C:
		case <-deadline.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
