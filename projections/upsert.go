package projections

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// Upsert is how the events of one kind become rows of a table that has their run and their body: whatever comes again
// under its key replaces what was there.
type Upsert[E any] struct {
	Kind  events.Kind[E]
	Table string
	Key   []Column[E] // with the run, which row it is
	Other []Column[E] // what lists are narrowed and ordered by
	Body  func(E) any // what is kept as JSON; nil: the payload as it was published
}

// Column is a column of an upsert beside run and body.
type Column[E any] struct {
	Name, Type string
	Of         func(*Entry, E) any
}

// Text is a column of text.
func Text[E any, S ~string](name string, of func(E) S) Column[E] {
	return Column[E]{name, "text", func(_ *Entry, v E) any { return string(of(v)) }}
}

// Int is a column of numbers. They go there as published: the column refuses what it cannot hold.
func Int[E any](name string, of func(E) int) Column[E] {
	return Column[E]{name, "int", func(_ *Entry, v E) any { return int64(of(v)) }}
}

// Fold queues one statement for all events of the kind. Postgres refuses a statement that meets a row twice, and the
// later event of the log holds, so a key that comes again replaces what was gathered.
func (u Upsert[E]) Fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*Entry) error {
	var rows [][]any
	at := map[string]int{}
	for _, e := range entries {
		if e.Type != u.Kind.Type {
			continue
		}
		row, err := u.row(e)
		if err != nil {
			return err
		}
		key := fmt.Sprintf("%#v", row[:1+len(u.Key)])
		if i, again := at[key]; again {
			rows[i] = row
			continue
		}
		at[key] = len(rows)
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	columns := make([]any, len(rows[0])) // as Postgres unnests them
	for i := range columns {
		column := make([]any, len(rows))
		for j, r := range rows {
			column[j] = r[i]
		}
		columns[i] = column
	}
	out.Queue(u.statement(), columns...)
	return nil
}

// row is the run, the key, the other columns and the body of an event.
func (u Upsert[E]) row(e *Entry) ([]any, error) {
	v, err := Decode(e, u.Kind)
	if err != nil {
		return nil, err
	}
	row := []any{e.Run}
	for _, c := range slices.Concat(u.Key, u.Other) {
		row = append(row, c.Of(e, v))
	}
	if u.Body == nil {
		return append(row, string(e.Data)), nil
	}
	body, err := Encode(u.Body(v))
	if err != nil {
		return nil, Unfoldable(e, err)
	}
	return append(row, body), nil
}

// statement inserts columns of rows in the order of row.
func (u Upsert[E]) statement() string {
	names, arrays := []string{"run"}, []string{"$1::text[]"}
	for i, c := range slices.Concat(u.Key, u.Other) {
		names = append(names, c.Name)
		arrays = append(arrays, fmt.Sprintf("$%d::%s[]", i+2, c.Type))
	}
	key := strings.Join(names[:1+len(u.Key)], ", ")
	names, arrays = append(names, "body"), append(arrays, fmt.Sprintf("$%d::json[]", len(arrays)+1))
	var changes []string
	for _, n := range names[1+len(u.Key):] {
		changes = append(changes, n+" = excluded."+n)
	}
	return fmt.Sprintf("insert into read.%s (%s) select * from unnest(%s) on conflict (%s) do update set %s",
		u.Table, strings.Join(names, ", "), strings.Join(arrays, ", "), key, strings.Join(changes, ", "))
}
