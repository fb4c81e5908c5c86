package datametrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/processors/data_metrics/aim"
	"github.com/sibyl-project/sibyl/processors/data_metrics/appraisal"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// judge checks the figures of a claim, with what others have answered about them. The claim's words and context do
// not change between passes, so there is nothing to gain from asking again, unless an answer failed to come.
// report is what the claim's report states in figures, nil if it cannot be read: lost says why.
func judge(c events.Claim, report *figures, lost string, inquiries []events.RequestClosure) specialist.Answer {
	r := read(c)
	if report != nil {
		r.bind(report)
	}
	var all []performed
	for _, rule := range []func(reading) []performed{scopeAddition, yoyPercentage, percentageCalculation, percentageSum, magnitude, interimTargets} {
		all = append(all, rule(r)...)
	}
	targetChecks, target, missing := targets(r)
	all = append(all, targetChecks...)
	unitChecks, units := unitValidity(r)
	all = append(all, unitChecks...)
	compared, comparison, cited := compareIntensity(r, inquiries)
	all = append(all, compared...)
	cited = append(cited, compareRate(r, target, inquiries)...)
	earlier, before := compareHistory(r, c.Issuer, inquiries)
	sized, place := compareArea(r, inquiries)
	all = append(append(all, earlier...), sized...)
	redone, lacking := recalculated(r, report)
	if settled(earlier) {
		redone, lacking = slices.DeleteFunc(redone, func(p performed) bool { return !p.arithmetic }), nil
	}
	course, absent := coursed(r, report)
	all, missing = append(append(all, redone...), course...), append(append(missing, lacking...), absent...)
	cited = append(append(cited, before...), place...)
	all = r.paced(report, all, target)
	stating, part := tabled(r, report)
	part = append(part, measuredBy(r, report)...)
	weighed := all
	for _, p := range stating {
		if !slices.ContainsFunc(all, func(a performed) bool {
			return a.Name == p.Name && (a.Working == p.Working || a.Name == achievability)
		}) {
			weighed = append(weighed, p) // the report's checks read sentences too
		}
	}
	all = append(slices.Clone(weighed), part...)
	// What a sentence without a figure denies and a table counts is a check of the table's figure.
	if !r.states() {
		all = slices.DeleteFunc(all, func(p performed) bool { return disagrees(p.Check) })
	}

	answer := specialist.Answer{Checks: make([]events.Check, len(all))}
	for i, p := range all {
		answer.Checks[i] = p.Check
	}
	specialist.NameChecks(c.ReportID, c.ID, answer.Checks)

	details := events.MetricsDetails{
		CheckIDs: []string{}, UnitValidation: units, TargetAchievability: target,
		MissingData: append(missing, wanting(r, all)...), BenchmarkComparison: comparison,
		CrossDomain: specialist.CrossDomain(inquiries), Targets: aim.Read(c.Text, periodOf(c)),
	}
	answer.Thinking = append(aim.Notes(details.Targets), appraise(c, r, report, answer.Checks, &details)...)
	details.BenchmarkInvalid = comparison == nil && sentInvalid(inquiries)
	details.BenchmarkUnavailable = comparison == nil && measuredAgainst(r) && !details.BenchmarkInvalid
	if asked, ok := heard(inquiries, events.AskRegulation, ""); ok {
		details.MissingData = required(details.MissingData, asked.Requirements)
	}
	details.MissingData = append([]string{}, append(details.MissingData, unusable(details.BenchmarkInvalid, lost)...)...)
	for _, check := range answer.Checks {
		details.CheckIDs = append(details.CheckIDs, check.ID)
	}
	found := weigh(c, weighed, r.states())
	if doubt := doubted(part); doubt != "" {
		found.Summary += " " + doubt
		if found.Supports != nil && *found.Supports {
			found.Supports, found.Score = nil, 0.5 // what the report itself leaves open bears nothing out
		}
	}
	found.Evidence = append(found.Evidence, cited...) // beside what the conclusion rests on
	found.Details = details
	found.Exhausted = !specialist.Expired(inquiries)
	if target != nil && target.BenchmarkRate != "" {
		found.Summary += " Target: " + target.Reason
	}
	if len(details.MissingData) > 0 {
		found.Summary += " To check more: " + strings.Join(details.MissingData, "; ") + "."
	}
	answer.Findings = []specialist.Found{found}
	return answer
}

// unusable says what there was and could not be used: a benchmark that cannot be right, and what is lost of the report.
func unusable(benchmark bool, lost string) []string {
	var out []string
	if benchmark {
		out = append(out, "a benchmark that can be right: one that was sent is malformed")
	}
	if lost != "" {
		out = append(out, lost)
	}
	return out
}

