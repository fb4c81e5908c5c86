package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Retrieval finds paragraphs of IFRS S1 and S2 by meaning and words. A batch is answered at once, in its order; a query
// that nothing fits has no answer, which is no error. What answers from outside the process records what it answered.
type Retrieval interface {
	Paragraphs(ctx context.Context, queries []string, top int) ([][]Found, error)
}

// Found is a paragraph that a query led to. Relevance is from 0 to 1 and means the same in every query: a cosine.
type Found struct {
	ID        string
	Pillar    string
	Title     string // what the paragraph asks for, in our own words
	Relevance float64
}

// How the second phase asks.
const (
	topParagraphs = 3
	leastRelevant = 0.3
	mostInQuery   = 5   // claims that share a query
	mostQueries   = 100 // of a report, claims asked for one by one included
	mostTerms     = 40  // words of a query
)

// confirm compares the mapping that the rules made of each claim with what retrieval finds: what both name comes first,
// what retrieval alone finds in the claim's pillar is added, and a claim that the rules could not place takes what
// retrieval found for it. Claims of one type whose first paragraph is the same are asked for together, a few at a time;
// one by one only those for which that led to nothing.
func confirm(ctx context.Context, retrieval Retrieval, claims []events.Claim) error {
	groups := grouped(claims)
	queries := make([]string, len(groups))
	for i, g := range groups {
		queries[i] = queryOf(claims, g)
	}
	answers, err := ask(ctx, retrieval, queries)
	if err != nil {
		return err
	}
	var alone []int // claims
	for i, g := range groups {
		for _, c := range g {
			if !augment(&claims[c], answers[i]) && len(g) > 1 && len(alone) < mostQueries-len(groups) {
				alone = append(alone, c)
			}
		}
	}
	queries = queries[:0]
	for _, c := range alone {
		queries = append(queries, queryOf(claims, []int{c}))
	}
	if answers, err = ask(ctx, retrieval, queries); err != nil {
		return err
	}
	for i, c := range alone {
		augment(&claims[c], answers[i])
	}
	return nil
}

func ask(ctx context.Context, retrieval Retrieval, queries []string) ([][]Found, error) {
	if len(queries) == 0 {
		return nil, nil
	}
	answers, err := retrieval.Paragraphs(ctx, queries, topParagraphs)
	if err != nil {
		return nil, fmt.Errorf("asking for paragraphs: %w", err)
	}
	if len(answers) != len(queries) {
		return nil, fmt.Errorf("asking for paragraphs: %d answers to %d queries", len(answers), len(queries))
	}
	return answers, nil
}

// grouped puts claims together by type and topic, in the order of the claims, as many in a group as keep the number of
// queries within bounds.
func grouped(claims []events.Claim) [][]int {
	type topic struct {
		kind events.ClaimType
		id   string
	}
	byTopic := map[topic][]int{}
	var topics []topic
	for i, c := range claims {
		k := topic{kind: c.Type}
		if len(c.Paragraphs) > 0 {
			k.id = c.Paragraphs[0].ID
		}
		if byTopic[k] == nil {
			topics = append(topics, k)
		}
		byTopic[k] = append(byTopic[k], i)
	}
	size := max(mostInQuery, (len(claims)+mostQueries/2-1)/(mostQueries/2))
	var out [][]int
	for _, k := range topics {
		out = slices.AppendSeq(out, slices.Chunk(byTopic[k], size))
	}
	return out
}

// queryOf are the words that most of some claims share, then the rest of the first few, in the order of their text.
func queryOf(claims []events.Claim, group []int) string {
	counts := map[string]int{}
	var order []string
	for _, c := range group[:min(len(group), mostInQuery)] {
		once := map[string]bool{}
		for _, w := range wordsOf(claims[c].Text) {
			if stopWords[w.low] || once[w.low] || strings.Trim(w.low, "0123456789") == "" {
				continue
			}
			once[w.low] = true
			if counts[w.low]++; counts[w.low] == 1 {
				order = append(order, w.low)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	return strings.Join(order[:min(len(order), mostTerms)], " ")
}

// augment brings a claim's mapping together with what was found, and reports whether that says anything of it.
func augment(c *events.Claim, found []Found) bool {
	found = slices.DeleteFunc(slices.Clone(found), func(f Found) bool { return f.Relevance < leastRelevant })
	if len(found) == 0 {
		return false
	}
	out := make([]events.ParagraphLink, 0, maxParagraphs)
	confirmed := func(l events.ParagraphLink) bool {
		return slices.ContainsFunc(found, func(f Found) bool { return within(f.ID, l.ID) || within(l.ID, f.ID) })
	}
	for _, l := range c.Paragraphs {
		if confirmed(l) {
			out = append(out, l)
		}
	}
	said := len(out) > 0
	for _, l := range c.Paragraphs {
		if !confirmed(l) {
			out = append(out, l)
		}
	}
	for _, f := range found {
		known := slices.ContainsFunc(out, func(l events.ParagraphLink) bool { return l.ID == f.ID })
		fits := len(c.Paragraphs) == 0 || slices.ContainsFunc(c.Paragraphs, func(l events.ParagraphLink) bool { return l.Pillar == f.Pillar })
		if known || !fits || len(out) >= maxParagraphs {
			continue
		}
		out = append(out, events.ParagraphLink{ID: f.ID, Pillar: f.Pillar, Relevance: "Found by search: " + f.Title + "."})
		said = true
	}
	c.Paragraphs = out
	return said
}

// within reports whether a paragraph id names an item of another one: S2.29(a)(i) is within S2.29(a).
func within(id, of string) bool {
	rest, ok := strings.CutPrefix(id, of)
	return ok && (rest == "" || rest[0] == '(')
}
