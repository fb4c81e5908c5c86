package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fewestRunning is how many words the beginning of a sentence must have that a page breaks: a shorter one is a label.
const fewestRunning = 4

// RunsOver reports whether a page's last sentence of prose goes on with the next page's first, and where the two stand among
// the sentences of their pages.
func RunsOver(page, next []Sentence) (last, first int, runs bool) {
	last, first = len(page)-1, 0
	for last >= 0 && page[last].Role != RoleBody {
		last--
	}
	for first < len(next) && next[first].Role != RoleBody {
		first++
	}
	if last < 0 || first == len(next) || page[last].Ended || next[first].Item || len(strings.Fields(page[last].Text)) < fewestRunning {
		return 0, 0, false
	}
	end, _ := utf8.DecodeLastRuneInString(page[last].Text)
	begin, _ := utf8.DecodeRuneInString(next[first].Text)
	return last, first, (unicode.IsLetter(end) || unicode.IsDigit(end) || end == ',') && unicode.IsLower(begin)
}
