package shares

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// "<subject> made up 31 % of <whole>": what stands before the verb is the part, what stands behind the figure the whole.
var madeUp = pattern.Compile(`(?i)^(.{3,200}?)\s+(?:made up|make up|makes up|accounted for|account for|accounts for|represented|represents|` +
	`represent|provided|contributed|constituted|comprised|were responsible for|was responsible for|is responsible for|are responsible for)\s+` +
	`(?:(?:about|around|approximately|roughly|almost|nearly|some|over|more than|less than|up to|ca\.)\s+)?$`)

var (
	ofTheAll  = pattern.Compile(`(?i)^\s*of\s+([^.;,]{3,80})`)
	partitive = pattern.Compile(`(?i)^Of\s+(?:the|our|all|this|its|total)?\s*([\p{L} -]{3,60})`)
	numbered  = pattern.Compile(`(?i)\bcategor(?:y|ies)\s+(\d{1,2}(?:\s*(?:,|and|&|,\s*and)\s*\d{1,2})*)\b`)
	oneScope  = pattern.Compile(`(?i)^(?:our\s+|the\s+)?scopes?\s*([123](?:\s*(?:,|and|&|\+)\s*(?:scope\s*)?[123])*)` +
		`(?:\s+\([^)]*\))?(?:\s+(?:ghg|greenhouse gas))?(?:\s+emissions)?(?:\s+together)?$`)
	allScopes = pattern.Compile(`(?i)^(?:our\s+|the\s+)?(?:total|overall|all|entire)\s+(?:ghg\s+|greenhouse gas\s+|carbon\s+)?(?:emissions|footprint)`)
)

// portion is a sentence's share with the figures of tables that it must be of.
type portion struct {
	sheet.Statement
	stated quantity.Quantity
	parts  []sheet.Entry
	whole  sheet.Entry
	sure   bool // part and whole are named by nothing but their labels
}

func (p portion) check() (events.Check, bool) {
	sum := quantity.Int(0)
	low, high := quantity.Int(0), quantity.Int(0)
	c := events.Check{}
	_, factor := sheet.PrintedIn(append([]sheet.Entry{p.whole}, p.parts...)...)
	printed := func(base *apd.Decimal) string {
		v, _ := quantity.Ratio(base, factor)
		return compare.Show(v)
	}
	var terms []string
	for _, e := range p.parts {
		sum = quantity.Sum(sum, e.Quantity().Base())
		i := e.Quantity().Interval()
		low, high = quantity.Sum(low, i.Low), quantity.Sum(high, i.High)
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		terms = append(terms, printed(e.Quantity().Base()))
	}
	whole := p.whole.Quantity()
	share, ok := quantity.PercentOf(sum, whole.Base())
	least, a := quantity.PercentOf(low, whole.Interval().High)
	most, b := quantity.PercentOf(high, whole.Interval().Low)
	if !ok || !a || !b || whole.Interval().Low.Sign() <= 0 {
		return c, false
	}
	c.Inputs = append(c.Inputs, sheet.Input(p.whole, "whole: "+sheet.Shorten(p.whole.Label())), p.Input(sheet.StatedLabel+" share", p.stated))
	part := strings.Join(terms, " + ")
	if len(terms) > 1 {
		part = "(" + part + ")"
	}
	c.Working = fmt.Sprintf("%s / %s x 100 = %s %%", part, printed(whole.Base()), quantity.Print(share, compare.Places))
	v, half := p.stated.Value, p.stated.Half
	rounding := quantity.Interval{Low: quantity.Sub(v, half), High: quantity.Sum(v, half)}.Overlaps(quantity.Interval{Low: least, High: most})
	compare.Settle(&c, share, v, "%", rounding)
	compare.Conclude(&c, quantity.Abs(quantity.Sub(v, share)).Cmp(compare.TenthPoint) <= 0, p.stated.Bound, "0.1 percentage points")
	return c, true
}

// shares holds the shares that sentences state against the amounts of the tables that they are shares of.
func shares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, p := range portionsOf(s, x) {
			c, ok := p.check()
			if !ok {
				continue
			}
			if c.Result == events.CheckFail && !p.sure {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "The share may be of another part or whole than these rows. " + c.Message
			}
			if i < 20 {
				out = append(out, x.Utter(c, p.stated.Text, false))
			}
		}
	}
	return out
}

