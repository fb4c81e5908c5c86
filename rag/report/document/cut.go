package document

import (
	"strings"
	"unicode"
)

// SentencesOf cuts text that has no layout - a quotation, a cell, an abstract, a model's answer - where a sentence ends, where a
// list begins its next point and between paragraphs.
func SentencesOf(text string) []string {
	var out []string
	from := 0
	for _, cut := range cuts(text, false) {
		if s := strings.TrimSpace(text[from:cut]); s != "" {
			out = append(out, s)
		}
		from = cut
	}
	return out
}

// Clauses are where the sentences of a text and their parts before a semicolon end, with the white space behind them, in bytes;
// the last is the end of the text. Figures of different parts are seldom of one thing.
func Clauses(text string) []int { return cuts(text, true) }

// cuts are the bytes behind each stretch of a text that reads as one. Sentences of pages end by the same rule (splitBlock), so that
// a quotation of a page is cut as its page is.
func cuts(text string, clauses bool) []int {
	runes := make([]rune, 0, len(text))
	bytes := make([]int, 0, len(text)+1)
	for i, r := range text {
		runes, bytes = append(runes, r), append(bytes, i)
	}
	bytes = append(bytes, len(text))
	var out []int
	begin := 0
	cut := func(at int) {
		if at > begin {
			out, begin = append(out, bytes[at]), at
		}
	}
	for i := 0; i < len(runes); i++ {
		switch {
		case runes[i] == '•' || runes[i] == '▪' || runes[i] == '■':
			cut(i)
		case runes[i] == '\n':
			if next := pastSpace(runes, i); strings.Count(string(runes[i:next]), "\n") > 1 {
				cut(next)
			}
		case clauses && runes[i] == ';' && i+1 < len(runes) && unicode.IsSpace(runes[i+1]):
			cut(pastSpace(runes, i+1))
		case ends(runes, begin, i):
			next := i + 1
			for next < len(runes) && closes(runes[next]) {
				next++
			}
			cut(pastSpace(runes, next))
		}
	}
	cut(len(runes))
	return out
}

func pastSpace(text []rune, at int) int {
	for at < len(text) && unicode.IsSpace(text[at]) {
		at++
	}
	return at
}
