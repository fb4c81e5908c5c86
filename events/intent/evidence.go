package intent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// ErrUnknownEvidence says that the library holds no document of that id.
var ErrUnknownEvidence = errors.New("unknown evidence")

// MaxEvidence is how many documents a report can have, those for every report included: their list travels in one
// event.
const MaxEvidence = 100

// Evidence is a document of the library.
type Evidence struct {
	events.LibraryItem
	AddedAt time.Time `json:"added_at"`
}

// AddEvidence puts a document on the shelf, or says something else of one that stands there. Its bytes are in the
// artefact store already. known reports that the same file stood there for the same report.
//
// The shelf is no part of the log: a run takes a copy of what it holds into its request.
func (o *Outbox) AddEvidence(ctx context.Context, item events.LibraryItem) (added Evidence, known bool, err error) {
	item.ID = events.EvidenceID(item.SHA256, item.ReportID)
	added = Evidence{item, o.now().UTC().Truncate(time.Millisecond)}
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		var report *string
		if item.ReportID != "" {
			report = &item.ReportID
			var there bool
			if err := tx.QueryRow(ctx, `select exists (select from app.reports where id = $1)`, item.ReportID).Scan(&there); err != nil {
				return err
			}
			if !there {
				return ErrUnknownReport
			}
		}
		// Two that add at once take turns, or both would see room for one.
		if _, err := tx.Exec(ctx, `lock table app.evidence in share row exclusive mode`); err != nil {
			return err
		}
		var others int
		if err := tx.QueryRow(ctx, `
			select count(*) filter (where id <> $1), coalesce(bool_or(id = $1), false) from app.evidence
			where report_id is null or $2::text is null or report_id = $2`, item.ID, report).Scan(&others, &known); err != nil {
			return err
		}
		if others >= MaxEvidence {
			return InvalidError{fmt.Sprintf("the library holds %d documents, the most that one analysis can have; remove some first", others)}
		}
		body, err := json.Marshal(item)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			insert into app.evidence (id, report_id, item, added_at) values ($1, $2, $3, $4)
			on conflict (id) do update set item = excluded.item`, item.ID, report, string(body), added.AddedAt)
		return err
	})
	if err != nil {
		return added, known, fmt.Errorf("adding %s to the evidence library: %w", item.Filename, err)
	}
	return added, known, nil
}

// ListEvidence lists the library by id: what one report has, or everything where report is empty.
func (o *Outbox) ListEvidence(ctx context.Context, report string) ([]Evidence, error) {
	rows, err := o.pool.Query(ctx, `
		select item, added_at from app.evidence where $1 = '' or report_id is null or report_id = $1 order by id`, report)
	if err != nil {
		return nil, fmt.Errorf("listing the evidence library: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanEvidence)
	if err != nil {
		return nil, fmt.Errorf("listing the evidence library: %w", err)
	}
	return list, nil
}

// GetEvidence returns one document, or ErrUnknownEvidence.
func (o *Outbox) GetEvidence(ctx context.Context, id string) (Evidence, error) {
	rows, err := o.pool.Query(ctx, `select item, added_at from app.evidence where id = $1`, id)
	if err != nil {
		return Evidence{}, fmt.Errorf("reading document %s of the evidence library: %w", id, err)
	}
	e, err := pgx.CollectExactlyOneRow(rows, scanEvidence)
	if isNoRows(err) {
		return e, ErrUnknownEvidence
	}
	if err != nil {
		return e, fmt.Errorf("reading document %s of the evidence library: %w", id, err)
	}
	return e, nil
}

// RemoveEvidence takes a document off the shelf. Runs that have used it keep what they have.
func (o *Outbox) RemoveEvidence(ctx context.Context, id string) error {
	removed := 0
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) (err error) {
		removed, err = unshelve(ctx, tx, `id = $1`, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("removing document %s from the evidence library: %w", id, err)
	}
	if removed == 0 {
		return ErrUnknownEvidence
	}
	return nil
}

// unshelve takes documents off the shelf and remembers them: whoever sweeps looks whether their bytes are still used.
func unshelve(ctx context.Context, tx pgx.Tx, which, id string) (int, error) {
	tag, err := tx.Exec(ctx, `
		with gone as (delete from app.evidence where `+which+` returning id, item->>'sha256' as sha256)
		insert into app.unshelved (id, sha256) select id, sha256 from gone on conflict (id) do update set sha256 = excluded.sha256`, id)
	return int(tag.RowsAffected()), err
}

func scanEvidence(row pgx.CollectableRow) (Evidence, error) {
	var e Evidence
	var body []byte
	if err := row.Scan(&body, &e.AddedAt); err != nil {
		return e, err
	}
	if err := json.Unmarshal(body, &e.LibraryItem); err != nil {
		return e, fmt.Errorf("decoding a document of the evidence library: %w", err)
	}
	e.AddedAt = e.AddedAt.UTC()
	return e, nil
}

// evidenceFor is what a run over a report takes from the shelf. The order of their ids is the same everywhere.
func evidenceFor(ctx context.Context, tx pgx.Tx, report string) ([]events.LibraryItem, error) {
	rows, err := tx.Query(ctx, `select item, added_at from app.evidence where report_id is null or report_id = $1 order by id limit $2`, report, MaxEvidence)
	if err != nil {
		return nil, fmt.Errorf("reading the evidence library: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanEvidence)
	if err != nil {
		return nil, fmt.Errorf("reading the evidence library: %w", err)
	}
	var items []events.LibraryItem
	for _, e := range list {
		items = append(items, e.LibraryItem)
	}
	return items, nil
}
