package keyfigures

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Aligned is what a template of the EU taxonomy gives of one measure of a business: the share that is aligned, and that which could be. Either
// may be missing.
type Aligned struct {
	Measure           string // turnover, CapEx or OpEx
	Aligned, Eligible *Figure
	Before            *Figure // what was aligned the year before
}

// Waivable reports whether a share is one that the regulation lets a business report as nothing where it is not material to it: of operating expenditure,
// with nothing eligible that was read beside it. That it was left out for this reason is not known by it.
func (a Aligned) Waivable() bool {
	return a.Measure == measures[2].name && a.Aligned.Value.IsZero() && (a.Eligible == nil || a.Eligible.Value.IsZero())
}

// measure is one by which the regulation asks how much of a business it is, and how rows and heads of columns name it.
type measure struct {
	name  string
	names *pattern.Pattern
}

var measures = []measure{
	{"turnover", pattern.Compile(`(?i)\b(?:turnover|revenues?|net\s+sales)\b`)},
	{"CapEx", pattern.Compile(`(?i)\bcapex\b|\bcapital\s+expenditures?\b`)},
	{"OpEx", pattern.Compile(`(?i)\bopex\b|\boperating\s+expenditures?\b`)},
}

// Measures are what the shares of a business are taken of.
func Measures() []string { return []string{measures[0].name, measures[1].name, measures[2].name} }

// MeasureOf is the one of which words speak; nothing where they speak of none or of several.
func MeasureOf(words string) string {
	found := ""
	for _, m := range measures {
		if m.names.MatchString(words) {
			if found != "" {
				return ""
			}
			found = m.name
		}
	}
	return found
}

var (
	ofTaxonomy = pattern.Compile(`(?i)\btaxonomy\b|\benvironmentally\s+sustainable\s+activities\b`)
	alignedRow = pattern.Compile(`(?i)\baligned\b|\benvironmentally\s+sustainable\s+activities\b`)
	// eligibleRow is the row of what is aligned and what is only eligible together.
	eligibleRow = pattern.Compile(`(?i)\beligible\b.*\bA\.?\s?1\.?\s*\+\s*A\.?\s?2|^\(?A\.?\s?1\.?\s*\+\s*A\.?\s?2\.?\)?$`)
	proportion  = pattern.Compile(`(?i)\b(?:proportion|share|percentage)\b`)
	// lesser are rows of a part, or of what is not aligned.
	lesser = pattern.Compile(`(?i)\b(?:not|non|enabling|transitional|without)\b|\bA\.?\s?2\b`)
	// criteria are the columns by objective, which say to what a share contributes.
	criteria  = pattern.Compile(`(?i)\b(?:substantial|contribution|criteria|objective|harm|dnsh|safeguards?|mitigation|adaptation|category)\b`)
	ofYearAgo = pattern.Compile(`(?i)\baligned\b.*\beligible\b`)
)

// Taxonomy reads the shares of a year from the rows that the EU's regulation prescribes, wherever its template stands. A share that two rows give
// differently is left out: they are of two forms, or one was read wrongly.
func Taxonomy(figures []Figure, year int) []Aligned {
	var out []Aligned
	for _, m := range measures {
		share := func(in int, is func(row string) bool) *Figure {
			wanted := func(f *Figure) bool {
				before := in == year && lastYear.MatchString(strings.Join(f.ColPath, " "))
				return f.Year == in && !before && is(f.RowPath[len(f.RowPath)-1]) && shareOf(f, m.names)
			}
			// a column by objective may have lost the head that says so; the one of the whole is called a proportion
			if whole := sole(figures, func(f *Figure) bool { return proportion.MatchString(strings.Join(f.ColPath, " ")) && wanted(f) }); whole != nil {
				return whole
			}
			return sole(figures, wanted)
		}
		if now := share(year, isAligned); now != nil {
			out = append(out, Aligned{m.name, now, share(year, isEligible), share(year-1, isAligned)})
		}
	}
	return out
}

var (
	greenRatio = pattern.Compile(`(?i)\bgreen\s+asset\s+ratio\b|\bGAR\b`)
	// ofFlow are the ratios of a year's new business, and of things that are not on the balance sheet.
	ofFlow = pattern.Compile(`(?i)\bflows?\b|\bguarantees?\b|\bunder\s+management\b`)
)

// GreenAssets are the green asset ratios of a bank's balance sheet, by turnover and by CapEx of those that it lends to, where one row gives each.
func GreenAssets(figures []Figure, year int) []Aligned {
	var out []Aligned
	for _, m := range measures[:2] {
		if now := sole(figures, func(f *Figure) bool {
			row := f.RowPath[len(f.RowPath)-1]
			return f.Year == year && f.Unit == "%" && greenRatio.MatchString(row) && !ofFlow.MatchString(row) && m.names.MatchString(strings.Join(f.ColPath, " "))
		}); now != nil {
			out = append(out, Aligned{Measure: m.name, Aligned: now})
		}
	}
	return out
}

// lastYear is a column of the year before, whatever year was read above it.
var lastYear = pattern.Compile(`\bN\s?[-–−]\s?1\b`)

// isAligned and isEligible report which of the two shares a row gives.
func isAligned(row string) bool {
	return alignedRow.MatchString(row) && !lesser.MatchString(row) && !eligibleRow.MatchString(row)
}
func isEligible(row string) bool { return eligibleRow.MatchString(row) }

// shareOf reports whether a figure is a share of a measure as a whole.
func shareOf(f *Figure, of *pattern.Pattern) bool {
	columns := strings.Join(f.ColPath, " ")
	own := f.RowPath[len(f.RowPath)-1]
	if f.Unit != "%" || criteria.MatchString(columns) && !ofYearAgo.MatchString(columns) || !ofTaxonomy.MatchString(strings.Join(f.RowPath, " ")) {
		return false
	}
	if slices.ContainsFunc(measures, func(m measure) bool { return m.names.MatchString(own) }) {
		return of.MatchString(own)
	}
	return of.MatchString(columns)
}

// sole is the figure that is wanted, where there is one, or all give the same.
func sole(figures []Figure, wanted func(*Figure) bool) *Figure {
	var found *Figure
	for i := range figures {
		f := &figures[i]
		if len(f.RowPath) == 0 || f.Value == nil || !wanted(f) {
			continue
		}
		if found != nil && found.Value.Cmp(f.Value) != 0 {
			return nil
		}
		if found == nil || f.Page < found.Page || f.Page == found.Page && f.ID < found.ID {
			found = f
		}
	}
	return found
}

// EachShare are the shares of a sentence that gives two, of what is aligned and of what is eligible, in the order in which it names them; nil of others.
func EachShare(said string) []string {
	all, names := headline.Shares(said), namesOfShares.FindAllString(said, -1)
	if len(all) != 2 || len(names) != 2 || strings.EqualFold(names[0], names[1]) || ofThat.MatchString(said) {
		return nil
	}
	if strings.EqualFold(names[0], "eligible") {
		slices.Reverse(all)
	}
	less, _, err := apd.NewFromString(strings.ReplaceAll(all[0], ",", "."))
	whole, _, failed := apd.NewFromString(strings.ReplaceAll(all[1], ",", "."))
	if err != nil || failed != nil || less.Cmp(whole) > 0 { // what is aligned is a part of what is eligible
		return nil
	}
	return all
}

// ofThat is how a share is said to be one of a share.
var ofThat = pattern.Compile(`(?i)\b(?:of\s+(?:this|that|these|those|which|it|them)|thereof)\b`)

var namesOfShares = pattern.Compile(`(?i)\b(?:eligible|aligned)\b`)
