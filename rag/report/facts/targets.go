package facts

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// targets reads the targets of a sentence.
func (s *sentence) targets(all []quantity.Quantity) []cell {
	if !s.setsYear() || ofOthers.MatchString(s.text) {
		return nil
	}
	out := s.netZeros(all)
	if raising.MatchString(s.text) && !lowering.MatchString(s.text) && !subjects[0].word.MatchString(s.text) {
		return out
	}
	a := aiming{sentence: s, all: all, scope: s.scopeBy(all), between: fromYearTo.FindStringSubmatch(s.text)}
	for i, q := range all {
		if !partOfAll(q) || rate.MatchString(s.text[q.End:]) {
			continue
		}
		if said, ok := a.target(i, q); ok {
			out = append(out, s.cell(said, q))
		}
	}
	return out
}

// setsYear reports whether a sentence may name the year of a target.
func (s *sentence) setsYear() bool {
	return fromYearTo.MatchString(s.text) || byYear.MatchString(s.text) || netZero.MatchString(s.text) || strings.Contains(s.text, " in 20")
}

// partOfAll reports whether a figure is one percentage of at most all there is.
func partOfAll(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Percent && !q.Range && !q.Value.IsZero() && quantity.Abs(q.Value).Cmp(hundredPercent) <= 0
}

// aiming is a sentence whose percentages may be targets.
type aiming struct {
	*sentence
	all     []quantity.Quantity
	scope   func(quantity.Quantity) (string, bool)
	between []string // "between 2019 and 2030": the years that its first percentage runs from and to; nil if it names none so
}

// target reads a percentage, the figure i of its sentence, as a target.
func (a *aiming) target(i int, q quantity.Quantity) (assertion, bool) {
	year, ok := a.year(i)
	if !ok || !a.promised(q) {
		return assertion{}, false
	}
	metric, label, ok := a.subject(q)
	if !ok || metric != RenewableShare && !a.lowers(q) {
		return assertion{}, false
	}
	said := assertion{metric: metric, label: label, year: year, target: true, boundary: a.aimer(q, a.all)}
	if metric != RenewableShare { // a share counts from no year
		said.base = a.baseYear(q)
		if said.base == 0 && a.between != nil {
			said.base = atoi(a.between[1])
		}
	}
	if said.base >= year || metric == GHGReduction && !a.ofEmissions(&said, q) {
		return assertion{}, false
	}
	return said, true
}

// year is the year that a percentage is to be reached in.
func (a *aiming) year(i int) (int, bool) {
	if a.between != nil && percentages(a.all[:i]) == 0 {
		return atoi(a.between[2]), true
	}
	return a.until(a.all, i)
}

// ofEmissions completes a target of emissions; it is false where it cannot be told which scopes the target is of.
func (a *aiming) ofEmissions(said *assertion, q quantity.Quantity) (ok bool) {
	if said.scope, ok = a.scope(q); !ok {
		return false
	}
	if said.scope != "" { // own operations are all of Scope 1 and 2
		said.boundary = strings.Trim(ownWhole.ReplaceAllString(said.boundary, ""), "/ ")
	}
	said.category = narrowed(aimless.ReplaceAllString(said.label, " "), GHGReduction)
	if relativeTo.MatchString(a.text) || perAny.MatchString(withoutRates.ReplaceAllString(a.text, " ")) {
		said.metric = GHGIntensity
	}
	return true
}

// netZeros reads the years of net zero.
func (s *sentence) netZeros(all []quantity.Quantity) []cell {
	var out []cell
	for _, m := range netZero.FindAllStringSubmatchIndex(s.text, -1) {
		at := slices.IndexFunc(all, func(q quantity.Quantity) bool { return q.Start == m[6] })
		if at < 0 || pastNet.MatchString(s.text[m[0]:m[6]]) || !planning.MatchString(s.text) && len(s.text) >= 160 {
			continue
		}
		area := netArea.FindString(s.text[m[4]:m[5]])
		if area == "" {
			area = netArea.FindString(s.text[max(0, m[0]-25):m[0]])
		}
		q := all[at]
		sc, _ := scopeOf(area)
		if sc != "" {
			area = ""
		}
		out = append(out, s.cell(assertion{
			metric: TargetYear, label: strings.TrimSpace(s.text[m[2]:m[3]] + " " + area), scope: sc,
			category: strings.ToLower(area), year: atoi(q.Number), target: true, boundary: s.aimer(q, all),
		}, q))
	}
	return out
}

var pastNet = compile(`(?i)\b(?:was|were|since|achieved|became|have been|has been)\b`)
