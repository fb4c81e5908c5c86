package legal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// neighbourhood is how many passages before and after count as near.
const neighbourhood = 3

// index is a text cut into passages with the terms that stand in each. It serves one text and is not safe
// for concurrent use: what is asked of it is remembered.
type index struct {
	lex      *lexicon
	passages []passage
	hits     [][]terms.Hit
	postings map[terms.Term][]int // passages with a term, ascending
	figures  []int16              // kinds of figures by passage, -1: not yet looked at
	named    []bool               // groups of which a term stands anywhere: a claim has few of the thousands
	met      map[int][]int        // passages that meet a group by its terms
	tables   []table
	texts    map[string]looked // heads and cells of tables
	pages    []*document.Page  // read, in order; empty for a claim
	single   bool              // a claim, which may itself be a table row: places do not matter
	prefer   map[int]bool      // pages that the report's own index names for what is being looked for
}

func newIndex(lex *lexicon, passages []passage) *index {
	ix := &index{
		lex: lex, passages: passages, hits: make([][]terms.Hit, len(passages)),
		postings: map[terms.Term][]int{}, figures: make([]int16, len(passages)), met: map[int][]int{}, texts: map[string]looked{},
		named: make([]bool, len(lex.groups)),
	}
	for i, p := range passages {
		ix.figures[i] = -1
		ix.hits[i] = lex.scan(p.text)
		for _, h := range ix.hits[i] {
			if at := ix.postings[h.Term]; len(at) == 0 || at[len(at)-1] != i {
				ix.postings[h.Term] = append(at, i)
			}
		}
	}
	for t := range ix.postings {
		for _, g := range lex.of[t] {
			ix.named[g] = true
		}
	}
	return ix
}

