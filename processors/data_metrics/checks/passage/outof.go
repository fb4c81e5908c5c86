package passage

import (
	"slices"
	"strings"

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

// shareInWords holds a share in words against the part and the whole that are set off behind it.
func shareInWords(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	worded, ok := sheet.WordedShare(x.Text)
	all := figuresOf(x)
	if !ok {
		return c, false
	}
	if _, more := sheet.WordedShare(x.Text[worded.End:]); more {
		return c, false
	}
	i := slices.IndexFunc(all, func(f figure) bool { return f.Start >= worded.End })
	if i < 0 || i+2 < len(all) {
		return c, false // of several figures others may be meant
	}
	p, w, found := pairBehind(x, all, worded.End, i)
	if !found {
		return c, false
	}
	c, ok = wordedClaim(x, worded, p, w)
	c.counted = true
	return c, ok
}
