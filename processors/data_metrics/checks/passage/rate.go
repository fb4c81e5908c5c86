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
	// perOne is what stands behind a figure that is so much for each of something: "6.1 t [for each bed]", "2.5 [per million hours]".
	perOne = pattern.Compile(`(?i)^(?:(?:\s+\p{L}[\p{L}\d]*){0,2}?,?\s+(?:on\s+average\s+)?(?:per|for\s+(?:each|every)(?:\s+of)?)|` +
		`(?:\s+of\s+[\p{L}\d]+)?\s+an?|\s*/)\s+(?:of\s+)?(?:(thousand|million|1,?000)\s+(?:of\s+)?)?(\p{L}[\p{L}-]*)`)
	// eachOne stands before it: "Each hectolitre of beer took [3.5]", "employees each received [12]".
	eachOne = pattern.Compile(`(?i)(?:^|[\s,;(])each\s+(?:of\s+(?:the|our|these)\s+)?(\p{L}+)[^.;:,\d]{0,40}$`)
)

// one is what a rate is of: the word for what it divides by, in steps of so many.
type one struct {
	of   string
	step *apd.Decimal
	unit quantity.Unit
}

func oneOf(f figure) (o one, ok bool) {
	o.step = quantity.Int(1)
	if f.Per != "" {
		o.of = f.Per
		o.unit, _ = quantity.ParseUnit(f.Per)
		return o, !strings.Contains(f.Per, " ")
	}
	if m := perOne.FindStringSubmatch(f.behind()); m != nil {
		switch strings.ToLower(m[1]) {
		case "million":
			o.step = apd.New(1, 6)
		case "thousand", "1000", "1,000":
			o.step = apd.New(1, 3)
		}
		o.of = strings.ToLower(m[2])
	} else if m := eachOne.FindStringSubmatch(f.before()); m != nil {
		o.of = strings.ToLower(m[1])
	} else {
		return o, false
	}
	o.unit, _ = quantity.ParseUnit(o.of)
	return o, true
}

// divides reports whether a figure says how much there is of what a rate is for each of.
func (o one) divides(f figure) bool {
	if f.percent() || f.Per != "" {
		return false
	}
	if o.of == "them" || o.of == "these" {
		return f.count() && f.noun() != ""
	}
	if f.count() {
		return f.names(o.of) || o.ofPeople(f)
	}
	if m := strings.Fields(f.Text); strings.EqualFold(m[len(m)-1], o.of) {
		return true
	}
	if o.unit.Dimension == "" || o.unit.Dimension == quantity.Count {
		return f.names(o.of)
	}
	return f.Unit.Comparable(o.unit) || o.unit.Dimension == quantity.Mass && sheet.MassLike(f.Quantity) || f.names(o.of)
}

var (
	// aPerson is what a rate of people is of, people what they are called where they are counted, their number before it: "the number of employees grew by 24 to".
	aPerson = pattern.Compile(`^(?:head|capita|person|employee|colleague)$`)
	people  = pattern.Compile(`(?i)\b(?:number\s+of\s+(?:\p{L}+\s+)?(?:employees|people|colleagues|staff)|headcount)\b[^.;:\d]{0,40}?` +
		`\b(?:was|is|of|at|(?:by\s+\S+\s+)?to)\s+$`)
)

// ofPeople reports whether a rate is of people and a figure their number, which is named before it.
func (o one) ofPeople(f figure) bool {
	return aPerson.MatchString(o.of) && (f.noun() == "" || onAverage.MatchString(f.behind())) && people.MatchString(f.before())
}

var onAverage = pattern.Compile(`(?i)^\s+(?:on\s+average|at\s+(?:year[\s-]end|the\s+end))`)

// rate holds "2,900 beds and 15,660 t, 5.4 t for each bed" against itself.
func rate(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	for _, r := range figuresOf(x) {
		if r.percent() || r.Range || r.Value.Sign() <= 0 || r.Bound != quantity.Exactly && r.Bound != quantity.About {
			continue
		}
		o, found := oneOf(r)
		if !found {
			continue
		}
		for _, all := range [][]figure{figuresOf(x), passage(x)} {
			c, ok = rateIn(all, r, o)
			if ok {
				return c, ok
			}
		}
	}
	return c, false
}

// counts reports whether what a rate is of has no unit that measures.
func (o one) counts() bool { return o.unit.Dimension == "" || o.unit.Dimension == quantity.Count }

