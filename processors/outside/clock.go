package outside

import (
	"context"
	"time"
)

// Wall is the clock on the wall.
type Wall struct{}

// Now returns the time.
func (Wall) Now() time.Time { return time.Now() }

// Sleep waits for d or until the context ends.
func (Wall) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
