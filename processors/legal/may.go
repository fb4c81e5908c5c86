package legal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// mayAnswer leaves out what code knows to be no answer: questions, what only says where more is or what rating agencies and standards
// boards do, lines of an index, the words of a glossary, and of the notes to the accounts what is about accounting alone.
func mayAnswer(part *answer.Part, p answer.Passage) bool {
	if p.Pointer || p.Others || isQuestion(p.Text) || p.Row && (indexLine.MatchString(p.Text) || headsPeriods(p.Text) && !headsBase(part, p.Text)) {
		return false
	}
	if slices.ContainsFunc(p.Headings, func(h string) bool { return glossary.MatchString(h) }) && !strings.HasPrefix(part.ID, "S1.50") {
		return false
	}
	if strings.HasPrefix(part.ID, "S2.29(a)") && (avoided.MatchString(p.Text) || slices.ContainsFunc(p.Headings, avoided.MatchString)) {
		return false // what customers save is none of the company's emissions
	}
	if strings.HasSuffix(part.ID, "#industry_metrics") && p.Row && ofEmissions(p) {
		return false // emissions have paragraphs of their own
	}
	if strings.HasPrefix(part.ID, "S1.51") && p.Said != nil && p.Said.Topic.Value == "business" {
		return false // a goal of sales
	}
	const sure = 0.6
	accounting := p.Said != nil && p.Said.Topic.Value == "accounting" && p.Said.Topic.Sure >= sure
	return !accounting || slices.ContainsFunc(onAccounts, func(id string) bool { return strings.HasPrefix(part.ID, id) })
}

// headsBase reports whether the heads of a table's columns say what a part asks for: the year from which targets are measured often stands nowhere else.
func headsBase(part *answer.Part, heads string) bool {
	return strings.HasSuffix(part.ID, "#base_period") && baseHeaded.MatchString(heads)
}

var baseHeaded = pattern.Compile(`(?i)\bbase(?:line)?(?: year)?[ \t:(]*(?:FY ?)?(?:20)?\d\d\b`)

// ofEmissions reports whether a row is of emissions: by its own words, or by the caption and head of its table where it has no other unit.
func ofEmissions(p answer.Passage) bool {
	const own = 2 // caption and head
	return emissions.MatchString(p.Text) ||
		!otherUnit.MatchString(p.Text) && slices.ContainsFunc(p.Headings[max(0, len(p.Headings)-own):], scopesOver.MatchString)
}

var (
	scopesOver = pattern.Compile(`(?i)\bscopes? ?[123]\b|\bco2|\bco₂`)
	otherUnit  = pattern.Compile(`\b(?:[kMGT]?Wh|[kMGTP]?J|m3|litres?)\b|m³`)

	indexLine = pattern.Compile(`^(?:GRI\s)?(?:[23]|[2-4]\d\d)-\d{1,2}\s`)
	avoided   = pattern.Compile(`(?i)\bavoided\b`)
	glossary  = pattern.Compile(`(?i)^(?:glossary|list of abbreviations|definitions of terms)\b`)
	// onAccounts begin the parts that ask of the accounts themselves.
	onAccounts = []string{"S2.16", "S2.21", "S2.29(b)", "S2.29(c)", "S2.29(d)", "S2.29(e)", "S1.22", "S1.6", "S1.7", "S1.83"}
)

// deniesAny reports whether a passage denies what it would answer a part by: an analysis that was not made is none. What answers
// in another way, without a denial, is an answer.
func (ix *index) deniesAny(id string, at int) bool {
	denies := false
	for _, alt := range ix.lex.answers[id] {
		if alt.where == inColumns || !ix.answers(alt, at) {
			continue
		}
		if !ix.denies(alt, at) {
			return false
		}
		denies = true
	}
	return denies
}

// deniesAnalysis reports whether a passage says that no scenarios were analysed: then it says nothing of what the analysis was like.
func (ix *index) deniesAnalysis(id string, at int) bool {
	return strings.HasPrefix(id, "S2.22") && ix.deniesAny("S2.22#scenario_analysis_used", at)
}

func isQuestion(text string) bool { return len(text) > 0 && text[len(text)-1] == '?' }

// A sentence is quoted with the one before or after it where that is likely to answer, too, unless the one alone leaves no doubt and lacks
// nothing: what one of them begins to say, the other often ends.
const (
	sureBeside = 0.5
	noDoubt    = 0.85
)

// longest is how many bytes are quoted at most where whole sentences are: a sentence that is cut may be cut where it answers.
const longest = 600

// longestTable is the same of a table that is quoted whole.
const longestTable = 900

// more is what is quoted of a passage that surely answers a part, where that is more than the index quotes: with its neighbour where that answers, too, or
// whole where it is long; empty where neither is so.
func (m *meaning) more(ix *index, part *answer.Part, j judgement, denied bool) (string, error) {
	p := ix.passages[j.at]
	if p.role == row && part.OfEach() {
		return ix.wholeTable(j.at), nil
	}
	if p.role != sentence {
		return "", nil
	}
	if whole := ix.withAntecedent(part, j.at); whole != "" {
		return whole, nil
	}
	if j.sure < noDoubt || j.bare {
		neighbour, err := m.beside(ix, part, j.at, denied)
		if err != nil {
			return "", err
		}
		if neighbour >= 0 {
			if both := ix.span(min(j.at, neighbour), max(j.at, neighbour)); len(both) <= longest {
				return both, nil
			}
		}
	}
	if len(p.text) > maxQuote && len(p.text) <= longest {
		return p.text, nil
	}
	return "", nil
}

