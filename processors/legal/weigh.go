package legal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// How sure the judge must be that a passage answers, that it at least names what is asked about, and that it may be quoted. Set on the
// labels, each report judged by nets that have not seen it (data/models/train/README.md has what is right from where). What is said of a report is the
// likelier of two; a quotation is held against it by whoever reads it, and must be surer: from 0.74 to 0.78 passages that lack nothing are right as often as
// from 0.78 to 0.82, and below 0.74 fewer are.
const (
	sureAnswers    = 0.33
	sureAnswersCue = 0.28 // where a cue says so, too
	sureQuoted     = 0.74
	sureQuotedCue  = 0.65 // where a cue says so, too, and the passage itself speaks of climate: of 41 such ones 34 say it and four do in part
	sureNames      = 0.60
	sureNamesCue   = 0.45
)

// withAnother is added to the log odds of an answer where another part of the same paragraph rests on the passage: parts are judged one by one, and
// what says one thing that a paragraph asks often says the next, too. It decides of states alone: a quotation must be sure by itself. Anything from 0.4
// to 0.9 does about as well on ten reports of prose; more takes sentences of long public reports that only touch on the next part.
const withAnother = 0.5

// answering is a place on the shelf with how likely its passage answers.
type answering struct {
	place int
	sure  float64
}

// weigh goes through passages that were judged, the likeliest first, and lets a judgement rest on what tells the most. a has what was said of each by
// itself, said what it is against its rivals.
func (m *meaning) weigh(ix *index, part *answer.Part, denied bool, a reply, said []answer.Judgement, j *judgement) {
	among := a.among
	reread := m.overrule(part, among, said)
	j.read += len(among)
	for _, i := range likeliest(said) {
		at := m.shelf.at[among[i].At]
		p := &m.shelf.Passages[among[i].At]
		silent := m.shelf.Unspoken(part, among[i].At, said[i].Answers)
		answers := m.countsAsAnswer(part, among[i], said[i]) && !part.Lacks(p.Text) && !silent && !part.OfSomebodyElse(p)
		names := countsAsName(among[i], said[i]) && !silent
		if reread[i] != nil {
			j.reads = append(j.reads, passageRead{at, reread[i]})
		}
		if !mayAnswer(part, *p) || !denied && ix.deniesAny(part.ID, at) || ix.deniesAnalysis(part.ID, at) {
			continue
		}
		close := a.said[i].Names // what is near is near, whatever else it answers
		if reread[i] != nil {
			close = said[i].Names
		}
		if said[i].Verdict == answer.Elsewhere {
			close = max(close, said[i].Sure)
		}
		if close > j.close {
			j.close, j.closest = close, at
		}
		bare := answers && part.Unquotable(p)
		cued := among[i].Cue == answer.CueAnswers && answer.OfClimate(p.Text)
		switch {
		case answers && sureOfWords(said[i].Answers, cued) && !bare:
			m.bearing[part.ID] = append(m.bearing[part.ID], among[i].At)
		case answers, names:
			m.naming[part.ID] = append(m.naming[part.ID], among[i].At)
		}
		if answers {
			m.answering[part.ID] = append(m.answering[part.ID], answering{among[i].At, said[i].Answers})
		}
		j.take(answers, names, at, said[i].Answers, bare, cued)
	}
}

// likeliest are the places of what was judged, the likeliest answer first.
func likeliest(said []answer.Judgement) []int {
	order := make([]int, len(said))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(said[b].Answers, said[a].Answers), cmp.Compare(said[b].Names, said[a].Names))
	})
	return order
}

// take makes a passage the one that a judgement rests on, if it tells more than what it rests on so far: what can be quoted tells more than what
// is likelier and cannot.
func (j *judgement) take(answers, names bool, at int, sure float64, bare, cued bool) {
	switch {
	case answers && j.outcome != described, answers && !bare && sureOfWords(sure, cued) && (j.bare || !sureOfWords(j.sure, j.cued)):
		j.outcome, j.at, j.sure, j.bare, j.cued = described, at, sure, bare, cued
	case names && j.outcome == missing:
		j.outcome, j.at, j.sure = named, at, sure
	}
}

// sureOfWords reports whether a passage is so likely an answer that it may be quoted for one.
func sureOfWords(sure float64, cued bool) bool {
	return sure >= sureQuoted || cued && sure >= sureQuotedCue
}

// bears is what the passage that a claim's words are of was judged to be to a part: an answer, a mention, or nothing. Words that are on no
// passage of the report, or on one that was no candidate, bear nothing.
func (m *meaning) bears(part *answer.Part, page int, words string) answer.Verdict {
	key := folded(words)
	among := func(places []int) bool {
		return slices.ContainsFunc(places, func(i int) bool {
			p := &m.shelf.Passages[i]
			if p.Page != page {
				return false
			}
			own := folded(p.Text)
			return strings.Contains(own, key) || strings.Contains(key, own)
		})
	}
	switch {
	case among(m.bearing[part.ID]):
		return answer.Answers
	case among(m.naming[part.ID]):
		return answer.Names
	}
	return answer.Not
}

