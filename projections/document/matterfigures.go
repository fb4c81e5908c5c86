package document

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostFigures are as many figures as are told of besides totals of emissions.
const mostFigures = 4

// longestName is as many words of a row's headings as are read at a glance.
const longestName = keyfigures.LongestHeading

// Weights of figures: behind what is wrong and behind targets; what hardly changed comes behind what was not found, what changed by half before it.
const (
	figureWeight    = 24.0
	emissionsWeight = 56
)

// keyFigures are the figures that stand for what the report measures, with the way they went since the year before: those of most weight for the
// industry first, and those that changed most. Emissions are among them where no total of a scope is told of. Before them come rows that have a
// target beside them.
func (v *view) keyFigures() ([]weighed, error) {
	weights, err := matters.Load()
	if err != nil {
		return nil, err
	}
	last := v.figuresYear()
	levels, targets := v.rowFigures()
	out := slices.Concat(v.besideTargets(keyfigures.WithTargets(levels, targets, last), last), v.worded(last))
	told := map[string]bool{}
	for _, m := range out {
		told[m.Title] = true
	}
	out = append(out, v.harms(levels, last)...)
	var rest []weighed
	weighty := slices.DeleteFunc(levels, func(f keyfigures.Figure) bool { return weights.OfFigures(f.Family, "") == 0 })
	for _, row := range keyfigures.Of(weighty, last) {
		now := row.In(last)
		if v.checkedAlready(now.ID) || row.Family == "ghg_emissions" && v.ledEmissions {
			continue
		}
		change := row.Change(last)
		weight := figureWeight + float64(weights.OfFigures(row.Family, v.Report.Sector))/2 + bySize(change)
		if row.Family == "ghg_emissions" {
			weight = emissionsWeight
		}
		m := v.ofRow(&row, last, change)
		v.toldFamilies = append(v.toldFamilies, row.Family)
		v.toldPrinted = append(v.toldPrinted, v.facts[now.ID].Printed)
		if !told[m.Title] {
			rest = append(rest, weighed{m, weight})
		}
	}
	slices.SortStableFunc(rest, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	rest = rest[:min(len(rest), mostFigures)]
	for _, m := range rest {
		v.toldHurt[hurtIn(m.Title)] = true
	}
	return slices.Concat(out, rest, v.taxonomy(last), v.wholes(last)), nil
}

// mostAimed are as many rows with a target beside them as are told of.
const mostAimed = 3

// aimedWeights are those of rows with a target beside them.
var aimedWeights = map[keyfigures.Way]float64{keyfigures.Missed: 52.5, keyfigures.Away: 52, keyfigures.Beside: 40,
	keyfigures.Towards: 33, keyfigures.Open: 33, keyfigures.Reached: 31}

// ofEmissionsAimed is what a target of emissions adds, the one that a reader asks for first.
const ofEmissionsAimed = 12

// passedEarly reports whether a target was reached in a year that is due in two years or later; one of all or nothing has only been kept so far.
func passedEarly(r keyfigures.Aimed, last int) bool {
	whole := r.Target.Value.IsZero() || strings.Contains(r.Target.Printed, "%") && r.Target.Value.Cmp(quantity.Int(100)) == 0
	before := r.In(last - 1)
	if before != nil && r.In(last) != nil { // what was reached the year before, too, is a limit that was kept
		gone := quantity.Sub(r.In(last).Value, r.Target.Value).Sign()
		whole = whole || quantity.Sub(before.Value, r.Target.Value).Sign() == gone
	}
	return r.Way == keyfigures.Reached && r.Target.Year >= last+2 && !whole
}

// ofPassed is what it adds that a target is reached years before it is due.
const ofPassed = 5

// wayTitles say before the name of a row what is wrong with its way.
var wayTitles = map[keyfigures.Way]string{keyfigures.Missed: "A target is missed: ", keyfigures.Away: "Away from its target: "}

// better says of a metric whether more of it is better, or less.
var better = map[string]int{"renewable_share": 1, "headcount_share": 1, "training": 1, "accidents": -1, "ghg_emissions": -1, "ghg_intensity": -1,
	"energy": -1, "energy_intensity": -1, "electricity": -1, "water": -1, "waste": -1}

var (
	// goodKind is what there should be more of though its metric is of what there should be less of, madeEnergy is energy that is not used up.
	goodKind   = pattern.Compile(`(?i)\b(?:recycl|reus|recover|divert|compost|sav(?:ed|ing)|avoid|return|remov|reduc|renewable|solar|wind|photovoltaic|hydro)`)
	madeEnergy = pattern.Compile(`(?i)\b(?:generat|produc|sold|fed\b|stor)`)
)

// wanted is 1 if a company wants more of what a figure is, -1 if less, 0 if its label leaves that open: "renewable energy generated" is energy.
func wanted(f *Fact) int {
	way, label := better[f.Metric], ""
	if n := len(f.RowPath); n > 0 {
		label = f.RowPath[n-1]
	}
	if way < 0 && (goodKind.MatchString(label) || strings.HasPrefix(f.Metric, "e") && madeEnergy.MatchString(label)) {
		return 0
	}
	return way
}

// besideTargets are the rows whose figures do not go the way of the target that stands beside them, or else go it.
func (v *view) besideTargets(rows []keyfigures.Aimed, last int) []weighed {
	var out []weighed
	rows = slices.DeleteFunc(rows, func(r keyfigures.Aimed) bool {
		aim, now := v.facts[r.Target.ID], v.facts[r.In(last).ID] // a number for each year is no aim of all that there are
		return aim != nil && aim.UnitBase == "" && aim.Unit != "" && aim.Unit != now.Unit
	})
	weight := func(r keyfigures.Aimed) float64 {
		w := aimedWeights[r.Way]
		if passedEarly(r, last) {
			w += ofPassed
		}
		if strings.HasPrefix(r.Family, "ghg_") {
			w += ofEmissionsAimed
		}
		return w
	}
	slices.SortStableFunc(rows, func(a, b keyfigures.Aimed) int { return cmp.Compare(weight(b), weight(a)) })
	v.aimed = rows[:min(len(rows), mostAimed)]
	for i, r := range v.aimed {
		now := r.In(last)
		if twin := slices.IndexFunc(v.aimed[:i], func(o keyfigures.Aimed) bool { return twins(o, r) }); twin >= 0 {
			also := fmt.Sprintf("the same of %s: %s", besides(r.Name, v.aimed[twin].Name), v.printed(v.facts[now.ID]))
			out[twin].Gist += "; " + also
			out[twin].Text = phrase.Paragraph(out[twin].Text, also)
			out[twin].Places = append(out[twin].Places, v.figurePlace(&r.Row, now))
			out = append(out, weighed{}) // in its turn, and left out below
			continue
		}
		m := v.ofRow(&r.Row, last, r.Change(last))
		m.Kind, m.Title = MatterTarget, wayTitles[r.Way]+m.Title
		if passedEarly(r, last) {
			m.Title = keyfigures.Passed + m.Title
		}
		aim := fmt.Sprintf("aimed at: %s in %d", r.Target.Printed, r.Target.Year)
		m.Gist = strings.TrimPrefix(m.Gist+"; "+aim, "; ")
		also := behind(v.amountOf(r))
		if passedEarly(r, last) {
			_, targets := v.allRows()
			also = behind(r.LaterPassed(targets, last)) + also
		}
		short := m.Gist + also + behind(v.definedBy(r.Name, gistWords/2))
		m.Gist += also + behind(v.definedBy(r.Name, 2*gistWords))
		says := map[keyfigures.Way]string{keyfigures.Missed: "The target beside it, for that year, is missed",
			keyfigures.Away: "It has gone the other way than to the target beside it", keyfigures.Beside: "The year of the target beside it has come",
			keyfigures.Towards: "It goes the way of the target beside it", keyfigures.Open: "The year of the target beside it is still to come",
			keyfigures.Reached: "The target beside it is reached"}[r.Way]
		if passedEarly(r, last) {
			says += ", years before it is due: it asks for nothing more"
		}
		m.Text = phrase.Paragraph(fmt.Sprintf("Page %d gives %s for %d under “%s”: %s", now.Page, v.printed(v.facts[now.ID]), last,
			keyfigures.Heading(r.Name), m.Gist), says)
		m.Gist = short
		quote := tidy(v.quoteOf(r.Target.ID), "")
		m.Places = append(m.Places, MatterPlace{Page: r.Target.Page, Quote: quote, Figure: aim})
		m.ID = v.matterID(m.Kind, "row", now.ID)
		out = append(out, weighed{m, weight(r)})
	}
	return slices.DeleteFunc(out, func(m weighed) bool { return m.ID == "" })
}

// behind is what follows on more of the same, if there is any.
func behind(also string) string {
	if also == "" {
		return ""
	}
	return "; " + also
}

// bySize is what a change adds to the weight of a figure: one of a tenth says little, one of a half is asked about.
func bySize(change *apd.Decimal) float64 {
	if change == nil {
		return 0
	}
	size, _ := quantity.Abs(change).Float64()
	return math.Min(10, size/5)
}

// figuresYear is the year that figures are told of: the last that the report's period names.
func (v *view) figuresYear() int {
	last := v.periodEnd()
	if last > 0 {
		return last
	}
	for _, f := range v.figures {
		if f.Source == "table" && !f.Target {
			last = max(last, f.Year)
		}
	}
	return last
}

// rowFigures are the figures of tables that can stand for something, as rules have read them: levels of the entity, and what is aimed at beside them.
// What accounts are full of, amounts of money, is left out. They are put together once.
func (v *view) rowFigures() (levels, targets []keyfigures.Figure) {
	if v.levels != nil || v.aims != nil {
		return slices.Clone(v.levels), slices.Clone(v.aims)
	}
	totals, rest, slipped := v.provenTotals(), v.restColumns(), v.slipped()
	for _, f := range v.figures {
		if !v.standsFor(f) || f.Change || slipped[rowOf(f)] != "" || rest[fmt.Sprint(f.Page, f.Caption, f.ColPath)] {
			continue
		}
		x := v.keyFigure(f)
		x.Total, x.Wanted = totals[f.ID], wanted(f)
		if f.Target {
			x.Wanted = keyfigures.Bound(f.Printed)
			x.Printed = strings.TrimSpace(boundOf(f) + x.Printed)
			v.aims = append(v.aims, x)
		} else {
			v.levels = append(v.levels, x)
		}
	}
	return slices.Clone(v.levels), slices.Clone(v.aims)
}

// statedRows are all rows, whatever they are of, and those with targets: what a sentence says again need not be of a metric. They are put together once.
func (v *view) statedRows(last int) ([]keyfigures.Row, []keyfigures.Aimed) {
	if v.rows == nil {
		levels, targets := v.allRows()
		v.rows, v.rowsAimed = keyfigures.Rows(levels), keyfigures.WithTargets(levels, targets, last)
	}
	return v.rows, v.rowsAimed
}

// allRows are the figures of all rows.
func (v *view) allRows() (levels, targets []keyfigures.Figure) {
	for _, f := range v.figures {
		if f.Source != "table" || f.Change || f.amount() == nil || v.unread(f.Page) || inMoney(f.UnitBase) {
			continue
		}
		if f.Target {
			targets = append(targets, v.keyFigure(f))
		} else {
			levels = append(levels, v.keyFigure(f))
		}
	}
	return levels, targets
}

// standsFor reports whether a figure is one of a table, of the whole entity, that rules have read and whose unit fits what it is of.
func (v *view) standsFor(f *Fact) bool {
	return f.Source == "table" && f.Engine == "" && (f.Metric != "ghg_emissions" || f.Category == "") && v.whole(f.Boundary) && !v.unread(f.Page) &&
		measures(f) && f.amount() != nil
}

// keyFigure is a figure of a table as one that may stand for something.
func (v *view) keyFigure(f *Fact) keyfigures.Figure {
	return keyfigures.Figure{ID: f.ID, Family: cmp.Or(families[f.Metric], f.Metric), Unit: f.UnitBase + f.Per, Caption: f.Caption, RowPath: f.RowPath,
		ColPath: f.ColPath, Printed: v.printed(f), Year: f.Year, Page: f.Page, Places: len(f.Places), Value: f.amount()}
}

// families are metrics of which one is a part of the other: the larger stands for both.
var families = map[string]string{"electricity": "energy"}

// measures reports whether a figure is in what its metric is stated in: litres of fuel are no energy, and waste for each product is no amount of waste.
func measures(f *Fact) bool {
	unit, known := map[string]string{"energy": "GJ", "electricity": "GJ", "water": "m3", "waste": "t", "ghg_emissions": "tCO2e",
		"renewable_share": "%", "headcount_share": "%"}[f.Metric]
	return !known && !inMoney(f.UnitBase) || known && f.UnitBase == unit && f.Per == ""
}

// provenTotals are the figures to which others add up.
func (v *view) provenTotals() map[string]bool {
	out := map[string]bool{}
	for _, c := range v.checks {
		if c.Result != "pass" || c.Name != "table_total" && c.Name != "scope_addition" && c.Name != "category_addition" {
			continue
		}
		for _, in := range c.Inputs {
			if strings.HasPrefix(in.Label, "stated") && in.FactID != "" {
				out[in.FactID] = true
			}
		}
	}
	return out
}

// checkedAlready reports whether a matter tells of a figure with what does not fit it.
func (v *view) checkedAlready(fact string) bool {
	return slices.ContainsFunc(v.checks, func(c shownCheck) bool {
		return c.Result != "pass" && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool { return in.FactID == fact })
	})
}

