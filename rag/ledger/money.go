package ledger

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"
)

// exact has more places than any sum of prices needs; a result that would be rounded is an error.
var exact = func() *apd.Context {
	c := apd.BaseContext.WithPrecision(60)
	c.Traps |= apd.Inexact
	return c
}()

// Add returns the sum of two amounts, either of which may be nil for 0.
func Add(a, b *apd.Decimal) *apd.Decimal {
	sum := new(apd.Decimal)
	for _, x := range []*apd.Decimal{a, b} {
		if x == nil {
			continue
		}
		if _, err := exact.Add(sum, sum, x); err != nil {
			panic(fmt.Sprintf("adding amounts of money: %v", err)) // 60 digits hold every sum
		}
	}
	return sum
}

// Times returns an amount for a number of tokens at a price for a million of them.
func Times(perMillion *apd.Decimal, tokens int) *apd.Decimal {
	out := new(apd.Decimal)
	if perMillion == nil {
		return out
	}
	if _, err := exact.Mul(out, perMillion, apd.New(int64(tokens), -6)); err != nil {
		panic(fmt.Sprintf("pricing %d tokens: %v", tokens, err)) // as above
	}
	return out
}

// Print writes an amount without exponent and without zeros at its end.
func Print(d *apd.Decimal) string {
	if d == nil {
		return "0"
	}
	r := new(apd.Decimal)
	r.Reduce(d)
	return r.Text('f')
}
