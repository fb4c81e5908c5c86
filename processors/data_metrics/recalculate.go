package datametrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostStrides bounds the changes of a claim that are recalculated.
const mostStrides = 4

// recalculated redoes the changes that a claim states without their figures, from the figures of its report. Where both
// years stand there the change is consistent or not; where one is missing it cannot be checked, and missing says which.
// A difference contradicts the claim only if the report has one pair of figures for what the claim names, in one row:
// anything else may be of another boundary.
func recalculated(r reading, f *figures) (done []performed, missing []string) {
	if f == nil {
		return nil, nil
	}
	for _, x := range strides(r, f.year) {
		if len(done) == mostStrides {
			break
		}
		c, lacks := f.redo(r, x)
		done = append(done, c)
		if lacks != "" && !slices.Contains(missing, lacks) {
			missing = append(missing, lacks)
		}
	}
	return done, missing
}

// pair is what a report gives for two years of one thing.
type pair struct {
	then, now *facts.Fact
	row       bool   // of one table
	parts     []pair // that both are the sum of, where the report does not give it
}

func (f *figures) redo(r reading, x stride) (p performed, lacks string) {
	if x.from == 0 && x.upTo > 0 && !x.met { // by the year before, if that agrees
		y := x
		y.from, y.assumed, y.yearless = x.upTo-1, true, true
		if p, _ := f.redoFrom(r, y); p.Result == events.CheckPass {
			return p, ""
		}
	}
	return f.redoFrom(r, x)
}

// redoFrom recalculates a change from the year that it counts from.
func (f *figures) redoFrom(r reading, x stride) (p performed, lacks string) {
	name, label := "yoy_percentage", "stated change"
	if x.met {
		name, label = "target_progress", "stated target, said to be reached"
	}
	c := events.Check{Name: name, Inputs: []events.CheckInput{r.input(label, x.percent)}}
	open := func(working, message string) performed {
		c.Result, c.Severity, c.Working, c.Message = events.CheckInconclusive, "info", working, message
		c.Stated = quantity.Print(x.percent.Value, 12) + " %"
		return performed{c, events.OriginClaim, false}
	}
	if x.from == 0 || x.upTo == 0 {
		lacks = "the base year of the " + quantity.Print(quantity.Abs(x.percent.Value), 12) + " % change"
		return open("years: not stated", "Cannot be recalculated: the claim does not say from which year to which it counts."), lacks
	}
	then, now := f.given(x.of, x.from), f.given(x.of, x.upTo)
	if x.level != nil {
		same := slices.DeleteFunc(slices.Clone(now), func(b *facts.Fact) bool {
			return !b.Quantity().Comparable(*x.level) || !b.Quantity().Interval().Overlaps(x.level.Interval())
		})
		if len(same) > 0 {
			now = same
		}
		x.narrow = x.narrow || len(same) == 0 // what it leads to is of another boundary than the report's figures
	}
	var absent []string
	for _, y := range []struct {
		year int
		all  []*facts.Fact
	}{{x.from, then}, {x.upTo, now}} {
		if len(y.all) == 0 {
			absent = append(absent, fmt.Sprintf("%s of %d", x.of.name, y.year))
		}
	}
	pairs := pairsOf(then, now)
	if len(then) == 0 {
		pairs = f.summed(x, now)
	}
	if len(absent) > 0 && len(pairs) == 0 {
		lacks = strings.Join(absent, " and ")
		return open(fmt.Sprintf("change of %s from %d to %d: figures missing", x.of.name, x.from, x.upTo),
			"Cannot be recalculated: "+sheet.GivesNo(lacks, f.unread)+"."), lacks
	}
	if len(pairs) == 0 {
		lacks = fmt.Sprintf("%s of %d and %d by one method and boundary", x.of.name, x.from, x.upTo)
		return open(fmt.Sprintf("change of %s from %d to %d: figures not comparable", x.of.name, x.from, x.upTo),
			"Cannot be recalculated: the report's figures of the two years are by different methods, boundaries or units."), lacks
	}
	for _, one := range pairs {
		if made := one.compare(c, x, r); made.Result == events.CheckPass {
			made.Message += x.readAs()
			if x.narrow || x.yearless || x.paragraph { // that all of it changed like a part, or in the last year, bears nothing out
				return performed{made, events.OriginReport, false}, ""
			}
			return performed{made, events.OriginComputed, true}, ""
		}
	}
	made := pairs[0].compare(c, x, r)
	if made.Result == events.CheckFail && (x.narrow || x.several || x.assumed || x.paragraph ||
		x.of.scope == "" && x.of.metric == facts.GHGEmissions || !pairs[0].row || pairs[0].then.Boundary != "" || differ(pairs)) {
		made.Result, made.Severity = events.CheckInconclusive, "warning"
		made.Message = strings.Replace(made.Message, "Does not agree", "Does not agree with figures of the report that may be of another boundary or method", 1)
		return performed{made, events.OriginReport, false}, ""
	}
	return performed{made, events.OriginComputed, true}, ""
}

