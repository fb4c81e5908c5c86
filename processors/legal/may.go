package legal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// mayAnswer leaves out what code knows to be no answer: questions, what only says where more is or what rating agencies and standards
// boards do, lines of an index, the words of a glossary, and of the notes to the accounts what is about accounting alone.
func mayAnswer(part *answer.Part, p answer.Passage) bool {
	if p.Pointer || p.Others || isQuestion(p.Text) || p.Row && indexLine.MatchString(p.Text) {
		return false
	}
	if slices.ContainsFunc(p.Headings, func(h string) bool { return glossary.MatchString(h) }) && !strings.HasPrefix(part.ID, "S1.50") {
		return false
	}
	if strings.HasPrefix(part.ID, "S2.29(a)") && (avoided.MatchString(p.Text) || slices.ContainsFunc(p.Headings, avoided.MatchString)) {
		return false // what customers save is none of the company's emissions
	}
	if strings.HasPrefix(part.ID, "S1.51") && p.Said != nil && p.Said.Topic.Value == "business" {
		return false // a goal of sales
	}
	const sure = 0.6
	accounting := p.Said != nil && p.Said.Topic.Value == "accounting" && p.Said.Topic.Sure >= sure
	return !accounting || slices.ContainsFunc(onAccounts, func(id string) bool { return strings.HasPrefix(part.ID, id) })
}

var (
	indexLine = pattern.Compile(`^(?:GRI\s)?(?:[23]|[2-4]\d\d)-\d{1,2}\s`)
	avoided   = pattern.Compile(`(?i)\bavoided\b`)
	glossary  = pattern.Compile(`(?i)^(?:glossary|list of abbreviations|definitions of terms)\b`)
	// onAccounts begin the parts that ask of the accounts themselves.
	onAccounts = []string{"S2.16", "S2.21", "S2.29(b)", "S2.29(c)", "S2.29(d)", "S2.29(e)", "S1.22", "S1.6", "S1.7", "S1.83"}
)

// deniesAny reports whether a passage denies what it would answer a part by: an analysis that was not made is none. What answers
// in another way, without a denial, is an answer.
func (ix *index) deniesAny(id string, at int) bool {
	denies := false
	for _, alt := range ix.lex.answers[id] {
		if alt.where == inColumns || !ix.answers(alt, at) {
			continue
		}
		if !ix.denies(alt, at) {
			return false
		}
		denies = true
	}
	return denies
}

// deniesAnalysis reports whether a passage says that no scenarios were analysed: then it says nothing of what the analysis was like.
func (ix *index) deniesAnalysis(id string, at int) bool {
	return strings.HasPrefix(id, "S2.22") && ix.deniesAny("S2.22#scenario_analysis_used", at)
}

func isQuestion(text string) bool { return len(text) > 0 && text[len(text)-1] == '?' }
