package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// Override is a person's ruling beside the machine's verdict.
type Override struct {
	ID       string              `json:"id"`
	Verdict  events.VerdictClass `json:"verdict"`
	By       string              `json:"by"`
	Reason   string              `json:"reason"`
	At       time.Time           `json:"at"`
	Replaces string              `json:"replaces" jsonschema:"description=the ruling before; empty if there was none"`
	Machine  MachineVerdict      `json:"machine" jsonschema:"description=what the evidence comes down to"`
}

// MachineVerdict is what the evidence comes down to, whatever a person has ruled.
type MachineVerdict struct {
	Verdict         events.VerdictClass `json:"verdict"`
	Confidence      events.Confidence   `json:"confidence"`
	ConfidenceScore float64             `json:"confidence_score" jsonschema:"minimum=0,maximum=1"`
}

func override(o *events.Overruled) *Override {
	if o == nil {
		return nil
	}
	return &Override{
		ID: o.ID, Verdict: o.Verdict, By: o.By, Reason: o.Reason, At: o.At, Replaces: o.Replaces, Machine: MachineVerdict(o.Machine),
	}
}

// Review is what one person has said or done about a part of the analysis.
type Review struct {
	ID        string              `json:"id"`
	Action    events.ReviewAction `json:"action"`
	Part      events.ReviewPart   `json:"part"`
	Of        string              `json:"of" jsonschema:"description=id of the part; empty for the run"`
	By        string              `json:"by"`
	Reason    string              `json:"reason"`
	Assignee  string              `json:"assignee"`
	Withdraw  string              `json:"withdraw" jsonschema:"description=id of the review that is withdrawn by this one"`
	Withdrawn bool                `json:"withdrawn" jsonschema:"description=it counts no more"`
	At        time.Time           `json:"at"`
}

// reviewed are the reviews of a run, those that count no more marked.
func reviewed(all []events.Review) []Review {
	stands := map[string]bool{}
	for _, r := range events.Standing(all) {
		stands[r.ID] = true
	}
	return list(all, func(r events.Review) Review {
		return Review{r.ID, r.Action, r.Part, r.Of, r.By, r.Reason, r.Assignee, r.Withdraw, !stands[r.ID] && r.Action != events.ReviewWithdraw, r.At}
	})
}

// Reviewed is reviews in the shape of the document.
func Reviewed(all []events.Review) []Review { return reviewed(all) }

// ruledByHand counts the verdicts that people have set.
func (d *Document) ruledByHand() int {
	n := 0
	for _, v := range d.Verdicts {
		if v.Override != nil {
			n++
		}
	}
	return n
}

// Has reports whether the document has a part of an id; a review is a part, too.
func (d *Document) Has(part events.ReviewPart, id string) bool {
	switch part {
	case events.PartClaim:
		return slices.ContainsFunc(d.Claims, func(x Claim) bool { return x.ID == id })
	case events.PartFinding:
		return slices.ContainsFunc(d.Findings, func(x Finding) bool { return x.ID == id })
	case events.PartCheck:
		return slices.ContainsFunc(d.Checks, func(x Check) bool { return x.ID == id })
	case events.PartGap:
		return slices.ContainsFunc(d.Gaps, func(x Gap) bool { return x.ID == id })
	case events.PartMatter:
		return slices.ContainsFunc(d.Matters, func(x Matter) bool { return x.ID == id })
	case "review":
		return slices.ContainsFunc(d.Reviews, func(x Review) bool { return x.ID == id })
	}
	return false
}

// did is what a person has done, behind his name.
var did = map[events.ReviewAction]string{
	events.ReviewComment: "remarks on %s", events.ReviewResolve: "calls %s settled", events.ReviewSetAside: "sets %s aside",
	events.ReviewUphold: "has looked at %s and upholds it", events.ReviewSignOff: "signs %s off", events.ReviewReply: "answers for the company on %s",
}

// saidReview is a review as people are shown it.
type saidReview struct {
	Review
	Says string // who did what, without the reason
	Link string // to what it is about, empty for the whole
}

// Said is a review with what it is about in words: nobody knows a part by its id.
func (o outlook) Said(r Review) saidReview {
	about := o.about(r.Part, r.Of)
	s := saidReview{Review: r}
	if r.Part == events.PartMatter || r.Part == events.PartClaim {
		s.Link = r.Of
	}
	var what string
	switch r.Action {
	case events.ReviewAssign:
		what = fmt.Sprintf("gives %s to %s", about, r.Assignee)
	case events.ReviewWithdraw:
		what = "takes back what was said of " + about
		if i := slices.IndexFunc(o.Reviews, func(x Review) bool { return x.ID == r.Withdraw }); i >= 0 {
			of := o.Reviews[i]
			what = fmt.Sprintf("takes back what %s said on %s of %s", of.By, of.At.UTC().Format(time.DateOnly), o.about(of.Part, of.Of))
			if of.By == r.By {
				what = fmt.Sprintf("takes back what was said on %s of %s", of.At.UTC().Format(time.DateOnly), o.about(of.Part, of.Of))
			}
		}
	default:
		what = fmt.Sprintf(did[r.Action], about)
	}
	s.Says = fmt.Sprintf("%s, %s: %s", r.By, r.At.UTC().Format(time.DateOnly), what)
	return s
}

