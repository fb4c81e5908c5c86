package boundary

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Clause is a part of a sentence that counts something in or leaves it out, with what it is said of: the words before those that count,
// and those behind them. Counted is what it names without any of the words that every such clause has.
type Clause struct {
	Sentence
	Of, Counted string
	Leaves      bool
}

var (
	clauseEnds = pattern.Compile(`[;:]\s|,\s+(?:and|but|while|whereas)\s`)
	scoped     = pattern.Compile(`(?i)^\s*(?:our\s+)?scope\s+[123]\b`)
	// plainly are words of a clause that say how it counts and not what.
	plainly = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("boundary.plain") + `)\b`)
)

// Clauses are the parts of sentences that count something in or leave it out of what a report consists of; those with words for both are
// none, since what is counted in by them and what is left out cannot be told apart.
func Clauses(all []Sentence) []Clause {
	var out []Clause
	for _, s := range all {
		text := strings.Join(strings.Fields(s.Text), " ")
		if supposed.MatchString(text) || aimed.MatchString(text) || ofAccounts.MatchString(text) || presented.MatchString(text) || none.MatchString(text) {
			continue
		}
		for _, part := range clauseEnds.Split(text, -1) {
			marks := marksOf(part)
			if len(marks) == 0 || slices.ContainsFunc(marks, func(m mark) bool { return m.leaves != marks[0].leaves || m.close }) {
				continue
			}
			if len(limitsOf(part, marks)) > 0 { // what lies below a limit can be said to be left out, or what lies above it to be counted in
				continue
			}
			before := part[:marks[0].from]
			if !reckoned.MatchString(part) && !scoped.MatchString(part) && !headed.MatchString(s.Heading) || other.MatchString(before) || inSomethingElse(part) {
				continue
			}
			c := Clause{Sentence: s, Leaves: marks[0].leaves, Of: strings.TrimSpace(before)}
			rest := before
			for i, m := range marks {
				next := len(part)
				if i+1 < len(marks) {
					next = max(m.upTo, marks[i+1].from)
				}
				rest += " " + part[m.upTo:next]
			}
			c.Counted = strings.Join(strings.Fields(plainly.ReplaceAllString(rest, "")), " ")
			out = append(out, c)
		}
	}
	return out
}

var listEnds = pattern.Compile(`(?i)\s*(?:[,;.()]|\band\b|\bas\s+well\s+as\b|\bor\b)\s*`)

// Items are what a clause names behind the word that counts it in, one by one; dates and numbers are none.
func (c Clause) Items() []string {
	marks := marksOf(c.Text)
	if c.Leaves || len(marks) != 1 {
		return nil
	}
	return slices.DeleteFunc(listEnds.Split(c.Text[marks[0].upTo:], -1), func(item string) bool {
		return strings.ContainsAny(item, "0123456789") || strings.TrimSpace(plainly.ReplaceAllString(item, "")) == ""
	})
}

// Named is what a text names without the words that any sentence on the boundary has.
func Named(text string) string {
	for _, p := range []*pattern.Pattern{countsIn, reckoned, partWord, plainly} {
		text = p.ReplaceAllString(text, "")
	}
	return text
}

// May reports whether a sentence can be about what a report counts, in words that nothing else understands.
func May(s Sentence) bool {
	return !aimed.MatchString(s.Text) && (reckoned.MatchString(s.Text) || measured.MatchString(s.Text) || scoped.MatchString(s.Text) ||
		headed.MatchString(s.Heading))
}

// lessens are words that any sentence has which leaves something out, and many others.
var lessens = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("boundary.lessens") + `)\b`)

// Opposed reports whether one text says that something is left out and the other one that something is counted in: firstOut where the first
// leaves it out. Of a text without words that are known to leave something out, but with some that might, it is not known.
func Opposed(a, b string) (firstOut, opposed bool) {
	leaves := func(s string) bool {
		return ownOnly.MatchString(s) || slices.ContainsFunc(marksOf(s), func(m mark) bool { return m.leaves })
	}
	counts := func(s string) bool { return Counts(s) && !lessens.MatchString(s) }
	return leaves(a), leaves(a) && counts(b) || counts(a) && leaves(b)
}
