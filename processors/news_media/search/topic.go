package search

import (
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/data/news"
)

// controversy is asked for whatever a claim is about.
const controversy = "controversy"

var topics = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(news.Topics) {
		line, _, _ = strings.Cut(line, "#")
		matter, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for w := range strings.SplitSeq(words, ",") {
			out[matter] = append(out[matter], strings.TrimSpace(w))
		}
	}
	return out
})

// Words are what a matter is searched by; none for one that no table names. A part of a matter is searched like the
// matter: "Scope 3, business travel" like "Scope".
func Words(matters []string) []string {
	var out []string
	for _, m := range matters {
		words := topics()[m]
		if first, _, _ := strings.Cut(m, " "); words == nil {
			words = topics()[first]
		}
		for _, w := range words {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// Controversy is what is searched for beside the matter of a claim.
func Controversy() []string { return topics()[controversy] }
