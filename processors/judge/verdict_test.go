package judge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// Each case is ruled in its only pass. Blank expectations are not checked; levels are sufficiency,
// consistency, quality and completeness.
var verdictCases = []struct {
	name       string
	kind       events.ClaimType
	expect     string
	lines      []string
	want       events.VerdictClass
	confidence events.Confidence
	score      float64
	levels     string
	origins    string
	missing    string
	paragraphs string
	consistent string
}{
	// Sufficiency counts independent origins (FRD 11 B.1, decision 19).
	{name: "three independent origins verify", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media + high external:reuters.com/a@1"},
		want:  events.Verified, confidence: events.ConfidenceHigh, score: 1, levels: "high high high high",
		origins: "external:doi.org/x external:reuters.com/a issuer"},
	{name: "two independent origins verify", kind: events.Quantitative, expect: "data_metrics! legal",
		lines: []string{"data_metrics + high computed", "legal + high external:regulator.gov/filing"},
		want:  events.Verified, confidence: events.ConfidenceHigh, score: 0.88, levels: "medium high high high"},
	{name: "one outside origin is insufficient", kind: events.Environmental, expect: "academic!",
		lines: []string{"academic + high registry"},
		want:  events.InsufficientEvidence, confidence: events.ConfidenceMedium, score: 0.79, levels: "low high high high", origins: "registry"},
	{name: "no origin at all is unverified", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"legal 0 high standard", "news_media 0 low"},
		want:  events.Unverified, confidence: events.ConfidenceHigh, score: 0.4, levels: "very_low unclear low high"},
	{name: "five agents of one issuer are one source", kind: events.Strategic, expect: "legal! academic! news_media data_metrics",
		lines: []string{"legal + high report", "academic + high prior_report", "news_media + high company:acme.com@3", "data_metrics + high computed"},
		want:  events.InsufficientEvidence, levels: "low high high high", origins: "issuer", consistent: "yes"},
	{name: "two findings of one story are one source", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:reuters.com/a@1 more", "news_media + high external:Reuters.com/A@1", "legal 0 high standard"},
		want:  events.InsufficientEvidence, origins: "external:reuters.com/a"},
	{name: "two stories of two publishers are two sources", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:reuters.com/a@1 more", "news_media + high external:bbc.co.uk/b@2", "legal 0 high standard"},
		want:  events.Verified, origins: "external:bbc.co.uk/b external:reuters.com/a"},
	{name: "one finding with two documents has two origins", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:reuters.com/a@1 external:bbc.co.uk/b@2", "legal 0 high standard"},
		want:  events.Verified, levels: "medium high high high"},
	{name: "two benchmark data sets are two origins", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"academic + high benchmark:iea-2023 benchmark:cdp-2022", "data_metrics 0 high"},
		want:  events.Verified, origins: "benchmark:cdp-2022 benchmark:iea-2023", levels: "medium high medium high", score: 0.78},
	{name: "imagery is one origin however many scenes", kind: events.Geographic, expect: "geography! legal",
		lines: []string{"geography + high imagery:scene-1 imagery:scene-2", "legal 0 high standard"},
		want:  events.InsufficientEvidence, origins: "imagery"},

	// What corroborates nothing.
	{name: "the claim's own words corroborate nothing", kind: events.LegalGovernance, expect: "legal!",
		lines: []string{"legal + high claim"}, want: events.Unverified, origins: ""},
	{name: "the standard's text corroborates nothing", kind: events.LegalGovernance, expect: "legal!",
		lines: []string{"legal + high standard"}, want: events.Unverified, origins: ""},
	{name: "an outside document without a name is no source", kind: events.LegalGovernance, expect: "legal!",
		lines: []string{"legal + high *external"}, want: events.Unverified, origins: ""},
	{name: "evidence beside the conclusion is no ground of it", kind: events.Quantitative, expect: "data_metrics!",
		lines: []string{"data_metrics + high computed &external:iea.org/a &benchmark:iea"}, want: events.InsufficientEvidence, origins: "issuer"},
	{name: "arithmetic needs no citation to be the issuer's", kind: events.Quantitative, expect: "data_metrics!",
		lines: []string{"data_metrics + high *computed"}, want: events.InsufficientEvidence, origins: "issuer"},
	{name: "compliance alone leaves truth open", kind: events.LegalGovernance, expect: "legal!",
		lines: []string{"legal 0 high standard report S1.27=fully_addressed"}, want: events.Unverified, paragraphs: "S1.27=fully_addressed"},

	// Verified needs an origin outside the issuer, the score, the quality (decision 20).
	{name: "a report agreeing with itself verifies nothing", kind: events.Quantitative, expect: "data_metrics! legal",
		lines: []string{"data_metrics + high computed", "legal + high report"},
		want:  events.InsufficientEvidence, origins: "issuer", consistent: "yes"},
	{name: "issuer and one outside origin verify", kind: events.Geographic, expect: "geography! legal",
		lines: []string{"geography + high imagery", "legal + high report"},
		want:  events.Verified, origins: "imagery issuer", consistent: "yes"},
	{name: "low quality keeps from verifying", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:blog.example/a@4 external:forum.example/b@4", "legal 0 high standard"},
		want:  events.InsufficientEvidence, levels: "medium high low high", score: 0.705},
	{name: "three weak blogs do not verify by number", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:a.example/1@4 external:b.example/2@4 external:c.example/3@4", "legal 0 high standard"},
		want:  events.InsufficientEvidence, levels: "high high low high"},
	{name: "low completeness alone does not hide two strong sources", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "news_media + high external:reuters.com/a@1", "academic ! service down"},
		want:  events.Verified, confidence: events.ConfidenceLow, levels: "medium high high medium", missing: "academic: service down"},
	{name: "a score below 0.7 keeps from verifying", kind: events.Strategic, expect: "legal! academic! geography",
		lines: []string{"legal ! down", "geography ! down", "academic + medium external:a.example/1 external:b.example/2@1"},
		want:  events.InsufficientEvidence, confidence: events.ConfidenceLow, levels: "medium high medium low", score: 0.64},

	// Quality is the mean of the best finding of the two best origins (decision 20a).
	{name: "a further weak source does not lower quality", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media + low external:blog.example/a@4"},
		want:  events.Verified, levels: "high high high high"},
	{name: "a repeated weak finding of the same origin does not lower quality", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics + high computed more", "data_metrics + low computed", "academic + high external:doi.org/x"},
		want:  events.Verified, levels: "medium high high high"},
	{name: "confidence of the finding lowers its quality", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics + medium computed", "academic + medium external:doi.org/x"},
		want:  events.Verified, levels: "medium high medium high", score: 0.78, confidence: events.ConfidenceMedium},
	{name: "news without a tier counts as tier 4", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:unknown.example/a", "legal 0 high standard"},
		want:  events.InsufficientEvidence, levels: "low high low high"},
	{name: "tier 2 is of medium quality", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:ft.com/a@2", "legal 0 high standard"},
		want:  events.InsufficientEvidence, levels: "low high medium high"},
	{name: "tier 3 is of low quality", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media + high external:wire.example/a@3", "legal 0 high standard"},
		want:  events.InsufficientEvidence, levels: "low high low high"},

	// Completeness uses the agents of the opened case, each taken off once (decision 20a).
	{name: "a missing required agent costs 0.3", kind: events.Geographic, expect: "geography! legal",
		lines: []string{"geography ! no imagery service", "legal 0 high standard"},
		want:  events.Unverified, confidence: events.ConfidenceLow, levels: "very_low unclear low medium", missing: "geography: no imagery service"},
	{name: "a missing helpful agent costs 0.2", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics 0 high", "academic ! timed out"},
		want:  events.Unverified, levels: "very_low unclear low high", missing: "academic: timed out"},
	{name: "all agents failed", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal ! a", "academic ! b", "news_media ! c"},
		want:  events.Unverified, confidence: events.ConfidenceLow, levels: "very_low unclear low low", missing: "legal: a news_media: c academic: b"},
	{name: "an agent with nowhere to look has not looked", kind: events.Geographic, expect: "geography! legal",
		lines: []string{"geography ? no source configured", "legal 0 high standard"},
		want:  events.Unverified, confidence: events.ConfidenceLow, missing: "geography: no source configured", levels: "very_low unclear low medium"},
	{name: "unverified is only as sure as was looked", kind: events.Quantitative, expect: "data_metrics! legal academic",
		lines: []string{"data_metrics 0 high", "legal 0 high standard", "academic ? no source configured"},
		want:  events.Unverified, confidence: events.ConfidenceLow},
	{name: "nobody was expected", kind: events.Environmental, expect: "",
		want: events.Unverified, confidence: events.ConfidenceLow},

	// Contradictions (decisions 20a, 21).
	{name: "two strong contradictions are high confidence", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics - high computed", "academic - high external:doi.org/x"},
		want:  events.Contradicted, confidence: events.ConfidenceHigh, score: 0.88, levels: "medium high high high", consistent: "no"},
	{name: "one failed calculation contradicts", kind: events.Quantitative, expect: "data_metrics! legal",
		lines: []string{"data_metrics - high computed", "legal 0 high standard"},
		want:  events.Contradicted, confidence: events.ConfidenceMedium, levels: "low high high high", consistent: "no"},
	{name: "a contradiction of low quality is not enough", kind: events.LegalGovernance, expect: "legal! news_media",
		lines: []string{"news_media - high external:blog.example/a@4", "legal 0 high standard"},
		want:  events.InsufficientEvidence},
	{name: "one of tier 1 is enough though outweighed", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low external:court.gov/a@1"},
		want:  events.Contradicted},
	{name: "one of tier 2 is not enough when outweighed", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low external:ft.com/a@2"},
		want:  events.InsufficientEvidence, levels: "medium medium high high"},
	{name: "two of tier 2 are enough", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low external:ft.com/a@2 external:bbc.co.uk/b@2"},
		want:  events.Contradicted},
	{name: "two of tier 3 are not enough", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low external:a.example/1@3 external:b.example/2@3"},
		want:  events.InsufficientEvidence},
	{name: "three of tier 3 are enough", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low external:a.example/1@3 external:b.example/2@3 external:c.example/3@3"},
		want:  events.Contradicted},
	{name: "the company's own tier 3 release is not an outside source", kind: events.Strategic, expect: "legal! academic! news_media",
		lines: []string{"legal + high report", "academic + high external:doi.org/x", "news_media - low company:acme.com/1@3 external:b.example/2@3 external:c.example/3@3"},
		want:  events.InsufficientEvidence},
	{name: "equal weight for and against is a contradiction but no verdict", kind: events.Quantitative, expect: "data_metrics! geography",
		lines: []string{"data_metrics - high computed", "geography + high imagery"},
		want:  events.InsufficientEvidence, levels: "low low high high"},
	{name: "more weight against", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics - high computed", "academic + high external:doi.org/x"},
		want:  events.Contradicted, levels: "low low high high"},
	{name: "more weight for: neither verified nor contradicted", kind: events.Quantitative, expect: "data_metrics! academic",
		lines: []string{"data_metrics - medium computed", "academic + high external:doi.org/x"},
		want:  events.InsufficientEvidence, levels: "low low high high"},
	{name: "a contradiction beside inconclusive findings stays one", kind: events.Quantitative, expect: "data_metrics! legal academic",
		lines: []string{"data_metrics - high computed", "legal 0 high standard", "academic 0 high"},
		want:  events.Contradicted},
	{name: "a contradiction without any origin blocks but does not weigh", kind: events.Quantitative, expect: "data_metrics! academic legal",
		lines: []string{"data_metrics - high", "academic + high external:doi.org/x", "legal + high report"},
		want:  events.InsufficientEvidence},
	{name: "the claim's words can contradict themselves", kind: events.Quantitative, expect: "data_metrics!",
		lines: []string{"data_metrics - high claim"}, want: events.Contradicted, consistent: "no"},
	{name: "ten findings of one origin against two for are one", kind: events.Strategic, expect: "legal! academic! data_metrics",
		lines: []string{"data_metrics - medium computed more", "data_metrics - medium computed more", "data_metrics - medium computed", "legal + high external:regulator.gov/a", "academic + high external:doi.org/x"},
		want:  events.InsufficientEvidence, levels: "medium medium high high"},

	// The report against itself, and compliance, are axes of their own (decisions 18, 20).
	{name: "two statements that disagree leave truth open", kind: events.Quantitative, expect: "data_metrics!",
		lines: []string{"data_metrics 0 high report inconsistent"}, want: events.Unverified, consistent: "no"},
	{name: "nothing of the issuer's says nothing of its consistency", kind: events.Geographic, expect: "geography!",
		lines: []string{"geography + high imagery"}, want: events.InsufficientEvidence, consistent: "unknown"},
	{name: "legal's status is shown before that of data_metrics", kind: events.Quantitative, expect: "data_metrics! legal",
		lines:      []string{"data_metrics 0 high S2.29=not_addressed S2.33=fully_addressed", "legal 0 high S2.29=fully_addressed S2.33=could_not_assess"},
		paragraphs: "S2.29=fully_addressed S2.33=fully_addressed"},
	{name: "of two findings on one paragraph the one that found more stands", kind: events.LegalGovernance, expect: "legal!",
		lines:      []string{"legal 0 high S1.27=not_addressed S1.33=fully_addressed more", "legal 0 high S1.27=partially_addressed S1.33=not_addressed"},
		paragraphs: "S1.27=partially_addressed S1.33=fully_addressed"},
	{name: "a word outside the closed set is no status", kind: events.LegalGovernance, expect: "legal!",
		lines: []string{"legal 0 high S1.27=addressed"}, want: events.Unverified, paragraphs: ""},
	{name: "a contradicted claim may satisfy its paragraph", kind: events.Quantitative, expect: "data_metrics! legal",
		lines: []string{"data_metrics - high computed", "legal 0 high S2.29=fully_addressed"},
		want:  events.Contradicted, paragraphs: "S2.29=fully_addressed"},
	{name: "without any assessment a paragraph could not be assessed", kind: events.Strategic, expect: "legal! academic!",
		lines: []string{"legal ! down", "academic 0 high"}, paragraphs: "S2.14(a)(iv)=could_not_assess"},
}

