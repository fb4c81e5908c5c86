package legal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	words "github.com/sibyl-project/sibyl/data/lexicon"
)

// sentences cuts running text where a sentence ends and where a list begins its next point.
func sentences(text string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '•' || r == '▪' || r == '■':
			cut(i)
		case r == '\n' && strings.HasPrefix(text[end:], "\n"):
			cut(end)
		case (r == '.' || r == '!' || r == '?') && endsSentence(text, i, end):
			cut(end)
		}
	}
	cut(len(text))
	return out
}

// abbreviations end in a point that ends no sentence.
var abbreviations = words.Entries("legal.abbreviations")

func endsSentence(text string, i, end int) bool {
	rest := strings.TrimLeft(text[end:], ")]\"”’'")
	if rest == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
	if unicode.IsLower(next) {
		return false
	}
	if text[i] != '.' {
		return true
	}
	word := text[strings.LastIndexAny(text[:i], " \n\t(")+1 : i]
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		return false // an initial
	}
	for _, a := range abbreviations {
		if strings.EqualFold(word, a) {
			return false
		}
	}
	return true
}
