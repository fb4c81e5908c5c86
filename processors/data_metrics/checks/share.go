package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// "<subject> made up 31 % of <whole>": what stands before the verb is the part, what stands behind the figure the whole.
	madeUp = regexp.MustCompile(`(?i)^(.{3,200}?)\s+(?:made up|make up|makes up|accounted for|account for|accounts for|represented|represents|` +
		`represent|provided|contributed|constituted|comprised|were responsible for|was responsible for|is responsible for|are responsible for)\s+` +
		`(?:(?:about|around|approximately|roughly|almost|nearly|some|over|more than|less than|up to|ca\.)\s+)?$`)
	ofTheAll  = regexp.MustCompile(`(?i)^\s*of\s+([^.;,]{3,80})`)
	partitive = regexp.MustCompile(`(?i)^Of\s+(?:the|our|all|this|its|total)?\s*([\p{L} -]{3,60})`)
	numbered  = regexp.MustCompile(`(?i)\bcategor(?:y|ies)\s+(\d{1,2}(?:\s*(?:,|and|&|,\s*and)\s*\d{1,2})*)\b`)
	digitsOf  = regexp.MustCompile(`\d{1,2}`)
	oneScope  = regexp.MustCompile(`(?i)^(?:our\s+|the\s+)?scopes?\s*([123](?:\s*(?:,|and|&|\+)\s*(?:scope\s*)?[123])*)` +
		`(?:\s+\([^)]*\))?(?:\s+(?:ghg|greenhouse gas))?(?:\s+emissions)?(?:\s+together)?$`)
	allScopes = regexp.MustCompile(`(?i)^(?:our\s+|the\s+)?(?:total|overall|all|entire)\s+(?:ghg\s+|greenhouse gas\s+|carbon\s+)?(?:emissions|footprint)`)
)

// portion is a sentence's share with the figures of tables that it must be of.
type portion struct {
	statement
	stated quantity.Quantity
	parts  []entry
	whole  entry
	sure   bool // part and whole are named by nothing but their labels
}

func (p portion) check() (events.Check, bool) {
	sum := quantity.Int(0)
	low, high := quantity.Int(0), quantity.Int(0)
	c := events.Check{}
	var terms []string
	for _, e := range p.parts {
		sum = quantity.Sum(sum, e.Quantity().Base())
		i := e.Quantity().Interval()
		low, high = quantity.Sum(low, i.Low), quantity.Sum(high, i.High)
		c.Inputs = append(c.Inputs, input(e, ""))
		terms = append(terms, show(e.Quantity().Base()))
	}
	whole := p.whole.Quantity()
	share, ok := quantity.PercentOf(sum, whole.Base())
	least, a := quantity.PercentOf(low, whole.Interval().High)
	most, b := quantity.PercentOf(high, whole.Interval().Low)
	if !ok || !a || !b || whole.Interval().Low.Sign() <= 0 {
		return c, false
	}
	c.Inputs = append(c.Inputs, input(p.whole, "whole: "+shorten(p.whole.label())), p.input(statedLabel+" share", p.stated))
	part := strings.Join(terms, " + ")
	if len(terms) > 1 {
		part = "(" + part + ")"
	}
	c.Working = fmt.Sprintf("%s / %s x 100 = %s %%", part, show(whole.Base()), quantity.Print(share, places))
	v, half := p.stated.Value, p.stated.Half
	rounding := quantity.Interval{Low: quantity.Sub(v, half), High: quantity.Sum(v, half)}.Overlaps(quantity.Interval{Low: least, High: most})
	Settle(&c, share, v, "%", rounding)
	Conclude(&c, quantity.Abs(quantity.Sub(v, share)).Cmp(tenthPoint) <= 0, p.stated.Bound, "0.1 percentage points")
	return c, true
}

// shares holds the shares that sentences state against the amounts of the tables that they are shares of.
func shares(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i, p := range s.portionsOf(x) {
			c, ok := p.check()
			if !ok {
				continue
			}
			if c.Result == events.CheckFail && !p.sure {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "The share may be of another part or whole than these rows. " + c.Message
			}
			if i < 20 {
				out = append(out, x.utter(c, p.stated.Text, false))
			}
		}
	}
	return out
}

