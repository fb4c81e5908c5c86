package consistency

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// termOf reads how long something runs, laterBy and anniversary how long ago something was.
	termOf      = pattern.Compile(`(?i)\b(?:term|tenor|maturity|period|duration|runtime|laufzeit)\s+(?:of|von)\s+(\p{L}+|\d{1,2})[\s-]+(?:years?|jahren?)\b`)
	laterBy     = pattern.Compile(`(?i)\b(\p{L}+|\d{1,3})\s+(?:years?|jahre)\s+(?:later|on|später)\b`)
	anniversary = pattern.Compile(`(?i)\b(\d{1,3})(?:st|nd|rd|th)?\s+(?:anniversary|birthday)\b`)
	endsIn      = pattern.Compile(`(?i)\b(?:due|matur\w+|expir\w+|ends?|ending|runs?|until|fällig|bis)\b`)
)

// spans holds a number of years against the two years that the sentence names: "with a term of seven years, due in May 2031". Which months they
// are of may make one year more or less.
func spans(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	s.EachSentence(func(page int, text string) {
		years := slices.Compact(slices.Sorted(slices.Values(sheet.YearsNamed(text))))
		if len(years) != 2 {
			return
		}
		var said string
		for _, p := range []*pattern.Pattern{termOf, laterBy, anniversary} {
			if m := p.FindStringSubmatch(text); m != nil && (p != termOf || endsIn.MatchString(text)) {
				said = m[1]
				break
			}
		}
		n := sheet.SmallNumber(said)
		if n == 0 {
			n, _ = strconv.Atoi(said)
		}
		span := years[1] - years[0]
		if n == 0 || span-1 <= n && n <= span+1 {
			return
		}
		x := sheet.Statement{Page: page, Text: text}
		out = append(out, x.Utter(events.Check{
			Result: events.CheckFail, Severity: "warning", Expected: strconv.Itoa(span), Stated: said,
			Inputs: []events.CheckInput{{Label: "from", Value: strconv.Itoa(years[0]), Page: page}, {Label: "to", Value: strconv.Itoa(years[1]), Page: page},
				{Label: sheet.StatedLabel + " years", Value: said, Page: page}},
			Working: fmt.Sprintf("%d - %d = %d; stated: %s", years[1], years[0], span, said),
			Message: fmt.Sprintf("From %d to %d it is %d years; %s are stated.", years[0], years[1], span, strings.TrimSpace(said)),
		}, said, true))
	})
	return out
}
