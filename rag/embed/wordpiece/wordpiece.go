// Package wordpiece cuts texts into the pieces of a BERT vocabulary, as the original tokenizer for uncased models does.
package wordpiece

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Unknown is the piece that stands for a word which cannot be cut.
const Unknown = "[UNK]"

const (
	longestWord  = 100     // characters; a longer word is unknown, as in the original
	longestPiece = 32      // bytes that a piece may have; New checks the vocabulary's longest against it
	mostPieces   = 1 << 16 // what an id can number
)

// Tokenizer cuts texts. It is immutable. The marks [CLS] and the like, when they stand in a text, are text: the
// original would take them for its own.
type Tokenizer struct {
	first   map[string]uint16 // pieces that begin a word
	rest    map[string]uint16 // pieces that go on, without their ##
	known   int
	unknown uint16
}

// New makes a tokenizer for a vocabulary; a piece's id is its place there.
func New(vocabulary []string) (*Tokenizer, error) {
	if len(vocabulary) > mostPieces {
		return nil, fmt.Errorf("a vocabulary of %d pieces, %d at most", len(vocabulary), mostPieces)
	}
	if i := slices.IndexFunc(vocabulary, func(p string) bool { return len(p) > longestPiece }); i >= 0 {
		return nil, fmt.Errorf("piece %d of the vocabulary has more than %d bytes", i, longestPiece)
	}
	t := &Tokenizer{first: map[string]uint16{}, rest: map[string]uint16{}, known: len(vocabulary)}
	for i, piece := range vocabulary {
		if tail, ok := cutPrefix(piece); ok {
			t.rest[tail] = uint16(i)
		} else {
			t.first[piece] = uint16(i)
		}
	}
	var ok bool
	if t.unknown, ok = t.first[Unknown]; !ok {
		return nil, fmt.Errorf("the vocabulary has no %s", Unknown)
	}
	return t, nil
}

// Known is the number of pieces: every id is below it.
func (t *Tokenizer) Known() int { return t.known }

// ID is the id of a piece as the vocabulary writes it, with ## if it goes on a word.
func (t *Tokenizer) ID(piece string) (id uint16, ok bool) {
	if tail, goesOn := cutPrefix(piece); goesOn {
		id, ok = t.rest[tail]
	} else {
		id, ok = t.first[piece]
	}
	return id, ok
}

func cutPrefix(piece string) (string, bool) {
	if len(piece) > 2 && piece[:2] == "##" {
		return piece[2:], true
	}
	return piece, false
}

// Piece is a piece of a text and the bytes of the text that it comes from.
type Piece struct {
	ID         uint16
	Start, End int
}

// Tokens appends the ids of a text's pieces to ids, at most limit of them in all.
func (t *Tokenizer) Tokens(ids []uint16, text string, limit int) []uint16 {
	text = normalize(text, nil)
	for i := 0; i < len(text) && len(ids) < limit; {
		from, to := nextWord(text, i)
		ids = t.word(ids, nil, text[from:to])
		i = to
	}
	return ids[:min(len(ids), limit)]
}

// Pieces are the pieces of a text, at most limit of them, with where they stand: the same as those of Tokens.
func (t *Tokenizer) Pieces(text string, limit int) []Piece {
	var at, ends []int
	small := normalize(text, &at)
	var out []Piece
	var ids []uint16
	for i := 0; i < len(small) && len(out) < limit; {
		from, to := nextWord(small, i)
		ends = ends[:0]
		ids = t.word(ids[:0], &ends, small[from:to])
		start := from
		for k, id := range ids {
			end := from + ends[k]
			_, size := utf8.DecodeRuneInString(text[at[end-1]:])
			out = append(out, Piece{id, at[start], at[end-1] + size})
			start = end
		}
		i = to
	}
	return out[:min(len(out), limit)]
}

// nextWord is the next word of a normalised text from byte i on, or nothing at its end.
func nextWord(text string, i int) (from, to int) {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == ' ' || r >= utf8.RuneSelf && unicode.IsSpace(r):
			i += size
			continue
		case mark(r):
			return i, i + size
		}
		end := i + size
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if r == ' ' || mark(r) || r >= utf8.RuneSelf && unicode.IsSpace(r) {
				break
			}
			end += size
		}
		return i, end
	}
	return i, i
}

// word cuts one word, always taking the longest piece that fits. A word that cannot be cut to its end is unknown as
// a whole. Unless ends is nil, it gets where in the word each piece ends.
func (t *Tokenizer) word(ids []uint16, ends *[]int, word string) []uint16 {
	if word == "" {
		return ids
	}
	end := func(at int) {
		if ends != nil {
			*ends = append(*ends, at)
		}
	}
	whole := len(word)
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		end(whole)
		return append(ids, t.unknown)
	}
	from, table := len(ids), t.first
	for word != "" {
		to := min(len(word), longestPiece)
		id, ok := table[word[:to]]
		for !ok {
			_, size := utf8.DecodeLastRuneInString(word[:to])
			if to -= size; to == 0 {
				if ends != nil {
					*ends = (*ends)[:0]
				}
				end(whole)
				return append(ids[:from], t.unknown)
			}
			id, ok = table[word[:to]]
		}
		ids = append(ids, id)
		word, table = word[to:], t.rest
		end(whole - len(word))
	}
	return ids
}
