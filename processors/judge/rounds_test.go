package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// The first pass of each case is complete; again lists who is asked in a second one, or nobody.
var roundCases = []struct {
	name   string
	kind   events.ClaimType
	cap    int
	expect string
	lines  []string
	again  string
	gap    string // stands in the request
	query  string // stands in the first target's query
}{
	{name: "a settled case is not asked again", kind: events.Quantitative, expect: "data_metrics! legal",
		lines: []string{"data_metrics + high computed", "legal + high external:regulator.gov/a"}},
	{name: "a failed required agent is asked again", kind: events.Geographic, expect: "geography! legal",
		lines: []string{"geography ! timed out", "legal 0 high exhausted"},
		again: "geography", gap: "Not looked at by the geography agent", query: "imagery of Borneo for 2019"},
	{name: "a failed helpful agent is asked again even when the claim holds", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media ! rate limited"},
		again: "news_media", query: "tier 1 and 2"},
	{name: "a contradiction sends both sides round", kind: events.Quantitative, expect: "data_metrics! legal academic",
		lines: []string{"data_metrics - high computed", "legal 0 high", "academic + high external:doi.org/x"},
		again: "data_metrics academic", gap: "Contradiction: one source against one source for the claim", query: "fnd_03"},
	{name: "weak sources are asked for better ones", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"legal 0 high", "news_media + high external:a.example/1@4 external:b.example/2@4"},
		again: "news_media", gap: "Weak sources: the two best reach 0.27"},
	{name: "a missing sub-requirement is asked of the legal agent", kind: events.Strategic, expect: "legal! academic!",
		lines: []string{"legal + high report S2.14(a)(iv)=partially_addressed", "academic + high external:doi.org/x"},
		again: "legal", gap: "Sub-requirements are missing in S2.14(a)(iv)", query: "S2.14(a)(iv) is addressed only in part"},
	{name: "a paragraph not addressed at all is no missing sub-requirement", kind: events.Strategic, expect: "legal! academic!",
		lines: []string{"legal + high report S2.14(a)(iv)=not_addressed", "academic + high external:doi.org/x"}},
	{name: "too few sources: whoever left it open and can do more", kind: events.Quantitative, expect: "data_metrics! legal academic",
		lines: []string{"data_metrics + high computed exhausted", "legal 0 high exhausted", "academic 0 low"},
		again: "academic", gap: "Too few sources: one independent source has corroborated the claim, 2"},
	{name: "too few sources: first the helpful agents not asked yet", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics + high computed", "academic 0 low"},
		again: "legal"},
	{name: "an exhausted agent is not asked again", kind: events.Strategic, expect: "legal! academic!",
		lines: []string{"legal + high report S2.14(a)(iv)=partially_addressed exhausted", "academic + high external:doi.org/x"}},
	{name: "of a contradiction only those who can do more", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics - high computed exhausted", "academic + high external:doi.org/x"},
		again: "academic"},
	{name: "everybody exhausted ends it", kind: events.Quantitative, expect: "data_metrics! academic geography",
		lines: []string{"data_metrics + high computed exhausted", "academic ? no source configured", "geography ? no source configured"}},
	{name: "everybody exhausted ends it though a helpful agent was not asked", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics + high computed exhausted", "academic 0 low exhausted"}},
	{name: "the cap ends it", kind: events.Geographic, cap: 1, expect: "geography! legal",
		lines: []string{"geography ! timed out", "legal 0 high"}},
	{name: "a cap of two leaves room for one more", kind: events.Geographic, cap: 2, expect: "geography! legal",
		lines: []string{"geography ! timed out", "legal 0 high exhausted"}, again: "geography"},
	{name: "without a cap in the events the rubric's holds", kind: events.Geographic, cap: -1, expect: "geography! legal",
		lines: []string{"geography ! timed out", "legal 0 high exhausted"}, again: "geography"},
	{name: "nobody was expected, nobody is asked", kind: events.Environmental, expect: ""},
}

