package extract

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// reckoned finds percentages that are the change between two amounts of their sentence, whatever words stand between them: 20.0 beside
// 5.4 and 4.5 million. Such a figure is a change, measures what the amounts do, and is of the later one's year. What a rule has read stays,
// and so does a percentage that fits two pairs of amounts which measure different things.
func reckoned(s *facts.Sheet, all []member) {
	for i := range all {
		p := &all[i]
		if !percent(p.q) || p.fact < 0 || p.ruled || significant(p.q.Number) < 2 {
			continue
		}
		var of *facts.Fact
		alike, dated := true, false
		for a := range all {
			for b := range all {
				if a == b || all[a].fact < 0 || all[b].fact < 0 {
					continue
				}
				later, earlier := &s.Facts[all[a].fact], &s.Facts[all[b].fact]
				switch {
				case shares(p.q, all[a].q, all[b].q):
					alike = false // of 148, 81 are 54.7 %, and so is what 67 leave of them
				case grown(p.q, all[a].q, all[b].q) && (later.Year >= earlier.Year || earlier.Year == 0):
					alike = alike && (of == nil || of.Metric == later.Metric)
					of, dated = later, earlier.Year > 0 && later.Year > earlier.Year
				}
			}
		}
		if of == nil || !alike || of.Change {
			continue
		}
		f := &s.Facts[p.fact]
		f.Change, f.Target = true, of.Target
		if dated {
			f.Year, f.Period = of.Year, of.Period
		}
		if m := Measured(of.Metric, f); whole(m) == whole(of.Metric) {
			f.Metric = m
		}
		f.Notes = append(f.Notes, fmt.Sprintf("The change to %s in its sentence, by the figures.", of.Printed))
	}
}

// grown reports whether a percentage is by how much a is more or less than b, within its own rounding and theirs, of which no more is
// allowed than of its own: amounts of two digits fit too much.
func grown(p, a, b quantity.Quantity) bool {
	x, y, ok := besides(a, b)
	return ok && percentOf(p, quantity.Abs(quantity.Sub(x, y)), y, a, b)
}

// shares reports whether a percentage is what a is of b.
func shares(p, a, b quantity.Quantity) bool {
	x, y, ok := besides(a, b)
	return ok && percentOf(p, x, y, a, b)
}

// besides are two amounts in one unit; of "from 20.1 to 21.4 thousand tonnes" the first has none of its own.
func besides(a, b quantity.Quantity) (x, y *apd.Decimal, ok bool) {
	switch {
	case percent(a) || percent(b) || significant(a.Number) < 2 || significant(b.Number) < 2:
		return nil, nil, false
	case a.Unit.Comparable(b.Unit):
		return a.Base(), b.Base(), true
	case bare(a) != bare(b):
		return a.Value, b.Value, true
	}
	return nil, nil, false
}

func percentOf(p quantity.Quantity, x, y *apd.Decimal, a, b quantity.Quantity) bool {
	share, ok := quantity.PercentOf(x, y)
	slack, also := quantity.PercentOf(quantity.Sum(a.Half, b.Half), b.Value)
	if !ok || !also {
		return false
	}
	if slack = quantity.Abs(slack); slack.Cmp(p.Half) > 0 {
		slack = p.Half
	}
	return quantity.Abs(quantity.Sub(share, quantity.Abs(p.Value))).Cmp(quantity.Sum(p.Half, slack)) <= 0
}
