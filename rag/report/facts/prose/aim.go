package prose

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A target is a reduction in per cent until a year, a share until a year, or a year of net zero. What was reached is
// none, nor what laws or others aim at.

var (
	planning = pattern.Compile(`(?i)\b(?:(?:is|are)\s+to\s+(?:fall|drop|decline|shrink)|will|aims?|aiming|aimed|target(?:s|ed|ing)?|goals?|` +
		`plan(?:s|ned|ning)?|commit\w*|pledge\w*|intend\w*|ambitions?|striv\w+|want|seek\w*|objectives?|promis\w+)\b`)
	Lowering = pattern.Compile(`(?i)\b(?:reduc\w*|decreas\w*|cut(?:s|ting)?|lower\w*)\b`)
	lowered  = pattern.Compile(`(?i)\b(?:reduced|decreased|lowered|declined|fell|dropped|cut)\b`)
	Raising  = pattern.Compile(`(?i)\b(?:increas\w*|grow\w*|rais\w*)\b`)
	ByYear   = pattern.Compile(`(?i)\b(?:by|until)\s+` +
		`(?:(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:year\s+)?(?:(?:fiscal|financial)\s+(?:year\s+)?|FY\s?)?|September 30, |December 31, )(20[2-6]\d)\b`)
	inYearNext = pattern.Compile(`(?i)^\s*in\s+(20[3-6]\d)\b`)
	ofOthers   = pattern.Compile(`\bGreen Deal\b|\bEuropean (?:Union|Commission|Climate|Council)\b|\bEU\b|\bEU's\b|(?i:\bgovernments?\b|\bnational\b|` +
		`\bcountries\b|\bcountry\b|\bParis Agreement\b|\bIPCC\b|\bglobal (?:emissions|CO2)|\bsuppliers?\s+(?:aim|commit|plan|pledge|to\b)|` +
		`\bclients?\b|\bcustomers?\b|\bindustry\b|\bscenarios?\b|\bwould\b|\beconomy[- ]wide\b|\bcity[- ]wide\b|\bNDC\b|\bUNFCCC\b|\bIEA\b|` +
		`\b(?:net[- ]zero|carbon[- ]neutral|low[- ]carbon)\s+(?:carbon\s+)?(?:economy|city|world|society|aviation)\b|\bfor the \p{L}+ sector\b)`)
	rate       = pattern.Compile(`(?i)^\s*(?:per\s+(?:year|annum)|annual\w*|each\s+year|a\s+year|p\.a\.|year[- ]o(?:n|ver)[- ]year)`)
	RelativeTo = pattern.Compile(`(?i)\b(?:intensit\w*|per\s+(?:employee|tonne|ton|unit|euro|m2|m²|square|million|revenue|kWh|MWh|passenger|product)|` +
		`specific\s+emissions|relative\s+to\s+(?:sales|revenue|turnover))`)
	baseOf = []*pattern.Pattern{
		pattern.Compile(`(?i)\b(20[0-2]\d|199\d)\s+(?:base(?:line)?(?:\s+year)?|levels?)\b`),
		pattern.Compile(`(?i)\b(?:base(?:line)?(?:\s+year)?|reference\s+year)\s*(?::|of|is|was|=)?\s*\(?(?:fiscal\s+(?:year\s+)?|FY\s?)?(20[0-2]\d|199\d)\b`),
		pattern.Compile(`(?i)\b(?:compared\s+(?:to|with)|versus|vs\.?|against|relative\s+to|from|over|on|below|than(?:\s+in)?)\s+(?:our\s+|the\s+)?` +
			`(?:base\s+)?(?:year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?(20[0-2]\d|199\d)\b`),
		pattern.Compile(`(?i)\busing\s+(?:the\s+year\s+)?(20[0-2]\d|199\d)\s+as\b`),
	}
	NetZero = pattern.Compile(`(?i)\b(net[- ]zero|carbon[- ]neutral(?:ity)?|climate[- ]neutral(?:ity)?|CO\s?[2₂][- ]neutral(?:ity)?)\b` +
		`([^.;%]{0,70}?)\b(?:by|until)\s+(?:(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:year\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?)(20[2-6]\d)\b`)
	fromYearTo = pattern.Compile(`(?i)\b(?:between|from)\s+((?:199|20[0-2])\d)\s+(?:and|to)\s+(20[2-6]\d)\b`)
	netArea    = pattern.Compile(`(?i)\b(?:own operations|operations?|supply chain|value chain|portfolios?|financed emissions|products?|` +
		`finance emissions|scopes?\s*[123](?:\s*(?:,|and|&|\+|/)\s*(?:scopes?\s*)?[123])*|banking operations|business|data cent(?:er|re)s|company)\b`)
	notAim = pattern.Compile(`(?i)\b(?:efficiency|female|women|diversity|accidents?|injur\w*|LTIFR|training|trained|employees?|share plans?|EAP|` +
		`weight|price|GWP|warming potential)\b`)

	// RenewablePower is renewable electricity, the subject of a target for the share of it.
	RenewablePower = pattern.Compile(`(?i)\b` + green + `\s+(?:and\s+\p{L}+\s+)?` + current + `\b`)

	wasteName = pattern.Compile(`(?i)\b(?:landfill\s+waste|hazardous\s+waste|waste[- ]to[- ]landfill|food\s+waste|waste)\b`)

	subjects = []struct {
		metric facts.Metric
		word   *pattern.Pattern
	}{
		{facts.RenewableShare, RenewablePower},
		{facts.Waste, wasteName},
		{facts.Water, pattern.Compile(`(?i)\bwater\s+(?:consumption|use|usage|withdrawals?)\b`)},
		{facts.Electricity, pattern.Compile(`(?i)\belectricity\s+(?:consumption|use|usage)\b`)},
		{facts.Energy, pattern.Compile(`(?i)\benergy\s+(?:consumption|use|usage|demand)\b`)},
		{facts.GHGReduction, pattern.Compile(`(?i)\b(?:GHG|greenhouse|emissions?|carbon footprint|CO\s?[2₂]e?|scopes?\s*[123]|decarboni[sz]\w*|net[- ]zero)\b`)},
	}
)

