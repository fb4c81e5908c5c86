package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// period is what a column of amounts is headed by: a year that is written out, or one that is called a financial year.
var period = pattern.Compile(`^(?:(?:FY|CY)\s?(?:\d{4}|\d{2})|(?:19|20)\d{2})(?:\s?[/–-]\s?\d{2,4})?(?:\s?\(\w+\))?\*?$`)

// headsPeriods reports whether a row is the head of columns: two periods at least, and no figure beside them. It names amounts and has none.
func headsPeriods(text string) bool {
	n := 0
	for i, cell := range strings.Split(text, "\t") {
		cell = strings.TrimSpace(cell)
		switch {
		case period.MatchString(cell):
			n++
		case i > 0 && strings.ContainsAny(cell, "0123456789"):
			return false
		}
	}
	return n >= 2
}

// captions reports whether a row's first cell names a table rather than its column of names: it has several words.
func captions(text string) bool {
	const least = 3
	first, _, _ := strings.Cut(text, "\t")
	return len(strings.Fields(first)) >= least
}

// mostHeads is how many bytes of what stands over a quotation are shown at most.
const mostHeads = 300

// standsUnder is what stands over a passage on its page, as far as whoever reads the quotation alone needs it: caption or heading and the head of the
// columns of a row, the sentence that introduces a list, the heading of a sentence. Each place stands on the page as it is shown but for its blanks;
// places are parted by a bar. What is quoted itself is not shown again.
func (ix *index) standsUnder(at int, quote string) string {
	p := ix.passages[at]
	headed := p.role == row && slices.ContainsFunc(p.above, func(h int) bool { // by a caption
		q := ix.passages[h]
		return q.role == sentence || q.role == row && captions(q.text)
	})
	var out []string
	n := 0
	for _, h := range slices.Backward(p.above) {
		q := ix.passages[h]
		text := strings.Join(strings.Fields(q.text), " ")
		if q.role == heading {
			if headed {
				continue // the innermost is enough, and none where a table has a caption
			}
			headed = true
		}
		if q.page == p.page && h != at && text != "" && n+len(text) <= mostHeads && !strings.Contains(quote, q.text) && !slices.Contains(out, text) {
			n += len(text)
			out = slices.Insert(out, 0, text)
		}
	}
	return strings.Join(out, " | ")
}
