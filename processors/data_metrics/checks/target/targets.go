// Package target checks what a report says of its targets: whether base year, steps and year fit each other, and how far emissions
// have come.
package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A target that is hard, or that lags, is no untruth: none of these checks fails for that (decision 18). Targets that
// cannot all hold, because they are of the same emissions in the same words, do.

var Achievability = sheet.Definition{
	Name: "target_achievability", Severity: "warning", Tolerance: "none",
	About: "What a target asks for a year, against what has been achieved a year since its base year.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return pledgesSaid(s, func(p pledge) (events.Check, *sheet.Pace) {
			linear, compound := p.path()
			c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: p.inputs(), Expected: quantity.Print(linear, 2) + " % a year"}
			c.Working = fmt.Sprintf("%s / (%d - %d) = %s points of the base year a year; as a constant rate %s %%",
				compare.Show(p.percent.Value), p.year, p.base, quantity.Print(linear, 2), quantity.Print(compound, 2))
			c.Message = fmt.Sprintf("The target asks for %s points of the base year a year; the figures to compare that with are not at hand.",
				quantity.Print(linear, 2))
			x, ok := courseOf(s, p)
			if !ok {
				return c, nil
			}
			c.Inputs = append(append(c.Inputs, x.then.inputs...), x.now.inputs...)
			past, _ := quantity.Ratio(x.reduced, quantity.Int(int64(x.last-p.base)))
			left := quantity.Sub(p.percent.Value, x.reduced)
			pace := &sheet.Pace{Achieved: past, Left: left}
			c.Stated = quantity.Print(past, 2) + " % a year achieved"
			c.Working += fmt.Sprintf("; %s %% reduced in %d years = %s a year", quantity.Print(x.reduced, 2), x.last-p.base, quantity.Print(past, 2))
			switch {
			case left.Sign() <= 0:
				c.Result, c.Message = events.CheckPass, "The target has been reached."
			case x.last == p.year:
				c.Severity, c.Message = "warning", fmt.Sprintf("The target year has come and %s points are missing.", quantity.Print(left, 2))
			default:
				need, _ := quantity.Ratio(left, quantity.Int(int64(p.year-x.last)))
				pace.Needed = need
				c.Working += fmt.Sprintf("; %s left in %d years = %s a year", quantity.Print(left, 2), p.year-x.last, quantity.Print(need, 2))
				if need.Cmp(past) <= 0 {
					c.Result, c.Message = events.CheckPass, "Going on as since the base year reaches the target."
					break
				}
				c.Severity, c.Message = "warning", fmt.Sprintf("The target now asks for %s points a year, since the base year %s were achieved.",
					quantity.Print(need, 2), quantity.Print(past, 2))
			}
			return c, pace
		})
	},
}

var Progress = sheet.Definition{
	Name: "target_progress", Severity: "warning", Tolerance: "none",
	About: "How far a target has come against a straight path from its base year; and whether one that is said to be met was, by its figures.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return append(slices.Concat(sums.Missing(s), attainments(s), allMet(s)), pledgesSaid(s, func(p pledge) (events.Check, *sheet.Pace) {
			x, ok := courseOf(s, p)
			if !ok {
				return events.Check{}, nil
			}
			linear, _ := p.path()
			path := quantity.Mul(linear, quantity.Int(int64(x.last-p.base)))
			c := events.Check{Result: events.CheckPass, Severity: "info", Inputs: append(append(p.inputs(), x.then.inputs...), x.now.inputs...)}
			c.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%; path: %s x (%d - %d) / (%d - %d) = %s %%",
				compare.Show(x.then.amount), compare.Show(x.now.amount), compare.Show(x.then.amount),
				quantity.Print(x.reduced, 2), compare.Show(p.percent.Value), x.last, p.base, p.year, p.base, quantity.Print(path, 2))
			compare.Settle(&c, path, x.reduced, "%", false)
			c.Message = fmt.Sprintf("%s %% of the base year's %s reduced, as much as a straight path asks for by %d or more.",
				quantity.Print(x.reduced, 2), p.of(), x.last)
			if x.reduced.Cmp(path) < 0 {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = fmt.Sprintf("Behind a straight path: %s %% reduced by %d, %s %% asked for.", quantity.Print(x.reduced, 2), x.last, quantity.Print(path, 2))
			}
			return c, nil
		})...)
	},
}

