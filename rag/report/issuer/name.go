// Package issuer says who a report is of: how others may call the company, where the report says so, and whether a text
// speaks of it. A name counts only as words of its own: "Shell" is neither in "seashell" nor in "Shell Island", which is
// somebody else's name. Everything here is a function of its arguments and safe for concurrent use.
package issuer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// legalForms say nothing about who a company is.
var legalForms = lexicon.Set("evidence.legal forms")

// beside are words that stand behind a name with a capital and are no part of it.
var beside = lexicon.Set("evidence.beside names")

// unpointed takes the points out of N.V., which is one word.
var unpointed = strings.NewReplacer(".", "", "'", "", "’", "")

// Plain is a company's name in lower-case words without its legal form.
func Plain(name string) string {
	name = unpointed.Replace(strings.ToLower(name))
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	kept := words[:0]
	for _, w := range words {
		if !legalForms[w] {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// Names are how a company is called, the full name first.
type Names []string

// NamesOf puts a company's name and its aliases together; a name of legal forms alone is none.
func NamesOf(company string, aliases ...string) Names {
	var out Names
	for _, n := range append([]string{company}, aliases...) {
		if Plain(n) != "" {
			out = append(out, n)
		}
	}
	return out
}

// Is reports whether a name is one of the company's, by their words without legal forms.
func (n Names) Is(name string) bool {
	name = Plain(name)
	for _, own := range n {
		if name != "" && name == Plain(own) {
			return true
		}
	}
	return false
}

// word is a token of a text as it stands there: dots belong to abbreviations, not to ends of sentences.
var word = pattern.Compile(`(?:\p{L}\.){2,}|[\p{L}\p{N}]+(?:['’]\p{L}+)*`)

// token is a word of a text with where it stands.
type token struct {
	start, end int
	plain      string
	capital    bool
}

func tokens(text string) []token {
	var out []token
	for _, m := range word.FindAllStringIndex(text, -1) {
		s := text[m[0]:m[1]]
		first, _ := utf8.DecodeRuneInString(s)
		plain := unpointed.Replace(strings.ToLower(possessive.ReplaceAllString(s, "")))
		out = append(out, token{m[0], m[1], plain, unicode.IsUpper(first)})
	}
	return out
}

var possessive = pattern.Compile(`['’]s?$`)

// Mentioned reports whether a text speaks of the company: one of its names stands there with a capital, and is not a
// part of a longer name, which is another's. A legal form beside it belongs to it.
func (n Names) Mentioned(text string) bool {
	lower := strings.ToLower(text)
	for _, name := range n {
		words := strings.Fields(Plain(name))
		if len(words) == 0 || !strings.Contains(lower, words[0]) {
			continue
		}
		if mentioned(text, tokens(text), words) {
			return true
		}
	}
	return false
}

func mentioned(text string, all []token, words []string) bool {
	for i := range all {
		last, ok := match(text, all, i, words)
		if ok && !longer(text, all, i, last) {
			return true
		}
	}
	return false
}

// match finds a name's words from a token on; only white space, hyphens and legal forms may stand between them.
func match(text string, all []token, from int, words []string) (last int, ok bool) {
	if !all[from].capital && !unicode.IsDigit(rune(text[all[from].start])) {
		return 0, false
	}
	at := from
	for k, w := range words {
		for k > 0 && at < len(all) && legalForms[all[at].plain] && all[at].plain != w {
			at++
		}
		if at >= len(all) || all[at].plain != w || at > from && !joined(text[all[at-1].end:all[at].start]) {
			return 0, false
		}
		at++
	}
	return at - 1, true
}

// joined reports whether what stands between two words makes them one name.
func joined(between string) bool {
	return strings.TrimFunc(between, unicode.IsSpace) == "" || strings.Trim(between, " \t\n-–&.") == "" && len(between) <= 3
}

// longer reports whether the tokens from..last are a part of a longer name: a word with a capital stands right beside
// them, and is neither a legal form nor the first word of the text.
func longer(text string, all []token, from, last int) bool {
	for before := from - 1; before >= 0; before-- {
		t := all[before]
		if between := text[t.end:all[before+1].start]; strings.TrimSpace(between) != "" || !t.capital {
			break
		}
		if !legalForms[t.plain] {
			if before > 0 && strings.TrimSpace(text[all[before-1].end:t.start]) == "" {
				return true
			}
			break // the first word of a sentence has a capital anyway
		}
	}
	for after := last + 1; after < len(all); after++ {
		t := all[after]
		if between := text[all[after-1].end:t.start]; strings.Trim(between, " \t\n\u00a0") != "" && strings.TrimSpace(between) != "." {
			return false
		}
		if strings.TrimSpace(text[all[after-1].end:t.start]) == "." && !legalForms[all[after-1].plain] {
			return false // a new sentence
		}
		if !t.capital {
			return false
		}
		if !legalForms[t.plain] {
			return !beside[t.plain]
		}
	}
	return false
}
