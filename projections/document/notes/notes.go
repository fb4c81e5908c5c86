// Package notes finds what a report says about its own figures apart from stating them: who has looked at them and how hard, what they
// leave out, which of them are given otherwise than before, and what is now measured in another way; and what it says that authorities
// hold against the company. It reads sentences and what the
// trained reader says of them; that nothing is found does not mean that a report says nothing.
package notes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Kind is what a note is about.
type Kind string

// The closed set of kinds.
const (
	Assured   Kind = "assured"   // somebody outside has looked at figures, and how hard
	Unassured Kind = "unassured" // what an assurer's statement does not cover
	LeftOut   Kind = "left_out"  // what is not counted in
	Restated  Kind = "restated"  // figures of earlier periods are not those that were given before
	Remade    Kind = "method"    // something is measured otherwise than before
	Unchecked Kind = "unchecked" // nobody outside has looked at the figures, as the company says
	Admitted  Kind = "admitted"  // what the company says that it has not reached, not counted or cannot show
	Charged   Kind = "charged"   // what authorities or courts hold against the company, or have done to it

	Denied Kind = "denied" // what a form asks whether the company has it, and the company says no
	Unmet  Kind = "unmet"  // a row of a table of targets that says that its target was not met

	Missed  Kind = "missed"  // a target that was not reached, was cut or put off
	Worse   Kind = "worse"   // what has gone the wrong way
	Harmed  Kind = "harm"    // harm or a breach that happened
	Limited Kind = "limited" // what figures rest on, or are only of
	Owed    Kind = "owed"    // a good result that is owed to something other than the company's doing
	Exposed Kind = "exposed" // how much of the business is at risk, or depends on something

	Mattering Kind = "mattering" // anything else that whoever relies on the report has to know
)

// Kinds lists the closed set.
func Kinds() []Kind {
	return []Kind{Assured, Unassured, LeftOut, Restated, Remade, Unchecked, Admitted, Charged, Denied, Unmet, Missed, Worse, Harmed,
		Limited, Owed, Exposed, Mattering}
}

// Note is one sentence in which a report speaks of its figures.
type Note struct {
	Kind  Kind
	Page  int
	Quote string
	Scope string  // of emissions, where the sentence or its heading names one
	Level string  // of assurance: limited or reasonable
	Sure  float64 // how likely the trained reader finds it to speak against the company; 0 where words told
	Topic string

	Heading string // the nearest above the sentence
	Mark    string // the note at the foot of its page that a mark in it stands for, where that limits what it is of
	Before  string // the sentence before it, where that says of what it is: "The target of at least 110 % was exceeded"
	After   string // the sentence behind it, where that takes something back, or says by how much earlier figures were changed

	// Theme is of what the sentence tells something that whoever relies on the report has to know, and Matters how likely the trained reader finds
	// it that it does: data/models/labels/MATTERS.md.
	Theme   string
	Matters float64
}

// Of lists the notes of a report in the order of its pages. said are the readings of its sentences.
func Of(d *document.Document, said *statement.Report) []Note {
	var out []Note
	for i := range said.Pages {
		for k := range said.Pages[i] {
			if n, ok := read(&said.Pages[i][k]); ok && !(k == 0 && i > 0 && brokenOff(said.Pages[i-1])) {
				if n.Kind == Unassured && k > 0 && concluding.MatchString(n.Quote) { // of what it is stands before
					n.Quote = said.Pages[i][k-1].Text + " " + n.Quote
				}
				if k > 0 && subjectless.MatchString(n.Quote) && slices.Equal(said.Pages[i][k-1].Headings, said.Pages[i][k].Headings) {
					n.Before = said.Pages[i][k-1].Text
				}
				if i < len(d.Pages) {
					n.Mark = footOf(&d.Pages[i], n.Before+" "+said.Pages[i][k].Text)
				}
				n.After = goesOn(n.Kind, said.Pages[i][k:])
				out = append(out, n)
			}
		}
	}
	out = append(append(out, answered(d)...), unmet(d)...)
	slices.SortStableFunc(out, func(a, b Note) int { return a.Page - b.Page })
	return out
}

