package passage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	inAll = pattern.Compile(`(?i)\b(?:together|altogether|in\s+all|in\s+total|all\s+told|combined)\b`)
	// withIt says that other things go into a sum, or that it is one of something else.
	withIt = pattern.Compile(`(?i)\btogether\s+with\b|\bof\s+which\b|\bincluding\b`)
	// theRest stands before what is left of a whole.
	theRest = pattern.Compile(`(?i)\b(?:the\s+(?:other|remaining|rest|remainder)|remaining)\b[^.;:\d]{0,30}$`)
)

// together holds "Scope 1 was 24,310 t and Scope 2 was 30,810 t. Together they were 55,120 t" against itself.
func together(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all, before := figuresOf(x), figuresOf(x.Earlier())
	t := all[len(all)-1]
	parts := all[:len(all)-1]
	if len(all) == 1 {
		parts = before
	}
	if len(parts) < 2 || !amount(t) || !t.exact() || withIt.MatchString(x.Text) || len(all) == 1 && withIt.MatchString(x.Before) || !sameYears(parts[0].x, x) {
		return c, false
	}
	at := inAll.FindStringIndex(x.Text)
	if at == nil || len(all) > 1 && at[0] < parts[len(parts)-1].End || at[1] <= t.Start && strings.ContainsAny(x.Text[at[1]:t.Start], ",;") {
		return c, false
	}
	return sumOf(t, parts, "sum")
}

// sumOf holds an amount against what others of its kind come to.
func sumOf(t figure, parts []figure, why string) (c claim, ok bool) {
	if slices.ContainsFunc(parts, func(p figure) bool { return !like(p, t) }) {
		return c, false
	}
	return addedUp(t, parts, why)
}

// addedUp is the same of figures that are known to be of one kind.
func addedUp(t figure, parts []figure, why string) (c claim, ok bool) {
	sum := quantity.Int(0)
	low, high := quantity.Int(0), quantity.Int(0)
	var terms []string
	for _, p := range parts {
		if !amount(p) || !p.exact() || p.Base().Cmp(t.Base()) >= 0 {
			return c, false
		}
		i := p.interval()
		sum, low, high = quantity.Sum(sum, p.Base()), quantity.Sum(low, i.Low), quantity.Sum(high, i.High)
		terms = append(terms, p.Text)
		c.labels = append(c.labels, "part")
	}
	c.stated, c.from, c.computed, c.span = t, parts, sum, quantity.Interval{Low: low, High: high}
	c.value, c.range_, c.unit, c.why = t.Base(), t.interval(), t.Unit.Base(), why
	c.working = fmt.Sprintf("%s = %s; stated: %s", strings.Join(terms, " + "), compare.Show(sum), t.Text)
	return c, true
}

// remainder holds "24,000 tonnes; we recycled 14,400 and burnt 4,800; the other 4,800 tonnes went to landfill" against itself.
func remainder(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	rest := all[len(all)-1]
	if !amount(rest) || !rest.exact() || !theRest.MatchString(rest.before()) || withIt.MatchString(x.Text) {
		return c, false
	}
	parts, wholes := all, figuresOf(x.Earlier())
	if outOf.MatchString(all[0].before()) {
		parts, wholes = all[1:], all[:1]
	}
	if len(parts) < 2 || len(wholes) != 1 || !sameYears(wholes[0].x, x) || !amount(wholes[0]) || !wholes[0].exact() {
		return c, false
	}
	w := wholes[0]
	made, ok := sumOf(w, parts, "rest")
	if !ok {
		return c, false
	}
	left := quantity.Sub(w.Base(), quantity.Sub(made.computed, rest.Base()))
	off := quantity.Sub(made.computed, w.Base())
	if left.Sign() <= 0 || quantity.Abs(off).Cmp(rest.Base()) > 0 {
		return c, false
	}
	made.stated, made.from = rest, append([]figure{w}, parts[:len(parts)-1]...)
	i := rest.interval()
	w0 := w.interval()
	made.labels = append([]string{"whole"}, made.labels[1:]...)
	spread := quantity.Sub(quantity.Sub(made.span.High, made.span.Low), quantity.Sub(i.High, i.Low))
	slack := quantity.Sum(spread, quantity.Sub(w0.High, w0.Low))
	made.computed, made.value, made.range_, made.unit = left, rest.Base(), i, rest.Unit.Base()
	made.span = quantity.Interval{Low: quantity.Sub(left, slack), High: quantity.Sum(left, slack)}
	return made, true
}

