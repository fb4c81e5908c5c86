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

// searchAgain looks deeper for what the first pass did not find: the parts of a requirement may stand in sentences
// next to each other, and passages close to the judge's words come first. It says whether anything new was found and
// notes on each mapping what was searched for.
func (x examination) searchAgain(mappings []events.ParagraphMapping, queries []string) (news bool) {
	if x.report == nil {
		return false
	}
	for i := range mappings {
		m := &mappings[i]
		p, ok := x.Paragraph(m.Paragraph)
		if !ok || len(m.SubRequirements) == 0 {
			continue
		}
		search := &events.ReportSearch{
			Queries: append([]string{}, queries...), Passages: len(x.report.ix.passages), Pages: []int{}, Found: []string{}, NotFound: []string{},
		}
		asked := strings.Join(append(slices.Clone(queries), p.Title, strings.Join(p.Keywords, " ")), " ")
		near := x.report.closest(asked)
		for _, page := range append(slices.Clone(x.places), x.report.pagesOf(near)...) {
			if !slices.Contains(search.Pages, page) {
				search.Pages = append(search.Pages, page)
			}
		}
		open := false
		for j := range m.SubRequirements {
			line := &m.SubRequirements[j]
			if line.Addressed || strings.HasPrefix(line.GapReason, "not said;") {
				continue
			}
			at, alt, ok := x.report.ix.spread(x.lex.answers[line.ID], near)
			if !ok {
				search.NotFound = append(search.NotFound, line.ID)
				open = true
				continue
			}
			q := x.report.quoted(judgement{described, at, alt})
			line.Addressed, line.Origin, line.Page, line.Quote, line.GapReason = true, events.OriginReport, q.Page, q.Quote, ""
			search.Found = append(search.Found, line.ID)
			news = true
		}
		m.Searched = search
		if len(search.Found) > 0 {
			m.Status, m.Note = events.PartiallyAddressed, "more was found when the report was searched again"
			if !open {
				m.Status = events.FullyAddressed
			}
		}
	}
	return news
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

func (c *comparison) pagesOf(passages []int) []int {
	const shown = 5
	var out []int
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

// spread finds an alternative whose groups are met by one of the given passages and its neighbours under the same
// heading; its first group must stand in the passage itself, which is what is quoted.
func (ix *index) spread(alternatives []alternative, among []int) (at int, by alternative, ok bool) {
	for _, alt := range alternatives {
		if alt.named || alt.where == inColumns || len(alt.groups) == 0 {
			continue
		}
		core := alternative{groups: alt.groups[:1], near: alt.near, none: alt.none, where: alt.where}
		rest := slices.Concat(alt.groups[1:], alt.above)
		for _, at := range among {
			if ix.answers(core, at) && !ix.denies(alt, at) && !slices.ContainsFunc(rest, func(g int) bool { return !ix.beside(g, at) }) {
				return at, alt, true
			}
		}
	}
	return 0, alternative{}, false
}

// beside says whether a group is met by a passage, what stands above it, or the two on either side under its heading.
func (ix *index) beside(g, at int) bool {
	if ix.heads(g, at) {
		return true
	}
	for i := at + 1; i <= min(at+2, len(ix.passages)-1); i++ {
		if p := ix.passages[i]; p.page == ix.passages[at].page && p.under == ix.passages[at].under && ix.meets(g, i) {
			return true
		}
	}
	return false
}
