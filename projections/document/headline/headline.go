// Package headline names a sentence in a few of its own words, and says what its figures are. It is a function of the words alone.
package headline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

const (
	fewest = 8  // words of a headline that say something
	most   = 22 // and that are read at a glance
)

// leaning are words on which no headline ends: they belong to the ones behind them.
var leaning = lexicon.Set("headline.leaning")

// fronting are the words with which a clause begins that stands before the one that says it, and opening those with which that one does.
var (
	fronting = lexicon.Set("headline.fronting")
	opening  = lexicon.Set("headline.opening")
)

// aside is how a sentence refers to the one before it: with a comma, since "in addition to" says to what.
var aside = pattern.Compile(`^(?:(?:In addition|In line with this|Furthermore|Moreover|Additionally|However|Also|For example|As a result),\s+)+`)

// bracketed is more in brackets than a name or a year.
var bracketed = pattern.Compile(`\([^()]{20,}\)`)

// Of is a sentence, or as much of its beginning as is read at a glance, up to the end of a clause where one ends there. An ellipsis says that words
// follow, or stand before. What stands before its own subject, as "In addition", is left out.
func Of(sentence string) string {
	words, front, end := cut(sentence)
	out := strings.TrimRight(strings.Join(words[front:end], " "), " .,;:")
	if front > 0 {
		out = "…" + out
	}
	if end < len(words) {
		out += "…"
	}
	return out
}

// Rest is what of a sentence stands behind its headline; empty where nothing does.
func Rest(sentence string) string {
	words, _, end := cut(sentence)
	return strings.Join(words[end:], " ")
}

// cut says which words of a sentence are its headline.
func cut(sentence string) (words []string, front, end int) {
	whole := strings.TrimSpace(sentence)
	if rest := aside.ReplaceAllString(whole, ""); rest != "" {
		first, size := utf8.DecodeRuneInString(rest)
		whole = string(unicode.ToUpper(first)) + rest[size:]
	}
	words = strings.Fields(whole)
	if short := strings.Fields(bracketed.ReplaceAllString(whole, "(…)")); len(words) > most && len(short) <= most {
		words = short // what stands in brackets explains what is said, and the quotation has it
	}
	words = words[runIn(words):]
	front = fronted(words)
	said := words[front:]
	if end = len(said); end > most {
		end = 0
		for _, c := range clauses(said) {
			if c[1] <= most && c[1] >= fewest {
				end = c[1]
			}
		}
		if end == 0 {
			for end = most; end > fewest && leaning[strings.ToLower(strings.Trim(said[end-1], ".,;:()"))]; {
				end--
			}
		}
	}
	return words, front, front + end
}

// longestHeading is how many words of a heading may have been run into a sentence.
const longestHeading = 5

// runIn is how many words of a heading stand before a sentence, as "Results" of "Results The share was ...": one of those with which a clause begins has a
// capital there.
func runIn(words []string) int {
	for i := 1; i <= longestHeading && i+1 < len(words) && !begins(words[0]); i++ {
		first, _ := utf8.DecodeRuneInString(words[i])
		next, _ := utf8.DecodeRuneInString(words[i+1])
		if unicode.IsUpper(first) && !unicode.IsUpper(next) && begins(words[i]) && !strings.ContainsAny(words[i-1], ",.;:“\"(") {
			return i
		}
	}
	return 0
}

// begins reports whether a clause begins with a word.
func begins(word string) bool {
	word = strings.ToLower(word)
	return fronting[word] || opening[word]
}

// shortFront is how many words may stand before a sentence's own subject where it can be read at a glance: "In 2023, ...".
const shortFront = 4

// fronted is how many words of a long sentence stand before the clause that says it, as "By building more of them, ...".
func fronted(words []string) int {
	if len(words) <= most || !fronting[strings.ToLower(words[0])] {
		return 0
	}
	c := clauses(words)
	if len(c) < 2 || c[0][1] <= shortFront || len(words)-c[0][1] < fewest || !subject(words[c[0][1]:]) {
		return 0
	}
	if rest := words[c[0][1]:]; likewise.MatchString(strings.Join(rest[:min(len(rest), most)], " ")) { // what it is like stands before
		return 0
	}
	return c[0][1]
}

// likewise is how a clause refers to what stands before it.
var likewise = pattern.Compile(`(?i)\b(?:similar|such|same|likewise)\b`)

// subject reports whether words begin as a clause does: with one that stands for a subject, and not as another part of what is before it.
func subject(words []string) bool {
	return opening[strings.ToLower(words[0])]
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
	share  = pattern.Compile(`(?i)(\d+(?:[.,]\d+)?)\s*(?:%|per\s?cent)`)
	object = pattern.Compile(`[\p{L}]{4,}`)
)

// HasShare reports whether a sentence prints a share.
func HasShare(said string) bool { return share.MatchString(said) }

// Aimed is the headline of a sentence that sets a target, with its share: where that stands behind the headline, what begins with it, or else as many
// words before it as say what the share is of.
func Aimed(sentence string) string {
	first := Of(sentence)
	at := share.FindStringIndex(sentence)
	if at == nil || HasShare(first) {
		return first
	}
	rest := Of(sentence[at[0]:])
	if until := lastYear.FindStringIndex(rest); until != nil && until[1] < len(rest) { // what the target is of and from when; more is told with it
		rest = rest[:until[1]]
	}
	if len(object.FindAllString(rest, -1)) >= fewestObjects {
		return "…" + rest
	}
	before := strings.Fields(sentence[:at[0]])
	from := max(0, len(before)-fewest)
	for i := len(before) - 1; i >= max(0, len(before)-most/2-fewest/2); i-- {
		if doing.MatchString(before[i]) { // what is to be done says what the share is of
			from = i
			break
		}
	}
	return "…" + strings.Join(before[from:], " ") + " " + rest
}

// doing is how a sentence names what it aims at.
var doing = pattern.Compile(`(?i)^(?:reduc|cut|lower|decreas|increas|rais|achiev|reach|limit|halv|improv|phas)\w*$`)

// lastYear is as much of a target as ends with the year it counts from, or else with the one it is due in.
var lastYear = pattern.Compile(`^.*?\b(?:19|20)\d\d\b(?:[^,;.]{0,30}?\b(?:from|to|with|base(?:line)?|against|than|versus)\b[^,;.]{0,20}?\b(?:19|20)\d\d\b)?`)

// fewestObjects is how many longer words say what a share is of: "20 % by 2030 compared to 2020" does not.
const fewestObjects = 3

// Shares are the shares that a sentence prints, but for all of a thing.
func Shares(said string) []string {
	var out []string
	for _, m := range share.FindAllStringSubmatch(said, -1) {
		if m[1] != "100" {
			out = append(out, m[1])
		}
	}
	return out
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
