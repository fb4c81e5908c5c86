package legal

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/legal/terms"
)

// questions are what the judge asks in a later pass.
func questions(a events.Assignment, t events.AgentTask) []string {
	var out []string
	for _, q := range []string{t.Query, a.EvidenceGap, a.RequiredEvidence} {
		if q = strings.TrimSpace(q); q != "" && !slices.Contains(out, q) {
			out = append(out, shorten(q))
		}
	}
	return out
}

// shorten keeps what a person reads of a question.
func shorten(q string) string {
	const most = 500
	if r := []rune(q); len(r) > most {
		return string(r[:most]) + "…"
	}
	return q
}

// searched notes on each mapping that lacks something what the report was searched for and which passages come nearest: by the
// paragraph's own words, and in a later pass by the judge's besides. It finds no other state: what cues, words and meaning lead to
// has been judged, and is not judged otherwise because somebody asks again. A paragraph has one state in a run.
func (x examination) searched(mappings []events.ParagraphMapping, queries []string) {
	if x.report == nil {
		return
	}
	for i := range mappings {
		m := &mappings[i]
		p, ok := x.Paragraph(m.Paragraph)
		if !ok {
			continue
		}
		missing := []string{}
		for _, line := range m.SubRequirements {
			if !line.Addressed && !strings.HasPrefix(line.GapReason, "not said;") && !strings.HasPrefix(line.GapReason, namedOnly) {
				missing = append(missing, line.ID)
			}
		}
		if len(missing) == 0 {
			continue
		}
		asked := append(slices.Clone(queries), strings.Join(append([]string{p.Title}, p.Keywords...), ", "))
		m.Searched = &events.ReportSearch{
			Queries: asked, Passages: len(x.report.ix.passages), Pages: x.report.nearestPages(strings.Join(asked, " ")), Found: []string{}, NotFound: missing,
		}
	}
}

const closestPassages = 40

// closest ranks a report's sentences and rows by the words that they share with a question, rare words counting more.
func (c *comparison) closest(question string) []int {
	if c.words == nil {
		c.words = map[string][]int{}
		for i, p := range c.ix.passages {
			if p.role != sentence && p.role != row {
				continue
			}
			for _, w := range stems(p.text) {
				if at := c.words[w]; len(at) == 0 || at[len(at)-1] != i {
					c.words[w] = append(at, i)
				}
			}
		}
	}
	shared := make([]float64, len(c.ix.passages))
	for _, w := range stems(question) {
		for _, at := range c.words[w] {
			shared[at] += 1 / float64(1+len(c.words[w]))
		}
	}
	// Nearly every sentence shares some word with a question: only the best are kept in order, the earlier
	// of equals first.
	out := make([]int, 0, closestPassages+1)
	for at, s := range shared {
		if s == 0 || len(out) == closestPassages && s <= shared[out[closestPassages-1]] {
			continue
		}
		place, _ := slices.BinarySearchFunc(out, s, func(other int, s float64) int {
			if shared[other] >= s {
				return -1
			}
			return 1
		})
		out = slices.Insert(out, place, at)
		out = out[:min(len(out), closestPassages)]
	}
	return out
}

// nearestPages are the pages of the passages that come closest to a question. What is asked of a paragraph by its own words is asked
// by every claim that is linked to it.
func (c *comparison) nearestPages(question string) []int {
	if c.pages == nil {
		c.pages = map[string][]int{}
	}
	pages, asked := c.pages[question]
	if !asked {
		pages = c.pagesOf(c.closest(question))
		c.pages[question] = pages
	}
	return pages
}

func (c *comparison) pagesOf(passages []int) []int {
	const shown = 5
	out := []int{}
	for _, at := range passages {
		if page := c.ix.passages[at].page; !slices.Contains(out, page) && len(out) < shown {
			out = append(out, page)
		}
	}
	return out
}

