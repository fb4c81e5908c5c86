// Package cell is a figure with the headings above and beside it, and the one reader that says what they mean: metric, scope, method,
// unit, year and boundary. Tables, lines and sentences all become cells.
package cell

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Cell is a figure with the headings above and beside it, before anybody says what they mean.
type Cell struct {
	Rows, Cols []string // outermost first
	Caption    string
	Corner     string            // what heads the labels of its table, where the caption is another text and this says what is emitted
	Q          quantity.Quantity // with the unit printed at the figure, if there is one
	Printed    string
	Units      []string // units as printed elsewhere, nearest first
	Given      string   // the unit that intake found for the cell of a table, known or not
	Period     string
	Per        string // what all amounts of its table are given per, as its corner says: "Per 1,000 units sold"
	Source     facts.Source
	Format     string
	Place      facts.Place
	Table      int
	Row, Col   int
	Scope      string                 // what the rows that a total adds up are, where they alone say it
	Measured   bool                   // the columns of its table say what is measured, each in another unit, and hardly a row does
	Undated    bool                   // a column with the same headings has other figures: of which period this one is, they do not say
	Dated      bool                   // it is one of several figures of a cell, each led by its year
	Until      int                    // the year of a target that another column of its row says
	Since      int                    // the base year that another column of its row says, from which its target counts and so does what was reached
	Based      bool                   // its column is that of a base and names no year
	BaseOf     int                    // of these, the year that its row or its table says; 0 if it is not known
	Beside     bool                   // its caption speaks of emissions and of something else, and other rows name what is emitted
	RowsScoped bool                   // rows of its table name another scope than its caption, which is then not that of all of them
	Moves      bool                   // it leads from the first figure of its column to the last
	Goal       bool                   // of these, a year that lies ahead
	Renewed    bool                   // its sentence says that it replaces an earlier figure
	At         int                    // of a sentence: the code point of its page at which the figure begins
	Status     bool                   // the labels of its table are targets, and its column says what of them has been reached
	Form       bool                   // it stands below the question of a form
	Foreign    bool                   // of a table whose headings are in a language that no reader has learnt
	Unread     bool                   // of a sentence in a language that is not read
	Reading    *statement.CellReading // what a reader says of its headings; nil if nobody was asked
	Said       *Assertion             // what the sentence around the figure makes of it; nil for tables and lines
}

// Measured makes a quantity of a value that is already normalised.
func Measured(value *apd.Decimal, printed string) quantity.Quantity {
	return quantity.Quantity{
		Text: printed, Number: printed, Value: value, Half: apd.New(5, value.Exponent-1), Unit: quantity.None,
	}
}

var wholeLabel = pattern.Compile(`(?i)^\W*(?:\w+\s+){0,3}(?:totals?|gesamt|summe|insgesamt|jumlah|group|all|overall|sum)\W*(?:\w+\W*){0,2}$`)

// Fact says what a cell states.
func (c *Cell) Fact(report int, labels Meanings) (facts.Fact, bool) {
	if c.Said != nil {
		return c.stated(report)
	}
	own := c.Own()
	all := strings.Join(append(append(append([]string{}, c.Rows...), c.Cols...), c.Corner, c.Caption), " ; ")
	f := facts.Fact{
		Printed: c.Printed, Value: PlainText(c.Q.Value), Source: c.Source, Format: c.Format, Place: c.Place, Bound: string(c.Q.Bound),
	}
	f.Table, f.Row, f.Col, f.RowPath, f.ColPath, f.Caption = c.Table, c.Row, c.Col, c.Rows, c.Cols, c.Caption
	air := c.pollutes(own)
	c.Unit(&f, all, air)
	f.Year, f.Period = c.when(report)
	dimension := f.Exact.Unit.Dimension
	year := c.Q.Year && dimension == quantity.Count
	named := c.naming(own, dimension)
	if c.Measured {
		all = named
	}
	f.Metric = metricOf(named, all, f.Exact.Unit, f.Per, year, air)
	afar := metricOf(named, named, f.Exact.Unit, f.Per, year, air) != f.Metric
	if m, sure := c.readMetric(&f, air, afar); m != "" {
		f.Metric = m
		f.Notes = append(f.Notes, sure)
	}
	if f.Metric == facts.Headcount && c.namesAnother(f.Metric, &f) {
		f.Metric = facts.Other
	}
	columns := strings.Join(c.Cols, " ; ")
	if f.Metric == facts.GHGEmissions || f.Metric == facts.GHGIntensity || f.Metric == facts.GHGReduction || GhgWord.MatchString(own) && !air {
		c.scoped(&f, own)
	}
	row, column := labels.of(own), labels.of(columns)
	if c.Status {
		row = meaning{text: row.text}
	}
	f.Target = row.aimed || column.aimed || c.isAim(&f, report, labels)
	f.Change = !f.Target && !c.Dated && (column.changing || row.changing && f.Metric != facts.GHGEmissions || c.moves(dimension))
	f.BaseYear = c.countsFrom(&f)
	c.compares(&f, report)
	f.Restated = c.Renewed || row.restated || column.restated || labels.of(c.Caption).restated
	c.reduces(&f, row, column)
	f.Change = f.Change || f.Metric == facts.GHGReduction && !f.Target && c.readsChange()
	if own = row.text; f.Metric == facts.GHGEmissions && vocabulary.NetWord.MatchString(own) {
		f.Category = own // net of something: never all of a scope
	}
	f.Boundary = c.boundary()
	if c.namesThousands() {
		return f, false
	}
	return f, f.Value != ""
}

