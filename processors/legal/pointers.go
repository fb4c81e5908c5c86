package legal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/legal/terms"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// moreElsewhere is a sentence that only says where more is, be it in the same report.
var moreElsewhere = pattern.Compile(`(?i)^(?:more|further|additional|detailed)\s+(?:detailed\s+)?` +
	`(?:details?|information|reporting|descriptions?|explanations?)\b[^.]*` +
	`\b(?:found|available|provided|presented|published|given)\s+(?:online\s+)?(?:in|on|at|under)\b`)

// pointer says whether a passage sends the reader to another document: it names one and how to get there. What
// stands in brackets does not make a pointer of a sentence that discloses something itself.
func (ix *index) pointer(at int) bool {
	if moreElsewhere.MatchString(ix.passages[at].text) {
		return true
	}
	see, document := ix.lex.elsewhere[0], ix.lex.elsewhere[1]
	if !ix.meets(see, at) || !ix.meets(document, at) {
		return false
	}
	text := ix.passages[at].text
	outside := func(g int) bool {
		return slices.ContainsFunc(ix.hits[at], func(h terms.Hit) bool {
			return slices.Contains(ix.lex.groups[g].terms, h.Term) && !bracketed(text, h.Start)
		})
	}
	return outside(see) && outside(document)
}

// bracketed says whether a position stands between brackets.
func bracketed(text string, at int) bool {
	depth := 0
	for _, r := range text[:at] {
		switch r {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
	}
	return depth > 0
}

// elsewhere finds a passage that sends the reader to another document for what a requirement asks. Cues marked
// "see" say what such a passage must be about; without them it is what the answers are about, of whose topics one
// may be missing.
func (ix *index) elsewhere(id string) (at int, ok bool) {
	if about, written := ix.lex.pointers[id]; written {
		for _, alt := range about {
			for _, at := range ix.byTerms(ix.lex.elsewhere[0]) {
				if ix.points(at) && ix.answers(alt, at) {
					return at, true
				}
			}
		}
		return 0, false
	}
	for _, alt := range ix.lex.answers[id] {
		if alt.where == inColumns {
			continue
		}
		for _, at := range ix.byTerms(alt.groups[0]) {
			if ix.points(at) && ix.left(alt, at) <= min(1, len(alt.groups)+len(alt.near)+len(alt.above)-2) {
				return at, true
			}
		}
	}
	return 0, false
}

// points says whether a passage is or has a pointer.
func (ix *index) points(at int) bool {
	p := ix.passages[at]
	if p.role == around || p.role == row && len(p.text) > maxQuote || !ix.meets(ix.lex.elsewhere[0], at) {
		return false // a long row lists much, as an index of recommendations does, and would point for all that it names
	}
	return ix.meets(ix.lex.elsewhere[1], at) || ix.pointsOn(at)
}

// pointsOn says whether a sentence breaks off, and the document it sends to is set as a line of its own below, as links are.
func (ix *index) pointsOn(at int) bool {
	const lines = 2
	if text := ix.passages[at].text; ix.passages[at].role != sentence || strings.HasSuffix(text, ".") || strings.HasSuffix(text, ":") {
		return false
	}
	for i := at + 1; i <= min(at+lines, len(ix.passages)-1); i++ {
		if ix.passages[i].page == ix.passages[at].page && ix.passages[i].role != row && ix.meets(ix.lex.elsewhere[1], i) {
			return true
		}
	}
	return false
}

// left counts the topics of an alternative that a passage and its surroundings do not meet.
func (ix *index) left(alt alternative, at int) (n int) {
	for _, g := range alt.groups {
		if !ix.meets(g, at) {
			n++
		}
	}
	for _, g := range alt.above {
		if !ix.heads(g, at) {
			n++
		}
	}
	for _, g := range alt.near {
		if !ix.near(g, at) {
			n++
		}
	}
	return n
}

// bySelf is what a sentence that cues have found for a part must have to say it by itself, for the parts that no judge is asked about: a section under its
// name or number, a report by its title, the days between which a period lies.
var bySelf = []struct {
	of   string // how the ids of the parts end
	says *pattern.Pattern
}{
	{"#precise_place", place}, {"#precise_location", place}, {"S1.B47#report_named", titled},
}

var (
	place = pattern.Compile(`\b(?:[Ss]ections?|[Cc]hapters?|[Pp]ages?|[Nn]otes?)\s+(?:[“"‘'«]\pL|\d{1,2}(?:\.\d+)*\b|\p{Lu}\pL+)|` +
		`\b[Pp]ages?\s+\d{3}\b`) // a section of three digits is one of a law
	titled = pattern.Compile(`\b(?:\p{Lu}[\pL-]+|combined management)\s+(?:[\pL-]+\s+){0,2}(?:[Rr]eport|[Ss]tatements?|[Qq]uestionnaire|[Dd]eclaration)\b`)
)

// saysByWords reports whether a sentence that cues alone have found has what says the part.
func saysByWords(id, text string) bool {
	for _, s := range bySelf {
		if strings.HasSuffix(id, s.of) {
			return s.says.MatchString(text) && !(&answer.Passage{Text: text}).Torn()
		}
	}
	return false
}

// griPlaces are the paragraphs of IFRS S2 that ask for what a GRI disclosure reports. An index entry says where to
// look; it answers nothing.
var griPlaces = map[string][]string{
	"2-9": {"S2.6(a)"}, "2-12": {"S2.6(a)", "S2.6(a)(iv)"}, "2-13": {"S2.6(b)", "S2.6(b)(i)"}, "2-17": {"S2.6(a)(ii)"}, "2-19": {"S2.29(g)(i)"},
	"201-2": {"S2.10(a)", "S2.16(a)"}, "305-1": {"S2.29(a)(i)(1)"}, "305-2": {"S2.29(a)(i)(2)"}, "305-3": {"S2.29(a)(i)(3)"},
}

var (
	griEntry  = pattern.Compile(`\b(?:GRI\s)?([23]|[2-4]\d\d)-(\d{1,2})\b`)
	pageEntry = pattern.Compile(`(?:^|[\s,;–-])(\d{1,3})\b`)
)

// listed reads the report's own indexes: paragraph -> pages. Only printed numbers that are pages of the file count.
func (s standard) listed(indexes []*document.Page, pages int) map[string][]int {
	out := map[string][]int{}
	for _, p := range indexes {
		for _, line := range strings.Split(p.Text, "\n") {
			ids := standards.Find(line)
			rest := line
			for _, id := range ids {
				rest = strings.ReplaceAll(rest, id, " ")
			}
			if m := griEntry.FindStringSubmatch(rest); m != nil {
				ids = append(ids, griPlaces[m[1]+"-"+m[2]]...)
				rest = strings.ReplaceAll(rest, m[0], " ")
			}
			cells := strings.Split(rest, "\t")
			for _, m := range pageEntry.FindAllStringSubmatch(cells[len(cells)-1], -1) {
				n, err := strconv.Atoi(m[1])
				if err != nil || n < 1 || n > pages || n == p.Number {
					continue
				}
				for _, id := range ids {
					if !slices.Contains(out[id], n) {
						out[id] = append(out[id], n)
					}
				}
			}
		}
	}
	return out
}

func pageList(pages []int) string {
	var out []string
	for _, p := range pages {
		out = append(out, strconv.Itoa(p))
	}
	return strings.Join(out, ", ")
}
