package reason

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// learned is what is known of how a model is asked.
type learned struct {
	known     mode
	next      mode // to try while none is known; empty for the first
	undecided bool // a question waits for its answer longer than refusals take
}

// refusing is how long an endpoint takes to refuse the form of a request, which it does before its model sees it. Others wait that
// long for the first question. A first answer that takes longer is being written: if the form is refused after all, each finds the next.
const refusing = 200 * time.Millisecond

// findOut waits until no other question finds out how the model is asked. If it is known then, or the endpoint takes its time over
// the first question, all go on at one time. done is to be called when the answer is there.
func (a *Asker) findOut(ctx context.Context, model string) (as mode, known bool, done func(), err error) {
	select {
	case a.finding <- struct{}{}:
	case <-ctx.Done():
		return "", false, nil, fmt.Errorf("waiting to ask the model: %w", ctx.Err())
	}
	release := func() { <-a.finding }
	as, known, err = a.mode(ctx, model)
	if err != nil {
		release()
		return "", false, nil, err
	}
	if known || a.learn(model, nil).undecided {
		release()
		return as, known, func() {}, nil
	}
	stop := time.AfterFunc(refusing, func() {
		a.learn(model, func(l *learned) { l.undecided = true })
		release()
	}).Stop
	return as, false, func() {
		if stop() {
			release()
		}
	}, nil
}

// learn changes what is known of a model, and returns it.
func (a *Asker) learn(model string, change func(*learned)) learned {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.learned[model]
	if change != nil {
		change(&l)
		a.learned[model] = l
	}
	return l
}

// ofFormat reports whether a refusal speaks of the form in which an answer was asked for.
func ofFormat(said string) bool {
	said = strings.ToLower(said)
	return strings.Contains(said, "response_format") || strings.Contains(said, "json_schema")
}

// mode returns how a model is asked for JSON, and whether that is known or only the next thing to try.
func (a *Asker) mode(ctx context.Context, model string) (mode, bool, error) {
	l := a.learn(model, nil)
	if l.known != "" {
		return l.known, true, nil
	}
	kept, err := a.Book.Mode(ctx, a.Endpoint.BaseURL, model)
	if err != nil {
		return "", false, fmt.Errorf("looking up how %s is asked: %w", model, err)
	}
	for _, x := range modes {
		if kept == string(x) {
			a.learn(model, func(l *learned) { l.known = x })
			return x, true, nil
		}
	}
	if l.next != "" {
		return l.next, false, nil
	}
	return bySchema, false, nil
}

// note keeps how a model is asked. Where that cannot be written, it is found out again by the next process.
func (a *Asker) note(ctx context.Context, model string, m mode) {
	written := false
	a.learn(model, func(l *learned) { written, l.known = l.known == m, m })
	if written {
		return
	}
	if err := a.Book.Note(ctx, a.Endpoint.BaseURL, model, string(m)); err != nil {
		a.log.WarnContext(ctx, "how the model endpoint is asked could not be kept", "error", err)
	}
}
