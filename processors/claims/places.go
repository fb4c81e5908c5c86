package claims

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/position"
)

// span is a stretch of a text, in bytes.
type span struct{ from, to int }

// places finds names of countries, regions and large cities.
var places = func() phrasebook {
	l := phrasebook{}
	l.add(0, lexicon.Entries("places.names"))
	return l
}()

// placesIn returns the places that a sentence names or gives by coordinates, as written, in order. A name is capitalised; "US" and "UK"
// are capitals throughout, or every "us" would be a country. What a name is part of is not the place:
// the Paris Agreement, the European Union's taxonomy, a sum in US dollars.
func placesIn(text string, words []word) []string {
	var found []span
	end := 0
	for _, h := range places.find(words) {
		if h.from < end {
			continue // within a longer name
		}
		name := text[words[h.from].start:words[h.to-1].end]
		first, _ := utf8.DecodeRuneInString(name)
		if !unicode.IsUpper(first) || len(name) <= 3 && strings.ToUpper(name) != name {
			continue
		}
		if partOfName(words, h.to) || ofMeasure(text, words, h.to) {
			continue
		}
		found = append(found, span{words[h.from].start, words[h.to-1].end})
		end = h.to
	}
	for _, p := range position.Find(text) {
		found = append(found, span{p.From, p.To})
	}
	slices.SortStableFunc(found, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = text[f.from:f.to]
	}
	return distinct(out)
}

// partOfName reports whether the name of a place before word i begins the name of something else.
func partOfName(words []word, i int) bool {
	if i >= len(words) {
		return false
	}
	switch words[i].low {
	case "agreement", "accord", "taxonomy", "convention", "stock", "declaration", "commission", "principles", "law", "parliament":
		return true
	}
	return false
}

var (
	// currencies are nouns of money that the name of a country stands before to say whose it is.
	currencies = lexicon.Set("claims.currencies")
	// customary are units, and rules of accounting, of which the short form of a country says which: "US gallons".
	customary = wordSet(`gallon gallons ton tons bushel bushels quart quarts pint pints ounce ounces gaap`)
	// between may stand between the country and its unit: "US short tons", "US fluid ounces".
	between = wordSet(`short long liquid dry fluid customary imperial`)
)

// ofMeasure reports whether the name of a country before word i says only whose money, unit or accounting is meant: "US
// dollars", "US$ 5 million", "US short tons", "UK GAAP".
func ofMeasure(text string, words []word, i int) bool {
	end := words[i-1].end
	if rest := strings.TrimLeft(text[end:], " "); len(text)-end-len(rest) <= 1 {
		if r, _ := utf8.DecodeRuneInString(rest); unicode.Is(unicode.Sc, r) {
			return true
		}
	}
	at := i
	if at < len(words) && between[words[at].low] {
		at++
	}
	if at >= len(words) || strings.ContainsAny(text[end:words[at].start], ",;:.()") {
		return false // "in the US, dollars ..."
	}
	name := text[words[i-1].start:end]
	return currencies[words[at].low] || customary[words[at].low] && strings.ToUpper(name) == name
}

// distinct removes repeats and keeps the order.
func distinct(in []string) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
