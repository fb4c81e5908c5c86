package legal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// How sure the judge must be that a passage answers, that it at least names what is asked about, and that it may be quoted. Set on the
// labels, each report judged by nets that have not seen it (data/models/train/README.md has what is right from where). What is said of a report is the
// likelier of two; a quotation is held against it by whoever reads it, and must be surer.
const (
	sureAnswers    = 0.33
	sureAnswersCue = 0.28 // where a cue says so, too
	sureQuoted     = 0.78
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
		switch {
		case answers && said[i].Answers >= sureQuoted && !bare:
			m.bearing[part.ID] = append(m.bearing[part.ID], among[i].At)
		case answers, names:
			m.naming[part.ID] = append(m.naming[part.ID], among[i].At)
		}
		if answers {
			m.answering[part.ID] = append(m.answering[part.ID], answering{among[i].At, said[i].Answers})
		}
		j.take(answers, names, at, said[i].Answers, bare)
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

// take makes a passage the one that a judgement rests on, if it tells more than what it rests on so far.
func (j *judgement) take(answers, names bool, at int, sure float64, bare bool) {
	switch {
	case answers && j.outcome != described:
		j.outcome, j.at, j.sure, j.bare = described, at, sure, bare
	case answers && j.bare && sure >= sureQuoted && !bare:
		j.at, j.sure, j.bare = at, sure, false // as sure, and it holds what is asked for
	case names && j.outcome == missing:
		j.outcome, j.at, j.sure = named, at, sure
	}
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
