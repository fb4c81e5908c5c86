package datametrics

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// judge checks the figures of a claim. The claim's words and context do not change between passes, so there
// is nothing to gain from asking again.
func judge(c events.Claim) specialist.Answer {
	r := read(c)
	var all []performed
	for _, rule := range []func(reading) []performed{scopeAddition, yoyPercentage, percentageCalculation, percentageSum, magnitude, interimTargets} {
		all = append(all, rule(r)...)
	}
	targetChecks, target, missing := targets(r)
	all = append(all, targetChecks...)
	unitChecks, units := unitValidity(r)
	all = append(all, unitChecks...)

	answer := specialist.Answer{Checks: make([]events.Check, len(all))}
	for i, p := range all {
		answer.Checks[i] = p.Check
	}
	specialist.NameChecks(c.ReportID, c.ID, answer.Checks)

	details := events.MetricsDetails{
		CheckIDs: []string{}, UnitValidation: units, TargetAchievability: target,
		MissingData: append(missing, wanting(r, all)...), BenchmarkUnavailable: intensity(r),
	}
	if details.MissingData == nil {
		details.MissingData = []string{}
	}
	for _, check := range answer.Checks {
		details.CheckIDs = append(details.CheckIDs, check.ID)
	}
	found := weigh(c, all)
	found.Details = details
	found.Exhausted = true
	if len(details.MissingData) > 0 {
		found.Summary += " To check more: " + strings.Join(details.MissingData, "; ") + "."
	}
	answer.Findings = []specialist.Found{found}
	return answer
}

// weigh says what the checks mean for the claim.
func weigh(c events.Claim, all []performed) specialist.Found {
	f := specialist.Found{EvidenceType: EvidenceValidation, Score: 0.3, Origins: []events.Origin{events.OriginClaim}}
	yes, no := true, false
	var failed, passed, corroborating, other []performed
	for _, p := range all {
		switch {
		case !p.arithmetic:
			other = append(other, p)
		case p.Result == events.CheckFail:
			failed = append(failed, p)
		case p.Result == events.CheckPass:
			passed = append(passed, p)
			if p.origin == events.OriginComputed {
				corroborating = append(corroborating, p)
			}
		default:
			other = append(other, p)
		}
	}
	cite := func(ps []performed) {
		if ps[0].origin == events.OriginComputed {
			f.Origins = []events.Origin{events.OriginComputed}
		}
		f.Evidence = []events.Evidence{{Origin: ps[0].origin, Page: c.Page, Quote: c.Quote.Text}}
	}
	switch {
	case len(failed) > 0:
		f.Supports, f.InternallyConsistent, f.Score = &no, &no, 0.8
		cite(failed)
		f.Summary = "The claim's arithmetic does not hold. " + told(failed)
	case len(corroborating) > 0:
		f.Supports, f.InternallyConsistent, f.Score = &yes, &yes, 0.7
		cite(corroborating)
		f.Summary = "Arithmetic over figures stated elsewhere in the report agrees with the claim. " + told(corroborating)
	case len(passed) > 0:
		f.InternallyConsistent, f.Score = &yes, 0.5
		cite(passed)
		f.Summary = "The claim's figures agree with one another, which corroborates none of them. " + told(passed)
	case len(other) > 0:
		f.Score = 0.4
		f.Summary = "Nothing in the claim's figures could be recalculated. " + told(other)
	default:
		f.Summary = "The claim holds no figures that could be checked against one another."
	}
	return f
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
	checked := map[string]bool{}
	for _, p := range done {
		checked[p.Name] = true
	}
	var out []string
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		if direction(text) == 0 || byYear.MatchString(text) || checked["yoy_percentage"] || checked["direction"] {
			continue
		}
		for _, p := range percents(r.in(s)) {
			if r.own(p) {
				out = append(out, "the figures before and after the change of "+quantity.Print(quantity.Abs(p.Value), 12)+" %")
			}
		}
	}
	return out
}

// intensity says whether the claim states a figure that only a benchmark could judge.
func intensity(r reading) bool {
	for _, q := range r.figures {
		if r.own(q) && q.Per != "" && q.Per != "year" && q.Per != "annum" && q.Unit.Dimension != quantity.Percent {
			return true
		}
	}
	return false
}
