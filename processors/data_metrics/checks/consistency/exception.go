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

const (
	someNumber = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})`
	ofOurs     = `(?:of\s+)?(?:(?:our|the|its|these)\s+)?`
	threeWords = `((?:[\p{L}-]+\s+){0,2}[\p{L}-]+)`
)

var (
	// ofAll says something of each one of a thing, ofNone denies it of each.
	ofAll = pattern.Compile(`(?i)\b(?:all|(?:each\s+and\s+)?every|each|100\s*(?:%|per\s?cent)\s+of)\s+(?:(?:single\s+)?one\s+)?` +
		ofOurs + `(?:` + someNumber + `\s+)?` + threeWords)
	ofNone = pattern.Compile(`(?i)\b(?:none\s+of\s+(?:our|the|its|these)|no|not\s+(?:a\s+single|one)(?:\s+of\s+(?:our|the|its|these))?)\s+` +
		`(?:` + someNumber + `\s+)?` + threeWords)
	// ofSome says it of some: "three of our breweries".
	ofSome = pattern.Compile(`(?i)\b(?:` + someNumber + `|some|several|a\s+few)\s+(?:other\s+|further\s+)?` + ofOurs + threeWords)
	// ofNamed begins with whom it is said of: "Tuas and Cork are not yet ...".
	ofNamed = pattern.Compile(`^(?:In\s+20\d\d,?\s+)?\p{Lu}[\p{L}-]+(?:(?:,\s+|\s+and\s+|,\s+and\s+)\p{Lu}[\p{L}-]+){0,4}\s+` +
		`(?:is|are|has|have|was|were)\s+`)
	// notSo is how a sentence says that a thing is not so, before what is not; lacking how it says so of a thing that follows.
	notSo = pattern.Compile(`(?i)\b(?:is|are|has|have|was|were|do|does|did|had)\s+(?:(?:still|currently|today|as\s+of\s+now)\s+)?` +
		`not\s+(?:yet\s+)?(?:(?:been|be)\s+)?|` +
		`\b(?:is|are|has|have|had)\s+(?:still\s+)?yet\s+to\s+(?:be\s+)?|` +
		`\b(?:is|are|remain(?:s|ed)?|was|were)\s+(?:still\s+)?without\s+|\b(?:still\s+)?lack(?:s|ed)?\s+`)
	toBe     = pattern.Compile(`(?i)\bbe\b`) // it is to come
	notEvery = pattern.Compile(`(?i)\bnot\s*$`)
	past     = pattern.Compile(`(?i)\b(?:was|were|had|did|lacked|remained)\b`)
	// notOfAll are words of a sentence that leave something out, or want or allow it.
	notOfAll = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.not of all") + `)\b`)
	// besideAll are words of those that a sentence on all may not mean.
	besideAll = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.beside all") + `)\b`)
	// lightWord says nothing of its own of what all are: "hold a certificate" is "are certified".
	lightWord = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("checks.light words") + `)$`)
	allClause = pattern.Compile(`(?i)[;:]\s|,?\s(?:but|while|whereas|although|though|because|so\s+that)\s|,\s|\sand\s\d`)
)

// wholeSaid is what a sentence says of all of a thing, or of none of it.
type wholeSaid struct {
	sheet.Statement
	said  string
	noun  []string // the words behind "all", of which one names the thing
	about []string // what is said of all, and of which of them
	none  bool
	exact bool // it says how many they are
}

// exceptions holds what is said of all of a thing, or of none, against a sentence on some of it that says the opposite in the same words: "All our
// breweries hold a certificate under ISO 14001" and "Three breweries are not yet certified under ISO 14001". Each word of the one has to be
// one of the other, so that neither speaks of a part, a standard or a place that the other leaves out.
func exceptions(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	whole, some := readWholes(s)
	for _, w := range whole {
		at := slices.IndexFunc(some, func(x sheet.Statement) bool { return w.brokenBy(x) })
		if at < 0 {
			continue
		}
		x := some[at]
		expected, stated := "not all", "all"
		if w.none {
			expected, stated = "some", "none"
		}
		out = append(out, w.Utter(events.Check{
			Result: events.CheckFail, Severity: "warning", Expected: expected, Stated: stated,
			Inputs:  []events.CheckInput{{Label: sheet.Shorten(w.Text), Value: stated, Page: w.Page}, {Label: sheet.Shorten(x.Text), Value: expected, Page: x.Page}},
			Working: fmt.Sprintf("page %d: \"%s\"; page %d: \"%s\"", w.Page, w.said, x.Page, sheet.Shorten(x.Text)),
			Message: fmt.Sprintf("Page %d says \"%s\"; page %d says \"%s\".", w.Page, w.said, x.Page, strings.TrimRight(x.Text, ". ")),
		}, w.said, false))
	}
	return out
}

// mostWholes bounds how many sentences on all and on some are held against one another.
const mostWholes = 300

// readWholes lists the sentences that say something of all or none of a thing, and those that may tell of an exception.
func readWholes(s *sheet.Sheet) (whole []wholeSaid, some []sheet.Statement) {
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before, cell := "", 0
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > sheet.LongestSentence {
				continue
			}
			if sentence.Cell != cell {
				before, cell = "", sentence.Cell
			}
			x := sheet.Statement{Page: p.Number, Text: text, Before: before, Years: sheet.YearsNamed(text)}
			before = text
			if notOfAll.MatchString(text) || sheet.HalvedYear.MatchString(text) {
				continue
			}
			if w, ok := saidOfAll(x); ok && len(whole) < mostWholes {
				whole = append(whole, w)
			} else if (ofSome.MatchString(text) || ofNamed.MatchString(text)) && !besideAll.MatchString(text) && len(some) < mostWholes {
				some = append(some, x)
			}
		}
	}
	return whole, some
}

// saidOfAll reads what a sentence says of all of a thing, in the clause that says so.
func saidOfAll(x sheet.Statement) (w wholeSaid, ok bool) {
	all := ofAll.FindAllStringSubmatchIndex(x.Text, -1)
	none := ofNone.FindAllStringSubmatchIndex(x.Text, -1)
	if len(all)+len(none) != 1 || notSo.MatchString(x.Text) || toBe.MatchString(x.Text) || len(all) > 0 && notEvery.MatchString(x.Text[:all[0][0]]) {
		return w, false
	}
	w = wholeSaid{Statement: x, none: len(none) > 0}
	m := append(all, none...)[0]
	from, to := 0, len(x.Text)
	for _, at := range allClause.FindAllStringIndex(x.Text, -1) {
		if at[1] <= m[0] {
			from = at[1]
		} else if at[0] >= m[2] && at[0] < to {
			to = at[0]
		}
	}
	w.said = strings.TrimRight(strings.TrimSpace(x.Text[from:to]), ". ")
	w.noun = sheet.WordOf.FindAllString(strings.ToLower(x.Text[m[2]:min(m[3], to)]), -1)
	w.exact = strings.ContainsAny(x.Text[m[0]:m[2]], "0123456789") || numberWord.MatchString(x.Text[m[0]:m[2]])
	w.about = contentOf(x.Text[from:m[0]] + " " + x.Text[m[2]:to])
	return w, len(w.about) >= leastOfAll && len(w.noun) > 0
}

// leastOfAll is of how many words the thing and what is said of it have to be.
const leastOfAll = 2

var numberWord = pattern.Compile(`(?i)\b` + someNumber + `\b`)

// contentOf are the words of a phrase that say what it is of, without its time and what any report says of itself.
func contentOf(phrase string) []string {
	return slices.DeleteFunc(sheet.Stems(phrase), func(w string) bool {
		return lightWord.MatchString(w) || ofTheTime.MatchString(w) && !longNumber.MatchString(w) || sheet.AnyYear.MatchString(w) || carrying.MatchString(w)
	})
}

// longNumber is that of a standard: "14001".
var longNumber = pattern.Compile(`^\d{4,6}$`)

// brokenBy reports whether a sentence on some says the opposite of what is said of all.
func (w wholeSaid) brokenBy(x sheet.Statement) bool {
	if x.Text == w.Text || x.Page == w.Page && x.Before == w.Text && !w.exact || !w.sameTime(x) {
		return false // what follows at once explains what was said of all
	}
	about, rest := w.opposed(x.Text)
	return len(about) > 0 && len(rest) > 0 && allIn(about, sheet.Stems(x.Text)) && allIn(rest, sheet.Stems(w.Text))
}

// allIn reports whether each word of a is one of b, in one number or another.
func allIn(a, b []string) bool {
	return !slices.ContainsFunc(a, func(w string) bool {
		return !eachIn([]string{w}, b) && !slices.ContainsFunc(b, func(o string) bool { return oneOrMany(w, o) })
	})
}

// opposed is what a sentence says is, or is not, so of some of the thing, behind "not" or behind their number, and what of all has to be told of
// them: of sites that have names everything but that they are sites.
func (w wholeSaid) opposed(text string) (about, rest []string) {
	not := notSo.FindStringIndex(text)
	if w.none != (not == nil) {
		return nil, nil
	}
	behind := text
	switch some, named := ofSome.FindStringSubmatchIndex(text), ofNamed.FindStringIndex(text); {
	case some != nil && w.names(text[some[2]:some[3]]) && (not == nil || not[1] > some[2]):
		about, behind = w.about, text[some[2]:]
	case not != nil && named != nil && not[0] < named[1] && slices.ContainsFunc(w.about, longNumber.MatchString):
		thing := slices.IndexFunc(w.noun, auxiliary.MatchString)
		if thing < 1 {
			return nil, nil
		}
		about = slices.DeleteFunc(slices.Clone(w.about), func(a string) bool { return eachIn([]string{a}, sheet.Stems(w.noun[thing-1])) })
	default:
		return nil, nil
	}
	if not != nil {
		behind = text[not[1]:]
	}
	if at := allClause.FindStringIndex(behind); at != nil {
		behind = behind[:at[0]]
	}
	return about, contentOf(behind)
}

var auxiliary = pattern.Compile(`^(?:is|are|has|have|was|were)$`)

// names reports whether one of these words names the thing that all is said of.
func (w wholeSaid) names(words string) bool {
	some := sheet.WordOf.FindAllString(strings.ToLower(words), -1)
	return slices.ContainsFunc(w.noun, func(n string) bool {
		return len(n) >= leastAlike-1 && slices.ContainsFunc(some, func(o string) bool { return oneOrMany(n, o) })
	})
}

// oneOrMany reports whether two words are one, of one thing or of many.
func oneOrMany(a, b string) bool {
	for _, ending := range []string{"", "s", "es"} {
		if a == b+ending || b == a+ending {
			return true
		}
	}
	singular := func(w string) string {
		if stem, ok := strings.CutSuffix(w, "ies"); ok {
			return stem + "y"
		}
		return w
	}
	return singular(a) == singular(b)
}

// sameTime reports whether both sentences speak of one time: of one year, or of how things stand.
func (w wholeSaid) sameTime(x sheet.Statement) bool {
	switch {
	case len(w.Years) > 0 && len(x.Years) > 0:
		return slices.ContainsFunc(w.Years, func(y int) bool { return slices.Contains(x.Years, y) })
	case past.MatchString(x.Text) != past.MatchString(w.Text):
		return false // "had not been", in a year before
	}
	return len(w.Years) == 0 && len(x.Years) == 0 || !past.MatchString(x.Text)
}
