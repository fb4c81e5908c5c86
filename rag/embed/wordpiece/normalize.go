package wordpiece

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalize prepares a text as the uncased BERT tokenizer does: control characters go, white space becomes a blank,
// ideographs stand alone, accents are taken off, letters become small.
func normalize(text string) string {
	ascii := true
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	out := make([]byte, 0, len(text)+8)
	if ascii {
		for i := range len(text) {
			switch c := text[i]; {
			case 'A' <= c && c <= 'Z':
				out = append(out, c+'a'-'A')
			case c == '\t', c == '\n', c == '\r':
				out = append(out, ' ')
			case c >= ' ' && c != 0x7f:
				out = append(out, c)
			}
		}
		return string(out)
	}
	clean := make([]byte, 0, len(text)+8)
	for _, r := range text {
		switch {
		case r == utf8.RuneError: // also what is not UTF-8
		case r == '\t', r == '\n', r == '\r':
			clean = append(clean, ' ')
		case control(r):
		case unicode.Is(unicode.White_Space, r):
			clean = append(clean, ' ')
		case ideograph(r):
			clean = append(clean, ' ')
			clean = utf8.AppendRune(clean, r)
			clean = append(clean, ' ')
		default:
			clean = utf8.AppendRune(clean, r)
		}
	}
	for _, r := range string(norm.NFD.Bytes(clean)) {
		if !unicode.Is(unicode.Mn, r) {
			out = utf8.AppendRune(out, unicode.ToLower(r))
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
