// Package language tells the languages of a report's pages, and which of them the rules cannot read.
package language

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// languages are those that are told apart; equals are settled in this order.
var languages = []string{"en", "de", "id", "fr", "es", "nl", "it", "pt"}

// languageOf has the languages of the words that carry no meaning and fill every text.
var languageOf = func() map[string][]string {
	m := map[string][]string{}
	for _, tag := range languages {
		for _, w := range lexicon.Entries("layout.fillers " + tag) {
			m[w] = append(m[w], tag)
		}
	}
	return m
}()

// Undetermined is the language of what cannot be told.
const Undetermined = "und"

// read is the language that the rules read.
const read = "en"

// detect returns the language of a text, or Undetermined when too few words speak for one.
func detect(text string) string {
	counts, distinct := map[string]int{}, map[string]int{}
	known := map[string]bool{}
	total := 0
	all, listed := words(text)
	least := fewest
	if listed {
		least = fewestListed
	}
	for _, w := range all {
		total++
		for _, tag := range languageOf[w] {
			counts[tag]++
			if !known[w] {
				distinct[tag]++
			}
		}
		known[w] = true
	}
	best, second := "", 0
	for _, tag := range languages { // in a fixed order: equals do not depend on the map
		switch n := counts[tag]; {
		case n > counts[best]:
			best, second = tag, counts[best]
		case n > second:
			second = n
		}
	}
	// One abbreviation of a table, repeated in each row ("No.", "EL"), is not a language.
	if n := counts[best]; best == "" || distinct[best] < least || 25*n < total || n <= second+second/4 {
		return Undetermined
	}
	return best
}

// words are those of a text in lower case, without lines that name a company by its legal form: a list of holdings with German names is no German
// text. listed is whether it is such a list, of whose names some break over a line.
func words(text string) (out []string, listed bool) {
	lines, named := 0, 0
	for line := range strings.SplitSeq(strings.ToLower(text), "\n") {
		of := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
		if len(of) == 0 {
			continue
		}
		if lines++; slices.ContainsFunc(of, func(w string) bool { return companyForms[w] }) {
			named++
			continue
		}
		out = append(out, of...)
	}
	return out, 5*named > lines
}

// Of how many words that fill every text a page must have some to be in their language, and a list of companies.
const (
	fewest       = 4
	fewestListed = 8
)

var companyForms = lexicon.Set("layout.company forms")

// Settle gives each page its language and says which pages the rules cannot read. A page with
// too few telling words (a table, a chart) is read if it stands among pages that are. Done again, after text was
// recognised on pages that had none, it keeps what was said of the others.
func Settle(d *document.Document) {
	for i := range d.Pages {
		d.Pages[i].Language = detect(d.Pages[i].Body())
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		switch {
		case p.Language == read:
		case p.Language != Undetermined:
			p.NotAnalysed = "language " + p.Language + " is not read"
		case !latin(p.Text):
			p.NotAnalysed = "language could not be told and its script is not read"
		case neighbour(d, i) != read && neighbour(d, i) != Undetermined:
			p.NotAnalysed = "language could not be told, among pages in " + neighbour(d, i)
		}
	}
}

// neighbour is the language of the nearest page that has one, the earlier of two.
func neighbour(d *document.Document, i int) string {
	for step := 1; step < len(d.Pages); step++ {
		for _, j := range []int{i - step, i + step} {
			if j >= 0 && j < len(d.Pages) && d.Pages[j].Language != Undetermined {
				return d.Pages[j].Language
			}
		}
	}
	return Undetermined
}

// latin reports whether most letters of a text are.
func latin(text string) bool {
	n, other := 0, 0
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
		case unicode.Is(unicode.Latin, r):
			n++
		default:
			other++
		}
	}
	return n >= other
}
