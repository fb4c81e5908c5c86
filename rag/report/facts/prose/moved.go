package prose

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What was reached: "we reduced our landfill waste by 15 %", "primary energy consumption declined 16.5 % in 2023". A
// change is read where its verb joins what changed to the percentage and nothing else can be meant. It is signed as the
// verb says. What is promised is a target and is read there.

const (
	less = `(?:reduced|decreased|declined|dropped|fell|fallen|lowered|cut|shrank|gone\s+down|went\s+down)`
	more = `(?:increased|risen|rose|grew|grown|climbed|gone\s+up|went\s+up)`
	how  = `(?:\s+(?:slightly|significantly|further|again|overall|substantially|considerably|markedly|only|even|year[- ]on[- ]year))?`
)

var (
	// has stands between what changed and the percentage: "energy consumption in Europe has declined by 3 %".
	has = pattern.Compile(`(?i)^(?:\s+\([^()\d]{1,30}\))?(?:\s+(?:in|for|from|of|across|at|within)\s+[^,;:()%]{1,60}?)??\s*,?\s*` +
		`(?:(?:has|have|had|was|were|been|also|thus|therefore|already|then)\s+)*(` + less + `|` + more + `)` + how + `\s+(?:by\s+)?` + hedged + `$`)
	// done leads to what changed, and byHow from there to the percentage: "reduced our landfill waste by 15 %".
	done  = pattern.Compile(`(?i)\b(` + less + `|` + more + `)\s+(?:[\p{L}’'-]+\s+){0,6}?$`)
	byHow = pattern.Compile(`(?i)^(?:\s+\([^()\d]{1,30}\))?` +
		`(?:\s+(?:in|for|from|of|across|at|since|compared|between|relative|versus)\s[^,;:%]{0,70}?)?\s+by\s+` + hedged + `$`)
	// achieved is a change that is a noun: "a 12 % reduction in energy consumption".
	achieved = pattern.Compile(`(?i)^\s+(?:[\p{L}-]+\s+){0,2}?(reduction|decrease|decline|drop|increase|rise)\s+(?:in|of)\s+(?:[\p{L}’'-]+\s+){0,5}?$`)
	reached  = pattern.Compile(`(?i)\b(?:achieved|saw|was|were|recorded|reali[sz]ed|resulted\s+in|resulting\s+in|reached|delivered|had|equals?|` +
		`corresponds\s+to|represent(?:s|ed))\b`)

	notChanged  = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("facts.no change of an amount") + `|demand\s+for)\b`)
	yearEarlier = pattern.Compile(`(?i)^[^.;%]{0,40}\b(?:compared\s+(?:to|with)|versus|against|over|than|from)\s+(?:in\s+)?(?:the\s+)?` +
		`(?:previous|prior|preceding|last)\s+(?:(?:fiscal|financial|reporting)\s+)?(?:year|period)\b|^\s*(?:year[- ]o[nv](?:er)?[- ]year|yoy)\b`)
	sinceYear   = pattern.Compile(`(?i)\bsince\s+(?:the\s+)?(?:base\s+year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:199|20[0-2])\d)\b`)
	anySince    = pattern.Compile(`(?i)\b(?:any|first|lowest|highest|largest|smallest|most|best|worst|record)\b[^.;]{0,25}$`)
	fromTo      = pattern.Compile(`(?i)\b(?:between|from)\s+((?:199|20[0-2])\d)\s+(?:and|to)\s+((?:199|20[0-4])\d)\b`)
	leadsTo     = pattern.Compile(`^\s+to\s`)
	afterDigits = pattern.Compile(`^\s*(?:percentage\s+points|p\.?p)`)
)

// movable is what changes are read of: consumption by its source first, emissions last.
var movable = []struct {
	metric facts.Metric
	word   *pattern.Pattern
}{
	{facts.Electricity, pattern.Compile(`(?i)\b(?:electricity\s+(?:consumption|use|usage)|(?:consumption|use)\s+of\s+electricity)\b`)},
	{facts.Water, pattern.Compile(`(?i)\b(?:water\s+(?:consumption|use|usage|withdrawals?)|(?:consumption|use|withdrawals?)\s+of\s+(?:\p{L}+\s+)?water)\b`)},
	{facts.Waste, wasteName},
	{facts.Energy, pattern.Compile(`(?i)\b(?:(?:energy|gas|fuel|heat)\s+(?:consumption|use|usage|demand)|` +
		`(?:consumption|use)\s+of\s+(?:[\p{L}-]+\s+){0,5}?(?:energy|gas|fuels?|heat))\b`)},
	{facts.GHGReduction, pattern.Compile(`(?i)\b(?:(?:GHG|greenhouse[ -]gas|carbon|CO\s?[2₂]e?)\s+)?emissions?\b|` +
		`\b(?:carbon|GHG|CO\s?[2₂]e?|emissions?)\s+footprint\b|\bscopes?\s*[123](?:\s*(?:,|and|&|\+)\s*(?:scopes?\s*)?[123])*\b`)},
}

