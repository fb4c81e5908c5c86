package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

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

	repeat  bool
	payload any
}

// Decode reads the payload of an entry of kind k; models that fold the same entry share the work.
func Decode[E any](e *Entry, k events.Kind[E]) (E, error) {
	if p, ok := e.payload.(E); ok {
		return p, nil
	}
	ev, err := k.Decode(e.Record)
	if err != nil {
		return ev.Data, FoldError{e.Type, e.ID, err}
	}
	e.payload = ev.Data
	return ev.Data, nil
}

// Agent is the processor that published the entry.
func (e *Entry) Agent() string { return strings.TrimPrefix(e.Source, "/sibyl/") }

// FoldError is an event that a model cannot fold. It ends the runner: passing the event over would make
// read models that differ from the log, silently.
type FoldError struct {
	Type, ID string
	Err      error
}

func (e FoldError) Error() string { return fmt.Sprintf("folding %s event %s: %v", e.Type, e.ID, e.Err) }
func (e FoldError) Unwrap() error { return e.Err }
