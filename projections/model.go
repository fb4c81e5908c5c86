package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// Model is one read model, as data.
type Model struct {
	Name   string         // names its offsets and `sibyl rebuild NAME`
	Topics []events.Topic // what it folds
	Tables []string       // what a rebuild drops, without the schema; empty for a model that must not be dropped
	Schema string         // DDL of the tables; changing it makes the runner drop and fold again

	// Fold queues the writes that entries lead to. It may read through tx, which already sees nothing of
	// this batch. Entries are in the order of their partition, without repeats.
	Fold func(ctx context.Context, tx pgx.Tx, out *pgx.Batch, entries []*Entry) error
}

// Feed and Reports are the topics that models fold.
var (
	Feed    = []events.Topic{events.TopicRunsFeed}
	Reports = []events.Topic{events.TopicReportSubmitted, events.TopicReportPreviewed}
)

// fingerprint changes when the tables do.
func (m Model) fingerprint() string {
	sum := sha256.Sum256([]byte(strings.Join(m.Tables, ",") + "\n" + m.Schema))
	return hex.EncodeToString(sum[:8])
}

// named picks models by name; no names means all.
func named(models []Model, names []string) ([]Model, error) {
	if len(names) == 0 {
		return models, nil
	}
	var picked []Model
	for _, n := range names {
		i := slices.IndexFunc(models, func(m Model) bool { return m.Name == n })
		if i < 0 {
			known := make([]string, len(models))
			for i, m := range models {
				known[i] = m.Name
			}
			return nil, fmt.Errorf("no read model is called %q; there are %s", n, strings.Join(known, ", "))
		}
		picked = append(picked, models[i])
	}
	return picked, nil
}

// Entry is an event of the log at its place.
type Entry struct {
	events.Record // Topic is the one it was read from
	Partition     int32
	Offset        int64
	Seq           int64 // number within its run; 0 for events outside runs

	source  *kgo.Record
	repeat  bool
	payload any
	refused *refusal // why it is set aside, nil if it is not
	buried  bool     // its dead letter is on the log
	passed  bool     // it was set aside when it was folded before
	marked  string   // by mark
}

// aside reports whether no model folds the entry.
func (e *Entry) aside() bool { return e.refused != nil || e.passed }

// mark is the entry's id as an offset remembers it.
func (e *Entry) mark() string {
	if e.marked == "" { // every model asks
		e.marked = e.ID
		if e.ID == "" || !events.Nameable(e.ID) {
			e.marked = events.StableID("unnamed", e.ID)
		}
	}
	return e.marked
}

// Decode reads the payload of an entry of kind k; models that fold the same entry share the work.
func Decode[E any](e *Entry, k events.Kind[E]) (E, error) {
	if p, ok := e.payload.(E); ok {
		return p, nil
	}
	ev, err := k.Decode(e.Record)
	if err != nil {
		return ev.Data, Unfoldable(e, err)
	}
	e.payload = ev.Data
	return ev.Data, nil
}

// Agent is the processor that published the entry.
func (e *Entry) Agent() string { return strings.TrimPrefix(e.Source, "/sibyl/") }

// FoldError is an event that a model cannot fold. No model folds it then, and it becomes a dead letter: read
// models agree with one another, and what they lack of the log is on the log.
type FoldError struct {
	entry *Entry
	err   error
}

// Unfoldable is the error of a model that cannot fold e.
func Unfoldable(e *Entry, err error) FoldError { return FoldError{e, err} }

func (e FoldError) Error() string {
	return fmt.Sprintf("folding %s event %s: %v", e.entry.Type, e.entry.ID, e.err)
}
func (e FoldError) Unwrap() error { return e.err }
