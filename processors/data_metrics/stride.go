package datametrics

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// subject is what changed.
type subject struct {
	metric facts.Metric
	scope  string // "1+2"; empty if the sentence names none
	method string
	words  []string // of its name, beyond the metric's own; sorted
	name   string   // as printed
	label  string   // with what it says nothing by, which may be how a row is called: "operational emissions"
}

var (
	tiedVerb = pattern.Compile(`(?i)\b(?:reduc(?:ed|es|ing)|decreas(?:ed|es|ing)|declin(?:ed|es|ing)|fell|fall(?:s|en)|dropp(?:ed|ing)|` +
		`drops|cut|lowered|increas(?:ed|es|ing)|grew|grown|rose|risen|rises|went (?:up|down)|(?:is|was|were|are) (?:up|down|lower|higher)|up|down)` +
		`(?:\s+(?:further|again|slightly|significantly|sharply|substantially|our|its|the|these|emissions|year[- ]on[- ]year)){0,2}\s+(?:by\s+)?` + hedge + `$`)
	tiedNoun = pattern.Compile(
		`(?i)\b(?:reduction|decrease|decline|fall|drop|cut|increase|rise|growth)\s+(?:in\s+[^.;%]{1,60}?\s+)?(?:of|by)\s+` + hedge + `$`)
	tiedBy    = pattern.Compile(`(?i)\bby\s+` + hedge + `$`)
	tiedAfter = pattern.Compile(`(?i)^\s+(?:year[- ]on[- ]year\s+)?(?:reduction|decrease|decline|fall|drop|cut|increase|rise|growth|lower|higher|less|more)\b`)
	goingDown = pattern.Compile(`(?i)\b(?:reduc\w*|decreas\w*|declin\w*|fell|fall\w*|drop\w*|cut|lower\w*|down|less)\b`)
	goingUp   = pattern.Compile(`(?i)\b(?:increas\w*|grew|grow\w*|rose|ris(?:en|es|e)|up|higher|more)\b`)
	perUnit   = pattern.Compile(`(?i)\b(?:intensit\w*|relative\s+to|in\s+relation\s+to|specific\s+(?:energy|emissions|consumption)|per\s+(?:\p{L}+))\b`)
	ofTarget  = pattern.Compile(`(?i)\b(?:target|goal|ambition|objective)s?(?:\s+(?:of|is|was|to\s+\w+\s+\p{L}+(?:\s+\p{L}+){0,4}\s+by))?\s*:?\s*\(?$`)
	reached   = pattern.Compile(
		`(?i)\b(?:achieved|met|reached|exceeded|surpassed|fulfilled|attained|over-?achieved)\b[^.;]{0,60}\b(?:targets?|goals?|ambitions?|objectives?)\b|` +
			`\b(?:targets?|goals?)\b[^.;]{0,80}\b(?:was|were|been)\s+(?:already\s+)?(?:achieved|met|reached|exceeded)\b`)
	notYet   = pattern.Compile(`(?i)\b(?:not|never|to be|will be|yet to|fail\w*|miss\w*)\b`)
	lastYear = pattern.Compile(`(?i)\b(?:year[- ]on[- ]year|year[- ]over[- ]year|yoy|` +
		`(?:last|previous|prior|preceding|past)\s+(?:(?:fiscal|financial|reporting|calendar)\s+)?year|year\s+(?:before|earlier))\b`)
	leadsBase = pattern.Compile(`(?i)\b(?:since|from|compared\s+(?:with|to)|in\s+comparison\s+(?:with|to)|against|versus|` +
		`vs\.?|below|above|relative\s+to|than\s+in|over|base(?:line)?(?:\s+year)?(?:\s+of)?|reference\s+year)\s+(?:our\s+|the\s+)?` +
		`(?:base(?:line)?\s+(?:year\s+)?|level(?:s)?\s+(?:of|in)\s+|year\s+)?(?:(?:fiscal|financial)\s+(?:year\s+)?|FY\s?)?\(?$`)
	isBase   = pattern.Compile(`(?i)^\s+(?:base(?:line)?(?:\s+year)?|levels?)\b`)
	leadsAim = pattern.Compile(`(?i)\b(?:by|until|before)\s+(?:the\s+end\s+of\s+)?(?:(?:fiscal|financial)\s+(?:year\s+)?|FY\s?)?$`)
	partly   = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("data_metrics.part of the whole") + `|like[- ]for[- ]like|per\s+\p{L}+|` +
		`in\s+our\s+\p{L}+|at\s+our\s+\p{L}+|supply\s+chain|data\s+cent(?:er|re)s?|business\s+travel|purchased\s+goods|reporting\s+boundary)\b`)
)

