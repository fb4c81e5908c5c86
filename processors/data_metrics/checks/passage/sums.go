package passage

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// aQuarter is how far off a sum is at most that is one: what is further off is of something else.
var aQuarter = apd.New(25, 0)

var (
	inAllBefore = pattern.Compile(`(?i)\b(?:together|altogether|in\s+all|in\s+total|a\s+total\s+of|combined|zusammen|insgesamt)\b[^.;:\d]{0,40}$`)
	theyAll     = pattern.Compile(`(?i)\b(?:together|combined|zusammen)\b`)
	jointly     = pattern.Compile(`(?i)\b(?:and|plus|und)\b`)
	inAllBehind = pattern.Compile(`(?i)^[^.;:,\d]{0,40}\b(?:together|altogether|in\s+all|in\s+total|combined|zusammen|insgesamt)\b`)
	// notAll says that figures need not be all parts, or not of one thing.
	notAll = pattern.Compile(`(?i)\b(?:includ\w+|such\s+as|e\.g\.|for\s+example|of\s+which|of\s+whom|among|above\s+all|mainly|together\s+with|up\s+to|` +
		`net|respectively|davon|darunter|another|further|additional)\b`)
	restBefore = pattern.Compile(`(?i)\b(?:the\s+(?:other|remaining|remainder|rest)|die\s+(?:übrigen|restlichen))\b[^.;:,\d]{0,30}$`)
	wholeFirst = pattern.Compile(`(?i)\b(?:of\s+(?:the|our|these|this|which|them)|in\s+total|a\s+total|altogether)\b`)
	// consequence leads from figures to what they make.
	consequence = pattern.Compile(`(?i)(?:\b(?:thus|therefore|hence|consequently|accordingly|so|i\.e\.|that\s+(?:is|was|makes|made|corresponds\s+to)|` +
		`this\s+(?:is|was|makes|made|corresponds\s+to|represents)|which\s+(?:is|was|makes|made|came\s+to|corresponds\s+to|represents)|correspond\w*\s+to|` +
		`equal(?:s|ling|\s+to)|equivalent\s+to|or|das\s+(?:sind|ist|waren|entspricht)|entspricht|also|somit|damit)\b[^.;:\d]{0,40}|\(\s*(?:or\s+)?)$`)
)

// before are the figures of a passage that stand before another and can be added to it.
func (p passage) before(i int) []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range p.all[:i] {
		if alike(q, p.all[i]) {
			out = append(out, q)
		}
	}
	return out
}

// alike reports whether figures can be added and compared: an amount of a gas may be printed in tonnes alone.
func alike(a, b quantity.Quantity) bool {
	return a.Comparable(b) || a.Per == b.Per && sheet.MassLike(a) && sheet.MassLike(b)
}

// together reads "1,240 vans, 410 cars and 230 lorries, 1,880 vehicles in all" and "Together they were 1,880".
func together(p passage) []claim {
	var out []claim
	for i := max(2, p.own); i < len(p.all); i++ {
		q := p.all[i]
		from := p.all[i-1].End
		if !sheet.Amount(q) || !inAllBefore.MatchString(p.text[from:q.Start]) && !inAllBehind.MatchString(p.text[q.End:]) || notAll.MatchString(p.text[:q.End]) {
			continue
		}
		parts := p.before(i)
		tooMuch := func(o quantity.Quantity) bool { return !sheet.Amount(o) || o.Base().Cmp(q.Base()) >= 0 }
		if len(parts) < 2 || len(parts) != i || slices.ContainsFunc(parts, tooMuch) ||
			!jointly.MatchString(p.text[parts[i-2].End:parts[i-1].Start]) || i == p.own && !theyAll.MatchString(p.text[from:q.Start]) {
			continue
		}
		if c := addUp(q, parts, nil); compare.WithinPercent(q.Value, c.value, aQuarter) {
			out = append(out, c)
		}
	}
	return out
}

// theRest reads "we generated 24,000 tonnes of waste. We recycled 14,400 tonnes and burnt 4,800 tonnes; the other 4,800 tonnes ...".
func theRest(p passage) []claim {
	var out []claim
	for i := max(2, p.own); i < len(p.all); i++ {
		q := p.all[i]
		if !sheet.Amount(q) || !restBefore.MatchString(p.text[p.all[i-1].End:q.Start]) || notAll.MatchString(p.text[p.all[1].Start:q.End]) {
			continue
		}
		all := p.before(i)
		if len(all) < 2 || len(all) != i || !largest(all) || p.own != 1 && !wholeFirst.MatchString(p.text[:all[1].Start]) || !within(all) {
			continue
		}
		out = append(out, addUp(q, all[:1], all[1:]))
	}
	return out
}

// largest reports whether the first of figures is more than any other.
func largest(all []quantity.Quantity) bool {
	return !slices.ContainsFunc(all[1:], func(o quantity.Quantity) bool { return o.Base().Cmp(all[0].Base()) >= 0 })
}

// within reports whether figures are no more than the first of them.
func within(all []quantity.Quantity) bool {
	sum := quantity.Int(0)
	for _, q := range all[1:] {
		sum = quantity.Sum(sum, q.Base())
	}
	return sum.Cmp(all[0].Base()) < 0
}

