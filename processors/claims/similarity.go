package claims

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// Similarity says how near two texts are, from 0 to 1. It only proposes duplicates; rules confirm them. The same texts
// always give the same numbers, whatever their order.
type Similarity interface {
	// Compare prepares texts and returns the similarity of texts i and j.
	Compare(ctx context.Context, texts []string) (func(i, j int) float64, error)
}

// Lexical compares texts by their words, endings left off, and the pairs of words that follow each other.
type Lexical struct{}

var _ Similarity = Lexical{}

// Compare implements Similarity.
func (Lexical) Compare(_ context.Context, texts []string) (func(i, j int) float64, error) {
	terms := map[string]int{}
	bags := make([]bag, len(texts))
	for i, t := range texts {
		bags[i] = bagOf(t, terms)
	}
	return func(i, j int) float64 { return bags[i].cosine(bags[j]) }, nil
}

// bag counts the terms of a text, in the order of their numbers.
type bag struct {
	terms []termCount
	norm  float64
}

type termCount struct {
	term  int
	count float64
}

// pairWeight is what a pair of words counts beside a word: order matters, and less than what is said.
const pairWeight = 0.5

func bagOf(text string, terms map[string]int) bag {
	counts := map[int]float64{}
	number := func(term string) int {
		n, ok := terms[term]
		if !ok {
			n = len(terms)
			terms[term] = n
		}
		return n
	}
	before := ""
	for _, w := range wordsOf(text) {
		if stopWords[w.low] {
			continue
		}
		s := stem(w.low)
		counts[number(s)]++
		if before != "" {
			counts[number(before+" "+s)] += pairWeight
		}
		before = s
	}
	b := bag{}
	for term, n := range counts {
		b.terms = append(b.terms, termCount{term, n})
	}
	slices.SortFunc(b.terms, func(a, c termCount) int { return cmp.Compare(a.term, c.term) })
	for _, t := range b.terms {
		b.norm += t.count * t.count
	}
	b.norm = math.Sqrt(b.norm)
	return b
}

func (b bag) cosine(o bag) float64 {
	if b.norm == 0 || o.norm == 0 {
		return 0
	}
	var sum float64
	for i, j := 0, 0; i < len(b.terms) && j < len(o.terms); {
		switch {
		case b.terms[i].term < o.terms[j].term:
			i++
		case b.terms[i].term > o.terms[j].term:
			j++
		default:
			sum += b.terms[i].count * o.terms[j].count
			i++
			j++
		}
	}
	return sum / (b.norm * o.norm)
}

// stopWords carry no meaning of their own.
var stopWords = lexicon.Set("claims.stop words")

// stem leaves off the endings that a paraphrase changes.
func stem(w string) string {
	for _, e := range []string{"ations", "ation", "ingly", "ings", "ing", "ed", "es", "s", "ly"} {
		if rest, ok := strings.CutSuffix(w, e); ok && len(rest) >= 4 {
			return rest
		}
	}
	return w
}
