package projections_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

func TestUpsert(t *testing.T) {
	u := projections.Upsert[events.Gap]{
		Kind: events.GapFound, Table: "gaps",
		Key:   []projections.Column[events.Gap]{projections.Text("id", func(g events.Gap) string { return g.ID })},
		Other: []projections.Column[events.Gap]{projections.Text("pillar", func(g events.Gap) string { return g.Pillar })},
	}
	entry := func(kind, id, pillar string) *projections.Entry {
		data, err := json.Marshal(events.Gap{ID: id, Pillar: pillar})
		if err != nil {
			t.Fatal(err)
		}
		return &projections.Entry{Record: events.Record{Envelope: events.Envelope{Type: kind, Run: runA}, Data: data}}
	}
	t.Run("the later of two events of one key holds, in one statement", func(t *testing.T) {
		out := &pgx.Batch{}
		of := events.GapFound.Type
		if err := u.Fold(t.Context(), nil, out, []*projections.Entry{entry(of, "a", "strategy"), entry(of, "b", ""), entry(of, "a", "governance")}); err != nil {
			t.Fatal(err)
		}
		if out.Len() != 1 {
			t.Fatalf("%d statements", out.Len())
		}
		q := out.QueuedQueries[0]
		const want = "insert into read.gaps (run, id, pillar, body) select * from unnest($1::text[], $2::text[], $3::text[], $4::json[]) " +
			"on conflict (run, id) do update set pillar = excluded.pillar, body = excluded.body"
		if q.SQL != want {
			t.Errorf("have %s\nwant %s", q.SQL, want)
		}
		if ids, pillars := q.Arguments[1].([]any), q.Arguments[2].([]any); len(ids) != 2 || ids[0] != "a" || pillars[0] != "governance" {
			t.Errorf("%v %v", ids, pillars)
		}
	})
	t.Run("events of other kinds lead to nothing", func(t *testing.T) {
		out := &pgx.Batch{}
		if err := u.Fold(t.Context(), nil, out, []*projections.Entry{entry(events.VerdictIssued.Type, "a", "")}); err != nil || out.Len() != 0 {
			t.Errorf("%v, %d statements", err, out.Len())
		}
	})
}
