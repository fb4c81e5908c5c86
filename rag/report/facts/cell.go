package facts

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// cell is a figure with the headings above and beside it, before anybody says what they mean.
type cell struct {
	rows, cols []string // outermost first
	caption    string
	q          quantity.Quantity // with the unit printed at the figure, if there is one
	printed    string
	units      []string // units as printed elsewhere, nearest first
	given      string   // the unit that intake found for the cell of a table, known or not
	period     string
	source     Source
	format     string
	place      Place
	table      int
	row, col   int
	scope      string                 // what the rows that a total adds up are, where they alone say it
	dated      bool                   // it is one of several figures of a cell, each led by its year
	until      int                    // the year of a target that another column of its row says
	goal       bool                   // of these, a year that lies ahead
	renewed    bool                   // its sentence says that it replaces an earlier figure
	at         int                    // of a sentence: the code point of its page at which the figure begins
	reading    *statement.CellReading // what a reader says of its headings; nil if nobody was asked
	said       *assertion             // what the sentence around the figure makes of it; nil for tables and lines
}

// measured makes a quantity of a value that is already normalised.
func measured(value *apd.Decimal, printed string) quantity.Quantity {
	return quantity.Quantity{
		Text: printed, Number: printed, Value: value, Half: apd.New(5, value.Exponent-1), Unit: quantity.None,
	}
}

var (
	wholeLabel = compile(`(?i)^\W*(?:\w+\s+){0,3}(?:totals?|gesamt|summe|insgesamt|jumlah|group|all|overall|sum)\W*(?:\w+\W*){0,2}$`)
	onlyFigure = compile(`^[\W\d]*$`)
	yearText   = compile(`(?:^|[^\d.,]|(?:^|\D)\d{1,2}\.\d{1,2}\.)((?:19[89]|20[0-6])\d)(?:[/–-](\d{2,4}))?(?:$|[^\d]|[¹²³])`)
)

// fact says what a cell states.
func (c *cell) fact(report int, labels meanings) (Fact, bool) {
	if c.said != nil {
		return c.stated(report)
	}
	own := c.own()
	all := strings.Join(append(append(append([]string{}, c.rows...), c.cols...), c.caption), " ; ")
	f := Fact{
		Printed: c.printed, Value: plainText(c.q.Value), Source: c.source, Format: c.format, Place: c.place, Bound: string(c.q.Bound),
	}
	f.Table, f.Row, f.Col, f.RowPath, f.ColPath, f.Caption = c.table, c.row, c.col, c.rows, c.cols, c.caption
	air := c.pollutes(own)
	c.unit(&f, all, air)
	f.Year, f.Period = c.when(report)
	dimension := f.q.Unit.Dimension
	year := c.q.Year && dimension == quantity.Count
	f.Metric = metricOf(own, all, f.q.Unit, f.Per, year, air)
	if m, sure := c.readMetric(&f, air); m != "" {
		f.Metric = m
		f.Notes = append(f.Notes, sure)
	}
	columns := strings.Join(c.cols, " ; ")
	if f.Metric == GHGEmissions || f.Metric == GHGIntensity || f.Metric == GHGReduction || ghgWord.MatchString(own) && !air {
		c.scoped(&f, own)
	}
	row, column := labels.of(own), labels.of(columns)
	f.Target = row.aimed || column.aimed || c.goal || c.toCome(&f, report, labels)
	f.Change = !c.dated && (column.changing || row.changing && f.Metric != GHGEmissions || c.q.Signed && dimension == quantity.Percent)
	f.Restated = c.renewed || row.restated || column.restated || labels.of(c.caption).restated
	c.reduces(&f, row, column)
	if own = row.text; f.Metric == GHGEmissions && netWord.MatchString(own) {
		f.Category = own // net of something: never all of a scope
	}
	f.Boundary = c.boundary()
	if c.namesThousands() {
		return f, false
	}
	return f, f.Value != ""
}

// reduces makes a reduction of emissions of what is a change or a target of them, or was not emitted.
func (c *cell) reduces(f *Fact, row, column meaning) {
	if f.Metric != GHGEmissions {
		return
	}
	if row.changing || row.aimed || f.Change && column.changing ||
		slices.ContainsFunc(append([]string{c.caption}, c.rows...), notEmitted.MatchString) {
		f.Metric = GHGReduction
	}
}