// changeNoun is what a change is called.
const changeNoun = `(?:reduction|cut|decrease|decline|drop|fall|increase|rise|improvement|gain)`

// Prepositions of a movement, before its figures.
var (
	fromIt = pattern.Compile(`(?i)\b(?:from|against|after)\s+(?:(?:about|around|the)\s+)?$`)
	toIt   = pattern.Compile(`(?i)\bto\s+(?:(?:about|around)\s+)?$`)
	byIt   = pattern.Compile(`(?i)\b(?:by|` + changeNoun + `\s+of)\s+(?:(?:about|around)\s+)?$`)
	thatIs = pattern.Compile(`(?i)^(?:that|this|which|it)\s+(?:is|was|makes|means)\s+an?\s+(?:\p{L}+\s+)?` + changeNoun + `\s+of\s+$`)
	cutOf  = pattern.Compile(`(?i),\s+(?:that\s+is\s+|or\s+)?an?\s+(?:\p{L}+\s+)?` + changeNoun + `\s+of\s+$`)
)

// moved holds "fell by 3,150 tonnes to 22,750 tonnes, from 25,900 tonnes" against itself: three figures of which one is said to be where it went
// to, one where from and one by how much.
func moved(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) != 3 || !sheet.Movement.MatchString(x.Text) && !sheet.Below.MatchString(x.Text) || sheet.OfOtherBasis(x.Text) {
		return c, false
	}
	var from, to, by, other []figure
	for _, f := range all {
		switch {
		case fromIt.MatchString(f.before()):
			from = append(from, f)
		case toIt.MatchString(f.before()):
			to = append(to, f)
		case byIt.MatchString(f.before()):
			by = append(by, f)
		default:
			other = append(other, f)
		}
	}
	if len(to) == 0 && len(other) == 1 && len(from) == 1 && reachedFirst(other[0], from[0]) {
		to = other
	}
	if len(from) != 1 || len(to) != 1 || len(by) != 1 {
		return c, false
	}
	return moveOf(from[0], to[0], by[0])
}

// movedHere leads from an amount to the one that it came from, with nothing that another amount could be of: "tonnes, down from".
var movedHere = pattern.Compile(`(?i)^(?:[^.;:()\d%]|\b[123]\b){0,80}$`)

// reachedFirst reports whether an amount that stands before the one something came from is where it went to: "at 55,120 t, they are down from
// 59,115 t".
func reachedFirst(to, from figure) bool {
	return amount(to) && amount(from) && to.Start < from.Start && like(to, from) && !to.count() && compare.Near(to.Base(), from.Base()) &&
		movedHere.MatchString(to.x.Text[to.End:from.Start]) && !ofAnotherSubject.MatchString(to.x.Text[to.End:from.Start])
}

var ofAnotherSubject = pattern.Compile(`(?i)\b(?:while|whereas|but|although|compared)\b`)

// moveOf holds what something is said to have changed by against where it came from and went to.
func moveOf(from, to, by figure) (c claim, ok bool) {
	if !from.exact() || !to.exact() || !by.exact() || by.Signed || !amount(from) || !amount(to) || !like(from, to) || from.percent() || to.percent() {
		return c, false
	}
	off := quantity.Abs(quantity.Sub(to.Base(), from.Base()))
	a, b := from.interval(), to.interval()
	slack := quantity.Sum(quantity.Sub(a.High, from.Base()), quantity.Sub(b.High, to.Base()))
	c = claim{stated: by, from: []figure{from, to}, labels: []string{"from", "to"}, why: "change"}
	switch {
	case by.percent():
		c.computed, ok = quantity.PercentOf(off, from.Base())
		if !ok {
			return c, false
		}
		c.span = quantity.Interval{}
		c.span.Low, c.span.High = compare.ChangeOf(compare.Whole(from.Quantity), compare.Whole(to.Quantity))
		if c.span.High.Sign() < 0 {
			c.span.Low, c.span.High = quantity.Abs(c.span.High), quantity.Abs(c.span.Low)
		}
		c.value, c.unit = by.Value, "%"
		c.range_ = quantity.Interval{Low: quantity.Sub(by.Value, by.Half), High: quantity.Sum(by.Value, by.Half)}
		c.working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%; stated: %s", to.Text, from.Text, from.Text, quantity.Print(c.computed, compare.Places), by.Text)
	case like(by, to) && amount(by):
		c.computed, c.value, c.unit, c.range_ = off, by.Base(), by.Unit.Base(), by.interval()
		c.span = quantity.Interval{Low: quantity.Sub(off, slack), High: quantity.Sum(off, slack)}
		c.working = fmt.Sprintf("%s - %s = %s; stated: %s", to.Text, from.Text, compare.Show(off), by.Text)
	default:
		return c, false
	}
	return c, true
}

