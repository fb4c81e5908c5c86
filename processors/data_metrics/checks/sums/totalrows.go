package sums

import (
	"slices"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// totalRows adds the rows above a total, column by column. Totals that name their scopes are left to their own
// check, and so are those whose parts are scopes, unless those are asked for.
func totalRows(s *sheet.Sheet, t *sheet.Table, scopes bool) []sheet.Finding {
	var out []sheet.Finding
	for i := range t.Rows {
		r, ok := totalRowOf(t, i)
		if !ok {
			continue
		}
		r.addUp(s, t)
		if r.unnamed && !shownByFigures(r.sums, len(r.parts)) {
			for _, x := range r.sums {
				if saysSum(s, x) && overScopes(s, x) == scopes {
					out = append(out, x.Finding())
				}
			}
			continue
		}
		for _, x := range r.sums {
			if (r.shows(x) || saysSum(s, x)) && overScopes(s, x) == scopes && !(r.unnamed && x.among()) {
				out = append(out, x.Finding())
			}
		}
		if scopes && !r.unnamed && slices.ContainsFunc(r.byMethod, additions.tight) {
			out = append(out, concludeRow(r.byMethod)...)
		}
	}
	return out
}

// totalRow is a row of totals with the rows of their parts and, once added up, what these make in each column.
type totalRow struct {
	stated   []sheet.Entry
	parts    []int
	below    bool // the parts stand below it
	unnamed  bool // no word says that it is one: its figures must
	again    bool // it gives by another method what the total right above it gives
	silent   bool // among the parts stands a row without a figure, which may be what is left
	sums     []Sum
	byMethod []additions // of parts that hold one scope by both methods
	usable   int         // columns that say whether they add up
	agree    int         // of these, those that do
}

// totalRowOf finds the parts of the totals of a row; ok is false where it holds none, or none with parts.
func totalRowOf(t *sheet.Table, i int) (r totalRow, ok bool) {
	r.stated = t.Row(t.Rows[i])
	if len(r.stated) == 0 {
		return r, false
	}
	total := r.stated[0]
	if !total.Total {
		if r.unnamed = true; !endsHere(t, i, total) {
			return r, false
		}
		r.parts = PartsAbove(t, i, total)
		return r, len(r.parts) >= compare.LeastShown
	}
	first := firstByMethod(t, i, total)
	r.again = first < i
	r.parts = PartsAbove(t, first, total)
	if r.below = len(r.parts) < 2; r.below {
		r.parts = partsBelow(t, i, total)
	}
	r.silent = silentRow(t, r.parts, total)
	return r, len(r.parts) > 1 && (total.Complement == "" || allOf(t, r.parts, total.Complement))
}

// silentRow reports whether a row without any figure stands between the first part and the total.
func silentRow(t *sheet.Table, parts []int, total sheet.Entry) bool {
	for row := total.At.Row - 1; len(parts) > 0 && row > parts[0]; row-- {
		if !slices.Contains(t.Rows, row) {
			return true
		}
	}
	return false
}

// endsHere reports whether a row is the last below its heading.
func endsHere(t *sheet.Table, i int, total sheet.Entry) bool {
	if i+1 == len(t.Rows) {
		return true
	}
	next := t.Row(t.Rows[i+1])
	return len(next) > 0 && next[0].Parent() != total.Parent()
}

// addUp adds up the parts of each total.
func (r *totalRow) addUp(s *sheet.Sheet, t *sheet.Table) {
	var short []lacking
	for _, e := range r.stated {
		if !addsUp(s, e) {
			continue
		}
		parts, without, ok := filled(t, r.parts, e)
		if !ok {
			continue
		}
		if len(without) > 0 {
			if len(parts) >= compare.LeastShown && !methodsTwice(s, parts) && !r.again {
				short = append(short, lacking{AddUp(parts, e), without})
			}
			continue
		}
		if methodsTwice(s, parts) {
			if ways := byMethod(s, parts, e); len(ways.sums) > 0 {
				r.byMethod = append(r.byMethod, ways)
			}
			continue
		}
		if r.again {
			continue // which of the totals the parts are of is not said
		}
		x := AddUp(parts, e)
		r.count(x)
	}
	for _, l := range short {
		if slices.ContainsFunc(short, l.countedNothing) {
			r.count(l.Sum)
		}
	}
	// What lies within 1 % is right, unless every other column adds up to the last digit and this one is further off than rounding takes it.
	exact := 0
	for _, x := range r.sums {
		if x.Exact {
			exact++
		}
	}
	for i := range r.sums {
		if x := &r.sums[i]; exact > 0 && exact == len(r.sums)-1 && x.hides() {
			x.within = false
			r.agree--
		}
	}
}

// count takes a sum among those of the row, unless nothing is added up to nothing.
func (r *totalRow) count(x Sum) {
	if x.Computed.IsZero() && x.Stated.Quantity().Value.IsZero() {
		return
	}
	if x.Agrees() {
		r.agree++
	}
	if !x.Averages() {
		r.usable++
	}
	r.sums = append(r.sums, x)
}

// lacking is a sum of a column in which some of the parts have no figure.
type lacking struct {
	Sum
	without []int
}

// countedNothing reports whether another column, in which the same parts have no figure, adds up to the last digit without them: what is not
// given there counts as nothing. By itself a part without a figure may be what is left.
func (l lacking) countedNothing(o lacking) bool { return o.Exact && slices.Equal(l.without, o.without) }

// addsUp reports whether a total is an amount, and none of emissions that names its scope.
func addsUp(s *sheet.Sheet, e sheet.Entry) bool {
	if sheet.Percent(e) || e.Per != "" && !annual.MatchString(e.Per) || e.Metric == facts.GHGIntensity || e.Change {
		return false
	}
	return e.Metric != facts.GHGEmissions || s.Scope(e) == ""
}

// shows reports whether the table shows that a total is the sum of its parts: it agrees with them, or the other columns
// do, or its parts are left out. Two rows that make it in one column and not in most others do so by chance.
func (r *totalRow) shows(x Sum) bool {
	if x.Agrees() {
		return 2*r.agree >= r.usable || len(x.Parts) >= compare.LeastShown
	}
	average := x.Averages() && (!(x.amounts() && r.agree > 0) || averageWord.MatchString(x.Stated.Own())) // of amounts that add up in another column it is none
	if x.largest() || average || x.far() {
		return false // sites that have both kinds are counted once, rates are averaged: no sum
	}
	return r.agree > 0 && 2*r.agree >= r.usable || x.Blank() && r.usable > 1 && !r.below || !r.below && !r.unnamed && !r.silent &&
		len(r.parts) >= compare.LeastShown && x.slipped()
}

// slipped reports whether the stated total is what the parts make but for a slip of the pen, which no other total would be by chance.
func (s Sum) slipped() bool {
	if s.Stated.Ambiguous() {
		return false
	}
	right, ok := quantity.Ratio(s.Computed, s.Stated.Quantity().Unit.Factor)
	digits := compare.DigitsIn(s.Stated.Printed)
	return ok && sheet.SlipOfPen(right, s.Stated) > 0 && (len(digits) >= compare.SlipDigits ||
		compare.InOrder(digits) == compare.InOrder(compare.Significant(compare.Show(right))))
}

// saysSum reports whether a sentence gives what parts make, where the row that is named as the table is gives it otherwise.
func saysSum(s *sheet.Sheet, x Sum) bool {
	label := sheet.Stems(x.Stated.Label())
	if x.Agrees() || x.among() || x.far() || len(x.Parts) < compare.LeastShown || x.Stated.Ambiguous() ||
		!sheet.Within(label, sheet.Stems(x.Stated.At.Caption)) && !vocabulary.IsTotal(x.Stated.Label()) ||
		!compare.Exchanged(compare.DigitsIn(compare.Show(x.Computed)), compare.DigitsIn(compare.Show(x.Stated.Quantity().Base()))) {
		return false
	}
	label = append(label, sheet.Stems(x.Stated.At.Caption)...)
	return slices.ContainsFunc(s.Statements(), func(y sheet.Statement) bool {
		return sheet.SharesWord(label, sheet.Stems(y.Text)) && slices.ContainsFunc(y.Figures, func(q quantity.Quantity) bool {
			return q.Unit.Comparable(x.Stated.Quantity().Unit) && q.Base().Cmp(x.Computed) == 0
		})
	})
}

// allOf reports whether no row is of another half than a total that names one: "Total hazardous waste" is that of hazardous waste.
func allOf(t *sheet.Table, rows []int, half string) bool {
	return !slices.ContainsFunc(rows, func(row int) bool {
		r := t.Row(row)
		return len(r) > 0 && r[0].Complement != "" && r[0].Complement != half
	})
}

// methodsTwice says that parts hold one scope by both methods: no total adds them up, though one so small may seem to
// agree.
func methodsTwice(s *sheet.Sheet, parts []sheet.Entry) bool {
	methods := map[string]string{}
	for _, p := range parts {
		if p.Metric != facts.GHGEmissions || p.Method == "" {
			continue
		}
		scope := s.Scope(p)
		if other, seen := methods[scope]; seen && other != p.Method {
			return true
		}
		methods[scope] = p.Method
	}
	return false
}

// byMethod adds up scopes of which one stands by both methods: by the method that the total names, or by each where it
// names none. Only whole scopes are left apart so; of other parts it is not known which belong together.
func byMethod(s *sheet.Sheet, parts []sheet.Entry, total sheet.Entry) additions {
	out := additions{scope: "total"}
	for _, method := range []string{"location", "market"} {
		if total.Method != "" && total.Method != method {
			continue
		}
		x := AddUp(slices.DeleteFunc(slices.Clone(parts), func(p sheet.Entry) bool { return p.Method != "" && p.Method != method }), total)
		if overScopes(s, x) && !x.Blank() {
			out.sums = append(out.sums, x)
		}
	}
	return out
}

// overScopes says that the parts of a sum are whole scopes, each once.
func overScopes(s *sheet.Sheet, x Sum) bool {
	seen := map[string]bool{}
	for _, p := range x.Parts {
		scope := s.Scope(p)
		if p.Metric != facts.GHGEmissions || p.Category != "" || len(scope) != 1 || seen[scope] {
			return false
		}
		seen[scope] = true
	}
	return len(seen) > 1
}

// firstByMethod is the first of the rows that give one total of emissions by each method: their parts stand above it.
func firstByMethod(t *sheet.Table, i int, total sheet.Entry) int {
	for ; i > 0; i-- {
		r := t.Row(t.Rows[i-1])
		if len(r) == 0 || !r[0].Total || r[0].Parent() != total.Parent() || r[0].Metric != facts.GHGEmissions || total.Metric != facts.GHGEmissions ||
			r[0].Method == "" || total.Method == "" || r[0].Method == total.Method {
			break
		}
	}
	return i
}

// annual says of an amount that it is that of a year, which can be added like any other.
var annual = pattern.Compile(`(?i)^\s*(?:an?\s+)?(?:year|annum|a)\s*$`)

// averageWord in the label of a total row says that some of its columns are averaged: "Total / average".
var averageWord = pattern.Compile(`(?i)\b(?:averages?|avg|mean|weighted)\b|Ø`)
