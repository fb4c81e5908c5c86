// Package facts holds the figures that a parsed report states: the fact sheet. A fact is one figure with what
// it measures, its unit, period, boundary and method, and the place where a reader sees it. The sheet is a pure
// function of the parse and is stored by its hash. Package extract makes it.
//
// Figures come from tables (package tables), from lines that are tables without a grid (lines), and from sentences
// (prose). All three are first read as cells (cell) - a figure with the headings above and beside it - and one reader
// then says what a cell's headings mean, so that a figure is understood alike wherever it stands.
//
// Sentences state more than tables do: targets with their base year and year, internal carbon prices, the share of pay
// that hangs on climate, besides amounts. Each kind is read in a few constructions that leave one reading; a figure
// beside words that it may not belong to, or that others speak of, is left out.
//
// Nothing is guessed away. A unit with two readings keeps both and has no base value; a figure whose headings
// name no metric is "other"; a figure without a year has none. The same figure on pages in two languages is one
// fact with two places; where the two differ, both are facts that name each other.
package facts

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Version names the shape and meaning of a sheet; it changes whenever a sheet that was stored can no longer be read.
const Version = "1"

// Metric is what a figure measures.
type Metric string

// The closed set of metrics.
const (
	GHGEmissions     Metric = "ghg_emissions"
	GHGIntensity     Metric = "ghg_intensity"
	GHGReduction     Metric = "ghg_reduction" // a change or target of emissions, in per cent or tonnes
	Offsets          Metric = "offsets"
	Energy           Metric = "energy"
	Electricity      Metric = "electricity"
	RenewableShare   Metric = "renewable_share"
	EnergyIntensity  Metric = "energy_intensity"
	Certificates     Metric = "energy_certificates"
	Water            Metric = "water"
	Waste            Metric = "waste"
	CarbonPrice      Metric = "carbon_price"
	Remuneration     Metric = "remuneration_share"
	Capex            Metric = "capex"
	Revenue          Metric = "revenue"
	Headcount        Metric = "headcount"
	HeadcountShare   Metric = "headcount_share"
	Training         Metric = "training"
	Accidents        Metric = "accidents"
	BoardSeats       Metric = "board_seats"
	TargetYear       Metric = "target_year"
	FinancialExposed Metric = "exposed_assets" // assets or activities exposed to climate risks or opportunities
	Other            Metric = "other"
)

// Source says how a figure stands on its page.
type Source string

// The closed set of sources.
const (
	FromTable Source = "table"
	FromText  Source = "text" // a line or a sentence
)

// Place is where a reader sees a figure.
type Place struct {
	Page  int        `json:"page"`
	Rect  [4]float64 `json:"rect,omitzero"`
	Quote string     `json:"quote"` // the label and the figure, as printed

	// Where it stands among its neighbours: checks add up rows and columns of one table.
	Table   int      `json:"table"` // number on the sheet, from 1; 0 for sentences
	Row     int      `json:"row"`
	Col     int      `json:"col"`
	RowPath []string `json:"row_path,omitempty"`
	ColPath []string `json:"col_path,omitempty"`
	Caption string   `json:"caption,omitempty"`
}

// Reading is one thing that an ambiguous unit can mean.
type Reading struct {
	Value string `json:"value_base"`
	Unit  string `json:"unit_base"`
}

// Fact is one figure of a report. Decimals are strings, normalised.
type Fact struct {
	ID       string `json:"id"`
	Metric   Metric `json:"metric"`
	Scope    string `json:"scope,omitempty"`    // 1, 2, 3, 1+2, 1+2+3 ...
	Category string `json:"category,omitempty"` // the category or source within the scope, empty for all of it
	Number   int    `json:"category_number,omitempty"`
	Method   string `json:"method,omitempty"` // location or market
	Boundary string `json:"boundary,omitempty"`

	Printed   string    `json:"printed"` // the figure as it stands
	Value     string    `json:"value"`
	Unit      string    `json:"unit"` // as printed
	Dimension string    `json:"dimension,omitempty"`
	Per       string    `json:"per,omitempty"` // the denominator of an intensity
	ValueBase string    `json:"value_base,omitempty"`
	UnitBase  string    `json:"unit_base,omitempty"`
	Readings  []Reading `json:"readings,omitempty"` // when the unit can mean several things; then there is no base value
	Bound     string    `json:"bound,omitempty"`    // about, at_least, at_most
	Half      string    `json:"half"`               // half a unit of the last printed place, in the unit of Value
	Factor    string    `json:"factor"`             // from the unit (its usual reading) to the base unit

	Period   string `json:"period,omitempty"` // as printed
	Year     int    `json:"year,omitempty"`   // in which it ends
	Restated bool   `json:"restated,omitempty"`
	Target   bool   `json:"target,omitempty"`    // of a year to come
	Change   bool   `json:"change,omitempty"`    // a difference between periods
	BaseYear int    `json:"base_year,omitempty"` // that a target counts from

	Place
	Places []Place  `json:"places,omitempty"` // where it stands again, word for word or in another language
	Source Source   `json:"source"`
	Format string   `json:"format,omitempty"` // why the figure's separators were read so
	Notes  []string `json:"notes,omitempty"`
	Engine string   `json:"engine,omitempty"` // who said what the figure of a sentence is, if it was not the rules

	// Exact is the figure for arithmetic, made from what is stored. Who reads facts sets it; others ask Quantity.
	Exact quantity.Quantity `json:"-"`
}