// stems are the words of a text that tell it from others, without repeats, cut to what inflection leaves alone.
func stems(text string) []string {
	const least, kept = 4, 7
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !terms.IsWord(r) }) {
		if r := []rune(w); len(r) >= least {
			out = append(out, string(r[:min(len(r), kept)]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// question is a part as it is asked of a report: denied says whether an answer may be that there is none.
type question struct {
	part   *answer.Part
	denied bool
}

// reply is what the judge said of the passages that may answer a question.
type reply struct {
	among []answer.Candidate
	said  []answer.Judgement
	err   error
}

func (m *meaning) ask(on *answer.Shelf, part *answer.Part, cues map[int]answer.Cue) reply {
	a := reply{among: on.Candidates(part, cues)}
	if a.said, a.err = m.judge.Judge(context.Background(), on, part, a.among); a.err != nil {
		a.err = fmt.Errorf("judging passages for %s: %w", part.ID, a.err)
	}
	return a
}

// askedTogether are so many questions that fetching the vectors of all passages from memory takes no longer than holding them against the questions'.
const askedTogether = 8

// askAhead asks every question once, on all processors, before any is answered: what a passage is to one part hangs on what it is to others
// (against). A report's comparison is what its analysis waits for the longest. What fails is asked again in its turn.
func (c *comparison) askAhead() {
	if c.meaning == nil || c.meaning.rivals != nil {
		return
	}
	var all []question
	var cues []map[int]answer.Cue
	for _, part := range c.meaning.parts.All() {
		p, known := c.Paragraph(part.Paragraph)
		if !known {
			continue
		}
		q := question{part, p.NegativeStatements}
		for _, r := range p.Requirements {
			q.denied = q.denied || r.ID == part.ID && r.NegativeStatements
		}
		c.prefers(p)
		all, cues = append(all, q), append(cues, c.meaning.shelf.cues(c.ix, part.ID, q.denied))
	}
	answers := make([]reply, len(all))
	var taken atomic.Int64
	work := func(on *answer.Shelf) {
		for from := int(taken.Add(askedTogether)) - askedTogether; from < len(all); from = int(taken.Add(askedTogether)) - askedTogether {
			to := min(from+askedTogether, len(all))
			var parts []*answer.Part
			for _, q := range all[from:to] {
				parts = append(parts, q.part)
			}
			on.Rank(parts)
			for i := from; i < to; i++ {
				answers[i] = c.meaning.ask(on, all[i].part, cues[i])
			}
		}
	}
	var others sync.WaitGroup
	for range runtime.GOMAXPROCS(0) - 1 {
		beside := c.meaning.shelf.Beside()
		others.Go(func() { work(beside) })
	}
	work(c.meaning.shelf.Shelf)
	others.Wait()
	c.meaning.ahead, c.meaning.rivals = make(map[question]reply, len(all)), map[int][]answer.Rival{}
	for i, a := range answers {
		if a.err != nil {
			continue
		}
		c.meaning.ahead[all[i]] = a
		for k, of := range a.among {
			c.meaning.rivals[of.At] = append(c.meaning.rivals[of.At], answer.Rival{Paragraph: all[i].part.Paragraph, Answers: a.said[k].Answers})
		}
	}
	c.meaning.restOn = map[int][]*answer.Part{}
	for i, a := range answers {
		if a.err == nil {
			c.meaning.likely(c.ix, all[i], a)
		}
	}
}

// likely notes on which passage a part rests, if it is likely answered.
func (m *meaning) likely(ix *index, q question, a reply) {
	said := slices.Clone(a.said)
	answer.Against(m.rivals, q.part, a.among, said)
	for _, i := range likeliest(said) {
		at := a.among[i].At
		if sureOfAnswer(a.among[i], said[i]) && !q.part.Lacks(m.shelf.Passages[at].Text) && m.answersAlone(ix, q.part, at, q.denied, said[i].Answers) {
			m.restOn[at] = append(m.restOn[at], q.part)
			return
		}
	}
}

func (c *comparison) requires(r ifrs.Requirement) bool {
	return r.Required && (r.ConditionCode == "" || c.holds(r.ConditionCode) == holds)
}
