package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	monthBehind = pattern.Compile(`^(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(\p{L}{3,10})\b(,?\s+(?:19|20)\d\d\b)?`)
	monthBefore = pattern.Compile(`(?:^|[^\p{L}])(\p{Lu}\p{L}{2,9})\.?\s+$`)
	dayEnds     = pattern.Compile(`^(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d\b|[,.;)]|$)`)
	monthNames  = lexicon.Set("table.months")
)

// dayOfMonth reports whether a number is the day of a date, and counts nothing: "30 June", "June 30, 2024". A month in small letters has its year
// behind it: "12 may" may be the beginning of what may be.
func dayOfMonth(text string, q quantity.Quantity) bool {
	if q.Unit.Dimension != quantity.Count || q.Scale != nil || len(q.Number) > 2 {
		return false
	}
	if m := monthBehind.FindStringSubmatch(text[q.End:]); m != nil && monthNames[strings.ToLower(m[1])] {
		first, _ := utf8.DecodeRuneInString(m[1])
		return unicode.IsUpper(first) || m[2] != ""
	}
	m := monthBefore.FindStringSubmatch(text[:q.Start])
	return m != nil && monthNames[strings.ToLower(m[1])] && dayEnds.MatchString(text[q.End:])
}

// leastBroken is how many words a text has that is a sentence broken off, and no label.
const leastBroken = 5

// cutOff reports whether an amount of money ends a text that has no end: its millions may stand in the next column.
func cutOff(s document.Sentence, q quantity.Quantity) bool {
	return !s.Ended && q.Unit.Dimension == quantity.Money && q.Scale == nil && q.End == len(s.Text) && len(strings.Fields(s.Text)) >= leastBroken
}
