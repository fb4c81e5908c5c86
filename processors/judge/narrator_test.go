package judge

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// narrator plays a story and keeps what was said since the last expectation.
type narrator struct {
	t       *testing.T
	bench   bench
	story   story
	state   Case
	passes  int
	heard   int
	rulings int
	said    []events.Draft // not yet expected
	verdict *events.Verdict
	asked   *events.Reinvestigation
	wrong   []string
}

// tell plays a story under a rubric and lists what is not as the story says.
func tell(t *testing.T, r Rubric, s story) []string {
	t.Helper()
	n := &narrator{t: t, bench: bench{r}, story: s}
	for _, line := range s.lines {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case isAnswer(line):
			n.hear(line)
		case word == "pass":
			n.open(rest)
		case word == "override":
			n.override(rest)
		case word == "withdraw":
			n.withdraw()
		default:
			n.expect(word, strings.TrimSpace(rest))
		}
	}
	n.expect("nothing", "")
	return n.wrong
}

func (n *narrator) complain(format string, args ...any) {
	n.wrong = append(n.wrong, fmt.Sprintf(format, args...))
}

func (n *narrator) take(s stream.Step[Case], err error) {
	n.t.Helper()
	if err != nil {
		n.t.Fatal(err)
	}
	n.state = throughJSON(n.t, s.State)
	n.said = append(n.said, s.Publish...)
}

func (n *narrator) open(agents string) {
	n.passes++
	n.take(n.bench.opened(context.Background(), n.state, events.Event[events.Case]{
		Envelope: events.Envelope{Iteration: n.passes, IterationCap: n.story.cap},
		Data:     events.Case{Claim: claimOf(n.story.kind), Iteration: n.passes, Agents: tasks(agents)},
	}))
}

func (n *narrator) hear(line string) {
	n.heard++
	n.take(n.bench.listen(n.state, parseLine(n.t, n.heard, fmt.Sprintf("%s i%d", line, n.passes)), n.story.cap))
}

// override lets a person rule: CLASS NAME: REASON.
func (n *narrator) override(line string) {
	class, rest, _ := strings.Cut(line, " ")
	by, reason, _ := strings.Cut(rest, ": ")
	n.rulings++
	n.take(n.bench.listen(n.state, heard{ruling: &events.Override{
		ID: fmt.Sprintf("ovr_%d", n.rulings), ClaimID: testClaim, ReportID: testReport, Verdict: events.VerdictClass(class), By: by, Reason: reason,
	}}, n.story.cap))
}

// withdraw lets a person take back what was ruled.
func (n *narrator) withdraw() {
	n.rulings++
	n.take(n.bench.listen(n.state, heard{ruling: &events.Override{
		ID: fmt.Sprintf("ovr_%d", n.rulings), ClaimID: testClaim, ReportID: testReport, By: "Jane Doe", Reason: "I was wrong.", Withdraw: true,
	}}, n.story.cap))
}

func (n *narrator) expect(what, want string) {
	switch what {
	case "verdict", "asks", "nothing":
		n.spoke(what, want)
	case "gap", "query", "evidence":
		if n.asked == nil {
			n.complain("%s %s: nobody was asked", what, want)
			return
		}
		n.request(what, want)
	default:
		if n.verdict == nil {
			n.complain("%s %s: there is no verdict", what, want)
			return
		}
		n.detail(what, want)
	}
}

// spoke checks the one thing that the judge was to say, and that it said nothing else.
func (n *narrator) spoke(what, want string) {
	issued, asked := verdicts(n.said), requests(n.said)
	n.said = nil
	expected := map[string][2]int{"verdict": {1, 0}, "asks": {0, 1}, "nothing": {0, 0}}[what]
	if got := [2]int{len(issued), len(asked)}; got != expected {
		n.complain("%s %s: %d verdicts %v and %d requests", what, want, got[0], issued, got[1])
		n.verdict, n.asked = nil, nil
		return
	}
	switch what {
	case "asks":
		n.asked = &asked[0]
		var agents []string
		for _, a := range asked[0].Agents {
			agents = append(agents, string(a.Agent))
		}
		slices.Sort(agents)
		if got, want := strings.Join(agents, " "), sorted(want); got != want {
			n.complain("asks %s, want %s (gap: %s)", got, want, asked[0].Gap)
		}
	case "verdict":
		before := n.verdict
		n.verdict = &issued[0]
		n.ruled(want, before)
	}
}

func sorted(words string) string {
	f := strings.Fields(words)
	slices.Sort(f)
	return strings.Join(f, " ")
}

