package intake

import (
	"regexp"

	"github.com/sibyl-project/sibyl/rag/document"
)

// frameworks are the reporting frameworks that a report may claim, in the order in which they are shown.
var frameworks = []struct {
	name    string
	mention *regexp.Regexp
}{
	{"IFRS S1", regexp.MustCompile(`\bIFRS[ -]?S1\b`)},
	{"IFRS S2", regexp.MustCompile(`\bIFRS[ -]?S2\b`)},
	{"ISSB", regexp.MustCompile(`\bISSB\b|International Sustainability Standards Board`)},
	{"GRI", regexp.MustCompile(`\bGRI\b|Global Reporting Initiative`)},
	{"ESRS", regexp.MustCompile(`\bESRS\b|European Sustainability Reporting Standards`)},
	{"CSRD", regexp.MustCompile(`\bCSRD\b|Corporate Sustainability Reporting Directive`)},
	{"TCFD", regexp.MustCompile(`\bTCFD\b|Task Force on Climate[- ]related Financial Disclosures?`)},
	{"SASB", regexp.MustCompile(`\bSASB\b|Sustainability Accounting Standards Board`)},
}

// following are the words by which a report says that it follows a framework, beyond naming it.
var following = regexp.MustCompile(`(?i)\b(in accordance with|with reference to|in reference to|aligned (with|to)|in line with|in compliance with|compl(y|ies) with|based on|prepared|follow(s|ing)?|adopted?|guided by|pursuant to|recommendations|index)\b`)

// repeated is how often a framework has to be named to count as claimed without such words.
const repeated = 5

// Frameworks lists the frameworks that the report claims to follow.
func Frameworks(d *document.Document) []string {
	out := []string{}
	mentions, claimed := make([]int, len(frameworks)), make([]bool, len(frameworks))
	for i := range d.Pages {
		for _, s := range d.Pages[i].Sentences() {
			for k, f := range frameworks {
				if !f.mention.MatchString(s.Text) {
					continue
				}
				mentions[k]++
				claimed[k] = claimed[k] || following.MatchString(s.Text)
			}
		}
	}
	for k, f := range frameworks {
		if claimed[k] || mentions[k] >= repeated {
			out = append(out, f.name)
		}
	}
	return out
}

// compliance are the words of a statement by which a report places itself under a framework.
var compliance = regexp.MustCompile(`(?i)\b(report(ed|ing|s)?|prepared|disclos\w+|statement|publi\w+|information)\b.*\b(in accordance with|with reference to|in reference to|in compliance with|complies with|in line with|in conformity with|based on|pursuant to)\b`)

// ComplianceStatement is the first sentence by which the report places itself under a framework (as
// IFRS S1.72 asks for S1 and S2), empty if there is none.
func ComplianceStatement(d *document.Document) string {
	best, rank := "", len(frameworks)
	for i := range d.Pages {
		for _, s := range d.Pages[i].Sentences() {
			if s.Role != document.RoleBody || !s.Ended || len(s.Text) > 600 || !compliance.MatchString(s.Text) {
				continue
			}
			for k, f := range frameworks[:rank] {
				if f.mention.MatchString(s.Text) {
					best, rank = s.Text, k
					break
				}
			}
		}
	}
	return best
}
