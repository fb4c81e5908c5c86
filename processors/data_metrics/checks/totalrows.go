package checks

import (
	"regexp"
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// totalRows adds the rows above a total, column by column. Totals that name their scopes are left to their own
// check, and so are those whose parts are scopes, unless those are asked for.
func totalRows(s *sheet, t *table, scopes bool) []finding {
	var out []finding
	for i := range t.rows {
		r, ok := t.totalRow(i)
		if !ok {
			continue
		}
		r.addUp(s, t)
		if r.unnamed && !shownByFigures(r.sums, len(r.parts)) {
			for _, x := range r.sums {
				if s.saysSum(x) && s.overScopes(x) == scopes {
					out = append(out, x.finding())
				}
			}
			continue
		}
		for _, x := range r.sums {
			if (r.shows(x) || s.saysSum(x)) && s.overScopes(x) == scopes && !(r.unnamed && x.among()) {
				out = append(out, x.finding())
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
	stated   []entry
	parts    []int
	below    bool // the parts stand below it
	unnamed  bool // no word says that it is one: its figures must
	again    bool // it gives by another method what the total right above it gives
	sums     []sum
	byMethod []additions // of parts that hold one scope by both methods
	usable   int         // columns that say whether they add up
	agree    int         // of these, those that do
}

// totalRow finds the parts of the totals of a row; ok is false where it holds none, or none with parts.
func (t *table) totalRow(i int) (r totalRow, ok bool) {
	r.stated = t.row(t.rows[i])
	if len(r.stated) == 0 {
		return r, false
	}
	total := r.stated[0]
	if !total.total {
		r.unnamed = true
		r.parts = t.partsAbove(i, total)
		return r, t.endsHere(i, total) && len(r.parts) >= leastShown
	}
	first := t.firstByMethod(i, total)
	r.again = first < i
	r.parts = t.partsAbove(first, total)
	if r.below = len(r.parts) < 2; r.below {
		r.parts = t.partsBelow(i, total)
	}
	return r, len(r.parts) > 1 && (total.half == "" || t.allOf(r.parts, total.half))
}

// endsHere reports whether a row is the last below its heading.
func (t *table) endsHere(i int, total entry) bool {
	if i+1 == len(t.rows) {
		return true
	}
	next := t.row(t.rows[i+1])
	return len(next) > 0 && next[0].parent() != total.parent()
}

// addUp adds up the parts of each total.
func (r *totalRow) addUp(s *sheet, t *table) {
	for _, e := range r.stated {
		if !s.addsUp(e) {
			continue
		}
		parts, ok := t.column(r.parts, e)
		if !ok {
			continue
		}
		if s.methodsTwice(parts) {
			if ways := s.byMethod(parts, e); len(ways.sums) > 0 {
				r.byMethod = append(r.byMethod, ways)
			}
			continue
		}
		if r.again {
			continue // which of the totals the parts are of is not said
		}
		x := addUp(parts, e)
		if x.computed.IsZero() && e.Quantity().Value.IsZero() {
			continue
		}
		if x.agrees() {
			r.agree++
		}
		if !x.averages() {
			r.usable++
		}
		r.sums = append(r.sums, x)
	}
}

// addsUp reports whether a total is an amount, and none of emissions that names its scope.
func (s *sheet) addsUp(e entry) bool {
	if percent(e) || e.Per != "" || e.Metric == facts.GHGIntensity || e.Change {
		return false
	}
	return e.Metric != facts.GHGEmissions || s.scope(e) == ""
}

// shows reports whether the table shows that a total is the sum of its parts: it agrees with them, or the other columns
// do, or its parts are left out.
func (r *totalRow) shows(x sum) bool {
	if x.agrees() {
		return true
	}
	average := x.averages() && (!(x.amounts() && r.agree > 0) || averageWord.MatchString(x.stated.Own())) // of amounts that add up in another column it is none
	if x.largest() || average || x.far() {
		return false // sites that have both kinds are counted once, rates are averaged: no sum
	}
	return r.agree > 0 && 2*r.agree >= r.usable || x.blank() && r.usable > 1 && !r.below || !r.below && !r.unnamed && len(r.parts) >= leastShown && x.slipped()
}

// slipped reports whether the stated total is what the parts make but for a slip of the pen, which no other total would be by chance.
func (s sum) slipped() bool {
	if s.stated.Ambiguous() {
		return false
	}
	right, ok := quantity.Ratio(s.computed, s.stated.Quantity().Unit.Factor)
	digits := digitsIn(s.stated.Printed)
	return ok && slipOfPen(right, s.stated) > 0 && (len(digits) >= slipDigits || inOrder(digits) == inOrder(significant(show(right))))
}

// saysSum reports whether a sentence gives what parts make, where the row that is named as the table is gives it otherwise.
func (s *sheet) saysSum(x sum) bool {
	label := stems(x.stated.label())
	if x.agrees() || x.among() || x.far() || len(x.parts) < leastShown || x.stated.Ambiguous() ||
		!within(label, stems(x.stated.at.Caption)) && !facts.IsTotal(x.stated.label()) ||
		!exchanged(digitsIn(show(x.computed)), digitsIn(show(x.stated.Quantity().Base()))) {
		return false
	}
	label = append(label, stems(x.stated.at.Caption)...)
	return slices.ContainsFunc(s.statements(), func(y statement) bool {
		return sharesWord(label, stems(y.text)) && slices.ContainsFunc(y.figures, func(q quantity.Quantity) bool {
			return q.Unit.Comparable(x.stated.Quantity().Unit) && q.Base().Cmp(x.computed) == 0
		})
	})
}

// allOf reports whether no row is of another half than a total that names one: "Total hazardous waste" is that of hazardous waste.
func (t *table) allOf(rows []int, half string) bool {
	return !slices.ContainsFunc(rows, func(row int) bool {
		r := t.row(row)
		return len(r) > 0 && r[0].half != "" && r[0].half != half
	})
}

// methodsTwice says that parts hold one scope by both methods: no total adds them up, though one so small may seem to
// agree.
func (s *sheet) methodsTwice(parts []entry) bool {
	methods := map[string]string{}
	for _, p := range parts {
		if p.Metric != facts.GHGEmissions || p.Method == "" {
			continue
		}
		scope := s.scope(p)
		if other, seen := methods[scope]; seen && other != p.Method {
			return true
		}
		methods[scope] = p.Method
	}
	return false
}

// byMethod adds up scopes of which one stands by both methods: by the method that the total names, or by each where it
// names none. Only whole scopes are left apart so; of other parts it is not known which belong together.
func (s *sheet) byMethod(parts []entry, total entry) additions {
	out := additions{scope: "total"}
	for _, method := range []string{"location", "market"} {
		if total.Method != "" && total.Method != method {
			continue
		}
		x := addUp(slices.DeleteFunc(slices.Clone(parts), func(p entry) bool { return p.Method != "" && p.Method != method }), total)
		if s.overScopes(x) && !x.blank() {
			out.sums = append(out.sums, x)
		}
	}
	return out
}

// overScopes says that the parts of a sum are whole scopes, each once.
func (s *sheet) overScopes(x sum) bool {
	seen := map[string]bool{}
	for _, p := range x.parts {
		scope := s.scope(p)
		if p.Metric != facts.GHGEmissions || p.Category != "" || len(scope) != 1 || seen[scope] {
			return false
		}
		seen[scope] = true
	}
	return len(seen) > 1
}

// firstByMethod is the first of the rows that give one total of emissions by each method: their parts stand above it.
func (t *table) firstByMethod(i int, total entry) int {
	for ; i > 0; i-- {
		r := t.row(t.rows[i-1])
		if len(r) == 0 || !r[0].total || r[0].parent() != total.parent() || r[0].Metric != facts.GHGEmissions || total.Metric != facts.GHGEmissions ||
			r[0].Method == "" || total.Method == "" || r[0].Method == total.Method {
			break
		}
	}
	return i
}

// averageWord in the label of a total row says that some of its columns are averaged: "Total / average".
var averageWord = regexp.MustCompile(`(?i)\b(?:averages?|avg|mean|weighted)\b|Ø`)
