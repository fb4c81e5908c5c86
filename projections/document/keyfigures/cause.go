package keyfigures

import "github.com/sibyl-project/sibyl/rag/pattern"

var (
	because = pattern.Compile(`(?i)\b(?:due\s+to|because|owing\s+to|as\s+a\s+result\s+of|result(?:s|ed|ing)?\s+(?:in|from)|` +
		`driven\s+by|attribut\w+|caused|reflect(?:s|ing|ed))\b`)
	upwards  = pattern.Compile(`(?i)\b(?:increas\w+|ris(?:e|en|ing)|rose|grew|grown|growth|higher|more)\b`)
	downward = pattern.Compile(`(?i)\b(?:decreas\w+|reduc\w+|fell|fallen|declin\w+|lower\w*|less|drop\w*)\b`)
	// named are the words for what the figures of a family measure.
	named = map[string]*pattern.Pattern{
		"energy": pattern.Compile(`(?i)\benergy\b`), "water": pattern.Compile(`(?i)\bwater\b`), "waste": pattern.Compile(`(?i)\bwaste\b`),
		"ghg_emissions": pattern.Compile(`(?i)\bemissions\b`),
	}
	// divided is how a sentence speaks of a whole divided by something.
	divided = pattern.Compile(`(?i)\b(?:intensity|rates?|per)\b`)
)

// Divided reports whether words speak of a whole divided by something, and not of the whole.
func Divided(said string) bool { return divided.MatchString(said) }

// Explains reports whether a sentence says why what a family measures went the way of a change, and no other.
func Explains(said, family string, change int) bool {
	of := named[family]
	if of == nil || !of.MatchString(said) || !because.MatchString(said) || Divided(said) {
		return false
	}
	up, down := upwards.MatchString(said), downward.MatchString(said)
	return change > 0 && up && !down || change < 0 && down && !up
}
