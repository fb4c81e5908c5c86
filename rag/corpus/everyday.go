package corpus

import (
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag"
)

// sense is what everyday words mean, as terms that must all be there.
type sense struct {
	terms []string
	means int // line of the list
}

var senses = sync.OnceValues(func() ([]sense, error) {
	words, err := ifrs.EverydayWords()
	if err != nil {
		return nil, err
	}
	var out []sense
	for line, e := range words {
		for _, said := range e.Said {
			if terms := rag.Terms(said); len(terms) > 0 {
				out = append(out, sense{terms, line})
			}
		}
	}
	return out, nil
})

// inTheirWords are the standards' words for what a query says in everyday ones: nobody who asks about a bonus can be
// expected to say remuneration. They only explain the query and count less than its own words.
func inTheirWords(query string) (string, error) {
	senses, err := senses()
	if err != nil {
		return "", err
	}
	words, err := ifrs.EverydayWords()
	if err != nil {
		return "", err
	}
	have := map[string]bool{}
	for _, t := range rag.Terms(query) {
		have[t] = true
	}
	var out []string
	last := -1
	for _, s := range senses {
		if s.means != last && allIn(s.terms, have) {
			out, last = append(out, words[s.means].Means), s.means
		}
	}
	return strings.Join(out, "\n"), nil
}

func allIn(terms []string, have map[string]bool) bool {
	for _, t := range terms {
		if !have[t] {
			return false
		}
	}
	return true
}
