package drawn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Document is what is looked at of an analysis.
type Document struct {
	Facts  []document.Fact `json:"facts"`
	Checks []events.Check  `json:"checks"`
}

// Count is how many figures were asked for, and what became of them.
type Count struct {
	Asked, Present, Right int
}

// Plus adds another count.
func (c Count) Plus(o Count) Count {
	return Count{c.Asked + o.Asked, c.Present + o.Present, c.Right + o.Right}
}

// Result is how one report came out.
type Result struct {
	Tables, Sentences, Charts, Scopes Count
	Drawn                             Count // facts with the digits of a figure of the truth, and those that are wholly right

	Planted, Found int
	Alarms         []events.Check // failed checks that no planted mistake explains
	Misses         []Miss
}

// Miss is what was expected and what was there.
type Miss struct{ Asked, Got string }

// Compare holds a document against the truth of its report.
func Compare(t Truth, d Document) Result {
	var r Result
	used := map[string]bool{}
	asked := map[string]bool{}
	for _, f := range t.Figures {
		c := r.of(f.Where)
		c.Asked++
		asked[fmt.Sprint(f.Page, " ", Digits(f.Text))] = true
		got, present := "no fact", false
		right := slices.IndexFunc(d.Facts, func(x document.Fact) bool { return !used[x.ID] && standsOn(x, f) && Right(x, f, t.Year) == "" })
		for _, x := range d.Facts {
			if standsOn(x, f) && !used[x.ID] && !present {
				present, got = true, fmt.Sprintf("%s: %s", Right(x, f, t.Year), describe(x))
			}
		}
		if right >= 0 {
			used[d.Facts[right].ID] = true
			c.Present++
			c.Right++
			continue
		}
		if present {
			c.Present++
		}
		r.Misses = append(r.Misses, Miss{f.describe(), got})
	}
	for _, x := range d.Facts {
		if asked[fmt.Sprint(x.Page, " ", PrintedDigits(x.Printed, x.Unit))] {
			r.Drawn.Asked++
			if used[x.ID] {
				r.Drawn.Right++
			}
		}
	}
	r.scopes(t, d)
	r.checks(t, d)
	return r
}

func (r *Result) of(where string) *Count {
	switch where {
	case "table":
		return &r.Tables
	case "chart":
		return &r.Charts
	}
	return &r.Sentences
}

// scopes asks for the totals of a report, wherever they stand.
func (r *Result) scopes(t Truth, d Document) {
	for _, f := range t.Scopes {
		f.Metric, f.Kind = string(facts.GHGEmissions), "value"
		r.Scopes.Asked++
		if slices.ContainsFunc(d.Facts, func(x document.Fact) bool { return x.Category == "" && Right(x, f, t.Year) == "" }) {
			r.Scopes.Right++
			r.Scopes.Present++
			continue
		}
		r.Misses = append(r.Misses, Miss{fmt.Sprintf("page %d: scope %s %s of %d: %s %s", f.Page, f.Scope, f.Method, f.Year, f.Value, f.Unit), "no such total"})
	}
}

// standsOn reports whether a fact is of the figure's page and has its digits.
func standsOn(x document.Fact, f Figure) bool {
	page := x.Page == f.Page || slices.ContainsFunc(x.Places, func(p document.FactPlace) bool { return p.Page == f.Page })
	return page && PrintedDigits(x.Printed, x.Unit) == Digits(f.Text)
}

// Right says what a fact has wrong: nothing if it is empty.
func Right(x document.Fact, f Figure, reporting int) string {
	var wrong []string
	if !sameAmount(x, f) {
		wrong = append(wrong, "value or unit")
	}
	wrong = append(wrong, yearAndKind(x, f, reporting)...)
	if facts.Metric(x.Metric) != f.metric() {
		wrong = append(wrong, "metric")
	}
	if f.Metric == string(facts.GHGEmissions) && (x.Scope != f.Scope || f.Method != "" && x.Method != f.Method) {
		wrong = append(wrong, "scope")
	}
	return strings.Join(wrong, ", ")
}

// yearAndKind says whether a fact is of another year or kind.
func yearAndKind(x document.Fact, f Figure, reporting int) (wrong []string) {
	if x.Year != f.Year && (f.Year != 0 || x.Year != reporting) {
		wrong = append(wrong, "year")
	}
	if x.Target != (f.Kind == "target") || x.Change != (f.Kind == "change") {
		wrong = append(wrong, "kind")
	}
	return wrong
}

// metric is what the facts call what a figure measures: a change of an intensity is a reduction, too.
func (f Figure) metric() facts.Metric {
	if f.Metric == string(facts.GHGIntensity) && f.Unit == "%" {
		return facts.GHGReduction
	}
	return facts.Metric(f.Metric)
}

// sameAmount reports whether value and unit are those of the truth: in one of the ways in which its unit can be read.
func sameAmount(x document.Fact, f Figure) bool {
	want, _, err := apd.NewFromString(strings.ReplaceAll(f.Value, " ", ""))
	if err != nil {
		return false
	}
	got, _, err := apd.NewFromString(x.Value)
	if err != nil {
		return false
	}
	if base, _, err := apd.NewFromString(x.ValueBase); err == nil {
		if measures, err := quantity.Measures(f.Unit); err == nil {
			return slices.ContainsFunc(measures, func(m quantity.Measure) bool {
				return alike(m.Unit.Base(), x.UnitBase) && same(quantity.Mul(want, m.Unit.Factor), base)
			})
		}
	}
	if scale, ok := quantity.ScaleOf(f.Unit); ok && !same(want, got) {
		want = quantity.Mul(want, scale)
	}
	return same(want, got)
}

// alike reports whether two base units can stand for one another: a page that speaks of emissions may print them in tonnes alone,
// and a change of a share in per cent.
func alike(a, b string) bool {
	of := func(unit string) string {
		switch unit {
		case "tCO2", "tCO2e":
			return "t"
		case "percentage points":
			return "%"
		}
		return unit
	}
	return of(a) == of(b)
}

func same(a, b *apd.Decimal) bool { return quantity.Abs(a).Cmp(quantity.Abs(b)) == 0 }

func (f Figure) describe() string {
	return fmt.Sprintf("page %d %s: %s %s %d %s %s%s (%s)", f.Page, f.Where, f.Text, f.Unit, f.Year, f.Kind, f.Metric, f.Scope, f.Row)
}

func describe(x document.Fact) string {
	return fmt.Sprintf("%s %s %d %s%s %s target %v change %v by %q: %q",
		x.Printed, x.Unit, x.Year, x.Metric, x.Scope, x.Method, x.Target, x.Change, x.Engine, x.Quote)
}

// Plus adds the counts of another report.
func (r Result) Plus(o Result) Result {
	return Result{
		Tables: r.Tables.Plus(o.Tables), Sentences: r.Sentences.Plus(o.Sentences), Charts: r.Charts.Plus(o.Charts),
		Scopes: r.Scopes.Plus(o.Scopes), Drawn: r.Drawn.Plus(o.Drawn), Planted: r.Planted + o.Planted, Found: r.Found + o.Found,
	}
}