// appraise fills in what is said of a claim's figures beside arithmetic, and returns what of it people are told.
func appraise(c events.Claim, r reading, report *figures, all []events.Check, into *events.MetricsDetails) []string {
	s := appraisal.Subject{Claim: c, Text: r.text[r.ownFrom:r.ownUpTo], Around: r.text, Facts: map[int][]*facts.Fact{}, Checks: all}
	for _, q := range r.figures {
		if !r.own(q) {
			continue
		}
		bound := r.facts[q.Start]
		q.Start, q.End = q.Start-r.ownFrom, q.End-r.ownFrom
		s.Figures = append(s.Figures, q)
		if len(bound) > 0 {
			s.Facts[q.Start] = bound
		}
	}
	var of *appraisal.Report
	if report != nil {
		of = &appraisal.Report{Sheet: report.sheet, Year: report.year, Paragraphs: report.paragraphs, Missing: report.missing,
			Doubted: report.doubted(), Printed: report.printed}
	}
	appraisal.Of(s, of, into)
	return appraisal.Notes(*into)
}

// settled says that an earlier report has recalculated the claim's change.
func settled(earlier []performed) bool {
	return slices.ContainsFunc(earlier, func(p performed) bool { return p.Result != events.CheckInconclusive })
}

// weigh says what the checks mean for the claim.
func weigh(c events.Claim, all []performed, amounts bool) specialist.Found {
	f := specialist.Found{EvidenceType: EvidenceValidation, Score: 0.3, Origins: []events.Origin{events.OriginClaim}}
	yes, no := true, false
	var failed, passed, corroborating, near, other, denied []performed
	for _, p := range all {
		switch {
		case !p.arithmetic && disagrees(p.Check):
			denied = append(denied, p)
		case !p.arithmetic:
			other = append(other, p)
		case p.Result == events.CheckFail:
			failed = append(failed, p)
		case p.Result == events.CheckPass:
			if p.Near() || amounts && p.OfDirection() {
				near = append(near, p)
				continue
			}
			passed = append(passed, p)
			if p.computed() {
				corroborating = append(corroborating, p)
			}
		default:
			other = append(other, p)
		}
	}
	if len(passed) > 0 { // a change that the claim's own figures make, and that goes the way of the report's, is borne out
		corroborating = append(corroborating, slices.DeleteFunc(slices.Clone(near), func(p performed) bool { return !p.OfDirection() || !p.computed() })...)
	}
	cite := func(ps []performed) {
		if ps[0].computed() {
			f.Origins = []events.Origin{ps[0].origin}
		}
		if ps[0].origin != events.OriginPriorReport { // cited by who has looked it up
			f.Evidence = []events.Evidence{{Origin: ps[0].origin, Page: c.Page, Quote: c.Quote.Text}}
		}
	}
	switch {
	case len(failed) > 0:
		f.Supports, f.InternallyConsistent, f.Score = &no, &no, 0.8
		cite(failed)
		f.Summary = "The claim's arithmetic does not hold. " + told(failed)
	case len(corroborating) > 0 && aboutElse(&c, corroborating):
		f.Score = 0.4
		f.Summary = "Arithmetic agrees with an amount that the claim takes for known, and says nothing of what it asserts. " + told(corroborating)
	case len(corroborating) > 0:
		f.Supports, f.InternallyConsistent, f.Score = &yes, &yes, 0.7
		cite(corroborating)
		f.Summary = "Arithmetic over figures stated elsewhere in the report agrees with the claim. " + told(corroborating)
		if corroborating[0].origin == events.OriginPriorReport {
			f.Summary = "Arithmetic over figures of an earlier report agrees with the claim. " + told(corroborating)
		}
		open := events.Unshown(c.Entities.Figures, checksOf(corroborating))
		f.Bears = &events.Borne{Figures: slices.DeleteFunc(slices.Clone(c.Entities.Figures), func(x string) bool { return slices.Contains(open, x) })}
		if len(open) > 0 { // a change is not borne out because its amount is
			f.InternallyConsistent, f.Score = nil, 0.5
			f.Summary += " This leaves open " + phrase.List(open) + "."
		}
	case len(denied) > 0:
		f.InternallyConsistent, f.Score = &no, 0.5
		cite(denied)
		for _, in := range denied[0].Inputs {
			if in.Page > 0 && in.Page != c.Page {
				f.Evidence = append(f.Evidence, events.Evidence{Origin: events.OriginReport, Page: in.Page})
			}
		}
		f.Summary = denied[0].Message + " Neither of the two is singled out."
	case len(passed) > 0:
		f.InternallyConsistent, f.Score = &yes, 0.5
		cite(passed)
		f.Summary = "The claim's figures agree with one another, which corroborates none of them. " + told(passed)
	case len(near) > 0:
		// It counts for the claim as evidence of low quality, and not as a report that is consistent.
		f.Score = 0.4
		if near[0].computed() {
			f.Supports = &yes
		}
		cite(near)
		f.Summary = "Other figures come near the claim's, or go the same way, which does not confirm its amounts. " + told(near)
	case len(other) > 0:
		f.Score = 0.4
		f.Summary = "Nothing in the claim's figures could be recalculated. " + told(other)
	default:
		f.Summary = "Nothing in the claim can be worked out from its own figures."
	}
	return f
}

