package extract

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const month = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

var (
	monthAfter  = pattern.Compile(`(?i)^(?:st|nd|rd|th)?\.?\s+(?:of\s+)?` + month + `\b`)
	monthBefore = pattern.Compile(`(?i)\b` + month + `\.?\s+$`)
	// numbered is a number that is written with a nought in front, as those of disclosures, chapters and hours are.
	numbered = pattern.Compile(`^0\d+$`)
	// paragraph is what stands behind the number of one: "12. Monitors visited".
	paragraph = pattern.Compile(`^[.)]\s+\p{Lu}`)
	// farYear is a year too far off to be taken for one wherever it stands: "by 2100".
	farYear     = pattern.Compile(`^(?:20[7-9]\d|2100)$`)
	leadsToYear = pattern.Compile(`(?i)\b(?:by|in|until|to|through|year)\s+(?:the\s+year\s+)?$`)
	// perSo leads to the number of things that a rate is given for: "2.5 injuries per 200,000 hours".
	perSo = pattern.Compile(`(?i)\d[^.;:]{0,60}\bper\s+$`)
)

// noAmount reports whether a number of a sentence measures nothing by the way it is written: the day of a month, a number with a nought in front, a part
// of a name as in "1&1", what a rate is given for.
func noAmount(text string, q quantity.Quantity) bool {
	before, after := text[:q.Start], text[q.End:]
	if strings.HasSuffix(before, "&") || strings.HasPrefix(after, "&") || numbered.MatchString(q.Number) || before == "" && paragraph.MatchString(after) {
		return true
	}
	if perSo.MatchString(before) || farYear.MatchString(q.Text) && leadsToYear.MatchString(before) {
		return true
	}
	if n := vocabulary.Atoi(q.Number); q.Unit.Dimension != quantity.Count || n < 1 || n > 31 {
		return false
	}
	return monthAfter.MatchString(after) || monthBefore.MatchString(before) && !strings.HasSuffix(q.Text, "%")
}
