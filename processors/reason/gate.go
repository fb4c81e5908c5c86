package reason

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// folded is text as quotations are compared: white space folded, hyphens at the ends of lines and soft ones gone.
func folded(text string) string {
	text = strings.NewReplacer("\u00ad", "", "-\n", "", "\u2019", "'", "\u2018", "'", "\u201c", `"`, "\u201d", `"`).Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// shortestQuote is how many letters and digits a quotation must have to show anything.
const shortestQuote = 12

// Quoted is a quotation as it stands in its source, word for word: without the signs that a model has put around it. One that does not
// stand there is refused.
func Quoted(quote, source string) (string, error) {
	q := strings.Trim(folded(quote), ` .,;:"'…`)
	n := 0
	for _, r := range q {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	switch {
	case n == 0:
		return "", errors.New("there is no quotation: copy the words of the text that say so, or do not say that it does")
	case n < shortestQuote:
		return "", fmt.Errorf("the quotation %q is too short to show anything", clip(quote, 60))
	case !standsWhole(folded(source), q):
		return "", fmt.Errorf("the quotation %q does not stand in the text word for word: copy words of the text", clip(quote, 120))
	}
	return q, nil
}

// standsWhole reports whether words stand in a text with no word or figure cut off at either end: "5,1" does not stand in "5,100".
func standsWhole(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		at := from + i
		end := at + len(words)
		if !cuts(text, at) && !cuts(text, end) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		from = at + size
	}
}

// cuts reports whether a position lies inside a word or a figure.
func cuts(text string, at int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:at])
	after, next := utf8.DecodeRuneInString(text[at:])
	if size == 0 || next == 0 {
		return false
	}
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	if part(before) && part(after) {
		return true
	}
	further, _ := utf8.DecodeLastRuneInString(text[:at-size])
	second, _ := utf8.DecodeRuneInString(text[at+next:])
	between := func(r rune) bool { return r == '.' || r == ',' || r == '\'' }
	return between(after) && unicode.IsDigit(before) && unicode.IsDigit(second) || between(before) && unicode.IsDigit(further) && unicode.IsDigit(after)
}

// Among refuses a name that was not given.
func Among(name string, given []string) error {
	if slices.Contains(given, name) {
		return nil
	}
	return fmt.Errorf("%q is none of %s", clip(name, 60), strings.Join(given, ", "))
}

var figure = pattern.Compile(`\d+(?:[.,'\x{00a0}\x{202f}]\d+)*`)

// Figures refuses figures of a text that stand in none of the sources: a model states no number that it was not given.
func Figures(text string, sources ...string) error {
	known := map[string]bool{}
	for _, s := range sources {
		for _, f := range figure.FindAllString(s, -1) {
			known[plainFigure(f)] = true
		}
	}
	for _, f := range figure.FindAllString(text, -1) {
		if !known[plainFigure(f)] {
			return fmt.Errorf("the figure %s stands in nothing that was given", f)
		}
	}
	return nil
}

// plainFigure leaves out what parts thousands: 1,204 and 1204 are one figure to a reader, 1.2 and 12 are not.
func plainFigure(f string) string {
	parts := strings.FieldsFunc(f, func(r rune) bool { return !unicode.IsDigit(r) })
	marks := figureMarks(f)
	for i, m := range marks {
		if len(parts[i+1]) != 3 || m == '.' && len(marks) == 1 {
			return f
		}
	}
	return strings.Join(parts, "")
}

func figureMarks(f string) []rune {
	var out []rune
	for _, r := range f {
		if !unicode.IsDigit(r) {
			out = append(out, r)
		}
	}
	return out
}