var BaselineValidity = sheet.Definition{
	Name: "baseline_validity", Severity: "warning", Tolerance: "none",
	About: "The base year of a target lies in the past, and the report gives what was emitted in it.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return eachPledge(s, func(p pledge) events.Check {
			c := events.Check{Result: events.CheckInconclusive, Severity: "info", Inputs: p.inputs(), Stated: strconv.Itoa(p.base)}
			c.Message = phrase.Sentence(sheet.GivesNo(fmt.Sprintf("%s of the base year %d", p.of(), p.base), s.Unread()) + ".")
			last, of := 0, -1
			for i := range s.Facts {
				f := &s.Facts[i]
				if f.Metric != facts.GHGEmissions || f.Target || f.Change || f.Scope == "" || f.Category != "" || p.scope != "" && f.Scope != p.scope {
					continue
				}
				last = max(last, f.Year)
				if f.Year == p.base && of < 0 {
					of = i
				}
			}
			c.Working = fmt.Sprintf("base year %d, last year with figures %d, target year %d", p.base, last, p.year)
			switch {
			case last == 0:
				return events.Check{}
			case p.base > last:
				c.Severity, c.Message = "warning", fmt.Sprintf("The base year %d lies after %d, the last year that the report gives %s for.", p.base, last, p.of())
			case of >= 0:
				e := sheet.Entry{Fact: &s.Facts[of], At: &s.Facts[of].Place}
				c.Result, c.Message = events.CheckPass, fmt.Sprintf("What was emitted in the base year is given: %s.", e.WithUnit())
				c.Inputs = append(c.Inputs, sheet.Input(e, ""))
			default:
				for _, b := range baseAmounts(s) {
					if b.year == p.base && b.scope == p.scope && p.scope != "" {
						c.Result, c.Message = events.CheckPass, fmt.Sprintf("What was emitted in the base year is given: %s.", b.amount.Text)
						c.Inputs = append(c.Inputs, b.Input("base year", b.amount))
						break
					}
				}
			}
			return c
		})
	},
}

// pledgesSaid makes one check of each target with a base year, of the sentence that states it.
func pledgesSaid(s *sheet.Sheet, check func(pledge) (events.Check, *sheet.Pace)) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range pledges(s) {
		if p.base == 0 {
			continue
		}
		if c, pace := check(p); c.Result != "" {
			out = append(out, sheet.Utterance{Finding: sheet.Finding{Check: c, Page: p.Page}, Words: p.sentence, Said: p.percent.Text, Pace: pace})
		}
	}
	return out
}

// eachPledge makes one check of each target with a base year; a check without a result says nothing.
func eachPledge(s *sheet.Sheet, check func(pledge) events.Check) []sheet.Finding {
	var out []sheet.Finding
	for _, p := range pledges(s) {
		if p.base == 0 {
			continue
		}
		if c := check(p); c.Result != "" {
			out = append(out, sheet.Finding{Check: c, Page: p.Page})
		}
	}
	return out
}

var BaselineConsistency = sheet.Definition{
	Name: "baseline_consistency", Severity: "warning", Tolerance: "none",
	About: "Targets of one scope count from one base year, whose emissions are given alike.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		grouped := eachGroup(s, func(p pledge) string { return p.scope }, func(all []pledge) events.Check {
			c := events.Check{Result: events.CheckPass, Severity: "info",
				Message: fmt.Sprintf("The targets of %s count from one base year, %d.", all[0].of(), all[0].base)}
			for i, p := range all[1:] {
				if o := all[i]; p.base != o.base && p.year == o.year && p.percent.Value.Cmp(o.percent.Value) == 0 &&
					p.scope != "" && !rebased.MatchString(p.sentence+o.sentence) && !ofAPart.MatchString(p.sentence+o.sentence) {
					c.Result, c.Severity = events.CheckFail, "warning"
					c.Message = fmt.Sprintf("One target, %s %% less %s by %d, counts from %d in one place and from %d in another.",
						compare.Show(p.percent.Value), p.of(), p.year, o.base, p.base)
					break
				}
				if p.base != all[0].base {
					c.Result, c.Severity = events.CheckInconclusive, "warning"
					c.Message = fmt.Sprintf("Targets of %s count from different base years, unless they are of different programmes.", p.of())
				}
			}
			return c
		})
		return append(goalYearsDiffer(s), withBases(s, append(baseAmountsAgree(s), grouped...))...)
	},
}

