package shares

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// thenBracket stands between a share and that of the year before: "71 % virgin fibre (".
var thenBracket = pattern.Compile(`^[^()%;.]{0,80}\((?:[^()%\d]{0,12}(?:19|20)\d\d(?:/\d\d(?:\d\d)?)?\s*:)?\s*$`)

// yearAndYear is a share with that of the year before in brackets.
type yearAndYear struct {
	now, then quantity.Quantity
	said      sheet.Statement
}

// itemsOfAll adds up shares that stand in the items of a list, or one behind the other in a sentence, each with that of the year before in
// brackets: "71 % virgin fibre (66 %), 27 % recycled (18 %) and 10 % from other sources (16 %)". Those of one year make 100 %, so that the others have to.
func itemsOfAll(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	var run []yearAndYear
	page := 0
	end := func() {
		if u, ok := bothYears(run); ok {
			out = append(out, u)
		}
		run = nil
	}
	for _, x := range s.Statements() {
		pairs, ok := pairedShares(x)
		if !ok || x.Page != page || len(pairs) > 1 {
			end()
		}
		page = x.Page
		if ok {
			run = append(run, pairs...)
		}
	}
	end()
	return out
}

// pairedShares are the shares of a sentence that has nothing but them, each with one in brackets behind it.
func pairedShares(x sheet.Statement) (out []yearAndYear, ok bool) {
	all := x.Percents()
	if len(all) == 0 || len(all) != len(x.Figures) || len(all)%2 != 0 {
		return nil, false
	}
	for i := 0; i < len(all); i += 2 {
		now, then := all[i], all[i+1]
		if !thenBracket.MatchString(x.Text[now.End:then.Start]) || !strings.HasPrefix(strings.TrimSpace(x.Text[then.End:]), ")") ||
			now.Bound != quantity.Exactly || then.Bound != quantity.Exactly || now.Signed || then.Signed {
			return nil, false
		}
		out = append(out, yearAndYear{now, then, x})
	}
	return out, true
}

// bothYears holds the shares of two years against 100: if those of one make it and those of the other do not, but nearly, the other is wrong.
func bothYears(run []yearAndYear) (u sheet.Utterance, ok bool) {
	if len(run) < compare.LeastShown || len(run) > 12 {
		return u, false
	}
	x := run[0].said // its items are of one page
	var nows, thens []quantity.Quantity
	for _, r := range run {
		nows, thens = append(nows, r.now), append(thens, r.then)
	}
	now, then := addShares(x, nows), addShares(x, thens)
	wrong, right := now, then
	if now.makesAll() {
		wrong, right = then, now
	}
	if !right.makesAll() || wrong.makesAll() || !compare.WithinPercent(compare.Hundred, wrong.sum, compare.TenPercent) {
		return u, false
	}
	wrong.Working += "; " + right.Working
	return wrong.wrong(x, wrong.all[0], "The parts make %s %%, not 100 %%; those of the other year make "+compare.Show(right.sum)+" %%."), true
}

// makesAll reports whether the shares make 100 %: exactly, or with decimals as far as rounding allows. Whole numbers that make 99 may be anything.
func (a added) makesAll() bool {
	off := a.off()
	whole := slices.ContainsFunc(a.all, func(q quantity.Quantity) bool { return q.Value.Exponent >= 0 })
	return off.IsZero() || !whole && off.Cmp(a.half) <= 0
}
