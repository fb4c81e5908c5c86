package compare

import (
	"context"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// meant are texts as vectors of the model that is part of the program, figures apart; none where there is no such model.
func meant(texts []string) [][]float32 {
	model, err := embed.Bundled()
	if err != nil {
		return make([][]float32, len(texts))
	}
	plain := make([]string, len(texts))
	for i, t := range texts {
		plain[i] = bare(t)
	}
	vectors, err := model.Embed(context.Background(), plain)
	if err != nil {
		return make([][]float32, len(texts))
	}
	return vectors
}

// akin is how near two meanings are, from 0 to 1.
func akin(a, b []float32) float64 {
	if len(a) == 0 || len(a) != len(b) {
		return 0
	}
	return max(0, embed.Cosine(a, b))
}

const (
	inWords   = 0.35 // from where they may be if they name the same
	onSubject = 0.5  // from where two sentences may be about one thing
	alikeEnds = 0.7  // from where they are about one thing
	inCommon  = 0.5  // of the words that name something
)

// common is the share of the longer words of the shorter one of two texts that the other has too, however they end.
func common(a, b string) float64 {
	x, y := stems(a), stems(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	n := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(x)))
}

// empty are longer words that any two sentences can have in common.
var empty = []string{"will", "have", "with", "from", "that", "this", "than", "been", "more", "were", "their", "least", "every", "year",
	"years", "into", "which"}

// stems are the beginnings of a text's longer words.
func stems(s string) []string {
	const least, most = 4, 6 // letters
	var out []string
	for _, w := range strings.Fields(bare(s)) {
		if r := []rune(w); len(r) >= least && !slices.Contains(empty, w) {
			out = append(out, string(r[:min(len(r), most)]))
		}
	}
	return out
}
