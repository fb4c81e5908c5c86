package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	fallCue = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `|` + sheet.FallNouns + `)\b|^\s*[-–−]`)
	riseCue = pattern.Compile(`(?i)\b(?:` + sheet.RiseVerbs + `|` + sheet.RiseNouns + `)\b|^\s*\+`)
	// ownWords are all that may stand between two figures and the change that is said to be theirs.
	ownWords = pattern.Compile(`(?i)^(?:[\s,;:(\[)\]–=-]|\b(?:` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `|` + sheet.FallNouns + `|` + sheet.RiseNouns +
		`|in|(?:19|20)\d\d|an?|the|of|by|or|year\s+(?:before|ago|earlier)|i\.e\.|that|is|was|this|which|` +
		`represent\w*|correspond\w*|equal\w*|equivalent|to|about|around|approximately|some|` +
		`yearly|annual|year[- ]on[- ]year|yoy|overall|and|slight|further|strong|sharp|mean\w*|thus|hence|therefore|thereby|already|so\s+far|` +
		`we|they|have|has|been|it|them|a)\b)*$`)
	ledTo  = pattern.Compile(`(?i)^(?:[\s,]|\b(?:to|from|in|(?:19|20)\d\d|year[- ]on[- ]year|reach\w*|now|and)\b)*` + sheet.Hedges + `$`)
	byOnly = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `|up|down)(?:\s+(?:it|this|that|them))?` +
		sheet.Slightly + `\s+(?:by\s+)?` + sheet.Hedges + `$`)
	// thanOther says after a change that it counts from something else than the figure beside it.
	thanOther = pattern.Compile(`(?i)^[^.;,()]{0,40}?\b(?:since|than|compared|against|versus|from|over|relative|below|above|target|base(?:line)?|` +
		`year[- ]to[- ]date|` +
		`a\s+year|per\s+(?:year|annum)|annually|on\s+average)\b`)
	otherBasis = pattern.Compile(`(?i)\blike[- ]for[- ]like\b|\badjust\w*|\bcomparable\b|\borganic\w*|\bconstant\b|\brelative\b|\bcurrenc\w*|\bexclud\w*|` +
		`\bunderlying\b|\bnormali[sz]ed\b|\bper\s+(?:employee|capita|tonne|ton|unit|head)\b|\bproforma\b|\bpro forma\b|\bCAGR\b|\bcompound\w*`)
)

// pairChanges redoes the change that a sentence gives with the figures of two years: "12.6 kg (2023: 12.4 kg), a drop of 2.6 %", "rose by 5.9
// points from 11.8 % to 15.2 %". Nothing may stand between that could make the change one of something else.
func pairChanges(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		pairs := x.Pairs()
		basis := x.Renewed() || otherBasis.MatchString(x.Text)
		if len(x.Figures) < compare.LeastShown || basis && len(x.Figures) > compare.LeastShown {
			continue
		}
		for _, p := range pairs {
			points := p.Now.Unit.Dimension == quantity.Percent
			if len(pairs) > 1 && !points {
				continue // of which of them the change is, only points tell
			}
			for _, by := range x.Figures {
				fell, ok := changeBeside(x, p, by)
				if !ok {
					continue
				}
				if inTheirUnit(p, by) {
					if c, ok := differenceSaid(x, p, by, fell); ok && !(basis && c.Result == events.CheckFail) {
						out = append(out, x.Utter(named(p, c), by.Text, true))
					}
					break
				}
				back := sheet.ThenAndNow{Then: p.Now, Now: p.Then}
				c, ok := lessThanSaid(x, p.Now, by, p.Then, points, fell)
				if basis && (p.Then.Start > p.Now.Start || p.Now.Start > by.Start || c.Result == events.CheckFail && !slipOfChange(p, by, fell)) {
					break // another basis than that of the figures may be meant, but where the change follows "from ... to" and is one but for a digit
				}
				if ok && (c.Result != events.CheckFail || points || !flipped(back, by, fell)) {
					out = append(out, x.Utter(named(p, c), by.Text, true))
				}
				break
			}
		}
	}
	return out
}

