package projections_test

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// A read model is a value: the topics it folds, its tables, and a function that turns events into writes. The runner
// commits the writes together with the model's offset. Whatever rows the fold makes, folding the log again makes the
// same ones, so it uses nothing but the events.
func ExampleModel() {
	openGaps := projections.Model{
		Name:   "open_gaps",
		Topics: projections.Feed,
		Tables: []string{"open_gaps"},
		Schema: `create table read.open_gaps (run text, paragraph text, primary key (run, paragraph))`,
		Fold: func(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
			for _, e := range entries {
				if e.Type != events.GapFound.Type {
					continue
				}
				gap, err := projections.Decode(e, events.GapFound)
				if err != nil {
					return err // the event becomes a dead letter
				}
				if gap.Status == events.NotAddressed {
					out.Queue(`insert into read.open_gaps values ($1, $2) on conflict do nothing`, e.Run, gap.Paragraph)
				}
			}
			return nil
		},
	}

	// The runner does this with the batches that it reads from the log.
	var entries []*projections.Entry
	for _, gap := range []events.Gap{
		{Paragraph: "S2.29(f)", Status: events.NotAddressed},
		{Paragraph: "S2.22", Status: events.PartiallyAddressed},
	} {
		draft := events.GapFound.Draft(events.RunSubject("gap", gap.Paragraph), gap)
		record, err := draft.Seal(events.Envelope{Run: "run_1"}, "legal", time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
		if err != nil {
			fmt.Println(err)
			return
		}
		entries = append(entries, &projections.Entry{Record: record})
	}
	batch := &pgx.Batch{}
	if err := openGaps.Fold(context.Background(), nil, batch, entries); err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range batch.QueuedQueries {
		fmt.Println(q.SQL, q.Arguments)
	}
	// Output:
	// insert into read.open_gaps values ($1, $2) on conflict do nothing [run_1 S2.29(f)]
}
