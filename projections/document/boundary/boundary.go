// Package boundary reads what a report says of its own boundary: what it counts in, what it leaves out, and by which approach it
// consolidates. Of a sentence it takes the things that decide what is counted, in words of its own, so that two sentences that say the
// same in other words have the same things. What it does not understand it takes for no sentence about the boundary. Everything is a
// function of its arguments and safe for concurrent use.
package boundary

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// Sentence is one of a report, with the heading above it where that is known.
type Sentence struct {
	Page          int
	Text, Heading string
}

// Said is a sentence about the boundary with the things that it counts in or leaves out: sorted, those left out begin with "out ".
type Said struct {
	Sentence
	Things []string
}

// Of are the sentences about a report's boundary, in their order. own are the names of the company, which stand for all of it.
func Of(all []Sentence, own issuer.Names) []Said {
	var out []Said
	last := -2
	for i, s := range all {
		near := i-last <= 2 && len(out) > 0 && out[len(out)-1].Page == s.Page // what goes on from a sentence about the boundary
		if said, ok := read(s, near, own); ok {
			out, last = append(out, said), i
		}
	}
	return out
}

var (
	// parts are what a company consists of, and reckoned is what a report consists of.
	parts    = `(?:` + lexicon.Alternatives("boundary.parts") + `)`
	partWord = pattern.Compile(`(?i)\b` + parts + `\b`)
	reckoned = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("boundary.reckoned") + `)\b`)
	// headed is how a heading says that what stands below it is about the report itself.
	headed = pattern.Compile(`(?i)\babout\s+(?:this|the|these|our)\s+(?:report\w*|data|figures|numbers)\b|` +
		`\bbasis\s+(?:of|for)\s+(?:the\s+)?(?:preparation|reporting|consolidation)|` +
		`\breport(?:ing)?\s+(?:boundar|scope|perimeter|principle|parameter|profile|approach|basis|entit|framework|method)|\bscope\s+of\s|\bboundar|` +
		`\bmethodolog|\bconsolidat|\borgani[sz]ational\b|\bperimeter`)
	// tells is how what a report consists of is said to count something in.
	tells = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("boundary.reckoned") + `)\b[^.;]{0,70}?\b(?:` + counting + `)\b`)
	// isIn is how something is said to be counted in.
	isIn = pattern.Compile(`(?i)\b(?:is|are|was|were|been|be)\s+(?:\p{L}+\s+){0,2}?(?:included|covered|consolidated|counted|in\s+scope|part\s+of)\b|` +
		`\bforms?\s+(?:a\s+)?part\s+of\b`)
	// presented is how a report says what it tells of, and not what it counts.
	presented = pattern.Compile(`(?i)\binclud\w+\s+(?:\p{L}+\s+){0,2}?(?:information|details|chapters?|sections?|examples?|descriptions?|overviews?)\b`)
	elsewhere = pattern.Compile(`(?i)\b(?:included|covered|(?:is|are|been|not|longer|a|forms?)\s+part|consolidated|counted|considered|excluded|` +
		`omitted|left\s+out)\s+(?:in|by|within|of|from|under)\s+([^.;,]+)`)
	dates = pattern.Compile(`(?i)^(?:the\s+)?(?:(?:date|day|month|year|time|moment|acquisition|financial|fiscal|first|full|following|next)\b|\d|` +
		`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b)`)
	consolidates = pattern.Compile(`(?i)\bconsolidat\w+|\bapproach\b|\bboundar\w+|\bperimeter\b|\bemissions\b|\bGHG\b|\binventory\b|` +
		`\breport\w*\b|\bdata\b|\bfigures\b`)
	supposed = pattern.Compile(`(?i)\b(?:would|could|might|if|typically|usually)\b|\?$`)
	// measured is how a figure is said to be taken.
	measured = pattern.Compile(`(?i)\b(?:reported|recorded|counted|measured|collected|statistics)\b`)
	// asWell is what follows on words that count something in without saying in what.
	asWell = pattern.Compile(`(?i)^(?:as\s+well|too|again|full)\b`)
	// aimed is how a sentence speaks of a target, whose limits are told where targets are.
	aimed = pattern.Compile(`(?i)\b(?:targets?|goals?|ambitions?)\b|\bby\s+20\d\d\b`)
	// ofAccounts is how a sentence speaks of the accounts and of who has looked at them.
	ofAccounts = pattern.Compile(`(?i)\bfinancial\s+statements?\b|\bannual\s+accounts\b|\bsegment\s+reporting\b`)
	other      = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("boundary.of something else") + `)\b`)
	// compounds are words for what a report consists of, and others for parts of a company, that mean something else together.
	compounds = pattern.Compile(`(?i)\b(?:data|information)\s+(?:protection|privacy|security|cent(?:er|re)s?|technology|systems?)\b|` +
		`\b(?:bought|purchased|sold|used?|use\s+of\s+sold)\s+(?:products?|goods|electricity|energy|power|heat|steam|services|materials?)\b|` +
		`\breports?\s+(?:directly\s+|regularly\s+)?to\b|\bwithout\s+(?:any\s+)?(?:exceptions?|exclusions?|limitations?|restrictions?)\b|` +
		`\bbusiness\s+(?:travel|trips?|flights?|journeys?|mileage|cars?|partners?|model|ethics|conduct)\b`)
	// none is how a report says that nothing is left out.
	none = pattern.Compile(`(?i)\bno(?:ne|t\s+any)?\b[^.;,]{0,40}\b(?:excluded|left\s+out|omitted)\b|\bno\s+(?:exclusions|exceptions)\b`)
)

