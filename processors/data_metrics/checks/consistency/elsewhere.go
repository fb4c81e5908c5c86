package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// totalsGivenAgain are metrics whose totals a report gives in several tables.
var totalsGivenAgain = []facts.Metric{facts.GHGEmissions, facts.Energy, facts.Electricity, facts.Water, facts.Waste}

// totalsSaidAgain are metrics whose totals sentences give on several pages, each with its own words for what it counts:
// only a slip of the pen tells that two are of the same.
var totalsSaidAgain = []facts.Metric{facts.Energy, facts.Electricity, facts.Water, facts.Waste, facts.Headcount, facts.Revenue}

// mostElsewhere bounds how many figures are said to stand elsewhere otherwise.
const mostElsewhere = 20

// namesakes are figures that stand under one name, the names in the order in which they are met.
type namesakes struct {
	groups map[string][]*facts.Fact
	said   map[string]bool // names of totalsSaidAgain
	order  []string
}

func (n *namesakes) put(name string, f *facts.Fact) {
	if n.groups[name] == nil {
		n.order = append(n.order, name)
	}
	n.groups[name] = append(n.groups[name], f)
}

// otherPlaces are what elsewhere finds.
type otherPlaces []sheet.Finding

// saidElsewhere is what elsewhere finds, once.
func saidElsewhere(s *sheet.Sheet) []sheet.Finding {
	return sheet.Once(s, func() otherPlaces { return elsewhere(s) })
}

// elsewhere compares whole figures of one year that stand on several pages under one name. Tables have boundaries
// that their captions do not tell, so that a difference accuses nobody; one that is a slip of the pen - two digits
// exchanged, a power of a thousand - is no matter of boundaries. More than two figures are of different things.
func elsewhere(s *sheet.Sheet) []sheet.Finding {
	same := namesakes{groups: map[string][]*facts.Fact{}, said: map[string]bool{}}
	for i := range s.Facts {
		f := &s.Facts[i]
		if !wholeOfYear(s, f) {
			continue
		}
		if saidAgain(f) {
			key := fmt.Sprintf("said\x1f%s\x1f%d\x1f%s\x1f%s", f.Metric, f.Year, f.Dimension, f.UnitBase)
			same.said[key] = true
			same.put(key, f)
		}
		if name := givenName(s, f); name != "" {
			same.put(fmt.Sprintf("%s\x1f%s\x1f%s\x1f%d\x1f%s", f.Metric, name, f.Method, f.Year, f.Dimension), f)
		}
	}
	var out []sheet.Finding
	told := map[string]bool{}
	for _, key := range same.order {
		f, ok := differs(same.groups[key])
		if !ok || same.said[key] && !slippedInWords(s, f) || len(out) == mostElsewhere {
			continue
		}
		if pair := f.Inputs[0].FactID + f.Inputs[1].FactID; !told[pair] {
			told[pair] = true
			out = append(out, f)
		}
	}
	return out
}

// wholeOfYear reports whether a fact is an amount of all that its name says in one year, and the one that holds.
func wholeOfYear(s *sheet.Sheet, f *facts.Fact) bool {
	if f.Category != "" || f.Boundary != "" || f.Year == 0 || f.Change || f.Target || f.Restated {
		return false
	}
	if f.Per != "" || f.Bound != "" || f.Dimension == "percent" || f.Ambiguous() {
		return false
	}
	return !s.Superseded(f) && !s.MethodOpen(f) && f.Quantity().Value.Sign() > 0 && !besideOthers(s, f)
}

// NotAlone lists the ids of the facts of emissions that a sentence gives together with what they replace or with their parts: none of them is a
// second voice on a total.
func NotAlone(s *facts.Sheet, o sheet.Options) map[string]bool {
	t, out := &sheet.Sheet{Sheet: s, Options: o}, map[string]bool{}
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Metric == facts.GHGEmissions && besideOthers(t, f) {
			out[f.ID] = true
		}
	}
	return out
}

// besideOthers reports whether a sentence gives a figure together with others of its kind that it is not one with: what it replaces or is replaced
// by, or the parts of the entity that it is of.
func besideOthers(s *sheet.Sheet, f *facts.Fact) bool {
	if f.Source == facts.FromTable {
		return false
	}
	own := f.Quantity()
	return slices.ContainsFunc(s.Statements(), func(x sheet.Statement) bool {
		here, others, smaller := false, 0, 0
		for _, q := range x.Figures {
			switch like := q.Comparable(own) || sheet.MassLike(q) && sheet.MassLike(own); {
			case like && q.Base().Cmp(own.Base()) == 0:
				here = true
			case like:
				others++
				if q.Base().Cmp(own.Base()) < 0 {
					smaller++
				}
			}
		}
		return x.Page == f.Page && here && (x.Renewed() && others > 0 || smaller > 1)
	})
}

