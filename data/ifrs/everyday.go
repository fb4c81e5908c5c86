package ifrs

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
)

//go:embed everyday.txt
var everyday string

// Everyday is what everyday words stand for in the language of the standards.
type Everyday struct {
	Said  []string // any of them; one of several words stands for a text that has them all
	Means string
}

// ErrEveryday says that a line is not made of everyday words, a colon and what they mean.
var ErrEveryday = errors.New("reading everyday words")

// EverydayWords lists them. The list is shared: do not change it.
var EverydayWords = sync.OnceValues(func() ([]Everyday, error) { return readEveryday(everyday) })

func readEveryday(text string) ([]Everyday, error) {
	var out []Everyday
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		said, means, found := strings.Cut(line, ":")
		e := Everyday{Means: strings.TrimSpace(means)}
		for _, s := range strings.Split(said, ",") {
			if s = strings.TrimSpace(s); s == "" {
				found = false
			}
			e.Said = append(e.Said, s)
		}
		if !found || e.Means == "" {
			return nil, fmt.Errorf("%w: line %d: %q", ErrEveryday, n+1, line)
		}
		out = append(out, e)
	}
	return out, nil
}
