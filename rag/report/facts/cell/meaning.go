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
			text, vocabulary.Changing.MatchString(text), vocabulary.Aimed.MatchString(reached.ReplaceAllString(text, " ")),
			vocabulary.Restated.MatchString(text),
		}
		m[label] = known
	}
	return known
}

var (
	// reached is how far a target is reached, which is none.
	reached = pattern.Compile(`(?i)\btargets?\s+(?:achiev\p{L}+|attain\p{L}+|reached|met)\b|\bachievements?\s+of\s+(?:the\s+)?targets?\b`)
	landUse = pattern.Compile(`(?i)(?:land[\s-]*use|climate)\s+change|\bchanges?\s+(?:of|in)\s+(?:the\s+)?(?:land[\s-]*use|use\s+of\s+land)`)
)
