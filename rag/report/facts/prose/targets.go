package prose

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Targets reads the targets of a sentence.
func (s *Sentence) Targets(all []quantity.Quantity) []cell.Cell {
	if !s.setsYear() || ofOthers.MatchString(s.Text) {
		return nil
	}
	out := s.netZeros(all)
	if Raising.MatchString(s.Text) && !Lowering.MatchString(s.Text) && !RenewablePower.MatchString(s.Text) {
		return out
	}
	a := aiming{Sentence: s, all: all, scope: s.scopeBy(all), between: fromYearTo.FindStringSubmatch(fiscalInFull(s.Text))}
	for i, q := range all {
		if !partOfAll(q) || rate.MatchString(s.Text[q.End:]) {
			continue
		}
		if said, ok := a.target(i, q); ok {
			out = append(out, s.cell(said, q))
		}
	}
	return out
}

// setsYear reports whether a sentence may name the year of a target.
func (s *Sentence) setsYear() bool {
	text := fiscalInFull(s.Text)
	return fromYearTo.MatchString(text) || ByYear.MatchString(text) || NetZero.MatchString(text) || strings.Contains(text, " in 20")
}

var fiscalYear = pattern.Compile(`\bFY\s?(?:20)?[0-5]\d\b`)

// fiscalInFull writes fiscal years as years, "FY20" and "FY2020" as 2020, each in its place.
func fiscalInFull(text string) string {
	at := fiscalYear.FindAllStringIndex(text, -1)
	if at == nil {
		return text
	}
	out := []byte(text)
	for _, m := range at {
		copy(out[m[0]:m[1]], strings.Repeat(" ", m[1]-m[0]-4)+"20"+text[m[1]-2:m[1]])
	}
	return string(out)
}

// partOfAll reports whether a figure is one percentage of at most all there is.
func partOfAll(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Percent && !q.Range && !q.Value.IsZero() && quantity.Abs(q.Value).Cmp(HundredPercent) <= 0
}

// aiming is a sentence whose percentages may be targets.
type aiming struct {
	*Sentence
	all     []quantity.Quantity
	scope   func(quantity.Quantity) (string, bool)
	between []string // "between 2019 and 2030": the years that its first percentage runs from and to; nil if it names none so
}

// target reads a percentage, the figure i of its sentence, as a target.
func (a *aiming) target(i int, q quantity.Quantity) (cell.Assertion, bool) {
	year, ok := a.year(i)
	if !ok || !a.promised(q) || OfWhole(a.Text[q.End:]) {
		return cell.Assertion{}, false
	}
	metric, label, ok := a.Subject(q)
	if !ok || metric != facts.RenewableShare && !a.lowers(q) {
		return cell.Assertion{}, false
	}
	said := cell.Assertion{Metric: metric, Label: label, Year: year, Target: true, Boundary: a.aimer(q, a.all)}
	if metric != facts.RenewableShare { // a share counts from no year
		said.Base = a.baseYear(q)
		if said.Base == 0 && a.between != nil {
			said.Base = vocabulary.Atoi(a.between[1])
		}
		if b, ok := AimsFrom(a.Text, a.all, q); ok && said.Base == 0 {
			said.Base = b.Year
		}
	}
	if said.Base >= year || metric == facts.GHGReduction && !a.ofEmissions(&said, q) {
		return cell.Assertion{}, false
	}
	return said, true
}

// OfWhole reports whether what follows a percentage makes it the part of all emissions that something gives off: "80 % of our emissions are from
// electricity".
func OfWhole(after string) bool { return partGivenOff.MatchString(after) }

var partGivenOff = pattern.Compile(`(?i)^\s+of\s+(?:(?:our|its|the|all|total|overall|group|company|carbon|ghg|greenhouse\s+gas|` +
	`scope\s+[123]|co2e?)(?:['’]s)?\s+){0,4}` +
	`(?:emissions?|footprint)\s+(?:are|is|were|was|come|comes|came|stems?|stemmed|results?|resulted|arises?|arose|originates?|derives?)\b`)

// year is the year that a percentage is to be reached in.
func (a *aiming) year(i int) (int, bool) {
	if a.between != nil && percentages(a.all[:i]) == 0 {
		return vocabulary.Atoi(a.between[2]), true
	}
	return a.until(a.all, i)
}

// ofEmissions completes a target of emissions; it is false where it cannot be told which scopes the target is of.
func (a *aiming) ofEmissions(said *cell.Assertion, q quantity.Quantity) (ok bool) {
	if said.Scope, ok = a.scope(q); !ok {
		return false
	}
	if said.Scope != "" { // own operations are all of Scope 1 and 2
		said.Boundary = strings.Trim(ownWhole.ReplaceAllString(said.Boundary, ""), "/ ")
	}
	said.Category = narrowed(aimless.ReplaceAllString(said.Label, " "), facts.GHGReduction)
	if RelativeTo.MatchString(a.Text) || perAny.MatchString(withoutRates.ReplaceAllString(a.Text, " ")) {
		said.Metric = facts.GHGIntensity
	}
	return true
}

// netZeros reads the years of net zero.
func (s *Sentence) netZeros(all []quantity.Quantity) []cell.Cell {
	var out []cell.Cell
	for _, m := range NetZero.FindAllStringSubmatchIndex(s.Text, -1) {
		at := slices.IndexFunc(all, func(q quantity.Quantity) bool { return q.Start == m[6] })
		if at < 0 || pastNet.MatchString(s.Text[m[0]:m[6]]) || !planning.MatchString(s.Text) && len(s.Text) >= 160 {
			continue
		}
		area := netArea.FindString(s.Text[m[4]:m[5]])
		if area == "" {
			area = netArea.FindString(s.Text[max(0, m[0]-25):m[0]])
		}
		q := all[at]
		sc, _ := vocabulary.Scopes(area)
		if sc != "" {
			area = ""
		}
		out = append(out, s.cell(cell.Assertion{
			Metric: facts.TargetYear, Label: strings.TrimSpace(s.Text[m[2]:m[3]] + " " + area), Scope: sc,
			Category: strings.ToLower(area), Year: vocabulary.Atoi(q.Number), Target: true, Boundary: s.aimer(q, all),
		}, q))
	}
	return out
}

var pastNet = pattern.Compile(`(?i)\b(?:was|were|since|achieved|became|have been|has been)\b`)
