package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/legal/terms"
)

// standing is what a report lets one say about a condition.
type standing int

const (
	open   standing = iota // nothing here can tell
	holds                  // the report says so
	absent                 // the report does not say so, where it would
)

// sectors names the conditions that follow from the company's industry code.
var sectors = map[string][]string{
	"FN-CB": {"if_commercial_banking"},
	"FN-AC": {"if_asset_management"},
	"FN-IN": {"if_insurance"},
}

// shownBy names the parts whose answer shows that a condition holds, of which cues know few of the words.
var shownBy = map[string][]string{
	"if_has_targets":         {"S2.33(d)#period", "S2.33(e)#base_period"},
	"if_has_ghg_target":      {"S2.36(b)#scopes"},
	"if_has_transition_plan": {"S2.14(a)(iv)#plan_described"},
	"if_prior_period_error":  {"S1.83#restatement"},
	"if_method_changed":      {"S2.29(a)(iii)(3)#changes"},
}

// saidBy names the parts that ask everybody whether a condition holds: where they are taken to say so, what is asked next is asked.
var saidBy = map[string][]string{
	"if_climate_linked_pay":         {"S2.6(a)(v)#remuneration_link", "S2.29(g)(i)#whether_how"},
	"if_uses_internal_carbon_price": {"S2.29(f)(i)#whether_used"},
	"if_carbon_credits_planned":     {"S2.36(e)#planned_use"},
	"if_delegated":                  {"S2.6(b)(i)#delegation"},
	"if_controls_used":              {"S2.6(b)(ii)#controls_used"},
}

// shownByAnswer reports whether an answer shows that a condition holds: one that may be quoted or, to a part that asks just that, one that is
// likely. A denial shows that it does not.
func (c *comparison) shownByAnswer(code string) bool {
	if c.meaning == nil {
		return false
	}
	return slices.ContainsFunc(shownBy[code], func(id string) bool { return c.affirms(id, judgement.quotes) }) ||
		slices.ContainsFunc(saidBy[code], func(id string) bool { return c.affirms(id, judgement.showsAsked) })
}

// affirms reports whether what answers a part is good enough and no denial.
func (c *comparison) affirms(id string, enough func(judgement) bool) bool {
	paragraph, _, _ := strings.Cut(id, "#")
	p, known := c.Paragraph(paragraph)
	if !known {
		return false
	}
	at := slices.IndexFunc(p.Requirements, func(r ifrs.Requirement) bool { return r.ID == id })
	if at < 0 {
		return false
	}
	j := c.judge(p, p.Requirements[at])
	return enough(j) && !answer.Denies(c.ix.passages[j.at].text)
}

// sureUnasked is how sure an answer must be to show by itself that its question, or the next, is asked.
const sureUnasked = 0.5

// showsAsked reports whether an answer is sure enough to show that something is asked.
func (j judgement) showsAsked() bool {
	return j.outcome == described && !j.likely && (j.read == 0 || j.sure >= sureUnasked)
}

// applies says whether the condition of a paragraph holds, which its own answer shows, too.
func (c *comparison) applies(p *ifrs.Paragraph) standing {
	if s := c.holds(p.ConditionCode); s != absent || ofSector(p.ConditionCode) || !c.answeredUnasked(p) {
		return s
	}
	return holds
}

// ofSector reports whether a condition follows from what the company is: its words do not show that it is an insurer.
func ofSector(code string) bool {
	for _, codes := range sectors {
		if slices.Contains(codes, code) {
			return true
		}
	}
	return code == "if_financial_activities"
}

// answeredUnasked reports whether all that a paragraph asks under a condition, of which nothing else tells, is said: who says at which price it
// reckons with carbon reckons with one. One answer must be sure enough to show it; the others need be no surer than where nobody doubts that they are asked.
// Where the condition is denied, what looks like an answer is none.
func (c *comparison) answeredUnasked(p *ifrs.Paragraph) bool {
	if _, _, denied := c.ix.find(c.lex.denials[p.ConditionCode], true); denied {
		return false
	}
	asked := false
	for _, r := range p.Requirements {
		if !c.requires(r) {
			continue
		}
		j := c.judge(p, r)
		if j.outcome != described || j.likely {
			return false
		}
		asked = asked || j.showsAsked()
	}
	return asked
}

// firstYear names the conditions on which no single report can tell: whether the standards were applied
// before. The relief is given the benefit of the doubt.
var firstYear = map[string]bool{"not_first_year": true, "scope3_not_first_year": true}

// condition says whether a condition holds for the report behind the index.
func (s standard) condition(ix *index, code, sector string) standing {
	sector = strings.ToUpper(strings.TrimSpace(sector))
	if code == "if_financial_activities" && strings.HasPrefix(sector, "FN-") {
		return holds
	}
	for _, c := range sectors[sector] {
		if c == code {
			return holds
		}
	}
	if firstYear[code] {
		return open
	}
	if _, _, ok := ix.find(s.lex.denials[code], true); ok {
		return absent
	}
	if _, _, ok := ix.find(s.lex.conditions[code], false); ok {
		return holds
	}
	return absent
}

// orNothing lets a statement that there is nothing of it, or nothing material, answer how much there is of something.
func (c *comparison) orNothing(p *ifrs.Paragraph, j judgement) judgement {
	if j.outcome == described {
		return j
	}
	for _, alt := range c.lex.denials[p.ID] {
		for _, at := range c.ix.candidates(alt) {
			if c.ix.answers(alt, at) && c.ix.follows(alt.groups[0], alt.groups[1], at) {
				none := judgement{outcome: described, at: at, alt: alt, likely: true, none: true}
				if text := c.ix.passages[at].text; len(text) <= longest {
					none.words = text // what it says that there is none of is often said first
				}
				return none
			}
		}
	}
	return j
}

// follows says whether a term of one group stands closely behind one of another.
func (ix *index) follows(first, second, at int) bool {
	in := func(g int, h terms.Hit) bool { return slices.Contains(ix.lex.groups[g].terms, h.Term) }
	for _, a := range ix.hits[at] {
		for _, b := range ix.hits[at] {
			if in(first, a) && in(second, b) && b.Start >= a.End && b.Start-a.End <= closely {
				return true
			}
		}
	}
	return false
}
