package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// yearsOnEnd says in how many years on end a thing moved one way: by its number, by how many, or since when.
	yearsOnEnd = pattern.Compile(`(?i)\b(?:(?:for\s+)?the\s+(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+` +
		`(?:(?:consecutive|successive|straight)\s+(?:fiscal\s+|financial\s+)?(?:year|time)|(?:year|time)\s+(?:in\s+a\s+row|running|in\s+succession))|` +
		`(?:for|in)\s+(two|three|four|five|six|seven|eight|nine|ten|\d)\s+` +
		`(?:(?:consecutive|successive|straight)\s+years|years\s+(?:in\s+a\s+row|running|in\s+succession))(?:\s+now)?|` +
		`(?:in\s+)?(?:every|each)\s+(?:single\s+)?year\s+since\s+` + sheet.SomeYear + `)(?:,?\s+since\s+` + sheet.SomeYear + `)?`)
	nthYear = map[string]int{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
	// movesOn is the verb of it, with what may stand between the two.
	movesOn = pattern.Compile(`(?i)\b(?:(?:has|have|had)\s+)?(?:(?:thus|now|again|been|also|therefore|so|steadily)\s+)*(?:(` +
		sheet.FallVerbs + `|come\s+down|gone\s+down|lost\s+ground)|(` + sheet.RiseVerbs + `|gone\s+up|gained\s+ground)|(improved|got\s+better))` +
		`(?:\s+(?:\p{L}+ly|again|further|now))*,?`)
	// What there is best less of, and what more; what is free of something, or was avoided, is neither.
	lessIsBetter = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the less the better") + `)\b`)
	moreIsBetter = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the more the better") + `)\b`)
	turnedAway   = pattern.Compile(`(?i)\bfree\b|\b(?:avoid|prevent|divert|reduc)`)
	// streakPart begins another part of a sentence, streakEnds ends what is said of the streak.
	streakPart = pattern.Compile(`(?i)[;:]\s|\.\s|,?\s+(?:while|whereas|although|though|but|and|because|so|as)\s|,\s+(?:which|where)\s`)
	// noStreak makes of it what is not, or not yet.
	noStreak = pattern.Compile(`(?i)\b(?:not|no|never|nor|hardly|almost|nearly|would|could|should|will|may|` +
		`to\s+have|expect\w*|aim\w*|want\w*|target\w*|goal\w*|plan\w*|except\w*)\b|n['’]t\b`)
	// ofItsChange makes of a subject how it moves: "the growth of electricity".
	ofItsChange = pattern.Compile(`(?i)\b(?:growth|increases?|decreases?|declines?|reductions?|rises?|fall|drops?|changes?)\b`)
	onlyIt      = pattern.Compile(`(?i)^\s*(?:it|this|they)\s*$`)
)

// streak is what a sentence says to have moved one way for so many years.
type streak struct {
	subject string // what stands before the verb
	of      sheet.Spoken
	fell    bool
	better  bool // it improved, whichever way that is
	steps   int  // 0 where it counts from a year
	since   int
	said    string
}

// streakOf reads the streak of a sentence. What is not of its subject, its verb or its years has to be nothing, so that it is of no part of the row.
func streakOf(s *sheet.Sheet, x sheet.Statement) (k streak, ok bool) {
	m := yearsOnEnd.FindStringSubmatchIndex(x.Text)
	if m == nil || noStreak.MatchString(x.Text) || x.Renewed() || otherBasis.MatchString(x.Text) {
		return k, false
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return strings.ToLower(x.Text[m[2*i]:m[2*i+1]])
	}
	k.said = x.Text[m[0]:m[1]]
	k.steps, k.since = nthYear[group(1)]+howMany(group(2)), max(vocabulary.YearIn(group(3)), vocabulary.YearIn(group(4)))
	behind := m[1]
	if strings.HasPrefix(x.Text[behind:], ",") && strings.TrimSpace(x.Text[:m[0]]) == "" {
		behind++ // what it is of follows
	}
	from, to, ok := clauseAround(x, m[0], behind)
	if !ok {
		return k, false
	}
	var verb []int
	for _, at := range movesOn.FindAllStringSubmatchIndex(x.Text[from:to], -1) {
		fronted := strings.TrimSpace(x.Text[from:m[0]]) == "" && from+at[0] > m[1]
		if strings.TrimSpace(x.Text[from+at[1]:max(m[0], from+at[1])]) == "" && from+at[1] <= m[0] || fronted && verb == nil {
			verb = at
		}
	}
	if verb == nil {
		return k, false
	}
	start, end := from+verb[0], from+verb[1]
	k.fell, k.better = verb[2] >= 0, verb[6] >= 0
	k.subject = x.Text[from:start]
	if m[1] < start {
		k.subject = strings.TrimPrefix(x.Text[m[1]:start], ",")
	}
	if ofItsChange.MatchString(k.subject) {
		return k, false
	}
	k.of = s.Said(blanked(x, m[0], m[1], start, end), from, to)
	return k, true
}

