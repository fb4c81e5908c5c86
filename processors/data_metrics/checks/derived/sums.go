package derived

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// wholeSaid says that amounts are parts of another, or that one is what the others come to.
var wholeSaid = pattern.Compile(`(?i)\b(?:in\s+all|together|altogether|total|in\s+total|all\s+told|of\s+which|of\s+whom|of\s+these|consist\w*|` +
	`divided|the\s+(?:other|remaining|rest)|insgesamt|zusammen|davon)\b`)

// Sums holds amounts of one sentence against one another: where all but one of them come to that one but for a slip of the pen, and no sum or
// difference of them holds as they stand.
func Sums(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range passages(s) {
		groups := p.alike()
		if len(p.x.Figures) > 0 && len(groups) > 0 {
			for _, g := range groups {
				if u, ok := p.summed(g); ok {
					out = append(out, u)
					break
				}
			}
		}
	}
	return out
}

// fewest is how many amounts a sum has with its parts, most how many it may have for it to be clear what belongs together.
const (
	fewest = 3
	most   = 7
)

// alike are the amounts of one kind of a sentence, and with them one that the sentence before ends or consists of.
func (p passage) alike() [][]term {
	var own, earlier []term
	for _, t := range p.near {
		switch {
		case !t.amount() || t.Signed:
		case t.x == p.x:
			own = append(own, t)
		default:
			earlier = append(earlier, t)
		}
	}
	var out [][]term
	kind := func(a, b term) bool { return like(a, b) && bracketed(a) == bracketed(b) } // those in brackets are of the year before
	for i, t := range own {
		if slices.ContainsFunc(own[:i], func(o term) bool { return kind(o, t) }) {
			continue
		}
		var g []term
		for _, o := range own {
			if kind(o, t) {
				g = append(g, o)
			}
		}
		if len(g) >= fewest && len(g) <= most {
			out = append(out, g)
		}
		if len(earlier) == 1 && len(g) >= fewest-1 && len(g) < most && like(earlier[0], t) {
			out = append(out, append([]term{earlier[0]}, g...))
		}
	}
	return out
}

// bracketed reports whether a figure stands in brackets.
func bracketed(t term) bool {
	text := t.x.Text[:t.Start]
	return strings.LastIndexByte(text, '(') > strings.LastIndexByte(text, ')')
}

// summed reports whether the first or the last of several amounts is what the others come to but for a slip, of it or of one of them.
func (p passage) summed(g []term) (u sheet.Utterance, ok bool) {
	if len(sheet.YearsNamed(p.x.Text)) > 1 || !wholeSaid.MatchString(p.x.Text) || related(g) {
		return u, false
	}
	var all []struct {
		stated term
		made   made
	}
	for _, at := range []int{0, len(g) - 1} {
		parts := slices.Delete(slices.Clone(g), at, at+1)
		whole := g[at]
		for i := -1; i < len(parts); i++ {
			m, stated, fits := sumOrPart(whole, parts, i)
			if !fits {
				continue
			}
			m.tie = likely
			all = append(all, struct {
				stated term
				made   made
			}{stated, m})
		}
	}
	var found []sheet.Utterance
	for _, c := range all {
		one := c.made
		one.tie -= tries(len(all))
		digits := strings.TrimLeft(compare.DigitsIn(c.stated.Number), "0")
		if len(digits) < compare.DigitsExchanged {
			continue
		}
		if v, fine := told(p, c.stated.Quantity, []made{one}, "amount"); fine {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return u, false
	}
	return found[0], true
}

// sumOrPart is what a whole is of its parts, or what the part i is of the others and the whole.
func sumOrPart(whole term, parts []term, i int) (m made, stated term, ok bool) {
	stated = whole
	sum := quantity.Int(0)
	var terms []string
	for k, t := range parts {
		if t.Base().Cmp(whole.Base()) >= 0 && i != k {
			return m, stated, false
		}
		if k != i {
			sum = quantity.Sum(sum, t.Base())
			m.from, m.labels, terms = append(m.from, t), append(m.labels, "part"), append(terms, t.Text)
		}
	}
	m.working = strings.Join(terms, " + ")
	if i >= 0 {
		stated = parts[i]
		m.from, m.labels = append([]term{whole}, m.from...), append([]string{"whole"}, m.labels...)
		m.working = whole.Text + " - " + strings.Join(terms, " - ")
		sum = quantity.Sub(whole.Base(), sum)
	}
	if sum.Sign() <= 0 {
		return m, stated, false
	}
	m.value, ok = quantity.Ratio(sum, quantity.Mul(stated.Unit.Factor, sheet.ScaleOf(stated.Quantity)))
	m.working += fmt.Sprintf(" = %s", quantity.Print(m.value, compare.Places))
	return m, stated, ok
}

// related reports whether some of several amounts make another one as they stand: then it is clear how they belong together.
func related(g []term) bool {
	for i, w := range g {
		others := slices.Delete(slices.Clone(g), i, i+1)
		for set := 1; set < 1<<len(others); set++ {
			sum, slack, n := quantity.Int(0), quantity.Mul(w.Half, w.Unit.Factor), 0
			for k, t := range others {
				if set&(1<<k) != 0 {
					sum, slack, n = quantity.Sum(sum, t.Base()), quantity.Sum(slack, quantity.Mul(t.Half, t.Unit.Factor)), n+1
				}
			}
			if n > 1 && quantity.Abs(quantity.Sub(sum, w.Base())).Cmp(quantity.Mul(slack, apd.New(2, 0))) <= 0 {
				return true
			}
		}
	}
	return false
}
