package compare

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Exchanged says that two rows of digits differ by two neighbours that changed places.
func Exchanged(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var at []int
	for i := range a {
		if a[i] != b[i] {
			at = append(at, i)
		}
	}
	return len(at) == 2 && at[1] == at[0]+1 && a[at[0]] == b[at[1]] && a[at[1]] == b[at[0]]
}

// SlipOfDigits says by which slip one printed figure became another of as many digits, as the end of a message; empty if by none.
func SlipOfDigits(a, b string) string {
	a, b = DigitsIn(a), DigitsIn(b)
	if len(a) != len(b) || len(a) < DigitsExchanged {
		return ""
	}
	if Exchanged(a, b) {
		return " Two digits are exchanged."
	}
	if Differing(a, b) == 1 {
		return " One digit is another."
	}
	return ""
}

// Differing counts the digits in which two figures of as many digits differ.
func Differing(a, b string) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// Exchanges are what a figure is with two neighbouring digits exchanged.
func Exchanges(q quantity.Quantity) []quantity.Quantity {
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
		v.Exponent, v.Negative = q.Value.Exponent, q.Value.Negative
		o := q
		o.Value = v
		out = append(out, o)
	}
	return out
}

// Slips are what a figure is with two neighbouring digits exchanged or with one another digit, as many as it has.
func Slips(q quantity.Quantity) []quantity.Quantity {
	out := Exchanges(q)
	digits := []byte(q.Value.Coeff.String())
	for i, own := range digits {
		for d := byte('0'); d <= '9'; d++ {
			if d == own || i == 0 && d == '0' {
				continue
			}
			digits[i] = d
			if v, _, err := apd.NewFromString(string(digits)); err == nil {
				v.Exponent, v.Negative = q.Value.Exponent, q.Value.Negative
				o := q
				o.Value = v
				out = append(out, o)
			}
		}
		digits[i] = own
	}
	return out
}

// SlipDigits are so many that a figure with one other digit is hardly another figure.
const SlipDigits = 4

// DigitsIn are the digits of a printed figure, without signs, separators and units.
func DigitsIn(printed string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, printed)
}

// DigitRuns are digits without a separator between them.
var DigitRuns = pattern.Compile(`[0-9]+`)

// How many digits a figure needs for one with two of them exchanged, or with one changed, to be hardly another figure.
const (
	DigitsExchanged = 3
	DigitsChanged   = 5
	MostBeside      = 6 // figures of a sentence, among which one of few digits is no chance
	DigitsNamed     = 4 // where the sentence has all words of the row
	DigitsAlone     = 5 // without another figure of the sentence that stands beside it in the table
)

// InOrder sorts digits by size: those of two figures are the same if a slip only changed their order.
func InOrder(digits string) string {
	b := []byte(digits)
	slices.Sort(b)
	return string(b)
}

// Significant are the digits of a figure without zeros at either end.
func Significant(number string) string {
	return strings.Trim(DigitsIn(number), "0")
}

// TellingDigits are so many that two figures hardly share them by chance: a report has thousands of figures, and three digits
// are those of some of them. With fewer, all words of the row have to stand in the sentence.
const TellingDigits = 4

// Thousands is the power of ten by which a is more than b, if it is 3 or 6 or their negatives; 0 otherwise.
func Thousands(a, b *apd.Decimal) int {
	for _, power := range []int32{3, -3, 6, -6} {
		if quantity.Mul(b, apd.New(1, power)).Cmp(a) == 0 {
			return int(power)
		}
	}
	return 0
}
