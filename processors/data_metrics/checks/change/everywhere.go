package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// everywhere says in how many of what a thing moved one way, in all of them: "came down in every one of our four countries".
	everywhere = pattern.Compile(`(?i)\b(?:(` + sheet.FallVerbs + `|come\s+down|gone\s+down)|(` + sheet.RiseVerbs + `|gone\s+up))\s+` +
		`(?:(?:\p{L}+ly|again|further)\s+)?(?:in|at|across)\s+(?:every\s+(?:single\s+)?one\s+of|each\s+(?:one\s+)?of|all(?:\s+of)?)\s+(?:(?:our|the|its|these)\s+)?` +
		`(two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+(?:\p{L}+\s+)?(\p{L}{4,})\b`)
	everywherePart = pattern.Compile(`(?i)[;:,]\s|\.\s|\s(?:while|whereas|although|though|but|and|because|so|as)\s`)
	// ofTime are no parts of the company.
	overTime = pattern.Compile(`(?i)\b(?:since|years|decade|quarter|half)\b`) // another step than from the year before
	ofTime   = pattern.Compile(`(?i)^(?:years?|quarters?|months?|weeks?|periods?|halves|seasons?|scopes?|categor\w+)$`)
)

// partRows are the rows of a table that are all there is of one thing: they add up to the row below them in each year.
type partRows struct {
	rows  [][]sheet.Entry // by years, the last one last
	whole []sheet.Entry
}

// fallsEverywhere holds "came down in all four countries" against the table of so many parts, which add up to its total in both of its last
// years. That it is the one is told by its title, or by its total, which the sentence or the one before states.
func fallsEverywhere(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := everywhere.FindStringSubmatchIndex(x.Text)
		if m == nil || noStreak.MatchString(x.Text) || x.Renewed() || otherBasis.MatchString(x.Text) || overTime.MatchString(x.Text) ||
			ofTime.MatchString(x.Text[m[8]:m[9]]) {
			continue
		}
		number := strings.ToLower(x.Text[m[6]:m[7]])
		n := howMany(number)
		from := 0
		for _, at := range everywherePart.FindAllStringIndex(x.Text[:m[0]], -1) {
			from = at[1]
		}
		if behind := strings.TrimSpace(x.Text[m[1]:]); n < compare.LeastShown || !goesOnSo.MatchString(x.Text[m[1]:]) && behind != "" {
			continue
		}
		subject, kind := sheet.Stems(x.Text[from:m[0]]), sheet.Stems(x.Text[m[8]:m[9]])
		var found []sheet.Utterance
		for _, t := range s.Tables {
			p, ok := partsOf(t, n)
			if !ok || slices.ContainsFunc(sheet.YearsNamed(x.Text), func(y int) bool { return y != p.whole[1].Year && y != p.whole[0].Year }) ||
				!p.titled(subject, kind) && !(p.stated(x) && sheet.Within(subject, sheet.Stems(x.Before+" "+x.Text[:from]))) {
				continue
			}
			found = append(found, p.turned(x, x.Text[m[0]:m[1]], m[2] >= 0)...)
		}
		if len(found) == 1 {
			out = append(out, found...)
		}
	}
	return out
}

// partsOf are the rows of a table, if there are n of one unit and a row of all of them below.
func partsOf(t *sheet.Table, n int) (p partRows, ok bool) {
	last := t.LastYear()
	for _, row := range t.Rows {
		var both []sheet.Entry
		for _, e := range t.Row(row) {
			if (e.Year == last-1 || e.Year == last) && !e.Change && !e.Target && e.Source == facts.FromTable {
				both = append(both, e)
			}
		}
		slices.SortStableFunc(both, func(a, b sheet.Entry) int { return a.Year - b.Year })
		if len(both) != 2 || both[0].Year == both[1].Year || sheet.Percent(both[0]) || !sheet.Comparable(both[0], both[1]) {
			return p, false
		}
		if len(p.rows) == n {
			p.whole = both
			break
		}
		p.rows = append(p.rows, both)
	}
	if len(p.whole) == 0 || len(t.Rows) != n+1 {
		return p, false
	}
	for i := range p.whole {
		sum, half := quantity.Int(0), p.whole[i].Quantity().Half
		for _, r := range p.rows {
			if !sheet.Comparable(r[i], p.whole[i]) {
				return p, false
			}
			sum, half = quantity.Sum(sum, r[i].Quantity().Value), quantity.Sum(half, r[i].Quantity().Half)
		}
		if off := quantity.Abs(quantity.Sub(sum, p.whole[i].Quantity().Value)); off.Cmp(half) > 0 {
			return p, false
		}
	}
	return p, true
}

// titled reports whether the title of the table is what the sentence speaks of, by what: "Food waste by country".
func (p partRows) titled(subject, kind []string) bool {
	title, _, _ := strings.Cut(p.whole[1].At.Caption, ",")
	words := sheet.Stems(title)
	alike := func(w string) bool {
		return slices.ContainsFunc(kind, func(k string) bool { return sheet.FirstRunes(k, 5) == sheet.FirstRunes(w, 5) })
	}
	if len(subject) == 0 || !slices.ContainsFunc(words, alike) {
		return false
	}
	words = slices.DeleteFunc(words, func(w string) bool { return alike(w) || sheet.Tells(w) })
	return len(words) > 0 && sheet.Within(words, subject) && sheet.Within(subject, sheet.Stems(title))
}

// stated reports whether the total of the last year is printed by the sentence or the one before it.
func (p partRows) stated(x sheet.Statement) bool {
	whole := p.whole[1]
	return slices.ContainsFunc(append(slices.Clone(x.Figures), x.Earlier().Figures...), func(q quantity.Quantity) bool {
		return len(compare.DigitsIn(q.Number)) >= compare.DigitsNamed && whole.Prints(q) && !sheet.OpenUnit(q, whole)
	})
}

// turned makes the failure of the parts that went the other way.
func (p partRows) turned(x sheet.Statement, said string, fell bool) []sheet.Utterance {
	c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: said}
	var all, others []string
	for _, r := range p.rows {
		then, now := r[0], r[1]
		step := fmt.Sprintf("%s: %s after %s", sheet.Shorten(now.Label()), now.WithUnit(), then.WithUnit())
		all = append(all, step)
		off := quantity.Sub(now.Quantity().Base(), then.Quantity().Base())
		if off.Sign() == 0 || (off.Sign() < 0) == fell || mayBeOne(now, then) {
			continue
		}
		others = append(others, step)
		c.Inputs = append(c.Inputs, sheet.Input(then, ""), sheet.Input(now, ""))
	}
	if len(others) == 0 {
		return nil
	}
	c.Working = strings.Join(all, "; ")
	c.Message = fmt.Sprintf("Not all of the %d moved the way that is said: %s.", len(p.rows), strings.Join(others, "; "))
	return []sheet.Utterance{x.Utter(c, said, false)}
}