// slipOfChange reports whether a change is the one of a pair but for two digits exchanged, or one of them changed.
func slipOfChange(p sheet.ThenAndNow, by quantity.Quantity, fell bool) bool {
	change, ok := quantity.PercentOf(quantity.Sub(p.Now.Base(), p.Then.Base()), p.Then.Base())
	return ok && (change.Sign() < 0) == fell && slippedBy(change, by)
}

// slippedBy reports whether a percentage is that of a computed change with another digit, or two exchanged: two digits are enough where the
// figures of the change stand with it.
func slippedBy(change *apd.Decimal, by quantity.Quantity) bool {
	a := quantity.Print(quantity.Mul(quantity.Abs(change), apd.New(1, max(0, -by.Value.Exponent))), 0)
	b := compare.DigitsIn(by.Number)
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	return compare.Differing(a, b) == 1 || compare.Exchanged(a, b)
}

// named adds the figures of a failure as they are printed.
func named(p sheet.ThenAndNow, c events.Check) events.Check {
	if c.Result == events.CheckFail {
		c.Message += fmt.Sprintf(" The figures beside it are %s and, before, %s.", p.Now.Text, p.Then.Text)
	}
	return c
}

// changeBeside reports whether a figure is said to be the change between two others, and whether it is one down.
func changeBeside(x sheet.Statement, p sheet.ThenAndNow, by quantity.Quantity) (fell, ok bool) {
	unit := quantity.Percent
	if p.Now.Unit.Dimension == quantity.Percent {
		unit = quantity.Points
	}
	measures := by.Unit.Dimension == unit || inTheirUnit(p, by) && saysNoMore.MatchString(x.Text[by.End:])
	if by.Range || by.Start == p.Then.Start || by.Start == p.Now.Start || by.Value.Sign() <= 0 || !measures || p.Then.Per != p.Now.Per ||
		sheet.ShareOf(x.Text[by.End:]) {
		return false, false
	}
	first, last := p.Then, p.Now
	if last.Start < first.Start {
		first, last = last, first
	}
	parted := slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool {
		return q.Start != by.Start && (q.Start > last.Start && q.Start < by.Start || q.Start > by.Start && q.Start < first.Start)
	})
	if parted || p.Year > 0 && slices.ContainsFunc(sheet.YearsNamed(x.Text[:first.Start]), func(y int) bool { return y < p.Year }) {
		return false, false
	}
	var cue string
	switch {
	case by.Start > last.End:
		cue, ok = changeBehind(x, first, last, by)
	case by.Start > first.End:
		cue, ok = changeBetween(x, first, last, by)
	default:
		cue = byOnly.FindString(x.Text[:by.Start])
		ok = cue != "" && ledTo.MatchString(x.Text[by.End:first.Start])
	}
	fell = fallCue.MatchString(cue)
	if ok && !fell && !riseCue.MatchString(cue) && by.Start > last.End && fromTo(x.Text, p, last, by) {
		return p.Now.Base().Cmp(p.Then.Base()) < 0, true // which way the figures say
	}
	return fell, ok && fell != riseCue.MatchString(cue)
}

// fromTo reports whether a share stands alone behind two figures that something went from and to: "from 46.0 to 42.8, 9 per cent".
func fromTo(text string, p sheet.ThenAndNow, last, by quantity.Quantity) bool {
	return bare.MatchString(text[last.End:by.Start]) && saysNoMore.MatchString(text[by.End:]) && fromThen.MatchString(text[:p.Then.Start]) &&
		by.Unit.Dimension == quantity.Percent
}

// bare is all that stands between two figures and a change of which no word says which way it goes.
var (
	bare     = pattern.Compile(`(?i)^[\p{L}\s³²/]{0,20}(?:,|\(|,?\s+or)\s*$`)
	fromThen = pattern.Compile(`(?i)\bfrom\s+` + sheet.Hedges + `$`)
)

// saysNoMore is what follows a difference of which nothing is said but that it is one: not "an increase of 3 in Spain".
var saysNoMore = pattern.Compile(`^\s*(?:[.,;)]|$)`)

// inTheirUnit reports whether a figure can be the difference of two others, since it measures what they do; of two percentages, points are.
func inTheirUnit(p sheet.ThenAndNow, by quantity.Quantity) bool {
	return p.Now.Unit.Dimension != quantity.Percent && by.Unit.Symbol == p.Now.Unit.Symbol && by.Unit.Symbol == p.Then.Unit.Symbol && by.Per == p.Now.Per
}

