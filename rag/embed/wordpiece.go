package embed

import (
	"unicode"
	"unicode/utf8"
)

// unknown is the place of [UNK] in the vocabulary of BERT.
const unknown = 100

const (
	longestWord  = 100 // characters; a longer word is unknown, as in the original
	longestPiece = 32  // bytes that a piece may have; the vocabulary's longest is checked against it
)

// wordPiece cuts texts into the pieces of a BERT vocabulary. It is immutable. The marks [CLS] and the like, when they
// stand in a text, are text: the original would take them for its own.
type wordPiece struct {
	first map[string]uint16 // pieces that begin a word
	rest  map[string]uint16 // pieces that go on, without their ##
	known int
}

func newWordPiece(vocabulary []string) *wordPiece {
	w := &wordPiece{first: map[string]uint16{}, rest: map[string]uint16{}, known: len(vocabulary)}
	for i, piece := range vocabulary {
		if tail, ok := cutPrefix(piece); ok {
			w.rest[tail] = uint16(i)
		} else {
			w.first[piece] = uint16(i)
		}
	}
	return w
}

func cutPrefix(piece string) (string, bool) {
	if len(piece) > 2 && piece[:2] == "##" {
		return piece[2:], true
	}
	return piece, false
}

// tokens appends the ids of a text's pieces to ids, at most limit of them in all.
func (w *wordPiece) tokens(ids []uint16, text string, limit int) []uint16 {
	text = normalize(text)
	for i := 0; i < len(text) && len(ids) < limit; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == ' ' || r >= utf8.RuneSelf && unicode.IsSpace(r):
			i += size
		case mark(r):
			ids = w.word(ids, text[i:i+size])
			i += size
		default:
			end := i + size
			for end < len(text) {
				r, size := utf8.DecodeRuneInString(text[end:])
				if r == ' ' || mark(r) || r >= utf8.RuneSelf && unicode.IsSpace(r) {
					break
				}
				end += size
			}
			ids = w.word(ids, text[i:end])
			i = end
		}
	}
	return ids[:min(len(ids), limit)]
}

// word cuts one word, always taking the longest piece that fits. A word that cannot be cut to its end is unknown as
// a whole.
func (w *wordPiece) word(ids []uint16, word string) []uint16 {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, unknown)
	}
	from, table := len(ids), w.first
	for word != "" {
		end := min(len(word), longestPiece)
		id, ok := table[word[:end]]
		for !ok {
			_, size := utf8.DecodeLastRuneInString(word[:end])
			if end -= size; end == 0 {
				return append(ids[:from], unknown)
			}
			id, ok = table[word[:end]]
		}
		ids = append(ids, id)
		word, table = word[end:], w.rest
	}
	return ids
}
