package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// harm is what a sentence says there was none of, and how another tells that it happened.
type harm struct {
	none  *pattern.Pattern // the words that are denied
	tells *pattern.Pattern
	work  bool // it happens to people at their work: the sentence has to say so
}

const (
	oneOrMore = `(?:an?|one|two|three|four|five|six|\d{1,2})\s+`
	death     = `\bdied\b|\b(?:was|were)\s+(?:fatally\s+\p{L}+|killed)\b|\b(?:lost|losing)\s+(?:his|her|their)\s+(?:own\s+)?(?:life|lives)\b|` +
		`\bfatal\s+(?:\p{L}+\s+)?(?:accidents?|incidents?)\s+(?:occurred|happened|took)\b|` +
		`\b(?:was|were|had|recorded|suffered|regret\w*)\s+` + oneOrMore + `(?:work-related\s+)?` +
		`(?:fatalit(?:y|ies)|fatal\s+(?:\p{L}+\s+)?(?:accidents?|incidents?|injur\w+))\b`
)

// harms are the kinds of it.
var harms = []harm{
	{pattern.Compile(`(?i)\b(?:fatal\w*|deaths?|deadly)\b`), pattern.Compile(`(?i)` + death), true},
	{pattern.Compile(`(?i)^(?:[\p{L}-]+\s+){0,2}(?:accidents?|injur(?:y|ies))$`), pattern.Compile(`(?i)` + death + `|\baccident\s+(?:occurred|happened)\b|` +
		`\b(?:was|were)\s+(?:(?:seriously|badly|severely)\s+)?(?:injured|hurt)\b`), true},
	{pattern.Compile(`(?i)\b(?:fines?|penalt(?:y|ies))\b`), pattern.Compile(`(?i)\b(?:was|were|been)\s+fined\b|` +
		`\b(?:paid|received|imposed|accepted)\s+` + oneOrMore + `(?:\p{L}+\s+)?(?:fines?|penalt(?:y|ies))\b`), false},
	{pattern.Compile(`(?i)\b(?:spills?|spillages?|leaks?|leakages?|discharges?)\b`), pattern.Compile(`(?i)\b(?:spilt|spilled|leaked)\b|` +
		`\b(?:was|were|had|recorded)\s+` + oneOrMore + `(?:\p{L}+\s+)?(?:spills?|leaks?)\b|\b(?:spill|leak)\s+(?:occurred|happened)\b`), false},
}

var (
	// plainHarm are words of a denial that leave nothing of its kind out.
	plainHarm   = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("checks.plain harm") + `)$`)
	workRelated = pattern.Compile(`(?i)\b(?:work|job)[\s-]related\s+`)
	// moreOf denies what comes on top of what is told of.
	moreOf = pattern.Compile(`(?i)\b(?:further|other|others|additional|more|again|second|similar|such|these|those)\b`)
	// someoneElse is who is neither the company nor at work for it, and what is no fact or of another time.
	someoneElse = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.harm of others") + `)\b`)
	atWork      = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.at work") + `)\b`)
	ofContract  = pattern.Compile(`(?i)\b(?:sub-?contractors?|contractors?['’]?s?|contracted|third[\s-]part(?:y|ies)|agency|temporary|hauliers?|external)\b`)
	ofStaff     = pattern.Compile(`(?i)\b(?:employees?|staff|colleagues?|workforce|apprentices?|trainees?)\b`)
)

// mostHarms bounds how many denials and tellings of one report are held against one another.
const mostHarms = 200

// harmSaid is a sentence that denies or tells a harm.
type harmSaid struct {
	sheet.Statement
	said, what      string // of a denial: its words from "no" on, and the thing that is denied
	denied          string // with what narrows it down
	contract, staff bool   // whom it names
}

