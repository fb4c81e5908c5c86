package intent

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// startDue starts the analysis of each report that was handed in to be analysed as soon as it is read, and
// has been read. The mark is taken back in the transaction that starts the run, so that of several
// instances one starts it, once; a report that is being analysed already has what was asked for.
func (o *Outbox) startDue(ctx context.Context) error {
	rows, err := o.pool.Query(ctx, `select id from app.reports where auto_start and status = 'parsed' order by id`)
	if err != nil {
		return fmt.Errorf("looking for reports to analyse: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("looking for reports to analyse: %w", err)
	}
	for _, id := range due {
		err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `update app.reports set auto_start = false where id = $1 and auto_start and status = 'parsed'`, id)
			if err != nil || tag.RowsAffected() == 0 {
				return err
			}
			opts := Options{}
			if err := opts.fill(); err != nil {
				return err
			}
			_, err = o.start(ctx, tx, id, opts)
			if errors.As(err, new(AnalyzingError)) {
				return nil
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("starting the analysis of report %s by itself: %w", id, err)
		}
	}
	return nil
}
