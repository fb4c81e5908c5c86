package keyfigures

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// LongestHeading is as many words of a row's headings as are read at a glance, lastWords as many of a longer one at its end.
const LongestHeading, lastWords = 18, 12

// Heading is the name of a row as it is read at a glance: of a long one its beginning, which says what it is of, and its end, where a target stands. It
// is cut neither within brackets nor, if the end has one, before a word that begins what follows.
func Heading(name string) string {
	words := strings.Fields(name)
	if len(words) <= LongestHeading {
		return name
	}
	first, last := words[:LongestHeading-lastWords], words[len(words)-lastWords:]
	for i := len(first) - 1; i > 0 && strings.Count(strings.Join(first, " "), "(") > strings.Count(strings.Join(first, " "), ")"); i-- {
		first = first[:i]
	}
	if at := slices.IndexFunc(last[:len(last)/2], func(w string) bool { return unicode.IsUpper([]rune(w)[0]) }); at > 0 {
		last = last[at:]
	}
	return strings.TrimRight(strings.Join(first, " "), ",;:") + "… " + strings.Join(last, " ")
}

// ShareOf is what a cell says itself that its share is of, behind a space: "73 % of high-risk suppliers".
func ShareOf(printed string) string {
	if m := inItself.FindStringSubmatch(printed); m != nil {
		return " " + phrase.Words(m[1], longestShareOf)
	}
	return ""
}

var inItself = pattern.Compile(`%\s+(of\s.+)$`)

const longestShareOf = 6 // words
