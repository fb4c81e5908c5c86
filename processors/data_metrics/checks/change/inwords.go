package change

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// wentWords is a movement between two numbers in words: "rose from nine to seven".
var wentWords = pattern.Compile(`(?i)\b(?:(` + sheet.FallVerbs + `)|` + sheet.RiseVerbs + `)` + sheet.Slightly + `,?\s+from\s+(` + sheet.SmallNumbers +
	`)\s+(?:in\s+\d{4}\s+)?to\s+(` + sheet.SmallNumbers + `)\b`)

// largerNumber is how a number in words goes on that is larger than its first word, "two hundred", or is no whole one; ofRatio is what consists of two.
var (
	largerNumber = pattern.Compile(`(?i)^(?:-|\s+(?:and|to|in|out|point|hundreds?|thousands?|million|billion|dozens?|scores?|` +
		`halves|half|thirds?|quarters?|per|times)\b)`)
	ofRatio = pattern.Compile(`(?i)\bratios?\b|\b(?:one|two|three)\s+(?:to|in)\s+\pL+\s+to\b`)
)

// wentInWords holds the words of a movement against the numbers in words between which it went.
func wentInWords(page int, text string) (c events.Check, ok bool) {
	at := wentWords.FindStringIndex(text)
	if at == nil || ranks.MatchString(text) || largerNumber.MatchString(text[at[1]:]) || ofRatio.MatchString(text) {
		return c, false
	}
	m := wentWords.FindStringSubmatch(text)
	from, to := sheet.SmallNumber(m[2]), sheet.SmallNumber(m[3])
	if fell := m[1] != ""; from == to || fell == (to < from) {
		return c, false
	}
	way := map[bool]string{true: "a fall", false: "a rise"}
	return events.Check{
		Result: events.CheckFail, Severity: "warning", Stated: way[m[1] != ""], Expected: way[to < from],
		Inputs: []events.CheckInput{
			{Label: "before, in a sentence", Value: fmt.Sprint(from), Page: page}, {Label: "then, in a sentence", Value: fmt.Sprint(to), Page: page},
		},
		Working: fmt.Sprintf("%d after %d", to, from),
		Message: fmt.Sprintf("The words speak of %s from %s to %s, which goes the other way.", way[m[1] != ""], strings.ToLower(m[2]), strings.ToLower(m[3])),
	}, true
}
