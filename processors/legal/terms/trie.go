// Package terms finds in a text what cues ask for: terms, many in one pass, and kinds of figures.
package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Trie finds many terms in one pass over a text. Terms are lower case; a blank stands for any run of white
// space and hyphens, and "*" at the end of a word lets it go on.
type Trie struct {
	nodes []node
	ids   map[string]Term
}

type node struct {
	next  map[rune]int32
	whole []Term // end here if no letter or digit follows
	open  []Term // end here whatever follows
}

// Term is the number of one that a trie looks for.
type Term int

// Hit is one term in a text, in bytes.
type Hit struct {
	Term       Term
	Start, End int
}

// New is a trie without terms.
func New() *Trie { return &Trie{nodes: []node{{}}, ids: map[string]Term{}} }

// Add returns the number of a term, a new one if it is not there yet.
func (t *Trie) Add(written string) Term {
	if id, ok := t.ids[written]; ok {
		return id
	}
	id := Term(len(t.ids))
	t.ids[written] = id
	text, open := strings.CutSuffix(written, "*")
	at := int32(0)
	for _, r := range text {
		if r == '-' {
			r = ' '
		}
		next, ok := t.nodes[at].next[r]
		if !ok {
			next = int32(len(t.nodes))
			t.nodes = append(t.nodes, node{})
			if t.nodes[at].next == nil {
				t.nodes[at].next = map[rune]int32{}
			}
			t.nodes[at].next[r] = next
		}
		at = next
	}
	if open {
		t.nodes[at].open = append(t.nodes[at].open, id)
	} else {
		t.nodes[at].whole = append(t.nodes[at].whole, id)
	}
	return id
}

// Scan reports every term that begins at the beginning of a word, in order of appearance.
func (t *Trie) Scan(text string) []Hit {
	var hits []Hit
	inWord := false
	for i, r := range text {
		word := IsWord(r)
		if !inWord && !blank(r) {
			hits = t.match(text, i, hits)
		}
		inWord = word
	}
	return hits
}

func (t *Trie) match(text string, start int, hits []Hit) []Hit {
	return t.from(0, text, start, start, hits)
}

// from goes on at a node with what stands from i on.
func (t *Trie) from(at int32, text string, start, i int, hits []Hit) []Hit {
	for {
		if rest, ok := t.nodes[at].next['*']; ok && at != 0 { // any end of this word, and the words after it
			hits = t.from(rest, text, start, i+wordRest(text[i:]), hits)
		}
		if i >= len(text) {
			return hits
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if blank(r) {
			r, size = ' ', blanks(text[i:])
		}
		next, ok := t.nodes[at].next[unicode.ToLower(r)]
		if !ok || r == '*' {
			return hits
		}
		at, i = next, i+size
		n := &t.nodes[at]
		for _, id := range n.open {
			hits = append(hits, Hit{id, start, i})
		}
		if len(n.whole) > 0 && wordEnds(text[i:]) {
			for _, id := range n.whole {
				hits = append(hits, Hit{id, start, i})
			}
		}
	}
}

// wordRest is how many bytes the word at the beginning of a text still has.
func wordRest(s string) int {
	for i, r := range s {
		if !IsWord(r) {
			return i
		}
	}
	return len(s)
}

// IsWord says that a rune is part of a word.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func blank(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '‐' || r == '‑' }

func blanks(s string) int {
	for i, r := range s {
		if !blank(r) {
			return i
		}
	}
	return len(s)
}

func wordEnds(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !IsWord(r)
}
