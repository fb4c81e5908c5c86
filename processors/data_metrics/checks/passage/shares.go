package passage

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	partOf = pattern.Compile(`(?i)\b(?:of|out\s+of|among|von|vom)\s+(?:(?:the|our|its|all|these|unseren|den|allen)\s+)*(?:[\p{L}-]+\s+){0,2}$`)
	ofThat = pattern.Compile(`(?i)\b(?:of\s+(?:which|whom|these|them|it)|made\s+up|accounted\s+for|davon)\b`)
	// shareNoun names a share that says of what by the word before it: "clinker factor", "turnover rate".
	shareNoun = pattern.Compile(`(?i)^(?:the|our|this)\s+([\p{L}-]+)\s+(?:factor|rate|share|ratio|quota)\s+(?:was|is|came\s+to|stood\s+at)\s+(?:thus\s+)?$`)
	// endsShare follows a share of what was said before it: a noun would be of something else, "(34 % women)".
	endsShare = pattern.Compile(`(?i)^\s*(?:[).,;:–]|$|(?:of|in|at|by|and|were|was|are|is|have|had)\b)`)
	ofIt      = pattern.Compile(`(?i)^\s*of\s+(?:it|them|these|all|that)\b`)
)

// shareOf reads "Of our 425 suppliers, 340 were audited (80 %)": two amounts, one of the other, and the share behind them.
func shareOf(p passage) []claim {
	a, b, q, ok := p.third()
	if !ok || q.Unit.Dimension != quantity.Percent || !sheet.Amount(a) || !sheet.Amount(b) || !alike(a, b) || q.Signed || q.Value.Sign() <= 0 ||
		moves.MatchString(p.text) || !endsShare.MatchString(p.text[q.End:]) || sheet.OfAnother(p.text[:q.Start], p.text[q.End:]) {
		return nil
	}
	part, whole := a, b
	if a.Base().Cmp(b.Base()) > 0 {
		part, whole = b, a
	}
	divides := partOf.MatchString(p.text[:whole.Start]) || ofThat.MatchString(p.text[whole.End:q.Start])
	noun := shareNoun.FindStringSubmatch(p.text[p.begin:q.Start])
	named := noun != nil && strings.Contains(strings.ToLower(p.text[:p.begin]), strings.ToLower(noun[1]))
	if !divides || part.Base().Cmp(whole.Base()) >= 0 || !consequence.MatchString(p.text[b.End:q.Start]) && !ofIt.MatchString(p.text[q.End:]) && !named {
		return nil
	}
	if c, ok := percentOf(q, part, whole); ok {
		return []claim{c}
	}
	return nil
}

// percentOf claims that a percentage is one figure in another.
func percentOf(stated, part, whole quantity.Quantity) (c claim, ok bool) {
	v, ok := quantity.PercentOf(part.Base(), whole.Base())
	a, b := compare.Whole(part).Interval(), compare.Whole(whole).Interval()
	low, okLow := quantity.PercentOf(a.Low, b.High)
	high, okHigh := quantity.PercentOf(a.High, b.Low)
	return claim{stated: stated, parts: []quantity.Quantity{part, whole}, value: v, span: quantity.Interval{Low: low, High: high},
		working: part.Text + " / " + whole.Text + " x 100"}, ok && okLow && okHigh
}

// fractions are shares in words, in per cent.
var fractions = map[string]int64{"a quarter": 25, "one quarter": 25, "a third": 33, "one third": 33, "half": 50, "almost half": 47, "nearly half": 47,
	"two thirds": 67, "two-thirds": 67, "three quarters": 75, "three-quarters": 75, "a fifth": 20, "one fifth": 20}

var fractionSaid = pattern.Compile(`(?i)\b((?:a|one)\s+(?:quarter|third|fifth)|(?:almost\s+|nearly\s+)?half|two[\s-]thirds|three[\s-]quarters)` +
	`\s+of\s+(?:our|the|its|all)\s+(?:[\p{L}]+\s+)?$`)

// fraction reads "two thirds of our 4,650 wagons, 3,100 of them, ...": words are round, what is a tenth of all off is another fraction.
func fraction(p passage) []claim {
	var out []claim
	for i := max(1, p.own); i < len(p.all); i++ {
		whole, part := p.all[i-1], p.all[i]
		m := fractionSaid.FindStringSubmatchIndex(p.text[:whole.Start])
		if m == nil || !sheet.Amount(whole) || !sheet.Amount(part) || !alike(whole, part) || !asideOfIt.MatchString(p.text[whole.End:part.Start]) ||
			!asideEnds.MatchString(p.text[part.End:]) {
			continue
		}
		word := p.text[m[2]:m[3]]
		v, ok := quantity.PercentOf(part.Base(), whole.Base())
		want := fractions[strings.Join(strings.Fields(strings.ToLower(word)), " ")]
		if !ok || quantity.Abs(quantity.Sub(v, quantity.Int(want))).Cmp(apd.New(6, 0)) <= 0 {
			continue
		}
		q, err := quantity.Parse(quantity.Print(quantity.Int(want), 0)+" %", quantity.Point)
		if err != nil {
			continue
		}
		q.Text, q.Start, q.End = word, m[2], m[3]
		out = append(out, claim{stated: q, parts: []quantity.Quantity{part, whole}, value: v, span: exactly(v), working: part.Text + " / " + whole.Text + " x 100"})
	}
	return out
}

var (
	asideOfIt = pattern.Compile(`(?i)^\s*(?:[\p{L}-]+\s+){0,4}[\p{L}-]*\s*[,(–]\s*(?:or\s+|namely\s+|i\.e\.\s+)?$`)
	asideEnds = pattern.Compile(`(?i)^\s*(?:of\s+(?:them|it)\s*|[\p{L}]+\s*){0,2}[,)–]`)
)

// noneOfIt reads the second half of "74 % had a rating and 26 % had none".
var noneOfIt = pattern.Compile(`(?i)^\s*(?:of\s+(?:them|it)\s+)?(?:(?:had|have|has)\s+(?:none|not)|(?:did|do|does|were|was|are|is)\s+not)\s*(?:[.,;]|$)`)

// nothingElse reads what has a thing and what has not: both make 100 %.
func nothingElse(p passage) []claim {
	var out []claim
	for i := max(1, p.own+1); i < len(p.all); i++ {
		a, b := p.all[i-1], p.all[i]
		if a.Unit.Dimension != quantity.Percent || b.Unit.Dimension != quantity.Percent || !noneOfIt.MatchString(p.text[b.End:]) ||
			!andOnly.MatchString(p.text[a.End:b.Start]) || len(p.Percents()) != 2 {
			continue
		}
		v := quantity.Sub(compare.Hundred, a.Value)
		span := quantity.Interval{Low: quantity.Sub(v, a.Half), High: quantity.Sum(v, a.Half)}
		out = append(out, claim{stated: b, parts: []quantity.Quantity{a}, value: v, span: span, working: "100 % - " + a.Text})
	}
	return out
}

var andOnly = pattern.Compile(`(?i)^[^.;:\d]{3,80}\b(?:and|while|but|whereas)\s+(?:the\s+other\s+)?$`)