// goesOn is the sentence behind the first of some under the same heading, if it takes something back, or says by how much something was changed; with
// the one behind that, if it does so too. It is empty otherwise.
func goesOn(kind Kind, s []statement.Said) string {
	var after []string
	for _, next := range s[min(1, len(s)):min(3, len(s))] {
		limits := turns.MatchString(next.Text) || takesUp.MatchString(itself.ReplaceAllString(next.Text, "")) && bounds.MatchString(next.Text)
		if len(strings.Fields(next.Text)) > longestSize || !slices.Equal(s[0].Headings, next.Headings) ||
			!limits && (kind != Restated || len(after) > 0 || !sized.MatchString(next.Text)) {
			break
		}
		after = append(after, next.Text)
	}
	return strings.Join(after, " ")
}

// concluding is how a sentence begins that draws a conclusion from the one before.
var concluding = pattern.Compile(`^(?i:therefore|thus|hence|consequently|accordingly|as\s+a\s+result)\b`)

// subjectless is how a sentence begins that tells of a target and not of what it is one.
var subjectless = pattern.Compile(`^(?i:the|this|that|our)\s+(?i:target|goal|objective|aim)\s+(?i:(?:for|in)\s+(?:the\s+)?(?:\d{4}\b|\p{L}+\s+year)|` +
	`(?:was|is|has|had)\b|of\s+(?:at\s+(?:least|most)|over|under|more|less|[<>≥≤]?\s*\d))`)

// turns is how a sentence begins that limits the one before it, takesUp how it speaks of what was said there, and bounds with which words it then says
// that this is not all, or will not stay so: "If one excludes this activity", "we will no longer incur these emissions".
var (
	turns = pattern.Compile(`^(?i:however|but|nevertheless|nonetheless|yet|still|` +
		`(?:without|excluding)\s+(?:this|these|that|those|it|them)\b)`)
	takesUp = pattern.Compile(`(?i)\b(?:this|these|those|such)\s+(?:scopes?\s+[123]\s+)?\p{L}{4,}`)
	itself  = pattern.Compile(`(?i)\b(?:this|these)\s+(?:(?:\p{L}+\s+){0,2}?(?:reports?|statements?|plan|document)|` +
		`years?|page|section|chapter|table|end|time|purpose|reason)\b`)
	bounds = pattern.Compile(`(?i)\b(?:exclud(?:e[sd]?|ing)|without|no\s+longer|ceased?|discontinued|` +
		`one[-\s](?:off|time)|temporar(?:y|ily)|except|only|partly|solely)\b`)
)

// sized is how much something changed by: with a sign, or as a share more or less.
var sized = pattern.Compile(`(?i)(?:^|[\s(:])[+−–-]\s?\d[\d.,]*\s?%|\d\s?(?:%|per\s?cent)\s+(?:higher|lower|more|less)\b`)

// change is a share with its sign.
var change = pattern.Compile(`(?:^|[\s(:])([+−–-]\s?\d[\d.,]*\s?%)`)

// Changes are the shares with a sign that a text prints, by which something was changed.
func Changes(text string) []string {
	var out []string
	for _, m := range change.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.Join(strings.Fields(m[1]), " "))
	}
	return out
}

// longestSize is how many words such a sentence has at most.
const longestSize = 40

