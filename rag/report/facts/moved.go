package facts

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

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
	has = compile(`(?i)^(?:\s+\([^()\d]{1,30}\))?(?:\s+(?:in|for|from|of|across|at|within)\s+[^,;:()%]{1,60}?)??\s*,?\s*` +
		`(?:(?:has|have|had|was|were|been|also|thus|therefore|already|then)\s+)*(` + less + `|` + more + `)` + how + `\s+(?:by\s+)?` + hedged + `$`)
	// done leads to what changed, and byHow from there to the percentage: "reduced our landfill waste by 15 %".
	done  = compile(`(?i)\b(` + less + `|` + more + `)\s+(?:[\p{L}’'-]+\s+){0,6}?$`)
	byHow = compile(`(?i)^(?:\s+\([^()\d]{1,30}\))?` +
		`(?:\s+(?:in|for|from|of|across|at|since|compared|between|relative|versus)\s[^,;:%]{0,70}?)?\s+by\s+` + hedged + `$`)
	// achieved is a change that is a noun: "a 12 % reduction in energy consumption".
	achieved = compile(`(?i)^\s+(?:[\p{L}-]+\s+){0,2}?(reduction|decrease|decline|drop|increase|rise)\s+(?:in|of)\s+(?:[\p{L}’'-]+\s+){0,5}?$`)
	reached  = compile(`(?i)\b(?:achieved|saw|was|were|recorded|reali[sz]ed|resulted\s+in|resulting\s+in|reached|delivered|had|equals?|` +
		`corresponds\s+to|represent(?:s|ed))\b`)

	notChanged = compile(`(?i)\b(?:customers?|clients?|suppliers?|products?|industry|sector|portfolio|efficien\w*|savings?|avoid\w*|costs?|prices?|` +
		`expenses?|spend\w*|risks?|funding|per|employees?|women|accidents?|rates?|share|proportion|percentage|targets?|goals?|market|demand\s+for|reporting)\b`)
	yearEarlier = compile(`(?i)^[^.;%]{0,40}\b(?:compared\s+(?:to|with)|versus|against|over|than|from)\s+(?:in\s+)?(?:the\s+)?` +
		`(?:previous|prior|preceding|last)\s+(?:(?:fiscal|financial|reporting)\s+)?(?:year|period)\b|^\s*(?:year[- ]o[nv](?:er)?[- ]year|yoy)\b`)
	sinceYear   = compile(`(?i)\bsince\s+(?:the\s+)?(?:base\s+year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:199|20[0-2])\d)\b`)
	anySince    = compile(`(?i)\b(?:any|first|lowest|highest|largest|smallest|most|best|worst|record)\b[^.;]{0,25}$`)
	fromTo      = compile(`(?i)\b(?:between|from)\s+((?:199|20[0-2])\d)\s+(?:and|to)\s+((?:199|20[0-4])\d)\b`)
	leadsTo     = compile(`^\s+to\s`)
	afterDigits = compile(`^\s*(?:percentage\s+points|p\.?p)`)
)

// movable is what changes are read of: consumption by its source first, emissions last.
var movable = []struct {
	metric Metric
	word   *pattern
}{
	{Electricity, compile(`(?i)\b(?:electricity\s+(?:consumption|use|usage)|(?:consumption|use)\s+of\s+electricity)\b`)},
	{Water, compile(`(?i)\b(?:water\s+(?:consumption|use|usage|withdrawals?)|(?:consumption|use|withdrawals?)\s+of\s+(?:\p{L}+\s+)?water)\b`)},
	{Waste, compile(`(?i)\b(?:landfill\s+waste|hazardous\s+waste|waste[- ]to[- ]landfill|food\s+waste|waste)\b`)},
	{Energy, compile(`(?i)\b(?:(?:energy|gas|fuel|heat)\s+(?:consumption|use|usage|demand)|` +
		`(?:consumption|use)\s+of\s+(?:[\p{L}-]+\s+){0,5}?(?:energy|gas|fuels?|heat))\b`)},
	{GHGReduction, compile(`(?i)\b(?:(?:GHG|greenhouse[ -]gas|carbon|CO\s?[2₂]e?)\s+)?emissions?\b|` +
		`\b(?:carbon|GHG|CO\s?[2₂]e?|emissions?)\s+footprint\b|\bscopes?\s*[123](?:\s*(?:,|and|&|\+)\s*(?:scopes?\s*)?[123])*\b`)},
}

