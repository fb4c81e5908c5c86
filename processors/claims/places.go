package claims

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed places.txt
var placesFile string

// places finds names of countries, regions and large cities.
var places = func() lexicon {
	l := lexicon{}
	for line := range strings.Lines(placesFile) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			l.add(0, strings.ToLower(line))
		}
	}
	return l
}()

// placesIn returns the places that a sentence names, as written. A name is capitalised; "US" and "UK"
// are capitals throughout, or every "us" would be a country. What a name is part of is not the place:
// the Paris Agreement, the European Union's taxonomy.
func placesIn(text string, words []word) []string {
	var out []string
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
		if h.to < len(words) {
			switch words[h.to].low {
			case "agreement", "accord", "taxonomy", "convention", "stock", "declaration", "commission", "principles", "law", "parliament":
				continue
			}
		}
		out = append(out, name)
		end = h.to
	}
	return distinct(out)
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
