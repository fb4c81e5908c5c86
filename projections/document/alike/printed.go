package alike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	digitsBefore = pattern.Compile(`\d[.,]$`)
	digitsAfter  = pattern.Compile(`^[.,]\d`)
)

// goesOn reports whether what stands beside a figure is more of its digits, as "1," before "540".
func goesOn(before, after string) bool {
	return digitsBefore.MatchString(before) || digitsAfter.MatchString(after)
}

// StandsIn reports whether a figure is printed among words, and not as a part of another.
func StandsIn(words, printed string) bool {
	for from := 0; printed != ""; {
		at := strings.Index(words[from:], printed)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(words[:at])
		after, _ := utf8.DecodeRuneInString(words[at+len(printed):])
		apart := !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsLetter(after) && !unicode.IsDigit(after)
		if apart && !goesOn(words[:at], words[at+len(printed):]) {
			return true
		}
		from = at + len(printed)
	}
	return false
}
