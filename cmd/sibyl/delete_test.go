package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/removal"
)

// TestADeletedReportIsGoneAndCanComeBack deletes a report that was analysed and is being analysed again, beside
// another one: nothing of it is left but its events, folding them again brings nothing back, the other one stays as
// it was, and the same file handed in again leads to the same document.
func TestADeletedReportIsGoneAndCanComeBack(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	dir := dataDir(t)
	o, closePlace := openPlace(ctx, t, dir, "error")
	defer closePlace()
	pool := o.Stack.Pool
	raw := func(run string) []byte { return documentOf(ctx, t, o, run) }
	doomed, run := analysedSmall(ctx, t, o, "doomed")
	stays, other := analysedSmall(ctx, t, o, "stays")
	first, others := raw(run), raw(other)
	again, err := o.Start(ctx, doomed, nil)
	if err != nil {
		t.Fatal(err)
	}
	deleteOnce(t, dir, doomed, []string{run, again})
	var doc document.Document
	if err := json.Unmarshal(first, &doc); err != nil {
		t.Fatal(err)
	}
	// left says what still speaks of the report and of its runs.
	left := func() []string {
		return traces(ctx, t, pool, doomed, other, doc.Report.SHA256, run, again)
	}
	eventually := func() {
		t.Helper()
		awaitNothingLeft(ctx, t, left)
	}
	eventually()
	unchanged := func(when string) {
		t.Helper()
		if now := raw(other); !bytes.Equal(now, others) {
			t.Errorf("the other report's document has changed %s", when)
		}
		if code, _, stderr := sibyl(t, "rag", "search", "emissions", "--report", stays, "--data-dir", dir); code != 0 {
			t.Errorf("the other report cannot be searched %s: %s", when, stderr)
		}
		var pdf []byte
		if err := o.Do(ctx, "GET", "/reports/"+stays+"/pdf", "", nil, &pdf); err != nil || len(pdf) == 0 {
			t.Errorf("the other report's file has gone %s: %v", when, err)
		}
	}
	unchanged("after the removal")
	if code, _, stderr := sibyl(t, "rebuild", "--data-dir", dir); code != 0 {
		t.Fatalf("rebuild: %s", stderr)
	}
	eventually()
	unchanged("after it was folded again")

	// A second life, which the first must not end, neither now nor when the log is folded again.
	back, second := analysedSmall(ctx, t, o, "doomed")
	if back != doomed {
		t.Fatalf("the file is %s, before %s", back, doomed)
	}
	sameAsBefore(ctx, t, o, dir, doomed, second, first)
	run, again = second, second
	if code, out, stderr := sibyl(t, "delete", doomed, "-y", "--data-dir", dir); code != 0 ||
		!strings.Contains(out, "(doomed.pdf) is deleted, with 1 runs, 0 of which were going on") {
		t.Errorf("the second removal: %d %s%s", code, out, stderr)
	}
	eventually()
	unchanged("after the second removal")
}

// leftOfReport counts what is stored of a report, of its file and of one of its runs. Artefacts that another run has
// made, too, are not counted.
func leftOfReport(count func(sql string, args ...any) int, report, run, other, file string) map[string]int {
	return map[string]int{
		"passages":  count(`select count(*) from rag.passage where report_id = $1`, report),
		"the file":  count(`select count(*) from artefact.content where hash = decode($1, 'hex')`, file),
		"its parse": count(`select count(*) from artefact.link where name like '%' || $1 || '%'`, file),
		"made by its run": count(`select count(*) from artefact.content c join read.artefacts a on a.hash = encode(c.hash, 'hex')
			where a.run = $1 and not exists (select from read.artefacts b where b.hash = a.hash and b.run = $2)`, run, other),
		"app.reports":  count(`select count(*) from app.reports where id = $1`, report),
		"app.runs":     count(`select count(*) from app.runs where report_id = $1`, report),
		"read.reports": count(`select count(*) from read.reports where id = $1 and (submission is not null or preview is not null)`, report),
	}
}

