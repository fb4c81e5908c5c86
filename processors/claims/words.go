package claims

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// word is one word of a sentence; Start and End are bytes of the sentence's text.
type word struct {
	low        string
	start, end int
}

// wordsOf splits at everything that is no letter or digit, so that "net-zero" is two words.
func wordsOf(text string) []word {
	var out []word
	start := -1
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out = append(out, word{strings.ToLower(text[start:i]), start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, word{strings.ToLower(text[start:]), start, len(text)})
	}
	return out
}

// phrasebook finds phrases in a sentence. The last word of a phrase may end in "*": any ending will do.
type phrasebook map[string][]phrase // by the first three letters of the first word

type phrase struct {
	words []string
	open  bool // the last word may go on
	cue   cue
}

// hit is a phrase found: words From..To (To excluded) of the sentence.
type hit struct {
	cue      cue
	from, to int
}

func prefix(w string) string { return w[:min(3, len(w))] }

// add takes over entries of the lexicon.
func (l phrasebook) add(c cue, entries []string) {
	for _, e := range entries {
		words := strings.Fields(strings.TrimSuffix(e, "*"))
		key := prefix(words[0])
		l[key] = append(l[key], phrase{words, strings.HasSuffix(e, "*"), c})
	}
}

// find returns every phrase of the sentence, in order, the longest first at each word; phrases of
// different cues may share words.
func (l phrasebook) find(words []word) []hit {
	var out []hit
	for i, w := range words {
		longest := map[cue]int{}
		for _, p := range l[prefix(w.low)] {
			if n := p.at(words[i:]); n > longest[p.cue] {
				longest[p.cue] = n
			}
		}
		for c := cue(0); c < cues && len(longest) > 0; c++ {
			if n := longest[c]; n > 0 {
				out = append(out, hit{c, i, i + n})
			}
		}
	}
	return out
}

// at returns how many words of the phrase stand here, 0 unless all do.
func (p phrase) at(words []word) int {
	if len(words) < len(p.words) {
		return 0
	}
	for i, want := range p.words {
		have := words[i].low
		if have != want && !(p.open && i == len(p.words)-1 && strings.HasPrefix(have, want)) {
			return 0
		}
	}
	return len(p.words)
}

// any reports whether one of some lower-case phrases, which the rules name, stands in the sentence.
func (r *reading) any(phrases ...string) bool {
	for _, p := range phrases {
		if !strings.Contains(r.low, firstWord(p)) {
			continue
		}
		ws := phraseWords(p)
		for i := range r.words {
			if i+len(ws) > len(r.words) {
				break
			}
			n := 0
			for n < len(ws) && r.words[i+n].low == ws[n].low {
				n++
			}
			if n == len(ws) {
				return true
			}
		}
	}
	return false
}

func firstWord(phrase string) string {
	w, _, _ := strings.Cut(phrase, " ")
	return w
}

// splitPhrases keeps the words of phrases. Only phrases of the rules themselves come here, so it cannot grow.
var splitPhrases sync.Map

func phraseWords(phrase string) []word {
	if ws, ok := splitPhrases.Load(phrase); ok {
		return ws.([]word)
	}
	ws := wordsOf(phrase)
	splitPhrases.Store(phrase, ws)
	return ws
}

// startsLower reports whether a text begins with a word in small letters, as the rest of one that the layout tore apart does.
func startsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(first) {
		return false
	}
	word, _, _ := strings.Cut(s, " ")
	return strings.ToLower(word) == word // "mBank" is a name
}

// stopWords carry no meaning of their own.
var stopWords = lexicon.Set("claims.stop words")

// stem leaves off the endings that a paraphrase changes.
func stem(w string) string {
	for _, e := range []string{"ations", "ation", "ingly", "ings", "ing", "ed", "es", "s", "ly"} {
		if rest, ok := strings.CutSuffix(w, e); ok && len(rest) >= 4 {
			return rest
		}
	}
	return w
}
