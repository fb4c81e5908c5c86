package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var (
	// noneLeft is a goal of no emissions at all, with the year until which it is to be reached right behind it.
	noneLeft = pattern.Compile(`(?i)\b(?:(net[- ]zero)|(?:climate|carbon)[- ](?:neutral(?:ity)?))\s+(?:emissions\s+)?(?:by|in|until)\s+(?:the\s+end\s+of\s+)?(` +
		`(?:FY\s?\d?/?)?20\d\d(?:/\d\d)?)\b`)
	// ofEverything takes nothing out of it.
	ofEverything = pattern.Compile(`(?i)\b(?:all|all\s+three|every)\s+scopes?\b`)
	// someoneElse says that a goal is of a part, or of somebody else.
	someoneElse = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.another goal") + `)\b`)
)

// goal is one mention of it.
type goal struct {
	year, page int
	words      string
}

// goalYearsDiffer finds a goal of no emissions that the report dates in two ways, in sentences that say nothing of what else it may be of: with
// three years, or where one sentence has both, these are several goals.
func goalYearsDiffer(s *sheet.Sheet) []sheet.Finding {
	said := map[string][]goal{}
	both := map[string]bool{}
	s.EachSentence(func(page int, text string) {
		all := noneLeft.FindAllStringSubmatch(text, -1)
		plain := ofEverything.ReplaceAllString(text, "")
		for _, m := range all {
			kind := strings.ToLower(m[1])
			both[kind] = both[kind] || len(all) > 1
			if !someoneElse.MatchString(plain) && !rebased.MatchString(text) && !ofAPart.MatchString(text) {
				said[kind] = append(said[kind], goal{vocabulary.YearIn(m[2]), page, text})
			}
		}
	})
	var out []sheet.Finding
	for _, kind := range []string{"net zero", "net-zero", ""} {
		years := map[int]goal{}
		for _, g := range said[kind] {
			if _, known := years[g.year]; !known {
				years[g.year] = g
			}
		}
		if len(years) != 2 || both[kind] {
			continue
		}
		first := said[kind][0]
		for _, g := range said[kind] {
			if g.year != first.year {
				out = append(out, goalsApart(first, g, "The goal of no emissions is to be reached by %d on page %d and by %d on page %d."))
				break
			}
		}
	}
	return out
}

func goalsApart(a, b goal, message string) sheet.Finding {
	in := func(g goal) events.CheckInput {
		return events.CheckInput{Label: "year", Value: strconv.Itoa(g.year), Page: g.page}
	}
	return sheet.Finding{Check: events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{in(a), in(b)},
		Working: fmt.Sprintf("page %d: %q; page %d: %q", a.page, a.words, b.page, b.words), Message: fmt.Sprintf(message, a.year, a.page, b.year, b.page),
	}, Page: b.page}
}
