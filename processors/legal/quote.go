package legal

import (
	"strings"
	"unicode/utf8"
)

// maxQuote is how many bytes of a passage are quoted at most.
const maxQuote = 300

// quote returns the words of a passage that show an alternative: all of it if it is short, otherwise the
// stretch around the first terms, cut between words. It is a slice of the passage.
func (ix *index) quote(at int, alt alternative) string {
	text := ix.passages[at].text
	if len(text) <= maxQuote {
		return text
	}
	first := -1
	for _, h := range ix.hits[at] {
		if ix.supports(alt, h.Term) {
			first = h.Start
			break
		}
	}
	return window(text, max(first, 0))
}

// window cuts maxQuote bytes out of a text, beginning a little before a position.
func window(text string, around int) string {
	start := max(0, min(around-maxQuote/4, len(text)-maxQuote))
	end := min(len(text), start+maxQuote)
	if start > 0 {
		if i := strings.IndexAny(text[start:end], " \n\t"); i >= 0 && start+i < around {
			start += i
		}
	}
	if end < len(text) {
		if i := strings.LastIndexAny(text[start:end], " \n\t"); i > 0 {
			end = start + i
		}
	}
	for start < end && !utf8.RuneStart(text[start]) {
		start++
	}
	for end < len(text) && end > start && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimSpace(text[start:end])
}
