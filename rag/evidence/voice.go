package evidence

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// voice is whose word a sentence is.
type voice int

const (
	plainly   voice = iota // who writes says so, or an authority does
	relayed                // the company says so, and somebody passes it on
	allegedly              // somebody says so who may be wrong, or it is not settled
)

var (
	// unsettled are words by which a report keeps its distance.
	unsettled = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("evidence.unsettled") + `)\b|` +
		`\b(?:may|might|could)\s+have\b|\b(?:appears?|seems?)\s+to\b|\b(?:is|are|was|were)\s+(?:being\s+)?investigat\w+|` +
		`\b(?:under|opened?|launch\w*|faces?|facing)\s+(?:\w+\s+){0,3}(?:investigation|probe|inquiry)\b|` +
		`\bcharged\s+with\b|\bprosecutors?\s+(?:say|said|claim\w*|argu\w+)\b`)
	speaking = `(?:sa(?:id|ys?)|told|tells?|stat(?:ed|es)|claim(?:ed|s)|announc(?:ed|es)|report(?:ed|s)|disclos(?:ed|es)|` +
		`publish(?:ed|es)|boast(?:ed|s)|insist(?:ed|s)|puts)`
	// presenting is what records do, too: meters show something, and only what the company's own report shows is its word.
	presenting = `(?:` + speaking + `|shows?)`
	presented  = pattern.Compile(`(?i)\b` + presenting + `\b|\baccording\s+to\b`)
	spoken     = pattern.Compile(`(?i)\b` + speaking + `\b|\baccording\s+to\s+(?:[^o\s]|o[^u\s]|ou[^r\s]|our\w)`) // but "according to our meters"
	itself     = pattern.Compile(`(?i)\baccording\s+to\s+(?:the\s+company|its\s+own|its\s+(?:\w+\s+){0,2}(?:report|filing|statement)|` +
		`a\s+(?:company\s+)?spokes\w+)|\b(?:the\s+(?:company|group|firm|maker|producer|manufacturer)|its\s+(?:\w+\s+){0,2}report|` +
		`spokes(?:man|woman|person)|chief\s+executive|CEO)\s+(?:\w+\s+){0,3}` + presenting + `\b`)
	official = pattern.Compile(`(?i)\b(?:agenc(?:y|ies)|authorit(?:y|ies)|regulators?|courts?|tribunal|judges?|ministr(?:y|ies)|inspectors?|inspectorate|` +
		`commission|registry|register|registers|department|ombudsman|certif(?:ier|ication\s+body)|statistics\s+office)\b`)
	behind = pattern.Compile(`(?i)^[^\p{L}]{0,3}(?:\w+\s+){0,3}?` + presenting + `\b`)
	ahead  = pattern.Compile(`(?i)\b(?:according\s+to|says|said)\s*$`)
)

// voiceOf says whose word a sentence is. What an authority has said counts as settled; what the company says is its own
// word wherever it is printed; what anybody else is quoted with may be wrong.
func voiceOf(text string, called issuer.Names) voice {
	if unsettled.MatchString(text) || unsaid(text) {
		return allegedly
	}
	if !presented.MatchString(text) {
		return plainly
	}
	if itself.MatchString(text) {
		return relayed
	}
	for _, name := range called {
		for _, at := range places(text, name) {
			if behind.MatchString(text[at[1]:]) || ahead.MatchString(text[:at[0]]) {
				return relayed
			}
		}
	}
	if !spoken.MatchString(text) || official.MatchString(text) {
		return plainly
	}
	return allegedly
}

// places lists where a name stands in a text, as it is written or without its legal form.
func places(text, name string) [][]int {
	var parts []string
	for _, w := range strings.Fields(plainCompany(name)) {
		parts = append(parts, regexp.QuoteMeta(w))
	}
	if len(parts) == 0 {
		return nil
	}
	pattern, err := regexp.Compile(`(?i)\b` + strings.Join(parts, `[\s.&-]+`) + `\b` + legalForm)
	if err != nil {
		return nil // words without a pattern of their own: nothing is found
	}
	return pattern.FindAllStringIndex(text, -1)
}