// withAntecedent is a sentence that goes on with what was said before, together with that; empty where it stands for itself, or what was said before is on
// another page, under another heading, or makes the quotation too long. Where it does not name what the part is about, the quotation begins where that
// is named.
func (ix *index) withAntecedent(part *answer.Part, at int) string {
	const most = 5 // sentences before
	if !answer.GoesOn(ix.passages[at].text) {
		return ""
	}
	fits, first := "", at
	for first > at-most && ix.next(first, -1) != "" {
		first--
		whole := ix.span(first, at)
		if whole == "" || len(whole) > longest {
			break
		}
		if answer.GoesOn(ix.passages[first].text) {
			continue
		}
		if part.SpeaksOf(whole) {
			return whole
		}
		if fits == "" {
			fits = whole
		}
	}
	return fits
}

// wholeTable is the text of the table that a row is of, from the row behind its head to its last, where that is short enough to be quoted; empty where not,
// or where the row is all there is.
func (ix *index) wholeTable(at int) string {
	alike := func(i int) bool {
		p, q := ix.passages[at], ix.passages[i]
		return q.role == row && q.page == p.page && slices.Equal(p.above, q.above)
	}
	first, last := at, at
	for first > 0 && alike(first-1) {
		first--
	}
	for last+1 < len(ix.passages) && alike(last+1) {
		last++
	}
	if whole := ix.span(first, last); first < last && len(whole) <= longestTable {
		return whole
	}
	return ""
}

// beside finds the neighbour of a sentence that likely answers a part, too: the likelier one of the sentences before and after it under the same
// heading, -1 where neither does. A neighbour need not be among the passages that a search has found.
func (m *meaning) beside(ix *index, part *answer.Part, at int, denied bool) (int, error) {
	var near []answer.Candidate
	for _, step := range []int{1, -1} {
		if i, there := m.shelf.place[at+step]; there && ix.next(at, step) != "" && ix.span(min(at, at+step), max(at, at+step)) != "" {
			near = append(near, answer.Candidate{At: i})
		}
	}
	said, err := m.judge.Judge(context.Background(), m.shelf.Shelf, part, near)
	if err != nil {
		return -1, fmt.Errorf("judging what stands beside a passage for %s: %w", part.ID, err)
	}
	neighbour, sure := -1, 0.0
	for i, c := range near {
		if said[i].Answers >= sureBeside && said[i].Answers > sure && m.answersAlone(ix, part, c.At, denied, said[i].Answers) {
			neighbour, sure = m.shelf.at[c.At], said[i].Answers
		}
	}
	return neighbour, nil
}

// nearestFew are as many passages as are looked beside where nothing answers a part: those that most likely speak of what it is about.
const nearestFew = 5

// nextTo has the judge read what stands beside the passages that come nearest to a part, under the same heading. What names a subject is found by
// its words, and the sentence or row that says what is asked of it often has none of them.
func (m *meaning) nextTo(ix *index, part *answer.Part, among []answer.Candidate, said []answer.Judgement) (reply, error) {
	order := make([]int, len(among))
	read := make(map[int]bool, len(among))
	for i, c := range among {
		order[i], read[c.At] = i, true
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(said[b].Names, said[a].Names) })
	var out reply
	for _, i := range order[:min(len(order), nearestFew)] {
		at := m.shelf.at[among[i].At]
		for _, step := range []int{1, -1} {
			place, there := m.shelf.place[at+step]
			if there && !read[place] && ix.next(at, step) != "" {
				read[place] = true
				out.among = append(out.among, answer.Candidate{At: place})
			}
		}
	}
	if out.said, out.err = m.judge.Judge(context.Background(), m.shelf.Shelf, part, out.among); out.err != nil {
		out.err = fmt.Errorf("judging what stands beside the nearest passages for %s: %w", part.ID, out.err)
	}
	return out, out.err
}

// span is the text from one passage of a page to a later one, with what stands between them, empty where more than those between them and blanks does.
func (ix *index) span(first, last int) string {
	a := ix.passages[first]
	for _, p := range ix.pages {
		if p.Number != a.page {
			continue
		}
		for from := 0; ; {
			start := strings.Index(p.Text[from:], a.text)
			if start < 0 {
				return ""
			}
			start += from
			end := start + len(a.text)
			rest, follows := p.Text[end:], true
			for i := first + 1; i <= last && follows; i++ {
				rest, follows = strings.CutPrefix(strings.TrimLeft(rest, " \n\t"), ix.passages[i].text)
			}
			if follows {
				return p.Text[start : len(p.Text)-len(rest)]
			}
			from = end
		}
	}
	return ""
}

// answersAlone reports whether nothing that code knows speaks against a passage as an answer to a part.
func (m *meaning) answersAlone(ix *index, part *answer.Part, place int, denied bool, sure float64) bool {
	p, at := &m.shelf.Passages[place], m.shelf.at[place]
	return mayAnswer(part, *p) && (denied || !ix.deniesAny(part.ID, at)) && !ix.deniesAnalysis(part.ID, at) && !m.shelf.Unspoken(part, place, sure) &&
		!part.OfSomebodyElse(p)
}