// portionsOf reads what a sentence says to be a share of what.
func (s *sheet) portionsOf(x statement) []portion {
	if all := s.division(x); len(all) > 0 {
		return all
	}
	var out []portion
	for _, q := range x.percents() {
		m := madeUp.FindStringSubmatch(x.text[:q.Start])
		of := ofTheAll.FindStringSubmatch(x.text[q.End:])
		if m == nil || of == nil || len(x.percents()) > 1 {
			continue
		}
		for _, find := range []func(statement, string, string) (portion, bool){s.ofCategories, s.ofScopes, s.ofRow} {
			if p, ok := find(x, m[1], of[1]); ok {
				p.statement, p.stated = x, q
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// ofCategories reads "categories 4 and 9 together made up ... of Scope 3".
func (s *sheet) ofCategories(x statement, part, whole string) (portion, bool) {
	m := numbered.FindStringSubmatch(part)
	if m == nil || facts.ScopeOf(whole) != "3" || len(numbered.FindAllString(part, -1)) > 1 {
		return portion{}, false
	}
	var wanted []int
	for _, d := range digitsOf.FindAllString(m[1], -1) {
		n, _ := strconv.Atoi(d)
		wanted = append(wanted, n)
	}
	for _, t := range s.tables {
		year := x.year(t.lastYear())
		for _, col := range t.cols {
			total := s.totals(t, col)["3"]
			if len(total) != 1 || total[0].Year != year || percent(total[0]) {
				continue
			}
			p := portion{whole: total[0], sure: true}
			for _, e := range t.all {
				if e.at.Col == col && slices.Contains(wanted, e.Number) && e.Scope == "3" && comparable(e, total[0]) && !facts.IsPartOfPart(e.label()) {
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
func (s *sheet) ofScopes(x statement, part, whole string) (portion, bool) {
	m := oneScope.FindStringSubmatch(strings.TrimSpace(part))
	if m == nil || !allScopes.MatchString(strings.TrimSpace(whole)) {
		return portion{}, false
	}
	for _, t := range s.tables {
		year := x.year(t.lastYear())
		for _, col := range t.cols {
			totals := s.totals(t, col)
			all := append(slices.Clone(totals["1+2+3"]), totals["total"]...)
			for _, e := range totals[""] {
				if e.total { // "Total" under the scopes
					all = append(all, e)
				}
			}
			if len(all) != 1 || all[0].Year != year {
				continue
			}
			p := portion{whole: all[0], sure: true}
			wanted := digitsOf.FindAllString(m[1], -1)
			for _, scope := range wanted {
				if e := totals[scope]; len(e) == 1 && comparable(e[0], all[0]) && !percent(e[0]) {
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

// scopeShares reads "Scope 3 accounts for 88.4 % of all emissions" where no table gives the total of all scopes: what the scopes make, by
// either method. A share that is neither is wrong if it is one of the two but for two digits.
func scopeShares(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for _, q := range x.percents() {
			m, of := madeUp.FindStringSubmatch(x.text[:q.Start]), ofTheAll.FindStringSubmatch(x.text[q.End:])
			if m == nil || of == nil || !allScopes.MatchString(strings.TrimSpace(of[1])) || len(digitsIn(q.Number)) < digitsExchanged {
				continue
			}
			scope := oneScope.FindStringSubmatch(strings.TrimSpace(m[1]))
			if _, ok := s.ofScopes(x, m[1], of[1]); ok || scope == nil || len(scope[1]) != 1 {
				continue
			}
			if c, ok := s.scopeShare(x, q, scope[1]); ok {
				out = append(out, x.utter(c, q.Text, false))
			}
		}
	}
	return out
}

func (s *sheet) scopeShare(x statement, q quantity.Quantity, scope string) (c events.Check, ok bool) {
	for _, parts := range s.emitted("scopes 1, 2 and 3", x.year(s.lastYear(scope))) {
		sum, part := quantity.Int(0), quantity.Int(0)
		k := events.Check{Result: events.CheckFail, Severity: "critical"}
		var terms []string
		for i, e := range parts {
			sum = quantity.Sum(sum, e.Quantity().Base())
			if strconv.Itoa(i+1) == scope {
				part = e.Quantity().Base()
			}
			terms = append(terms, show(e.Quantity().Base()))
			k.Inputs = append(k.Inputs, input(e, ""))
		}
		share, fine := quantity.PercentOf(part, sum)
		if !fine {
			continue
		}
		k.Inputs = append(k.Inputs, x.input(statedLabel+" share", q))
		k.Working = fmt.Sprintf("%s / (%s) x 100 = %s %%", show(part), strings.Join(terms, " + "), quantity.Print(share, places))
		Settle(&k, share, q.Value, "%", quantity.Abs(quantity.Sub(q.Value, share)).Cmp(q.Half) <= 0)
		Conclude(&k, quantity.Abs(quantity.Sub(q.Value, share)).Cmp(tenthPoint) <= 0, q.Bound, "0.1 percentage points")
		if k.Result != events.CheckFail {
			return k, true
		}
		if exchanged(digitsIn(quantity.Print(share, max(0, -q.Value.Exponent))), digitsIn(q.Number)) {
			c, ok = k, true
			c.Message += " Two digits are exchanged."
		}
	}
	return c, ok
}

// aside is what a sentence says about its subject in between: "Purchased goods, above all cement, made up".
var aside = regexp.MustCompile(`,[^,]*,?\s*$|\s*\([^)]*\)\s*$`)

// ofRow reads the name of a row as the part, and of its table's total as the whole.
func (s *sheet) ofRow(x statement, part, whole string) (portion, bool) {
	subject, all := stems(aside.ReplaceAllString(part, "")), stems(yearWords.ReplaceAllString(whole, ""))
	var found []portion
	for _, l := range s.rows() {
		if l.total || !within(subject, l.stems) || !within(l.stems, subject) {
			continue
		}
		total, ok := l.whole()
		if !ok {
			continue
		}
		year := x.year(l.lastYear())
		a, there := l.inYear(year)
		b, is := total.inYear(year)
		if !there || !is || !comparable(a, b) {
			continue
		}
		own := within(all, total.stems) && len(total.stems) > 0
		named := stems(b.label() + " " + b.at.Caption + " " + strings.Join(b.at.RowPath, " "))
		if own || within(all, named) {
			found = append(found, portion{parts: []entry{a}, whole: b, sure: own || within(all, stems(b.at.Caption))})
		}
	}
	if len(found) != 1 {
		return portion{}, false
	}
	return found[0], true
}

func agreesWith(computed, stated *apd.Decimal) bool {
	return withinPercent(stated, computed, onePercent)
}

// lastYear is the last year that a column of the table is of.
func (t *table) lastYear() int {
	last := 0
	for _, e := range t.all {
		if !e.Target && !e.Change {
			last = max(last, e.Year)
		}
	}
	return last
}
