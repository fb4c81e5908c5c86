package claims

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/embed"
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
	mostTerms     = 40 // words of a query
)

// confirm adds to the mapping of each claim what retrieval finds in the same pillar; what was mapped keeps its order, the most
// telling first. A claim that was not placed is left without a paragraph, since none is better than a wrong one. All are asked
// for at once, the same words once. Each claim is asked for by its own words: were claims put
// together in a query, the mapping of one would change with what else its report says.
func confirm(ctx context.Context, retrieval Retrieval, claims []events.Claim) error {
	var queries []string
	at := map[string]int{}
	asked := make([]int, len(claims))
	for i := range claims {
		if !open(&claims[i]) {
			asked[i] = -1
			continue
		}
		q := queryOf(claims[i].Text)
		n, known := at[q]
		if !known {
			n = len(queries)
			at[q] = n
			queries = append(queries, q)
		}
		asked[i] = n
	}
	if len(queries) == 0 {
		return nil
	}
	answers, err := retrieval.Paragraphs(ctx, queries, topParagraphs)
	if err != nil {
		return fmt.Errorf("asking for paragraphs: %w", err)
	}
	if len(answers) != len(queries) {
		return fmt.Errorf("asking for paragraphs: %d answers to %d queries", len(answers), len(queries))
	}
	for i := range claims {
		if asked[i] >= 0 {
			augment(&claims[i], answers[asked[i]])
		}
	}
	return nil
}

// open reports whether anything that is found can be added to a claim's mapping.
func open(c *events.Claim) bool { return len(c.Paragraphs) > 0 && len(c.Paragraphs) < maxParagraphs }

// queryOf are the words of a claim that say something, each once, without its figures.
func queryOf(text string) string {
	once := map[string]bool{}
	var words []string
	for _, w := range wordsOf(text) {
		if stopWords[w.low] || once[w.low] || strings.Trim(w.low, "0123456789") == "" || len(words) == mostTerms {
			continue
		}
		once[w.low] = true
		words = append(words, w.low)
	}
	return strings.Join(words, " ")
}

// augment brings a claim's mapping together with what was found.
func augment(c *events.Claim, found []Found) {
	found = slices.DeleteFunc(slices.Clone(found), func(f Found) bool { return f.Relevance < leastRelevant })
	if len(found) == 0 {
		return
	}
	out := make([]events.ParagraphLink, 0, maxParagraphs)
	out = append(out, c.Paragraphs...)
	for _, f := range found {
		known := slices.ContainsFunc(out, func(l events.ParagraphLink) bool { return l.ID == f.ID })
		// What was placed under the general standard alone is not about climate: tonnes of waste are no emissions, whatever is found by its words.
		fits := slices.ContainsFunc(c.Paragraphs, func(l events.ParagraphLink) bool {
			return l.Pillar == f.Pillar && (ofClimate(l.ID) || !ofClimate(f.ID))
		})
		if known || !fits || len(out) >= maxParagraphs {
			continue
		}
		out = append(out, events.ParagraphLink{ID: f.ID, Pillar: f.Pillar, Relevance: "Found by search: " + f.Title + "."})
	}
	c.Paragraphs = out
}

// ofClimate reports whether a paragraph is of the standard on climate.
func ofClimate(paragraph string) bool { return strings.HasPrefix(paragraph, "S2.") }

// Standards is the Retrieval of the bundled texts. It is the bundled corpus in memory, with the bundled model, and
// never the database: what a run says depends on its report and on the program, not on what a user has ingested or on
// an endpoint of the day, so that a replay finds the same.
type Standards struct{ corpus *corpus.Corpus }

var _ Retrieval = Standards{}

// BundledStandards are those of the program, not yet indexed: the first search does that.
func BundledStandards() Standards { return Standards{corpus.InMemory()} }

// Paragraphs implements Retrieval.
func (s Standards) Paragraphs(ctx context.Context, queries []string, top int) ([][]Found, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	out := make([][]Found, len(queries))
	for i, q := range queries {
		if q == "" {
			continue
		}
		answer, err := s.corpus.Search(ctx, corpus.Query{Text: q, Top: top, Types: []string{corpus.S1, corpus.S2}})
		if err != nil {
			return nil, fmt.Errorf("searching the standards: %w", err)
		}
		for _, r := range answer.Results {
			for _, id := range r.IDs {
				if found, ok := registry.Paragraph(id); ok {
					out[i] = append(out[i], Found{ID: found.ID, Pillar: found.Pillar, Title: found.Title, Relevance: max(0, r.Semantic.Score)})
				}
			}
		}
	}
	return out, nil
}

// Meaning compares texts by the bundled model's vectors.
type Meaning struct{}

var _ Similarity = Meaning{}

// Compare implements Similarity.
func (Meaning) Compare(ctx context.Context, texts []string) (func(i, j int) float64, error) {
	model, err := embed.Bundled()
	if err != nil {
		return nil, fmt.Errorf("opening the bundled embedding model: %w", err)
	}
	vectors, err := model.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embedding claims: %w", err)
	}
	return func(i, j int) float64 { return embed.Cosine(vectors[i], vectors[j]) }, nil
}
