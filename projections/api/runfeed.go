package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/sibyl-project/sibyl/projections/feed"
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

// FeedEvent is an event with its number.
type FeedEvent struct {
	Seq   int64           `json:"seq"`
	Event json.RawMessage `json:"event"`
}

type feedPage struct {
	Run     string      `json:"run"`
	Events  []FeedEvent `json:"events"`
	LastSeq int64       `json:"last_seq" doc:"of this answer; after, if it is empty"`
	AtEnd   bool        `json:"at_end"`
}

func (s *server) readFeed(ctx context.Context, in *struct {
	RunPath
	After int64 `query:"after" minimum:"0" doc:"number of the last event already seen"`
	Limit int   `query:"limit" minimum:"1" maximum:"1000" default:"500"`
}) (*struct{ Body feedPage }, error) {
	rows, err := part(ctx, s, in.Run, func() ([]feed.Row, error) {
		head, err := feed.Head(ctx, s.Pool, in.Run)
		if err == nil && in.After > head {
			err = Refusal{http.StatusUnprocessableEntity, fmt.Sprintf("after must be from 0 to %d, the number of the run's last event.", head)}
		}
		if err != nil {
			return nil, err
		}
		return feed.After(ctx, s.Pool, in.Run, in.After, in.Limit)
	})
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out := feedPage{Run: in.Run, Events: make([]FeedEvent, len(rows)), LastSeq: in.After, AtEnd: len(rows) < in.Limit}
	for i, r := range rows {
		out.Events[i], out.LastSeq = FeedEvent(r), r.Seq
	}
	return &struct{ Body feedPage }{out}, nil
}
