package removal_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/projections/removal"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

// TestASweepTakesWhatNobodyElseUses removes one of two reports that share documents, while the other is being
// analysed, afterwards, and once more when its file has been handed in again.
func TestASweepTakesWhatNobodyElseUses(t *testing.T) {
	pool := projectionstest.Database(t)
	for _, err := range []error{artefact.Migrate(t.Context(), pool), rag.Migrate(t.Context(), pool), ledger.Migrate(t.Context(), pool)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		t.Fatal(err)
	}
	stored := &artefacts{t: t, pool: pool, store: store, hash: map[string]string{}}
	hash, put, left := stored.hash, stored.put, stored.left
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	put("a.pdf", "parse of a.pdf", "statements of a.pdf", "b.pdf", "parse of b.pdf", "statements of b.pdf",
		"own.pdf", "parse of own.pdf", "general.pdf", "parse of general.pdf",
		"claims of a", "claims of both")
	o := intent.New(pool)
	ids := map[string]string{}
	for _, name := range []string{"a.pdf", "b.pdf"} {
		s, err := o.SubmitReport(t.Context(), intent.Upload{SHA256: hash[name], Filename: name})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = s.ReportID
	}
	exec(`update app.reports set status = 'parsed'`)
	for name, report := range map[string]string{"own.pdf": ids["a.pdf"], "general.pdf": "", "b.pdf": ids["a.pdf"]} { // b.pdf is evidence for a.pdf, too
		if _, _, err := o.AddEvidence(t.Context(),
			events.LibraryItem{SHA256: hash[name], Filename: name, Kind: events.KindNews, Publisher: "P", ReportID: report}); err != nil {
			t.Fatal(err)
		}
	}
	runs := map[string]string{}
	for name, used := range map[string][]string{
		"a.pdf": {"a.pdf", "parse of a.pdf", "own.pdf", "parse of own.pdf", "general.pdf", "parse of general.pdf", "b.pdf", "parse of b.pdf",
			"claims of a", "claims of both"},
		"b.pdf": {"b.pdf", "parse of b.pdf", "general.pdf", "parse of general.pdf", "claims of both"},
	} {
		req, err := o.StartAnalysis(t.Context(), ids[name], intent.Options{})
		if err != nil {
			t.Fatal(err)
		}
		runs[name] = req.Run
		for _, u := range used {
			exec(`insert into read.artefacts (run, hash) values ($1, $2)`, req.Run, hash[u])
		}
		exec(`insert into rag.passage (id, report_id, source, label, page, start_at, end_at, heading, body) values ($1, $1, '', '', 1, 0, 1, '', 'x')`, ids[name])
	}
	everything := slices.Collect(maps.Keys(hash))
	left(2, everything...) // nothing was removed yet

	if _, err := o.DeleteReport(t.Context(), ids["a.pdf"]); err != nil {
		t.Fatal(err)
	}
	shared := []string{"b.pdf", "parse of b.pdf", "statements of b.pdf", "general.pdf", "parse of general.pdf", "claims of both"}
	left(1, append(slices.Clone(shared), "claims of a")...) // b.pdf is being analysed: it may have made the same
	exec(`update app.runs set status = 'completed' where id = $1`, runs["b.pdf"])
	left(1, shared...)

	// Handed in again it keeps what it has, until it is removed again.
	put("a.pdf", "parse of a.pdf")
	if s, err := o.SubmitReport(t.Context(), intent.Upload{SHA256: hash["a.pdf"], Filename: "a.pdf"}); err != nil || s.Known {
		t.Fatalf("handed in again: %+v, %v", s, err)
	}
	exec(`insert into rag.passage (id, report_id, source, label, page, start_at, end_at, heading, body) values ($1, $1, '', '', 1, 0, 1, '', 'x')`, ids["a.pdf"])
	left(2, append(slices.Clone(shared), "a.pdf", "parse of a.pdf")...)
	for _, name := range []string{"a.pdf", "b.pdf"} {
		if _, err := o.DeleteReport(t.Context(), ids[name]); err != nil {
			t.Fatal(err)
		}
	}
	left(0, "general.pdf", "parse of general.pdf") // the shelf has it for every report
	general := events.EvidenceID(hash["general.pdf"], "")
	exec(`insert into rag.passage (id, report_id, source, label, page, start_at, end_at, heading, body) values ($1, $1, '', '', 1, 0, 1, '', 'x')`, general)
	exec(`insert into read.artefacts (run, hash) values ('run_of_another', $1)`, hash["general.pdf"])
	exec(`insert into read.artefacts (run, hash) values ('run_of_another', $1)`, hash["parse of general.pdf"])
	if err := o.RemoveEvidence(t.Context(), general); err != nil {
		t.Fatal(err)
	}
	left(1, "general.pdf", "parse of general.pdf") // a run has used it, and may be replayed
	exec(`delete from read.artefacts where run = 'run_of_another'`)
	left(0)
}

// artefacts are what the store holds, by name.
type artefacts struct {
	t     *testing.T
	pool  *pgxpool.Pool
	store *artefact.Postgres
	hash  map[string]string
}

// put stores artefacts whose content is their name, and links those that are parses of files.
func (a *artefacts) put(names ...string) {
	a.t.Helper()
	for _, name := range names {
		h, err := a.store.Put(a.t.Context(), "test", []byte(name))
		if err != nil {
			a.t.Fatal(err)
		}
		a.hash[name] = h
		for what, link := range map[string]string{"parse": "parse/1/%s/eng", "statements": "statements/1/reader/%s/of-its-parse"} {
			of, ok := strings.CutPrefix(name, what+" of ")
			if !ok {
				continue
			}
			if err := a.store.Link(a.t.Context(), fmt.Sprintf(link, a.hash[of]), h); err != nil {
				a.t.Fatal(err)
			}
		}
	}
}