const hedge = `(?:(?:a|an|about|around|approximately|more\s+than|over|nearly|almost|some|further|another|at\s+least|less\s+than|up\s+to|only|just|~)\s+)*`

// tied says that a percentage is the amount of a change, and which way.
func tied(before, after string) (down, ok bool) {
	var word string
	switch m := tiedAfter.FindString(after); {
	case m != "":
		word = m
	case tiedVerb.MatchString(before):
		word = tiedVerb.FindString(before)
	case tiedNoun.MatchString(before):
		word = tiedNoun.FindString(before)
	case tiedBy.MatchString(before):
		word = before
	default:
		return false, false
	}
	down = goingDown.MatchString(word)
	return down, down != goingUp.MatchString(hedges.ReplaceAllString(word, " "))
}

var (
	otherNames = []struct {
		metric facts.Metric
		name   *pattern.Pattern
	}{
		{facts.Electricity, pattern.Compile(`(?i)((?:[\p{L}-]+\s+){0,2})(?:electricity|power)\s+(?:consumption|use|usage|demand)\b`)},
		{facts.Energy, pattern.Compile(`(?i)((?:[\p{L}-]+\s+){0,2})energy\s+(?:consumption|use|usage|demand)\b`)},
		{facts.Water, pattern.Compile(`(?i)((?:[\p{L}-]+\s+){0,2})water\s+(?:consumption|withdrawals?|discharge|use|usage)\b`)},
		{facts.Waste, pattern.Compile(`(?i)((?:[\p{L}-]+\s+){0,3})waste\b`)},
	}
	partScope = pattern.Compile(`(?i)\bscopes?\s*(?:[123]\s*(?:,|and|&|\+|/)?\s*(?:and\s+)?)*[123]\.\d`) // "scopes 1, 2 and 3.3"
	goesOn    = pattern.Compile(`(?i)^\s*(?:[,.;)]|than\b|compared\b|versus\b|vs\b|since\b|from\b|against\b|` +
		`over\b|relative\b|on\b|year\b|and\b|by\b|to\b|in\s+(?:the\s+)?(?:fiscal|financial|reporting|20\d\d|FY)|$)`)
	otherSubject = pattern.Compile(`(?i)\b(?:efficiency|intensity|productivity|shares?|sales|revenues?|` +
		`savings?|production|volumes? of purchas\w+|purchasing volume|rates?|capacity|costs?|number)\b`)
	metricNoun   = pattern.Compile(`(?i)\b(?:consumption|emissions|footprint|waste|withdrawals?|usage)\b`)
	emissionName = pattern.Compile(
		`(?i)(?:[\p{L}-]+\s+){0,2}\b(?:GHG|greenhouse|carbon|CO\s?[2₂]e?|total|own|operational|absolute)?\s*(?:gas\s+)?(?:emissions|footprint)\b`)
	nameless  = lexicon.Set("data_metrics.nameless")
	waterWays = strings.Fields("withdrawal withdrawals discharge discharges consumption")
	nameWord  = pattern.Compile(`[\p{L}][\p{L}-]*`)
)