// differenceSaid redoes "rose from 19 to 28, an increase of 9". A number that is their change in per cent may have lost its sign, and which way
// it went is asked elsewhere.
func differenceSaid(x sheet.Statement, p sheet.ThenAndNow, by quantity.Quantity, fell bool) (c events.Check, ok bool) {
	c = differenceOf(x, p.Then, p.Now, by)
	if percent, known := quantity.PercentOf(quantity.Sub(p.Now.Base(), p.Then.Base()), p.Then.Base()); known && by.Unit.Symbol == "" && !c.ExplainedByRounding &&
		quantity.Abs(quantity.Sub(quantity.Abs(percent), by.Value)).Cmp(quantity.Int(1)) <= 0 {
		return c, false
	}
	bound := by.Bound
	if p.Now.Bound != quantity.Exactly || p.Then.Bound != quantity.Exactly {
		bound = quantity.About
	}
	compare.Conclude(&c, false, bound, "what is printed")
	if went := p.Now.Base().Cmp(p.Then.Base()); c.Result == events.CheckPass && went != 0 && fell != (went < 0) && bound == quantity.Exactly {
		c.Result, c.Severity = events.CheckFail, "critical"
		c.Message = fmt.Sprintf("The difference is right, and goes the other way: %s after %s.", p.Now.Text, p.Then.Text)
	}
	return c, true
}

// changeBehind are the words of a change that stands behind its figures: "12.6 (2023: 12.4), a rise of".
func changeBehind(x sheet.Statement, first, last, by quantity.Quantity) (cue string, ok bool) {
	between := sheet.YearAfter.ReplaceAllString(x.Text[last.End:by.Start], "")
	between = strings.TrimPrefix(strings.TrimSpace(between), ")")
	if !ownWords.MatchString(between) || thanOther.MatchString(x.Text[by.End:]) {
		return "", false
	}
	cue = between + " " + changeNoun.FindString(x.Text[by.End:])
	if !fallCue.MatchString(cue) && !riseCue.MatchString(cue) {
		cue = lastWords(x.Text[:first.Start]) // "cut it from 1,410 t to 1,260 t, by 10.6 %"
	}
	return cue, true
}

// changeBetween are those of one that stands between them: "15.2 %, up 3.4 points from 11.8 %".
func changeBetween(x sheet.Statement, first, last, by quantity.Quantity) (cue string, ok bool) {
	before, behind := x.Text[first.End:by.Start], x.Text[by.End:last.Start]
	ok = (commaOnly.MatchString(before) || byOnly.MatchString(before)) &&
		(sheet.BelowThen.MatchString(behind) || fromChange.MatchString(behind) || thanThe.MatchString(behind))
	return lastWords(before) + " " + changeNoun.FindString(x.Text[by.End:]), ok
}

// changeNoun stands right behind a percentage that is a change.
var changeNoun = pattern.Compile(`(?i)^\s*(?:` + sheet.FallNouns + `|` + sheet.RiseNouns + `)\b`)

// lastWords are those behind the last comma.
func lastWords(text string) string {
	if i := strings.LastIndexAny(text, ",;:("); i >= 0 {
		return text[i+1:]
	}
	return text
}

// changedBy reads the subject and the verb of "X fell by 2.4 %".
func changedBy(x sheet.Statement, by quantity.Quantity) []string {
	if before := x.Text[:by.Start]; strings.Contains(before[max(0, len(before)-20):], "by ") {
		return byAndTo.FindStringSubmatch(before)
	}
	return nil
}

// flipped reports whether a change is right but for its direction; of a pair turned round, whether it counts from the later figure.
func flipped(p sheet.ThenAndNow, by quantity.Quantity, fell bool) bool {
	low, high := compare.ChangeOf(compare.Whole(p.Then), compare.Whole(p.Now))
	v := by.Value
	if !fell { // said to rise
		v = new(apd.Decimal).Neg(v)
	}
	return quantity.Interval{Low: quantity.Sub(v, by.Half), High: quantity.Sum(v, by.Half)}.Overlaps(quantity.Interval{Low: low, High: high})
}
