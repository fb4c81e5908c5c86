package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// nameless are capitalised words and short forms that name nothing in particular.
var nameless = lexicon.Set("claims.nameless")

// namesIn returns what a sentence calls by a name: runs of capitalised words that do not begin it, other than the entity,
// months and places.
func namesIn(text string, words []word, house map[string]bool) []string {
	var out []string
	from, to := -1, -1
	flush := func() {
		if from >= 0 {
			out = append(out, text[words[from].start:words[to].end])
		}
		from = -1
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		named := unicode.IsUpper(first) && !opens(text, words, i) && !house[w.low] && !months[w.low] && !nameless[w.low] && !isFiscal(w.low) && len(w.low) > 1
		switch {
		case named && from >= 0 && w.start-words[to].end == 1:
			to = i
		case named:
			flush()
			from, to = i, i
		default:
			flush()
		}
	}
	flush()
	return distinct(out)
}

// opens reports whether word i is capitalised because something begins there.
func opens(text string, words []word, i int) bool {
	if i == 0 {
		return true
	}
	for _, r := range text[words[i-1].end:words[i].start] {
		switch r {
		case ':', '.', '!', '?', '•', '→', '|':
			return true
		}
	}
	return false
}

// backs are words with which a sentence goes on about what the one before it spoke of.
var backs = lexicon.Set("claims.pointing back")

// Numbers that are a part of what a rule is called.

// numbered reports whether a standard is named by its number: ISO 14040, IEC 62474.
func (r *reading) numbered() bool {
	for i, w := range r.words[:max(len(r.words)-1, 0)] {
		switch r.text[w.start:w.end] {
		case "ISO", "IEC", "EN", "DIN", "ISAE", "SA", "OHSAS", "ASTM", "PAS", "ESRS":
			if next := r.words[i+1].low; unicode.IsDigit(rune(next[0])) && len(next) > 1 || next == "iso" || next == "en" {
				return true
			}
		}
	}
	return false
}

// yearOfRegulation reports whether the year belongs to the number of a regulation: (EU) 2020/852, 2019/2088.
func (r *reading) yearOfRegulation(w word) bool {
	if rest := r.text[w.end:]; len(rest) > 3 && rest[0] == '/' && strings.Trim(rest[1:4], "0123456789") == "" {
		return true
	}
	return w.start > 4 && r.text[w.start-1] == '/' && isYear(r.text[w.start-5:w.start-1])
}