// ofRow is the matter of a row that stands for its family.
func (v *view) ofRow(row *keyfigures.Row, last int, change *apd.Decimal) Matter {
	now := row.In(last)
	f := v.facts[now.ID]
	m := Matter{Kind: MatterLeading, Theme: themes.OfFamily(row.Family), Page: now.Page, Quote: tidy(v.quoteOf(now.ID), ""),
		Places: []MatterPlace{v.figurePlace(row, now)}}
	name := keyfigures.Heading(row.Name)
	m.Title = fmt.Sprintf("%s: %s in %d", upper(name), v.printed(f), last)
	text := fmt.Sprintf("Page %d gives %s for %d under “%s”", now.Page, v.printed(f), last, name)
	if before := row.In(last - 1); before != nil {
		m.Places = append(m.Places, v.figurePlace(row, before))
		m.Gist = v.changed(f, v.facts[before.ID], change)
		text += ": " + m.Gist
	}
	m.Text = phrase.Paragraph(text, v.standing(v.bornOut(now.ID)))
	for _, said := range v.footnotes(f) {
		m.Gist = strings.TrimPrefix(m.Gist+"; a note says: "+opening(said, gistWords), "; ")
		m.Text = phrase.Paragraph(m.Text, "A note says: "+opening(said, mostNoted))
	}
	m.ID = v.matterID(m.Kind, row.Family, now.ID)
	return m
}

func (v *view) figurePlace(row *keyfigures.Row, f *keyfigures.Figure) MatterPlace {
	says := fmt.Sprintf("%s in %d: %s", phrase.Words(row.Name, longestName), f.Year, v.printed(v.facts[f.ID]))
	return v.figureAt(f.ID, f.Page, says)
}