// subjectOf is what a percentage is a change of. A sentence that names several things apart says it only if one is named
// since the percentage before.
func subjectOf(r reading, s span, from int, p quantity.Quantity, upTo int) (subject, bool) {
	text := r.text[s.from:s.upTo]
	before := r.text[from:p.Start]
	if m := tiedAfter.FindString(r.text[p.End:upTo]); m != "" {
		if rest := r.text[p.End+len(m) : upTo]; !goesOn.MatchString(rest) { // "58 % less space", "a 10 % reduction in energy use"
			before = rest[:min(len(rest), 60)]
			if cut := strings.IndexAny(before, ",;"); cut >= 0 {
				before = before[:cut]
			}
			from, text = s.from+1, before
		}
	}
	labels := scopeLabel.FindAllStringSubmatch(text, -1)
	if last := otherSubject.FindAllStringIndex(before, -1); len(last) > 0 &&
		len(scopeLabel.FindStringIndex(before[last[len(last)-1][1]:])) == 0 && !metricNoun.MatchString(before[last[len(last)-1][1]:]) {
		return subject{}, false // "we increased our energy efficiency by 39 %"
	}
	if partScope.MatchString(text) {
		return subject{}, false
	}
	if len(labels) > 0 {
		near := scopeLabel.FindAllStringSubmatch(before, -1)
		var chosen string
		switch {
		case len(near) > 0:
			var all []string
			for _, m := range near {
				all = append(all, strings.Split(scopes(m[1]), "")...)
			}
			slices.Sort(all)
			chosen = strings.Join(slices.Compact(all), "+") // "Scope 1 and Scope 2 emissions"
		case len(labels) == 1 && from == s.from:
			chosen = strings.Join(strings.Split(scopes(labels[0][1]), ""), "+")
		default:
			return subject{}, false
		}
		return subject{metric: facts.GHGEmissions, scope: chosen, method: methodOf(text), name: "Scope " + chosen + " emissions"}, true
	}
	for _, o := range otherNames {
		m := o.name.FindStringSubmatchIndex(before)
		at := before
		if m == nil && from == s.from {
			at = r.text[p.End:s.upTo]
			m = o.name.FindStringSubmatchIndex(at)
		}
		if m != nil {
			return subject{metric: o.metric, words: contentOf(at[m[0]:m[1]], o.metric), name: nameOf(at[m[0]:m[1]], o.metric)}, true
		}
	}
	if emissionName.MatchString(before) || from == s.from && emissionName.MatchString(text) {
		name := emissionName.FindString(before)
		if name == "" {
			name = emissionName.FindString(text)
		}
		called := nameOf(name, facts.GHGEmissions)
		return subject{metric: facts.GHGEmissions, name: called, words: contentOf(called, facts.GHGEmissions), label: joined(name)}, true
	}
	return subject{}, false
}

// nameOf is a name without the verbs, prepositions and pronouns before it.
func nameOf(name string, m facts.Metric) string {
	fields := strings.Fields(joined(name))
	kept := 2
	if m == facts.GHGEmissions || m == facts.Waste {
		kept = 1
	}
	for len(fields) > kept && len(contentOf(fields[0], m)) == 0 && !gasName.MatchString(fields[0]) {
		fields = fields[1:]
	}
	return strings.Join(fields, " ")
}

// joined is a name behind what joins it to its sentence.
func joined(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if cut := joining.FindAllStringIndex(name, -1); len(cut) > 0 {
		name = name[cut[len(cut)-1][1]:]
	}
	return name
}

var (
	joining = pattern.Compile(`\b(?:in|of|with|by|to|for|and|from|our|its|the|their|all|at|on|a|an|reduction|reductions|decrease|increase)\s+`)
	gasName = pattern.Compile(`^(?:ghg|greenhouse|gas|carbon|co\s?[2₂]e?)$`)
)

func methodOf(text string) string {
	l := strings.ToLower(text)
	location := strings.Contains(l, "location-based") || strings.Contains(l, "location based")
	market := strings.Contains(l, "market-based") || strings.Contains(l, "market based")
	switch {
	case location && !market:
		return "location"
	case market && !location:
		return "market"
	}
	return ""
}

// contentOf are the words of a name that say more than its metric does.
func contentOf(name string, m facts.Metric) []string {
	var out []string
	for _, w := range nameWord.FindAllString(strings.ToLower(name), -1) {
		if m == facts.Water && slices.Contains(waterWays, w) {
			out = append(out, strings.TrimSuffix(w, "s")) // what is withdrawn is not what is consumed
		} else if !nameless[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spanOf are the years of a change; the later one is the report's where the sentence names none.
func spanOf(r reading, s span, year int) (from, upTo int) {
	text := r.text[s.from:s.upTo]
	upTo = year
	for _, m := range yearWord.FindAllStringIndex(text, -1) {
		y := vocabulary.YearIn(text[m[0]:m[1]])
		switch before := text[:m[0]]; {
		case leadsAim.MatchString(before):
		case leadsBase.MatchString(before), isBase.MatchString(text[m[1]:]):
			from = y
		default:
			upTo = y
		}
	}
	if from == 0 && lastYear.MatchString(text) && upTo > 0 {
		from = upTo - 1
	}
	return from, upTo
}

// yearWord is a year; two halves of one are the fiscal year that ends in the second, as the columns of tables have it.
var yearWord = pattern.Compile(`\b(?:FY\s?)?(?:19|20)\d\d(?:[/–-]\d\d)?\b|\bFY\s?['’]?[0-3]\d\b`)