// ruled checks a verdict and what holds for every one of them.
func (n *narrator) ruled(want string, before *events.Verdict) {
	v := n.verdict
	got := fmt.Sprintf("%s %s %v", v.Verdict, v.Confidence, v.Score)
	if v.Revision > 1 {
		got += fmt.Sprintf(" revision %d", v.Revision)
	}
	if !v.Final {
		got += " open"
	}
	if got != want {
		n.complain("verdict %s, want %s\n%s", got, want, v.Reasoning)
	}
	switch {
	case before == nil && (v.Revision != 1 || v.Supersedes != ""):
		n.complain("the first verdict is revision %d and supersedes %q", v.Revision, v.Supersedes)
	case before != nil && (v.Revision != before.Revision+1 || v.Supersedes != before.ID || v.ID == before.ID):
		n.complain("revision %d %s supersedes %q after %d %s", v.Revision, v.ID, v.Supersedes, before.Revision, before.ID)
	}
	n.sound()
}

func (n *narrator) request(what, want string) {
	got := map[string]string{"gap": n.asked.Gap, "evidence": n.asked.RequiredEvidence}[what]
	if what == "query" {
		agent, text, _ := strings.Cut(want, " ")
		want = text
		for _, a := range n.asked.Agents {
			if string(a.Agent) == agent {
				got = a.Query
			}
		}
	}
	if !strings.Contains(got, want) {
		n.complain("%s %q does not say %q", what, got, want)
	}
	if n.asked.Claim.ID != testClaim || n.asked.RequiredEvidence == "" || n.asked.Gap == "" {
		n.complain("request %+v", n.asked)
	}
}

func (n *narrator) detail(what, want string) {
	v := n.verdict
	var got string
	switch what {
	case "levels":
		d := v.Dimensions
		got = strings.Join([]string{d.Sufficiency.Level, d.Consistency.Level, d.Quality.Level, d.Completeness.Level}, " ")
	case "origins":
		got = strings.Join(v.Origins, " ")
	case "missing":
		var missing []string
		for _, m := range v.MissingAgents {
			missing = append(missing, string(m.Agent)+": "+m.Reason)
		}
		got = strings.Join(missing, "; ")
	case "paragraphs":
		var ps []string
		for _, p := range v.Paragraphs {
			ps = append(ps, p.ID+"="+string(p.Status))
		}
		got = strings.Join(ps, " ")
	case "consistent":
		got = "unknown"
		if x := v.InternallyConsistent; x != nil {
			got = map[bool]string{true: "yes", false: "no"}[*x]
		}
	case "says":
		if !strings.Contains(v.Reasoning, want) {
			n.complain("the reasoning does not say %q: %s", want, v.Reasoning)
		}
		return
	case "confidence":
		got = fmt.Sprint(v.ConfidenceScore)
	case "ruled":
		got = "nobody"
		if o := v.Override; o != nil {
			got = fmt.Sprintf("%s by %s, machine %s %s %v", o.Verdict, o.By, o.Machine.Verdict, o.Machine.Confidence, o.Machine.ConfidenceScore)
			if o.Replaces != "" {
				got += " replaces " + strings.TrimPrefix(o.Replaces, "ovr_")
			}
			if o.Verdict != v.Verdict || !o.At.Equal(ruledAt) || o.Reason == "" {
				n.complain("the verdict is %s, the override %+v", v.Verdict, o)
			}
		}
	case "order":
		got = n.orderIn(v.Reasoning)
	default:
		n.t.Fatalf("%s: %q is no expectation", n.story.name, what)
	}
	if got != want {
		n.complain("%s %q, want %q", what, got, want)
	}
}

// orderIn lists the agents whose findings a reasoning tells of, in their order.
func (n *narrator) orderIn(reasoning string) string {
	at := map[int]string{}
	for i, line := range n.story.answers()[:n.heard] {
		if j := strings.Index(reasoning, fmt.Sprintf("line %d", i+1)); j >= 0 {
			at[j] = strings.Fields(line)[0]
		}
	}
	var out []string
	for i := range len(reasoning) {
		if a, there := at[i]; there {
			out = append(out, a)
		}
	}
	return strings.Join(out, " ")
}

// toldOf reports whether a reasoning tells of the finding of a line: by its quotation or by its summary.
func toldOf(reasoning string, line int) bool {
	return strings.Contains(strings.ToLower(reasoning), fmt.Sprintf("line %d", line))
}

