package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// frameworks are the reporting frameworks that a report may claim, in the order in which they are shown.
var frameworks = []struct {
	name    string
	mention *pattern.Pattern
}{
	{"IFRS S1", pattern.Compile(`\bIFRS[ -]?S1\b`)},
	{"IFRS S2", pattern.Compile(`\bIFRS[ -]?S2\b`)},
	{"ISSB", pattern.Compile(`\bISSB\b|International Sustainability Standards Board|IFRS Sustainability Disclosure Standards?`)},
	{"GRI", pattern.Compile(`\bGRI\b|Global Reporting Initiative`)},
	{"ESRS", pattern.Compile(`\bESRS\b|European Sustainability Reporting Standards`)},
	{"CSRD", pattern.Compile(`\bCSRD\b|Corporate Sustainability Reporting Directive`)},
	{"TCFD", pattern.Compile(`\bTCFD\b|Task Force on Climate[- ]related Financial Disclosures?`)},
	{"SASB", pattern.Compile(`\bSASB\b|Sustainability Accounting Standards Board`)},
	{"DNK", pattern.Compile(`\bDNK\b|German Sustainability Code|Sustainability Code \(GSC\)|Deutscher? Nachhaltigkeitskodex`)},
}

// issb is how many of the frameworks, from the first on, are the ISSB's.
const issb = 3

// triggers are what every mention holds: most sentences hold none, and need no closer look.
var triggers = []string{"IFRS", "ISSB", "GRI", "ESRS", "CSRD", "TCFD", "SASB", "Global Reporting", "Task Force", "Sustainability", "DNK",
	"Nachhaltigkeitskodex"}

func mentionsFramework(text string) bool {
	return slices.ContainsFunc(triggers, func(t string) bool { return strings.Contains(text, t) })
}

// following are the words by which a report says that it follows a framework, beyond naming it.
var following = pattern.Compile(`(?i)\b(in accordance with|with reference to|in reference to|aligned (with|to)|in line with|in compliance with|` +
	`compl(y|ies) with|based on|on the basis of|` +
	`supplemented (by|with) [^.“”]{0,40}(indicators?|standards?|criteria)|prepared|follow(s|ing)?|adopted?|guided by|pursuant to|recommendations|index)\b`)

// ofAStep is how a sentence says by which framework one step on the way to a report was made, or by which a later report is to be: this one is not.
var ofAStep = pattern.Compile(`(?i)\b(materiality (assessment|analysis)|in (the )?future|(will|shall) (be|have to|replace|apply)|superseded?|upcoming)\b`)

// repeated is how often a framework has to be named to count as claimed without such words.
const repeated = 5

// claimedFrameworks lists the frameworks that the report claims to follow, each with the sentence that says
// so or, of one that is only named often, the first that names it.
func claimedFrameworks(d *document.Document) []guess {
	mentions := make([]int, len(frameworks))
	first, claimed := make([]guess, len(frameworks)), make([]guess, len(frameworks))
	for i := range d.Pages {
		p := &d.Pages[i]
		if !mentionsFramework(p.Text) {
			continue
		}
		for _, s := range p.Sentences() {
			if !mentionsFramework(s.Text) {
				continue
			}
			for k, f := range frameworks {
				if !f.mention.MatchString(s.Text) {
					continue
				}
				if mentions[k]++; mentions[k] == 1 {
					first[k] = in("framework", f.name, "", p, s)
				}
				if claimed[k].value == "" && following.MatchString(s.Text) && !ofAStep.MatchString(s.Text) {
					claimed[k] = in("framework", f.name, "the report says that it follows it", p, s)
				}
			}
		}
	}
	var out []guess
	for k := range frameworks {
		switch {
		case claimed[k].value != "":
			out = append(out, claimed[k])
		case mentions[k] >= repeated:
			first[k].evidence.Why = fmt.Sprintf("the report names it %d times", mentions[k])
			out = append(out, first[k])
		}
	}
	return out
}

var (
	// compliance are the words of a statement by which a report places itself under a framework.
	compliance = pattern.Compile(`(?i)\b(report(ed|ing|s)?|prepared|disclos\w+|statement|publi\w+|information|we|compl\w+)\b.*` +
		`\b(in accordance with|with reference to|in reference to|in compliance with|` +
		`(complies|comply|complied|compliant) with|in line with|in conformity with|aligned (with|to)|based on|pursuant to)\b`)
	// strict are those of an explicit statement of compliance.
	strict = pattern.Compile(`(?i)\b(in (full )?(accordance|compliance|conformity) with|` +
		`(complies|comply|complied|compliant|compliance)( in full| fully)? with|meets? all)\b`)
	// reserve takes back from a statement, or puts it off.
	reserve = pattern.Compile(`(?i)\b(except(ions?| for)?|partial(ly)?|in part|not (yet|fully|all)|where (possible|practicable|applicable|relevant)|` +
		`selected|certain|some|aim(s|ing)?|intend(s|ed)?|plan(s|ned)? to|will|would|work(s|ing)? towards?|prepar(e|es|ing) (for|to)|journey|` +
		`progressively|gradually|transition(al)? relief|relief|future|upcoming|guid(ed|ance)|inspired|consider(s|ed|ing)?|reference|draft|should|could|may)\b`)
	// another's compliance is nothing that this report states.
	anothers = pattern.Compile(`(?i)\b(suppliers?|clients?|portfolio compan(y|ies)|investees?|companies (that|which|who)|` +
		`(external )?audit(ors?|s|ed)?|assurance|ISAE|practitioner|is not|are not|was not|were not|materiality (assessment|analysis))\b`)
)

// compliant is what the report says of its compliance.
type compliant struct {
	guess                        // the sentence by which it places itself under a framework, the ISSB's before others
	class events.ComplianceClass // of the ISSB's standards
}

// complianceStatement finds the sentence by which the report places itself under a framework. IFRS S1.72
// asks for an explicit statement without reserve; one with a reserve, or of mere alignment, is none.
func complianceStatement(d *document.Document) compliant {
	out := compliant{class: events.ComplianceNotStated}
	rank := len(frameworks) + 1
	for i := range d.Pages {
		p := &d.Pages[i]
		if !mentionsFramework(p.Text) {
			continue
		}
		for _, s := range p.Sentences() {
			if !mentionsFramework(s.Text) || s.Role != document.RoleBody && s.Role != document.RoleItem || !s.Ended || len(s.Text) > 600 ||
				anothers.MatchString(s.Text) || !compliance.MatchString(s.Text) {
				continue
			}
			for k, f := range frameworks {
				if !f.mention.MatchString(s.Text) {
					continue
				}
				at, why, class := k+1, "the sentence by which the report places itself under "+f.name, events.ComplianceNotStated
				if k < issb {
					at, class = 1, events.ComplianceQualified
					why = "the report relates itself to the ISSB's standards, but not by a statement of compliance without reserve (S1.72)"
					if strict.MatchString(s.Text) && !reserve.MatchString(s.Text) {
						at, class = 0, events.ComplianceStated
						why = "an explicit statement of compliance without reserve (S1.72)"
					}
				}
				if at < rank {
					rank = at
					out = compliant{in("compliance_statement", s.Text, why, p, s), class}
				}
				break
			}
		}
	}
	return out
}
