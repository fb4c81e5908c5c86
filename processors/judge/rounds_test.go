package judge

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func TestASecondPassCompletesTheFirst(t *testing.T) {
	c, drafts := run(t, events.Geographic, 3, []string{"geography! legal", "geography!"}, []string{
		"geography ! timed out",
		"legal + high report exhausted",
		"geography + high imagery i2",
	})
	issued := verdicts(drafts)
	if len(issued) != 1 {
		t.Fatalf("%d verdicts, case %+v", len(issued), c)
	}
	v := issued[0]
	if v.Verdict != events.Verified || v.Iteration != 2 || len(v.MissingAgents) != 0 {
		t.Errorf("verdict %s in pass %d, missing %v", v.Verdict, v.Iteration, v.MissingAgents)
	}
	if len(v.Cycles) != 1 || v.Cycles[0].Iteration != 2 || !slices.Equal(v.Cycles[0].Agents, []events.Agent{events.Geography}) ||
		len(v.Cycles[0].Queries) != 1 || v.Cycles[0].RequiredEvidence == "" {
		t.Errorf("cycles %+v", v.Cycles)
	}
	if got := payloads[events.Closure](drafts, events.CaseClosed.Type); len(got) != 1 || got[0].Unable != 1 || got[0].Verdict != events.Verified {
		t.Errorf("closures %+v", got)
	}
}

func TestALateFindingRevisesTheVerdict(t *testing.T) {
	lines := []string{"geography ~ silent for 30s", "legal + high report"}
	late := []string{"geography + high imagery more", "geography + high imagery"}
	c, drafts := run(t, events.Geographic, 1, []string{"geography! legal"}, append(slices.Clone(lines), late...))
	issued := verdicts(drafts)
	if len(issued) != 2 {
		t.Fatalf("%d verdicts: a revision is due with the agent's last finding only", len(issued))
	}
	old, revised := issued[0], issued[1]
	if old.Verdict != events.InsufficientEvidence || old.Final || old.Confidence != events.ConfidenceLow {
		t.Errorf("first verdict %s, final %v, confidence %s", old.Verdict, old.Final, old.Confidence)
	}
	if revised.Verdict != events.Verified || !revised.Final || revised.Revision != 2 || revised.Supersedes != old.ID || revised.ID == old.ID {
		t.Errorf("revision %+v", revised)
	}
	if len(requests(drafts)) != 0 || !c.closed() {
		t.Error("a late finding reopened the case")
	}
	if closures := payloads[events.Closure](drafts, events.CaseClosed.Type); len(closures) != 2 ||
		closures[0].Unable != 1 || closures[1].Unable != 0 || closures[1].Revision != 2 {
		t.Errorf("closures %+v", closures)
	}
	if subjects := uniqueSubjects(t, drafts); subjects != len(drafts) {
		t.Errorf("%d drafts have %d subjects", len(drafts), subjects)
	}
}

func TestAnAgentsOwnWordMakesTheVerdictFinal(t *testing.T) {
	_, drafts := run(t, events.Geographic, 1, []string{"geography! legal"}, []string{
		"geography ~ silent for 30s", "legal + high report", "geography ! there was no imagery after all",
	})
	issued := verdicts(drafts)
	if len(issued) != 2 || issued[0].Final || !issued[1].Final {
		t.Fatalf("verdicts %+v", issued)
	}
	if m := issued[1].MissingAgents; len(m) != 1 || m[0].Reason != "there was no imagery after all" {
		t.Errorf("missing %+v", m)
	}
}

func TestRepeatsAndReportLevelEventsChangeNothing(t *testing.T) {
	lines := []string{"data_metrics + high computed", "legal + high external:regulator.gov/a"}
	c, _ := run(t, events.Quantitative, 3, []string{"data_metrics! legal"}, lines)
	before := encoded(t, c)
	b := bench{DefaultRubric()}
	for _, h := range parse(t, lines) {
		s, err := b.listen(c, h, 3)
		if err != nil || len(s.Publish) != 0 {
			t.Fatalf("a repeat published %d events, error %v", len(s.Publish), err)
		}
		c = s.State
	}
	report := parseLine(t, 9, "legal 0 high report")
	report.finding.ClaimID = ""
	s, err := b.listen(c, report, 3)
	if err != nil || len(s.Publish) != 0 {
		t.Fatalf("a report-level finding published %d events, error %v", len(s.Publish), err)
	}
	if after := encoded(t, s.State); after != before {
		t.Errorf("state changed:\n%s\n%s", before, after)
	}
}

func uniqueSubjects(t *testing.T, drafts []events.Draft) int {
	t.Helper()
	seen := map[string]bool{}
	for _, d := range drafts {
		seen[d.Type()+" "+d.Subject] = true
	}
	return len(seen)
}

// An agent that took a side with one source, and says that it could look further, is asked again; one that has looked
// everywhere is not.
func TestAnAgentThatTookASideIsAskedToLookFurther(t *testing.T) {
	for found, asked := range map[string]bool{
		"academic + high external:journal.example":           true,
		"academic + high external:journal.example exhausted": false,
	} {
		_, drafts := run(t, events.Environmental, 3, []string{"academic! legal"}, []string{found, "legal 0 high standard exhausted"})
		again := requests(drafts)
		if (len(again) == 1) != asked || asked && (len(again[0].Agents) != 1 || again[0].Agents[0].Agent != events.Academic) {
			t.Errorf("%s: asked again %+v", found, again)
		}
		if issued := verdicts(drafts); (len(issued) == 0) != asked {
			t.Errorf("%s: %d verdicts", found, len(issued))
		}
	}
}