// readAs says which years were read into a change that does not name them.
func (x stride) readAs() string {
	switch {
	case x.paragraph:
		return " The claim names no years; they are read as those of the change before it."
	case x.assumed:
		return " The claim names no earlier year; it is read as the year before."
	}
	return ""
}

// given lists what the report states for all of a thing in a year.
func (f *figures) given(of subject, year int) []*facts.Fact {
	var out []*facts.Fact
	for i := range f.sheet.Facts {
		x := &f.sheet.Facts[i]
		if x.Metric != of.metric || x.Year != year || x.Target || x.Change || x.Bound != "" || x.Per != "" || x.Quantity().Value.Sign() <= 0 {
			continue
		}
		switch x.Quantity().Unit.Dimension {
		case quantity.Percent, quantity.Points, quantity.Money, quantity.Count:
			continue
		}
		if of.metric == facts.GHGEmissions && !of.emits(x) || of.metric != facts.GHGEmissions && !called(x, of) {
			continue
		}
		out = append(out, x)
	}
	return out
}

// emits reports whether an amount of emissions is all that a subject names: of a scope, of what its words say, or of everything.
func (of subject) emits(x *facts.Fact) bool {
	own := bracketed.ReplaceAllString(x.Own(), " ")
	switch part := of.scope == "" && len(of.words) > 0; {
	case of.label != "" && strings.EqualFold(strings.TrimSpace(own), of.label):
		return true
	case x.Category != "" && !part || x.Number > 0 || of.method != "" && x.Method != "" && x.Method != of.method:
		return false
	case part:
		return slices.Equal(contentOf(own, of.metric), of.words) // and not of another part, or of other gases
	case of.scope != "":
		return x.Scope == of.scope
	}
	return ofCarbon.MatchString(x.Unit+" "+strings.Join(append(slices.Clone(x.RowPath), x.ColPath...), " ")+" "+x.Caption) &&
		(x.Scope == "" || x.Scope == "total" || x.Scope == "1+2+3")
}

// called says that a fact's label names a subject and no more: its own label if that names the metric, else all its path.
func called(x *facts.Fact, of subject) bool {
	label := bracketed.ReplaceAllString(x.Own(), " ")
	for _, o := range otherNames {
		if o.metric == of.metric && o.name.MatchString(label) {
			return slices.Equal(contentOf(label, of.metric), of.words)
		}
	}
	return slices.Equal(contentOf(bracketed.ReplaceAllString(strings.Join(x.RowPath, " "), " "), of.metric), of.words)
}

var (
	ofCarbon  = pattern.Compile(`(?i)\bt?co\s?[2₂]|\bghg\b|greenhouse|\bcarbon\b`)
	bracketed = pattern.Compile(`[(\[][^)\]]{0,30}[)\]]`)
)