// left sweeps, and requires that as many passages are left and exactly the artefacts that are wanted.
func (a *artefacts) left(passages int, want ...string) {
	a.t.Helper()
	if _, err := removal.Sweep(a.t.Context(), a.pool); err != nil {
		a.t.Fatal(err)
	}
	var have []string
	for _, name := range slices.Sorted(maps.Keys(a.hash)) {
		if _, err := a.store.Get(a.t.Context(), a.hash[name]); err == nil {
			have = append(have, name)
		}
	}
	slices.Sort(want)
	if !slices.Equal(have, want) {
		a.t.Errorf("left are %q, want %q", have, want)
	}
	var n int
	if err := a.pool.QueryRow(a.t.Context(), `select count(*) from rag.passage`).Scan(&n); err != nil || n != passages {
		a.t.Errorf("%d passages, want %d: %v", n, passages, err)
	}
}

// TestRowsOfARemovedRunGoAndStayAway folds a run's removal between its events and those of another run.
func TestRowsOfARemovedRunGoAndStayAway(t *testing.T) {
	const removed, stays = "run_0000000001aaaaaaaaaa", "run_0000000002bbbbbbbbbb"
	end, err := events.RunDeleted.Draft(events.RunSubject("deleted"), events.RunDeletion{ReportID: projectionstest.Report}).
		Seal(events.Envelope{Run: removed}, "intent", projectionstest.Began)
	if err != nil {
		t.Fatal(err)
	}
	records := projectionstest.Story{Run: removed, Claims: 3}.Records(t)
	for _, at := range []int{1, len(records) / 2, len(records)} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
			log.Append(t, projectionstest.Feed(records[:at]...)...)
			projectionstest.Fold(t, log, pool)
			log.Append(t, projectionstest.Feed(end)...)
			log.Append(t, projectionstest.Feed(projectionstest.Story{Run: stays, Claims: 3}.Records(t)...)...)
			log.Append(t, projectionstest.Feed(records[at:]...)...) // late
			projectionstest.Fold(t, log, pool)
			for table, want := range map[string]bool{"feed": true, "runs": true, "claims": true, "findings": true, "verdicts": true, "checks": true} {
				column := map[bool]string{true: "id", false: "run"}[table == "runs"]
				var gone, there int
				if err := pool.QueryRow(t.Context(), `select count(*) filter (where `+column+` = $1), count(*) filter (where `+column+` = $2) from read.`+table,
					removed, stays).Scan(&gone, &there); err != nil {
					t.Fatal(err)
				}
				if gone > 0 || (there > 0) != want {
					t.Errorf("read.%s has %d rows of the removed run and %d of the other", table, gone, there)
				}
			}
		})
	}
}

// TestASweepTakesTheLedgerOfRemovedRuns: what was asked for a removed run goes, with its budget, but for a call that is under way; other runs
// keep theirs.
func TestASweepTakesTheLedgerOfRemovedRuns(t *testing.T) {
	pool := projectionstest.Database(t)
	for _, err := range []error{artefact.Migrate(t.Context(), pool), rag.Migrate(t.Context(), pool), ledger.Migrate(t.Context(), pool)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	book := ledger.Postgres{Pool: pool}
	var underWay *ledger.Call
	for _, run := range []string{"run_gone", "run_stays"} {
		for _, settled := range []bool{true, false} {
			c := &ledger.Call{Run: run, Agent: "judge", Claim: "clm_1", Role: "JUDGE", Model: "m", Prompt: "judge/1", Request: "d", MostTokens: 9}
			if err := book.Hold(t.Context(), c, ledger.Limit{}); err != nil {
				t.Fatal(err)
			}
			if c.State = ledger.Paid; settled {
				if err := book.Settle(t.Context(), c); err != nil {
					t.Fatal(err)
				}
			} else if run == "run_gone" {
				underWay = c
			}
		}
	}
	if _, err := pool.Exec(t.Context(), `insert into app.deleted_runs (id, report_id) values ('run_gone', 'rep_1')`); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `insert into app.deletions (report_id, attempt, sha256, deleted_at) values ('rep_1', 1, 'x', now())`); err != nil {
		t.Fatal(err)
	}
	left := func(table, run string) (n int) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), `select count(*) from ledger.`+table+` where run = $1`, run).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if s, err := removal.Sweep(t.Context(), pool); err != nil || s.Calls != 1 || left("call", "run_gone") != 1 || left("run", "run_gone") != 1 {
		t.Errorf("%+v, %v: %d calls, %d budgets are left while one is under way", s, err, left("call", "run_gone"), left("run", "run_gone"))
	}
	if err := book.Settle(t.Context(), underWay); err != nil {
		t.Errorf("the call that was under way: %v", err)
	}
	if s, err := removal.Sweep(t.Context(), pool); err != nil || s.Calls != 1 || left("call", "run_gone")+left("run", "run_gone") != 0 {
		t.Errorf("%+v, %v: %d calls, %d budgets are left", s, err, left("call", "run_gone"), left("run", "run_gone"))
	}
	if left("call", "run_stays") != 2 || left("run", "run_stays") != 1 {
		t.Error("another run has lost its ledger")
	}
}
