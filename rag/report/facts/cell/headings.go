package cell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// From which likelihood on what a reader says of headings is taken: where rules name a metric by the figure's own heading they are overruled
// only by a reader that is sure. What they have from a caption, a column or a heading above may be of something else in the same table.
const (
	sureHeadings   = 0.45 // among the answers that the unit allows
	leastHeadings  = 0.15
	overruling     = 0.8
	overrulingAfar = 0.4
)

// PrintedUnit is the unit as it stands nearest to the figure.
func (c *Cell) PrintedUnit() string {
	if c.Q.Unit.Dimension != quantity.Count {
		return c.Q.Unit.Symbol
	}
	for _, u := range c.Units {
		if _, err := quantity.Measures(u); err == nil {
			return Bare(u)
		}
	}
	if c.Source == facts.FromTable || len(c.Units) == 0 {
		return Bare(c.Given)
	}
	return Bare(c.Units[0])
}

// readMetric is the metric that a reader gives the figure, with a note of it; empty if the rules' stands. Of the reader's
// answers the likeliest that the unit allows counts, as likely as it is among those. The rules' metric is from afar if the figure's own heading
// does not name it.
func (c *Cell) readMetric(f *facts.Fact, air, afar bool) (facts.Metric, string) {
	if c.Reading == nil || c.Q.Year && f.Dimension == string(quantity.Count) || !c.saysWhat() {
		return "", ""
	}
	best, all := statement.Answer{}, 0.0
	for _, a := range c.Reading.Metrics {
		part := facts.Metric(a.Value) == facts.GHGEmissions && c.Reading.Kind.Value == "share" && f.Dimension == string(quantity.Percent)
		if !part && !Measures(facts.Metric(a.Value), f, air) || facts.Metric(a.Value) == facts.GHGReduction && c.Reading.Kind.Value == "share" {
			continue
		}
		all += a.Sure
		if best.Value == "" {
			best = a
		}
	}
	m := facts.Metric(best.Value)
	if c.namesAnother(m, f) {
		return "", ""
	}
	if best.Value == "" || m == f.Metric || !c.speaksOf(m, best.Sure >= overruling) {
		return "", ""
	}
	share := best.Sure / all
	switch {
	case f.Metric == facts.Other && (share < sureHeadings || best.Sure < leastHeadings),
		f.Metric != facts.Other && !afar && best.Sure < overruling, f.Metric != facts.Other && best.Sure < overrulingAfar:
		return "", ""
	}
	return m, fmt.Sprintf(asRead+"%q (%.2f sure).", best.Value, share)
}

// saysWhat reports whether the headings of a figure have a word beyond those of time and of what is aimed at: below "Target", in the row "FY30", nothing says
// what is measured.
func (c *Cell) saysWhat() bool {
	for _, heading := range append(append(slices.Clone(c.Rows), c.Cols...), c.Caption, c.Corner) {
		if slices.ContainsFunc(letterWords.FindAllString(heading, -1), func(w string) bool { return !ofTimeOnly.MatchString(w) }) {
			return true
		}
	}
	return false
}

var (
	letterWords = pattern.Compile(`\p{L}{2,}`)
	ofTimeOnly  = pattern.Compile(`(?i)^(?:fy|cy|years?|fiscal|financial|baseline|base|targets?|goals?|actuals?|plan(?:ned)?|results?|values?|period|date)$`)
)

const asRead = "Its headings were read as "

// ByReader reports whether the metric of a figure is what a reader of headings made of them: a likelihood, and no rule.
func ByReader(f *facts.Fact) bool {
	return slices.ContainsFunc(f.Notes, func(n string) bool { return strings.HasPrefix(n, asRead) })
}

// basis is how a table says by which measure others are weighed, of which its figures are none: "Based on the turnover KPI".
var basis = pattern.Compile(`(?i)\bbased\s+on\s+(?:the\s+)?\p{L}+(?:\s+KPI)?`)

// weighedBy is by which indicator of those that it lends to a bank weighs its assets: loans "based on the Turnover KPI" are no turnover.
var weighedBy = pattern.Compile(`(?i)\bbased\s+on\s+(?:the\s+)?[\p{L}\s-]{3,30}?[\s-]KPI`)

// WithoutBasis is a text without the indicator by which it says that others are weighed.
func WithoutBasis(text string) string { return weighedBy.ReplaceAllString(text, "") }

// namesAnother reports whether the figure's own heading says that it is none of a metric: a margin is no revenue, "EBT / revenue", and how often a
// board met is no seat of it.
func (c *Cell) namesAnother(m facts.Metric, f *facts.Fact) bool {
	switch m {
	case facts.Revenue, facts.Capex:
		near := c.Own() + " ; " + strings.Join(c.Cols, " ; ")
		return f.Dimension == string(quantity.Percent) && ratioLabel.MatchString(c.Own()) || weighedBy.MatchString(near+" ; "+c.Caption) ||
			m == facts.Revenue && leftOver.MatchString(near)
	case facts.GHGIntensity, facts.GHGEmissions: // nor is waste a gas
		all := strings.Join(append(append(slices.Clone(c.Rows), c.Cols...), c.Caption), " ; ")
		gas := f.Dimension == string(quantity.Emissions) || f.Dimension == string(quantity.CarbonGas)
		if c.Beside && !gas && !GhgWord.MatchString(strings.Join(append(slices.Clone(c.Rows), c.Cols...), " ; ")) {
			return true
		}
		return !gas && wasteWord.MatchString(all) && !GhgWord.MatchString(all) && !GasWord.MatchString(all)
	case facts.Headcount: // nobody is employed in part
		return f.Dimension == string(quantity.Count) && f.Exact.Unit.Factor.Cmp(apd.New(1, 0)) == 0 && strings.Contains(f.Value, ".") &&
			!inParts.MatchString(strings.Join(append(append(slices.Clone(c.Rows), c.Cols...), c.Caption), " ; "))
	case facts.Waste: // nor is what is emitted waste
		return c.pollutes(c.Own()) && f.Dimension == string(quantity.Mass) &&
			!wasteWord.MatchString(strings.Join(append(append(slices.Clone(c.Rows), c.Cols...), c.Corner, c.Caption), " ; "))
	case facts.Accidents: // the hours in which they happen
		return hoursWorked.MatchString(c.Own()) && !accidentWord.MatchString(c.Own())
	case facts.Water: // nor is fuel
		return fuelWord.MatchString(c.Own()) && !waterWord.MatchString(c.Own())
	case facts.BoardSeats:
		return meetWord.MatchString(c.Own())
	}
	return false
}

