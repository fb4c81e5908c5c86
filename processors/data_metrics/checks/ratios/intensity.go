package ratios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/derived"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/passage"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var Intensity = sheet.Definition{
	Name: "intensity", Severity: "warning", Tolerance: "1 %",
	About: "An intensity is not 0 beside emissions, its denominator has a scale that can be meant, and it is what its own figures make.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return quotientsWithin(s, append(intensities(s), rowRatios(s)...))
	},
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return sheet.OnceSaid(intensitiesSaid(s), sums.Paid(s), averages(s), passage.Rates(s), derived.Rates(s))
	},
}

// smallMoney is less than the revenue of any company that reports: a denominator below it lacks its scale.
var smallMoney = apd.New(1, 7)

// ofEmissions are words of rows, columns and captions that speak of emissions, in the languages of reports.
var ofEmissions = pattern.Compile(`(?i)emis|intensi|\b[gt]hg\b|\bgrk\b|greenhouse|treibhaus|carbon|karbon|\bco[2₂]|scope`)

func intensities(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGIntensity || f.Change || f.Target || f.Source != facts.FromTable {
			continue
		}
		e := sheet.Where(f, func(p *facts.Place) bool { return strings.Contains(strings.Join(p.RowPath, " "), f.Unit) })
		total, ok := emissionsOf(s, f)
		if !ok || total.Quantity().Value.Sign() <= 0 {
			continue
		}
		c := events.Check{Inputs: []events.CheckInput{sheet.Input(e, sheet.StatedLabel+" intensity"), sheet.Input(total, "")},
			Stated: strings.TrimSpace(f.Printed + " " + f.Unit)}
		switch {
		case f.Quantity().Value.IsZero() && !ofEmissions.MatchString(strings.Join(slices.Concat(f.RowPath, f.ColPath), " ")+" "+f.Caption):
			continue // "fatal accidents: 0" whose unit is that of a row above it is no intensity of emissions
		case f.Quantity().Value.IsZero():
			c.Result = events.CheckFail
			c.Working = fmt.Sprintf("%s %s / any denominator > 0", compare.Show(total.Quantity().Base()), total.Quantity().Unit.Base())
			if total.Ambiguous() {
				c.Working = fmt.Sprintf("%s %s / any denominator > 0", total.Value, total.Unit)
			}
			c.Expected = "more than 0"
			c.Message = fmt.Sprintf("An intensity of 0 says that there are no emissions; the report states %s %s. A unit in which it can be printed is missing.",
				total.Printed, total.Unit)
		case moneyUnit(f.Per):
			implied, _ := quantity.Ratio(total.Quantity().Base(), f.Quantity().Base())
			c.Working = fmt.Sprintf("%s / %s = %s %s", compare.Show(total.Quantity().Base()), compare.Show(f.Quantity().Base()), quantity.Print(implied, 0),
				strings.ToUpper(f.Per))
			if implied.Cmp(smallMoney) >= 0 {
				c.Result, c.Severity, c.Message = events.CheckPass, "info", "The denominator that the intensity implies can be a revenue or assets."
				break
			}
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Expected = "a denominator of at least " + compare.Show(smallMoney)
			c.Message = fmt.Sprintf("The intensity implies a denominator of %s %s: its scale, such as million or billion, is not printed.",
				quantity.Print(implied, 0), strings.ToUpper(f.Per))
		default:
			continue
		}
		out = append(out, sheet.Finding{Check: c, Page: e.At.Page})
	}
	return out
}

// moneyUnit says that a denominator is one unit of a currency, without a scale word.
func moneyUnit(per string) bool {
	switch strings.ToLower(strings.TrimSpace(per)) {
	case "rp", "idr", "usd", "$", "us$", "eur", "€", "gbp", "£", "jpy", "¥", "inr", "₹":
		return true
	}
	return false
}

// emissionsOf is what an intensity is of: the total of the scopes that it names, of its year.
func emissionsOf(s *sheet.Sheet, f *facts.Fact) (sheet.Entry, bool) {
	scope := f.Scope
	if scope == "" {
		scope = "1+2"
	}
	for i := range s.Facts {
		t := &s.Facts[i]
		e := sheet.Entry{Fact: t, At: &t.Place}
		nothing := f.Quantity().Value.IsZero() // then a unit that can mean two things is none the less more than that
		if t.Metric == facts.GHGEmissions && t.Category == "" && t.Year == f.Year && s.Scope(e) == scope &&
			t.Boundary == f.Boundary && !t.Target && (!t.Ambiguous() || nothing) && sheet.Dimension(e) == quantity.Emissions {
			return e, true
		}
	}
	return sheet.Entry{}, false
}