// Quantity is the figure with its unit, for arithmetic.
func (f *Fact) Quantity() quantity.Quantity { return f.Exact }

// PeriodText is the period as printed, or its year.
func (f *Fact) PeriodText() string {
	if f.Period == "" && f.Year > 0 {
		return vocabulary.Itoa(f.Year)
	}
	return f.Period
}

// onlyCounted is how a column of units says that a row counts, which nobody says behind a number.
var onlyCounted = pattern.Compile(`(?i)^(?:numbers?|no\.?|nos\.?|nr\.?|count|#)$`)

// WithUnit is the figure as printed with its unit, which stands in it or elsewhere.
func (f *Fact) WithUnit() string {
	unit := f.Unit
	if code, word, both := strings.Cut(unit, " "); both && f.Dimension == string(quantity.Money) && len(code) == 3 && !strings.Contains(f.Printed, code) {
		unit = word // the sign of the currency stands in "€78 billion"
	}
	if unit == "" || onlyCounted.MatchString(unit) || strings.Contains(strings.ReplaceAll(f.Printed, " ", ""), strings.ReplaceAll(unit, " ", "")) {
		return f.Printed
	}
	return Beside(f.Printed, f.Unit)
}

// Beside is a figure with its unit behind it. A unit that begins with a number, of which there are so many, is told from the figure.
func Beside(figure, unit string) string {
	if m := thousands.FindString(unit); m != "" {
		return figure + " thousand " + unit[len(m):]
	}
	if unit != "" && unit[0] >= '0' && unit[0] <= '9' {
		return figure + " × " + unit
	}
	return figure + " " + unit
}

// thousands is how units begin of which figures count the thousands: "'000 kg".
var thousands = pattern.Compile(`^['‘’]?000['’]?s?\s+(?:of\s+)?`)

// Ambiguous says that the unit can mean several things.
func (f *Fact) Ambiguous() bool { return len(f.Readings) > 1 }

// Own is the figure's own label: the innermost heading of its row that is no code beside the row's name, or of its column if rows have none.
func (p *Place) Own() string {
	for i := len(p.RowPath) - 1; i > 0; i-- {
		if !IsCode(p.RowPath[i]) {
			return p.RowPath[i]
		}
	}
	if len(p.RowPath) > 0 {
		return p.RowPath[0]
	}
	if n := len(p.ColPath); n > 0 {
		return p.ColPath[n-1]
	}
	return ""
}

// Sheet is what a report states in figures.
type Sheet struct {
	Version string `json:"version"`
	Report  string `json:"report"` // the file's SHA-256
	Facts   []Fact `json:"facts"`
	// Twins pairs tables that give the same content in two languages.
	Twins []Twin `json:"twins,omitempty"`
	// Figures counts the figures seen in tables and how many of them are no facts: page numbers and the like.
	Figures int `json:"figures"`
}

// Twin is a pair of facts at the same place of two tables that say the same in two languages, but differ.
type Twin struct {
	First  string `json:"first"` // fact ids
	Second string `json:"second"`
}

// Ruled is the sheet with those facts alone that rules have read: a check that fails must not rest on a likelihood.
func (s *Sheet) Ruled() *Sheet {
	out := *s
	out.Facts = slices.DeleteFunc(slices.Clone(s.Facts), func(f Fact) bool { return f.Engine != "" })
	return &out
}

// ErrInvalid says that bytes are not a fact sheet of this version.
var ErrInvalid = errors.New("not a valid fact sheet")

// Encode writes a sheet as it is stored. Equal sheets give equal bytes.
func Encode(s *Sheet) ([]byte, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encoding the fact sheet of %s: %w", s.Report, err)
	}
	return data, nil
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Sheet, error) {
	s := &Sheet{}
	if err := jsonv1.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("decoding a fact sheet: %w: %w", ErrInvalid, err)
	}
	if s.Version != Version {
		return nil, fmt.Errorf("decoding the fact sheet of %s: %w: version %q, want %q", s.Report, ErrInvalid, s.Version, Version)
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if err := f.restore(); err != nil {
			return nil, fmt.Errorf("decoding the fact sheet of %s: %w: fact %d: %w", s.Report, ErrInvalid, i, err)
		}
	}
	return s, nil
}

// restore makes the quantity from what is stored of it.
func (f *Fact) restore() error {
	if f.ID == "" || f.Page < 1 {
		return fmt.Errorf("id %q, page %d", f.ID, f.Page)
	}
	var d [3]*apd.Decimal
	for i, s := range []string{f.Value, f.Half, f.Factor} {
		v, _, err := apd.NewFromString(s)
		if err != nil {
			return fmt.Errorf("reading %q: %w", s, err)
		}
		d[i] = v
	}
	f.Exact = quantity.Quantity{
		Text: f.Printed, Number: f.Printed, Value: d[0], Half: d[1], Per: f.Per, Bound: quantity.Bound(f.Bound),
		Unit: quantity.Unit{Symbol: f.Unit, Dimension: quantity.Dimension(f.Dimension), Factor: d[2]},
	}
	return nil
}
