package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// rescaled finds rows that two tables print with the same digits in several years and with units that are powers of a thousand apart: "280,916 EUR" here,
// "280,916 million" there. Which of the two is meant nobody can say, so that it is asked and accuses neither.
func rescaled(s *sheet.Sheet) []sheet.Finding {
	lines := s.Timelines()
	byName := map[string][]int{}
	for i := range lines.All {
		if l := &lines.All[i]; len(l.Name) > 0 && len(l.At) >= leastYearsRescaled {
			name := strings.Join(l.Name, " ")
			byName[name] = append(byName[name], i)
		}
	}
	var out []sheet.Finding
	for i := range lines.All {
		l := &lines.All[i]
		for _, j := range byName[strings.Join(l.Name, " ")] {
			o := &lines.All[j]
			if j <= i || l.Last().At.Table == o.Last().At.Table {
				continue
			}
			if f, ok := rescaledBy(l, o); ok {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// leastYearsRescaled is in how many years the digits have to be the same, and leastDigitsRescaled how many of them a figure needs to be known by.
const leastYearsRescaled, leastDigitsRescaled = 2, 3

// rescaledBy is what two rows of one name say, if all years that both have are printed alike and no more than their scale differs.
func rescaledBy(l, o *sheet.Timeline) (f sheet.Finding, ok bool) {
	years, telling := 0, false
	power := 0
	var a, b sheet.Entry
	for _, year := range l.Years() {
		x, y := l.At[year], o.At[year]
		if y.Fact == nil {
			continue
		}
		digits := compare.Significant(x.Printed)
		by, apart := scalesApart(x, y)
		if digits == "" || digits != compare.Significant(y.Printed) || !apart || power != 0 && by != power || x.Change || x.Target || x.Per != y.Per {
			return f, false
		}
		power, a, b = by, x, y
		telling = telling || len(digits) >= leastDigitsRescaled
		years++
	}
	if years < leastYearsRescaled || !telling {
		return f, false
	}
	unit := func(e sheet.Entry) string { return strings.TrimSpace(e.Printed + " " + e.Unit) }
	return sheet.Finding{Page: b.At.Page, Check: events.Check{
		Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(a, ""), sheet.Input(b, "")},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", a.At.Page, unit(a), b.At.Page, unit(b)),
		Stated:  unit(b), Expected: unit(a),
		Message: fmt.Sprintf("One row stands twice with the same digits and different units: %s on page %d, %s on page %d. They are a factor of %s apart.",
			unit(a), a.At.Page, unit(b), b.At.Page, thousandsOf(power)),
	}}, true
}

// thousandsOf is a power of a thousand as it is written.
func thousandsOf(power int) string { return "1" + strings.Repeat(",000", max(power, -power)/3) }

// scalesApart is the power of ten between the scales of two figures of one dimension; apart is false where they are alike, or not known. A scale without a
// unit is taken to be of what the other is of.
func scalesApart(x, y sheet.Entry) (power int, apart bool) {
	bare := func(e sheet.Entry) (int, bool) {
		scale, ok := quantity.ScaleOf(e.Unit + " of what is counted")
		if !ok || e.Quantity().Unit.Base() != "" {
			return 0, false
		}
		return int(scale.NumDigits()) - 1 + int(scale.Exponent), true
	}
	p, first := bare(x)
	q, second := bare(y)
	switch {
	case first == second: // two units that are known, or two scales
		if first || !sheet.Comparable(x, y) {
			return p - q, first && p != q
		}
		power = compare.Thousands(x.Quantity().Base(), y.Quantity().Base())
		return power, power != 0
	case first:
		return p, plainMoney(y)
	default:
		return -q, plainMoney(x)
	}
}

// plainMoney reports whether a figure is an amount of money without a scale.
func plainMoney(e sheet.Entry) bool {
	u := e.Quantity().Unit
	return u.Dimension == quantity.Money && u.Factor.Cmp(quantity.Int(1)) == 0 && !slices.Contains(strings.Fields(strings.ToLower(e.Unit)), "million")
}
