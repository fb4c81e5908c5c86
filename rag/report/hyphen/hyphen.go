// Package hyphen tells a hyphen that belongs to a word ("location-based") from one that only breaks it at the end of a line
// ("emis-sions"). It goes by evidence: how the document writes the word elsewhere, which words there are, and whether each half is one.
package hyphen

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// Words counts a document's words in lower case, as they stand inside its lines.
type Words map[string]int

// Keeps reports whether the hyphen between two parts, in lower case and without what stands around the word, belongs to it.
func (w Words) Keeps(head, tail string) bool {
	if together, apart := w[head+tail], w[head+"-"+tail]; together != apart {
		return apart > together
	}
	if strings.Contains(head, "-") { // "year-on-" is a compound as it stands
		return true
	}
	return !isForm(head+tail) && w.has(head) && w.has(tail)
}

// has reports whether a half is a word of its own: the document has it more than once, since the end of a broken word stands alone
// at the beginning of a line, or it is in the bundled vocabulary.
func (w Words) has(half string) bool {
	return w[half] > 1 || isForm(half)
}

// endings are what the vocabulary's words take on: it has the common forms of common words only.
var endings = []struct{ off, on string }{
	{"s", ""}, {"es", ""}, {"es", "e"}, {"ies", "y"}, {"ed", ""}, {"ed", "e"}, {"ing", ""}, {"ing", "e"}, {"ly", ""},
	{"ments", "ment"}, {"ally", "al"}, {"isation", "ization"}, {"ise", "ize"}, {"ised", "ized"}, {"ising", "izing"},
}

// shortestStem is the shortest word that an ending is taken off: "his" is no form of "hi".
const shortestStem = 4

// isForm reports whether a word, or what it is a form of, is in the vocabulary of the bundled model.
func isForm(word string) bool {
	model, err := embed.Bundled()
	if err != nil {
		return false // the document alone decides; that the model cannot be read is said by who needs it
	}
	if model.Knows(word) {
		return true
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e.off); ok && len(stem) >= shortestStem && model.Knows(stem+e.on) {
			return true
		}
	}
	return false
}
