package prose

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Shares that sentences state: of renewable electricity, and of pay that hangs on climate.

const (
	green   = `(?:renewables?|green|clean|carbon-free|zero-carbon)`
	current = `(?:electricity|energy|power)`
)

var (
	greenRight = pattern.Compile(`(?i)^\s+(?:of\s+)?(?:certified\s+)?` + green + `\s+(?:and\s+\p{L}+\s+)?` + current + `\b`)
	greenOf    = pattern.Compile(`(?i)^\s+of\s+(?:(?:the|our|its|all|total|global|purchased|consumed|` +
		`group)\s+){0,4}` + current + `\b[^.;%\d]{0,80}\b` + green + `\b`)
	greenShare = pattern.Compile(`(?i)\b(?:share|proportion|percentage)\s+of\s+(?:electricity\s+from\s+)?` + green + `\s*` +
		`(?:(?:sources?|` + current + `)\b)?(?:[^.;%\d]|20\d\d){0,60}\b(?:was|is|stood at|reached|of|to|at)\s+` + hedged + `$`)
	greenStands = pattern.Compile(`(?i)\b` + green + `\s+` + current +
		`\b[^.;%]{0,110}\b(?:represent(?:ed|s|ing)|account(?:ed|s|ing)\s+for|cover(?:ed|s|ing)|ma[dk]es?\s+up|reach(?:ed|es|ing))\s+` + hedged + `$`)
	greenTail = pattern.Compile(`(?i)^\s+of\s+(?:(?:the|our|its|all|total|global|purchased|consumed|group)\s+){0,5}(?:` + current + `|supply|consumption|` +
		`demand)\b`)
	notShare = pattern.Compile(`(?i)\b` +
		`(?:financ\w*|portfolio|loans?|products?|revenue|customers?|suppliers?|attribut\w*|hours?|countr(?:y|ies)|certificates?|project\w*)\b`)
)

// share reads what a percentage is a share of.
func (s *Sentence) share(q quantity.Quantity) (cell.Assertion, bool) {
	if q.Signed || q.Value.Sign() < 0 || q.Value.Cmp(HundredPercent) > 0 {
		return cell.Assertion{}, false
	}
	if said, ok := s.pay(q); ok {
		return said, true
	}
	before, after := s.Text[:q.Start], s.Text[q.End:]
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
	promise := s.Text
	if greenOf.MatchString(after) || greenStands.MatchString(before) {
		promise = before // "represented 19 % of our energy and is on track to meet our 100 % commitment"
	}
	if planning.MatchString(promise) || notShare.MatchString(s.Text) || moves.MatchString(near) {
		return cell.Assertion{}, false // what is promised is a target, if it has a year
	}
	return cell.Assertion{Metric: facts.RenewableShare, Label: cell.Words(label, 12)}, true
}

var moves = pattern.Compile(`(?i)\b(?:by|increas\w*\s+of|another|further|additional)\s*$`)

// HundredPercent is all of something.
var HundredPercent = quantity.Int(100)

const (
	payName     = `(?:remuneration|compensation|bonus(?:es)?|incentives?|variable pay|salar(?:y|ies)|pay|LTI|STI|stock awards?)`
	climateName = `(?:ESG|sustainab\w*|climate|emissions?|CO\s?[2₂]e?|decarboni[sz]ation|environmental)`
)

