package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
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
	"if_has_targets":                {"S2.33(d)#period", "S2.33(e)#base_period"},
	"if_has_ghg_target":             {"S2.36(b)#scopes"},
	"if_climate_linked_pay":         {"S2.6(a)(v)#remuneration_link", "S2.29(g)(i)#whether_how"},
	"if_uses_internal_carbon_price": {"S2.29(f)(i)#whether_used"},
	"if_has_transition_plan":        {"S2.14(a)(iv)#plan_described"},
	"if_prior_period_error":         {"S1.83#restatement"},
	"if_method_changed":             {"S2.29(a)(iii)(3)#changes"},
}

// shownByAnswer reports whether an answer that may be quoted shows that a condition holds: a denial shows that it does not.
func (c *comparison) shownByAnswer(code string) bool {
	if c.meaning == nil {
		return false
	}
	for _, id := range shownBy[code] {
		paragraph, _, _ := strings.Cut(id, "#")
		p, known := c.Paragraph(paragraph)
		if !known {
			continue
		}
		for _, r := range p.Requirements {
			if r.ID != id {
				continue
			}
			if j := c.judge(p, r); j.quotes() && !answer.Denies(c.ix.passages[j.at].text) {
				return true
			}
		}
	}
	return false
}

// sureUnasked is how sure an answer must be to show by itself that its question is asked.
const sureUnasked = 0.5

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
// reckons with carbon reckons with one. Where the condition is denied, what looks like an answer is none.
func (c *comparison) answeredUnasked(p *ifrs.Paragraph) bool {
	if _, _, denied := c.ix.find(c.lex.denials[p.ConditionCode], true); denied {
		return false
	}
	asked := false
	for _, r := range p.Requirements {
		if !c.requires(r) {
			continue
		}
		if j := c.judge(p, r); j.outcome != described || j.likely || j.read > 0 && j.sure < sureUnasked {
			return false
		}
		asked = true
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
				return judgement{outcome: described, at: at, alt: alt, likely: true}
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

// ofEachTarget begin the parts that are asked of every climate target: who has several and says it of one has said it in part.
var ofEachTarget = []string{
	"S2.33(c)", "S2.33(d)", "S2.33(e)", "S2.33(f)", "S2.33(g)", "S2.33(h)", "S2.34(a)", "S2.35", "S2.36(a)", "S2.36(b)", "S2.36(c)", "S2.36(d)", "S2.36(e)",
}

// Targets are told apart by letters, by their order, or by what they aim at. A report that uses several ways is read by the one that tells most.
var targetNames = []*pattern.Pattern{
	pattern.Compile(`\b(?:Target|target|Goal|goal) (?:[A-Z]|[1-9])\b`),
	pattern.Compile(`(?i)\b(?:first|second|third|fourth) (?:climate )?(?:target|goal)\b`),
	pattern.Compile(`(?i)\b(?:intensity|absolute|net[- ]zero|near[- ]term|long[- ]term) (?:climate )?(?:target|goal)\b`),
}

var (
	allTargets = pattern.Compile(`(?i)\b(?:targets|goals|both|each|every|all|neither|none|no)\b`)
	rowLetter  = pattern.Compile(`^[A-Z1-9][.:)] `)
)

// targets are those that a report tells apart.
type targets struct {
	names *pattern.Pattern
	known []string // sorted; fewer than two: none are told apart
}

// several are the targets that the passages on climate targets tell apart.
func (ix *index) several() targets {
	var best targets
	for _, names := range targetNames {
		var known []string
		for _, p := range ix.passages {
			if p.role == sentence || p.role == heading {
				known = append(known, namesIn(names, p.text)...)
			}
		}
		slices.Sort(known)
		if known = slices.Compact(known); len(known) > len(best.known) {
			best = targets{names, known}
		}
	}
	return best
}

func namesIn(names *pattern.Pattern, text string) (out []string) {
	for _, m := range names.FindAllString(text, -1) {
		words := strings.Fields(strings.ToLower(m))
		name := words[0]
		if name == "target" || name == "goal" {
			name = words[1]
		}
		out = append(out, name)
	}
	return out
}

// of is of which targets a passage speaks; all of them where nothing tells, which is then said.
func (t targets) of(ix *index, at int) (some []string, told bool) {
	const back = 6 // sentences
	text := ix.passages[at].text
	if own := namesIn(t.names, text); len(own) > 0 {
		return own, true
	}
	if allTargets.MatchString(answer.WithoutInitiative(text)) {
		return t.known, false
	}
	if letter := rowLetter.FindString(text); letter != "" {
		if name := strings.ToLower(letter[:1]); slices.Contains(t.known, name) {
			return []string{name}, true
		}
	}
	for i := at - 1; i >= max(0, at-back) && ix.passages[i].page == ix.passages[at].page && ix.passages[i].under == ix.passages[at].under; i-- {
		if before := namesIn(t.names, ix.passages[i].text); len(before) > 0 {
			return before, true
		}
	}
	return t.known, false
}

// likeBest is how much less sure than of the best passage the judge may be of one that names no target, for it to speak of all of them.
const likeBest = 0.15

// ofSome reports whether the passages that answer a part say it of some targets of a report only.
func (m *meaning) ofSome(ix *index, part *answer.Part) bool {
	if !slices.ContainsFunc(ofEachTarget, func(id string) bool { return strings.HasPrefix(part.ID, id) }) {
		return false
	}
	if m.targets == nil {
		t := ix.several()
		m.targets = &t
	}
	if len(m.targets.known) < 2 {
		return false
	}
	said, best := map[string]bool{}, 0.0
	for _, a := range m.answering[part.ID] {
		best = max(best, a.sure)
	}
	for _, a := range m.answering[part.ID] {
		some, told := m.targets.of(ix, m.shelf.at[a.place])
		if !told && a.sure < best-likeBest {
			continue
		}
		for _, name := range some {
			said[name] = true
		}
	}
	return len(said) > 0 && len(said) < len(m.targets.known)
}