// blanked is a statement without two parts of it, each where it stood.
func blanked(x sheet.Statement, a, b, c, d int) sheet.Statement {
	text := []byte(x.Text)
	for i := range text {
		if i >= a && i < b || i >= c && i < d {
			text[i] = ' '
		}
	}
	x.Text = string(text)
	x.Figures = slices.DeleteFunc(slices.Clone(x.Figures), func(q quantity.Quantity) bool {
		return q.Start >= a && q.Start < b || q.Start >= c && q.Start < d
	})
	return x
}

// streaks holds "fell for the fourth year in a row" against the one row that the sentence speaks of and nothing else, or the row whose
// figure the sentence before states: it has a figure of each year, and one goes the other way.
func streaks(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if !strings.Contains(x.Text, "year") {
			continue
		}
		k, ok := streakOf(s, x)
		if !ok {
			continue
		}
		l, named := k.row(s, x)
		if !named {
			continue
		}
		if k.better {
			of := x.Text + " " + l.Last().Label()
			less, more := lessIsBetter.MatchString(of), moreIsBetter.MatchString(of)
			if k.fell = less; less == more || turnedAway.MatchString(of) {
				continue
			}
		}
		if u, ok := k.broken(s, x, l); ok {
			out = append(out, u)
		}
	}
	return out
}

// row is the timeline that a streak is of.
func (k streak) row(s *sheet.Sheet, x sheet.Statement) (l sheet.Timeline, ok bool) {
	if !onlyIt.MatchString(k.subject) {
		l, how := s.Row(k.of, func(t sheet.Timeline) bool { return len(t.At) > 2 })
		return l, how == sheet.Surely && !slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool { return !IsChange(x, q) && strange(l, q) })
	}
	before := x.Earlier()
	more := slices.ContainsFunc(k.of.Other, func(w string) bool { return !onlyIt.MatchString(w) })
	if len(before.Figures) == 0 || len(k.of.Names) > 0 || more || before.Renewed() || otherBasis.MatchString(before.Text) {
		return l, false
	}
	q := before.Figures[0]
	if !sheet.Amount(q) || len(compare.DigitsIn(q.Number)) < compare.LeastShown {
		return l, false
	}
	l, how := s.Row(s.Around(before, q), func(t sheet.Timeline) bool { return len(t.At) > 2 && t.Last().Prints(q) })
	return l, how >= sheet.Wholly && !slices.ContainsFunc(before.Figures[1:], func(o quantity.Quantity) bool { return sheet.Amount(o) && strange(l, o) })
}

// broken makes the failure of a row that goes the other way in one of the years of a streak.
func (k streak) broken(s *sheet.Sheet, x sheet.Statement, l sheet.Timeline) (u sheet.Utterance, ok bool) {
	last := x.Year(l.Last().Year)
	since := last - k.steps
	if k.steps == 0 {
		since = k.since
	}
	if len(slices.Compact(slices.Sorted(slices.Values(x.Years)))) > 1 || last != s.LastYearOf(l.Last().At) && len(x.Years) == 0 || last-since < 2 {
		return u, false
	}
	var terms []string
	asSaid := false
	c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: k.said}
	for y := since; y <= last; y++ {
		e := l.At[y]
		if e.Fact == nil || e.Restated || !sheet.Comparable(e, l.At[last]) {
			return u, false
		}
		terms = append(terms, fmt.Sprintf("%d: %s", y, e.WithUnit()))
		if y == since {
			continue
		}
		then := l.At[y-1]
		down := quantity.Sub(e.Quantity().Base(), then.Quantity().Base()).Sign() < 0
		if down == k.fell || sheet.MayBeOne(e, then) {
			asSaid = true
			continue
		}
		c.Inputs = append(c.Inputs, sheet.Input(then, ""), sheet.Input(e, ""))
		c.Message = fmt.Sprintf("What is said to have moved one way every year did not from %d to %d: %s after %s.", y-1, y, e.WithUnit(), then.WithUnit())
	}
	c.Working = strings.Join(terms, ", ")
	return x.Utter(c, k.said, false), c.Message != "" && (asSaid || !k.better)
}
