package shares

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// division reads "Of the waste, 58 % was recycled, 21 % burned and 16 % went to landfill": the parts of one table.
// That it is this table is shown by half of the shares at least.
func division(s *sheet.Sheet, x sheet.Statement) []portion {
	all := x.Percents()
	of := partitive.FindStringSubmatch(x.Text)
	if of == nil || len(all) < 2 {
		return nil
	}
	thing := sheet.Stems(sheet.YearWords.ReplaceAllString(of[1], ""))
	for _, t := range s.Tables {
		var out []portion
		agree := 0
		used := map[int]bool{}
		for i, q := range all {
			end := len(x.Text)
			if i+1 < len(all) {
				end = all[i+1].Start
			}
			l, ok := bestRow(s, t, sheet.Stems(x.Text[q.End:end]))
			if !ok || used[l.Row] {
				continue
			}
			used[l.Row] = true
			total, there := l.Whole()
			if !there {
				continue
			}
			year := x.Year(l.LastYear())
			a, has := l.InYear(year)
			b, is := total.InYear(year)
			if !has || !is || !sheet.Comparable(a, b) || !sheet.Within(thing, sheet.Stems(b.Label()+" "+b.At.Caption)) {
				continue
			}
			p := portion{Statement: x, stated: q, parts: []sheet.Entry{a}, whole: b, sure: true}
			if c, ok := p.check(); ok && c.Result == events.CheckPass {
				agree++
			}
			out = append(out, p)
		}
		if len(out) >= 2 && 2*agree >= len(out) {
			return out
		}
	}
	return nil
}

// bestRow is the row of a table whose words all stand in a clause; of several the one with the most.
func bestRow(s *sheet.Sheet, t *sheet.Table, clause []string) (sheet.Line, bool) {
	var best sheet.Line
	tie := false
	for _, l := range s.Rows() {
		if l.Table != t || l.Total || !sheet.Within(l.Stems, clause) {
			continue
		}
		switch {
		case len(l.Stems) > len(best.Stems):
			best, tie = l, false
		case len(l.Stems) == len(best.Stems):
			tie = true
		}
	}
	return best, best.Table != nil && !tie
}

// wholeSentences adds up the percentages of one sentence that are said to be the parts of one thing.
func wholeSentences(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := x.Percents()
		bands := len(all) > 2 && banded(x, all)
		if len(all) < 3 || sheet.Movement.MatchString(x.Text) || dated(x, all) {
			continue
		}
		a, hedged := addShares(x, all), quantity.Exactly
		for _, q := range all {
			if q.Bound != quantity.Exactly {
				hedged = q.Bound
			}
		}
		c, sum, off := a.Check, a.sum, a.off()
		compare.Settle(&c, compare.Hundred, sum, "%", off.Cmp(a.half) <= 0)
		compare.Conclude(&c, off.Cmp(compare.TenthPoint) <= 0, hedged, "0.1 percentage points")
		if c.Result == events.CheckFail {
			c.Message = fmt.Sprintf("The parts make %s %%, not 100 %%.", compare.Show(sum))
		}
		// Without a table nothing says that they are all the parts, and apart, but that they make 100, or that they are listed as
		// what one thing consists of. Parts that leave something over are no mistake, parts that exceed the whole are.
		many := sum.Cmp(compare.Hundred) > 0 && compare.WithinPercent(compare.Hundred, sum, compare.TenPercent)
		switch {
		case bands && !compare.WithinPercent(compare.Hundred, sum, compare.OnePercent) && hedged == quantity.Exactly && off.Cmp(a.half) > 0:
		case many && (listed(x, all) || contributed(x, all)):
		case c.Result == events.CheckPass && off.IsZero(), exclusive(s, x, len(all)):
		default:
			continue
		}
		out = append(out, x.Utter(c, all[len(all)-1].Text, true))
	}
	return out
}

// exclusive says that a sentence's percentages are those of all the rows that make up a table's total.
func exclusive(s *sheet.Sheet, x sheet.Statement, n int) bool {
	parts := division(s, x)
	if len(parts) != n {
		return false
	}
	sum := quantity.Int(0)
	for _, p := range parts {
		sum = quantity.Sum(sum, p.parts[0].Quantity().Base())
	}
	return compare.AgreesWith(sum, parts[0].whole.Quantity().Base())
}

