package claims

import (
	"context"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// Similarity says how near two texts are, from 0 to 1. It only proposes duplicates; rules confirm them. The same texts
// always give the same numbers, whatever their order.
type Similarity interface {
	// Compare prepares texts and returns the similarity of texts i and j.
	Compare(ctx context.Context, texts []string) (func(i, j int) float64, error)
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