var (
	payWords     = pattern.Compile(`(?i)\b` + payName + `\b`)
	climateWords = pattern.Compile(`(?i)\b` + climateName + `\b`)
	weightBefore = pattern.Compile(`(?i)\b` + climateName + (`\b[^.;%\d]{0,90}\b(?:weight(?:ed|ing|s)?(?:\s+(?:at|with|of|is|was))?|` +
		`account(?:s|ed|ing)?\s+for|represent(?:s|ed|ing)?|ma[dk](?:es?|ing)\s+up|determin(?:es?|ed|ing)|constitut\w+|contribut\w+)\s+`) + hedged + `\(?$`)
	payOf   = pattern.Compile(`(?i)^\)?\s+of\s+[^.;%\d]{0,60}\b` + payName + `\b[^.;%\d]{0,80}\b` + climateName + `\b`)
	payTied = pattern.Compile(`(?i)\b` + payName + `\b[^.;%\d]{0,120}\(?$`)
	tied    = pattern.Compile(`(?i)^\)?\s+(?:is\s+|are\s+)?(?:linked|tied|based|dependent|weighted|weighting)\s+` +
		`(?:to|on|for|upon)\s+[^.;%\d]{0,60}\b` + climateName + `\b`)
	OfWhat = pattern.Compile(`(?i)^\)?\s+of\b`)
	OfPay  = pattern.Compile(`(?i)^\)?\s+of\s+(?:(?:the|our|its|total|annual|variable|their|long-term|short-term|executive|` +
		`performance-related|target|maximum|overall|management|board|[\p{L}]+['’]s?)\s+){0,6}?` + payName + `\b`)
	notPay = pattern.Compile(`(?i)\b(?:gap|gender|equal|employees participated|customers?|suppliers?|offset\w*)\b`)
)

// pay reads the share of remuneration that is tied to climate or sustainability.
func (s *Sentence) pay(q quantity.Quantity) (cell.Assertion, bool) {
	if !payWords.MatchString(s.Text) || !climateWords.MatchString(s.Text) || notPay.MatchString(s.Text) {
		return cell.Assertion{}, false
	}
	before, after := s.Text[:q.Start], s.Text[q.End:]
	switch {
	case weightBefore.MatchString(before) && (!OfWhat.MatchString(after) || OfPay.MatchString(after)):
		return cell.Assertion{Metric: facts.Remuneration, Label: payWords.FindString(s.Text) + " " + cell.Words(weightBefore.FindString(before), 10)}, true
	case payOf.MatchString(after):
		return cell.Assertion{Metric: facts.Remuneration, Label: cell.Words(payOf.FindString(after), 12)}, true
	case tied.MatchString(after) && payTied.MatchString(before):
		return cell.Assertion{Metric: facts.Remuneration, Label: cell.Words(payTied.FindString(before)+tied.FindString(after), 12)}, true
	}
	return cell.Assertion{}, false
}

// Shares of people and of activities: women among managers, the trained among all, what is eligible or aligned under the
// taxonomy of the EU.

const women = `(?:women|females?)`

var (
	womenAre = pattern.Compile(`(?i)\b(?:proportion|share|percentage|quota)\s+of\s+(?:women|female\b[^.;%\d]{0,20})(?:[^.;%\d]|20\d\d){0,90}\b` +
		`(?:was|is|stood\s+at|reached|to|at|of|came\s+to)\s+` + hedged + `$`)
	womenHold = pattern.Compile(`(?i)\b` + women +
		`\b[^.;%\d]{0,70}\b(?:represent(?:ed|s)?|account(?:ed|s)?\s+for|ma[dk]es?\s+up|ma[dk]e\s+up|held|hold|occupy|occupied|comprised?)\s+` + hedged + `$`)
	heldBy = pattern.Compile(`(?i)^\s+(?:of\s+)?(?:all\s+|our\s+|the\s+|total\s+)*(?:[\p{L}-]+\s+){0,3}?(?:management|leadership|executives?|` +
		`managers?|board|senior|employees?|workforce|staff|positions?|trustees?|directors?|members?|roles)\b[^.;%\d]{0,80}\b` + women + `\b`)
	areWomen = pattern.Compile(`(?i)^\s+(?:women|female\s+\p{L}+)\s+(?:in|among|on)\s+|` +
		`^\)?\s+(?:of\s+(?:our|the|all|its)\s+[^.;%\d]{1,50}\s+)?(?:are|were|is|was|identify\s+as|self-identify\s+as)\s+` + women + `\b`)
	trainedOf = pattern.Compile(`(?i)^\s+of\s+(?:all\s+|our\s+|the\s+|its\s+|active\s+|eligible\s+)*` +
		`(?:employees|staff|workforce|people|managers|leaders|executives|colleagues)\b[^.;%\d]{0,80}\b(?:trained|training|trainings)\b`)
	trainedTo  = pattern.Compile(`(?i)\b(?:training|trainings)\b[^.;%\d]{0,90}\b(?:to|by|for)\s+` + hedged + `$`)
	ofPeople   = pattern.Compile(`(?i)^\s+of\s+(?:all\s+|our\s+|the\s+|its\s+|active\s+|eligible\s+)*(?:employees|staff|workforce|people|managers|colleagues)\b`)
	taxonomyIs = pattern.Compile(`(?i)\btaxonomy[- \x{ad}]*(eligible|aligned)\s+(revenues?|turnover|capex|capital\s+expenditures?|opex|` +
		`operating\s+expenditures?)\b[^.;%\d]{0,60}\b(?:accounted\s+for|was|were|amounted\s+to|of|for|represented|stood\s+at)\s+` + hedged + `$`)
	ofTaxonomy = pattern.Compile(`(?i)^\s*(?:\([^()]{1,25}\)\s+)?of\s+[^.;%\d]{0,40}\b(capex|opex|revenues?|turnover|capital\s+expenditures?|` +
		`operating\s+(?:expenses?|expenditures?))\s+(?:was|were|is|are)\s+(?:taxonomy[- \x{ad}]*)?(eligible|aligned)\b`)
	notStaff = pattern.Compile(`(?i)\b(?:customers?|suppliers?|survey\w*|respondents?|fund|funds|entrepreneurs?|students?|pay\s+gap|` +
		`applicants?|hires?|hired|promot\w+|joined)\b`)
)

