package claims

import (
	"unicode"
	"unicode/utf8"
)

// nameless are capitalised words and short forms that name nothing in particular.
var nameless = wordSet(`esg co co2 co2e ghg ceo cfo eu hr it ai fy kpi kpis scope scopes group board company bank reit our we us usa uk i ii iii q1 q2 q3 q4 csr ehs ag se plc inc
	sustainability report committee management supervisory executive corporation b2b r m ok pdf http https www com non ev evs bn mn eur usd faq gmbh
	environmental social governance the a an in and of for to with this these that it its they their all since during additionally moreover however furthermore`)

// namesIn returns what a sentence calls by a name: runs of capitalised words that do not begin it, other than the entity,
// months and places.
func namesIn(text string, words []word, house map[string]bool) []string {
	var out []string
	from, to := -1, -1
	flush := func() {
		if from >= 0 {
			out = append(out, text[words[from].start:words[to].end])
		}
		from = -1
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(text[w.start:])
		named := unicode.IsUpper(first) && !opens(text, words, i) && !house[w.low] && !months[w.low] && !nameless[w.low] && !isFiscal(w.low) && len(w.low) > 1
		switch {
		case named && from >= 0 && w.start-words[to].end == 1:
			to = i
		case named:
			flush()
			from, to = i, i
		default:
			flush()
		}
	}
	flush()
	return distinct(out)
}

// opens reports whether word i is capitalised because something begins there.
func opens(text string, words []word, i int) bool {
	if i == 0 {
		return true
	}
	for _, r := range text[words[i-1].end:words[i].start] {
		switch r {
		case ':', '.', '!', '?', '•', '→', '|':
			return true
		}
	}
	return false
}

// backs are words with which a sentence goes on about what the one before it spoke of.
var backs = wordSet(`it its they their them this these such both here thereby additionally furthermore moreover also in therefore thus as the to`)

// goesBack reports whether a sentence may go on about the entity: it begins with a word that points back, or with no
// subject of its own.
func goesBack(words []word) bool { return len(words) > 0 && backs[words[0].low] }
