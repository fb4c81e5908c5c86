package cell

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Meanings remembers what labels say of time: one stands above or beside many cells.
type Meanings map[string]meaning

type meaning struct {
	text                      string // without land use change, which is no change
	changing, aimed, restated bool
}

func (m Meanings) of(label string) meaning {
	known, ok := m[label]
	if !ok {
		text := landUse.ReplaceAllString(label, " ")
		known = meaning{
			text, vocabulary.Changing.MatchString(text), vocabulary.Aimed.MatchString(ownTarget.ReplaceAllString(reached.ReplaceAllString(text, " "), " ")),
			vocabulary.Restated.MatchString(text),
		}
		m[label] = known
	}
	return known
}

var (
	// reached is how far a target is reached, which is none.
	reached = pattern.Compile(`(?i)\btargets?\s+(?:achiev\p{L}+|attain\p{L}+|reached|met)\b|\bachievements?\s+of\s+(?:the\s+)?targets?\b`)
	// ownTarget is a target that a label gives with its figure beside what it names: the figure of its row is what has been reached.
	ownTarget = pattern.Compile(`(?i)\b(?:targets?|goals?)(?:\s+(?:for|by|in|of|until))*(?:\s+(?:FY\s?)?(?:19|20)\d\d(?:/\d\d)?)?` +
		`(?:\s*:\s*[<>≤≥+−-]?\s*\d[\d.,]*\s*%?|\s*:?\s*(?:below|under|above|over|at\s+least|at\s+most|[<>≤≥])\s*\d[\d.,]*|\s+\d[\d.,]*\s*%)`)
	landUse = pattern.Compile(`(?i)(?:land[\s-]*use|climate)\s+change|\bchanges?\s+(?:of|in)\s+(?:the\s+)?(?:land[\s-]*use|use\s+of\s+land)`)
)
