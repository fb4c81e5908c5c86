package narrate_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/judge/narrate"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const claim, report = "clm_1", "rep_1"

// bench is a judge whose reasoning a scripted model words.
func bench(t *testing.T, answer func(reasontest.Request) string) (*streamtest.Driver, *reasontest.Server) {
	t.Helper()
	server := reasontest.New(t)
	server.Answer = answer
	return narrated(t, server), server
}

func narrated(t *testing.T, server *reasontest.Server) *streamtest.Driver {
	t.Helper()
	return streamtest.New(t, stream.Learning(judge.NewNarrated(judge.DefaultRubric(), narrate.Model{}), server.Learner(t, reason.Judge)))
}

// contradicted is a claim of water that a document denies, up to its verdict.
func contradicted(d *streamtest.Driver) events.Verdict {
	against := false
	d.When(streamtest.Event(events.CaseOpened, "run_1", events.PassSubject(claim, 1, "opened"), events.Case{
		Claim:     events.Claim{ID: claim, ReportID: report, Page: 12, Type: events.Quantitative, Text: "We withdrew 3.4 million cubic metres of water in 2024."},
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.NewsMedia, Required: true}},
	}, streamtest.Pass(1, 1)))
	d.When(streamtest.Event(events.FindingProduced, "run_1", events.PassSubject(claim, 1, "news_media", "0"), events.Finding{
		ID: "fnd_aaaa", Agent: events.NewsMedia, ClaimID: claim, Iteration: 1, EvidenceType: "library", SupportsClaim: &against, Score: 0.9,
		Confidence: events.ConfidenceHigh, Summary: "The water authority writes of 5.1 million cubic metres in 2024.", Last: true, Exhausted: true,
		Origins: []events.Origin{events.OriginExternal}, Details: []byte("{}"), Paragraphs: []events.ParagraphStatus{},
		Evidence: []events.Evidence{{Origin: events.OriginExternal, Source: "authority.example/water", Page: 3, Date: "2025-01-10", Tier: 1}},
	}, streamtest.Pass(1, 1)))
	return streamtest.One(d, events.VerdictIssued).Data
}

func says(reasoning, cites, verdict string) string {
	return fmt.Sprintf(`{"reasoning": %q, "would_change": "A corrected figure of the authority would.", "cites": [%s], "verdict": %q}`, reasoning, cites, verdict)
}

// invented are words of answers that stand in nothing that was given.
var invented = regexp.MustCompile(`7\.9|f3|f4|lied|0123456789|example\.com`)

const sound = "The water authority gives 5.1 million cubic metres for 2024, not 3.4 million [f1]. Nobody outside the company bears the claim out."

// TestWording: the model rows of FRD 11, 10.1, and what may stand in a reasoning at all. The verdict is the rubric's in every one.
func TestWording(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		want         events.AskOutcome
		problem      string
	}{
		{"a sound wording is used", says(sound, `"f1"`, "contradicted"), events.AskAnswered, ""},
		{"a model that would rule otherwise is recorded", says(sound, `"f1"`, "verified"), events.AskAnswered, ""},
		{"findings that are listed and not in the text are put there",
			says("The water authority gives another figure for the same year than the company.", `"f1"`, "contradicted"), events.AskAnswered, ""},
		{"words that are not JSON", "The claim is wrong.", events.AskUnusable, "no JSON object"},
		{"a wrong schema", `{"verdict": "contradicted"}`, events.AskUnusable, "schema"},
		{"a finding that was not given",
			says("It is denied by another source as well [f7], and by the first [f1].", `"f1"`, "contradicted"), events.AskUnusable, "f7"},
		{"a finding that is only listed and was not given is left out", says(sound, `"f1", "f4"`, "contradicted"), events.AskAnswered, ""},
		{"sentences that rest on what was not given are left out", says(sound+" A figure of 7.9 million is wrong. [f1] The register agrees [f3]."+
			` It says "the company has lied to everybody" [f1]. See fnd_0123456789abcdef. See https://example.com too.`, `"f1"`, "contradicted"),
			events.AskAnswered, ""},
		{"no finding at all",
			says("The water authority gives another figure for the same year than the company.", ``, "contradicted"), events.AskUnusable, "cites no finding"},
		{"an invented id",
			says("The authority denies it [f1], and so does fnd_0123456789abcdef, which was found.", `"f1"`, "contradicted"), events.AskUnusable, "id"},
		{"an invented figure", says("The water authority gives 7.9 million cubic metres for 2024 [f1].", `"f1"`, "contradicted"), events.AskUnusable, "7.9"},
		{"an invented quotation", says(`The authority writes "the company has lied to everybody" [f1].`, `"f1"`, "contradicted"), events.AskUnusable, "quotes"},
		{"an address", says("The authority denies it [f1], see https://example.com for more of it.", `"f1"`, "contradicted"), events.AskUnusable, "address"},
		{"another verdict",
			says("The claim is verified by the water authority, which agrees with it [f1].", `"f1"`, "verified"), events.AskUnusable, "another verdict"},
		{"more than its bounds is cut behind a sentence",
			says(strings.Repeat("The water authority denies it [f1]. ", 90), `"f1"`, "contradicted"), events.AskAnswered, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := contradicted(streamtest.New(t, judge.New(judge.DefaultRubric())))
			d, server := bench(t, func(reasontest.Request) string { return c.answer })
			v := contradicted(d)
			n := v.Narration
			if n == nil || n.Asked.Outcome != c.want || !strings.Contains(n.Asked.Problem, c.problem) || v.Verdict != events.Contradicted {
				t.Fatalf("%s with %+v", v.Verdict, n)
			}
			if v.Score != rules.Score || v.ConfidenceScore != rules.ConfidenceScore || fmt.Sprint(v.FindingIDs) != fmt.Sprint(rules.FindingIDs) {
				t.Errorf("the model changed more than words: %+v, without it %+v", v, rules)
			}
			if c.want != events.AskAnswered {
				if v.Reasoning != rules.Reasoning || v.Basis != "" || n.Proposed != "" || len(server.Requests()) != 2 {
					t.Errorf("after %d requests it says %q", len(server.Requests()), v.Reasoning)
				}
				return
			}
			if v.Basis != rules.Reasoning || !strings.HasPrefix(v.Reasoning, "Contradicted: The water authority") || !strings.Contains(v.Reasoning, "(fnd_aaaa)") ||
				strings.Contains(v.Reasoning, "f1") || invented.MatchString(v.Reasoning) || len(v.Reasoning) > 3000 ||
				!strings.Contains(v.Reasoning, "What would change it: A corrected figure") {
				t.Errorf("it says %q on the basis of %q", v.Reasoning, v.Basis)
			}
			if n.Disagrees != (string(n.Proposed) == "verified") {
				t.Errorf("disagreement: %+v", n)
			}
		})
	}
}

