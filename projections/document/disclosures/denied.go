package disclosures

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// reach is how far behind its denial a sentence names what it denies, in words beside those of the name.
const reach = 8

// Denies reports whether a sentence says that what is named by some words is not there or was not done: right behind the denial it has all of them.
func Denies(sentence, named string) bool {
	words := strings.FieldsFunc(strings.ToLower(named), func(r rune) bool { return !unicode.IsLetter(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 4 })
	said := strings.ToLower(sentence)
	at := denial.FindStringIndex(said)
	if len(words) < 2 || at == nil || limited.MatchString(said) {
		return false
	}
	rest := strings.Fields(said[at[1]:])
	near := strings.Join(rest[:min(len(rest), reach+len(words))], " ")
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(near, w) })
}

var (
	denial = pattern.Compile(`\b(?:(?:have|has|had|do|does|did|is|are|was|were)\s+not|(?:have|has|had|do|does|did)n[’']t|` +
		`(?:have|has|had|there\s+is|there\s+was|there\s+are)\s+no)\b`)
	// limited is how a sentence denies a part of it, or speaks of others.
	limited = pattern.Compile(`\b(?:not\s+only|no\s+longer|no\s+(?:material|significant|relevant)|suppliers?|customers?|until|unless|for\s+(?:all|every)|` +
		`by\s+(?:an?\s+)?third|verif\w+|publish\w*|disclos\w+|changed|updat\w+|revis\w+)\b`)
)
