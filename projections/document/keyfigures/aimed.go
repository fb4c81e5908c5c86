package keyfigures

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Way is where the figures of a row go that has a target beside them.
type Way int

// The closed set of ways, the gravest first.
const (
	Missed  Way = iota // the year of the target has come, and it was not reached
	Away               // since the year before they have gone the other way
	Beside             // the year of the target has come, the figure is another, and nobody knows whether less or more is better
	Towards            // on the way to it
	Open               // its year is still to come, and nobody knows where they go: what moves away may keep a limit, or pass a goal
	Reached
)

// Aimed is a row with its target.
type Aimed struct {
	Row
	Target Figure
	Way    Way
}

// aims is how the heading of a column says that what stands below it is aimed at: a forecast is not.
var aims = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?|ambitions?|objectives?)\b`)

// WithTargets finds the rows of a table that give what was reached in a year beside what is aimed at in that year or a later one, the gravest first.
// A row with several targets or several figures of a year is of more than one thing and is left out.
func WithTargets(figures, targets []Figure, year int) []Aimed {
	byRow := map[string]*Aimed{}
	wanted := map[string]int{}
	for _, t := range append(slices.Clone(targets), inHeadings(figures, year)...) {
		heads := strings.Join(t.ColPath, " ")
		if t.Value == nil || t.Year < year || len(t.RowPath) == 0 || !aims.MatchString(heads) {
			continue
		}
		k := rowKey(t)
		wanted[k]++
		byRow[k] = &Aimed{Target: t}
	}
	of := map[string][]Figure{}
	for _, f := range figures {
		if f.Value != nil && len(f.RowPath) > 0 && wanted[rowKey(f)] == 1 {
			of[rowKey(f)] = append(of[rowKey(f)], f)
		}
	}
	var out []Aimed
	for k, all := range of {
		a := byRow[k]
		a.Row = Row{Family: all[0].Family, Unit: all[0].Unit, Name: Name(all[0]), Figures: single(slices.Clone(all))}
		if a.In(year) == nil {
			continue
		}
		now := *a.In(year)
		now.Wanted = cmp.Or(a.Target.Wanted, endOfScale(&a.Target), now.Wanted)
		a.Way = way(&now, a.In(year-1), a.Target.Value, a.Target.Year == year)
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b Aimed) int {
		return cmp.Or(cmp.Compare(a.Way, b.Way), cmp.Compare(a.In(year).Page, b.In(year).Page), cmp.Compare(a.In(year).ID, b.In(year).ID))
	})
	return out
}

var (
	share = pattern.Compile(`(\d+(?:[.,]\d+)?)\s*%`)
	due   = pattern.Compile(`\b(?:19|20)\d\d\b`)
	// relative is a share by which something is to change, and not one that is to be reached.
	relative = pattern.Compile(`(?i)\bby\s+(?:at\s+least\s+|up\s+to\s+)?[-–]?\s*\d|\bper\s+(?:year|annum)\b|\breduc|\bless\b|\bcompared\b`)
)

// inHeadings are the targets that rows of shares have in their own headings, each with its year: "All sites certified: 100 %, [2024]" beside what is
// reached. A heading with two shares or two years is of more than one thing.
func inHeadings(figures []Figure, year int) []Figure {
	var out []Figure
	seen := map[string]bool{}
	for _, f := range figures {
		if f.Year != year || f.Unit != "%" || len(f.RowPath) == 0 || seen[rowKey(f)] {
			continue
		}
		heading := f.RowPath[len(f.RowPath)-1]
		shares, years := share.FindAllStringSubmatch(heading, -1), due.FindAllString(heading, -1)
		if len(shares) != 1 || len(years) != 1 || relative.MatchString(heading) {
			continue
		}
		value, _, err := apd.NewFromString(strings.ReplaceAll(shares[0][1], ",", "."))
		until, _ := strconv.Atoi(years[0])
		if err != nil || until < year {
			continue
		}
		seen[rowKey(f)] = true
		t := f
		t.ID, t.Value, t.Year, t.Printed, t.ColPath = "", value, until, shares[0][1]+" %", []string{"target"}
		out = append(out, t)
	}
	return out
}

// endOfScale is which way a share can only go that is to be all, or nothing: 1, -1; 0 of others.
func endOfScale(target *Figure) int {
	switch {
	case target.Unit != "%":
		return 0
	case target.Value.IsZero():
		return -1
	case target.Value.Cmp(quantity.Int(100)) == 0:
		return 1
	}
	return 0
}

func rowKey(f Figure) string {
	return strings.Join([]string{f.Unit, f.Caption, strings.Join(f.RowPath, "\x00")}, "\x01")
}

// Bound is 1 of a target that is to be passed, -1 of one that is to be kept below, by the sign before it; 0 of others.
func Bound(printed string) int {
	switch first, _ := utf8.DecodeRuneInString(strings.TrimSpace(printed)); first {
	case '>', '≥':
		return 1
	case '<', '≤':
		return -1
	}
	return 0
}

// way is where a figure goes. Where nobody knows whether less or more is better, the year before tells it: what lies beyond the target is a target
// reached, and what has come nearer is on its way.
func way(now, before *Figure, target *apd.Decimal, due bool) Way {
	left := quantity.Sub(target, now.Value).Sign()
	gone := 0
	if before != nil {
		gone = quantity.Sub(now.Value, before.Value).Sign()
	}
	switch {
	case left == 0:
		return Reached
	case now.Wanted != 0 && left != now.Wanted:
		return Reached
	case now.Wanted != 0 && due:
		return Missed
	case now.Wanted != 0 && gone == -now.Wanted:
		return Away
	case now.Wanted != 0 && gone == now.Wanted:
		return Towards
	case before != nil && quantity.Sub(target, before.Value).Sign() == -left:
		return Reached
	case due:
		return Beside
	case gone == left:
		return Towards
	}
	return Open
}