// TestAnEndpointThatFailsLeavesTheRulesWords: FRD 11, 10.1, 10.4 and 22: the verdict is issued as the rules alone word it, and says what was asked in vain.
func TestAnEndpointThatFailsLeavesTheRulesWords(t *testing.T) {
	rules := contradicted(streamtest.New(t, judge.New(judge.DefaultRubric())))
	for name, fail := range reasontest.Outages() {
		t.Run(name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Always = fail
			v := contradicted(narrated(t, server))
			n := v.Narration
			if n == nil || n.Asked.Outcome == events.AskAnswered || n.Asked.Problem == "" || n.Proposed != "" || len(server.Requests()) != 1 {
				t.Fatalf("%+v after %d requests", n, len(server.Requests()))
			}
			if v.Narration = nil; fmt.Sprintf("%+v", v) != fmt.Sprintf("%+v", rules) {
				t.Errorf("the verdict is %+v, by the rules alone %+v", v, rules)
			}
		})
	}
}

// What a person reads in the feed is what the verdict says, and a finding that changes nothing asks nobody again.
func TestAWordedVerdictIsIssuedOnce(t *testing.T) {
	d, server := bench(t, func(reasontest.Request) string { return says(sound, `"f1"`, "contradicted") })
	v := contradicted(d)
	shown := ""
	for _, e := range streamtest.Of(d, events.ActivityReported) {
		if e.Data.Event == "verdict_issued" {
			shown, _ = e.Data.Data["reasoning"].(string)
		}
	}
	if shown != v.Reasoning || len(streamtest.Of(d, events.AnswerRecorded)) != 1 {
		t.Errorf("people see %q, the verdict says %q", shown, v.Reasoning)
	}
	d.When(streamtest.Event(events.FindingUnable, "run_1", events.PassSubject(claim, 1, "legal", "unable"), events.Inability{
		Agent: events.Legal, ClaimID: claim, Iteration: 1, Reason: "late",
	}))
	if n := len(server.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestTheModelSeesFindingsUnderShortNames(t *testing.T) {
	d, server := bench(t, func(reasontest.Request) string { return says(sound, `"f1"`, "contradicted") })
	contradicted(d)
	q := server.Requests()[0]
	names, kinds := q.Names()
	if strings.Join(names, " ") != "claim rules f1" || kinds[2] != "a finding of news media, against the claim" || strings.Contains(q.User, "fnd_") ||
		!strings.Contains(q.Body("f1"), "authority.example/water, page 3, 2025-01-10") {
		t.Errorf("names %v, kinds %q in\n%s", names, kinds, q.User)
	}
	if !strings.Contains(q.User, `The verdict is "contradicted".`) {
		t.Error("the verdict is not given")
	}
}