// deniedInWords holds what one sentence says there was none of against another that tells of it, of the same year and, where both name
// one, of the same people. A denial that leaves something out - of a place, of a kind, of what is serious - is held only against what has these words, too.
func deniedInWords(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, h := range harms {
		none, told := h.read(s)
		for _, n := range none {
			at := slices.IndexFunc(told, func(t harmSaid) bool { return opposes(n, t) })
			if at < 0 {
				continue
			}
			t := told[at]
			c := events.Check{
				Result: events.CheckFail, Severity: "warning", Expected: "at least one", Stated: "none",
				Inputs:  []events.CheckInput{{Label: n.what, Value: "none", Page: n.Page}, {Label: sheet.Shorten(t.Text), Value: "told", Page: t.Page}},
				Working: fmt.Sprintf("page %d: \"%s\"; page %d: \"%s\"", n.Page, n.said, t.Page, sheet.Shorten(t.Text)),
				Message: fmt.Sprintf("Page %d says \"%s\"; page %d says \"%s\".", n.Page, n.said, t.Page, strings.TrimRight(t.Text, ". ")),
			}
			out = append(out, n.Utter(c, n.said, false), t.Utter(c, "", false))
		}
	}
	return out
}

// read lists the sentences that deny a harm and those that tell of it.
func (h harm) read(s *sheet.Sheet) (none, told []harmSaid) {
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before, cell := "", 0
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > sheet.LongestSentence || len(none)+len(told) > mostHarms {
				continue
			}
			if sentence.Cell != cell {
				before, cell = "", sentence.Cell
			}
			x := harmSaid{Statement: sheet.Statement{Page: p.Number, Text: text, Before: before, Years: sheet.YearsNamed(text)}}
			before = text
			if someoneElse.MatchString(text) || sheet.HalvedYear.MatchString(text) {
				continue
			}
			x.contract, x.staff = ofContract.MatchString(text), ofStaff.MatchString(text)
			switch m := denial.FindStringSubmatch(text); {
			case m != nil && !notOfFact.MatchString(text) && !moreOf.MatchString(m[0]):
				what := m[1]
				if at := happening.FindStringIndex(what); at != nil {
					what = what[:at[0]]
				}
				what = workRelated.ReplaceAllString(what, "")
				head := what
				if at := narrowing.FindStringIndex(what); at != nil {
					head = what[:at[0]]
				}
				if head = strings.TrimSpace(head); h.none.MatchString(head) {
					x.said, x.what = trailing.ReplaceAllString(strings.TrimSuffix(m[0], m[1])+strings.TrimSpace(what), ""), head
					x.denied = what
					none = append(none, x)
				}
			case m == nil && h.tells.MatchString(text) && !unlikelyTold.MatchString(text) && (!h.work || atWork.MatchString(text)):
				told = append(told, x)
			}
		}
	}
	return none, told
}

// unlikelyTold is how a sentence speaks of what might be, or was not.
var unlikelyTold = pattern.Compile(`(?i)\b(?:if|would|could|(?-i:may)|might|should|nobody|never|not|nor|neither)\b`)

// opposes reports whether a sentence tells of what another denies: of one year that both name, of the same people, and with every word that narrows the denial.
func opposes(none, told harmSaid) bool {
	// a year that only one of them names may be another
	if len(none.Years) != 1 || len(told.Years) != 1 || none.Years[0] != told.Years[0] {
		return false
	}
	if none.contract != none.staff && (none.contract && !told.contract || none.staff && !told.staff) {
		return false // of other people
	}
	words := sheet.Stems(told.Text)
	for _, w := range sheet.WordOf.FindAllString(strings.ToLower(none.denied), -1) {
		if plainHarm.MatchString(w) || narrowing.MatchString(w) || ofTheTime.MatchString(w) || ofContract.MatchString(w) || ofStaff.MatchString(w) ||
			sheet.AnyYear.MatchString(w) {
			continue
		}
		if !eachIn(sheet.Stems(w), words) {
			return false
		}
	}
	return true
}
