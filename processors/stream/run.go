package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Run runs processors until ctx ends and all have drained, or until one of them cannot continue; then the others drain,
// too. It returns nil after an orderly end. The topics must exist (EnsureTopics).
func Run(ctx context.Context, o Options, decls ...Declaration) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	if _, err := Topology(decls); err != nil {
		return err
	}
	if len(decls) == 0 {
		return errors.New("running processors: none given")
	}
	m, err := newMetrics(o.Registerer)
	if err != nil {
		return err
	}
	q, err := newQuarantine(o)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(decls))
	var wg sync.WaitGroup
	for i, d := range decls {
		r := newRunner(o, d.compile(), m, q)
		wg.Go(func() {
			if err := r.run(ctx); err != nil {
				errs[i] = fmt.Errorf("running processor %s: %w", r.logic.Name, err)
				cancel()
			}
		})
	}
	wg.Wait()
	err = errors.Join(errs...)
	if errors.Is(err, ErrRunaway) {
		return err // its handler may still write to the mapping
	}
	return errors.Join(err, q.close())
}
