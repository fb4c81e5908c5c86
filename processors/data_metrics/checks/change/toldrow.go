package change

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	spanBehind = pattern.Compile(`(?i)\b` + spanOf + `$`)
	// inRemark begins what a comma adds that narrows a sentence down.
	plainNoun   = pattern.Compile(`(?i)^\s+(?:value|number|mark|result)s?\b`)
	shownBehind = pattern.Compile(`(?i)^\s+(?:shown|reported|presented)\b`)
	butOne      = pattern.Compile(`(?i)^\s+(?:but|bar|save|apart|other)\b`)
	inRemark    = pattern.Compile(`(?i)^,\s+(?:in|at|for|across|among|within|on|of|from|without|with|as|if|when|where|except|measured)\s+(?:the\s+|our\s+)?\p{L}`)
)

// recordsOfRows holds "sick leave was at its lowest level in five years", which gives no figure, against the one row that the sentence speaks of, with
// nothing said besides.
func recordsOfRows(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := anyRecord.FindStringSubmatchIndex(x.Text)
		if m == nil || noStreak.MatchString(x.Text) || x.Renewed() || otherBasis.MatchString(x.Text) || notFirst.MatchString(x.Text[m[0]:m[1]]) ||
			oneOf.MatchString(x.Text[:m[0]]) || butOne.MatchString(x.Text[m[1]:]) {
			continue
		}
		if u, ok := recordOfRow(s, x, m); ok {
			out = append(out, u)
		}
	}
	return out
}

// clauseAround is the part of a sentence that what stands between two places of it belongs to; ok is false where a comma adds what narrows it down.
func clauseAround(x sheet.Statement, first, last int) (from, to int, ok bool) {
	to = len(x.Text)
	for _, at := range streakPart.FindAllStringIndex(x.Text[:first], -1) {
		if !strings.HasPrefix(x.Text[at[0]:], " and ") { // one subject may be of two things
			from = at[1]
		}
	}
	if at := streakPart.FindStringIndex(x.Text[last:]); at != nil {
		to = last + at[0]
	}
	if i := strings.Index(x.Text[last:to], ","); i >= 0 {
		return from, last + i, !inRemark.MatchString(x.Text[last+i:])
	}
	return from, to, true
}

// toldOf is the row that a sentence speaks of where the given parts of it say what is told of it: the clause that they stand in names the row and nothing else.
func toldOf(s *sheet.Sheet, x sheet.Statement, parts ...int) (l sheet.Timeline, ok bool) {
	from, to, ok := clauseAround(x, slices.Min(parts), slices.Max(parts))
	if !ok || strings.Count(x.Text[from:slices.Min(parts)], ",") > 1 { // ", measured in days, "
		return l, false
	}
	y := blanked(x, parts[0], parts[1], parts[2], parts[3])
	if slices.ContainsFunc(y.Figures, func(q quantity.Quantity) bool { return q.Start >= from && q.Start < to }) || ofItsChange.MatchString(y.Text[from:to]) {
		return l, false
	}
	p := s.Said(y, from, to)
	l, how := s.Row(p, func(t sheet.Timeline) bool { return len(t.At) > 1 })
	if how != sheet.Surely || p.Points || len(x.Years) == 0 && l.Last().Year != s.LastYearOf(l.Last().At) {
		return l, false
	}
	return l, !slices.ContainsFunc(l.Years(), func(y int) bool { return l.At[y].Restated || s.Superseded(l.At[y].Fact) })
}

// recordOfRow makes the failure of a record that a row has years beyond.
func recordOfRow(s *sheet.Sheet, x sheet.Statement, m []int) (u sheet.Utterance, ok bool) {
	end := m[1]
	if shown := shownBehind.FindString(x.Text[end:]); shown != "" {
		end += len(shown)
	}
	span := spanBehind.FindStringSubmatch(x.Text[m[3]:m[1]])
	l, ok := toldOf(s, x, m[0], m[3]+len(plainNoun.FindString(x.Text[m[3]:])), m[1]-len(span[0]), end)
	if !ok {
		return u, false
	}
	years, since := howMany(span[1]), vocabulary.YearIn(span[2])
	now, there := l.At[x.Year(l.Last().Year)]
	if !there || since >= now.Year {
		return u, false
	}
	c, holds := beyond(l, now, upmost.MatchString(x.Text[m[2]:m[3]]), years, since)
	return x.Utter(c, x.Text[m[0]:m[1]], false), !holds
}
