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

// A share and, set off behind it, the two numbers that it is made of: "one in five employees (180 of 2,400)", "two thirds of our cotton: 16,400 of 40,000
// tonnes", "a woman: of 2,650 drivers, 212 are women".

var (
	// setOff begins what is set off from the words before it.
	setOff = pattern.Compile(`(?i)(?:[(:]|\s[–—-]|,)\s*(?:(?:namely|that\s+is|i\.e\.,?|or|exactly|altogether)\s+)?$`)
	// partOfWhole leads from a part to the whole that it is of.
	partOfWhole = pattern.Compile(`(?i)^\s+(?:\p{Ll}+\s+)?(?:out\s+)?of\s+(?:(?:the|our|its|all|these|those|a\s+total\s+of|some)\s+){0,3}$`)
	// ofWholePart leads from a whole, of which something is said, to the part.
	ofWholePart = pattern.Compile(`(?i)^\s+\p{Ll}[\p{Ll}\s-]{2,40},\s+(?:only\s+|just\s+)?$`)
	// closes ends what is set off: a unit or a noun, and nothing that narrows the whole to a place or a kind.
	closes = pattern.Compile(`(?i)^(?:\s+[\p{L}-]+){0,2}\s*(?:[),.;–—]|$)`)
	narrow = pattern.Compile(`(?i)^[^),.;]*\b(?:in|on|at|for|among|from|with|per|within|by)\b`)
)

// pairBehind is the part and the whole that are set off right behind a place of a sentence, the figure i being the next.
func pairBehind(x sheet.Statement, all []figure, from, i int) (p, w figure, ok bool) {
	if i+1 >= len(all) {
		return p, w, false
	}
	a, b := all[i], all[i+1]
	if len(x.Text[from:a.Start]) > 90 || otherClause.MatchString(x.Text[from:a.Start]) {
		return p, w, false
	}
	between := x.Text[a.End:b.Start]
	switch {
	case partOfWhole.MatchString(between) && setOff.MatchString(a.before()) && closes.MatchString(b.behind()) && !narrow.MatchString(b.behind()):
		p, w = a, b
	case ofWholePart.MatchString(between) && outOf.MatchString(a.before()) && setOff.MatchString(outOf.ReplaceAllString(a.before(), "")+" "):
		p, w = b, a
	default:
		return p, w, false
	}
	if p.count() && p.noun() == "" && !w.count() { // "16,400 of 40,000 tonnes"
		p.Unit, p.Per = w.Unit, w.Per
		if p.Scale == nil && w.Scale != nil { // "1.2 of 2.4 million m3"
			p.Value, p.Half, p.Scale = quantity.Mul(p.Value, w.Scale), quantity.Mul(p.Half, w.Scale), w.Scale
		}
	}
	spoken := sheet.WordStart.FindAllString(strings.ToLower(a.before()), -1)
	if n := w.noun(); n != "" && !slices.ContainsFunc(spoken, func(word string) bool { return alike(word, n) }) {
		return p, w, false // of the workforce, so many of so many locations
	}
	return p, w, amount(p) && amount(w) && p.exact() && w.exact() && (p.count() && w.count() || like(p, w)) && p.Base().Cmp(w.Base()) < 0
}

// otherClause parts a share from figures that are of something else.
var otherClause = pattern.Compile(`(?i);|\b(?:while|whereas|compared|against|previous|prior|last|target|up\s+from|down\s+from|after|average)\b`)

// bracketedShare reads "45 % of our sites were certified (54 of 150)".
func bracketedShare(all []figure, r figure) (p, w figure, ok bool) {
	i := indexOf(all, r)
	if i < 0 || sheet.OfAnother(r.before(), "") {
		return p, w, false
	}
	return pairBehind(r.x, all, r.End, i+1)
}

// hedges are what is said of a share in words before it.
const hedges = `(?:(more\s+than|over|at\s+least|well\s+over|just\s+over)\s+|(almost|nearly|just\s+under|close\s+to)\s+|(less\s+than|fewer\s+than|under)\s+|` +
	`(about|around|approximately|roughly|some)\s+)?`