var (
	level = pattern.Compile(`(?i)\b(limited|reasonable)(?:\s+(?:and|or)\s+(?:limited|reasonable))?\s+(?:level\s+of\s+)?assurance\b`)
	// ofEngagement is how nobody but an auditor begins.
	ofEngagement = pattern.Compile(`(?i)^our\s+(?:(?:limited|reasonable|assurance|audit)\s+)*engagement\b`)
	// engaged tells an assurance that was given from what such a thing is.
	engaged = pattern.Compile(`(?i)\b(?:have|has|been|was|were|we)\s+(?:\w+\s+){0,4}` +
		`(?:performed|conducted|carried|commissioned|engaged|obtained|sought|appointed|given|undertak|subject|audited|reviewed|assured|verified)`)

	leaves = pattern.Compile(`(?i)\b(?:not|never)\s+(?:yet\s+|currently\s+|fully\s+|been\s+|be\s+)*` +
		`(?:included|counted|considered|covered|captured|part\s+of|taken\s+into\s+account|accounted\s+for|recorded)\b` +
		`|\b(?:does|do|did)\s+not\s+(?:yet\s+)?(?:include|cover|contain|consider|comprise)\b` +
		`|\b(?:excludes?|(?:is|are|was|were|been)\s+(?:\w+\s+)?excluded)\b` +
		`|\b(?:\d+|\p{L}+)\s+(?:out\s+)?of\s+(?:a\s+total\s+of\s+|the\s+)?(?:15|fifteen)\s+(?:scope\s+3\s+)?categories\b` +
		`|\bonly\s+(?:covers?|includes?|comprises?|relates?\s+to|refers?\s+to)\b|\b(?:covers?|includes?)\s+only\b` +
		`|\b(?:is|are|was|were)\s+(?:only\s+|currently\s+)?(?:limited|restricted|confined)\s+(?:only\s+)?to\b` +
		`|\b(?:data|figures?|emissions?)\s+for\s+[^.;,]{2,40}\s+only\b|\bbut\s+not\s+all\b`)
	// inGeneral is how a report says what is done or may happen at any time.
	inGeneral = pattern.Compile(`(?i)\b(?:would|could|may|might|can|typically|regularly|annually|continuously|usually|generally|whenever|if|where\s+applicable)\b`)
	// singled are what an assurer names when he leaves it out; that other things are not looked at goes without saying.
	singled = pattern.Compile(`(?i)\b(?:figures?|indicators?|forewords?|annex(?:es)?|appendix|appendices|chapters?|` +
		`sections?|paragraphs?|references|pages?|prior|previous|scopes?\s*[123])\b`)
	// excepted is how an assurer says that something is not looked at, or only in one respect.
	excepted = pattern.Compile(`(?i)\bnot\s+(?:been\s+)?(?:the\s+)?(?:subject|object)\s+(?:of|to)\s+(?:the|our|this)\s+(?:\w+\s+){0,2}` +
		`(?:audit|engagement|assurance|review|examination)\b|\b(?:exclusively|solely|only)\s+in\s+terms\s+of\b`)
	// bounded are the things of which a group consists, and parts of emissions.
	bounded = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("notes.bounded") + `|scopes?\s*[123])\b`)
	// reckoned are what a report counts.
	reckoned = pattern.Compile(`(?i)\b(?:inventory|report|reporting|statement|group\s+assessment|data|key\s+figures|indicators?|boundar(?:y|ies))\b`)
	// powered are what the emissions of energy come from.
	powered  = pattern.Compile(`(?i)\b(?:energy|electricity|district\s+heat\w*|fuels?)\b`)
	mentions = pattern.Compile(`(?i)\b(?:emissions?|ghg|greenhouse|carbon|co2e?|footprint|scopes?\s*[123]|decarboni[sz]ation)\b`)

	again = pattern.Compile(`(?i)\b(?:restate(?:d|ments?)|recalculated|re-?baselined|retrospectively\s+\w+|` +
		`(?:subsequent|retroactive)\s+adjustments?)\b` +
		`|\b(?:prior|previous|last|preceding)[\s-]+(?:reporting\s+)?years?\b[^.;]{0,60}\b(?:adjusted|corrected|revised|updated)\b` +
		`|\b(?:adjusted|corrected|revised|updated)\b[^.;]{0,40}\b(?:prior|previous|last|preceding)[\s-]+years?\b` +
		`|\b(?:figures?|values?|data)\b[^.;]{0,80}\bdiffer\s+from\s+(?:the\s+)?(?:figures?|values?|data|those)\b[^.;]{0,40}` +
		`\b(?:reported|published|disclosed|stated)\b` +
		`|\b(?:figures?|values?|data)\s+(?:for|of)\s+[^.;]{0,50}\b(?:19|20)\d\d\b[^.;]{0,60}\b(?:adjusted|corrected|revised|updated)\b`)
	remade = pattern.Compile(`(?i)\b(?:chang\w+|new|updated?|revised?|differen\w+|improved?|refined?|more\s+specific)\s+(?:\w+\s+){0,2}` +
		`(?:methods?|methodolog(?:y|ies)|calculation|assumptions?|measurement|emissions?\s+factors?|` +
		`data\s+(?:set|base|source)s?)\b` +
		`|\b(?:methods?|methodolog(?:y|ies)|calculation\s+(?:method|model|basis)|emissions?\s+factors?)\b` +
		`[^.;]{0,40}\b(?:changed|adjusted|updated|revised|replaced)\b` +
		`|\b(?:inclusion|included|recorded|captured|counted)\b[^.;]{0,60}\bfor\s+(?:the\s+)?first\s+time\b` +
		`|\b(?:expansion|extension|change)\s+(?:of|in)\s+(?:the\s+)?(?:\w+\s+)?(?:reported|reporting|scope\s+of\s+consolidation|boundar|basis)\w*`)
)