// portionsOf reads what a sentence says to be a share of what.
func portionsOf(s *sheet.Sheet, x sheet.Statement) []portion {
	if all := division(s, x); len(all) > 0 {
		return all
	}
	var out []portion
	for _, q := range x.Percents() {
		m := madeUp.FindStringSubmatch(x.Text[:q.Start])
		of := ofTheAll.FindStringSubmatch(x.Text[q.End:])
		if m == nil || of == nil || len(x.Percents()) > 1 {
			continue
		}
		for _, find := range []func(sheet.Statement, string, string) (portion, bool){
			func(x sheet.Statement, part, whole string) (portion, bool) { return ofCategories(s, x, part, whole) },
			func(x sheet.Statement, part, whole string) (portion, bool) { return ofScopes(s, x, part, whole) },
			func(x sheet.Statement, part, whole string) (portion, bool) { return ofRow(s, x, part, whole) },
		} {
			if p, ok := find(x, m[1], of[1]); ok {
				p.Statement, p.stated = x, q
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// ofCategories reads "categories 4 and 9 together made up ... of Scope 3".
func ofCategories(s *sheet.Sheet, x sheet.Statement, part, whole string) (portion, bool) {
	m := numbered.FindStringSubmatch(part)
	if m == nil || vocabulary.ScopeOf(whole) != "3" || len(numbered.FindAllString(part, -1)) > 1 {
		return portion{}, false
	}
	var wanted []int
	for _, d := range sheet.DigitsOf.FindAllString(m[1], -1) {
		n, _ := strconv.Atoi(d)
		wanted = append(wanted, n)
	}
	for _, t := range s.Tables {
		year := x.Year(t.LastYear())
		for _, col := range t.Cols {
			total := sums.Totals(s, t, col)["3"]
			if len(total) != 1 || total[0].Year != year || sheet.Percent(total[0]) {
				continue
			}
			p := portion{whole: total[0], sure: true}
			for _, e := range t.All {
				if e.At.Col == col && slices.Contains(wanted, e.Number) && e.Scope == "3" && sheet.Comparable(e, total[0]) && !vocabulary.IsPartOfPart(e.Label()) {
					p.parts = append(p.parts, e)
				}
			}
			if len(p.parts) == len(wanted) {
				return p, true
			}
		}
	}
	return portion{}, false
}

// ofScopes reads "Scope 3 accounts for ... of our total emissions".
func ofScopes(s *sheet.Sheet, x sheet.Statement, part, whole string) (portion, bool) {
	m := oneScope.FindStringSubmatch(strings.TrimSpace(part))
	if m == nil || !allScopes.MatchString(strings.TrimSpace(whole)) {
		return portion{}, false
	}
	for _, t := range s.Tables {
		year := x.Year(t.LastYear())
		for _, col := range t.Cols {
			totals := sums.Totals(s, t, col)
			all := append(slices.Clone(totals["1+2+3"]), totals["total"]...)
			for _, e := range totals[""] {
				if e.Total { // "Total" under the scopes
					all = append(all, e)
				}
			}
			if len(all) != 1 || all[0].Year != year {
				continue
			}
			p := portion{whole: all[0], sure: true}
			wanted := sheet.DigitsOf.FindAllString(m[1], -1)
			for _, scope := range wanted {
				if e := totals[scope]; len(e) == 1 && sheet.Comparable(e[0], all[0]) && !sheet.Percent(e[0]) {
					p.parts = append(p.parts, e[0])
				}
			}
			if len(p.parts) == len(wanted) {
				return p, true
			}
		}
	}
	return portion{}, false
}

// aside is what a sentence says about its subject in between: "Purchased goods, above all cement, made up".
var aside = pattern.Compile(`,[^,]*,?\s*$|\s*\([^)]*\)\s*$`)

// ofRow reads the name of a row as the part, and of its table's total as the whole.
func ofRow(s *sheet.Sheet, x sheet.Statement, part, whole string) (portion, bool) {
	subject, all := sheet.Stems(aside.ReplaceAllString(part, "")), sheet.Stems(sheet.YearWords.ReplaceAllString(whole, ""))
	var found []portion
	for _, l := range s.Rows() {
		if l.Total || !sheet.Within(subject, l.Stems) || !sheet.Within(l.Stems, subject) {
			continue
		}
		total, ok := l.Whole()
		if !ok {
			continue
		}
		year := x.Year(l.LastYear())
		a, there := l.InYear(year)
		b, is := total.InYear(year)
		if !there || !is || !sheet.Comparable(a, b) {
			continue
		}
		own := sheet.Within(all, total.Stems) && len(total.Stems) > 0
		named := sheet.Stems(b.Label() + " " + b.At.Caption + " " + strings.Join(b.At.RowPath, " "))
		if own || sheet.Within(all, named) {
			found = append(found, portion{parts: []sheet.Entry{a}, whole: b, sure: own || sheet.Within(all, sheet.Stems(b.At.Caption))})
		}
	}
	if len(found) != 1 {
		return portion{}, false
	}
	return found[0], true
}