func TestWhoIsAskedAgain(t *testing.T) {
	for _, tc := range roundCases {
		t.Run(tc.name, func(t *testing.T) {
			limit := tc.cap
			if limit == 0 {
				limit = 3
			}
			c, drafts := run(t, tc.kind, max(limit, 0), []string{tc.expect}, tc.lines)
			asked, issued := requests(drafts), verdicts(drafts)
			if tc.again == "" {
				if len(asked) != 0 || len(issued) != 1 {
					t.Fatalf("asked %+v, %d verdicts", asked, len(issued))
				}
				return
			}
			if len(asked) != 1 || len(issued) != 0 || c.closed() {
				t.Fatalf("%d requests, %d verdicts", len(asked), len(issued))
			}
			var agents []string
			for _, a := range asked[0].Agents {
				agents = append(agents, string(a.Agent))
				if a.Query == "" || a.Reason == "" {
					t.Errorf("no query or reason for %+v", a)
				}
				if len(c.Passes) > 0 {
					for _, first := range c.Passes[0].Agents {
						if first.Agent == a.Agent && first.Required != a.Required {
							t.Errorf("%s was required %v and is now %v", a.Agent, first.Required, a.Required)
						}
					}
				}
			}
			if got := strings.Join(agents, " "); got != tc.again {
				t.Errorf("asked %s, want %s (gap: %s)", got, tc.again, asked[0].Gap)
			}
			if !strings.Contains(asked[0].Gap, tc.gap) {
				t.Errorf("gap %q does not say %q", asked[0].Gap, tc.gap)
			}
			if !strings.Contains(asked[0].Agents[0].Query, tc.query) {
				t.Errorf("query %q does not say %q", asked[0].Agents[0].Query, tc.query)
			}
			if asked[0].RequiredEvidence == "" || asked[0].Claim.ID != testClaim {
				t.Errorf("request %+v", asked[0])
			}
			for _, d := range drafts {
				if d.Type() == events.ReinvestigationRequested.Type && d.Iteration != 2 {
					t.Errorf("the request is for pass %d", d.Iteration)
				}
			}
		})
	}
}

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

func TestAnUpdatedFindingTakesThePlaceOfTheOld(t *testing.T) {
	passes := []string{"data_metrics! academic", "data_metrics! academic"}
	first := []string{"data_metrics - high computed", "academic + high external:doi.org/x"}
	for _, tc := range []struct {
		update string
		want   events.VerdictClass
	}{
		{"data_metrics + high computed refers:1 exhausted i2", events.Verified},
		{"data_metrics 0 high computed refers:1 i2", events.InsufficientEvidence},
		{"data_metrics 0 high refers:1 exhausted i2", events.Contradicted}, // nothing new: the old one stands
		{"data_metrics + high external:other.example/a i2", events.InsufficientEvidence},
	} {
		_, drafts := run(t, events.Quantitative, 2, passes, append(slices.Clone(first), tc.update, "academic 0 low exhausted i2"))
		issued := verdicts(drafts)
		if len(issued) != 1 || issued[0].Verdict != tc.want {
			t.Errorf("%s: got %+v, want %s", tc.update, issued, tc.want)
		}
	}
}

func TestALaterPassUpdatesAParagraph(t *testing.T) {
	_, drafts := run(t, events.LegalGovernance, 2, []string{"legal! news_media", "legal!"}, []string{
		"legal 0 high S1.27=partially_addressed", "news_media ? no source configured", "legal 0 high S1.27=not_addressed exhausted i2",
	})
	if issued := verdicts(drafts); len(issued) != 1 || len(issued[0].Paragraphs) != 1 || issued[0].Paragraphs[0].Status != events.NotAddressed {
		t.Errorf("verdicts %+v", issued)
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
	if closures := payloads[events.Closure](drafts, events.CaseClosed.Type); len(closures) != 2 || closures[0].Unable != 1 || closures[1].Unable != 0 || closures[1].Revision != 2 {
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
