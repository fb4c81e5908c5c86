// Package reread lets evaluations measure what a language model adds: a Reader in the context has models look again at what a report's
// sentences say, as intake does in a run. Without one, evaluations have the figures of the rules alone.
package reread

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Reader looks again at what a report says. It is safe for concurrent use.
type Reader struct {
	Learner  stream.Learner // by which the revisers ask
	Revisers []intake.Reviser

	mu    sync.Mutex
	texts int    // that were looked at again
	short int    // of these, with questions that were not answered
	first string // what was said of the first of them
}

type key struct{}

// With has evaluations measure with a model, too.
func With(ctx context.Context, r *Reader) context.Context { return context.WithValue(ctx, key{}, r) }

// From is the reader of a context, nil where rules alone are measured.
func From(ctx context.Context) *Reader {
	r, _ := ctx.Value(key{}).(*Reader)
	return r
}

// run is the one run of an evaluation.
const run = "run_evaluated"

// Revise returns what a report says by the models. What they do not answer stays as it was, as in a run.
func (r *Reader) Revise(ctx context.Context, d *document.Document, said *statement.Report) (*statement.Report, error) {
	asking, _ := r.Learner.Begin(ctx, "eval", events.Envelope{Run: run, Subject: "run/evaluated"})
	var told []string
	for _, reviser := range r.Revisers {
		revised, lines, err := reviser.Revise(asking, d, said)
		if err != nil {
			return nil, fmt.Errorf("looking again at what the report says: %w", err)
		}
		said, told = revised, append(told, lines...)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.texts++; len(told) > 0 {
		if r.short++; r.short == 1 {
			r.first = strings.Join(told, "; ")
		}
	}
	return said, nil
}

// Unanswered says of how many texts the models left something unanswered since it was last asked: there, figures with a model are those of
// the rules. It is empty where all was answered or nobody asks.
func (r *Reader) Unanswered() string {
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	said := ""
	if r.short > 0 {
		said = fmt.Sprintf("%d of %d texts were not answered in full, and have the rules' answers there; the first: %s", r.short, r.texts, r.first)
	}
	r.texts, r.short, r.first = 0, 0, ""
	return said
}