// countsAsAnswer reports whether a passage is taken to answer a part: one on which another part of the same
// paragraph rests sooner.
func (m *meaning) countsAsAnswer(part *answer.Part, c answer.Candidate, j answer.Judgement) bool {
	if sureOfAnswer(c, j) {
		return true
	}
	besides := slices.ContainsFunc(m.restOn[c.At], func(other *answer.Part) bool { return other.Paragraph == part.Paragraph && other != part })
	return besides && sureOfAnswer(c, j.Shifted(withAnother))
}

func sureOfAnswer(c answer.Candidate, j answer.Judgement) bool {
	return j.Answers >= sureAnswers || c.Cue == answer.CueAnswers && j.Answers >= sureAnswersCue
}

func countsAsName(c answer.Candidate, j answer.Judgement) bool {
	return j.Names >= sureNames || c.Cue != answer.NoCue && j.Names >= sureNamesCue
}

// ofEachTarget begin the parts that are asked of every climate target: who has several and says it of one has said it in part.
var ofEachTarget = []string{
	"S2.33(c)", "S2.33(d)", "S2.33(e)", "S2.33(f)", "S2.33(g)", "S2.33(h)", "S2.34(a)", "S2.35", "S2.36(a)", "S2.36(b)", "S2.36(c)", "S2.36(d)", "S2.36(e)",
}

// Targets are told apart by letters, by their order, or by what they aim at. A report that uses several ways is read by the one that tells most.
const byLetter = 0 // of targetNames

var targetNames = []*pattern.Pattern{
	pattern.Compile(`\b(?:Target|target|Goal|goal) (?:[A-Z]|[1-9])\b`),
	pattern.Compile(`(?i)\b(?:first|second|third|fourth) (?:climate )?(?:target|goal)\b`),
	pattern.Compile(`(?i)\b(?:intensity|absolute|net[- ]zero|near[- ]term|long[- ]term) (?:climate )?(?:target|goal)\b`),
}

var (
	allTargets   = pattern.Compile(`(?i)\b(?:targets|goals|both|each|every|all|neither|none|no)\b`)
	headsTargets = pattern.Compile(`^(?:Our )?(?:[Cc]limate )?(?:[Tt]argets?|[Gg]oals?)\b`)
	rowLetter    = pattern.Compile(`^[A-Z1-9][.:)] `)
)

// targets are those that a report tells apart.
type targets struct {
	names *pattern.Pattern
	known []string // sorted; fewer than two: none are told apart
}

// several are the targets that the passages on climate targets tell apart.
func (ix *index) several() targets {
	var best targets
	for i, names := range targetNames {
		var known []string
		for _, p := range ix.passages {
			if p.role == sentence || p.role == heading {
				known = append(known, namesIn(names, p.text)...)
			}
		}
		if i == byLetter && len(known) > 0 {
			known = append(known, ix.lettered()...)
		}
		slices.Sort(known)
		if known = slices.Compact(known); len(known) > len(best.known) {
			best = targets{names, known}
		}
	}
	return best
}

// lettered are the letters of the rows of tables of targets, of which some may be named nowhere else.
func (ix *index) lettered() (out []string) {
	for _, p := range ix.passages {
		letter := rowLetter.FindString(p.text)
		if p.role == row && letter != "" && slices.ContainsFunc(p.above, func(h int) bool { return headsTargets.MatchString(ix.passages[h].text) }) {
			out = append(out, strings.ToLower(letter[:1]))
		}
	}
	return out
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

// of is of which targets a passage speaks: of some by name, of all at once, or nothing tells.
func (t targets) of(ix *index, at int) (some []string, all bool) {
	const back = 6 // sentences
	text := ix.passages[at].text
	if own := namesIn(t.names, text); len(own) > 0 {
		return own, false
	}
	if allTargets.MatchString(answer.WithoutInitiative(text)) {
		return nil, true
	}
	if letter := rowLetter.FindString(text); letter != "" {
		if name := strings.ToLower(letter[:1]); slices.Contains(t.known, name) {
			return []string{name}, false
		}
	}
	for i := at - 1; i >= max(0, at-back) && ix.passages[i].page == ix.passages[at].page && ix.passages[i].under == ix.passages[at].under; i-- {
		if before := namesIn(t.names, ix.passages[i].text); len(before) > 0 {
			return before, false
		}
	}
	return nil, false
}

// likeBest is how much less sure than of the best passage the judge may be of one that speaks of all targets at once.
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
	said, best, named := map[string]bool{}, 0.0, 0.0
	ofAll, ofNone := 0.0, 0.0
	for _, a := range m.answering[part.ID] {
		best = max(best, a.sure)
		some, all := m.targets.of(ix, m.shelf.at[a.place])
		for _, name := range some {
			said[name], named = true, max(named, a.sure)
		}
		switch {
		case all:
			ofAll = max(ofAll, a.sure)
		case len(some) == 0:
			ofNone = max(ofNone, a.sure)
		}
	}
	if ofAll > 0 && ofAll >= best-likeBest || ofNone > named {
		return false // what tells of no target is about all of them where nothing answers better
	}
	return len(said) > 0 && len(said) < len(m.targets.known)
}