var (
	aimerName = pattern.Compile(`^\s*(?:[^,.;]{0,60},\s+)?((?:\p{Ll}?\p{Lu}[\p{L}&-]*)(?: \p{Lu}[\p{L}&-]+){0,3}(?: without \p{Lu}+)?)\s+(?:also\s+)?` +
		`(?:plans?|aims?|is\s+(?:also\s+)?committed|has\s+(?:also\s+)?(?:committed|set|pledged)|commits|will|intends|strives|wants|targets)\b`)
	ownName = pattern.Compile(`(?i)^(?:we|our|the|it|this|these|in|they|by|as|here|group|company|bank)\b`)
)

// aimer names who aims, where the sentence names another than "we", and the part of the entity that is aimed at.
func (s *Sentence) aimer(q quantity.Quantity, all []quantity.Quantity) string {
	part := s.part(q, all)
	m := aimerName.FindStringSubmatch(s.Text)
	if m == nil || ownName.MatchString(m[1]) || strings.Contains(part, m[1]) {
		return part
	}
	return strings.Trim(m[1]+" / "+part, "/ ")
}

// until is the year that a percentage is to be reached in: the next one behind it, with no other percentage that has its
// own between.
func (s *Sentence) until(all []quantity.Quantity, i int) (int, bool) {
	const reach = 150
	rest := fiscalInFull(s.Text[all[i].End:min(len(s.Text), all[i].End+reach)])
	if m := inYearNext.FindStringSubmatch(rest); m != nil {
		return vocabulary.Atoi(m[1]), true
	}
	m := ByYear.FindStringSubmatchIndex(rest)
	if m == nil {
		text := fiscalInFull(s.Text)
		if years := ByYear.FindAllStringSubmatchIndex(text, -1); len(years) == 1 && percentages(all) == 1 {
			if net := NetZero.FindStringSubmatchIndex(text); net != nil && net[6] == years[0][2] {
				return 0, false // "to be net zero by 2035, we have an interim target to cut emissions by 15 %"
			}
			return vocabulary.Atoi(text[years[0][2]:years[0][3]]), true // "by 2030 we will cut emissions by 42 %"
		}
		return 0, false
	}
	if i+1 < len(all) {
		for _, next := range all[i+1:] {
			if at := next.Start - all[i].End; next.Unit.Dimension == quantity.Percent && at < m[0] && at < len(rest) {
				if ownClause.MatchString(rest[:at]) {
					return 0, false // "by 66 %, and we have a target of 70 % by 2030"
				}
				break
			}
		}
	}
	return vocabulary.Atoi(rest[m[2]:m[3]]), true
}