var (
	// inWords is a share that words give: "two thirds of", "half our", "one in five", "the majority of".
	inWords = pattern.Compile(`(?i)\b` + hedges + `(?:((?:a|one|two|three|four)[\s-])?(half|thirds?|quarters?|fifths?|tenths?)\s+(?:of\s+|our\s|the\s|all\s)|` +
		`(one|two|three|four)\s+(?:in|out\s+of)\s+(?:every\s+)?(` + sheet.SmallNumbers + `)\b|(the\s+majority|most)\s+of\s)`)
	numerators = map[string]int64{"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
)

// wordedShare is a share in words with the range that it may stand for, in per cent.
func wordedShare(text string) (said *apd.Decimal, room quantity.Interval, at [2]int, ok bool) {
	m := inWords.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, room, at, false
	}
	group := func(n int) string {
		if m[2*n] < 0 {
			return ""
		}
		return strings.ToLower(strings.Trim(text[m[2*n]:m[2*n+1]], " -"))
	}
	n, d := max(1, numerators[group(5)]), fractions[strings.TrimSuffix(group(6), "s")]
	if group(7) != "" {
		n, d = numerators[group(7)], int64(sheet.SmallNumber(group(8)))
	}
	majority := group(9) != ""
	if majority {
		n, d = 1, 2
	}
	said, ok = quantity.PercentOf(quantity.Int(n), quantity.Int(max(1, d)))
	if !ok || n >= d {
		return nil, room, at, false
	}
	rough := quantity.Mul(said, apd.New(2, -1)) // words are round
	if group(2)+group(4) != "" {
		rough = quantity.Mul(said, apd.New(4, -1)) // and these rounder
	}
	room = quantity.Interval{Low: quantity.Sub(said, rough), High: quantity.Sum(said, rough)}
	switch {
	case group(1) != "" || majority:
		room = quantity.Interval{Low: said, High: compare.Hundred}
	case group(2) != "":
		room.High = said
	case group(3) != "":
		room = quantity.Interval{Low: quantity.Int(0), High: said}
	}
	return said, room, [2]int{m[0], m[1]}, true
}

// ofTime leads to a half of a time, or to one of two: "the first half of".
var ofTime = pattern.Compile(`(?i)\b(?:first|second|other|last|latter|third|fourth)\s*$`)

// leadsOn is how words go on from a share to what it is of.
var leadsOn = pattern.Compile(`(?i)\s+(?:of|our|the|all)$`)

// shareInWords holds a share in words against the part and the whole that are set off behind it.
func shareInWords(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	said, room, at, ok := wordedShare(x.Text)
	all := figuresOf(x)
	if !ok || inWords.MatchString(x.Text[at[1]:]) || ofTime.MatchString(x.Text[:at[0]]) {
		return c, false
	}
	i := slices.IndexFunc(all, func(f figure) bool { return f.Start >= at[1] })
	if i < 0 || i+2 < len(all) {
		return c, false // of several figures others may be meant
	}
	p, w, found := pairBehind(x, all, at[1], i)
	if !found {
		return c, false
	}
	made, fine := quantity.PercentOf(p.Base(), w.Base())
	if !fine {
		return c, false
	}
	words := leadsOn.ReplaceAllString(strings.TrimSpace(x.Text[at[0]:at[1]]), "")
	r := figure{quantity.Quantity{Text: words, Value: said, Half: apd.New(4, 0), Start: at[0], End: at[0] + len(words), Unit: w.Unit}, x}
	r.Unit.Dimension, r.Unit.Factor = quantity.Percent, quantity.Int(1)
	return claim{stated: r, from: []figure{p, w}, labels: []string{"part", "whole"}, computed: made, value: said, unit: "%", why: "share",
		span: quantity.Interval{Low: made, High: made}, range_: room, counted: true,
		working: fmt.Sprintf("%s / %s x 100 = %s %%; stated: %s", p.Text, w.Text, quantity.Print(made, compare.Places), words)}, true
}
