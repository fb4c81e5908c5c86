package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	fallNouns = `decrease|reduction|decline|drop|fall|cut|down|less|fewer|lower|below`
	riseNouns = `increase|rise|growth|gain|up|more|higher|above|greater`
)

var (
	fallCue = regexp.MustCompile(`(?i)\b(?:` + fallVerbs + `|` + fallNouns + `)\b|^\s*[-–−]`)
	riseCue = regexp.MustCompile(`(?i)\b(?:` + riseVerbs + `|` + riseNouns + `)\b|^\s*\+`)
	// ownWords are all that may stand between two figures and the change that is said to be theirs.
	ownWords = regexp.MustCompile(`(?i)^(?:[\s,;:(\[)\]–=-]|\b(?:` + fallVerbs + `|` + riseVerbs + `|` + fallNouns + `|` + riseNouns +
		`|in|(?:19|20)\d\d|an?|the|of|by|or|i\.e\.|that|is|was|this|which|represent\w*|correspond\w*|equal\w*|equivalent|to|about|around|approximately|some|` +
		`yearly|annual|year[- ]on[- ]year|yoy|overall|and|slight|further|strong|sharp|mean\w*|thus|hence|a)\b)*$`)
	ledTo  = regexp.MustCompile(`(?i)^(?:[\s,]|\b(?:to|from|in|(?:19|20)\d\d|year[- ]on[- ]year|reach\w*|now|and)\b)*` + hedges + `$`)
	byOnly = regexp.MustCompile(`(?i)\b(?:` + fallVerbs + `|` + riseVerbs + `|up|down)` + slightly + `\s+(?:by\s+)?` + hedges + `$`)
	// thanOther says after a change that it counts from something else than the figure beside it.
	thanOther = regexp.MustCompile(`(?i)^[^.;,()]{0,40}?\b(?:since|than|compared|against|versus|from|over|relative|below|above|target|base(?:line)?|` +
		`year[- ]to[- ]date|` +
		`a\s+year|per\s+(?:year|annum)|annually|on\s+average)\b`)
	otherBasis = regexp.MustCompile(`(?i)\blike[- ]for[- ]like\b|\badjust\w*|\bcomparable\b|\borganic\w*|\bconstant\b|\brelative\b|\bcurrenc\w*|\bexclud\w*|` +
		`\bunderlying\b|\bnormali[sz]ed\b|\bper\s+(?:employee|capita|tonne|ton|unit|head)\b|\bproforma\b|\bpro forma\b|\bCAGR\b|\bcompound\w*`)
)

// pairChanges redoes the change that a sentence gives with the figures of two years: "12.6 kg (2023: 12.4 kg), a drop of 2.6 %", "rose by 5.9
// points from 11.8 % to 15.2 %". Nothing may stand between that could make the change one of something else.
func pairChanges(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		pairs := x.pairs()
		if len(x.figures) < leastShown || renewedSay.MatchString(x.text) || otherBasis.MatchString(x.text) {
			continue
		}
		for _, p := range pairs {
			points := p.now.Unit.Dimension == quantity.Percent
			if len(pairs) > 1 && !points {
				continue // of which of them the change is, only points tell
			}
			for _, by := range x.figures {
				fell, ok := x.changeBeside(p, by)
				if !ok {
					continue
				}
				back := thenAndNow{then: p.now, now: p.then}
				c, ok := x.lessThan(p.now, by, p.then, points, fell)
				if ok && (c.Result != events.CheckFail || points || !flipped(back, by, fell)) {
					out = append(out, x.utter(p.named(c), by.Text, true))
				}
				break
			}
		}
	}
	return out
}

// named adds the figures of a failure as they are printed.
func (p thenAndNow) named(c events.Check) events.Check {
	if c.Result == events.CheckFail {
		c.Message += fmt.Sprintf(" The figures beside it are %s and, before, %s.", p.now.Text, p.then.Text)
	}
	return c
}