var (
	consists = pattern.Compile(`(?i)\b(?:c[ao]me?s?\s+from|consist\w*\s+of|composed\s+of|` +
		`made\s+up\s+of|broken\s+down|split|divided|breakdown|mix|sourced\s+from|generated\s+from|compris\w+)\b`)
	// dividesInto is a thing of which every unit is of one source or goes one way, and the verb right before its parts.
	dividesInto = pattern.Compile(`(?i)\b(?:electricity|energy|power|fuel|heat|waste|water|revenues?|sales|emissions)\b[^.;:,]{0,40}\b(?:is|are|was|were)\s*$`)
	partOfList  = pattern.Compile(`^\s*([\p{L}][\p{L}-]*(?:\s+[\p{L}][\p{L}-]*){0,3})\s*(?:,|;|,?\s+and\s*|\.?\s*$)\s*(?:and\s*)?$`)
	ofPeople    = pattern.Compile(`(?i)\b(?:women|men|employees|managers|people|workers|staff|suppliers|customers|respondents|responses)\b`)
	noPart      = pattern.Compile(`(?i)^(?:by|in|until|to|against|from|for|on|of|at|than|are|is|were|was|have|had|reduction|less|more)\b`)
	bracketPart = pattern.Compile(`^\s*\),?\s*(?:and\s+)?(?:the\s+)?[\p{L}][\p{L}\s-]{1,40}\($`)
	// goesTo is a list behind a colon of what became of a thing: ": 6 % was reused, 71 % recycled".
	goesTo    = pattern.Compile(`(?i)\b(?:electricity|energy|power|fuel|heat|waste|water|revenues?|sales|emissions)\b[^.;:]{0,60}:\s*$`)
	wentThere = pattern.Compile(`^\s*(?:(?:was|were|is|are|went|goes|came|comes)\s+)?[\p{L}][\p{L}\s-]{1,40}(?:,|,?\s+and|\.?\s*$)\s*$`)
	quality   = pattern.Compile(`(?i)(?:able|ible|ed|ing|al|ic|ive|ous|less|free|ful|-site|onsite|local)$`)
	thenYear  = pattern.Compile(`(?i)^\s*(?:\(?(?:by|in|until|for)\s+)?\(?(?:the\s+)?(?:end\s+of\s+)?(?:(?:FY\s?)?(?:19|20)\d\d|FY\s?\d\d)\b`)
)

// listed reports whether the percentages of a sentence are one list of what a thing consists of: "came from 61 % hydro, 22 %
// wind and 24 % gas". What only is something ("is 60 % renewable, 50 % local") may be both.
func listed(x sheet.Statement, all []quantity.Quantity) bool {
	before := x.Text[:all[0].Start]
	if ofPeople.MatchString(x.Text) {
		return false
	}
	if goesTo.MatchString(before) && apart(x, all, wentThere, wentThere) || consists.MatchString(before) && apart(x, all, bracketPart, closing) {
		return true
	}
	if !consists.MatchString(before) && !dividesInto.MatchString(before) {
		return false
	}
	for i, q := range all {
		end := len(x.Text)
		if i+1 < len(all) {
			end = all[i+1].Start
		}
		m := partOfList.FindStringSubmatch(x.Text[q.End:end])
		if m == nil || noPart.MatchString(m[1]) || quality.MatchString(m[1]) || q.Value.Cmp(compare.Ninety) > 0 {
			return false
		}
	}
	return true
}

// closing ends a list of parts in brackets.
var closing = pattern.Compile(`^\s*\)\s*(?:[.;]|$)`)

// apart reports whether what stands between percentages, and behind the last of them, is what lists of parts have there.
func apart(x sheet.Statement, all []quantity.Quantity, between, behind *pattern.Pattern) bool {
	for i := 1; i < len(all); i++ {
		if !between.MatchString(x.Text[all[i-1].End:all[i].Start]) {
			return false
		}
	}
	return behind.MatchString(x.Text[all[len(all)-1].End:])
}

var (
	contributing = pattern.Compile(`(?i)\b(?:contributed|accounted\s+for|made\s+up|generated|brought\s+in)\s+` + sheet.Hedges + `$`)
	nextPart     = pattern.Compile(`^,?\s+(?:and\s+)?[\p{L}][\p{L},&\s-]{2,60}\s$`)
	otherClause  = pattern.Compile(`(?i)\b(?:is|are|was|were|rose|fell|of|by|in|from|to|with|while|which|than|after|including)\b`)
	endOfList    = pattern.Compile(`^\s*(?:[.;]|,?\s*(?:respectively)?\s*[.;]|$)`)
)

// contributed reports whether the percentages of a sentence are what each of several parts contributed, behind one verb: "The north
// contributed 44 %, the south 33 % and the islands 23 %."
func contributed(x sheet.Statement, all []quantity.Quantity) bool {
	if len(all) != len(x.Figures) || !contributing.MatchString(x.Text[:all[0].Start]) || ofPeople.MatchString(x.Text) {
		return false
	}
	for i := 1; i < len(all); i++ {
		between := x.Text[all[i-1].End:all[i].Start]
		if !nextPart.MatchString(between) || otherClause.MatchString(between) {
			return false
		}
	}
	return endOfList.MatchString(x.Text[all[len(all)-1].End:])
}

// dated reports whether percentages are each of a year of their own, as targets and series are: no parts of one thing.
func dated(x sheet.Statement, all []quantity.Quantity) bool {
	n := 0
	for _, q := range all {
		if thenYear.MatchString(x.Text[q.End:]) {
			n++
		}
	}
	return n > 1
}