// pairsOf joins the figures of two years that can be compared, those of one row first.
func pairsOf(then, now []*facts.Fact) []pair {
	var out []pair
	for _, a := range then {
		for _, b := range now {
			row := a.Table > 0 && a.Table == b.Table && a.Row == b.Row
			if a.Method != b.Method || a.Boundary != b.Boundary || !a.Quantity().Comparable(b.Quantity()) || (a.Ambiguous() || b.Ambiguous()) && a.Unit != b.Unit {
				continue
			}
			if a.Table > 0 && a.Table == b.Table && !row {
				continue // two rows of one table are of two things
			}
			out = append(out, pair{then: a, now: b, row: row})
		}
	}
	slices.SortStableFunc(out, func(a, b pair) int {
		switch {
		case a.row == b.row:
			return 0
		case a.row:
			return -1
		}
		return 1
	})
	return out[:min(len(out), 24)]
}

// differ says that pairs give different changes: the report has more than one answer.
func differ(all []pair) bool {
	for _, p := range all[1:] {
		if p.then.Quantity().Base().Cmp(all[0].then.Quantity().Base()) != 0 || p.now.Quantity().Base().Cmp(all[0].now.Quantity().Base()) != 0 {
			return true
		}
	}
	return false
}

// compare redoes a change from its two figures.
func (p pair) compare(c events.Check, x stride, r reading) events.Check {
	from, to := p.then.Quantity(), p.now.Quantity()
	inputs := []events.CheckInput{factInput(p.then), factInput(p.now)}
	if len(p.parts) > 0 {
		inputs = nil
		for _, o := range p.parts {
			inputs = append(inputs, factInput(o.then), factInput(o.now))
		}
	}
	c.Inputs = append(inputs, c.Inputs...)
	change, _ := quantity.PercentOf(quantity.Sub(to.Base(), from.Base()), from.Base())
	c.Working = "(" + quantity.Print(to.Base(), 12) + " - " + quantity.Print(from.Base(), 12) +
		") / " + quantity.Print(from.Base(), 12) + " x 100 = " + quantity.Print(change, places) + " %"
	if len(p.parts) > 0 {
		c.Working += p.adding()
		c.Inputs[len(c.Inputs)-1].Label = "stated: " + x.of.name
	}
	if x.met {
		return reachedTarget(c, x, change, from, to)
	}
	if way := change.Sign(); way != 0 && (way < 0) != x.down {
		words, went := "a rise", "fall"
		if x.down {
			words, went = "a fall", "rise"
		}
		c.Result, c.Severity = events.CheckFail, "critical"
		c.Expected, c.Stated = went, words
		c.Message = fmt.Sprintf("Does not agree: the claim speaks of %s by %s %%, the report's figures %s by %s %%.",
			words, quantity.Print(quantity.Abs(x.percent.Value), 12), went, quantity.Print(quantity.Abs(change), places))
		return c
	}
	return points(c, quantity.Abs(change), changeInterval(from, to), x.percent)
}

// reachedTarget says whether a target that is said to have been reached has been, by the report's figures.
func reachedTarget(c events.Check, x stride, change *apd.Decimal, from, to quantity.Quantity) events.Check {
	fell := new(apd.Decimal).Neg(change)
	asked := quantity.Abs(x.percent.Value)
	c.Expected, c.Stated = "at least "+quantity.Print(asked, places)+" % less", quantity.Print(fell, places)+" % less"
	c.Difference = quantity.Print(quantity.Sub(fell, asked), places) + " %"
	possible := changeInterval(from, to)
	if quantity.Sum(fell, tenthPoint).Cmp(asked) >= 0 || fell.Sign() > 0 && possible.High.Cmp(asked) >= 0 {
		c.Result, c.Severity = events.CheckPass, "info"
		c.Message = fmt.Sprintf("The report's figures fall by %s %% from %d to %d; the target of %s %% is reached.",
			quantity.Print(fell, places), x.from, x.upTo, quantity.Print(asked, places))
		return c
	}
	c.Result, c.Severity = events.CheckFail, "critical"
	c.Message = fmt.Sprintf("Does not agree: the target of %s %% is said to be reached, the report's figures change by %s %% from %d to %d.",
		quantity.Print(asked, places), quantity.Print(change, places), x.from, x.upTo)
	return c
}