// deleteOnce deletes a report that was handed in as doomed.pdf, which works with --yes only, and once.
func deleteOnce(t *testing.T, dir, doomed string, runs []string) {
	t.Helper()
	if code, _, stderr := sibyl(t, "delete", doomed, "--data-dir", dir); code != exit.CodeUsage || !strings.Contains(stderr, "say --yes") {
		t.Errorf("without anybody to ask: %d %s", code, stderr)
	}
	code, out, stderr := sibyl(t, "delete", doomed, "--yes", "--json", "--data-dir", dir)
	if code != 0 {
		t.Fatalf("delete: exit code %d: %s", code, stderr)
	}
	var gone api.DeletedReport
	if err := json.Unmarshal([]byte(out), &gone); err != nil {
		t.Fatal(err)
	}
	if gone.ReportID != doomed || !slices.Equal(gone.Runs, runs) || gone.Filename != "doomed.pdf" {
		t.Errorf("the answer is %+v", gone)
	}
	if code, _, stderr := sibyl(t, "delete", doomed, "--yes", "--data-dir", dir); code != exit.CodeUsage ||
		!strings.Contains(stderr, "there is no report "+doomed) {
		t.Errorf("deleted twice: %d %s", code, stderr)
	}
}

// awaitNothingLeft waits until left returns nothing.
func awaitNothingLeft(ctx context.Context, t *testing.T, left func() []string) {
	t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for found := left(); len(found) > 0; found = left() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("still there: %v", found)
		}
	}
}

// traces sweeps, and lists what is still stored of a report, its file and its runs. other is a run of another report.
func traces(ctx context.Context, t *testing.T, pool *pgxpool.Pool, report, other, file string, runs ...string) (found []string) {
	t.Helper()
	count := func(sql string, args ...any) (n int) {
		t.Helper()
		if err := pool.QueryRow(ctx, sql, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := removal.Sweep(ctx, pool); err != nil {
		t.Fatal(err)
	}
	like := []string{"%" + report + "%"}
	for _, run := range runs {
		like = append(like, "%"+run+"%")
	}
	for _, m := range catalogue.Models() {
		for _, table := range m.Tables {
			if table == "artefacts" || table == "reports" { // the ones remember hashes, the other that it was removed
				continue
			}
			if n := count(fmt.Sprintf(`select count(*) from read.%s t where t::text like any($1)`, pgx.Identifier{table}.Sanitize()),
				like); n > 0 {
				found = append(found, fmt.Sprintf("%d rows of read.%s", n, table))
			}
		}
	}
	for what, n := range leftOfReport(count, report, runs[0], other, file) {
		if n > 0 {
			found = append(found, fmt.Sprintf("%d: %s", n, what))
		}
	}
	return found
}

// sameAsBefore requires that a report that was handed in again has the document of its first run, now and after read
// models were folded again.
func sameAsBefore(ctx context.Context, t *testing.T, o *stack.Opened, dir, report, run string, first []byte) {
	t.Helper()
	want := withoutRun(t, first)
	for _, when := range []string{"at first", "after it was folded again"} {
		if got := withoutRun(t, documentOf(ctx, t, o, run)); !bytes.Equal(got, want) {
			t.Errorf("the document of the second life differs %s", when)
		}
		var r struct{ Status string }
		if err := o.Do(ctx, "GET", "/reports/"+report, "", nil, &r); err != nil || r.Status != string(events.RunCompleted) {
			t.Errorf("the report is %q %s: %v", r.Status, when, err)
		}
		if _, err := removal.Sweep(ctx, o.Stack.Pool); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := sibyl(t, "rebuild", "--data-dir", dir); code != 0 {
			t.Fatalf("rebuild: %s", stderr)
		}
	}
}

// documentOf is the analysis document of a run.
func documentOf(ctx context.Context, t *testing.T, o *stack.Opened, run string) (raw []byte) {
	t.Helper()
	if err := o.Do(ctx, "GET", "/runs/"+run+"/document", "", nil, &raw); err != nil {
		t.Fatal(err)
	}
	return raw
}
