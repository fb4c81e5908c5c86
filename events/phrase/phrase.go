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

var bareNumber = regexp.MustCompile(`((?:^|[\s(=])[-+]?)(\d{5,})\b`)

// Grouped parts the thousands of bare numbers of a text: "are 243736" is "are 243,736". Numbers with a point or comma of their own stay as printed.
func Grouped(s string) string {
	return bareNumber.ReplaceAllStringFunc(s, func(found string) string {
		m := bareNumber.FindStringSubmatch(found)
		return m[1] + Amount(m[2])
	})
}
