package sasb

import (
	_ "embed" // the phrases are part of the binary
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed phrases.txt
var phrasesFile string

// Counted is the number of reports in which phrases were counted.
const Counted = 43

// Business is how the reports of an industry are known by their words. There are more of them than industries in the
// catalogue.
type Business struct {
	Code, Name string
	Names      []string // words of companies' names, one of which is nearly proof
	Phrases    []Phrase
}

// Phrase is what reports of one industry say and others seldom do.
type Phrase struct {
	Text   string
	Others int // of the reports of other industries that were counted, those that say it
}

var businesses = sync.OnceValues(func() ([]Business, error) { return readBusinesses(phrasesFile) })

// Businesses returns the industries that are part of the program, in the order of their file. Nobody may change them.
func Businesses() ([]Business, error) { return businesses() }

func readBusinesses(file string) ([]Business, error) {
	var out []Business
	for n, line := range strings.Split(file, "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || mark == "#":
		case mark == "=":
			code, name, _ := strings.Cut(rest, " ")
			out = append(out, Business{Code: code, Name: name})
		case len(out) == 0:
			return nil, fmt.Errorf("reading the phrases of industries: line %d stands under no industry", n+1)
		case mark == "~":
			out[len(out)-1].Names = strings.Split(rest, "; ")
		default:
			b := &out[len(out)-1]
			for text := range strings.SplitSeq(line, "; ") {
				words, count, counted := strings.Cut(text, ":")
				others, err := strconv.Atoi(count)
				if counted && err != nil {
					return nil, fmt.Errorf("reading the phrases of %s: line %d: %w", b.Code, n+1, err)
				}
				b.Phrases = append(b.Phrases, Phrase{words, others})
			}
		}
	}
	return out, nil
}
