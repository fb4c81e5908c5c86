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
	inWords   = 0.35 // from where they may be if words of weight are the same
	onSubject = 0.5  // from where two sentences may be about one thing
	alikeEnds = 0.7  // from where they are about one thing
)

// common reports whether two texts have a word of some length in common, however it ends.
func common(a, b string) bool {
	x, y := stems(a), stems(b)
	return slices.ContainsFunc(x, func(w string) bool { return slices.Contains(y, w) })
}

// stems are the beginnings of a text's longer words.
func stems(s string) []string {
	const least, most = 4, 6 // letters
	var out []string
	for _, w := range strings.Fields(bare(s)) {
		if r := []rune(w); len(r) >= least {
			out = append(out, string(r[:min(len(r), most)]))
		}
	}
	return out
}
