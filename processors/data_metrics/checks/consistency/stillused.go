package consistency

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// goneFrom says that a thing is nowhere any more: "desflurane has been withdrawn from all theatres of the group".
	goneFrom = pattern.Compile(`(?i)(?:^|,\s+|\b20\d\d,?\s+|\bwe\s+(?:have|had)\s+(?:completely\s+|entirely\s+|fully\s+)?` + gone + `\s+)` +
		`([\p{L}-]+(?:\s+[\p{L}-]+)?)\s+(?:(?:has|have)\s+been\s+(?:completely\s+|entirely\s+|fully\s+)?` + gone + `\s+)?` +
		`(?:from|at|in|across)\s+(?:all|every|each|the\s+whole|the\s+entire)\s+((?:[\p{L}-]+\s*){1,8})[.,;]?$`)
	goneVerb = pattern.Compile(`(?i)\b` + gone + `\b`)
	// stillThere says that it is somewhere; the thing stands on the one side or the other.
	stillThere = pattern.Compile(`(?i)\b([\p{L}-]+(?:\s+[\p{L}-]+)?)\s+(?:is|are)\s+still\s+(?:in\s+use|used|burn[et]d?|in\s+operation|in\s+place)\b|` +
		`\bstill\s+(?:uses?|run(?:s)?\s+on|burns?|operates?|rel(?:y|ies)\s+on)\s+([\p{L}-]+(?:\s+[\p{L}-]+)?)\b`)
	wholeGroup = pattern.Compile(`(?i)\s+(?:of|in|within|across)\s+(?:the|our)\s+(?:whole\s+|entire\s+)?(?:group|company|business)\s*$`)
)

// gone are the participles by which a thing is there no more.
const gone = `(?:withdrawn|removed|eliminated|phased\s+out|replaced|taken\s+out\s+of\s+use|banned|abolished|discontinued)`

// stillUsed holds what is said to be gone from all places of the company against a sentence that has it still in use in one of them.
func stillUsed(s *sheet.Sheet) []sheet.Utterance {
	type place struct {
		sheet.Statement
		what []string
	}
	var left []place
	var all []sheet.Statement
	s.EachSentence(func(page int, text string) {
		if len(left)+len(all) > mostWholes || notOfAll.MatchString(text) || besideAll.MatchString(text) {
			return
		}
		x := sheet.Statement{Page: page, Text: text, Years: sheet.YearsNamed(text)}
		if m := stillThere.FindStringSubmatch(text); m != nil {
			left = append(left, place{x, contentOf(m[1] + " " + m[2])})
		} else if goneFrom.MatchString(text) && goneVerb.MatchString(text) && !notSo.MatchString(text) && !toBe.MatchString(text) {
			all = append(all, x)
		}
	})
	var out []sheet.Utterance
	for _, x := range all {
		m := goneFrom.FindStringSubmatch(x.Text)
		what, where := contentOf(m[1]), wholeGroup.ReplaceAllString(strings.TrimSpace(m[2]), "")
		if narrowing.MatchString(where) || len(what) == 0 {
			continue // it is gone from some
		}
		for _, l := range left {
			if !allIn(what, l.what) || past.MatchString(l.Text) || !latest(x.Years, l.Years) {
				continue
			}
			said := strings.TrimRight(strings.TrimSpace(m[0]), ".,; ")
			out = append(out, x.Utter(events.Check{
				Result: events.CheckFail, Severity: "warning", Expected: "not all", Stated: "all",
				Inputs:  []events.CheckInput{{Label: sheet.Shorten(x.Text), Value: "all", Page: x.Page}, {Label: sheet.Shorten(l.Text), Value: "not all", Page: l.Page}},
				Working: fmt.Sprintf("page %d: \"%s\"; page %d: \"%s\"", x.Page, said, l.Page, sheet.Shorten(l.Text)),
				Message: fmt.Sprintf("Page %d says \"%s\"; page %d says \"%s\".", x.Page, said, l.Page, strings.TrimRight(l.Text, ". ")),
			}, said, false))
			break
		}
	}
	return out
}

// latest reports whether what is still so is said of no time before the other sentence's.
func latest(gone, still []int) bool {
	for _, g := range gone {
		for _, y := range still {
			if y < g {
				return false
			}
		}
	}
	return true
}