var ownClause = pattern.Compile(`(?i)\b(?:we|which|that|have|has|is|are|targets?|goals?|while|whereas)\b`)

func percentages(all []quantity.Quantity) int {
	n := 0
	for _, q := range all {
		if q.Unit.Dimension == quantity.Percent {
			n++
		}
	}
	return n
}

// promised says that a percentage is intended and not reached: a word of intent stands in its sentence and none of
// having done right before it, or the sentence is a heading that names a reduction and no more.
func (s *Sentence) promised(q quantity.Quantity) bool {
	before := s.Text[:q.Start]
	if done := lowered.FindAllStringIndex(before, -1); len(done) > 0 {
		last := done[len(done)-1]
		if q.Start-last[1] < 90 && !planning.MatchString(s.Text[last[0]:q.Start]) && !infinitive.MatchString(before[:last[0]]) {
			return false
		}
	}
	if s.Aim || planning.MatchString(s.Text) {
		return true
	}
	return len(s.Text) < 160 && !pastVerb.MatchString(s.Text)
}

var (
	infinitive = pattern.Compile(`(?i)\b(?:to|be|will|shall)\s+$`)
	pastVerb   = pattern.Compile(`(?i)\b(?:was|were|has|have|had|achieved|reached|reduced|decreased|declined|fell|already|increased)\b`)
)

// lowers says that a percentage is one of less: by the words right beside it, or as the next step of one that is.
func (s *Sentence) lowers(q quantity.Quantity) bool {
	before, after := s.Text[:q.Start], s.Text[q.End:]
	if q.Value.Sign() < 0 || reductionIs.MatchString(before) || thenReduction.MatchString(after) {
		return true
	}
	return toFall.MatchString(before) || Lowering.MatchString(before[max(0, len(before)-160):]) &&
		(byAmount.MatchString(before) || nextStep.MatchString(before) || whatIsCut.MatchString(before))
}

// ToLower reports whether a text speaks of less to come.
func ToLower(text string) bool {
	return Lowering.MatchString(text) || lessToCome.MatchString(text)
}

var (
	lessToCome = pattern.Compile(`(?i)\b(?:to|will|shall|must|should)\s+(?:fall|drop|decline|shrink)\b|\bhalv(?:e|ing)\b|` +
		`(?:%|\bper\s+cent)\s+(?:less|lower|fewer|below)\b`)
	byAmount = pattern.Compile(`(?i)\bby\s+` +
		`(?:(?:a|another|further|at least|up to|more than|over|about|around|approximately|some|an? additional|a total of|as much as)\s+)*$`)
	// whatIsCut stands right before the amount in the words that science-based targets are published in: "reduce absolute emissions 42% by 2030".
	whatIsCut   = pattern.Compile(`(?i)\b(?:emissions|intensity|footprint|consumption|use|usage|withdrawals?|waste)\s+$`)
	nextStep    = pattern.Compile(`(?i)20[2-6]\d,?\s+(?:and|to|then)\s+(?:by\s+)?(?:(?:a|further|at least)\s+)*$|\btargeting\s+$`)
	reductionIs = pattern.Compile(`(?i)\b(?:reductions?|reduce|decrease)(?:\s+(?:targets?|goals?|path))?(?:\s+of|\s+is|\s*:|\s+from)?\s+` +
		`(?:(?:at least|up to|more than|over|about|around|approximately|some)\s+)*$`)
	toFall = pattern.Compile(`(?i)\b(?:to|will|shall|must|should)\s+(?:fall|drop|decline|shrink)\s+(?:by\s+)?` +
		`(?:(?:a|at least|another|further|about|some)\s+)*$`)
	thenReduction = pattern.Compile(`(?i)^\s+(?:[\p{L}-]+\s+){0,3}?(?:reduction|decrease|less|lower|cut)\b`)
)