// Rulings are the verdicts that people have set, as they are shown beside what else people have said.
func (o outlook) Rulings() []saidReview {
	var out []saidReview
	for _, v := range o.Verdicts {
		if r := v.Override; r != nil {
			out = append(out, saidReview{Review: Review{ID: r.ID, Part: events.PartClaim, Of: v.ClaimID, By: r.By, Reason: r.Reason, At: r.At}, Link: v.ClaimID,
				Says: fmt.Sprintf("%s, %s: rules that %s is %s, where the evidence says %s", r.By, r.At.UTC().Format(time.DateOnly),
					o.about(events.PartClaim, v.ClaimID), inClass(v.Verdict), inClass(r.Machine.Verdict))})
		}
	}
	slices.SortStableFunc(out, func(a, b saidReview) int { return a.At.Compare(b.At) })
	return out
}

// Mark is what people have done about a matter, as its row says it: set aside, or settled. Empty where nothing was done.
func (o outlook) Mark(m Matter) string {
	if m.SetAside {
		return "set aside"
	}
	settled := slices.ContainsFunc(o.Reviews, func(r Review) bool {
		return r.Action == events.ReviewResolve && r.Part == events.PartMatter && r.Of == m.ID && !r.Withdrawn
	})
	if settled {
		return "settled"
	}
	return ""
}

// SureMeans says what it means how sure a verdict is, as it was measured (README, "Measured"): the words alone tell nobody how often they are right.
func (o outlook) SureMeans() string {
	return "High, medium and low say how sure a verdict is. Of 139 statements of made-up reports, whose truth was known, all 65 that were ruled with high " +
		"confidence were ruled rightly, all 10 with medium, and 57 of the 64 with low: low says too little rather than too much. " +
		"Real reports are harder, so look at the page."
}

// inClass is a verdict as what a claim is.
func inClass(c events.VerdictClass) string {
	if c == events.InsufficientEvidence {
		return "open for want of evidence"
	}
	return inWords(string(c))
}

// SaidOf are the standing reviews of some parts.
func (o outlook) SaidOf(ids ...string) []saidReview {
	var out []saidReview
	for _, r := range o.Reviews {
		if r.Of != "" && !r.Withdrawn && r.Action != events.ReviewWithdraw && slices.Contains(ids, r.Of) {
			out = append(out, o.Said(r))
		}
	}
	return out
}

// about names a part of the document.
func (o outlook) about(part events.ReviewPart, id string) string {
	switch part {
	case events.PartMatter:
		if i := slices.IndexFunc(o.Matters, func(m Matter) bool { return m.ID == id }); i >= 0 {
			return fmt.Sprintf("matter %d", o.Matters[i].Rank)
		}
		return "a matter that is no more among them"
	case events.PartClaim:
		if i := slices.IndexFunc(o.Claims, func(c Claim) bool { return c.ID == id }); i >= 0 {
			return fmt.Sprintf("the claim %s of page %d", quoted(o.Claims[i].Text, 9), o.Claims[i].Page)
		}
	case events.PartCheck:
		if i := slices.IndexFunc(o.Document.Checks, func(c Check) bool { return c.ID == id }); i >= 0 {
			return strings.TrimSpace("the check of " + inWords(o.Document.Checks[i].Name) + " " + onPages(pagesOf(o.Document.Checks[i], o.pageOf())))
		}
	case events.PartGap:
		if i := slices.IndexFunc(o.Gaps, func(g Gap) bool { return g.ID == id }); i >= 0 {
			return "what is missing of " + o.Gaps[i].Paragraph
		}
	case events.PartFinding:
		if i := slices.IndexFunc(o.Findings, func(f Finding) bool { return f.ID == id }); i >= 0 {
			found := "what " + inWords(string(o.Findings[i].Agent)) + " found"
			if of := o.Findings[i].ClaimID; of != "" {
				found += " on " + o.about(events.PartClaim, of)
			}
			return found
		}
	}
	return cmp.Or(map[events.ReviewPart]string{events.PartRun: "the whole analysis"}[part], "a "+string(part))
}

func onPages(pages []int) string {
	if where := phrase.Pages(pages); where != "" {
		return "on " + where
	}
	return ""
}

// pageOfPart is where to look for a part that people speak of: beside claims and matters a check, a finding or what is missing.
func (d *Document) pageOfPart() map[string]int {
	out := d.pageOf()
	for _, c := range d.Checks {
		if pages := pagesOf(c, out); len(pages) > 0 {
			out[c.ID] = pages[0]
		}
	}
	for _, f := range d.Findings {
		out[f.ID] = out[f.ClaimID]
	}
	for _, g := range d.Gaps {
		if len(g.Evidence) > 0 {
			out[g.ID] = g.Evidence[0].Page
		}
	}
	return out
}