// byTerms lists the passages in which one of a group's terms stands.
func (ix *index) byTerms(g int) []int {
	if !ix.named[g] {
		return nil
	}
	if found, ok := ix.met[g]; ok {
		return found
	}
	var found []int
	for _, t := range ix.lex.groups[g].terms {
		found = append(found, ix.postings[t]...)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	ix.met[g] = found
	return found
}

// meets says whether a passage meets a group.
func (ix *index) meets(g, at int) bool {
	if _, ok := slices.BinarySearch(ix.byTerms(g), at); ok {
		return true
	}
	group := ix.lex.groups[g]
	if len(group.figures) == 0 {
		return false
	}
	if ix.figures[at] < 0 {
		kinds := terms.FiguresOf(ix.passages[at].text)
		if units := ix.passages[at].units; units != "" {
			kinds |= terms.FiguresOf(units)
		}
		ix.figures[at] = int16(kinds)
	}
	return group.hasFigure(uint16(ix.figures[at]))
}

// heads says whether a group is met by a passage, one of the two before it under the same heading, which its
// pronouns stand for, or what stands above it.
func (ix *index) heads(g, at int) bool {
	if ix.meets(g, at) || ix.over(g, at) {
		return true
	}
	p := ix.passages[at]
	for i := max(0, at-2); i < at; i++ {
		if q := ix.passages[i]; q.page == p.page && q.under == p.under && q.role != row && ix.meets(g, i) {
			return true
		}
	}
	return ix.single && ix.near(g, at)
}

// over says whether a group is met by a heading, caption or lead-in of a passage.
func (ix *index) over(g, at int) bool {
	return slices.ContainsFunc(ix.passages[at].above, func(h int) bool { return ix.meets(g, h) })
}

// near says whether a group is met around a passage of the same page or by what stands above it.
func (ix *index) near(g, at int) bool {
	if ix.over(g, at) {
		return true
	}
	for i := max(0, at-neighbourhood); i <= min(len(ix.passages)-1, at+neighbourhood); i++ {
		if ix.passages[i].page == ix.passages[at].page && ix.meets(g, i) {
			return true
		}
	}
	return false
}

// find returns the passage that says most of the first alternative that is met at all, the earliest one of
// several that say as much. Where denied is false, a passage that denies what it names is passed over. What
// only names its subject is taken when nothing describes it.
func (ix *index) find(alternatives []alternative, denied bool) (at int, by alternative, ok bool) {
	for _, named := range []bool{false, true} {
		for _, alt := range alternatives {
			if alt.named != named {
				continue
			}
			if alt.where == inColumns {
				if at, ok := ix.column(alt); ok {
					return at, alt, true
				}
				if !ix.single {
					continue
				}
			}
			if at, ok := ix.best(alt, denied); ok {
				return at, alt, true
			}
		}
	}
	return 0, alternative{}, false
}

func (ix *index) best(alt alternative, denied bool) (best int, ok bool) {
	best, most := -1, 0
	for _, at := range ix.candidates(alt) {
		if !ix.answers(alt, at) || !denied && ix.denies(alt, at) {
			continue
		}
		if says := ix.says(alt, at); best < 0 || says > most {
			best, most = at, says
		}
	}
	return best, best >= 0
}

// says is how much a passage says of an alternative that it meets: neighbouring topics named in the passage
// itself, and different terms; very short and very long passages are less clear.
func (ix *index) says(alt alternative, at int) int {
	score := 0
	for _, g := range slices.Concat(alt.near, alt.above) {
		if ix.meets(g, at) {
			score += 3
		}
	}
	if ix.prefer[ix.passages[at].page] {
		score += 2
	}
	found := map[terms.Term]bool{}
	for _, h := range ix.hits[at] {
		if ix.supports(alt, h.Term) {
			found[h.Term] = true
		}
	}
	score += min(len(found), 6)
	if n := len(ix.passages[at].text); n < 50 || n > 450 {
		score -= 2
	}
	return score
}

// candidates lists the passages worth looking at: those of the alternative's rarest group of terms.
func (ix *index) candidates(alt alternative) []int {
	var fewest []int
	found := false
	for _, g := range alt.groups {
		if len(ix.lex.groups[g].figures) > 0 {
			continue
		}
		at := ix.byTerms(g)
		if len(at) == 0 {
			return nil
		}
		if !found || len(at) < len(fewest) {
			fewest, found = at, true
		}
	}
	if found {
		return fewest
	}
	all := make([]int, len(ix.passages))
	for i := range all {
		all[i] = i
	}
	return all
}

func (ix *index) answers(alt alternative, at int) bool {
	switch ix.passages[at].role {
	case heading, around:
		return false
	case row:
		if alt.where == inSentences || headsPeriods(ix.passages[at].text) {
			return false // the heads of columns name amounts and have none
		}
		if ix.lex.asksEmissions(alt) && ix.countsOther(at) {
			return false // a scope's share of energy is no amount of its emissions
		}
	case sentence:
		if alt.where == inRowsOnly && !ix.single {
			return false
		}
	}
	if !alt.points && ix.pointer(at) {
		return false // says where it is said
	}
	if strings.HasSuffix(ix.passages[at].text, "?") || ix.meets(ix.lex.notOurs, at) {
		return false // a question, or what somebody else does
	}
	for _, g := range alt.none {
		if ix.meets(g, at) {
			return false
		}
	}
	for _, g := range alt.groups {
		if !ix.meets(g, at) {
			return false
		}
	}
	for _, g := range alt.above {
		if !ix.heads(g, at) {
			return false
		}
	}
	for _, g := range alt.near {
		if !ix.near(g, at) {
			return false
		}
	}
	return true
}

// closely is how many bytes may stand between words that belong together.
const closely = 30

// denies says whether a negation stands closely before a term that the alternative rests on: "we have not
// carried out a scenario analysis" discloses none.
func (ix *index) denies(alt alternative, at int) bool {
	for _, n := range ix.lex.notes {
		if ix.supports(alt, n) {
			return false // what is asked for is itself a denial
		}
	}
	text := ix.passages[at].text
	for _, h := range ix.hits[at] {
		if !ix.supports(alt, h.Term) {
			continue
		}
		for _, n := range ix.hits[at] {
			if slices.Contains(ix.lex.notes, n.Term) && n.End <= h.Start && h.Start-n.End <= closely && !strings.HasPrefix(text[n.End:], " only") {
				return true
			}
		}
	}
	return false
}

func (ix *index) supports(alt alternative, t terms.Term) bool {
	for _, g := range alt.groups {
		if slices.Contains(ix.lex.groups[g].terms, t) {
			return true
		}
	}
	return false
}

// maxQuote is how many bytes of a passage are quoted at most.
const maxQuote = 300

// quote returns the words of a passage that show an alternative: all of it if it is short, otherwise the
// stretch around the first terms, cut between words, unless that leaves out the figure that is asked for and the whole is not too long. It is a slice of
// the passage.
func (ix *index) quote(at int, alt alternative) string {
	text := ix.passages[at].text
	if len(text) <= maxQuote {
		return text
	}
	first := -1
	for _, h := range ix.hits[at] {
		if ix.supports(alt, h.Term) {
			first = h.Start
			break
		}
	}
	cut := window(text, max(first, 0))
	if len(text) <= longest && slices.ContainsFunc(alt.groups, func(g int) bool { return ix.lex.groups[g].losesFigure(text, cut) }) {
		return text
	}
	return cut
}

// window cuts maxQuote bytes out of a text, beginning a little before a position.
func window(text string, around int) string {
	start := max(0, min(around-maxQuote/4, len(text)-maxQuote))
	end := min(len(text), start+maxQuote)
	if start > 0 {
		if i := strings.IndexAny(text[start:end], " \n\t"); i >= 0 && start+i < around {
			start += i
		}
	}
	if end < len(text) {
		if i := strings.LastIndexAny(text[start:end], " \n\t"); i > 0 {
			end = start + i
		}
	}
	for start < end && !utf8.RuneStart(text[start]) {
		start++
	}
	for end < len(text) && end > start && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimSpace(text[start:end])
}