// saidAgain reports whether a fact is one of the totals that sentences give on several pages. A figure of a table is one
// only if its row says so; of revenue none is.
func saidAgain(f *facts.Fact) bool {
	return slices.Contains(totalsSaidAgain, f.Metric) && (f.Source != facts.FromTable || vocabulary.IsTotal(f.Own()) && f.Metric != facts.Revenue)
}

// givenName is the name under which a total is given in several tables: the scope of emissions, the words of the row of
// other metrics; empty if it is none, or if its name leaves open of what it is.
func givenName(s *sheet.Sheet, f *facts.Fact) string {
	if _, wrong := s.Relabel[sheet.Place{Fact: f.ID, Page: f.Page}]; wrong || f.Dimension == "count" || !slices.Contains(totalsGivenAgain, f.Metric) {
		return ""
	}
	if f.Metric == facts.GHGEmissions {
		if f.Scope == "total" {
			return ""
		}
		return f.Scope
	}
	if f.Source != facts.FromTable {
		return ""
	}
	words := sheet.Stems(f.Own())
	if len(words) < 2 {
		return ""
	}
	return strings.Join(words, " ")
}

// slippedInWords reports whether two totals differ by a slip of the pen and a sentence gives one of them: totals of two
// tables are of whatever each is about.
func slippedInWords(s *sheet.Sheet, f sheet.Finding) bool {
	return f.Result == events.CheckFail &&
		(s.ByID[f.Inputs[0].FactID].Source != facts.FromTable || s.ByID[f.Inputs[1].FactID].Source != facts.FromTable)
}

// differs finds the one other figure of a group, on another page.
func differs(all []*facts.Fact) (sheet.Finding, bool) {
	first := all[0]
	var other *facts.Fact
	for _, f := range all[1:] {
		x, y := first.Quantity(), f.Quantity()
		if x.Interval().Overlaps(y.Interval()) {
			continue
		}
		if f.Table == first.Table && f.Table > 0 || other != nil && !other.Quantity().Interval().Overlaps(y.Interval()) {
			return sheet.Finding{}, false
		}
		if other == nil {
			other = f
		}
	}
	if other == nil || other.Page == first.Page {
		return sheet.Finding{}, false
	}
	a, b := sheet.Entry{Fact: first, At: &first.Place}, sheet.Entry{Fact: other, At: &other.Place}
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(a, ""), sheet.Input(b, "")},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", first.Page, first.WithUnit(), other.Page, other.WithUnit())}
	compare.Settle(&c, first.Quantity().Base(), other.Quantity().Base(), first.Quantity().Unit.Base(), false)
	c.Result, c.Severity = events.CheckInconclusive, "warning"
	c.Message = fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d, unless they are of different boundaries.",
		first.WithUnit(), first.Page, other.WithUnit(), other.Page)
	how := slipBetween(first, other)
	if how == "" && !compare.Near(first.Quantity().Base(), other.Quantity().Base()) {
		return sheet.Finding{}, false // of parts of the entity, as it seems
	}
	if how != "" {
		c.Result, c.Severity = events.CheckFail, ""
		c.Message = fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d.%s",
			first.WithUnit(), first.Page, other.WithUnit(), other.Page, how)
	}
	return sheet.Finding{Check: c, Page: other.Page}, true
}

// slipBetween says by which slip of the pen one of two printed figures is the other; empty if by none. Figures of few
// digits are alike by chance.
func slipBetween(a, b *facts.Fact) string {
	x, y := compare.Significant(a.Value), compare.Significant(b.Value) // what is printed may hold the digit of "CO2e"
	if len(x) < 4 || len(y) < 4 {
		if len(x) < 3 || x != y {
			return ""
		}
	}
	if power := compare.Thousands(a.Quantity().Base(), b.Quantity().Base()); x == y && power != 0 && a.Metric != facts.Headcount {
		return fmt.Sprintf(" They have the same digits and differ by 10^%d.", power)
	}
	if compare.Exchanged(x, y) {
		return " Two digits are exchanged."
	}
	return ""
}
