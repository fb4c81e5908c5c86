package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	allOfThem = `(all\s+but\s+(?:one|two)|all|(?:every|each)(?:\s+(?:single\s+)?one)?)(?:\s+of)?(?:\s+(?:our|the|these|its))?(?:\s+(` + sheet.SmallNumbersTo12 +
		`|\d{1,2}))?(?:\s+of\s+(?:our|the|these|its))?(\s+\p{Ll}+)?\s+(?:targets?|goals?|objectives?)`
	// setFor says when targets were set, or for which year, and not what they are of.
	setFor = `(?:\s+(?:that\s+)?(?:we\s+)?(?:had\s+)?(?:set(?:\s+ourselves)?|agreed|defined))?` +
		`(?:\s+(?:for|in)\s+(?:the\s+)?(?:reporting\s+|fiscal\s+|past\s+)?(?:year|(?:19|20)\d\d))?`
	metVerb = `(?:met|achieved|reached|attained|fulfilled|hit)`
)

var (
	allWereMet = pattern.Compile(`(?i)\b` + allOfThem + setFor + `\s+(?:were|was|have\s+been|has\s+been)\s+(?:again\s+|also\s+|thus\s+)?` +
		metVerb + `\b(\s+but\s+(?:one|two)\b)?`)
	metAll = pattern.Compile(`(?i)\b(?:we|company|group)\s+(?:have\s+|has\s+|again\s+|thus\s+)*` +
		metVerb + `\s+` + allOfThem + setFor + `(\s+(?:but|except)\s+(?:one|two)\b)?\s*(?:[,.;:]|$)`)
	// notSaidSo is a sentence that asks, wants or denies it.
	notSaidSo = pattern.Compile(`(?i)\b(?:not|almost|nearly|wrong|would|will|if|whether|should|could|may|unless|` +
		`by\s+20\d\d|on\s+track|expect\w*|aim\w*|plan(?:s|ned|ning)?|want\w*)\b`)
	exceptFor = pattern.Compile(`(?i)\b(?:with\s+the\s+exception|except|apart\s+from|other\s+than|excluding)\b`)
	lessWords = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the less the better") + `|max\w*|ceiling|at\s+most)\b`)
	moreWords = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the more the better") + `|min\w*|at\s+least)\b`)
)

// allMet holds "all four targets were met" against the table that has each target and what was reached.
func allMet(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	s.EachSentence(func(page int, text string) {
		if len(text) > sheet.LongestSentence {
			return
		}
		m := allWereMet.FindStringSubmatch(text)
		if m == nil {
			m = metAll.FindStringSubmatch(text)
		}
		if m == nil || notSaidSo.MatchString(text) {
			return
		}
		x := sheet.Statement{Page: page, Text: text}
		left := strings.ToLower(m[1] + m[4])
		allowed := map[bool]int{true: 1}[strings.Contains(left, "one") && strings.Contains(left, "but") || strings.Contains(left, "except")] // that may be missed
		if strings.Contains(left, "two") {
			allowed = 2
		}
		if exceptFor.MatchString(text) {
			allowed = max(allowed, 1)
		}
		if u, ok := missedOf(s, x, m[0], sheet.HowMany(m[2]), strings.TrimSpace(m[3]) != "", allowed); ok {
			out = append(out, u)
		}
	})
	return out
}

// missedOf finds the one table of so many targets of which more were missed than may have been.
func missedOf(s *sheet.Sheet, x sheet.Statement, said string, number int, ofKind bool, allowed int) (u sheet.Utterance, ok bool) {
	years := sheet.YearsNamed(x.Text)
	for _, t := range s.Tables {
		rows := aimedRows(t)
		if len(rows) < 2 || number > 0 && number != len(rows) || number == 0 && ofKind || len(years) > 1 || len(years) == 1 && rows[0].aim.Year != years[0] {
			continue
		}
		var missed []string
		c := events.Check{Result: events.CheckFail, Severity: "warning", Stated: said}
		for _, r := range rows {
			if !r.missed() {
				continue
			}
			missed = append(missed, fmt.Sprintf("\"%s\" %s, target %s", sheet.Shorten(r.reached.Label()), r.reached.WithUnit(), r.aim.WithUnit()))
			c.Inputs = append(c.Inputs, sheet.Input(r.reached, ""), sheet.Input(r.aim, ""))
		}
		if len(missed) <= allowed {
			return u, false // the targets that are spoken of may be these
		}
		if ok {
			continue
		}
		c.Expected = fmt.Sprintf("%d of %d missed", len(missed), len(rows))
		c.Working = strings.Join(missed, "; ")
		c.Message = fmt.Sprintf("\"%s\" is said; the table on page %d has %s.", said, rows[0].aim.At.Page, c.Working)
		u, ok = x.Utter(c, said, false), true
	}
	return u, ok
}

// aimedRow is a row of a table with a target and what was reached in its year.
type aimedRow struct{ aim, reached sheet.Entry }

func aimedRows(t *sheet.Table) []aimedRow {
	var out []aimedRow
	for _, row := range t.Rows {
		r := t.Row(row)
		i := slices.IndexFunc(r, func(e sheet.Entry) bool { return e.Target && e.Year == t.LastYear() })
		if i < 0 {
			continue
		}
		k := slices.IndexFunc(r, func(e sheet.Entry) bool {
			return !e.Target && !e.Change && e.Year == r[i].Year && sheet.Comparable(e, r[i])
		})
		if k >= 0 {
			out = append(out, aimedRow{r[i], r[k]})
		}
	}
	return out
}

// missed reports whether what was reached lies on the wrong side of a target that says, or whose row says, which side that is.
func (r aimedRow) missed() bool {
	a, e := r.aim.Quantity(), r.reached.Quantity()
	label := strings.Join(append(slices.Clone(r.aim.At.RowPath), r.aim.At.ColPath...), " ")
	less, more := lessWords.MatchString(label), moreWords.MatchString(label)
	switch a.Bound {
	case quantity.AtMost:
		less, more = true, false
	case quantity.AtLeast:
		less, more = false, true
	}
	if less == more {
		return false
	}
	if less {
		return e.Interval().Low.Cmp(quantity.Sum(a.Value, a.Half)) >= 0 && e.Value.Cmp(a.Value) > 0
	}
	return e.Interval().High.Cmp(quantity.Sub(a.Value, a.Half)) <= 0 && e.Value.Cmp(a.Value) < 0
}