// aboutElse reports whether checks work with amounts of a claim only that it does not assert.
func aboutElse(c *events.Claim, checks []performed) bool {
	said := c.Asserted()
	return len(c.Entities.Figures) > 0 && len(events.Unshown(said, checksOf(checks))) == len(said)
}

func checksOf(ps []performed) []events.Check {
	out := make([]events.Check, len(ps))
	for i, p := range ps {
		out[i] = p.Check
	}
	return out
}

// states reports whether a claim states an amount, which a direction alone does not bear out.
func (r reading) states() bool {
	return slices.ContainsFunc(r.figures, func(q quantity.Quantity) bool { return r.own(q) && !q.Year })
}

func told(ps []performed) string {
	var parts []string
	for _, p := range ps {
		parts = append(parts, fmt.Sprintf("%s: %s", p.Name, p.Message))
	}
	return strings.Join(parts, " ")
}

// wanting says which figures would let a statement of the claim be recalculated.
func wanting(r reading, done []performed) []string {
	var out []string
	for _, d := range done {
		if d.Name == historicalConsistency && d.Result != events.CheckInconclusive {
			return nil // an earlier report has them
		}
	}
	for _, p := range changes(r, done) {
		out = append(out, "the figures before and after the "+quantity.Print(quantity.Abs(p.Value), 12)+" % change")
	}
	return out
}

// planned tells what is intended from what has been.
var planned = pattern.Compile(`(?i)\b(?:will|shall|aims?|aiming|targets?|goals?|plan(?:s|ned|ning)?|commit\w*|pledge\w*|intend\w*|expect\w*|seeks?)\b`)

// unstated lists the past changes whose figures the claim does not give.
func unstated(r reading) []quantity.Quantity {
	var out []quantity.Quantity
	all := changes(r, yoyPercentage(r))
	for _, s := range r.sentences {
		if planned.MatchString(r.text[s.from:s.upTo]) {
			continue
		}
		if _, _, given := fromTo(r, s, r.in(s)); given {
			continue
		}
		for _, p := range all {
			if p.Start >= s.from && p.End <= s.upTo {
				out = append(out, p)
			}
		}
	}
	return out
}

// changes lists the claim's own changes in per cent that no check has recalculated.
func changes(r reading, done []performed) []quantity.Quantity {
	checked := map[string]bool{}
	for _, p := range done {
		checked[p.Name] = true
	}
	var out []quantity.Quantity
	for _, s := range r.sentences {
		shares := percents(r.in(s))
		if len(shares) == 0 {
			continue
		}
		text := r.text[s.from:s.upTo]
		if strings.Contains(text, "\t") || direction(text) == 0 || sheet.UntilYear.MatchString(text) || checked["yoy_percentage"] || checked["direction"] {
			continue
		}
		for _, p := range shares {
			if r.own(p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// measuredAgainst says whether the claim states a figure that only a benchmark could judge.
func measuredAgainst(r reading) bool {
	for _, q := range r.figures {
		if r.own(q) && q.Per != "" && !notMeasured[q.Per] && q.Unit.Dimension != quantity.Percent {
			return true
		}
	}
	return false
}

// required says of what is missing which paragraph asks for it, by the answer of the agent that knows.
func required(missing []string, asked []events.InfoRequirement) []string {
	out := slices.Clone(missing)
	for i, m := range out {
		for _, q := range asked {
			if q.Paragraph == basePeriod && strings.HasPrefix(m, missingBase) {
				out[i] += fmt.Sprintf(" (%s asks for it: %q)", q.Paragraph, q.Text)
				break
			}
		}
	}
	return out
}

// periodOf is the year of a claim's report, 0 where it is not known.
func periodOf(c events.Claim) int {
	if c.Issuer == nil {
		return 0
	}
	return evidence.YearOf(c.Issuer.Period)
}
