package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// totalsGivenAgain are metrics whose totals a report gives in several tables.
var totalsGivenAgain = []facts.Metric{facts.GHGEmissions, facts.Energy, facts.Electricity, facts.Water, facts.Waste}

// totalsSaidAgain are metrics whose totals sentences give on several pages, each with its own words for what it counts:
// only a slip of the pen tells that two are of the same.
var totalsSaidAgain = []facts.Metric{facts.Energy, facts.Electricity, facts.Water, facts.Waste, facts.Headcount, facts.Revenue}

// mostElsewhere bounds how many figures are said to stand elsewhere otherwise.
const mostElsewhere = 20

// elsewhere compares whole figures of one year that stand on several pages under one name. Tables have boundaries
// that their captions do not tell, so that a difference accuses nobody; one that is a slip of the pen - two digits
// exchanged, a power of a thousand - is no matter of boundaries. More than two figures are of different things.
func (s *sheet) elsewhere() []finding {
	groups := map[string][]*facts.Fact{}
	said := map[string]bool{} // groups of totalsSaidAgain
	var order []string
	put := func(key string, f *facts.Fact) {
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], f)
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Category != "" || f.Year == 0 || f.Change || f.Target || f.Restated || f.Per != "" || f.Bound != "" || f.Ambiguous() ||
			f.Dimension == "percent" || f.Boundary != "" || s.superseded(f) || s.MethodOpen(f) || f.Quantity().Value.Sign() <= 0 {
			continue
		}
		if slices.Contains(totalsSaidAgain, f.Metric) && (f.Source != facts.FromTable || facts.IsTotal(f.Own()) && f.Metric != facts.Revenue) {
			key := fmt.Sprintf("said\x1f%s\x1f%d\x1f%s\x1f%s", f.Metric, f.Year, f.Dimension, f.UnitBase)
			said[key] = true
			put(key, f)
		}
		if _, wrong := s.relabel[place{f.ID, f.Page}]; wrong || f.Dimension == "count" || !slices.Contains(totalsGivenAgain, f.Metric) {
			continue
		}
		name := f.Scope
		if f.Metric != facts.GHGEmissions {
			words := stems(f.Own())
			if f.Source != facts.FromTable || len(words) < 2 {
				continue
			}
			name = strings.Join(words, " ")
		}
		if name == "" || name == "total" {
			continue
		}
		put(fmt.Sprintf("%s\x1f%s\x1f%s\x1f%d\x1f%s", f.Metric, name, f.Method, f.Year, f.Dimension), f)
	}
	var out []finding
	told := map[string]bool{}
	for _, key := range order {
		f, ok := differs(groups[key])
		if !ok || said[key] && f.Result != events.CheckFail || len(out) == mostElsewhere {
			continue
		}
		if said[key] && s.byID[f.Inputs[0].FactID].Source == facts.FromTable && s.byID[f.Inputs[1].FactID].Source == facts.FromTable {
			continue // totals of two tables are of whatever each is about
		}
		if pair := f.Inputs[0].FactID + f.Inputs[1].FactID; !told[pair] {
			told[pair] = true
			out = append(out, f)
		}
	}
	return out
}

// differs finds the one other figure of a group, on another page.
func differs(all []*facts.Fact) (finding, bool) {
	first := all[0]
	var other *facts.Fact
	for _, f := range all[1:] {
		x, y := first.Quantity(), f.Quantity()
		if x.Interval().Overlaps(y.Interval()) {
			continue
		}
		if f.Table == first.Table && f.Table > 0 || other != nil && !other.Quantity().Interval().Overlaps(y.Interval()) {
			return finding{}, false
		}
		if other == nil {
			other = f
		}
	}
	if other == nil || other.Page == first.Page {
		return finding{}, false
	}
	a, b := entry{Fact: first, at: &first.Place}, entry{Fact: other, at: &other.Place}
	c := events.Check{Inputs: []events.CheckInput{input(a, ""), input(b, "")}, Working: fmt.Sprintf("page %d: %s; page %d: %s", first.Page, first.WithUnit(), other.Page, other.WithUnit())}
	Settle(&c, first.Quantity().Base(), other.Quantity().Base(), first.Quantity().Unit.Base(), false)
	c.Result, c.Severity = events.CheckInconclusive, "warning"
	c.Message = fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d, unless they are of different boundaries.", first.WithUnit(), first.Page, other.WithUnit(), other.Page)
	how := slipBetween(first, other)
	ratio, ok := quantity.Ratio(first.Quantity().Base(), other.Quantity().Base())
	if how == "" && (!ok || ratio.Cmp(apd.New(2, 0)) > 0 || ratio.Cmp(apd.New(5, -1)) < 0) {
		return finding{}, false // of parts of the entity, as it seems
	}
	if how != "" {
		c.Result, c.Severity = events.CheckFail, ""
		c.Message = fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d.%s", first.WithUnit(), first.Page, other.WithUnit(), other.Page, how)
	}
	return finding{c, other.Page}, true
}

// slipBetween says by which slip of the pen one of two printed figures is the other; empty if by none. Figures of few
// digits are alike by chance.
func slipBetween(a, b *facts.Fact) string {
	x, y := significant(a.Value), significant(b.Value) // what is printed may hold the digit of "CO2e"
	if len(x) < 4 || len(y) < 4 {
		if len(x) < 3 || x != y {
			return ""
		}
	}
	if power := thousands(a.Quantity().Base(), b.Quantity().Base()); x == y && power != 0 && a.Metric != facts.Headcount {
		return fmt.Sprintf(" They have the same digits and differ by 10^%d.", power)
	}
	if exchanged(x, y) {
		return " Two digits are exchanged."
	}
	return ""
}

// exchanged says that two rows of digits differ by two neighbours that changed places.
func exchanged(a, b string) bool {
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
