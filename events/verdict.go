package events

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// VerdictClass is the judge's answer to whether a claim holds.
type VerdictClass string

// The closed set of verdicts.
const (
	Verified             VerdictClass = "verified"
	Unverified           VerdictClass = "unverified"
	Contradicted         VerdictClass = "contradicted"
	InsufficientEvidence VerdictClass = "insufficient_evidence"
)

// VerdictClasses lists the closed set of verdicts.
func VerdictClasses() []VerdictClass {
	return []VerdictClass{Verified, Unverified, Contradicted, InsufficientEvidence}
}

// Dimension is one of the four scores of the rubric: a word and its number.
type Dimension struct {
	Level string  `json:"level"`
	Score float64 `json:"score"`
}

// Dimensions are the four scores behind a verdict.
type Dimensions struct {
	Sufficiency  Dimension `json:"sufficiency"`
	Consistency  Dimension `json:"consistency"`
	Quality      Dimension `json:"quality"`
	Completeness Dimension `json:"completeness"`
}

// Cycle is one re-investigation the judge asked for.
type Cycle struct {
	Iteration        int      `json:"iteration"` // the pass that was asked for
	Gap              string   `json:"gap"`
	Queries          []string `json:"queries"`
	Agents           []Agent  `json:"agents"`
	RequiredEvidence string   `json:"required_evidence"`

	VerdictBefore VerdictClass `json:"verdict_before,omitempty"` // what would have been ruled without this pass
}

// MissingAgent is an expected agent that gave no finding.
type MissingAgent struct {
	Agent  Agent  `json:"agent"`
	Reason string `json:"reason"`
}

// Verdict is the public result for one claim; a higher revision supersedes a lower one. Where a person has
// ruled, Verdict is theirs and Override holds the machine's beside it; everything else speaks of the evidence.
type Verdict struct {
	ID                   string            `json:"id"`
	ClaimID              string            `json:"claim_id"`
	ReportID             string            `json:"report_id"`
	Verdict              VerdictClass      `json:"verdict"`          // what stands
	Confidence           Confidence        `json:"confidence"`       // in verdict, by the evidence: low where a person rules otherwise
	ConfidenceScore      float64           `json:"confidence_score"` // 0-1
	Score                float64           `json:"score"`            // weighted sum of the dimensions, 0-1
	Iteration            int               `json:"iteration"`
	Dimensions           Dimensions        `json:"dimensions"`
	Origins              []string          `json:"origins"` // independent origins of corroboration
	InternallyConsistent *bool             `json:"internally_consistent"`
	Reasoning            string            `json:"reasoning"`
	FindingIDs           []string          `json:"finding_ids"`
	Paragraphs           []ParagraphStatus `json:"paragraphs"`
	Cycles               []Cycle           `json:"cycles"`
	MissingAgents        []MissingAgent    `json:"missing_agents"`
	Rubric               string            `json:"rubric"` // version
	Revision             int               `json:"revision"`
	Final                bool              `json:"final"` // no agent is outstanding
	Supersedes           string            `json:"supersedes,omitempty"`
	Override             *Overruled        `json:"override,omitempty"` // set where a person has ruled

	Basis     string     `json:"basis,omitempty"`     // what the rules say, where a model has worded Reasoning
	Narration *Narration `json:"narration,omitempty"` // set where a model was asked to word it
}

// Narration is what came of asking a model to word a verdict. The verdict itself is the rubric's.
type Narration struct {
	Asked     Asked        `json:"asked"`
	Proposed  VerdictClass `json:"proposed,omitempty"`  // what the model would have ruled
	Disagrees bool         `json:"disagrees,omitempty"` // that is another verdict than the rubric's, which holds
}

// Overruled is a person's ruling beside the machine's verdict. It stands until a person rules again; later
// evidence changes what Machine says, and nothing else of it.
type Overruled struct {
	ID       string         `json:"id"`
	Verdict  VerdictClass   `json:"verdict"`
	By       string         `json:"by"`
	Reason   string         `json:"reason"`
	At       time.Time      `json:"at"`                 // of the event by which it was asked for
	Replaces string         `json:"replaces,omitempty"` // the person's ruling before
	Machine  MachineVerdict `json:"machine"`
}

// MachineVerdict is what the evidence comes down to, whatever a person has ruled.
type MachineVerdict struct {
	Verdict         VerdictClass `json:"verdict"`
	Confidence      Confidence   `json:"confidence"`
	ConfidenceScore float64      `json:"confidence_score"` // 0-1
}

// Override is a person's ruling on one claim of a run. The judge answers it with a new revision of the verdict.
type Override struct {
	ID       string       `json:"id"`
	ClaimID  string       `json:"claim_id"`
	ReportID string       `json:"report_id"`
	Verdict  VerdictClass `json:"verdict"`
	By       string       `json:"by"`     // who rules
	Reason   string       `json:"reason"` // why

	Withdraw bool `json:"withdraw,omitempty"` // takes back what was ruled: the evidence alone counts again, and Verdict is empty
}

// The longest name and reason of an override, in code points: they stand in every later revision.
const (
	MaxOverrideBy     = 200
	MaxOverrideReason = 2000
)

// Check refuses an override that does not say who rules what on which claim, and why.
func (o Override) Check() error {
	var errs []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	need(o.ID != "", "it has no id")
	need(o.ClaimID != "", "it names no claim")
	need(!o.Withdraw || o.Verdict == "", "verdict must be empty where a ruling is withdrawn")
	need(o.Withdraw || slices.Contains(VerdictClasses(), o.Verdict), "verdict must be one of %s, not %q", words(VerdictClasses()), o.Verdict)
	for _, text := range []struct {
		name, value string
		most        int
	}{{"by", o.By, MaxOverrideBy}, {"reason", o.Reason, MaxOverrideReason}} {
		need(strings.TrimSpace(text.value) != "", "%s must say something", text.name)
		n := utf8.RuneCountInString(text.value)
		need(n <= text.most, "%s has %d characters, %d are allowed", text.name, n, text.most)
	}
	return errors.Join(errs...)
}

func words(classes []VerdictClass) string {
	out := make([]string, len(classes))
	for i, c := range classes {
		out[i] = string(c)
	}
	return strings.Join(out, ", ")
}
