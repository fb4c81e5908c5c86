package consistency

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// unlikely is how seldom the figure of a sentence may have the digits of one of the rows that its words allow, but for two that are exchanged, by
// chance. Sums of money are left out: notes to accounts give many that stand in no table.
const unlikely = 0.001

// hardlyChance finds the figures of sentences that no table prints and that are one of a row with two digits exchanged, where so few figures share
// the words, the unit and the year of the sentence that it is hardly chance.
func hardlyChance(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	index := indexDigits(s)
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		for _, q := range x.Figures {
			digits := strings.TrimLeft(compare.DigitsIn(q.Number), "0")
			if q.Range || q.Bound != quantity.Exactly || q.Unit.Dimension == quantity.Money || len(digits) < compare.DigitsExchanged || q.Value.Sign() <= 0 {
				continue
			}
			var found []sheet.Entry
			for _, e := range index.near(digits, q.Unit.Dimension == quantity.Percent) {
				if compare.Exchanged(compare.DigitsIn(e.Printed), digits) && mistakable(s, x, q, e) &&
					!slices.ContainsFunc(found, func(o sheet.Entry) bool { return o.Value == e.Value }) {
					found = append(found, e)
				}
			}
			if len(found) != 1 || change.IsChange(x, q) || noLevel.MatchString(x.Text[:q.Start]) || movesOtherwise(s, x, q, found[0]) {
				continue
			}
			if ways := len(digits) - 1; float64(alikeInWords(s, x, q, found[0])*ways)/(9*math.Pow10(len(digits)-1)) < unlikely {
				out = append(out, slip(x, q, found[0]))
			}
		}
	}
	return out
}

// movesOtherwise reports whether a sentence says of its figure how much it changed, and that is not what the cell did.
func movesOtherwise(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry) bool {
	said := slices.ContainsFunc(x.Figures, func(by quantity.Quantity) bool {
		return by.Unit.Dimension == quantity.Percent && change.IsChange(x, by)
	})
	return said && !change.Bears(s, x, q, e)
}

// alikeInWords counts the figures that a sentence may speak of: those of its unit and year whose headings share as many words with it as those of one.
func alikeInWords(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry) int {
	about, units := sheet.Stems(x.Text), sheet.Stems(q.Text)
	shared := func(o sheet.Entry) int {
		n := 0
		for _, w := range sheet.Stems(strings.Join(append(append(slices.Clone(o.At.RowPath), o.At.ColPath...), o.At.Caption), " ")) {
			if _, said := slices.BinarySearch(about, w); said && len(w) > 2 && !slices.Contains(units, w) && !strings.ContainsAny(w, "0123456789") {
				n++
			}
		}
		return n
	}
	own, pool := shared(e), map[string]bool{}
	for _, t := range s.Tables {
		for _, o := range t.All {
			if own > 0 && o.Source == facts.FromTable && !o.Change && !o.Target && o.Sayable(q) && x.MayBeOf(q, o.Year, s.LastYearOf(o.At)) && shared(o) >= own {
				pool[o.Value] = true
			}
		}
	}
	if own == 0 {
		return math.MaxInt32
	}
	return len(pool)
}
