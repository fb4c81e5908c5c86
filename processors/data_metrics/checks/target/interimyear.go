package target

import (
	"fmt"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const onTheWay = `(\d{1,3}(?:[.,]\d{1,2})?)\s?%(?:\s+(?:is|are|applies|apply|set|to\s+be|met|reached|shall|should|less|lower|reduction))*\s+` +
	`(?:by|in|until|for)\s+(?:the\s+end\s+of\s+)?(?:FY\s?)?(20\d\d)(?:[/–-]\d\d)?\b`

var (
	// interimRung is a dated target that is called one on the way to another, and names nothing of its own.
	interimRung = pattern.Compile(`(?i)\b(?:(?:interim|intermediate)\s+(?:goal|target|step)|milestone)\s*(?:of|is|at|:)?\s*(?:at\s+least\s+)?` + onTheWay)
	// afterRung is what comes before another: "10 % by 2030, after 5 % by 2027".
	afterRung = pattern.Compile(`(?i)\bafter\s+` + onTheWay)
	leadsToIt = pattern.Compile(`(?i)^[\s,;(–-]*(?:(?:and|with|an?|as|our|the|its|on|way|there)\s+)*$`)
	nothing   = pattern.Compile(`(?i)^\W*(?:(?:an?|the|our|its|this)\s+)?$`)
)

// interimLater finds a target that is said to lie on the way to another and to be reached after it: "10 % by 2030, with an interim target of 5 % in
// 2032". The other one is the only dated target before it, in the sentence or in the one before.
func interimLater(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := interimRung.FindStringSubmatchIndex(x.Text)
		if m == nil {
			m = afterRung.FindStringSubmatchIndex(x.Text)
		}
		if m == nil || rebased.MatchString(x.Before+x.Text) || ofAPart.MatchString(x.Before+x.Text) {
			continue
		}
		main, ok := onlyRung(x.Text[:m[0]], leadsToIt)
		if !ok && nothing.MatchString(x.Text[:m[0]]) {
			main, ok = onlyRung(x.Before, ends)
		}
		way, read := stepOf(x.Text[m[2]:m[3]], x.Text[m[4]:m[5]])
		if !ok || !read || way.year <= main.year || way.value.Value.Cmp(main.value.Value) >= 0 {
			continue
		}
		input := func(label string, st step) events.CheckInput {
			return events.CheckInput{Label: label, Value: strconv.Itoa(st.year), Page: x.Page}
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{input("year of the target", main), input("year of the step", way)},
			Working:  fmt.Sprintf("target: %s %% by %d; on the way to it: %s %% by %d", main.printed, main.year, way.printed, way.year),
			Expected: "before " + strconv.Itoa(main.year), Stated: strconv.Itoa(way.year),
			Message: fmt.Sprintf("What is to be reached on the way to %s %% by %d, %s %%, is dated later: %d.",
				quantity.Print(main.value.Value, 4), main.year, quantity.Print(way.value.Value, 4), way.year),
		}
		out = append(out, x.Utter(c, strconv.Itoa(way.year), false))
	}
	return out
}

var (
	ends = pattern.Compile(`^[^\d%]{0,60}$`)
	// mainRung is a dated target, which may say of what it is a part.
	mainRung = pattern.Compile(`(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s?%(?:\s+(?:reduction|cut|decrease|increase|lower|less))?(?:\s+of\s+[^.;,%\d]{2,40}?)?\s+` +
		`(?:by|until|in)\s+(?:the\s+end\s+of\s+)?(?:FY\s?)?(20\d\d)(?:[/–-]\d\d)?\b`)
)

// onlyRung is the one dated target of a text, behind which stands nothing but what is allowed.
func onlyRung(text string, behind *pattern.Pattern) (step, bool) {
	all := mainRung.FindAllStringSubmatchIndex(text, 2)
	if len(all) != 1 || !behind.MatchString(text[all[0][1]:]) {
		return step{}, false
	}
	return stepOf(text[all[0][2]:all[0][3]], text[all[0][4]:all[0][5]])
}
