package facts

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Shares that sentences state: of renewable electricity, and of pay that hangs on climate.

const (
	green   = `(?:renewables?|green|clean|carbon-free|zero-carbon)`
	current = `(?:electricity|energy|power)`
)

var (
	greenRight = compile(`(?i)^\s+(?:of\s+)?(?:certified\s+)?` + green + `\s+(?:and\s+\p{L}+\s+)?` + current + `\b`)
	greenOf    = compile(`(?i)^\s+of\s+(?:(?:the|our|its|all|total|global|purchased|consumed|group)\s+){0,4}` + current + `\b[^.;%\d]{0,80}\b` + green + `\b`)
	greenShare = compile(`(?i)\b(?:share|proportion|percentage)\s+of\s+(?:electricity\s+from\s+)?` + green + `\s*` +
		`(?:(?:sources?|` + current + `)\b)?(?:[^.;%\d]|20\d\d){0,60}\b(?:was|is|stood at|reached|of|to|at)\s+` + hedged + `$`)
	greenStands = compile(`(?i)\b` + green + `\s+` + current +
		`\b[^.;%]{0,110}\b(?:represent(?:ed|s|ing)|account(?:ed|s|ing)\s+for|cover(?:ed|s|ing)|ma[dk]es?\s+up|reach(?:ed|es|ing))\s+` + hedged + `$`)
	greenTail = compile(`(?i)^\s+of\s+(?:(?:the|our|its|all|total|global|purchased|consumed|group)\s+){0,5}(?:` + current + `|supply|consumption|demand)\b`)
	notShare  = compile(`(?i)\b` +
		`(?:financ\w*|portfolio|loans?|products?|revenue|customers?|suppliers?|attribut\w*|hours?|countr(?:y|ies)|certificates?|project\w*)\b`)
)

// share reads what a percentage is a share of.
func (s *sentence) share(q quantity.Quantity) (assertion, bool) {
	if q.Signed || q.Value.Sign() < 0 || q.Value.Cmp(hundredPercent) > 0 {
		return assertion{}, false
	}
	if said, ok := s.pay(q); ok {
		return said, true
	}
	before, after := s.text[:q.Start], s.text[q.End:]
	near := before[max(0, len(before)-70):]
	var label string
	switch {
	case greenRight.MatchString(after):
		label = greenRight.FindString(after)
	case greenOf.MatchString(after):
		label = greenOf.FindString(after)
	case greenShare.MatchString(before):
		label = greenShare.FindString(before)
	case greenStands.MatchString(before) && greenTail.MatchString(after):
		label = greenTail.FindString(after)
	default:
		return s.shareOf(q)
	}
	promise := s.text
	if greenOf.MatchString(after) || greenStands.MatchString(before) {
		promise = before // "represented 19 % of our energy and is on track to meet our 100 % commitment"
	}
	if planning.MatchString(promise) || notShare.MatchString(s.text) || moves.MatchString(near) {
		return assertion{}, false // what is promised is a target, if it has a year
	}
	return assertion{metric: RenewableShare, label: words(label, 12)}, true
}

var moves = compile(`(?i)\b(?:by|increas\w*\s+of|another|further|additional)\s*$`)

var hundredPercent = quantity.Int(100)

const (
	payName     = `(?:remuneration|compensation|bonus(?:es)?|incentives?|variable pay|salar(?:y|ies)|pay|LTI|STI|stock awards?)`
	climateName = `(?:ESG|sustainab\w*|climate|emissions?|CO\s?[2₂]e?|decarboni[sz]ation|environmental)`
)

