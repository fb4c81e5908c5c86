// Package appraisal says of a claim's figures what a reader wants to know beside their arithmetic: how large an amount of
// money is for the company, in which units the report gives its emissions, which way a path of targets bends, how a figure
// stands among those of other years, whose warming potentials and emission factors are stated, which paragraphs on metrics
// and which metrics of the industry the claim bears on.
//
// Nothing here speaks for or against a claim, and nothing is guessed: what a report does not give beyond doubt is left out.
// All of it is a function of the claim and the report's facts.
package appraisal

import (
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Subject is a claim as it is looked at.
type Subject struct {
	Claim   events.Claim
	Text    string                // its own words
	Around  string                // with the sentences beside them
	Figures []quantity.Quantity   // of its own words; positions are of Text
	Facts   map[int][]*facts.Fact // what its figures are in the report, by where they begin
	Checks  []events.Check        // that were made of it
}

// Report is what is known of its report.
type Report struct {
	Sheet      *facts.Sheet
	Year       int
	Paragraphs []events.ParagraphStatus // on metrics and targets
	Missing    []string                 // parts that they ask for, each "S2.33(a): ..."
	Doubted    map[string]bool          // facts, by id or by figure, that the report gives elsewhere otherwise
	Printed    *Printed                 // on which pages which digits stand; nil if nobody has looked
}

// Of fills in what can be said of a claim. report may be nil: then only the claim's own words are looked at.
func Of(s Subject, report *Report, into *events.MetricsDetails) {
	into.Conversions = append(potentials(s), factors(s)...)
	into.TargetPath = path(s)
	into.IndustryMetrics = industry(s)
	if report == nil || report.Sheet == nil {
		return
	}
	amounts(into.Targets, report)
	into.FinancialImpact = impact(s, report)
	into.UnitsAcross = units(s, report)
	into.History = history(s, report)
	into.Compliance = paragraphs(s, report)
	into.Elsewhere = elsewhere(s, report)
}

// Notes are what people are told of it: only what is unusual.
func Notes(d events.MetricsDetails) []string {
	var out []string
	if f := d.FinancialImpact; f != nil && f.Assessment == outlier {
		out = append(out, f.Reason)
	}
	for _, c := range d.Conversions {
		if c.Assessment == older || c.Assessment == unusual {
			out = append(out, c.Reason)
		}
	}
	if h := d.History; h != nil {
		out = append(out, h.Jumps...)
	}
	return out
}

// The closed words of assessments.
const (
	plausible    = "plausible"
	outlier      = "outlier_high"
	inconclusive = "inconclusive"
	current      = "current"
	older        = "older"
	unusual      = "unusual"
	unknown      = "unknown"
)
