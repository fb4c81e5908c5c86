package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// told is a figure of a sentence with the words that say what it is of.
type told struct {
	sheet.Statement
	quantity.Quantity
	words []string // of the sentence
}

// Bounds of what makes two sentences ones of the same thing: words that hardly any other sentence has.
const (
	rareWord      = 6 // sentences of a report that have a rare word
	leastRare     = 2 // rare words that both have
	leastShared   = 3 // words that both have
	longestRetold = 400
)

var notYet = pattern.Compile(`(?i)\b(?:target\w*|goals?|plan(?:s|ned)?|will|shall|aims?|by\s+20\d\d|until\s+20\d\d|budget\w*|expect\w*|forecast\w*|would)\b`)

// otherBasisSaid says that a figure is given anew, or with a part left out.
var otherBasisSaid = pattern.Compile(`(?i)\b(?:restat\w*|previously|originally|recalculat\w*|adjust\w*|like[- ]for[- ]like|` +
	`excluding|instead|corrected|another|different\w*|again)\b`)

// retoldOtherwise finds two sentences that tell one thing in other words and give its figure with two digits exchanged: they have words in common that
// hardly any other sentence has, speak of no other years, and one of the two figures stands nowhere else.
func retoldOtherwise(s *sheet.Sheet) []sheet.Utterance {
	sentences, seen := map[string]int{}, map[string]int{}
	var all []told
	last := 0 // of the years that tables have figures of
	for _, l := range s.Timelines().All {
		last = max(last, l.Last().Year)
	}
	for _, x := range s.Statements() {
		words := sheet.Stems(x.Text)
		for _, w := range words {
			sentences[w]++
		}
		for _, q := range x.Figures {
			seen[compare.DigitsIn(q.Number)]++
			if retellable(x, q) && (len(x.Years) == 0 || slices.Max(x.Years) >= last) {
				all = append(all, told{x, q, words})
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	for _, t := range s.Tables {
		for _, e := range t.All {
			seen[compare.DigitsIn(e.Printed)]++
		}
	}
	byDigits := map[string][]int{}
	for i, f := range all {
		byDigits[compare.InOrder(compare.DigitsIn(f.Number))] = append(byDigits[compare.InOrder(compare.DigitsIn(f.Number))], i)
	}
	var out []sheet.Utterance
	for i, a := range all {
		for _, k := range byDigits[compare.InOrder(compare.DigitsIn(a.Number))] {
			if k > i && a.retells(all[k], sentences, seen) {
				out = append(out, retold(a, all[k], seen))
			}
		}
	}
	return out
}

// retellable reports whether a figure is an amount of its own: no change, no share, no rate, nothing that is still to come.
func retellable(x sheet.Statement, q quantity.Quantity) bool {
	digits := compare.DigitsIn(q.Number)
	return len(x.Text) <= longestRetold && sheet.Amount(q) && q.Value.Sign() > 0 && len(strings.Trim(digits, "0")) > 1 &&
		(q.Unit.Dimension != quantity.Count || len(digits) >= compare.DigitsNamed) && !otherBasisSaid.MatchString(x.Text) && !change.IsChange(x, q) &&
		!noLevel.MatchString(x.Text[:q.Start]) && !notYet.MatchString(x.Text)
}

func (a told) retells(b told, sentences, seen map[string]int) bool {
	x, y := compare.DigitsIn(a.Number), compare.DigitsIn(b.Number)
	if a.Statement.Text == b.Statement.Text || !a.Comparable(b.Quantity) || !compare.Exchanged(x, y) || min(seen[x], seen[y]) > 1 ||
		compare.Thousands(a.Base(), b.Base()) != 0 || otherYears(a.Years, b.Years) || otherNames(a.Statement.Text, b.Statement.Text) {
		return false
	}
	if slices.ContainsFunc(a.Figures, func(q quantity.Quantity) bool { return compare.DigitsIn(q.Number) == y }) ||
		slices.ContainsFunc(b.Figures, func(q quantity.Quantity) bool { return compare.DigitsIn(q.Number) == x }) {
		return false
	}
	units := sheet.Stems(a.Quantity.Text + " " + b.Quantity.Text)
	rare, shared := 0, 0
	for _, w := range a.words {
		if _, both := slices.BinarySearch(b.words, w); !both || slices.Contains(units, w) || strings.ContainsAny(w, "0123456789") {
			continue
		}
		shared++
		if sentences[w] <= rareWord {
			rare++
		}
	}
	return rare >= leastRare && shared >= leastShared
}

// named is a word with a capital that does not begin its sentence, and undated one that is no month.
var (
	named   = pattern.Compile(`[^.!?]\s(\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)*)`)
	undated = pattern.Compile(`^(?:January|February|March|April|May|June|July|August|September|October|November|December|Scope|Group|Company|Board)$`)
)

// otherNames reports whether each of two sentences names something that the other does not: two places, two people.
func otherNames(a, b string) bool {
	lacks := func(x, y string) bool {
		return slices.ContainsFunc(named.FindAllStringSubmatch(x, -1), func(m []string) bool {
			return !undated.MatchString(m[1]) && !strings.Contains(y, m[1])
		})
	}
	return lacks(a, b) && lacks(b, a)
}

// otherYears reports whether two sentences name years, and not the same.
func otherYears(a, b []int) bool {
	return len(a) > 0 && len(b) > 0 && !slices.ContainsFunc(a, func(y int) bool { return slices.Contains(b, y) })
}

// retold tells of two sentences; the one whose figure stands nowhere else is likelier to be mistaken, but not shown to be.
func retold(a, b told, seen map[string]int) sheet.Utterance {
	if seen[compare.DigitsIn(a.Number)] > 1 || seen[compare.DigitsIn(b.Number)] == 1 {
		a, b = b, a
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.Input("in one sentence", a.Quantity), b.Input("in another", b.Quantity)},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", a.Page, a.Quantity.Text, b.Page, b.Quantity.Text),
		Message: fmt.Sprintf("Two sentences that speak of one thing give its figure differently: %s on page %d and %s on page %d. Two digits are exchanged.",
			a.Quantity.Text, a.Page, b.Quantity.Text, b.Page),
	}
	return a.Utter(c, a.Quantity.Text, false)
}
