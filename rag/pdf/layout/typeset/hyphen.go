package typeset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/hyphen"
)

// Vocabulary counts a document's words as they stand inside its lines, to tell a hyphen that belongs
// to a word ("low-carbon") from one that only breaks it ("sustain-ability").
type Vocabulary map[string]int

// Learn adds the words of a line, but for a last one that is broken.
func (v Vocabulary) Learn(line string) {
	for _, w := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if w = strings.ToLower(w); !strings.HasSuffix(w, "-") && len(w) > 1 {
			v[w]++
		}
	}
}

// Broken reports whether a line ends in the middle of a word that the next line goes on with, and whether
// the hyphen between the two is only there for the line's end.
func (v Vocabulary) Broken(line, next string) (joins, drops bool) {
	soft := strings.HasSuffix(line, string(SoftHyphen))
	if !soft && !strings.HasSuffix(line, "-") {
		return false, false
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(line, "-"), string(SoftHyphen))
	head := stem[strings.LastIndexAny(stem, " \t(/\"“‘")+1:]
	first, _ := utf8.DecodeRuneInString(next)
	last, _ := utf8.DecodeLastRuneInString(head)
	if !IsLetterOrDigit(first) || !IsLetterOrDigit(last) {
		return false, soft
	}
	if address := strings.ToLower(stem[strings.LastIndexByte(stem, ' ')+1:]); strings.Contains(address, "www.") || strings.Contains(address, "://") {
		return true, false // addresses have hyphens of their own
	}
	tail, _, _ := strings.Cut(next, " ")
	switch tail { // "short- and long-term": nothing is broken here
	case "and", "or", "und", "oder":
		return false, soft
	}
	return true, soft || !v.keeps(head, tail)
}

// keeps decides whether the hyphen between two parts belongs to the word.
func (v Vocabulary) keeps(head, tail string) bool {
	w := strings.ToLower(strings.TrimFunc(tail, func(r rune) bool { return !unicode.IsLetter(r) }))
	h := strings.ToLower(head)
	_, first := utf8.DecodeRuneInString(head) // a capital may begin the word
	if !allLower(head[first:]) || w == "" || !startsLower(tail) {
		return true
	}
	return hyphen.Words(v).Keeps(h, w)
}

func allLower(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLower(r) && r != '-' })
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

func HasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
