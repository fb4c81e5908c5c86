package legal

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The ranking keeps only the best while it goes, which must be those that sorting everything would put first.
func TestTheClosestPassagesAreThoseOfTheWholeOrder(t *testing.T) {
	words := []string{"emission", "target", "governance", "scenario", "transition", "physical", "carbon", "board"}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 5).Draw(t, "words"), " ")
		})
		c := &comparison{ix: &index{}}
		for _, s := range rapid.SliceOfN(text, 0, 150).Draw(t, "passages") {
			c.ix.passages = append(c.ix.passages, passage{role: sentence, text: s})
		}
		question := text.Draw(t, "question")
		got := c.closest(question)

		score := func(at int) float64 {
			sum := 0.0
			for _, w := range stems(question) {
				if slices.Contains(stems(c.ix.passages[at].text), w) {
					sum += 1 / float64(1+len(c.words[w]))
				}
			}
			return sum
		}
		var want []int
		for at := range c.ix.passages {
			if score(at) > 0 {
				want = append(want, at)
			}
		}
		slices.SortFunc(want, func(a, b int) int { return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b)) })
		want = want[:min(len(want), closestPassages)]
		if !slices.Equal(got, want) {
			t.Fatalf("closest to %q: %v, want %v", question, got, want)
		}
	})
}