var (
	payWords     = compile(`(?i)\b` + payName + `\b`)
	climateWords = compile(`(?i)\b` + climateName + `\b`)
	weightBefore = compile(`(?i)\b` + climateName + (`\b[^.;%\d]{0,90}\b(?:weight(?:ed|ing|s)?(?:\s+(?:at|with|of|is|was))?|` +
		`account(?:s|ed|ing)?\s+for|represent(?:s|ed|ing)?|ma[dk](?:es?|ing)\s+up|determin(?:es?|ed|ing)|constitut\w+|contribut\w+)\s+`) + hedged + `\(?$`)
	payOf   = compile(`(?i)^\)?\s+of\s+[^.;%\d]{0,60}\b` + payName + `\b[^.;%\d]{0,80}\b` + climateName + `\b`)
	payTied = compile(`(?i)\b` + payName + `\b[^.;%\d]{0,120}\(?$`)
	tied    = compile(`(?i)^\)?\s+(?:is\s+|are\s+)?(?:linked|tied|based|dependent|weighted|weighting)\s+` +
		`(?:to|on|for|upon)\s+[^.;%\d]{0,60}\b` + climateName + `\b`)
	ofWhat = compile(`(?i)^\)?\s+of\b`)
	ofPay  = compile(`(?i)^\)?\s+of\s+(?:(?:the|our|its|total|annual|variable|their|long-term|short-term|executive|` +
		`performance-related|target|maximum|overall|management|board|[\p{L}]+['’]s?)\s+){0,6}?` + payName + `\b`)
	notPay = compile(`(?i)\b(?:gap|gender|equal|employees participated|customers?|suppliers?|offset\w*)\b`)
)

// pay reads the share of remuneration that is tied to climate or sustainability.
func (s *sentence) pay(q quantity.Quantity) (assertion, bool) {
	if !payWords.MatchString(s.text) || !climateWords.MatchString(s.text) || notPay.MatchString(s.text) {
		return assertion{}, false
	}
	before, after := s.text[:q.Start], s.text[q.End:]
	switch {
	case weightBefore.MatchString(before) && (!ofWhat.MatchString(after) || ofPay.MatchString(after)):
		return assertion{metric: Remuneration, label: payWords.FindString(s.text) + " " + words(weightBefore.FindString(before), 10)}, true
	case payOf.MatchString(after):
		return assertion{metric: Remuneration, label: words(payOf.FindString(after), 12)}, true
	case tied.MatchString(after) && payTied.MatchString(before):
		return assertion{metric: Remuneration, label: words(payTied.FindString(before)+tied.FindString(after), 12)}, true
	}
	return assertion{}, false
}

// Shares of people and of activities: women among managers, the trained among all, what is eligible or aligned under the
// taxonomy of the EU.

const women = `(?:women|females?)`