// shareOf reads a share of people or of activities. What is promised is none.
func (s *Sentence) shareOf(q quantity.Quantity) (cell.Assertion, bool) {
	before, after := s.Text[s.clause(q.Start):q.Start], s.Text[q.End:]
	if planning.MatchString(before) || moves.MatchString(before[max(0, len(before)-30):]) {
		return cell.Assertion{}, false
	}
	if m := taxonomyIs.FindStringSubmatch(before); m != nil {
		return cell.Assertion{Metric: facts.FinancialExposed, Label: cell.Words(m[0], 8), Category: "taxonomy-" + strings.ToLower(m[1]+" "+m[2])}, true
	}
	if m := ofTaxonomy.FindStringSubmatch(after); m != nil && strings.Contains(strings.ToLower(s.Page.Text), "taxonomy") {
		return cell.Assertion{Metric: facts.FinancialExposed, Label: cell.Words(m[0], 8), Category: "taxonomy-" + strings.ToLower(m[2]+" "+m[1])}, true
	}
	if notStaff.MatchString(before[strings.LastIndexAny(before, ",%")+1:]) || notStaff.MatchString(untilBreak.FindString(after)) || aimedAt.MatchString(after) {
		return cell.Assertion{}, false
	}
	for _, p := range []*pattern.Pattern{womenAre, womenHold} {
		if m := p.FindString(before); m != "" {
			return cell.Assertion{Metric: facts.HeadcountShare, Label: cell.Words(m, 10), Category: "women"}, true
		}
	}
	for _, p := range []*pattern.Pattern{areWomen, heldBy} {
		if m := p.FindString(after); m != "" && !planning.MatchString(m) {
			return cell.Assertion{Metric: facts.HeadcountShare, Label: cell.Words(m, 10), Category: "women"}, true
		}
	}
	switch {
	case trainedOf.MatchString(after):
		return cell.Assertion{Metric: facts.Training, Label: cell.Words(trainedOf.FindString(after), 10)}, true
	case trainedTo.MatchString(before) && ofPeople.MatchString(after):
		return cell.Assertion{Metric: facts.Training, Label: cell.Words(trainedTo.FindString(before), 10)}, true
	}
	return cell.Assertion{}, false
}

// untilBreak is what is said right behind a percentage.
var untilBreak = pattern.Compile(`(?s)^.{0,90}?(?:[,;.]|\sand\s|$)|^.{0,90}`)

// aimedAt is a year to come behind a percentage.
var aimedAt = pattern.Compile(`(?i)^[^.;%]{0,60}\b(?:by|until)\s+(?:the\s+end\s+of\s+)?20[2-6]\d\b`)
