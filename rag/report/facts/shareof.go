package facts

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

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