// changeBeside reports whether a figure is said to be the change between two others, and whether it is one down.
func (x statement) changeBeside(p thenAndNow, by quantity.Quantity) (fell, ok bool) {
	unit := quantity.Percent
	if p.now.Unit.Dimension == quantity.Percent {
		unit = quantity.Points
	}
	if by.Range || by.Start == p.then.Start || by.Start == p.now.Start || by.Value.Sign() <= 0 || by.Unit.Dimension != unit || p.then.Per != p.now.Per {
		return false, false
	}
	first, last := p.then, p.now
	if last.Start < first.Start {
		first, last = last, first
	}
	parted := slices.ContainsFunc(x.figures, func(q quantity.Quantity) bool {
		return q.Start != by.Start && (q.Start > last.Start && q.Start < by.Start || q.Start > by.Start && q.Start < first.Start)
	})
	if parted || p.year > 0 && slices.ContainsFunc(yearsNamed(x.text[:first.Start]), func(y int) bool { return y < p.year }) {
		return false, false
	}
	var cue string
	switch {
	case by.Start > last.End:
		cue, ok = x.changeBehind(first, last, by)
	case by.Start > first.End:
		cue, ok = x.changeBetween(first, last, by)
	default:
		cue = byOnly.FindString(x.text[:by.Start])
		ok = cue != "" && ledTo.MatchString(x.text[by.End:first.Start])
	}
	fell = fallCue.MatchString(cue)
	return fell, ok && fell != riseCue.MatchString(cue)
}

// changeBehind are the words of a change that stands behind its figures: "12.6 (2023: 12.4), a rise of".
func (x statement) changeBehind(first, last, by quantity.Quantity) (cue string, ok bool) {
	between := yearAfter.ReplaceAllString(x.text[last.End:by.Start], "")
	between = strings.TrimPrefix(strings.TrimSpace(between), ")")
	if !ownWords.MatchString(between) || thanOther.MatchString(x.text[by.End:]) {
		return "", false
	}
	cue = between + " " + changeNoun.FindString(x.text[by.End:])
	if !fallCue.MatchString(cue) && !riseCue.MatchString(cue) {
		cue = lastWords(x.text[:first.Start]) // "cut it from 1,410 t to 1,260 t, by 10.6 %"
	}
	return cue, true
}

// changeBetween are those of one that stands between them: "15.2 %, up 3.4 points from 11.8 %".
func (x statement) changeBetween(first, last, by quantity.Quantity) (cue string, ok bool) {
	before, behind := x.text[first.End:by.Start], x.text[by.End:last.Start]
	ok = (commaOnly.MatchString(before) || byOnly.MatchString(before)) &&
		(belowThen.MatchString(behind) || fromChange.MatchString(behind) || thanThe.MatchString(behind))
	return lastWords(before) + " " + changeNoun.FindString(x.text[by.End:]), ok
}

// changeNoun stands right behind a percentage that is a change.
var changeNoun = regexp.MustCompile(`(?i)^\s*(?:` + fallNouns + `|` + riseNouns + `)\b`)

// lastWords are those behind the last comma.
func lastWords(text string) string {
	if i := strings.LastIndexAny(text, ",;:("); i >= 0 {
		return text[i+1:]
	}
	return text
}

// movedSince holds "X fell by 2.4 %" against the two figures that the sentence before gives of X.
func movedSince(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		all := x.percents()
		if len(all) == 0 {
			continue
		}
		by := all[0]
		m := x.changedBy(by)
		if m == nil || renewedSay.MatchString(x.text+x.before) || otherBasis.MatchString(x.text+x.before) ||
			by.Bound != quantity.Exactly || thanOther.MatchString(x.text[by.End:]) || len(x.years) > 0 || strings.ContainsAny(m[1], ",.;:") {
			continue
		}
		y := x.earlier()
		pairs := y.pairs()
		if len(pairs) != 1 || pairs[0].now.Unit.Dimension == quantity.Percent || pairs[0].then.Per != pairs[0].now.Per || !within(stems(m[1]), stems(y.text)) {
			continue
		}
		fell := falls.MatchString(m[2])
		c, ok := x.lessThan(pairs[0].now, by, pairs[0].then, false, fell)
		if !ok || c.Result == events.CheckFail && !flipped(pairs[0], by, fell) && !mended(pairs[0], by, fell) {
			continue
		}
		out = append(out, x.utter(pairs[0].named(c), by.Text, false))
	}
	return out
}

// changedBy reads the subject and the verb of "X fell by 2.4 %".
func (x statement) changedBy(by quantity.Quantity) []string {
	if before := x.text[:by.Start]; strings.Contains(before[max(0, len(before)-20):], "by ") {
		return byAndTo.FindStringSubmatch(before)
	}
	return nil
}

// mended reports whether a change is right once two digits of one of its figures change places.
func mended(p thenAndNow, by quantity.Quantity, fell bool) bool {
	for _, k := range []struct{ q *quantity.Quantity }{{&p.then}, {&p.now}, {&by}} {
		was := *k.q
		for _, v := range exchanges(was) {
			*k.q = v
			if p.now.Value.Sign() > 0 && p.then.Value.Sign() > 0 && flipped(p, by, !fell) {
				return true
			}
		}
		*k.q = was
	}
	return false
}