// leftOver is what a company calls income when it is left over, or stands in its books.
var leftOver = pattern.Compile(`(?i)\b(?:net|comprehensive)\s+income\b|\bcarrying\s+amounts?\b`)

// ratioLabel is a label of one thing by another.
var ratioLabel = pattern.Compile(`\p{L} / \p{L}`)

var (
	salesWord = pattern.Compile(`(?i)\b(?:revenues?|turnover|umsatz\p{L}*|sales|sold|income|premiums?|exports?|chiffre\s+d.affaires|ventes|ventas|ingresos|` +
		`ricavi|fatturato|receitas?|omzet|pendapatan|penjualan)\b`)
	investWord = pattern.Compile(`(?i)\b(?:capex|capital\s+(?:expenditures?|spending)|invest\p{L}*|expenditures?|spend\p{L}*|spent|additions?|zugänge)\b`)
	someone    = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("facts.people") + `)\b`)
	inParts    = pattern.Compile(`(?i)\b(?:FTEs?|full|equivalents?|average|durchschnitt\p{L}*)\b`)
)

// speaksOf reports whether the headings of a figure have a word of a metric, of those that other figures can be taken for: accounts are full of other
// money, and of other numbers, of which the reader has learnt little. Where none speaks of people, a reader that is sure is believed.
func (c *Cell) speaksOf(m facts.Metric, sure bool) bool {
	words := map[facts.Metric]*pattern.Pattern{facts.Revenue: salesWord, facts.Capex: investWord, facts.Headcount: someone}[m]
	if words == nil {
		return true
	}
	all := strings.Join(append(append(slices.Clone(c.Rows), c.Cols...), c.Caption), " ; ")
	return words.MatchString(basis.ReplaceAllString(all, "")) || sure && m == facts.Headcount
}

// Measures reports whether a figure with this unit can be of a metric: a unit excludes most.
func Measures(m facts.Metric, f *facts.Fact, air bool) bool {
	d := quantity.Dimension(f.Dimension)
	gas := d == quantity.Emissions || d == quantity.CarbonGas
	percent := d == quantity.Percent || d == quantity.Points
	switch m {
	case facts.Other:
		return !gas || f.Per != ""
	case facts.GHGEmissions:
		return !air && f.Per == "" && (gas || d == quantity.Mass)
	case facts.GHGIntensity:
		return !air && (gas || d == quantity.Count || d == quantity.Mass && f.Per != "")
	case facts.Energy, facts.Electricity:
		if f.Per != "" {
			return false
		}
		if d == quantity.Energy {
			return true
		}
	}
	if gas || d == quantity.Mass {
		return !(air && m == facts.GHGReduction) && slices.Contains(ofMetric[m], d)
	}
	if d == quantity.Count && f.Unit == "" && slices.Contains(namedUnits, m) {
		return false // a number of nothing is no amount of these
	}
	return percent && slices.Contains(inPercent, m) || slices.Contains(ofMetric[m], d)
}

// ofMetric are the dimensions that figures of a metric have, beside percentages.
var ofMetric = map[facts.Metric][]quantity.Dimension{
	facts.GHGReduction: {quantity.Emissions, quantity.CarbonGas, quantity.Mass}, facts.Offsets: {quantity.Emissions, quantity.CarbonGas, quantity.Mass,
		quantity.Count},
	facts.Energy: {quantity.Energy, quantity.Volume, quantity.Mass}, facts.Electricity: {quantity.Energy}, facts.EnergyIntensity: {quantity.Energy,
		quantity.Volume, quantity.Count},
	facts.Certificates: {quantity.Energy, quantity.Count}, facts.Water: {quantity.Volume, quantity.Mass, quantity.Count},
	facts.Waste:       {quantity.Mass, quantity.Volume, quantity.Count},
	facts.CarbonPrice: {quantity.Money}, facts.Capex: {quantity.Money}, facts.Revenue: {quantity.Money}, facts.FinancialExposed: {quantity.Money},
	facts.Headcount: {quantity.Count}, facts.BoardSeats: {quantity.Count}, facts.Training: {quantity.Count, quantity.Money}, facts.Accidents: {quantity.Count},
}

// inPercent are the metrics of which there are shares and changes in per cent.
var inPercent = []facts.Metric{
	facts.GHGReduction, facts.Energy, facts.Electricity, facts.EnergyIntensity, facts.RenewableShare, facts.HeadcountShare, facts.Remuneration, facts.Water,
	facts.Waste,
	facts.Capex, facts.Revenue, facts.Training, facts.Accidents, facts.FinancialExposed,
}

// namedUnits are the metrics whose amounts are counted in a unit that is printed.
var namedUnits = []facts.Metric{facts.EnergyIntensity, facts.Water, facts.Waste}