// changes reads the changes that a sentence states as done.
func (s *Sentence) changes(all []quantity.Quantity, taken map[int]bool) []cell.Cell {
	if ofOthers.MatchString(s.Text) {
		return nil
	}
	var out []cell.Cell
	for i, q := range all {
		if q.Unit.Dimension != quantity.Percent || q.Range || q.Signed || taken[q.Start] || q.Value.Sign() <= 0 ||
			rate.MatchString(s.Text[q.End:]) || afterDigits.MatchString(s.Text[q.End:]) {
			continue
		}
		from := s.clause(q.Start)
		for _, o := range all[:i] {
			if o.Unit.Dimension == quantity.Percent {
				from = max(from, o.End)
			}
		}
		said, sign := s.changed(q, from)
		if sign == 0 {
			continue
		}
		said.Change, said.Year, said.Base = true, s.yearOf(q), s.baseYear(q)
		rest := s.Text[q.End:]
		if m := sinceYear.FindStringSubmatchIndex(s.Text); m != nil && said.Base == 0 && !anySince.MatchString(s.Text[:m[0]]) {
			said.Base = vocabulary.Atoi(s.Text[m[2]:m[3]])
		}
		if m := fromTo.FindStringSubmatch(s.Text); m != nil && percentages(all) == 1 {
			said.Base, said.Year = vocabulary.Atoi(m[1]), vocabulary.Atoi(m[2])
		} else if said.Year == 0 && leadsTo.MatchString(rest) && i+1 < len(all) {
			said.Year = s.yearOf(all[i+1]) // "by 4.5 % to 412 GWh in 2023"
		}
		switch {
		case said.Base == 0:
			said.Prior = yearEarlier.MatchString(rest)
		case said.Base == said.Year:
			said.Year = 0 // "compared with 2021" names no other
		case said.Year > 0 && said.Base > said.Year:
			continue
		}
		said.Boundary = s.part(q, all)
		if sign < 0 {
			q.Value = new(apd.Decimal).Neg(q.Value)
		}
		out = append(out, s.cell(said, q))
	}
	return out
}

// changed says what a percentage is a change of, and which way it went; 0 if that cannot be told.
func (s *Sentence) changed(q quantity.Quantity, from int) (cell.Assertion, int) {
	before := s.Text[from:q.Start]
	after := s.Text[q.End:min(len(s.Text), q.End+120)]
	if planning.MatchString(before) || ByYear.MatchString(after) && !strings.Contains(after[:ByYear.FindStringIndex(after)[0]], "%") {
		return cell.Assertion{}, 0
	}
	for _, x := range movable {
		if found := x.word.FindAllStringIndex(before, -1); len(found) > 0 {
			last := found[len(found)-1]
			gap := before[last[1]:]
			verb := ""
			lead := lead(before[:last[0]])
			switch {
			case has.MatchString(gap):
				verb = has.FindStringSubmatch(gap)[1]
			case done.MatchString(before[:last[0]]) && byHow.MatchString(gap):
				m := done.FindAllStringSubmatch(before[:last[0]], -1)
				verb = m[len(m)-1][1]
				if k := strings.LastIndex(strings.ToLower(lead), strings.ToLower(verb)); k >= 0 {
					lead = strings.TrimLeft(lead[k+len(verb):], " ")
				}
			}
			if verb != "" && !notChanged.MatchString(before[max(0, last[0]-60):]) {
				return s.changeOf(x.metric, lead+before[last[0]:last[1]], before), signOf(verb)
			}
		}
		if m := x.word.FindStringIndex(after); m != nil && reached.MatchString(before) {
			if k := achieved.FindStringSubmatch(after[:m[0]]); k != nil && !notChanged.MatchString(after[:m[1]]) && !notChanged.MatchString(before) {
				sign := -1
				if Raising.MatchString(k[1]) || strings.EqualFold(k[1], "rise") {
					sign = 1
				}
				return s.changeOf(x.metric, after[m[0]:m[1]], after[:m[1]]), sign
			}
		}
	}
	return cell.Assertion{}, 0
}

// changeOf is the assertion of a change of a subject, which words narrow.
func (s *Sentence) changeOf(m facts.Metric, label, around string) cell.Assertion {
	said := cell.Assertion{Metric: m, Label: label}
	if m == facts.GHGReduction {
		said.Scope, _ = vocabulary.Scopes(around)
		if RelativeTo.MatchString(around) {
			said.Metric = facts.GHGIntensity
		}
		said.Category = narrowed(aimless.ReplaceAllString(scopeRun.ReplaceAllString(label, " "), " "), facts.GHGReduction)
		return said
	}
	if (m == facts.Energy || m == facts.Electricity) && RelativeTo.MatchString(around) {
		said.Metric = facts.EnergyIntensity
	}
	said.Category = narrowed(label, m)
	return said
}

func signOf(verb string) int {
	if moreVerb.MatchString(verb) {
		return 1
	}
	return -1
}

var moreVerb = pattern.Compile(`(?i)^` + more + `$`)

// Moved reports whether a figure is a percentage or percentage points.
func Moved(f *facts.Fact) bool {
	return f.Dimension == string(quantity.Percent) || f.Dimension == string(quantity.Points)
}