// exchanges are what a figure is with two neighbouring digits exchanged.
func exchanges(q quantity.Quantity) []quantity.Quantity {
	digits := []byte(q.Value.Coeff.String())
	var out []quantity.Quantity
	for i := 1; i < len(digits); i++ {
		if digits[i] == digits[i-1] {
			continue
		}
		d := slices.Clone(digits)
		d[i], d[i-1] = d[i-1], d[i]
		v, _, err := apd.NewFromString(string(d))
		if err != nil {
			continue
		}
		v.Exponent = q.Value.Exponent
		o := q
		o.Value = v
		out = append(out, o)
	}
	return out
}

// flipped reports whether a change is right but for its direction; of a pair turned round, whether it counts from the later figure.
func flipped(p thenAndNow, by quantity.Quantity, fell bool) bool {
	low, high := changeOf(p.then, p.now)
	v := by.Value
	if !fell { // said to rise
		v = new(apd.Decimal).Neg(v)
	}
	return quantity.Interval{Low: quantity.Sub(v, by.Half), High: quantity.Sum(v, by.Half)}.Overlaps(quantity.Interval{Low: low, High: high})
}

// thanThe leads from a difference to what it counts from: "10.6 percentage points more than the".
var thanThe = regexp.MustCompile(`(?i)^\s*(more|higher|above|greater|less|lower|fewer|below)\s+than\s+(?:the\s+|our\s+)?` + hedges + `$`)

var downward = regexp.MustCompile(`(?i)^(?:less|lower|fewer|below)$`)

// lessThan redoes "1,074 litres, 37.6 % less than the 1,720 litres" and "46.8 %, 8.2 percentage points more than the 38.6 %": three
// figures that say of each other what they are.
func lessThan(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i := 1; i+1 < len(x.figures); i++ {
			a, by, b := x.figures[i-1], x.figures[i], x.figures[i+1]
			m := thanThe.FindStringSubmatch(x.text[by.End:b.Start])
			if m == nil || a.Range || by.Range || b.Range || !a.Comparable(b) || !commaOnly.MatchString(x.text[a.End:by.Start]) {
				continue
			}
			points := by.Unit.Dimension == quantity.Points && a.Unit.Dimension == quantity.Percent
			if !points && (by.Unit.Dimension != quantity.Percent || a.Unit.Dimension == quantity.Percent) || b.Value.Sign() <= 0 {
				continue
			}
			if c, ok := x.lessThan(a, by, b, points, downward.MatchString(m[1])); ok {
				out = append(out, x.utter(c, by.Text, true))
			}
		}
	}
	return out
}

// commaOnly parts a figure from what is said of it: a unit, a few words, a comma or a colon.
var commaOnly = regexp.MustCompile(`^[\p{L}\s/³²-]{0,60}[,:;–]?[\p{L}\s]{0,20}$`)

func (x statement) lessThan(a, by, b quantity.Quantity, points, down bool) (c events.Check, ok bool) {
	off := quantity.Sub(a.Base(), b.Base())
	low := quantity.Sub(a.Interval().Low, b.Interval().High)
	high := quantity.Sub(a.Interval().High, b.Interval().Low)
	unit := "percentage points"
	working := fmt.Sprintf("%s - %s", show(a.Value), show(b.Value))
	if !points {
		unit, working = "%", fmt.Sprintf("(%s - %s) / %s x 100", show(a.Value), show(b.Value), show(b.Value))
		low, high = changeOf(b, a)
		if off, ok = quantity.PercentOf(off, b.Base()); !ok {
			return c, false
		}
	}
	stated := by.Value
	if down {
		stated = new(apd.Decimal).Neg(stated)
	}
	c.Inputs = []events.CheckInput{x.input("from", b), x.input("to", a), x.input(statedLabel+" difference", by)}
	c.Working = working + " = " + quantity.Print(off, places) + " " + unit
	span := quantity.Interval{Low: quantity.Sub(stated, by.Half), High: quantity.Sum(stated, by.Half)}
	Settle(&c, off, stated, unit, span.Overlaps(quantity.Interval{Low: low, High: high}))
	bound := by.Bound
	if a.Bound != quantity.Exactly || b.Bound != quantity.Exactly {
		bound = quantity.About
	}
	Conclude(&c, quantity.Abs(quantity.Sub(off, stated)).Cmp(tenthPoint) <= 0, bound, "0.1 percentage points")
	return c, true
}