func TestVerdicts(t *testing.T) {
	for _, tc := range verdictCases {
		t.Run(tc.name, func(t *testing.T) {
			c, drafts := run(t, tc.kind, 1, []string{tc.expect}, tc.lines)
			issued := verdicts(drafts)
			if len(issued) != 1 || len(requests(drafts)) != 0 {
				t.Fatalf("%d verdicts and %d requests in the only pass; case %+v", len(issued), len(requests(drafts)), c)
			}
			v := issued[0]
			check := func(what string, got, want any) {
				t.Helper()
				if got != want {
					t.Errorf("%s: got %v, want %v\n%s", what, got, want, v.Reasoning)
				}
			}
			if tc.want != "" {
				check("verdict", v.Verdict, tc.want)
			}
			if tc.confidence != "" {
				check("confidence", v.Confidence, tc.confidence)
			}
			if tc.score != 0 {
				check("score", v.Score, tc.score)
			}
			d := v.Dimensions
			if tc.levels != "" {
				check("levels", strings.Join([]string{d.Sufficiency.Level, d.Consistency.Level, d.Quality.Level, d.Completeness.Level}, " "), tc.levels)
			}
			if tc.origins != "" || v.Verdict == events.Unverified {
				check("origins", strings.Join(v.Origins, " "), tc.origins)
			}
			if tc.missing != "" || len(tc.lines) > 0 && !strings.ContainsAny(strings.Join(tc.lines, ""), "!?~") {
				var missing []string
				for _, m := range v.MissingAgents {
					missing = append(missing, string(m.Agent)+": "+m.Reason)
				}
				check("missing", strings.Join(missing, " "), tc.missing)
			}
			if tc.paragraphs != "" || strings.Contains(tc.name, "closed set") {
				var got []string
				for _, p := range v.Paragraphs {
					got = append(got, p.ID+"="+string(p.Status))
				}
				check("paragraphs", strings.Join(got, " "), tc.paragraphs)
			}
			if tc.consistent != "" {
				got := "unknown"
				if x := v.InternallyConsistent; x != nil {
					got = map[bool]string{true: "yes", false: "no"}[*x]
				}
				check("internally consistent", got, tc.consistent)
			}
			sound(t, v, tc.lines)
		})
	}
	if len(verdictCases) < 40 {
		t.Errorf("only %d cases", len(verdictCases))
	}
}

