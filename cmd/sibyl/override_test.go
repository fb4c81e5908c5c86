package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/document"
)

// TestARulingGoesTheWholeWay analyses the sample, rules on claims by hand, and looks at everything that shows
// verdicts: the document, one claim, the verdict events, a replay, read models that are folded again.
func TestARulingGoesTheWholeWay(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	before, _ := analysed(t, dir)
	i := slices.IndexFunc(before.Verdicts, func(v document.Verdict) bool { return v.Verdict == events.Contradicted })
	if i < 0 {
		t.Fatal("nothing in the sample is contradicted")
	}
	machine := before.Verdicts[i]
	rule := func(verdict, reason string, more ...string) (int, string, string) {
		t.Helper()
		return sibyl(t, append([]string{"override", before.Run.ID, machine.ClaimID, "--verdict", verdict, "--reason", reason, "--data-dir", dir}, more...)...)
	}
	reason := "Restated in " + before.Run.ID + ": see the annual report."
	code, out, stderr := rule("verified", reason, "--by", "Jane Doe", "--json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var ruled api.Ruled
	if err := json.Unmarshal([]byte(out), &ruled); err != nil {
		t.Fatal(err)
	}
	firstRuling(t, ruled, machine)

	// Without a name it is the user's; a person may think better of it.
	code, out, stderr = rule("insufficient_evidence", "The annual report says less than I thought.")
	if code != 0 || !strings.Contains(out, "revision 3 supersedes "+ruled.Verdict.ID) ||
		!strings.Contains(out, "the machine's verdict stays beside it: contradicted") {
		t.Errorf("the second ruling: exit code %d, %s%s", code, out, stderr)
	}
	show := func(run string, args ...string) []byte {
		t.Helper()
		code, out, stderr := sibyl(t, append([]string{"show", run, "--data-dir", dir}, args...)...)
		if code != 0 {
			t.Fatalf("showing %s: exit code %d: %s", run, code, stderr)
		}
		return []byte(out)
	}
	reviewed(t, dir, before)
	if text := string(show(before.Run.ID, "--claim", machine.ClaimID)); !strings.Contains(text, "verdict: insufficient_evidence, low confidence") ||
		!strings.Contains(text, "the machine's verdict: contradicted, "+string(machine.Confidence)+" confidence") ||
		!strings.Contains(text, "The annual report says less") {
		t.Errorf("the claim is shown as %s", text)
	}
	raw := show(before.Run.ID, "--json")
	var after document.Document
	if err := json.Unmarshal(raw, &after); err != nil {
		t.Fatal(err)
	}
	if o := after.Verdicts[i].Override; o == nil || o.Replaces != ruled.Override.ID || o.By == "" || after.Verdicts[i].Revision != 3 {
		t.Errorf("the document shows %+v", after.Verdicts[i])
	}
	if m := after.Matters[len(after.Matters)-1]; len(after.Reviews) != 5 || !after.Reviews[0].Withdrawn || !m.SetAside || m.ID != before.Matters[0].ID {
		t.Errorf("the document has the reviews %+v and comes last to %+v", after.Reviews, m)
	}
	after.Verdicts[i] = before.Verdicts[i]
	if !reflect.DeepEqual(after.Verdicts, before.Verdicts) || after.Run.Status != events.RunCompleted {
		t.Error("the ruling changed other verdicts, or the run")
	}

	// Subscribers see every revision, the machine's first.
	seen := revisionsOf(t, dir, before.Run.ID, machine.ClaimID)
	if got, want := strings.Join(seen, ", "), "1 contradicted over nobody, 2 verified over contradicted, 3 insufficient_evidence over contradicted"; got != want {
		t.Errorf("subscribers see %s, want %s", got, want)
	}

	// A replay takes the rulings with it, whole or from later on, and read models folded again show them.
	replay := replaysWithRulings(t, dir, before.Run.ID, raw, show)
	if code, _, stderr := sibyl(t, "rebuild", "verdicts", "reviews", "--data-dir", dir); code != 0 {
		t.Fatalf("rebuilding: exit code %d: %s", code, stderr)
	}
	if again := show(before.Run.ID, "--json"); !bytes.Equal(again, raw) {
		t.Error("the document differs after the verdicts were folded again")
	}

	refusedRulings(t, dir, before.Run.ID, machine.ClaimID, replay)

	// What was ruled can be taken back: the verdict of the evidence counts again.
	code, out, stderr = sibyl(t, "override", before.Run.ID, machine.ClaimID, "--withdraw", "--reason", "I was wrong.", "--data-dir", dir)
	if code != 0 || !strings.Contains(out, "is contradicted again") {
		t.Errorf("withdrawing: exit code %d, %s%s", code, out, stderr)
	}
	code, _, stderr = sibyl(t, "override", before.Run.ID, machine.ClaimID, "--withdraw", "--reason", "Again.", "--data-dir", dir)
	if code == 0 || !strings.Contains(stderr, "nothing to withdraw") {
		t.Errorf("withdrawing again: exit code %d, %s", code, stderr)
	}
}

// reviewed comments on the run and takes that back, sets aside what matters most, and signs off.
func reviewed(t *testing.T, dir string, before document.Document) {
	t.Helper()
	review := func(want int, args ...string) string {
		t.Helper()
		code, out, stderr := sibyl(t, append([]string{"review", before.Run.ID, "--by", "Jane Doe", "--data-dir", dir}, args...)...)
		if code != want {
			t.Fatalf("review %v: exit code %d: %s%s", args, code, out, stderr)
		}
		return out + stderr
	}
	var first api.Reviewed
	if err := json.Unmarshal([]byte(review(0, "comment", "--reason", "Too early.", "--json")), &first); err != nil {
		t.Fatal(err)
	}
	review(0, "withdraw", "--withdraw", first.Review.ID, "--reason", "Not so.")
	review(0, "set_aside", "--part", "matter", "--of", before.Matters[0].ID, "--reason", "A known misprint.")
	ofRows := slices.IndexFunc(before.Matters, func(m document.Matter) bool { // made of figures alone, which are no part of the read models
		return m.Kind == document.MatterLeading && len(m.CheckIDs)+len(m.FindingIDs)+len(m.ClaimIDs) == 0
	})
	if ofRows < 0 {
		t.Fatal("no matter is made of figures alone")
	}
	review(0, "comment", "--part", "matter", "--of", before.Matters[ofRows].ID, "--reason", "Asked the company.")
	if out := review(0, "sign_off", "--reason", "Read and agreed."); !strings.Contains(out, "sign_off by Jane Doe is on record (rvw_") {
		t.Errorf("signed off: %s", out)
	}
	if out := review(exit.CodeUsage, "comment", "--part", "check", "--of", "chk_none", "--reason", "x"); !strings.Contains(out, "no check chk_none") {
		t.Errorf("a comment on nothing: %s", out)
	}
	if out := review(exit.CodeUsage, "assign", "--reason", "x"); !strings.Contains(out, "assignee goes with assign") {
		t.Errorf("assigned to nobody: %s", out)
	}
}

// refusedRulings requires that rulings which cannot be made are refused with a reason.
func refusedRulings(t *testing.T, dir, run, claim, replay string) {
	t.Helper()
	for says, args := range map[string][]string{
		"there is no run run_none here": {"run_none", claim, "--verdict", "verified", "--reason", "x"},
		"has no claim clm_none":         {run, "clm_none", "--verdict", "verified", "--reason", "x"},
		"must be one of":                {run, claim, "--verdict", "true", "--reason", "x"},
		"missing flags: --reason":       {run, claim, "--verdict", "verified"},
		"by must say something":         {run, claim, "--verdict", "verified", "--reason", "x", "--by", "\t "},
		"body.reason: expected length":  nil,
		"repeats run " + run:            {replay, claim, "--verdict", "verified", "--reason", "x"},
	} {
		if args == nil {
			args = []string{run, claim, "--verdict", "verified", "--reason", ""}
			says = "reason: expected length"
		}
		want := exit.CodeUsage
		if args[0] == replay {
			want = exit.CodeFailed // a conflict
		}
		code, _, stderr := sibyl(t, append([]string{"override", "--data-dir", dir}, args...)...)
		if code != want || !strings.Contains(stderr, says) {
			t.Errorf("override %v: exit code %d, %s; want %d and %q", args, code, stderr, want, says)
		}
	}
}

// revisionsOf lists the verdict events of a claim, in their order.
func revisionsOf(t *testing.T, dir, run, claim string) (seen []string) {
	t.Helper()
	code, out, stderr := sibyl(t, "verdicts", "--run", run, "--data-dir", dir)
	if code != 0 {
		t.Fatalf("verdicts: exit code %d: %s", code, stderr)
	}
	lines := bufio.NewScanner(strings.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Data events.Verdict }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if d := line.Data; d.ClaimID == claim {
			by := "nobody"
			if d.Override != nil {
				by = string(d.Override.Machine.Verdict)
			}
			seen = append(seen, fmt.Sprintf("%d %s over %s", d.Revision, d.Verdict, by))
		}
	}
	return seen
}