var (
	womenAre = compile(`(?i)\b(?:proportion|share|percentage|quota)\s+of\s+(?:women|female\b[^.;%\d]{0,20})(?:[^.;%\d]|20\d\d){0,90}\b` +
		`(?:was|is|stood\s+at|reached|to|at|of|came\s+to)\s+` + hedged + `$`)
	womenHold = compile(`(?i)\b` + women +
		`\b[^.;%\d]{0,70}\b(?:represent(?:ed|s)?|account(?:ed|s)?\s+for|ma[dk]es?\s+up|ma[dk]e\s+up|held|hold|occupy|occupied|comprised?)\s+` + hedged + `$`)
	heldBy = compile(`(?i)^\s+(?:of\s+)?(?:all\s+|our\s+|the\s+|total\s+)*(?:[\p{L}-]+\s+){0,3}?(?:management|leadership|executives?|` +
		`managers?|board|senior|employees?|workforce|staff|positions?|trustees?|directors?|members?|roles)\b[^.;%\d]{0,80}\b` + women + `\b`)
	areWomen = compile(`(?i)^\s+(?:women|female\s+\p{L}+)\s+(?:in|among|on)\s+|` +
		`^\)?\s+(?:of\s+(?:our|the|all|its)\s+[^.;%\d]{1,50}\s+)?(?:are|were|is|was|identify\s+as|self-identify\s+as)\s+` + women + `\b`)
	trainedOf = compile(`(?i)^\s+of\s+(?:all\s+|our\s+|the\s+|its\s+|active\s+|eligible\s+)*` +
		`(?:employees|staff|workforce|people|managers|leaders|executives|colleagues)\b[^.;%\d]{0,80}\b(?:trained|training|trainings)\b`)
	trainedTo  = compile(`(?i)\b(?:training|trainings)\b[^.;%\d]{0,90}\b(?:to|by|for)\s+` + hedged + `$`)
	ofPeople   = compile(`(?i)^\s+of\s+(?:all\s+|our\s+|the\s+|its\s+|active\s+|eligible\s+)*(?:employees|staff|workforce|people|managers|colleagues)\b`)
	taxonomyIs = compile(`(?i)\btaxonomy[- \x{ad}]*(eligible|aligned)\s+(revenues?|turnover|capex|capital\s+expenditures?|opex|` +
		`operating\s+expenditures?)\b[^.;%\d]{0,60}\b(?:accounted\s+for|was|were|amounted\s+to|of|for|represented|stood\s+at)\s+` + hedged + `$`)
	ofTaxonomy = compile(`(?i)^\s*(?:\([^()]{1,25}\)\s+)?of\s+[^.;%\d]{0,40}\b(capex|opex|revenues?|turnover|capital\s+expenditures?|` +
		`operating\s+(?:expenses?|expenditures?))\s+(?:was|were|is|are)\s+(?:taxonomy[- \x{ad}]*)?(eligible|aligned)\b`)
	notStaff = compile(`(?i)\b(?:customers?|suppliers?|survey\w*|respondents?|fund|funds|entrepreneurs?|students?|pay\s+gap|` +
		`applicants?|hires?|hired|promot\w+|joined)\b`)
)

// shareOf reads a share of people or of activities. What is promised is none.
func (s *sentence) shareOf(q quantity.Quantity) (assertion, bool) {
	before, after := s.text[s.clause(q.Start):q.Start], s.text[q.End:]
	if planning.MatchString(before) || moves.MatchString(before[max(0, len(before)-30):]) {
		return assertion{}, false
	}
	if m := taxonomyIs.FindStringSubmatch(before); m != nil {
		return assertion{metric: FinancialExposed, label: words(m[0], 8), category: "taxonomy-" + strings.ToLower(m[1]+" "+m[2])}, true
	}
	if m := ofTaxonomy.FindStringSubmatch(after); m != nil && strings.Contains(strings.ToLower(s.page.Text), "taxonomy") {
		return assertion{metric: FinancialExposed, label: words(m[0], 8), category: "taxonomy-" + strings.ToLower(m[2]+" "+m[1])}, true
	}
	if notStaff.MatchString(before[strings.LastIndexAny(before, ",%")+1:]) || notStaff.MatchString(untilBreak.FindString(after)) || aimedAt.MatchString(after) {
		return assertion{}, false
	}
	for _, p := range []*pattern{womenAre, womenHold} {
		if m := p.FindString(before); m != "" {
			return assertion{metric: HeadcountShare, label: words(m, 10), category: "women"}, true
		}
	}
	for _, p := range []*pattern{areWomen, heldBy} {
		if m := p.FindString(after); m != "" && !planning.MatchString(m) {
			return assertion{metric: HeadcountShare, label: words(m, 10), category: "women"}, true
		}
	}
	switch {
	case trainedOf.MatchString(after):
		return assertion{metric: Training, label: words(trainedOf.FindString(after), 10)}, true
	case trainedTo.MatchString(before) && ofPeople.MatchString(after):
		return assertion{metric: Training, label: words(trainedTo.FindString(before), 10)}, true
	}
	return assertion{}, false
}

// untilBreak is what is said right behind a percentage.
var untilBreak = compile(`(?s)^.{0,90}?(?:[,;.]|\sand\s|$)|^.{0,90}`)

// aimedAt is a year to come behind a percentage.
var aimedAt = compile(`(?i)^[^.;%]{0,60}\b(?:by|until)\s+(?:the\s+end\s+of\s+)?20[2-6]\d\b`)