var Interim = sheet.Definition{
	Name: "interim_targets", Severity: "warning", Tolerance: "none",
	About: "A later target of the same emissions and base year is no weaker than an earlier one; nor is one of several that a sentence or a list dates.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return laddered(s)
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		listed := slices.Concat(listedLadders(s), tabledLadders(s), asTold(s))
		return append(listed, eachGroup(s, func(p pledge) string { return p.scope + " " + strconv.Itoa(p.base) }, func(all []pledge) events.Check {
			c := events.Check{Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
			years := map[int]bool{all[0].year: true}
			for i, p := range all[1:] {
				years[p.year] = true
				if p.year <= all[i].year || p.percent.Value.Cmp(all[i].percent.Value) >= 0 || c.Result == events.CheckFail {
					continue
				}
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = fmt.Sprintf("The target for %d is weaker than the one for %d, unless they are of different things.", p.year, all[i].year)
				if all[i].thenOf(p) { // of one thing, which the sentence names once
					c.Result, c.Message = events.CheckFail, fmt.Sprintf("One sentence asks for less by %d than by %d of the same emissions.", p.year, all[i].year)
				}
			}
			if len(years) < 2 {
				return events.Check{}
			}
			return c
		})...)
	},
}

// thenOf reports whether a sentence goes on from one dated target to a later one without a word between that could make it one
// of something else: "25 % by 2026 and by 20 % by 2028".
func (p pledge) thenOf(later pledge) bool {
	if p.sentence == "" || p.sentence != later.sentence || rebased.MatchString(p.sentence) || ofAPart.MatchString(p.sentence) {
		return false
	}
	_, rest, found := strings.Cut(p.sentence, p.percent.Text)
	at := strings.Index(rest, later.percent.Text)
	return found && at >= 0 && goesOnTo.MatchString(rest[:at])
}

var goesOnTo = pattern.Compile(`(?i)^\s*(?:by|until|in)\s+(?:FY\s?)?20\d\d\s*,?\s*(?:(?:and|then|by)\s+)*$`)

// rebased are words of a target that took the place of another.
var rebased = pattern.Compile(`(?i)\b(?:previous|former|old|earlier|original|initial)\w*|\bre-?bas|\brestat|\bupdat|\brevis|\bchang|\bnew\b|\bresubmi`)

// ofAPart are words of a target of something less than the entity.
var ofAPart = pattern.Compile(
	`(?i)\b(?:subsidiar\w+|divisions?|brands?|plants?|sites?|business\s+units?|segments?|joint\s+ventures?|suppliers?|customers?|portfolio|fleet)\b`)

// eachGroup makes one check of the targets with a base year that share a key, by target year.
func eachGroup(s *sheet.Sheet, key func(pledge) string, check func([]pledge) events.Check) []sheet.Finding {
	groups := map[string][]pledge{}
	var order []string
	for _, p := range pledges(s) {
		if p.base == 0 {
			continue
		}
		k := key(p)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var out []sheet.Finding
	for _, k := range order {
		all := groups[k]
		if len(all) < 2 {
			continue
		}
		slices.SortStableFunc(all, func(a, b pledge) int {
			if a.year != b.year {
				return a.year - b.year
			}
			return a.percent.Value.Cmp(b.percent.Value)
		})
		c := check(all)
		if c.Result == "" {
			continue
		}
		var terms []string
		for _, p := range all {
			c.Inputs = append(c.Inputs, p.inputs()...)
			terms = append(terms, fmt.Sprintf("%d: %s %% from %d (page %d)", p.year, compare.Show(p.percent.Value), p.base, p.Page))
		}
		c.Working = strings.Join(terms, ", ")
		out = append(out, sheet.Finding{Check: c, Page: all[0].Page})
	}
	return out
}
