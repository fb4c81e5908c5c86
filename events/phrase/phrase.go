// Package phrase puts what events say into sentences for people: a check with its working, a list of pages, an amount.
// The judge's reasoning and the analysis document use it, so that both say the same thing in the same words. Everything
// is a function of its arguments and safe for concurrent use.
package phrase

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence makes one sentence of a text: white space folded, a capital first, one full stop last. Of nothing it makes nothing.
func Sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.TrimRight(s, " .;,:")
	if s == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[n:]
	if end, _ := utf8.DecodeLastRuneInString(s); end == '?' || end == '!' || end == '…' {
		return s
	}
	return s + "."
}

// Paragraph joins sentences; those that say nothing leave no trace.
func Paragraph(sentences ...string) string {
	var out []string
	for _, s := range sentences {
		if s = Sentence(s); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// List enumerates: "a", "a and b", "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Pages names pages in their order, each once: "page 3", "pages 3 and 13"; of many the first few. A page below 1 is none.
func Pages(pages []int) string {
	const shown = 4
	ps := slices.DeleteFunc(slices.Clone(pages), func(p int) bool { return p < 1 })
	slices.Sort(ps)
	ps = slices.Compact(ps)
	if len(ps) == 0 {
		return ""
	}
	if len(ps) == 1 {
		return fmt.Sprintf("page %d", ps[0])
	}
	words := make([]string, 0, len(ps))
	for _, p := range ps[:min(len(ps), shown)] {
		words = append(words, fmt.Sprint(p))
	}
	if n := len(ps) - shown; n > 0 {
		words = append(words, fmt.Sprintf("%d more", n))
	}
	return "pages " + List(words)
}

// Count says how many: "no claim", "one claim", "two claims", "14 claims".
func Count(n int, one, many string) string {
	small := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
	word := fmt.Sprint(n)
	if n >= 0 && n < len(small) {
		word = small[n]
	}
	if n == 1 || n == 0 {
		return word + " " + one
	}
	return word + " " + many
}

// Words cuts a text after so many words and says by an ellipsis that it did.
func Words(s string, most int) string {
	f := strings.Fields(s)
	if len(f) <= most {
		return strings.Join(f, " ")
	}
	return strings.TrimRight(strings.Join(f[:most], " "), " ,;:.") + "…"
}

// Opening is the beginning of a text, of about so many words, up to the end of a clause where one ends there: nothing is left out in the middle, so
// that no verb loses the words that govern it.
func Opening(s string, most int) string {
	f := strings.Fields(s)
	if len(f) <= most+most/4 {
		return strings.Join(f, " ")
	}
	for end := most + most/4; end > most/2; end-- {
		if strings.ContainsAny(f[end-1][len(f[end-1])-1:], ";,:.") {
			return strings.TrimRight(strings.Join(f[:end], " "), " ,;:.") + "…"
		}
	}
	return strings.TrimRight(strings.Join(f[:most], " "), " ,;:.") + "…"
}

// Short is a text of about so many words from which nothing is lost that it is about: it ends where a clause ends, or is shortened in the
// middle. Figures and years stay, with the words around them, so that what a figure is of is not cut off.
func Short(s string, most int) string {
	f := strings.Fields(s)
	if len(f) <= most+most/4 { // a few more words are better than a cut
		return strings.Join(f, " ")
	}
	figures := func(words []string) int { // words with a digit
		n := 0
		for _, w := range words {
			if strings.ContainsAny(w, "0123456789") {
				n++
			}
		}
		return n
	}
	all := figures(f)
	for end := most; end > most/2; end-- {
		if strings.ContainsAny(f[end-1][len(f[end-1])-1:], ";,:.") && figures(f[:end]) == all {
			return strings.TrimRight(strings.Join(f[:end], " "), " ,;:.") + "…"
		}
	}
	keep := make([]bool, len(f))
	left := most
	take := func(at int) {
		if at >= 0 && at < len(f) && !keep[at] && left > 0 {
			keep[at] = true
			left--
		}
	}
	for at := range min(6, most/2) {
		take(at)
	}
	for _, around := range []int{0, -1, 1, 2, -2} {
		for at, w := range f {
			if figures([]string{w}) > 0 {
				take(at + around)
			}
		}
	}
	for at := range f {
		take(at)
	}
	widen(f, keep)
	var b strings.Builder
	for at, w := range f {
		switch {
		case keep[at] && at > 0 && !keep[at-1]:
			b.WriteString(" … " + w)
		case keep[at] && at > 0:
			b.WriteString(" " + w)
		case keep[at]:
			b.WriteString(w)
		}
	}
	short := strings.TrimRight(b.String(), " ,;:.")
	if !keep[len(f)-1] {
		short += "…"
	}
	return short
}

// leastCut is how many words are cut out of the middle at least.
const leastCut = 4

// widen leaves no cut of a few words, and none that parts a word from those that say what it is: what goes on behind a cut begins with a word that
// begins a phrase, or behind a comma.
func widen(f []string, keep []bool) {
	for at := len(f) - 1; at > 0; at-- {
		if !keep[at] || keep[at-1] {
			continue
		}
		for back := at; back > 0 && at-back < 2*leastCut && !keep[back-1] && (!begins(f, back) || opening[strings.ToLower(f[back-1])]); back-- {
			keep[back-1] = true
		}
	}
	for at := 0; at < len(f); {
		if keep[at] {
			at++
			continue
		}
		end := at
		for end < len(f) && !keep[end] {
			end++
		}
		if end < len(f) && end-at < leastCut {
			for i := at; i < end; i++ {
				keep[i] = true
			}
		} else if end < len(f) { // what is left before it ends with no word that belongs to the cut
			for back := at - 1; back > 0 && keep[back] && opening[strings.ToLower(f[back])]; back-- {
				keep[back] = false
			}
		}
		at = end
	}
}

// begins reports whether a phrase begins at a word.
func begins(f []string, at int) bool {
	return opening[strings.ToLower(f[at])] || strings.ContainsAny(f[at-1][len(f[at-1])-1:], ";,:.")
}

// opening are words with which phrases begin.
var opening = map[string]bool{"and": true, "or": true, "of": true, "in": true, "to": true, "by": true, "for": true, "with": true, "at": true, "on": true,
	"from": true, "within": true, "the": true, "a": true, "our": true, "its": true, "which": true, "that": true}

var bareNumber = regexp.MustCompile(`(^|[\s(=])(\d{5,})\b`)

// Grouped parts the thousands of bare numbers of a text: "are 243736" is "are 243,736". Numbers with a point or comma of their own stay as printed.
func Grouped(s string) string {
	return bareNumber.ReplaceAllStringFunc(s, func(found string) string {
		m := bareNumber.FindStringSubmatch(found)
		return m[1] + Amount(m[2])
	})
}
