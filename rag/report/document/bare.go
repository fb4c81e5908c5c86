package document

import (
	"strings"
	"unicode"
)

// Bare is a text without what its setting changes: its letters and digits alone, in lower case.
func Bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