// sound checks what holds for every verdict whatever its case.
func sound(t *testing.T, v events.Verdict, lines []string) {
	t.Helper()
	d := v.Dimensions
	if sum := 0.3*d.Sufficiency.Score + 0.25*d.Consistency.Score + 0.25*d.Quality.Score + 0.2*d.Completeness.Score; math.Abs(sum-v.Score) > 1e-4 {
		t.Errorf("score %v is not the weighted sum %v of its dimensions", v.Score, sum)
	}
	for _, n := range []float64{v.Score, v.ConfidenceScore} {
		if n < 0 || n > 1 || n != math.Round(n*1e4)/1e4 {
			t.Errorf("%v is not a number from 0 to 1 with four places", n)
		}
	}
	if v.Rubric != DefaultRubric().ID() || v.Revision != 1 || v.Supersedes != "" || v.ReportID != testReport {
		t.Errorf("verdict %+v", v)
	}
	if !slices.IsSorted(v.FindingIDs) || !slices.IsSorted(v.Origins) {
		t.Errorf("lists are not sorted: %v %v", v.FindingIDs, v.Origins)
	}
	for i, line := range lines {
		sign := strings.Fields(line)[1]
		if sign != "!" && sign != "~" && !slices.Contains(v.FindingIDs, findingID(i+1)) {
			t.Errorf("finding %s was heard but is not listed", findingID(i+1))
		}
		if (sign == "+" || sign == "-") && i < 3 && !strings.Contains(v.Reasoning, findingID(i+1)) {
			t.Errorf("the reasoning does not cite %s: %s", findingID(i+1), v.Reasoning)
		}
	}
	for _, m := range v.MissingAgents {
		if !strings.Contains(v.Reasoning, name(m.Agent)) {
			t.Errorf("the reasoning does not name the missing %s: %s", m.Agent, v.Reasoning)
		}
	}
	if !strings.Contains(v.Reasoning, "It would change if") {
		t.Errorf("the reasoning does not say what would change it: %s", v.Reasoning)
	}
	if v.Verdict == events.Verified && (len(v.Origins) < 2 || strings.Join(v.Origins, "") == originIssuer) {
		t.Errorf("verified by %v", v.Origins)
	}
}