// toCome reports whether a figure of a table is of a year after the one that is reported on, and so a target: of something that
// is reported on, or in a table of targets.
func (c *cell) toCome(f *Fact, report int, labels meanings) bool {
	return report > 0 && f.Year > report && c.source == FromTable && (f.Metric != Other || labels.of(c.caption).aimed)
}

// meanings remembers what labels say of time: one stands above or beside many cells.
type meanings map[string]meaning

type meaning struct {
	text                      string // without land use change, which is no change
	changing, aimed, restated bool
}

func (m meanings) of(label string) meaning {
	known, ok := m[label]
	if !ok {
		text := landUse.ReplaceAllString(label, " ")
		known = meaning{text, changing.MatchString(text), aimed.MatchString(text), restated.MatchString(text)}
		m[label] = known
	}
	return known
}

// namesThousands says that a cell is a unit and states no amount: "1,000 metric tons of CO2e" beside the figures that it
// is of.
func (c *cell) namesThousands() bool {
	if !roundThousand.MatchString(c.q.Number) || !letters.MatchString(c.q.Text) {
		return false
	}
	switch c.q.Unit.Dimension {
	case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
		return true
	}
	return false
}

var letters = compile(`\p{L}`)

var landUse = compile(`(?i)(?:land[\s-]*use|climate)\s+change`)

// pollutes says that the nearest heading which names what is emitted names no greenhouse gas: "Air pollutants / NOx".
func (c *cell) pollutes(own string) bool {
	for _, heading := range append([]string{own, strings.Join(c.cols, " ")}, append(backwards(c.rows), c.caption)...) {
		switch {
		case gasWord.MatchString(heading):
			return false
		case airWord.MatchString(heading):
			return true
		}
	}
	return false
}

func backwards(s []string) []string {
	out := slices.Clone(s)
	slices.Reverse(out)
	return out
}

// own is the innermost heading that says more than a number: "18-25" beside "Scope 1" is no name.
func (c *cell) own() string {
	for i := len(c.rows) - 1; i >= 0; i-- {
		if !onlyFigure.MatchString(c.rows[i]) && (i == 0 || !onlyPeriod.MatchString(c.rows[i])) {
			return c.rows[i]
		}
	}
	if n := len(c.cols); n > 0 {
		return strings.Join(c.cols, " ")
	}
	return c.caption
}

// notEmitted are headings of what was not emitted.
var notEmitted = compile(`(?i)\b(?:avoided|reduced|saved|prevented)\s+(?:(?:ghg|greenhouse gas|co\s?[2₂]e?|carbon)\s+)?emissions\b|` +
	`\bemissions?\s+(?:avoided|saved|prevented)\b|\breductions?\s+(?:to|from|against|versus|vs\.?|compared|over)\b`)

// onlyPeriod is a heading that says for what time a row is and no more: "Fiscal Year", "Sept. 30th".
var onlyPeriod = compile(`(?i)^\W*(?:(?:up\s+to|as\s+of|as\s+at|at|until|by)\s+)?` +
	`(?:(?:full|fiscal|financial|calendar|reporting)\s+(?:years?|periods?)|year[- ]end|annual|(?:\d{1,2}(?:st|nd|rd|th)?\W+)?` +
	`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[\p{Ll}]*\W*(?:\d{1,2}(?:st|nd|rd|th)?)?(?:\W+\d{4})?)\W*$`)

// boundary is what the columns say beyond years, units and scopes: a region, a division, like for like.
func (c *cell) boundary() string {
	var parts []string
	for _, col := range c.cols {
		col = yearText.ReplaceAllString(" "+fiscalYear.ReplaceAllString(col, " ")+" ", " ")
		if _, err := quantity.Measures(strings.TrimSpace(col)); err == nil {
			continue
		}
		if r := narrowing(col); r != "" {
			parts = append(parts, r)
		}
	}
	return strings.Join(parts, " / ")
}

var fiscalYear = compile(`(?i)\b(?:FY|CY)[\s’'-]?(?:(?:19[89]|20[0-6])\d|[0-6]\d)(?:[/–-]\d{2,4})?\b`)

var notNarrowing = lexicon.Set("facts.column words")

func narrowing(label string) string {
	var left []string
	for _, w := range strings.Fields(rest(label, false)) {
		if !notNarrowing[strings.ToLower(w)] {
			left = append(left, w)
		}
	}
	return strings.Join(left, " ")
}

// plainText writes a decimal without exponent.
func plainText(d *apd.Decimal) string {
	if d == nil {
		return ""
	}
	return quantity.Print(d, 40)
}