const counting = `cover(?:s|ed|ing)?|includ(?:es?|ed|ing)|compris(?:es?|ed|ing)|encompass(?:es|ed|ing)?|consists?\s+of|relates?\s+to|refers?\s+to|` +
	`appl(?:y|ies)\s+to|(?:is|are|was|were|forms?)\s+(?:a\s+)?part\s+of|extends?\s+to|tak(?:es?|ing)\s+in|consolidat(?:es?|ed|ing)|contains?|in\s+scope`

// read is what a sentence says of the boundary. near tells that it goes on from one that is about it.
func read(s Sentence, near bool, own issuer.Names) (Said, bool) {
	const least, most = 3, 90
	text := strings.Join(strings.Fields(s.Text), " ")
	if words := len(strings.Fields(text)); words < least || words > most || supposed.MatchString(text) || aimed.MatchString(text) || ofAccounts.MatchString(text) {
		return Said{}, false
	}
	text = none.ReplaceAllString(compounds.ReplaceAllString(text, ""), "all are included")
	marks := marksOf(text)
	if len(marks) > 0 && other.MatchString(text[:marks[0].from]) || inSomethingElse(text) {
		return Said{}, false
	}
	found := thingsOf(text, marks, own)
	if len(found) == 0 {
		return Said{}, false
	}
	names := make([]string, len(found))
	for i, t := range found {
		names[i] = t.name
	}
	slices.Sort(names)
	names = slices.Compact(names)
	told := reckoned.MatchString(text) || headed.MatchString(s.Heading) || near
	ownAlone := ownOnly.MatchString(text)
	leaves := ownAlone || slices.ContainsFunc(marks, func(m mark) bool { return m.leaves })
	told = told || ownAlone && measured.MatchString(text)
	switch {
	case slices.ContainsFunc(names, isApproach) && consolidates.MatchString(text+" "+s.Heading):
	case leaves && told && slices.ContainsFunc(names, decides):
	case tellsOf(text, found) && !presented.MatchString(text):
	case isIn.MatchString(text) && told:
	default:
		return Said{}, false
	}
	return Said{s, names}, true
}

// tellsOf reports whether a sentence says that what a report consists of counts one of the things in.
func tellsOf(text string, found []thing) bool {
	at := tells.FindStringIndex(text)
	return at != nil && slices.ContainsFunc(found, func(t thing) bool { return t.at >= at[1] })
}

// Counts reports whether a text has words that count something in or leave it out: a few can do that.
func Counts(text string) bool { return len(marksOf(text)) > 0 }

// inSomethingElse reports whether a sentence counts something in or out of what is no part of a report: a programme, an index.
func inSomethingElse(text string) bool {
	for _, m := range elsewhere.FindAllStringSubmatch(text, -1) {
		ofReport := reckoned.MatchString(m[1]) || consolidates.MatchString(m[1]) || approaches.MatchString(m[1])
		if !ofReport && !dates.MatchString(m[1]) && !asWell.MatchString(m[1]) && !partWord.MatchString(m[1]) {
			return true
		}
	}
	return false
}

// decides reports whether something is left out, or is a limit beyond which things are.
func decides(thing string) bool {
	begins := func(k string) bool { return strings.HasPrefix(thing, k) }
	return begins("out ") || begins("size ") || begins("share ") || thing == sold || thing == acquired
}

// SaysAll reports whether a sentence says of what a report consists that it is of the company, in whatever words.
func SaysAll(s Sentence) bool {
	told := reckoned.MatchString(s.Text) || headed.MatchString(s.Heading)
	return told && partWord.MatchString(s.Text) && !slices.ContainsFunc(marksOf(s.Text), func(m mark) bool { return m.leaves })
}
