package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A list whose lead-in breaks off - "By 2030, we will:" - is one sentence for each of its items: the lead-in holds the
// subject, the promise and often the year.

// mostLeadIn bounds a lead-in, in words: a longer one says something by itself.
const mostLeadIn = 20

// breaksOff are the words with which a sentence cannot end.
var breaksOff = wordSet(`will to by have has must we are shall and`)

// leadIn is the beginning that sentence s lends to the items below it, empty if it lends none.
func leadIn(s document.Sentence) string {
	text, ok := strings.CutSuffix(s.Text, ":")
	if !ok || s.Role != document.RoleBody {
		return ""
	}
	words := wordsOf(text)
	if n := len(words); n == 0 || n > mostLeadIn || !breaksOff[words[n-1].low] || words[n-1].end != len(text) {
		return ""
	}
	return text
}

// led is an item behind its lead-in: "By 2030, we will" and "Reduce ..." make one sentence.
func led(leadIn, item string) string {
	first, n := utf8.DecodeRuneInString(item)
	if second, _ := utf8.DecodeRuneInString(item[n:]); unicode.IsLower(second) {
		item = string(unicode.ToLower(first)) + item[n:]
	}
	return leadIn + " " + item
}
