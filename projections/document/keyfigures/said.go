package keyfigures

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Stated is a figure of a sentence.
type Stated struct {
	Unit  string // as of Figure
	Value *apd.Decimal
}

// Said is the row of a table that gives for a year what a sentence states, so that the year before can be told beside it. ok is false where no row does, or
// where rows with different pasts do equally: figures of few digits agree by chance, so words of the row have to stand in the sentence, too.
func Said(all []Row, sentence string, stated []Stated, year int) (best Row, ok bool) {
	words := beginnings(sentence)
	most := 0
	for _, r := range all {
		now := r.In(year)
		if now == nil || !states(stated, r.Unit, now.Value) {
			continue
		}
		own := beginnings(Name(*now))
		both := 0
		for w := range own {
			if words[w] {
				both++
			}
		}
		switch {
		case both < needed(len(own), now.Value) || 2*both < min(len(own)-1, 2*leastInCommon) || both < most:
		case both > most, best.In(year-1) == nil && r.In(year-1) != nil:
			best, ok, most = r, true, both
		case r.In(year-1) != nil && r.In(year-1).Value.Cmp(best.In(year-1).Value) != 0:
			ok = false
		}
	}
	return best, ok
}

// needed is how many words of a row have to stand in a sentence: of a short name one, if the figure has digits enough not to agree by chance.
func needed(words int, value *apd.Decimal) int {
	if words <= shortName && significant(value) >= tellingDigits {
		return 1
	}
	return leastInCommon
}

const shortName, tellingDigits = 3, 3

// leastInCommon is how many words a row and a sentence have in common that give one figure.
const leastInCommon = 2

var longWord = pattern.Compile(`\p{L}{4,}`)

// beginnings are how the longer words of a text begin, by which they are told apart whatever their ending.
func beginnings(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range longWord.FindAllString(strings.ToLower(text), -1) {
		r := []rune(w)
		out[string(r[:min(len(r), 5)])] = true
	}
	return out
}

// states reports whether one of the figures of a sentence is that of a row, as exactly as the less exact of the two is printed.
func states(stated []Stated, unit string, value *apd.Decimal) bool {
	for _, s := range stated {
		if s.Unit != unit || s.Value == nil || significant(s.Value) < 2 && significant(value) < 2 {
			continue // one digit agrees by chance
		}
		places := max(s.Value.Exponent, value.Exponent)
		if endOfScale(&Figure{Unit: unit, Value: s.Value}) != 0 {
			places = min(s.Value.Exponent, value.Exponent) // 99.5 % is not all of it
		}
		if rounded(s.Value, places).Cmp(rounded(value, places)) == 0 {
			return true
		}
	}
	return false
}

// exact is as many digits as figures of reports may have.
var exact = apd.BaseContext.WithPrecision(40)

func rounded(d *apd.Decimal, exponent int32) *apd.Decimal {
	out := new(apd.Decimal)
	if _, err := exact.Quantize(out, d, exponent); err != nil {
		return d
	}
	return out
}