func rateIn(all []figure, r figure, o one) (c claim, ok bool) {
	var divisors, amounts []figure
	for _, f := range all {
		if f.same(r) {
			continue
		}
		if o.divides(f) {
			divisors = append(divisors, f)
		} else if f.Per == "" && !f.percent() && (!r.count() || f.count()) && likeRate(f, r) {
			amounts = append(amounts, f)
		}
	}
	if len(amounts) > 1 && len(divisors) == 1 && justComputed.MatchString(r.before()) {
		amounts = right(amounts, divisors[0], r)
	}
	if len(divisors) != 1 || len(amounts) != 1 {
		return c, false
	}
	d, a := divisors[0], amounts[0]
	if !d.exact() || !a.exact() || a.same(d) || !sameYears(a.x, r.x) {
		return c, false
	}
	div := d.Base()
	if !d.count() && !o.counts() {
		if v, fine := quantity.Ratio(d.Base(), o.unit.Factor); fine {
			div = v
		}
	}
	if d.count() || o.counts() {
		div = d.Value
	}
	made, fine := quantity.Ratio(quantity.Mul(a.Base(), o.step), div)
	if !fine {
		return c, false
	}
	scale, _ := quantity.Ratio(div, d.Base())
	span, sure := over(times(a.interval(), o.step), times(d.interval(), scale))
	if !sure {
		return c, false
	}
	// What comes last is the result: of "4,400 employees each received 12 hours, 52,800 in all" that is the product.
	c = claim{stated: r, from: []figure{a, d}, labels: []string{"amount", "number"}, computed: made, span: span, value: r.Base(),
		range_: r.Interval(), unit: r.Unit.Base(), why: "rate", average: d.count(),
		working: fmt.Sprintf("%s / %s = %s; stated: %s", a.Text, d.Text, quantity.Print(made, compare.Places), r.Text)}
	if r.Bound == quantity.About {
		tenth := quantity.Mul(r.Base(), compare.TenthPoint)
		c.range_ = quantity.Interval{Low: quantity.Sub(r.Base(), tenth), High: quantity.Sum(r.Base(), tenth)}
	} else if a.x.Text == r.x.Text && a.Start > r.Start {
		c.stated, c.from, c.labels, c.why = a, []figure{r, d}, []string{"for each", "number"}, "amount"
		c.computed, _ = quantity.Ratio(quantity.Mul(r.Base(), div), o.step)
		low, high := times(d.interval(), scale), r.Interval()
		c.span = quantity.Interval{Low: quantity.Mul(low.Low, high.Low), High: quantity.Mul(low.High, high.High)}
		if o.step.Cmp(quantity.Int(1)) != 0 {
			c.span.Low, _ = quantity.Ratio(c.span.Low, o.step)
			c.span.High, _ = quantity.Ratio(c.span.High, o.step)
		}
		c.value, c.range_, c.unit = a.Base(), a.interval(), a.Unit.Base()
		c.working = fmt.Sprintf("%s x %s = %s; stated: %s", r.Text, d.Text, quantity.Print(c.computed, compare.Places), a.Text)
	}
	return c, true
}

// justComputed leads to what was just computed: "; that is about".
var justComputed = pattern.Compile(`(?i)[,;:–—]\s+(?:or|i\.\s?e\.,?|(?:and\s+)?(?:that|this|which)\s+` +
	`(?:is|was|makes|means|gives))\s+(?:(?:about|around|some|an\s+average\s+of)\s+)?$`)

// right is the amount that stands right beside its divisor, with nothing else between them and the rate that they make.
func right(amounts []figure, d, r figure) []figure {
	a := amounts[len(amounts)-1]
	if a.x.Text != r.x.Text || d.x.Text != r.x.Text || a.Start > d.Start || d.Start > r.Start || strings.ContainsAny(r.x.Text[a.End:d.Start], ".;:()") {
		return amounts
	}
	return []figure{a}
}

// likeRate reports whether an amount can be what a rate divides: a rate that does not say what it counts is of any number, "21 injuries, 2.5 per
// million hours".
func likeRate(f, r figure) bool { return r.count() && r.noun() == "" || like(f, r) }

// sameYears reports whether two sentences name no different years.
func sameYears(a, b sheet.Statement) bool {
	if a.Text == b.Text {
		return len(sheet.YearsNamed(a.Text)) <= 1
	}
	x, y := sheet.YearsNamed(a.Text), sheet.YearsNamed(b.Text)
	return len(x) <= 1 && len(y) <= 1 && (len(x) == 0 || len(y) == 0 || slices.Equal(x, y))
}