var (
	comesIn = pattern.Compile(`(?i)\b(?:joined|hired|recruited|added|withdrew|withdrawn|withdrawal|received|bought|gained|opened|new|` +
		`abstracted|produced|generated)\b`)
	goesOut  = pattern.Compile(`(?i)\b(?:left|leaving|retired|sold|discharged|discharge|returned|closed|removed|scrapped|lost)\b`)
	thusOnly = pattern.Compile(`(?i)\b(?:thus|therefore|hence|so\s+that|consequently|accordingly)\b[^.;:\d]{0,60}$`)
)

// balance reads "We withdrew 31.5 million m3 and discharged 23.1 million m3. Consumption was thus 8.4 million m3."
func balance(p passage) []claim {
	var out []claim
	for i := max(2, p.own); i < len(p.all); i++ {
		q := p.all[i]
		parts := p.before(i)
		lead := p.text[p.all[i-1].End:q.Start]
		if !sheet.Amount(q) || !thusOnly.MatchString(lead) && !thusOnly.MatchString(p.text[p.begin:q.Start]) || len(parts) < 2 || len(parts) != i {
			continue
		}
		if !comesIn.MatchString(p.text[:q.Start]) || !goesOut.MatchString(p.text[:q.Start]) {
			continue
		}
		last := len(parts) - 1
		out = append(out, addUp(q, parts[:last], parts[last:]))
	}
	return out
}

// halves reads "We employ 6,750 people. Of these, 3,915 are women and 2,835 are men": two halves of a thing make all of it.
func halves(p passage) []claim {
	var out []claim
	for i := max(2, p.own+1); i < len(p.all); i++ {
		whole, a, b := p.all[i-2], p.all[i-1], p.all[i]
		if !sheet.Amount(a) || !sheet.Amount(b) || !sheet.Amount(whole) || !alike(a, b) || !alike(a, whole) || i > 2 && p.own > 1 ||
			!ofThese.MatchString(p.text[whole.End:a.Start]) && !partOf.MatchString(p.text[:whole.Start]) || strings.ContainsAny(p.text[a.End:b.Start], ".;") {
			continue
		}
		rest := p.text[b.End:]
		if stop := strings.IndexAny(rest, ".;,"); stop >= 0 {
			rest = rest[:stop]
		}
		one, other := sheet.Halves(p.text[a.End:b.Start]), sheet.Halves(rest)
		if one == "" || other == "" || one == other || one[:len(one)-1] != other[:len(other)-1] {
			continue
		}
		c := addUp(b, []quantity.Quantity{whole}, []quantity.Quantity{a})
		if few := quantity.Mul(whole.Value, someOthers); quantity.Sub(c.value, b.Value).Sign() < 0 || quantity.Sub(c.value, b.Value).Cmp(few) > 0 {
			out = append(out, c) // of a few nobody may have said which they are
		}
	}
	return out
}

var someOthers = apd.New(2, -2)

var ofThese = pattern.Compile(`(?i)\b(?:of\s+(?:these|them|whom|which)|davon)\b`)

var (
	byOnly   = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+$`)
	fromOnly = pattern.Compile(`(?i)^[^.;:]{0,40}\b(?:from|after|against|compared\s+(?:with|to))\s+$|^\s*\([^():]{0,20}:\s*$`)
)

// steps reads "fell by 3,150 tonnes to 22,750 tonnes, from 25,900 tonnes".
func steps(p passage) []claim {
	var out []claim
	for i := max(2, p.own); i < len(p.all); i++ {
		by, now, then := p.all[i-2], p.all[i-1], p.all[i]
		if !sheet.Amount(by) || !sheet.Amount(now) || !sheet.Amount(then) || !alike(by, now) || !alike(now, then) || sheet.OfOtherBasis(p.text) ||
			!byOnly.MatchString(p.text[:by.Start]) || !toAmount.MatchString(p.text[by.End:now.Start]) || !fromOnly.MatchString(p.text[now.End:then.Start]) {
			continue
		}
		more, less := then, now
		if now.Base().Cmp(then.Base()) > 0 {
			more, less = now, then
		}
		out = append(out, addUp(by, []quantity.Quantity{more}, []quantity.Quantity{less}))
	}
	return out
}

// addUp claims that a figure is the sum of some less others.
func addUp(stated quantity.Quantity, plus, minus []quantity.Quantity) claim {
	c := claim{stated: stated, parts: slices.Concat(plus, minus), value: quantity.Int(0)}
	span := exactly(quantity.Int(0))
	var words []string
	for i, q := range c.parts {
		v := compare.Whole(q).Interval()
		sign := " + "
		if i >= len(plus) {
			sign = " - "
			c.value = quantity.Sub(c.value, q.Base())
			span = quantity.Interval{Low: quantity.Sub(span.Low, v.High), High: quantity.Sub(span.High, v.Low)}
		} else {
			c.value, span = quantity.Sum(c.value, q.Base()), span.Plus(v)
		}
		if i > 0 {
			words = append(words, sign)
		}
		words = append(words, q.Text)
	}
	c.working = strings.Join(words, "")
	c.value, c.span = inUnit(c.value, stated), quantity.Interval{Low: inUnit(span.Low, stated), High: inUnit(span.High, stated)}
	return c
}

// inUnit turns an amount in base units into the unit of a figure.
func inUnit(base *apd.Decimal, as quantity.Quantity) *apd.Decimal {
	v, ok := quantity.Ratio(base, as.Unit.Factor)
	if !ok {
		return base
	}
	return v
}
