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
			return fmt.Sprintf("the claim “%s” of page %d", strings.TrimRight(phrase.Words(o.Claims[i].Text, 9), "."), o.Claims[i].Page)
		}
	case events.PartCheck:
		if i := slices.IndexFunc(o.Checks, func(c shownCheck) bool { return c.ID == id }); i >= 0 {
			return strings.TrimSpace("the check of " + inWords(o.Checks[i].Name) + " " + onPages(o.Checks[i].Pages))
		}
	case events.PartGap:
		if i := slices.IndexFunc(o.Gaps, func(g Gap) bool { return g.ID == id }); i >= 0 {
			return "what is missing of " + o.Gaps[i].Paragraph
		}
	case events.PartFinding:
		if i := slices.IndexFunc(o.Findings, func(f Finding) bool { return f.ID == id }); i >= 0 {
			return "what " + inWords(string(o.Findings[i].Agent)) + " found"
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
