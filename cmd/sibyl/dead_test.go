package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/document"
)

// analysedSmall analyses a report of one page on a place that is open, and returns the run.
func analysedSmall(ctx context.Context, t *testing.T, o *stack.Opened, title string) (report, run string) {
	t.Helper()
	r, err := o.Upload(ctx, title+".pdf", smallReport(t, title), nil)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = o.Start(ctx, r.ID, nil); err != nil {
		t.Fatal(err)
	}
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	if run, err = follow(ctx, o, run, terminal.NewProgress(quiet), nil, func() error { return o.Reachable(ctx, time.Minute) }); err != nil {
		t.Fatal(err)
	}
	return r.ID, run
}

// latecomer is an agent in geography's name that gives up on every claim until it is well, and then has seen with its
// own eyes that none of them is true.
func latecomer(well *atomic.Bool) stream.Declaration {
	return stream.Processor[stream.None]{
		Name: "latecomer",
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimRouted, func(_ context.Context, e events.Event[events.Assignment]) ([]events.Draft, error) {
			if !well.Load() {
				return nil, stream.Reject(errors.New("the imagery service\nwas taken down"))
			}
			c := e.Data.Claim
			no := false
			return []events.Draft{events.FindingProduced.Draft(events.PassSubject(c.ID, 1, "latecomer", "0"), events.Finding{
				ID: "fnd_late", Agent: events.Geography, ClaimID: c.ID, Iteration: 1, EvidenceType: "site", Summary: "It is not so.", SupportsClaim: &no,
				Confidence: events.ConfidenceHigh, Score: 0.9, Origins: []events.Origin{events.OriginExternal},
				Evidence: []events.Evidence{{Origin: events.OriginExternal, Source: "example.org", Quote: "It is not so.", Tier: 1}}, Details: []byte("{}"), Last: true,
			})}, nil
		})},
		Emits: []*events.Definition{events.FindingProduced.Definition},
	}
}

