package datametrics

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// performed is a check with what a finding needs to know beside it.
type performed struct {
	events.Check
	origin     events.Origin // of its inputs
	arithmetic bool          // its failure contradicts whoever states the result
}

// computed reports whether a check rests on figures beyond the claim's own words.
func (p performed) computed() bool {
	return p.origin == events.OriginComputed || p.origin == events.OriginPriorReport
}

var (
	onePercent = apd.New(1, 0)
	tenthPoint = apd.New(1, -1)
)

// Shown digits after the point of what is computed.
const places = 4

// total compares a stated total with its parts: 1 % of the total, or what printing explains.
func total(c events.Check, parts []quantity.Quantity, stated quantity.Quantity) events.Check {
	bases := make([]*apd.Decimal, len(parts))
	sum := parts[0].Interval()
	for i, p := range parts {
		bases[i] = p.Base()
		if i > 0 {
			sum = sum.Plus(p.Interval())
		}
	}
	expected := quantity.Sum(bases...)
	c.Working = ""
	for i, b := range bases {
		if i > 0 {
			c.Working += " + "
		}
		c.Working += quantity.Print(b, 12)
	}
	c.Working = strings.TrimSpace(c.Working + " = " + quantity.Print(expected, 12) + " " + stated.Unit.Base())
	compare.Settle(&c, expected, stated.Base(), stated.Unit.Base(), sum.Overlaps(stated.Interval()))
	within := false
	if off, ok := quantity.PercentOf(quantity.Abs(quantity.Sub(stated.Base(), expected)), quantity.Abs(stated.Base())); ok {
		within = off.Cmp(onePercent) <= 0
	}
	compare.Conclude(&c, within, stated.Bound, "1 % of the total")
	return c
}

// points compares a stated percentage with a computed one: 0.1 percentage points, or what printing explains.
func points(c events.Check, expected *apd.Decimal, possible quantity.Interval, stated quantity.Quantity) events.Check {
	value := quantity.Abs(stated.Value)
	half := quantity.Interval{Low: quantity.Sub(value, stated.Half), High: quantity.Sum(value, stated.Half)}
	compare.Settle(&c, expected, value, "%", possible.Overlaps(half))
	within := quantity.Abs(quantity.Sub(value, expected)).Cmp(tenthPoint) <= 0
	kept := stated.Bound == quantity.AtLeast && expected.Cmp(value) >= 0 || stated.Bound == quantity.AtMost && expected.Cmp(value) <= 0
	compare.Conclude(&c, within || kept, stated.Bound, "0.1 percentage points")
	if kept && c.Near() { // "more than 30 %" is no figure that 32 % only comes near
		c.Message = fmt.Sprintf("Agrees: %s stated, %s computed, which is on the stated side of it.", c.Stated, c.Expected)
	}
	return c
}