// countsFrom is the base year of a change that another column of its row says; 0 if none does.
func (c *Cell) countsFrom(f *facts.Fact) int {
	if f.Change && f.Year > c.Since {
		return c.Since
	}
	return 0
}

// isAim reports whether a figure is one to be reached, as its place in the table or its own words say.
func (c *Cell) isAim(f *facts.Fact, report int, labels Meanings) bool {
	return c.Goal || c.reachedBy(report) > 0 || c.toCome(f, report, labels)
}

// moves reports whether what stands at a figure shows that it is a change: an arrow, its place between two amounts, its sign.
func (c *Cell) moves(d quantity.Dimension) bool {
	return c.gone() || c.Moves || c.Q.Signed && d == quantity.Percent
}

// gone reports whether an arrow in front of a figure shows that it is a change.
func (c *Cell) gone() bool { return len(c.Rows) > 0 && vocabulary.LedByArrow(c.Rows[len(c.Rows)-1]) }

// readsChange reports whether a reader of headings is sure that a figure is a change: "Retrofits" below what moved emissions.
func (c *Cell) readsChange() bool {
	return c.Reading != nil && c.Reading.Kind.Value == "change" && c.Reading.Kind.Sure >= overruling
}

// reduces makes a reduction of emissions of what is a change or a target of them, or was not emitted.
func (c *Cell) reduces(f *facts.Fact, row, column meaning) {
	if f.Metric != facts.GHGEmissions {
		return
	}
	if row.changing || row.aimed || f.Change && column.changing ||
		slices.ContainsFunc(slices.Concat([]string{c.Caption}, c.Rows, c.Cols), notEmitted.MatchString) {
		f.Metric = facts.GHGReduction
	}
}

// supposed heads what would be in a year to come if the climate warmed by so much: no target.
var supposed = pattern.Compile(`(?i)\d\s?°\s?C\b|\bscenarios?\b|\bRCP\s?\d|\bSSP\s?\d`)

// toCome reports whether a figure of a table is of a year after the one that is reported on, and so a target: of something that
// is reported on, or in a table of targets.
func (c *Cell) toCome(f *facts.Fact, report int, labels Meanings) bool {
	return report > 0 && f.Year > report && c.Source == facts.FromTable && !hasEnded.MatchString(f.Period) &&
		!slices.ContainsFunc(c.Cols, supposed.MatchString) && (f.Metric != facts.Other || labels.of(c.Caption).aimed)
}

// namesThousands says that a cell is a unit and states no amount: "1,000 metric tons of CO2e" beside the figures that it
// is of.
func (c *Cell) namesThousands() bool {
	if zeros.MatchString(c.Q.Number) {
		return true // "0000' kWh"
	}
	if !RoundThousand.MatchString(c.Q.Number) || !letters.MatchString(c.Q.Text) {
		return false
	}
	switch c.Q.Unit.Dimension {
	case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
		return true
	}
	return false
}

var zeros = pattern.Compile(`^['’‘]?0{3,}['’‘]?$`)

var letters = pattern.Compile(`\p{L}`)

// produced is a label of how much is made, which below headings of emissions is what those are given per.
var produced = pattern.Compile(`(?i)\b(?:production|sales|processing)\s+(?:volumes?|quantit\w+|weights?|tonnage)\b|\b(?:out|through)put\b|\bproduktionsmenge`)

// made is a label of what is made or handled, not of what is emitted in doing so: "Cement produced (t)".
var made = pattern.Compile(`(?i)\b(?:produced|processed|manufactured|sold|milled|crushed|harvested|shipped)\W*(?:\([^()]*\)\W*)?$`)

// weighed reports whether the unit nearest to a figure is of a mass and names no gas.
func (c *Cell) weighed() bool {
	_, m := c.nearestUnit()
	return c.Q.Unit.Dimension == quantity.Mass || c.Q.Unit.Dimension == quantity.Count && len(m) > 0 && m[0].Unit.Dimension == quantity.Mass
}

// pollutes says that the nearest heading which names what is weighed names no greenhouse gas: "Air pollutants / NOx", "Production volume".
func (c *Cell) pollutes(own string) bool {
	for _, heading := range append([]string{own, strings.Join(c.Cols, " ")}, append(backwards(c.Rows), c.Corner, c.Caption)...) {
		switch {
		case GasWord.MatchString(heading):
			return false
		case AirWord.MatchString(heading), produced.MatchString(heading), heading == own && made.MatchString(heading) && !GhgWord.MatchString(heading) && c.weighed():
			return true
		}
	}
	return false
}

// notEmitted are headings of what was not emitted.
var notEmitted = pattern.Compile(`(?i)\b(?:avoided|reduced|saved|prevented)\s+(?:(?:ghg|greenhouse gas|co\s?[2₂]e?|carbon)\s+)?emissions\b|` +
	`\bemissions?\s+(?:avoided|saved|prevented)\b|\b(?:ghg|co\s?[2₂]e?|carbon|emissions?)\s+savings?\b|` +
	`\breductions?\s+(?:to|from|against|versus|vs\.?|compared|over)\b`)

// PlainText writes a decimal without exponent.
func PlainText(d *apd.Decimal) string {
	if d == nil {
		return ""
	}
	return quantity.Print(d, 40)
}

// RoundThousand is the figure of a unit that counts in thousands: "1,000 t".
var RoundThousand = pattern.Compile(`^1[.,'’ ]?000$`)

// Words are the first words of a text.
func Words(s string, n int) string {
	f := strings.Fields(s)
	if len(f) > n {
		f = f[:n]
	}
	return strings.Join(f, " ")
}

// FirstOf is the first text that is not empty.
func FirstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