// rests reports whether a finding has a source that counts: one that has none is told of in general.
func (n *narrator) rests(id string) bool {
	ev := Evaluate(n.bench.rubric, n.state.sofar())
	for _, s := range append(slices.Clone(ev.Support), ev.Contradict...) {
		if slices.Contains(s.Findings, id) {
			return true
		}
	}
	return false
}

// mostWords is the longest that a reasoning may be, without what a person has ruled.
const mostWords = 230

// unspeakable says what is wrong with a reasoning as a text for people.
func unspeakable(s string) string {
	_, own, ruled := strings.Cut(s, "confidence. ")
	if !strings.HasPrefix(s, "Ruled ") || !ruled {
		own = s
	}
	for what, bad := range map[string][]string{
		"loose spaces": {"  ", " .", " ,"}, "an empty part": {"“”", "()", "..", ". .", ": .", ", ,", ", and ,"},
		"an id or a number of the rubric": {"fnd_", "chk_", "ovr_", "score"},
	} {
		for _, b := range bad {
			if strings.Contains(own, b) {
				return what
			}
		}
	}
	switch n := len(strings.Fields(own)); {
	case n > mostWords:
		return fmt.Sprintf("%d words", n)
	case !strings.HasSuffix(own, "."):
		return "no full stop"
	case strings.TrimSpace(own) != own:
		return "loose ends"
	}
	for _, sentence := range strings.Split(own, ". ") {
		if first, _ := utf8.DecodeRuneInString(sentence); unicode.IsLower(first) {
			return "a sentence without its capital: " + sentence
		}
	}
	return ""
}

// sound checks what holds for every verdict whatever its case.
func (n *narrator) sound() {
	v := n.verdict
	d, w := v.Dimensions, n.bench.rubric.Weights
	sum := w.Sufficiency*d.Sufficiency.Score + w.Consistency*d.Consistency.Score + w.Quality*d.Quality.Score + w.Completeness*d.Completeness.Score
	if math.Abs(sum-v.Score) > 1e-4 {
		n.complain("score %v is not the weighted sum %v of its dimensions", v.Score, sum)
	}
	for _, x := range []float64{v.Score, v.ConfidenceScore} {
		if x < 0 || x > 1 || x != round4(x) {
			n.complain("%v is not a number from 0 to 1 with four places", x)
		}
	}
	most := n.bench.rubric.Calibration[v.Verdict].Right
	if v.Verdict == events.Unverified {
		most = n.bench.rubric.Consistent
	}
	if v.Override == nil && v.ConfidenceScore > most {
		n.complain("confidence %s is %v, and %s is right in %v", v.Confidence, v.ConfidenceScore, v.Verdict, most)
	}
	if v.Verdict == events.Unverified && v.Confidence == events.ConfidenceHigh {
		n.complain("that nothing was found is of high confidence")
	}
	if v.Rubric != n.bench.rubric.ID() || v.ReportID != testReport || v.ClaimID != testClaim || v.Iteration != len(v.Cycles)+1 {
		n.complain("verdict %+v", v)
	}
	if !slices.IsSorted(v.FindingIDs) || !slices.IsSorted(v.Origins) {
		n.complain("lists are not sorted: %v %v", v.FindingIDs, v.Origins)
	}
	for i, line := range n.story.answers()[:n.heard] {
		sign, id := strings.Fields(line)[1], findingID(i+1)
		if strings.Contains("+-0?", sign) && !slices.Contains(v.FindingIDs, id) {
			n.complain("finding %s was heard but is not listed", id)
		}
		if strings.Contains("+-", sign) && len(n.story.answers()) <= 4 && n.passes == 1 && n.rests(id) && !toldOf(v.Reasoning, i+1) {
			n.complain("the reasoning does not tell of %s: %s", id, v.Reasoning)
		}
	}
	for _, m := range v.MissingAgents {
		if !strings.Contains(v.Reasoning, angle(m.Agent)) {
			n.complain("the reasoning does not name the missing %s: %s", m.Agent, v.Reasoning)
		}
	}
	if wrong := unspeakable(v.Reasoning); wrong != "" {
		n.complain("%s: %s", wrong, v.Reasoning)
	}
	if !strings.Contains(v.Reasoning, "It would change ") {
		n.complain("the reasoning does not say what would change it: %s", v.Reasoning)
	}
	if v.Override == nil && v.Verdict == events.Verified && (len(v.Origins) < 2 || strings.Join(v.Origins, "") == originIssuer) {
		n.complain("verified by %v", v.Origins)
	}
}
