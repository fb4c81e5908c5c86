package relation

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// How well the words and the places of lines tell that one is the quotient of two others.
type telling int

const (
	untold   telling = iota
	beside           // a share that stands below its part, which stands below its whole
	told             // a rate whose denominator is named, a share with a word of one of the two
	toldBoth         // both are named
)

// nearby is how many rows below a part of a whole its share can stand.
const nearby = 4

// operandTells is how telling a slip of an operand is: of the sixty that a figure can have one in ten would make the quotient by chance.
const operandTells = 1

// leastOf is how telling a quotient has to be beyond the number of those tried that are told as well.
var leastOf = map[telling]float64{untold: enough, beside: enough, told: enough, toldBoth: enough - 1}

// quotients finds the lines that are one line divided by another: intensities, rates and shares.
func (v *view) quotients() []relation {
	var out []relation
	for result := range v.lines {
		words := v.wordsOf(result)
		if len(words.per) == 0 && v.lines[result].digits >= v.digits {
			continue // no quotient is printed with more digits than all that is divided
		}
		named := v.lines[result].percent || len(words.per) > 0
		tried := map[telling]int{}
		var all []relation
		for over := range v.lines {
			if result == over || !named && v.lines[over].digits < v.lines[result].digits {
				continue
			}
			for under := range v.lines {
				if over == under || result == under || !named && !v.finest(result, over, under) {
					continue
				}
				told := v.says(words, result, over, under)
				tried[told]++
				if told == untold && !v.finest(result, over, under) {
					continue
				}
				r, ok := v.quotientOf(result, over, under)
				if !ok || told == untold && len(r.holds) < compare.LeastShown {
					continue
				}
				r.told, r.said = told, told > beside
				all = append(all, r)
			}
		}
		for _, r := range all {
			n := tried[untold] * len(v.lines)
			if r.told > untold {
				n = 0
				for told, k := range tried {
					if told >= r.told {
						n += k
					}
				}
			}
			r.least = math.Log10(float64(n)) + leastOf[r.told]
			out = append(out, r)
		}
	}
	kin := v.kindred(out)
	return slices.DeleteFunc(out, func(r relation) bool {
		return r.weight+r.slipped() < r.least && (!r.said || kin[v.kin(r)] < r.least) && (r.weight+operandTells < r.least || !r.operandSlips())
	})
}

// finest reports whether a line is printed with fewer digits than what it would be the quotient of, as a quotient is: where a / b is
// c, a / c is b.
func (v *view) finest(result, over, under int) bool {
	own, a, b := v.lines[result].digits, v.lines[over].digits, v.lines[under].digits
	return own <= min(a, b) && own < max(a, b)
}

// rateWords are what rates and shares are called whatever they are of, as stems.
var rateWords = map[string]bool{"rate": true, "share": true, "ratio": true, "propor": true, "percen": true, "intens": true}

// wording says which lines the words of a line name.
type wording struct {
	per     []string
	named   []bool // by the words of its label
	against []bool // by the words of what it is measured against
}

func (v *view) wordsOf(line int) wording {
	r := v.lines[line]
	words := slices.DeleteFunc(slices.Clone(r.words), func(w string) bool { return rateWords[w] })
	w := wording{per: r.per, named: make([]bool, len(v.lines)), against: make([]bool, len(v.lines))}
	for i, o := range v.lines {
		w.named[i] = sheet.SharesWord(o.words, words) || abbreviates(r.own, o.own)
		w.against[i] = sheet.SharesWord(o.words, r.per) || sheet.SharesWord(o.units, r.per)
	}
	return w
}

// abbreviates reports whether a label has an abbreviation that begins as the words of another do: "LTIFR" for "Lost-time injuries".
func abbreviates(label, words string) bool {
	var initials strings.Builder
	bare, _, _ := strings.Cut(words, "(")
	for _, w := range sheet.WordStart.FindAllString(bare, -1) {
		initials.WriteString(strings.ToUpper(w[:1]))
	}
	return initials.Len() > 1 && slices.ContainsFunc(sheet.Abbreviation.FindAllString(label, -1), func(a string) bool {
		return strings.HasPrefix(a,
			initials.String())
	})
}

// alike reports whether a rate is in the unit of what is divided: CO2 and its equivalents are one.
func alike(result, over *sheet.Entry) bool {
	gas := func(e *sheet.Entry) bool {
		return sheet.Dimension(*e) == quantity.CarbonGas || sheet.Dimension(*e) == quantity.Emissions
	}
	return result.Dimension == over.Dimension && sheet.Dimension(*result) != quantity.Count || gas(result) && gas(over)
}

// kindred adds up how telling quotients are that are formed alike - by one line, in one unit: an intensity that holds in one year
// only is borne out by the others that the table gives beside it.
func (v *view) kindred(all []relation) map[string]float64 {
	best := map[string]map[int]float64{}
	for _, r := range all {
		if !r.said || sheet.Percent(*v.lines[r.result].first) {
			continue
		}
		k := v.kin(r)
		if best[k] == nil {
			best[k] = map[int]float64{}
		}
		best[k][r.result] = max(best[k][r.result], r.weight)
	}
	out := map[string]float64{}
	for k, weights := range best {
		for _, w := range weights {
			out[k] += w
		}
	}
	return out
}

