package embed

import (
	"strings"
	"unicode/utf8"
)

// What one request may hold.
const (
	batchTexts    = 100
	batchTokens   = 8000
	charsPerToken = 4 // of English; only for sizes, the server counts exactly
	longestText   = batchTokens * charsPerToken
)

// estimate is about how many tokens a text has.
func estimate(text string) int {
	return (utf8.RuneCountInString(text) + charsPerToken - 1) / charsPerToken
}

// piece is a text of a batch, with its place among all texts.
type piece struct {
	at   int
	text string
	cut  int // characters that were cut off
}

// batches parts texts into requests, in their order. Texts without a word are left out: servers refuse them. A text
// that fills more than a request is cut.
func batches(texts []string) [][]piece {
	var out [][]piece
	var open []piece
	tokens := 0
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		p := cut(text)
		p.at = i
		n := estimate(p.text)
		if len(open) == batchTexts || len(open) > 0 && tokens+n > batchTokens {
			out, open, tokens = append(out, open), nil, 0
		}
		open, tokens = append(open, p), tokens+n
	}
	if len(open) > 0 {
		out = append(out, open)
	}
	return out
}

func cut(text string) piece {
	if len(text) <= longestText {
		return piece{text: text}
	}
	n := 0
	for i := range text {
		if n == longestText {
			return piece{text: text[:i], cut: utf8.RuneCountInString(text[i:])}
		}
		n++
	}
	return piece{text: text}
}
