package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// untilYear is the year until which something is to be reached.
	untilYear = pattern.Compile(`(?i)\b(?:by|until|in|bis|d['’]ici|entro|hasta|para|senast|innen|tegen)\s+(?:the\s+end\s+of\s+|ende\s+|fin\s+|il\s+|à\s+)?` +
		`(?:FY\s?)?(20\d\d)\b`)
	// toNextRung is what stands between the steps of one thing: nothing that another thing could be called by.
	toNextRung = pattern.Compile(`(?i)^(?:[\s,;]|and|then|by|until|to|of|at|with|in|und|sowie|dann|um|auf|senken|lower|less|below)*$`)
	// goalWord says of amounts that they are to be reached, and are no forecast.
	goalWord = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|milestones?|marks?|stages?|pledge\w*|commit\w*|roadmap|road\s+map|pathway|ziele?|etappen\w*)\b`)
	foreseen = pattern.Compile(`(?i)\b(?:expect\w*|forecast\w*|assum\w*|capacity|output|production|budget\w*|scenario\w*|price|sales|revenue)\b`)
)

// tread is an amount and the year by which it is to be reached.
type tread struct {
	of   quantity.Quantity
	year int
}

// rungsOf pairs the figures of a sentence with the years to come that it names, where they take turns: each year before its figure or each behind it,
// and nothing between one pair and the next that may be of something else. Any other figure leaves it open what is of when.
func rungsOf(x sheet.Statement) []tread {
	years := untilYear.FindAllStringSubmatchIndex(x.Text, -1)
	if len(years) < 2 || len(years) != len(x.Figures) {
		return nil
	}
	first := years[0][0] < x.Figures[0].Start
	var out []tread
	end := 0
	for i, q := range x.Figures {
		at := years[i]
		if q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 || q.Unit.Symbol != x.Figures[0].Unit.Symbol || q.Per != x.Figures[0].Per ||
			(at[0] < q.Start) != first {
			return nil
		}
		from, to := min(at[0], q.Start), max(at[1], q.End)
		inside := x.Text[min(at[1], q.End):max(at[0], q.Start)]
		if i > 0 && (from < end || !toNextRung.MatchString(x.Text[end:from]) || !toNextRung.MatchString(inside)) {
			return nil
		}
		end = to
		year, err := strconv.Atoi(x.Text[at[2]:at[3]])
		if err != nil || len(out) > 0 && year <= out[len(out)-1].year {
			return nil
		}
		out = append(out, tread{q, year})
	}
	return out
}

// rungsAcross are the steps of a sentence in percent that words stand between: "by 2027 we want to cut them by 50 %, by 2030 by 75 %".
func rungsAcross(x sheet.Statement, now int) []step {
	var out []step
	for _, r := range rungsOf(x) {
		if r.year <= now || r.of.Unit.Dimension != quantity.Percent || downTo.MatchString(x.Text[:r.of.Start]) {
			return nil
		}
		st, ok := stepOf(r.of.Number, strconv.Itoa(r.year))
		if !ok {
			return nil
		}
		out = append(out, st)
	}
	return out
}

// steppedAmounts holds the dated amounts of a sentence of goals against one another: "560 kg in 2027, 520 kg in 2030 and 475 kg in 2035". Where all but one
// of three or more go one way, that one does not lie on the way.
func steppedAmounts(s *sheet.Sheet) []sheet.Utterance {
	now := reportYear(s)
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if !goalWord.MatchString(x.Text+" "+x.Before) || foreseen.MatchString(x.Text) || rebased.MatchString(x.Text) || ofAPart.MatchString(x.Text) {
			continue
		}
		rungs := rungsOf(x)
		if len(rungs) < compare.LeastShown || now == 0 || rungs[0].year <= now || rungs[0].of.Unit.Dimension == quantity.Percent ||
			rungs[0].of.Unit.Dimension == quantity.Money || rungs[0].of.Unit.Dimension == quantity.Count {
			continue
		}
		way := rungs[len(rungs)-1].of.Value.Cmp(rungs[0].of.Value)
		c := events.Check{Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
		var terms []string
		back := 0
		for i, r := range rungs {
			terms = append(terms, fmt.Sprintf("%d: %s", r.year, r.of.Text))
			c.Inputs = append(c.Inputs, x.Input("target for "+strconv.Itoa(r.year), r.of))
			if i > 0 && r.of.Value.Cmp(rungs[i-1].of.Value)*way < 0 {
				back++
				c.Message = fmt.Sprintf("The step for %d goes back behind the one for %d of the same thing.", r.year, rungs[i-1].year)
			}
		}
		if way == 0 || back > 1 {
			continue
		}
		c.Working = strings.Join(terms, ", ")
		c.Expected, c.Stated = "steps that go one way", terms[len(terms)-1]
		if back == 1 {
			c.Result, c.Severity = events.CheckFail, "warning"
		}
		out = append(out, x.Utter(c, rungs[len(rungs)-1].of.Text, true))
	}
	return out
}
