package legal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trie finds many terms in one pass over a text. Terms are lower case; a blank stands for any run of white
// space and hyphens, and "*" at the end of a word lets it go on.
type trie struct {
	nodes []node
	ids   map[string]term
}

type node struct {
	next  map[rune]int32
	whole []term // end here if no letter or digit follows
	open  []term // end here whatever follows
}

// hit is one term in a text, in bytes.
type hit struct {
	term       term
	start, end int
}

func newTrie() *trie { return &trie{nodes: []node{{}}, ids: map[string]term{}} }

// add returns the number of a term, a new one if it is not there yet.
func (t *trie) add(written string) term {
	if id, ok := t.ids[written]; ok {
		return id
	}
	id := term(len(t.ids))
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

// scan reports every term that begins at the beginning of a word, in order of appearance.
func (t *trie) scan(text string) []hit {
	var hits []hit
	inWord := false
	for i, r := range text {
		word := isWord(r)
		if !inWord && !blank(r) {
			hits = t.match(text, i, hits)
		}
		inWord = word
	}
	return hits
}

func (t *trie) match(text string, start int, hits []hit) []hit {
	return t.from(0, text, start, start, hits)
}

// from goes on at a node with what stands from i on.
func (t *trie) from(at int32, text string, start, i int, hits []hit) []hit {
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
			hits = append(hits, hit{id, start, i})
		}
		if len(n.whole) > 0 && wordEnds(text[i:]) {
			for _, id := range n.whole {
				hits = append(hits, hit{id, start, i})
			}
		}
	}
}

// wordRest is how many bytes the word at the beginning of a text still has.
func wordRest(s string) int {
	for i, r := range s {
		if !isWord(r) {
			return i
		}
	}
	return len(s)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

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
	return rest == "" || !isWord(r)
}
