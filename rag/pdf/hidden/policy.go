package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/injection"
)

const (
	// longestText bounds the bytes of one reported text.
	longestText = 4000
	// proseWords is from how many words on running text is too much for metadata. A long subject or the
	// description of a picture has up to forty.
	proseWords = 60
	// proseShare is the least share of words that hold sentences together, one in so many; lists of keywords
	// have nearly none.
	proseShare = 6
)

// binders are the words that hold sentences together in the languages of reports.
var binders = lexicon.Set("hidden.binders")

// suspicious reports whether a text in a place that every file uses is there for a machine: it instructs one,
// or it is long prose, which metadata never is for people.
func suspicious(text string) bool {
	if text == "" {
		return false
	}
	if yes, _ := injection.Instructs(text); yes {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) < proseWords {
		return false
	}
	bound := 0
	for _, w := range words {
		if binders[w] {
			bound++
		}
	}
	return proseShare*bound > len(words)
}

// What a sentence says of the report's own trustworthiness: no title, subject or keyword does. Outlines and the
// descriptions of pictures may: "the target is achieved".
var (
	judgedWords = wordSet("claim claims statement statements disclosure disclosures figure figures data target targets report company everything")
	verbWords   = wordSet("is are was were has have been complies meets must should")
	praiseWords = wordSet("verified audited compliant complies accurate true correct confirmed reached achieved met proven assured")
)

// asserts reports whether a text says that the report, or what it claims, is true.
func asserts(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	const within = 6
	for i, w := range words {
		if !judgedWords[w] {
			continue
		}
		verb := false
		for _, next := range words[i+1 : min(len(words), i+1+within)] {
			if verb && praiseWords[next] || next == "complies" {
				return true
			}
			verb = verb || verbWords[next]
		}
	}
	return false
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// tidy makes one line of a text and bounds it; empty if it has neither letter nor digit.
func tidy(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) > longestText {
		cut := longestText
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return s
}
