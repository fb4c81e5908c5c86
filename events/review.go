package events

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ReviewAction is what a person does with a part of an analysis. None of them changes what the agents found: it stands
// beside it, with its author and reason, and can be withdrawn.
type ReviewAction string

// The closed set of actions.
const (
	ReviewComment  ReviewAction = "comment"
	ReviewAssign   ReviewAction = "assign"    // to somebody who looks into it
	ReviewResolve  ReviewAction = "resolve"   // nothing is left to be done about it
	ReviewSetAside ReviewAction = "set_aside" // a finding, a check or a gap that does not hold in this person's judgement
	ReviewUphold   ReviewAction = "uphold"    // the opposite: looked at, and it holds
	ReviewSignOff  ReviewAction = "sign_off"  // of the whole run
	ReviewReply    ReviewAction = "reply"     // the company's own answer
	ReviewWithdraw ReviewAction = "withdraw"  // of an earlier review, which counts no more
)

// ReviewActions lists the closed set.
func ReviewActions() []ReviewAction {
	return []ReviewAction{ReviewComment, ReviewAssign, ReviewResolve, ReviewSetAside, ReviewUphold, ReviewSignOff, ReviewReply, ReviewWithdraw}
}

// ReviewPart is what a review is of.
type ReviewPart string

// The closed set of parts.
const (
	PartRun     ReviewPart = "run"
	PartClaim   ReviewPart = "claim"
	PartFinding ReviewPart = "finding"
	PartCheck   ReviewPart = "check"
	PartGap     ReviewPart = "gap"
	PartMatter  ReviewPart = "matter"
)

// ReviewParts lists the closed set.
func ReviewParts() []ReviewPart {
	return []ReviewPart{PartRun, PartClaim, PartFinding, PartCheck, PartGap, PartMatter}
}

// Review is what one person has said or done about a part of an analysis.
type Review struct {
	ID       string       `json:"id"`
	ReportID string       `json:"report_id"`
	Action   ReviewAction `json:"action"`
	Part     ReviewPart   `json:"part"`
	Of       string       `json:"of,omitempty"` // id of the part; empty for the run
	By       string       `json:"by"`
	Reason   string       `json:"reason"`             // the comment, the answer, or why
	Assignee string       `json:"assignee,omitempty"` // to whom it is assigned
	Withdraw string       `json:"withdraw,omitempty"` // id of the review that is withdrawn
	At       time.Time    `json:"at"`
}

// MaxReviewReason is the longest text of a review, in code points: an answer of the company can be long.
const MaxReviewReason = 10_000

// Check refuses a review that does not say who does what with which part, and why.
func (r Review) Check() error {
	var errs []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	need(r.ID != "", "it has no id")
	need(slices.Contains(ReviewActions(), r.Action), "action must be one of %s, not %q", listed(ReviewActions()), r.Action)
	need(slices.Contains(ReviewParts(), r.Part), "part must be one of %s, not %q", listed(ReviewParts()), r.Part)
	need(r.Part == PartRun || r.Of != "", "of must name the %s", r.Part)
	need(r.Part != PartRun || r.Of == "", "of must be empty for the run as a whole")
	need(r.Action != ReviewSignOff || r.Part == PartRun, "only the run as a whole can be signed off")
	need((r.Action == ReviewAssign) == (strings.TrimSpace(r.Assignee) != ""), "assignee goes with assign, and only with it")
	need((r.Action == ReviewWithdraw) == (r.Withdraw != ""), "withdraw goes with the id of a review, and only with it")
	if r.Action == ReviewSetAside || r.Action == ReviewUphold {
		need(r.Part != PartRun && r.Part != PartClaim, "a finding, a check, a gap or a matter can be set aside or upheld; rule on a claim by an override")
	}
	for _, text := range []struct {
		name, value string
		most        int
	}{{"by", r.By, MaxOverrideBy}, {"reason", r.Reason, MaxReviewReason}, {"assignee", r.Assignee, MaxOverrideBy}, {"of", r.Of, MaxOverrideBy}} {
		if text.name == "by" || text.name == "reason" {
			need(strings.TrimSpace(text.value) != "", "%s must say something", text.name)
		}
		n := utf8.RuneCountInString(text.value)
		need(n <= text.most, "%s has %d characters, %d are allowed", text.name, n, text.most)
	}
	return errors.Join(errs...)
}

func listed[S ~string](values []S) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return strings.Join(out, ", ")
}

// Standing lists the reviews that count, in their order: one that was withdrawn does not, and neither does the withdrawal.
// Withdrawing a withdrawal puts back what it had taken away.
func Standing(all []Review) []Review {
	withdrawn := map[string]bool{}
	for i := len(all) - 1; i >= 0; i-- { // a later one decides about an earlier one
		if r := all[i]; r.Action == ReviewWithdraw && !withdrawn[r.ID] {
			withdrawn[r.Withdraw] = true
		}
	}
	var out []Review
	for _, r := range all {
		if r.Action != ReviewWithdraw && !withdrawn[r.ID] {
			out = append(out, r)
		}
	}
	return out
}
