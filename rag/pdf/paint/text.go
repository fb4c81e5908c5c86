package paint

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ascii holds every printable ASCII character, so that one is a slice of it and keeps no page alive.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// decode reads the text of one glyph as MuPDF writes it.
func decode(s string) string {
	if len(s) == 1 && s[0] >= ' ' && s[0] <= '~' {
		return ascii[s[0]-' ' : s[0]-' '+1]
	}
	if strings.IndexByte(s, '&') < 0 {
		return strings.Clone(strings.ToValidUTF8(s, "\ufffd")) // a copy: the page must not keep the SVG alive
	}
	var b strings.Builder
	for s != "" {
		r, n := character(s)
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// character reads the first character of markup: one that stands for itself, or a reference. MuPDF writes
// only numeric references and those of XML; others stay as they are.
func character(s string) (r rune, n int) {
	if s[0] != '&' {
		return utf8.DecodeRuneInString(s)
	}
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if end < 2 {
		return '&', 1
	}
	switch name := s[1:end]; name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	default:
		if name[0] != '#' || len(name) < 2 {
			return '&', 1
		}
		v, base, digits := 0, 10, name[1:]
		if digits[0] == 'x' || digits[0] == 'X' {
			base, digits = 16, digits[1:]
		}
		for _, c := range []byte(digits) {
			d := hexDigit(c)
			if d >= base || v > unicode.MaxRune {
				return '&', 1
			}
			v = base*v + d
		}
		if digits == "" || v > unicode.MaxRune || !utf8.ValidRune(rune(v)) {
			return unicode.ReplacementChar, end + 1
		}
		return rune(v), end + 1
	}
}

// hexDigit is the value of a digit, 99 of anything else.
func hexDigit(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return 99
}

// isBlank reports whether a character is some kind of space.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u180e' || r == '\u3164'
}

// blank reports whether nothing but spaces stands in s.
func blank(s string) bool {
	if len(s) == 1 {
		return s[0] <= ' '
	}
	for _, r := range s {
		if !isBlank(r) {
			return false
		}
	}
	return true
}

// hasWord reports whether a letter or a digit stands in s: what has neither says nothing when hidden.
func hasWord(s string) bool {
	for _, r := range s {
		if isWord(r) {
			return true
		}
	}
	return false
}