// changes reads the changes that a sentence states as done.
func (s *sentence) changes(all []quantity.Quantity, taken map[int]bool) []cell {
	if ofOthers.MatchString(s.text) {
		return nil
	}
	var out []cell
	for i, q := range all {
		if q.Unit.Dimension != quantity.Percent || q.Range || q.Signed || taken[q.Start] || q.Value.Sign() <= 0 ||
			rate.MatchString(s.text[q.End:]) || afterDigits.MatchString(s.text[q.End:]) {
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
		said.change, said.year, said.base = true, s.yearOf(q), s.baseYear(q)
		rest := s.text[q.End:]
		if m := sinceYear.FindStringSubmatchIndex(s.text); m != nil && said.base == 0 && !anySince.MatchString(s.text[:m[0]]) {
			said.base = atoi(s.text[m[2]:m[3]])
		}
		if m := fromTo.FindStringSubmatch(s.text); m != nil && percentages(all) == 1 {
			said.base, said.year = atoi(m[1]), atoi(m[2])
		} else if said.year == 0 && leadsTo.MatchString(rest) && i+1 < len(all) {
			said.year = s.yearOf(all[i+1]) // "by 4.5 % to 412 GWh in 2023"
		}
		switch {
		case said.base == 0:
			said.prior = yearEarlier.MatchString(rest)
		case said.base == said.year:
			said.year = 0 // "compared with 2021" names no other
		case said.year > 0 && said.base > said.year:
			continue
		}
		said.boundary = s.part(q, all)
		if sign < 0 {
			q.Value = new(apd.Decimal).Neg(q.Value)
		}
		out = append(out, s.cell(said, q))
	}
	return out
}

// changed says what a percentage is a change of, and which way it went; 0 if that cannot be told.
func (s *sentence) changed(q quantity.Quantity, from int) (assertion, int) {
	before := s.text[from:q.Start]
	after := s.text[q.End:min(len(s.text), q.End+120)]
	if planning.MatchString(before) || byYear.MatchString(after) && !strings.Contains(after[:byYear.FindStringIndex(after)[0]], "%") {
		return assertion{}, 0
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
				if raising.MatchString(k[1]) || strings.EqualFold(k[1], "rise") {
					sign = 1
				}
				return s.changeOf(x.metric, after[m[0]:m[1]], after[:m[1]]), sign
			}
		}
	}
	return assertion{}, 0
}

// changeOf is the assertion of a change of a subject, which words narrow.
func (s *sentence) changeOf(m Metric, label, around string) assertion {
	said := assertion{metric: m, label: label}
	if m == GHGReduction {
		said.scope, _ = scopeOf(around)
		if relativeTo.MatchString(around) {
			said.metric = GHGIntensity
		}
		said.category = narrowed(aimless.ReplaceAllString(scopeRun.ReplaceAllString(label, " "), " "), GHGReduction)
		return said
	}
	if (m == Energy || m == Electricity) && relativeTo.MatchString(around) {
		said.metric = EnergyIntensity
	}
	said.category = narrowed(label, m)
	return said
}

func signOf(verb string) int {
	if moreVerb.MatchString(verb) {
		return 1
	}
	return -1
}

var moreVerb = compile(`(?i)^` + more + `$`)

// moves gives changes in a row of a table the metric of its amounts: a column "Change in %" is of whatever the row is about.
func (s *Sheet) moves() {
	type row struct{ table, row int }
	amounts := map[row]Metric{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Change || moved(f) {
			continue
		}
		k := row{f.Table, f.Row}
		if m, seen := amounts[k]; seen && m != f.Metric {
			amounts[k] = Other
		} else {
			amounts[k] = f.Metric
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		m := amounts[row{f.Table, f.Row}]
		if f.Table == 0 || !f.Change || !moved(f) || m == "" || m == Other {
			continue
		}
		if m == GHGEmissions {
			m = GHGReduction
		}
		f.Metric = m
	}
}

// moved reports whether a figure is a percentage or percentage points.
func moved(f *Fact) bool {
	return f.Dimension == string(quantity.Percent) || f.Dimension == string(quantity.Points)
}