// kin names quotients that are formed alike.
func (v *view) kin(r relation) string {
	return strconv.Itoa(r.of[1]) + " " + strconv.Itoa(int(r.power)) + " " + v.lines[r.result].first.Unit
}

// says tells how well words, units and places say that a line is another divided by a third.
func (v *view) says(w wording, result, over, under int) telling {
	r, a, b := &v.lines[result], &v.lines[over], &v.lines[under]
	one, other := w.named[over], w.named[under]
	if r.percent {
		switch {
		case a.percent || !sheet.Comparable(*a.first, *b.first):
			return untold
		case one && other:
			return toldBoth
		case one || other:
			return told
		case v.rows && under < over && over < result && (result-over == 1 || result-over < nearby && slices.Contains(a.path, b.own)):
			return beside
		}
		return untold
	}
	if len(r.per) == 0 || len(a.per) > 0 || len(b.per) > 0 || !w.against[under] {
		return untold
	}
	switch like := alike(r.first, a.first); {
	case one && like:
		return toldBoth
	case one || like:
		return told
	}
	return untold
}

// quotientOf holds a line against the quotient of two others at every position, at the power of ten that most agree on.
func (v *view) quotientOf(result, over, under int) (relation, bool) {
	r := relation{v: v, how: division, result: result, of: []int{over, under}}
	power, ok := v.nearQuotient(result, over, under)
	if !ok {
		return r, false
	}
	r.power = power
	var values []float64
	var widths []float64
	for pos, e := range v.lines[result].at {
		if e == nil {
			continue
		}
		value, span, ok := v.ratio(over, under, power, pos)
		if !ok || e.Quantity().Value.Sign() <= 0 {
			continue
		}
		stated := printedSpan(*e)
		if span.Overlaps(stated) {
			r.holds = append(r.holds, pos)
			values = append(values, v.lines[result].ratio[pos])
			widths = append(widths, wide(span)+wide(stated))
			continue
		}
		if compare.WithinPercent(value, decimalOf(*e, e.Quantity().Value), compare.OnePercent) {
			continue // computed from figures that are not rounded
		}
		r.not = append(r.not, pos)
	}
	if len(r.holds) == 0 || len(r.not) > 1 || v.still(over, r.holds) || v.still(under, r.holds) {
		return r, false
	}
	r.weight = weightOfQuotient(values, widths)
	return r, true
}

// still reports whether a line has one and the same figure at several positions: what is divided by it is only proportional.
func (v *view) still(line int, at []int) bool {
	if len(at) < MoreHolds {
		return false
	}
	first := amountOf(*v.lines[line].at[at[0]])
	return !slices.ContainsFunc(at[1:], func(pos int) bool { return amountOf(*v.lines[line].at[pos]).Cmp(first) != 0 })
}

// weightOfQuotient is how unlikely it is that a quotient holds by chance. The digits of one figure are any; those of the others
// follow from how much the line moves.
func weightOfQuotient(values, widths []float64) float64 {
	move := slices.Max(values) - slices.Min(values)
	best, sum := 0.0, 0.0
	for i, v := range values {
		first := math.Log10(v / widths[i])
		rest := math.Log10(min(fifth*v, move) / widths[i])
		first, rest = max(0, first), max(0, rest)
		sum += rest
		best = max(best, first-rest)
	}
	return sum + best
}

// aPercent is a per cent as a logarithm.
var aPercent = math.Log10(1.01)

// nearQuotient finds the power of ten at which a line is about the quotient of two others nearly everywhere.
func (v *view) nearQuotient(result, over, under int) (int32, bool) {
	x, y, z := &v.lines[result], &v.lines[over], &v.lines[under]
	if x.percent && (y.percent || !sheet.Comparable(*y.first, *z.first)) {
		return 0, false
	}
	votes, agree, not := map[float64]int{}, 0, 0
	for pos, e := range x.at {
		if e == nil || !x.positive[pos] || !y.positive[pos] || !z.positive[pos] {
			continue
		}
		d := x.log[pos] + z.log[pos] - y.log[pos]
		p, loose := math.Round(d), x.loose[pos]+y.loose[pos]+z.loose[pos]+prefilter
		switch off := math.Abs(d - p); {
		case off > loose+aPercent:
			not++
		case off <= loose:
			votes[p]++
			agree++
		}
		if not > 1 {
			return 0, false
		}
	}
	best, most := 0.0, 0
	for p, n := range votes {
		if n > most {
			best, most = p, n
		}
	}
	if x.percent && best != percentPower || not+agree-most > 1 || agree > most && most < MoreHolds {
		return 0, false // one position may be wrong, or at another power
	}
	return int32(best), len(votes) > 0
}
