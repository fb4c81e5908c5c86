package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
)

// withoutRun cuts the member "run", which holds the times, too, out of a document's text.
func withoutRun(t *testing.T, doc []byte) []byte {
	t.Helper()
	begin := bytes.Index(doc, []byte("\n  \"run\": {\n"))
	end := bytes.Index(doc[max(begin, 0):], []byte("\n  },"))
	if begin < 0 || end < 0 {
		t.Fatal("the document has no run")
	}
	return append(bytes.Clone(doc[:begin]), doc[begin+end:]...)
}

// TestReplaysAreTheSameAndRebuildsToo analyses the sample, repeats the run from several topics, repeats a
// repetition, and folds all of it again. With -tags=kafka the same on Apache Kafka, and on real reports.
func TestReplaysAreTheSameAndRebuildsToo(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	replaysAndRebuilds(t, sampleReport(t))
}

func replaysAndRebuilds(t *testing.T, report string) {
	t.Helper()
	dir := dataDir(t)
	parent, raw := analysedReport(t, dir, report)
	want := withoutRun(t, raw)
	show := func(run string) []byte {
		t.Helper()
		code, out, stderr := sibyl(t, "show", run, "--format", "json", "--data-dir", dir)
		if code != 0 {
			t.Fatalf("showing %s: exit code %d: %s", run, code, stderr)
		}
		return []byte(out)
	}
	replayed := func(of string, args ...string) string {
		t.Helper()
		code, out, stderr := sibyl(t, append([]string{"replay", of, "--json", "--data-dir", dir}, args...)...)
		if code != 0 {
			t.Fatalf("replaying %v: exit code %d: %s", args, code, stderr)
		}
		var answer struct {
			Run struct {
				ID, Parent string
				Mode       events.RunMode
				Status     events.RunStatus
			}
			Replay struct {
				ByProcessor map[string]int `json:"by_processor"`
				Compared    int
			}
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Run.Parent != of || answer.Run.Mode != events.ModeExact || answer.Run.Status != events.RunCompleted || answer.Replay.Compared < 100 {
			t.Errorf("the replay of %s from %v is %+v", of, args, answer)
		}
		again := answer.Replay.ByProcessor
		if slices.Contains(args, "claims.routed") &&
			(again["intake"]+again["claims"]+again["claims.reduce"]+again["indexer"] > 0 || again["legal"] == 0 || again["judge"] == 0) {
			t.Errorf("steps taken again from claims.routed: %v", again)
		}
		if slices.Contains(args, "report.parsed") && (again["intake"] > 0 || again["claims"] == 0) {
			t.Errorf("steps taken again from report.parsed: %v", again)
		}
		if doc := show(answer.Run.ID); !bytes.Equal(withoutRun(t, doc), want) {
			t.Errorf("the document of the replay from %v differs beyond run and times", args)
		}
		return answer.Run.ID
	}
	again := replayed(parent.Run.ID)
	replayed(parent.Run.ID, "--from", "report.parsed")
	replayed(parent.Run.ID, "--from", "claims.routed")
	replayed(again, "--from", "claims.extracted")

	if code, _, stderr := sibyl(t, "replay", parent.Run.ID, "--from", "report.submitted", "--data-dir", dir); code != exit.CodeUsage ||
		!strings.Contains(stderr, "report.parsed") {
		t.Errorf("a topic that no replay begins at: exit code %d, %s", code, stderr)
	}
	if code, _, stderr := sibyl(t, "replay", "run_none", "--data-dir", dir); code != exit.CodeUsage || !strings.Contains(stderr, "run_none") {
		t.Errorf("an unknown run: exit code %d, %s", code, stderr)
	}

	foldToTheEnd(t, dir)
	before := tableHashes(t, dir)
	for _, models := range [][]string{nil, {"verdicts", "runs"}} {
		code, out, stderr := sibyl(t, append([]string{"rebuild", "--data-dir", dir}, models...)...)
		if code != 0 || !strings.Contains(out, "verdicts") {
			t.Fatalf("rebuilding %v: exit code %d: %s%s", models, code, out, stderr)
		}
		after := tableHashes(t, dir)
		for table, h := range before {
			if after[table] != h {
				t.Errorf("rebuilding %v: table %s was %s, is %s", models, table, h, after[table])
			}
		}
	}
	if code, _, stderr := sibyl(t, "rebuild", "verdict", "--data-dir", dir); code != exit.CodeUsage || !strings.Contains(stderr, "verdicts") {
		t.Errorf("an unknown read model: exit code %d, %s", code, stderr)
	}
}

// foldToTheEnd folds what the log has beyond the end of the last run: a command ends when its run is shown as completed, and what agents
// say after that - that they had nothing to add - may not be in the read models yet.
func foldToTheEnd(t *testing.T, dir string) {
	t.Helper()
	var c RebuildCmd
	parser, err := kong.New(&c, helpTexts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--data-dir", dir}); err != nil {
		t.Fatal(err)
	}
	pool, brokers, done, err := c.reach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	if err := projections.CatchUp(t.Context(), pool, catalogue.Models(), projections.Options{Kafka: settings.KafkaOptions(brokers)}); err != nil {
		t.Fatal(err)
	}
}

// tableHashes hashes every table of the read models, all columns, its rows in an order of their own.
func tableHashes(t *testing.T, dir string) map[string]string {
	t.Helper()
	data, err := embedded.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	server, err := embedded.StartPostgres(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	conn, err := pgx.Connect(t.Context(), server.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	hashes := map[string]string{}
	total := 0
	for _, m := range catalogue.Models() {
		for _, table := range m.Tables {
			rows, err := conn.Query(t.Context(), `select r::text from `+pgx.Identifier{"read", table}.Sanitize()+` r order by 1`)
			if err != nil {
				t.Fatal(err)
			}
			list, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			total += len(list)
			hashes[table] = fmt.Sprintf("%d rows %x", len(list), sha256.Sum256([]byte(strings.Join(list, "\n"))))
		}
	}
	if total < 100 {
		t.Fatalf("%d rows in all read models", total)
	}
	return hashes
}