// replaysWithRulings replays a run as a whole and in parts, requires the same document each time, and returns the last
// replay.
func replaysWithRulings(t *testing.T, dir, run string, raw []byte, show func(run string, args ...string) []byte) (replay string) {
	t.Helper()
	for _, from := range [][]string{nil, {"--from", "claims.routed"}, {"--from", "runs.progress"}} {
		code, out, stderr := sibyl(t, append([]string{"replay", run, "--json", "--data-dir", dir}, from...)...)
		if code != 0 {
			t.Fatalf("replaying %v: exit code %d: %s", from, code, stderr)
		}
		var answer struct{ Run struct{ ID string } }
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatal(err)
		}
		replay = answer.Run.ID
		if again := show(replay, "--json"); !bytes.Equal(withoutRun(t, again), withoutRun(t, raw)) {
			t.Errorf("the document of the replay from %v differs beyond run and times", from)
		}
	}
	return replay
}

// firstRuling requires that a ruling has led to a revision that supersedes the machine's verdict and tells both.
func firstRuling(t *testing.T, ruled api.Ruled, machine document.Verdict) {
	t.Helper()
	v := ruled.Verdict
	if v == nil || v.Verdict != events.Verified || v.Revision != 2 || v.Supersedes != machine.ID || v.Confidence != events.ConfidenceLow ||
		v.Score != machine.Score {
		t.Fatalf("the ruling led to %+v", v)
	}
	if o := v.Override; o.By != "Jane Doe" || o.Reason != "Restated in this run: see the annual report." || o.At.IsZero() || o.ID != ruled.Override.ID ||
		o.Machine.Verdict != events.Contradicted || o.Machine.Confidence != machine.Confidence || o.Machine.ConfidenceScore != machine.ConfidenceScore {
		t.Errorf("the override is %+v", o)
	}
	if !strings.Contains(v.Reasoning, machine.Reasoning) || !strings.Contains(v.Reasoning, "Jane Doe") {
		t.Errorf("the reasoning is %s", v.Reasoning)
	}
}
