package shares

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	onceOnly = `(?:` + lexicon.Alternatives("checks.wholes used up once") + `)`
	// ofOneWhole begins with a whole of which each unit goes one way: "Of all capital expenditure, ".
	ofOneWhole = pattern.Compile(`(?i)^(?:out\s+)?of\s+[^,;:.%]{0,60}\b` + onceOnly + `\b[^,;:.%]{0,40}?(?:,|\s)\s*`)
	// wholeBehind names it behind the first share: "38 per cent of net sales came from".
	wholeBehind = pattern.Compile(`(?i)^\s*of\s+(?:[\p{L}'’-]+\s+){0,4}?` + onceOnly + `\b`)
	// goesOneWay says of a unit that it went there and nowhere else.
	goesOneWay = pattern.Compile(`(?i)\b(?:c[ao]mes?\s+(?:in\s+)?from|w[eo]nt\s+(?:in)?to|go(?:es)?\s+(?:in)?to|took|takes?|absorbed|` +
		`spent\s+on|flow\w*\s+(?:in)?to|` +
		`stem\w*\s+from|ar[io]se\w*\s+from|(?:is|are|was|were)\s+due\s+to|caused\s+by|earned\s+(?:in|with|from)|sold\s+(?:in|to))\b`)
	// bothWays are words of a part that may be in another one as well, or of a share of something else.
	bothWays = pattern.Compile(`(?i)\b(?:also|both|of\s+(?:which|whom|this|these|that|them)|includ\w+|thereof|each|either|overlap\w*|` +
		`respondents?|answer\w*|survey\w*|named|` +
		`multiple|at\s+least|up\s+to|than|target\w*)\b`)
	beingSo = pattern.Compile(`(?i)\b(?:is|are|was|were|be|been|has|have|had)\b`)
	kindsOf = [][]string{lexicon.Entries("checks.kinds of contract"), lexicon.Entries("checks.ways of waste"), lexicon.Entries("checks.sources of power")}
)

// attributed adds up the shares of one thing each unit of which is in one part alone: money that was spent or earned, power that was used, or
// people by the one contract that each has. More than all of it are too many; less may be all that is named.
func attributed(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := x.Percents()
		if len(all) < 3 || len(all) != len(x.Figures) || dated(x, all) || x.Renewed() || !itemised(x, all) {
			continue
		}
		if !ofOneThing(x, all) && !kinds(x, all) {
			continue
		}
		a := addShares(x, all)
		if off := quantity.Sub(a.sum, compare.Hundred); off.Cmp(a.half) <= 0 || off.Cmp(compare.TenPercent) > 0 && !oneSlip(all, off) {
			continue // what is far more may be of several wholes
		}
		out = append(out, a.wrong(x, all[len(all)-1], "The parts of one whole, which nothing is in twice, make %s %%, not 100 %%."))
	}
	return out
}

// itemised reports whether the shares of a sentence are exact and one list, each with a few words.
func itemised(x sheet.Statement, all []quantity.Quantity) bool {
	shares := 0
	for i, q := range all {
		if q.Bound != quantity.Exactly || q.Signed || i > 0 && !nextItem.MatchString(x.Text[all[i-1].End:q.Start]) {
			return false
		}
		if sheet.ShareOf(x.Text[q.End:]) {
			shares++
		}
	}
	return shares < 2 && !strings.ContainsAny(x.Text, ";:") && strings.Contains(x.Text[all[len(all)-2].End:], "and ")
}

// ofOneThing reports whether a sentence names a whole of which each unit goes one way, and says where.
func ofOneThing(x sheet.Statement, all []quantity.Quantity) bool {
	if at := ofOneWhole.FindStringIndex(x.Text); at != nil && at[1] <= all[0].Start {
		rest := x.Text[at[1]:]
		plain := !bothWays.MatchString(rest) && !mayOverlap.MatchString(rest)
		return plain && (goesOneWay.MatchString(rest) || !beingSo.MatchString(rest) && !quality.MatchString(strings.TrimRight(rest, ". ")))
	}
	at := wholeBehind.FindStringIndex(x.Text[all[0].End:])
	if at == nil {
		return false
	}
	rest := x.Text[all[0].End+at[1]:]
	return !bothWays.MatchString(rest) && !mayOverlap.MatchString(rest) && goesOneWay.MatchString(x.Text)
}

// kinds reports whether each share of a sentence is of another kind of those that exclude each other, by the words behind it or before it.
func kinds(x sheet.Statement, all []quantity.Quantity) bool {
	return slices.ContainsFunc(kindsOf, func(of []string) bool {
		for _, behind := range []bool{true, false} {
			used := map[string]bool{}
			for i, q := range all {
				from, to := q.End, len(x.Text)
				if i+1 < len(all) {
					to = all[i+1].Start
				}
				if !behind {
					from, to = 0, q.Start
					if i > 0 {
						from = all[i-1].End
					}
				}
				words := strings.FieldsFunc(strings.ToLower(x.Text[from:to]), func(r rune) bool { return strings.ContainsRune(" ,.()-", r) })
				own := slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(of, w) })
				if len(own) != 1 || used[own[0]] {
					break
				}
				used[own[0]] = true
			}
			if len(used) == len(all) && !bothWays.MatchString(x.Text) {
				return true
			}
		}
		return false
	})
}

// oneSlip reports whether one digit of a share, or two exchanged, make up for what its list is too much.
func oneSlip(all []quantity.Quantity, off *apd.Decimal) bool {
	return slices.ContainsFunc(all, func(q quantity.Quantity) bool {
		right := quantity.Sub(q.Value, off)
		shown := func(d *apd.Decimal) string {
			return quantity.Print(quantity.Mul(d, apd.New(1, max(0, -q.Value.Exponent))), 0)
		}
		a, b := shown(q.Value), shown(right)
		return right.Sign() > 0 && len(a) == len(b) && len(a) > 1 && (compare.Differing(a, b) == 1 || compare.Exchanged(a, b))
	})
}
