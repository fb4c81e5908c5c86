package sums

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// shareOfAll leads from a share to its whole, and isPart from that to the part in the same words or by a verb: "45 % of our 1,800 suppliers, 910
	// suppliers,", "45 % of 1,800 is 910".
	shareOfAll = pattern.Compile(`(?i)^\s*of\s+(?:(?:our|the|its|all|these)\s+){0,2}$`)
	isPart     = pattern.Compile(`(?i)^\s*((?:[\p{L}-]+\s+){0,3}[\p{L}-]+)?\s*` +
		`(?:[,(–]\s*(?:or|that\s+is|i\.e\.|which\s+is|namely)?,?|\b(?:is|are|makes?|gives?|equals?))\s*$`)
	partNamed = pattern.Compile(`(?i)^\s*((?:[\p{L}-]+\s+){0,3}?[\p{L}-]+)?\s*(?:[,.;)–]|$)`)
	// ofAll is what a part may be called instead of its whole's name.
	ofAll = pattern.Compile(`(?i)^(?:of\s+(?:them|these|those)|in\s+(?:all|total))$`)
	// byWord leads from a whole to its part by a verb, which names neither again.
	byWord = pattern.Compile(`(?i)\b(?:is|are|makes?|gives?|equals?|or|that\s+is|i\.e\.|which\s+is|namely),?\s*$`)

	// asFraction is a fraction in words, without a word that it is a rough one, of things of which then the part and the whole are told: "half of our
	// boilers, 20 of 60".
	asFraction = pattern.Compile(`(?i)(\b[\p{L}-]+\s+)?\b(half|(?:a|one|two|three)[\s-](?:third|quarter|fifth)s?)\s+of\s+(?:(?:our|the|its|all|these)\s+)?` +
		`(?:[\p{L}-]+\s+){0,3}[\p{L}-]+\s*[,(–]\s*(?:or|that\s+is|i\.e\.|namely)?\s*$`)
	outOfAll = pattern.Compile(`(?i)^\s*(?:out\s+)?of\s+$`)
	endsPart = pattern.Compile(`^\s*[,.;)–]`)
)

// fractions are parts of a whole in words, in hundredths; how far off a word may be is what people call half.
var fractions = map[string]int64{"half": 50, "third": 33, "quarter": 25, "fifth": 20}

const halfOfFraction = 5

// shareFirst reads a share with its whole and its part behind it, of which nothing says that the part is of a place, a year or another thing.
func shareFirst(x sheet.Statement, i int) (a, w quantity.Quantity, ok bool) {
	if i+2 >= len(x.Figures) {
		return a, w, false
	}
	p, w, a := x.Figures[i], x.Figures[i+1], x.Figures[i+2]
	m := isPart.FindStringSubmatch(x.Text[w.End:a.Start])
	behind := partNamed.FindStringSubmatch(x.Text[a.End:])
	if !shareOfAll.MatchString(x.Text[p.End:w.Start]) || m == nil || behind == nil || !sheet.Amount(a) || !sheet.Amount(w) || len(x.Years) > 1 ||
		p.Bound != quantity.Exactly || a.Bound != quantity.Exactly || w.Bound != quantity.Exactly || x.Renewed() {
		return a, w, false
	}
	words := func(s string) []string { return strings.Fields(strings.ToLower(s)) }
	named := words(behind[1])
	same := len(named) > 0 && !slices.ContainsFunc(named, func(s string) bool { return !slices.Contains(words(m[1]), s) })
	return a, w, same || ofAll.MatchString(behind[1]) || len(named) == 0 && byWord.MatchString(x.Text[w.End:a.Start])
}

// fractionsSaid holds a fraction in words against the part and the whole that follow on it. Words are rough, so that only what nobody would call so
// is a mistake.
func fractionsSaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 1; i < len(x.Figures); i++ {
			a, w := x.Figures[i-1], x.Figures[i]
			m := asFraction.FindStringSubmatch(x.Text[:a.Start])
			if m == nil || hedged(m[1]) || !outOfAll.MatchString(x.Text[a.End:w.Start]) || !endsPart.MatchString(x.Text[w.End:]) || !sheet.Amount(a) ||
				!sheet.Amount(w) || a.Unit.Dimension != quantity.Count || !a.Comparable(w) || w.Value.Sign() <= 0 || a.Base().Cmp(w.Base()) > 0 ||
				a.Bound != quantity.Exactly || w.Bound != quantity.Exactly {
				continue
			}
			stated := hundredths(m[2])
			share, _ := quantity.PercentOf(a.Base(), w.Base())
			if quantity.Abs(quantity.Sub(share, quantity.Int(stated))).Cmp(quantity.Int(halfOfFraction)) <= 0 {
				continue
			}
			p := quantity.Quantity{Value: quantity.Int(stated), Half: quantity.Int(halfOfFraction), Text: m[2]}
			out = append(out, x.Utter(countedShare(x, a, w, p), m[2], true))
		}
	}
	return out
}

// hedged reports whether a word before a fraction says that it is rough: whatever does not lead to a number by itself.
func hedged(word string) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	leading := strings.Fields("about around some almost over than under to above below first second other least most")
	return strings.HasSuffix(word, "ly") || slices.Contains(leading, word)
}

func hundredths(fraction string) int64 {
	parts := strings.FieldsFunc(strings.ToLower(fraction), func(r rune) bool { return r == ' ' || r == '-' })
	of := strings.TrimSuffix(parts[len(parts)-1], "s")
	times := int64(1 + max(0, slices.Index([]string{"one", "two", "three"}, parts[0])))
	return times * fractions[of]
}
