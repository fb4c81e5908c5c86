package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var changeHeading = regexp.MustCompile(`(?i)\bchange\b|\bvs\b|Δ|\bgrowth\b|\brate\b|\bveränderung\b|\+\s*/\s*[-–−]`)

var yoyPercentage = Definition{
	Name: "yoy_percentage", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "A column of changes is what the columns of two years beside it make; the change of a sentence is what its two amounts make.",
	heard: func(s *sheet) []utterance {
		return onceSaid(saidChanges(s), lessThan(s), pairChanges(s), movedSince(s), changesSince(s), changesNamed(s))
	},
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, changesOf(t, s.signsFalls())...)
		}
		return out
	},
}

// changesOf finds the pair of years that most figures of a column of changes are of, and checks the rest.
func changesOf(t *table, signed bool) []finding {
	var out []finding
	for _, col := range t.cols {
		var changes []entry
		for _, e := range t.all {
			if e.at.Col == col && percent(e) && (e.Change || changeHeading.MatchString(strings.Join(e.at.ColPath, " "))) && !e.Target {
				changes = append(changes, e)
			}
		}
		if len(changes) < 2 {
			continue
		}
		// Where a column prints a minus, a figure without one is a rise.
		minus := slices.ContainsFunc(changes, func(e entry) bool { return e.Quantity().Value.Sign() < 0 }) ||
			signed && !below.MatchString(strings.Join(append(slices.Clone(changes[0].at.ColPath), changes[0].at.Caption), " "))
		years := t.yearColumns(col)
		var best []comparison
		bestAgree := 0
		for _, now := range years {
			for _, then := range years {
				if t.yearOf(then) >= t.yearOf(now) {
					continue
				}
				var all []comparison
				agree := 0
				for _, e := range changes {
					c, ok := compareYears(t, e, now, then, minus)
					if !ok {
						continue
					}
					all = append(all, c)
					if c.agrees {
						agree++
					}
				}
				if agree > bestAgree {
					best, bestAgree = all, agree
				}
			}
		}
		if bestAgree < 2 || 3*bestAgree < 2*len(best) {
			continue
		}
		for _, c := range best {
			out = append(out, c.finding())
		}
	}
	return out
}

// signsFalls reports whether the report's columns of changes print falls with a sign or in brackets anywhere.
func (s *sheet) signsFalls() bool {
	in := map[int]bool{}
	for _, t := range s.tables {
		for _, e := range t.all {
			if percent(e) && e.Quantity().Value.Sign() < 0 && (e.Change || changeHeading.MatchString(strings.Join(e.at.ColPath, " "))) {
				in[t.number] = true
			}
		}
	}
	return len(in) > 0
}

// yearColumns are the columns of figures of one year each, other than col.
func (t *table) yearColumns(col int) []int {
	var out []int
	for _, c := range t.cols {
		if c != col && t.yearOf(c) > 0 {
			out = append(out, c)
		}
	}
	return slices.Compact(out)
}

// yearOf is the year of a column if its own heading gives it.
func (t *table) yearOf(col int) int {
	for _, e := range t.all {
		if e.at.Col == col && !percentHeading.MatchString(strings.Join(e.at.ColPath, " ")) {
			return facts.YearIn(strings.Join(e.at.ColPath, " "))
		}
	}
	return 0
}

var percentHeading = regexp.MustCompile(`(?i)\bchange\b|\bvs\b|Δ|\bin %|\btarget\b`)

// comparison is a stated change with the two figures it is of.
type comparison struct {
	stated, now, then entry
	computed          *apd.Decimal
	rounding, agrees  bool
}

func compareYears(t *table, stated entry, now, then int, minus bool) (comparison, bool) {
	a, ok := t.cell(stated.at.Row, now)
	b, there := t.cell(stated.at.Row, then)
	if !ok || !there || !comparable(a, b) || percent(a) || b.Quantity().Value.Sign() <= 0 {
		return comparison{}, false
	}
	c := comparison{stated: stated, now: a, then: b}
	c.computed, _ = quantity.PercentOf(quantity.Sub(a.Quantity().Base(), b.Quantity().Base()), b.Quantity().Base())
	low, high := changeOf(b.Quantity(), a.Quantity())
	v, half := stated.Quantity().Value, stated.Quantity().Half
	signed := minus || stated.Quantity().Signed || v.Sign() < 0 || c.computed.Sign() >= 0
	if !signed { // "24.2" for a fall, under a heading that says so
		v = new(apd.Decimal).Neg(v)
		c.rounding = false
	}
	c.rounding = quantity.Interval{Low: quantity.Sub(v, half), High: quantity.Sum(v, half)}.Overlaps(quantity.Interval{Low: low, High: high})
	c.agrees = signed && (c.rounding || quantity.Abs(quantity.Sub(v, c.computed)).Cmp(tenthPoint) <= 0)
	return c, true
}

func (c comparison) finding() finding {
	k := events.Check{Inputs: []events.CheckInput{input(c.then, ""), input(c.now, ""), input(c.stated, statedLabel+" change")}}
	k.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%",
		show(c.now.Quantity().Base()), show(c.then.Quantity().Base()), show(c.then.Quantity().Base()), quantity.Print(c.computed, places))
	Settle(&k, c.computed, c.stated.Quantity().Value, "%", c.rounding)
	bound, off := c.stated.Quantity().Bound, c.computed.Cmp(c.stated.Quantity().Value)
	Conclude(&k, c.agrees, bound, "0.1 percentage points")
	if !c.agrees && (bound == quantity.AtLeast && off >= 0 || bound == quantity.AtMost && off <= 0) { // "> 100 %"
		k.Result, k.Severity = events.CheckPass, "info"
		k.Message = fmt.Sprintf("Agrees: %s stated, %s computed.", c.stated.Printed, k.Expected)
	}
	return finding{k, c.stated.at.Page}
}
