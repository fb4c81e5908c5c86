// Package headline names a sentence in a few of its own words, and says what its figures are. It is a function of the words alone.
package headline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

const (
	fewest = 8  // words of a headline that say something
	most   = 22 // and that are read at a glance
)

// leaning are words on which no headline ends: they belong to the ones behind them.
var leaning = lexicon.Set("headline.leaning")

// aside is how a sentence refers to the one before it: with a comma, since "in addition to" says to what.
var aside = regexp.MustCompile(`^(?:(?:In addition|In line with this|Furthermore|Moreover|Additionally|However|Also|For example|As a result),\s+)+`)

// Of is a sentence, or as much of its beginning as is read at a glance, up to the end of a clause where one ends there. An ellipsis says that words
// follow. What stands before its own subject, as "In addition", is left out.
func Of(sentence string) string {
	whole := strings.TrimSpace(sentence)
	if rest := aside.ReplaceAllString(whole, ""); rest != "" {
		first, size := utf8.DecodeRuneInString(rest)
		whole = string(unicode.ToUpper(first)) + rest[size:]
	}
	words := strings.Fields(whole)
	end := len(words)
	if end > most {
		end = 0
		for _, c := range clauses(words) {
			if c[1] <= most && c[1] >= fewest {
				end = c[1]
			}
		}
		if end == 0 {
			for end = most; end > fewest && leaning[strings.ToLower(strings.Trim(words[end-1], ".,;:()"))]; {
				end--
			}
		}
	}
	out := strings.TrimRight(strings.Join(words[:end], " "), " .,;:")
	if end < len(words) {
		out += "…"
	}
	return out
}

// Rest is what of a sentence stands behind its headline; empty where nothing does.
func Rest(sentence string) string {
	words, head := strings.Fields(sentence), strings.Fields(strings.TrimSuffix(Of(sentence), "…"))
	for at := len(head); len(head) > 0 && at <= len(words); at++ { // further on where its beginning was left out
		if strings.TrimRight(words[at-1], ".,;:") == head[len(head)-1] {
			return strings.Join(words[at:], " ")
		}
	}
	return ""
}

// clauses are where the parts of a sentence between commas and their like begin and end.
func clauses(words []string) [][2]int {
	var out [][2]int
	from := 0
	for i, w := range words {
		if i == len(words)-1 || strings.HasSuffix(w, ",") || strings.HasSuffix(w, ";") || strings.HasSuffix(w, ":") {
			out = append(out, [2]int{from, i + 1})
			from = i + 1
		}
	}
	return out
}

var (
	share = regexp.MustCompile(`(?i)(\d+(?:[.,]\d+)?)\s*(?:%|per\s?cent)`)
	// cutBy is how so much less is said to be emitted: cut by so much, a cut of so much.
	cutBy = regexp.MustCompile(`(?i)\b(?:reduc\w+|cut\w*|lower\w*|decreas\w+|fall\w*|declin\w+|decarboni[sz]\w+)\b` +
		`(?:[^.;]*?\bby|\s+(?:targets?\s+|goals?\s+)?of)\s+(?:\p{L}+\s+){0,3}?[-–>]?\s*\d+(?:[.,]\d+)?\s*(?:%|per\s?cent)`)
	cutShare = regexp.MustCompile(`(?i)\d\s*(?:%|per\s?cent)\s+(?:\p{L}+\s+){0,3}?` +
		`(?:reduc\w+|cuts?|less|lower|fewer|decreas\w+|below|of\s+(?:all\s+|our\s+|its\s+)?(?:\p{L}+\s+)?emissions)\b`)
	object = regexp.MustCompile(`[\p{L}]{4,}`)
	rate   = regexp.MustCompile(`(?i)^\s*(?:/\s*\p{L}|per\s+(?:\p{L}))`)
)

// CutsBy reports whether the share in a sentence is that by which something is cut: a fleet of which 100 % is to be electric is none.
func CutsBy(sentence string) bool {
	return !share.MatchString(sentence) || cutShare.MatchString(sentence) || cutBy.MatchString(sentence)
}

// IsRate reports whether every figure of a sentence is one per something, as grams per kilometre: it is no amount of anything.
func IsRate(sentence string, figures []string) bool {
	return len(figures) > 0 && !slices.ContainsFunc(figures, func(f string) bool {
		_, after, found := strings.Cut(sentence, f)
		return !found || !rate.MatchString(after)
	})
}

// SameShare reports whether two sentences give the same share of the same things: what they are of is in the words that both have, and most of the
// shorter one's words beside the figure are in the other.
func SameShare(a, b string) bool {
	one, two := share.FindAllStringSubmatchIndex(a, -1), share.FindAllStringSubmatchIndex(b, -1)
	for _, x := range one {
		for _, y := range two {
			if a[x[2]:x[3]] == b[y[2]:y[3]] && alike(behind(a[x[1]:]), behind(b[y[1]:])) {
				return true
			}
		}
	}
	return false
}

// behind are the words that follow a figure and say what it is of.
func behind(s string) []string {
	s, _, _ = strings.Cut(s, ".")
	words := object.FindAllString(strings.ToLower(s), -1)
	return words[:min(len(words), 8)]
}

// alike reports whether lists of words have at least three in common, or two at their beginning.
func alike(a, b []string) bool {
	n := 0
	for _, w := range a {
		if !leaning[w] && slices.Contains(b, w) {
			n++
		}
	}
	return n >= 3 || len(a) > 1 && len(b) > 1 && a[0] == b[0] && a[1] == b[1]
}