// aside is what stands in brackets within a sentence: what is left out there says of what something else is.
var aside = pattern.Compile(`\([^()]*\)`)

// brokenOff reports whether the last sentence of a page has no end: what it is about stands there, and the first sentence of the next page is its rest.
func brokenOff(page []statement.Said) bool {
	if len(page) == 0 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(page[len(page)-1].Text))
	return unicode.IsLower(last) || last == ','
}

// InGeneral reports whether a text says what may be or is done at any time.
func InGeneral(text string) bool { return inGeneral.MatchString(text) }

// footnote is the number of a note before it.
var footnote = pattern.Compile(`^\(?\d{1,2}\)\s*`)

// read is what a sentence says of the report's figures; ok is false of most.
func read(s *statement.Said) (n Note, ok bool) {
	text := s.Text
	n = Note{Page: s.Page, Quote: text, Scope: vocabulary.ScopeOf(text), Theme: themeOf(s), Matters: s.Matters.Sure}
	if above := len(s.Headings); above > 0 {
		n.Heading = strings.Join(strings.Fields(s.Headings[above-1]), " ")
	}
	words := len(strings.Fields(text))
	if words < 4 || words > 90 {
		return n, false
	}
	others := s.Voice.Sure >= 0.5 && (s.Voice.Value == "standard" || s.Voice.Value == "world" || s.Voice.Value == "third")
	if auditor := s.Voice.Value == "auditor" && s.Voice.Sure >= 0.5 || ofEngagement.MatchString(text); auditor || level.MatchString(text) && !others {
		if m := level.FindStringSubmatch(text); m != nil {
			n.Kind, n.Level = Assured, strings.ToLower(m[1])
			return n, engaged.MatchString(text)
		}
		n.Kind = Unassured
		return n, auditor && (leaves.MatchString(text) && singled.MatchString(text) || excepted.MatchString(text))
	}
	if others || strings.HasPrefix(footnote.ReplaceAllString(text, ""), "(") {
		return n, false // what a form or a standard asks for
	}
	if disclaims.MatchString(text) {
		return n, false
	}
	n.Kind = against(s)
	if n.Kind == "" && !inGeneral.MatchString(text) {
		n.Kind = ofFigures(s)
	}
	if n.Kind == "" {
		if n.Kind = told(s); n.Kind != "" {
			n.Sure, n.Topic = s.Against.Sure, s.Topic.Value
		}
	}
	if n.Kind == "" && n.Matters >= likelyMattering && !strings.HasSuffix(text, "?") {
		n.Kind = Mattering
	}
	return n, n.Kind != ""
}

// ofFigures is what a sentence says of how figures are made; empty of most.
func ofFigures(s *statement.Said) Kind {
	text := s.Text
	about := text + " " + strings.Join(s.Headings[max(0, len(s.Headings)-1):], " ")
	climate := mentions.MatchString(about) || s.Topic.Value == "climate" && s.Topic.Sure >= 0.5
	switch {
	case amended(text) && (climate || powered.MatchString(text)):
		return Restated
	case remade.MatchString(text) && (climate || powered.MatchString(text)) && s.Standing.Value != "planned" && s.Standing.Value != "possible":
		return Remade
	case leaves.MatchString(aside.ReplaceAllString(text, "")) && bounded.MatchString(text) &&
		(mentions.MatchString(text) || reckoned.MatchString(text) && s.Topic.Value != "people"):
		return LeftOut
	}
	return ""
}

// amended reports whether a sentence says that something earlier was changed, and not that nothing was.
func amended(text string) bool {
	at := again.FindStringIndex(text)
	if at != nil && whenever.MatchString(text[at[0]:]) && always.MatchString(text[:at[0]]) {
		return false // what is done in such a case
	}
	return at != nil && !denied.MatchString(text[strings.LastIndexAny(text[:at[0]], ".;:")+1:at[1]])
}

var (
	always   = pattern.Compile(`(?i)\b(?:is|are|be)\s+(?:\w+\s+)?$`)
	whenever = pattern.Compile(`(?i)\b(?:when|where|in\s+(?:the\s+)?(?:case|event)|should|for\s+(?:any|all|every))\b`)
)

// Amends reports whether a text says that something earlier was changed: it is a note, and no statement of the year.
func Amends(text string) bool { return again.MatchString(text) }
