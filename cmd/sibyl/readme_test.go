package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
)

// TestUpShowsTheSample runs what `make run` runs. README's first screen is what it prints, and what it tells people
// while it works agrees with its document.
func TestUpShowsTheSample(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	t.Chdir("../..")
	evidence, err := filepath.Abs("data/sample/evidence") // as the command line makes it
	if err != nil {
		t.Fatal(err)
	}
	up := UpCmd{
		Addr: "127.0.0.1:0", Analyze: makesSample(t), Evidence: evidence,
		Place: stack.Place{DataDir: dir}, Dependencies: settings.Dependencies{LogLevel: "warn"},
	}
	var doc document.Document
	var told []feed.Event
	printed := untilShown(t, up, func(c client.Client) { doc, told = wholeRun(t, c) })
	t.Run("README shows what is printed", func(t *testing.T) {
		if have := readmesFirstBlock(t); have != printed {
			t.Errorf("README's first block shows\n%s\nwhere the program prints\n%s\nPaste this:\n\n```\n$ make run\n%s```", have, printed, printed)
		}
	})
	t.Run("README says what the evidence decides", func(t *testing.T) { evidenceDecides(t, doc) })
	t.Run("people are told what the document says", func(t *testing.T) { toldTruly(t, doc, told) })
	t.Run("nothing was given, and nothing is warned of", func(t *testing.T) {
		for _, w := range doc.Report.Warnings {
			if strings.Contains(w, "as given") {
				t.Errorf("warning %q", w)
			}
		}
	})
}

// evidenceDecides requires README's table of verdicts on the sample to hold: each claim has its verdict, the document named
// beside it is cited for it, and each verdict is among them.
func evidenceDecides(t *testing.T, doc document.Document) {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range doc.Evidence {
		files[e.ID] = e.Filename
	}
	verdicts, cited := map[string]events.VerdictClass{}, map[string][]string{}
	for _, v := range doc.Verdicts {
		verdicts[v.ClaimID] = v.Verdict
	}
	for _, f := range doc.Findings {
		for _, e := range f.Evidence {
			cited[f.ClaimID] = append(cited[f.ClaimID], files[e.Document])
		}
	}
	seen := map[events.VerdictClass]bool{}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| (.+) \| (verified|unverified|contradicted|insufficient_evidence) \| (.+) \|$`).FindAllSubmatch(readme, -1)
	for _, r := range rows {
		page, text, want := string(r[1]), string(r[2]), events.VerdictClass(r[3])
		seen[want] = true
		found := false
		for _, c := range doc.Claims {
			if fmt.Sprint(c.Page) != page || !strings.Contains(c.Text, text) {
				continue
			}
			found = true
			if verdicts[c.ID] != want {
				t.Errorf("%q is %s, README says %s", c.Text, verdicts[c.ID], want)
			}
			for _, file := range regexp.MustCompile("`([^`]+)`").FindAllSubmatch(r[4], -1) {
				if !slices.Contains(cited[c.ID], string(file[1])) {
					t.Errorf("%q: README names %s, cited are %q", c.Text, file[1], cited[c.ID])
				}
			}
		}
		if !found {
			t.Errorf("page %s has no claim with %q", page, text)
		}
	}
	if len(seen) != 4 {
		t.Errorf("README shows the verdicts %v of four", seen)
	}
}

// makesSample is the report that `make run` analyses.
func makesSample(t *testing.T) string {
	t.Helper()
	rules, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	sample := regexp.MustCompile(`(?m)^SAMPLE := (\S+)$`).FindSubmatch(rules)
	run := regexp.MustCompile(`(?m)^\tbin/sibyl up --offline .*--analyze \$\(SAMPLE\) --evidence data/sample/evidence$`)
	if sample == nil || !run.Match(rules) {
		t.Fatal("`make run` is not what this test runs")
	}
	return string(sample[1])
}

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// untilShown runs `sibyl up` until the report named on its command line is analysed, and returns what it printed of it,
// with the address that `make run` has on a machine where nobody else listens there. Before it ends it, it calls look.
func untilShown(t *testing.T, up UpCmd, look func(client.Client)) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stderr := os.Stderr
	os.Stderr = w
	defer func() { os.Stderr = stderr }()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		err := up.Run(ctx)
		w.Close()
		ended <- err
	}()
	var all, shown strings.Builder
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		fmt.Fprintln(&all, line)
		if line == filepath.Base(up.Analyze) || shown.Len() > 0 && ctx.Err() == nil {
			fmt.Fprintln(&shown, address.ReplaceAllString(line, "http://127.0.0.1:8080"))
		}
		if strings.HasSuffix(line, "(Ctrl-C ends)") {
			look(client.New(address.FindString(line), ""))
			cancel()
		}
	}
	if err := <-ended; err != nil || shown.Len() == 0 || ctx.Err() != context.Canceled {
		t.Fatalf("sibyl up: %v, after it had printed\n%s", err, all.String())
	}
	return shown.String()
}

// readmesFirstBlock is what README says that `make run` prints.
func readmesFirstBlock(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```\n\\$ make run\n(.*?)```").FindSubmatch(readme)
	if block == nil {
		t.Fatal("README's first screen has no `make run`")
	}
	return string(block[1])
}

// What the run's end has overtaken on the feed is counted nonetheless: the totals are the document's.
func TestTotalsAreTheDocuments(t *testing.T) {
	doc := document.Document{
		Claims:   []document.Claim{{Priority: events.High}, {Priority: events.Low}},
		Gaps:     []document.Gap{{Status: events.NotAddressed}, {Status: events.Conditional}, {Status: events.CouldNotAssess}},
		Verdicts: []document.Verdict{{Iteration: 1}, {Iteration: 3}},
	}
	const all = "  claims       2 (1 high, 0 medium, 1 low priority)\n" +
		"  disclosures  1 items open against IFRS S1/S2, 1 could not be assessed\n" +
		"  verdicts     2, 1 after more than one pass\n"
	for name, seen := range map[string][]feedEvent{
		"in order": {
			{events.ClaimsCompleted.Type, `{"claims": 2, "by_priority": {"high": 1, "low": 1}}`},
			{events.GapsAssessed.Type, `{"gaps": 1, "by_status": {"not_addressed": 1, "conditional": 1, "could_not_assess": 1}}`},
			{events.ReinvestigationRequested.Type, `{}`},
			{events.ReinvestigationRequested.Type, `{}`},
			{events.AnalysisCompleted.Type, `{"status": "completed"}`},
		},
		"the end overtakes all": {{events.AnalysisCompleted.Type, `{"status": "completed"}`}},
	} {
		var out strings.Builder
		p := &terminal.Progress{W: &out}
		for _, e := range seen {
			if err := p.Event(e.typ, []byte(e.data)); err != nil {
				t.Fatal(err)
			}
		}
		p.Total(&doc)
		if out.String() != all {
			t.Errorf("%s: shown\n%s\nwant\n%s", name, out.String(), all)
		}
	}
}

type feedEvent struct{ typ, data string }