// thatChange holds "In 2018 they were 260,000 tonnes; in 2024 they were 182,000 tonnes. That is a reduction of 30 %" against the two amounts
// before it, and "was 18,400 tonnes in the base year. We will bring it down to 12,880 tonnes, a cut of 30 %" against the one before and the one beside it.
func thatChange(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all, before := figuresOf(x), figuresOf(x.Earlier())
	by := all[len(all)-1]
	switch {
	case len(all) == 1 && len(before) == 2 && thatIs.MatchString(by.before()):
		return moveOf(before[0], before[1], by)
	case len(all) == 2 && len(before) == 1 && toIt.MatchString(all[0].before()) && cutOf.MatchString(x.Text[all[0].End:by.Start]):
		return moveOf(before[0], all[0], by)
	}
	return c, false
}

// timesAsMuch leads from an amount to another that it is so many times of: ", three times as much as the".
var timesAsMuch = pattern.Compile(`(?i)\b(` + sheet.SmallNumbers + `|twice|\d{1,2}(?:\.\d)?)(?:\s+times)?\s+(?:as\s+(?:much|many|high|large)\s+as|the)\s+` +
	`(?:\p{L}+\s+){0,2}$`)

// multiple holds "4.2 million m3, three times as much as the 1.4 million m3 of 2018" against itself.
func multiple(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) < 2 {
		return c, false
	}
	a, b := all[0], all[len(all)-1]
	m := timesAsMuch.FindStringSubmatchIndex(b.before())
	if m == nil || !amount(a) || !amount(b) || !a.exact() || !b.exact() || !like(a, b) || m[0] < a.End || len(all) > 3 || len(all) == 3 && all[1].Start != m[2] {
		return c, false
	}
	word := x.Text[m[2]:m[3]]
	n, _, err := apd.NewFromString(word)
	if err != nil {
		n = quantity.Int(int64(sheet.SmallNumber(word)))
	}
	if strings.EqualFold(word, "twice") {
		n = quantity.Int(2)
	}
	made, fine := quantity.Ratio(a.Base(), b.Base())
	if !fine || n.Sign() <= 0 {
		return c, false
	}
	r := figure{quantity.Quantity{Text: word, Number: word, Value: n, Half: compare.WholeHalf, Start: m[2], End: m[3], Unit: b.Unit}, x}
	r.Unit.Dimension, r.Unit.Factor = quantity.Count, quantity.Int(1)
	return claim{stated: r, from: []figure{a, b}, labels: []string{"amount", "before"}, computed: made, value: n, why: "multiple",
		span: quantity.Interval{Low: made, High: made}, range_: quantity.Interval{Low: quantity.Sub(n, compare.WholeHalf), High: quantity.Sum(n, compare.WholeHalf)},
		working: fmt.Sprintf("%s / %s = %s; stated: %s times", a.Text, b.Text, quantity.Print(made, compare.Places), word)}, true
}

// inOther leads to the figure of the sentence before in another scale: "That is about".
var inOther = pattern.Compile(`(?i)^(?:that|this)\s+(?:is|was|makes|equals|corresponds\s+to)\s+` +
	`(?:(?:about|around|approximately|roughly|some|nearly|almost)\s+)?$`)

// again holds "We drew 412.6 thousand m3. That is about 0.41 million m3" against itself: a power of ten is no rounding.
func again(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all, before := figuresOf(x), figuresOf(x.Earlier())
	r := all[0]
	if !inOther.MatchString(r.before()) || r.Range || r.Value.Sign() <= 0 || !amount(r) || r.count() && r.Scale == nil || perOne.MatchString(r.behind()) {
		return c, false
	}
	before = slices.DeleteFunc(before, func(f figure) bool { return !amount(f) || f.count() != r.count() || !like(f, r) })
	if len(before) != 1 || !before[0].exact() {
		return c, false
	}
	a := before[0]
	c = claim{stated: r, from: []figure{a}, labels: []string{"before"}, computed: a.Base(), span: a.interval(), value: r.Base(), range_: r.interval(),
		unit: r.Unit.Base(), why: "figure again", working: fmt.Sprintf("%s; stated: %s", a.Text, r.Text)}
	return c, slipped(c)
}