// TestARetriedEventLeadsToARevision has a processor give up on the claims of a run that has ended, retries one and
// discards the others: the others of its topic take the event for the repeat that it is, the judge issues a revision.
func TestARetriedEventLeadsToARevision(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	dir := dataDir(t)
	o, closePlace := openPlace(ctx, t, dir, "warn")
	defer closePlace()
	report, run := analysedSmall(ctx, t, o, "late")
	documentOf := func() (d document.Document) {
		t.Helper()
		if err := o.Do(ctx, "GET", "/runs/"+run+"/document", "", nil, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	before := documentOf()
	if len(before.Claims) == 0 {
		t.Fatal("the small report has no claim")
	}

	var well atomic.Bool
	life, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		ended <- stream.Run(life, stream.Options{Brokers: []string{o.Kafka}, Client: settings.ClientOptions(), Drain: stack.Drain}, latecomer(&well))
	}()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	letters := func(args ...string) (p api.DeadLetterPage) {
		t.Helper()
		code, out, stderr := sibyl(t, append([]string{"dead", "list", "--json", "--data-dir", dir}, args...)...)
		if code != 0 {
			t.Fatalf("dead list: exit code %d: %s", code, stderr)
		}
		if err := json.Unmarshal([]byte(out), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	awaitThat(ctx, t, "the claims end in dead.letters", func() bool { return letters("--processor", "latecomer").Total >= len(before.Claims) })
	all := letters("--run", run, "--reason", "rejected")
	l := all.Letters[0]
	if l.ReportID != report || l.Topic != events.TopicClaimsRouted || l.Type != events.ClaimRouted.Type || l.Status != events.LetterOpen {
		t.Errorf("the letter is %+v", l)
	}
	printedLetters(t, dir, run, l.ID, len(all.Letters))

	// Not well yet: the same letter comes back.
	if code, _, stderr := sibyl(t, "dead", "retry", l.ID, "--data-dir", dir); code != 0 {
		t.Fatalf("dead retry: exit code %d: %s", code, stderr)
	}
	again := func() api.DeadLetterRow {
		all := letters("--status", "all").Letters
		return all[slices.IndexFunc(all, func(r api.DeadLetterRow) bool { return r.ID == l.ID })]
	}
	awaitThat(ctx, t, "it dies again", func() bool { r := again(); return r.Status == events.LetterOpen && r.Rounds == 2 && r.Retries == 1 })

	well.Store(true)
	if code, out, stderr := sibyl(t, "dead", "retry", l.ID, "--data-dir", dir); code != 0 || !strings.Contains(out, "is back on claims.routed") {
		t.Fatalf("dead retry: exit code %d: %s%s", code, out, stderr)
	}
	awaitThat(ctx, t, "the judge issues a revision", func() bool {
		return slices.ContainsFunc(documentOf().Verdicts, func(v document.Verdict) bool { return slices.Contains(v.FindingIDs, "fnd_late") && v.Revision > 1 })
	})
	if r := again(); r.Status != events.LetterRetried || r.Retries != 2 || r.Rounds != 2 {
		t.Errorf("after it was handled the letter is %+v", r)
	}
	after := documentOf()
	if len(after.Findings) != len(before.Findings)+1 || len(after.Claims) != len(before.Claims) || len(after.Gaps) != len(before.Gaps) ||
		len(after.Requests) != len(before.Requests) {
		t.Errorf("the retry has doubled something: %d findings, before %d", len(after.Findings), len(before.Findings))
	}

	decideOnLetters(t, dir, l.ID, letters)
}

// decideOnLetters discards the open letters, is refused where nothing can be decided, and requires that the decisions
// are the same after a rebuild. retried is a letter that was retried.
func decideOnLetters(t *testing.T, dir, retried string, letters func(args ...string) api.DeadLetterPage) {
	t.Helper()
	for _, o := range letters().Letters {
		if code, _, stderr := sibyl(t, "dead", "discard", o.ID, "--data-dir", dir); code != 0 {
			t.Errorf("dead discard: %s", stderr)
		}
	}
	if code, _, stderr := sibyl(t, "dead", "discard", retried, "--data-dir", dir); code != exit.CodeFailed || !strings.Contains(stderr, "was retried already") {
		t.Errorf("discarding what was retried: %d %s", code, stderr)
	}
	if code, _, stderr := sibyl(t, "dead", "retry", "nothing", "--data-dir", dir); code != exit.CodeUsage ||
		!strings.Contains(stderr, "there is no dead letter nothing") {
		t.Errorf("retrying nothing: %d %s", code, stderr)
	}
	decided := letters("--status", "all")
	if code, _, stderr := sibyl(t, "rebuild", "dead", "--data-dir", dir); code != 0 {
		t.Fatalf("rebuild: %s", stderr)
	}
	a, _ := json.Marshal(decided)
	b, _ := json.Marshal(letters("--status", "all"))
	if string(a) != string(b) {
		t.Errorf("folded again the letters are %s, before %s", b, a)
	}
}

// openPlace opens a data directory. The returned function closes it.
func openPlace(ctx context.Context, t *testing.T, dir, logLevel string) (*stack.Opened, func()) {
	t.Helper()
	o, err := stack.Place{DataDir: dir}.Open(ctx, settings.Dependencies{LogLevel: logLevel})
	if err != nil {
		t.Fatal(err)
	}
	return o, func() {
		if err := o.Close(ctx); err != nil {
			t.Error(err)
		}
	}
}

// awaitThat polls until a condition holds.
func awaitThat(ctx context.Context, t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("%s: %v", what, ctx.Err())
		}
	}
}

// printedLetters requires that the n letters of a run are listed, and that one of them is shown.
func printedLetters(t *testing.T, dir, run, id string, n int) {
	t.Helper()
	code, out, stderr := sibyl(t, "dead", "list", "--data-dir", dir)
	if code != 0 || strings.Count(out, "\n") != n+1 || !strings.Contains(out, "the imagery service was taken down") {
		t.Errorf("the list is printed as %q %s", out, stderr)
	}
	if code, out, _ := sibyl(t, "dead", "show", id, "--data-dir", dir); code != 0 || !strings.Contains(out, `"ce_correlationid": "`+run+`"`) {
		t.Errorf("the letter is shown as %s", out)
	}
}
