package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
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
