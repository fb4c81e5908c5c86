package stack

import (
	"context"
	"errors"
	"sync"
)

// Finish is for a command whose run has ended, and which only reads what came of it: processors, read models and broker end
// beside that, and so do their memory and most of what the database has to write before it can stop. Stop is to be called as ever.
func (s *Stack) Finish() { s.finish() }

// workUntil keeps the side of the broker running until working ends, and then ends it for good.
func (s *Stack) workUntil(ctx, working context.Context) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(working, cancel)()
	err := s.keepWorking(work)
	if working.Err() == nil || ctx.Err() != nil {
		return err
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if s.Broker != nil {
		go s.Broker.Stop(context.WithoutCancel(ctx)) //nolint:errcheck // release waits for it, and is told the same
	}
	if s.Postgres == nil {
		return nil
	}
	if _, err := s.Pool.Exec(ctx, "CHECKPOINT"); err != nil && ctx.Err() == nil {
		s.log.Warn("the database writes what it has to when it stops", "error", err)
	}
	return nil
}

// stopDependencies ends broker and database side by side: neither knows of the other.
func (s *Stack) stopDependencies(ctx context.Context) error {
	var broker error
	var stopping sync.WaitGroup
	if s.Broker != nil {
		stopping.Go(func() { broker = s.Broker.Stop(ctx) })
	}
	var database error
	if s.Pool != nil {
		s.Pool.Close()
	}
	if cluster := s.Cluster.Load(); cluster != nil {
		database = cluster.Stop(ctx)
	}
	stopping.Wait()
	return errors.Join(broker, database)
}
