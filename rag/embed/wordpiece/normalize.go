package wordpiece

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalize prepares a text as the uncased BERT tokenizer does: control characters go, white space becomes a blank,
// ideographs stand alone, accents are taken off, letters become small. Unless at is nil, it gets for each byte of the
// result the place in text of the character that the byte comes from.
func normalize(text string, at *[]int) string {
	ascii := true
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if !ascii {
		return decompose(text, at)
	}
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '\t', c == '\n', c == '\r':
			c = ' '
		case c < ' ' || c == 0x7f:
			continue
		}
		out = append(out, c)
		if at != nil {
			*at = append(*at, i)
		}
	}
	return string(out)
}

// decompose is normalize for texts with other characters than those of ASCII.
func decompose(text string, at *[]int) string {
	clean, places := make([]byte, 0, len(text)+8), make([]int, 0, len(text)+8)
	put := func(i int, r rune) {
		n := len(clean)
		clean = utf8.AppendRune(clean, r)
		for range len(clean) - n {
			places = append(places, i)
		}
	}
	for i, r := range text {
		switch {
		case r == utf8.RuneError: // also what is not UTF-8
		case r == '\t', r == '\n', r == '\r':
			put(i, ' ')
		case control(r):
		case unicode.Is(unicode.White_Space, r):
			put(i, ' ')
		case ideograph(r):
			put(i, ' ')
			put(i, r)
			put(i, ' ')
		default:
			put(i, r)
		}
	}
	out := make([]byte, 0, len(clean))
	var it norm.Iter
	for it.Init(norm.NFD, clean); !it.Done(); {
		place := places[it.Pos()]
		for _, r := range string(it.Next()) {
			if unicode.Is(unicode.Mn, r) {
				continue
			}
			n := len(out)
			out = utf8.AppendRune(out, unicode.ToLower(r))
			for range len(out) - n {
				if at != nil {
					*at = append(*at, place)
				}
			}
		}
	}
	return string(out)
}

// control holds for control, format and private characters. Unassigned ones stay, as in the original: what a later
// Unicode assigns then changes nothing.
func control(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) }

// ideograph holds for the blocks that BERT takes for Chinese characters: each of them is a word.
func ideograph(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x2A6DF ||
		r >= 0x2A700 && r <= 0x2B73F || r >= 0x2B740 && r <= 0x2B81F || r >= 0x2B820 && r <= 0x2CEAF ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F
}

// mark holds for what is a token of its own: punctuation, and every printable of ASCII that is no letter, digit or
// blank.
func mark(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}
	return unicode.Is(unicode.P, r)
}