// legalForm is what may stand behind a company's name, with points between its letters or without.
var legalForm = func() string {
	var forms []string
	for _, f := range lexicon.Entries("evidence.legal forms") {
		if f != "the" && f != "group" {
			forms = append(forms, strings.Join(strings.Split(f, ""), `\.?`))
		}
	}
	return `(?:,?\s+(?:` + strings.Join(forms, "|") + `)\b\.?)*(?:['’]s)?`
}()

// spoken takes from a relation what its voice does not bear: what is not settled stands for nothing and against nobody,
// and the company's own word is no contradiction and corroborates nothing.
func (a assertion) spoken(m matched, e events.LibraryEntry, called issuer.Names) matched {
	if e.Kind != events.KindNews && e.Kind != events.KindFiling || m.relation == Neutral {
		return m
	}
	whose := a.voice
	if e.Story != "" && called.Is(e.Publisher) {
		whose = relayed // a release, wherever it was found
	}
	switch whose {
	case allegedly:
		if m.relation == Contradicts {
			m.contradiction = Contextual
		}
		m.relation = Neutral
		m.why += "; it is told as what somebody says, and not as a fact"
	case relayed:
		if m.relation == Contradicts {
			m.contradiction = Contextual
		}
		m.relayed, m.relation = true, Neutral
		m.why += "; these are the company's own words, passed on"
	}
	return m
}

// incident reports whether something has happened that companies are not glad to report.
func (a assertion) incident() bool {
	return !a.denied && !a.planned && happened.MatchString(a.text) &&
		slices.ContainsFunc(a.subjects, func(s string) bool {
			return s == "fine" || s == "breach" || s == "spill" || s == "fatal accident" || s == "deforestation"
		})
}

// fieldOf is the matter that a subject belongs to; empty for none.
func fieldOf(subject string) string {
	for _, f := range []struct {
		field string
		parts []string
	}{
		{"water", []string{"water", "spill"}}, {"waste", []string{"waste", "landfill", "recycling"}},
		{"emissions", []string{"Scope", "emissions", "total emissions"}},
		{"forest", []string{"deforestation", "restored", "FSC"}}, {"safety", []string{"injury", "fatal"}},
	} {
		if slices.ContainsFunc(f.parts, func(p string) bool { return strings.HasPrefix(subject, p) }) {
			return f.field
		}
	}
	return ""
}

// omitted says whether an incident belongs to what a statement of figures is about, in its year and at its place. It
// contradicts nothing: it is what a reader of the statement would want to know.
func (r reading) omitted(a assertion, documentYear int) (matched, bool) {
	if r.class != measured || r.planned || !a.incident() || a.voice != plainly {
		return matched{}, false
	}
	common := ""
	for _, own := range r.subjects {
		for _, s := range a.subjects {
			if f := fieldOf(own); f != "" && f == fieldOf(s) {
				common = f
			}
		}
	}
	wanted, at := yearOf(r.years, r.period), yearOf(a.years, documentYear)
	place, same := r.samePlace(a)
	if common == "" || wanted == 0 || at != wanted || len(r.places) > 0 && !same {
		return matched{}, false
	}
	return matched{
		relation: Neutral, contradiction: Omission, subject: strings.Join(a.subjects, ", "), place: place, period: strconv.Itoa(at),
		why: fmt.Sprintf("in %d there was also this (%s), which the statement on %s does not mention", at, strings.Join(a.subjects, ", "), strings.Join(r.subjects,
			", ")),
	}, true
}

// Matters lists what a statement is about, as documents are searched for it outside; none where its own words alone say what that is.
func Matters(st Statement) []string {
	if r := readStatement(st); !ofItsOwn(r.subjects) {
		return r.subjects
	}
	return nil
}
