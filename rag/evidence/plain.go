package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

var (
	// parted is where a sentence has a part beside its statement. A comma within a number parts nothing.
	parted = regexp.MustCompile(`[,:;]\s+|\s+[–—-]\s+|[()]`)
	// telling are the words by which a figure is stated: whose it is, what it is of, how it was measured, and who has looked it up.
	telling = regexp.MustCompile(`^(?:` + lexicon.Alternatives("evidence.telling") + `)$`)
	// narrowing are words by which a figure is of more, of less or of something else than it seems to be.
	narrowing = regexp.MustCompile(`(?i)\b(?:` + lexicon.Alternatives("evidence.narrowing") + `)\b`)
	// undone is what has an event not have happened.
	undone  = regexp.MustCompile(`(?i)\b(?:` + lexicon.Alternatives("evidence.undone") + `)\b`)
	content = regexp.MustCompile(`\p{L}[\p{L}'’-]{2,}`)
	token   = regexp.MustCompile(`\p{L}[\p{L}\p{N}'’-]*`)
)

// more is what a sentence says beside its figures, its years and the company: all of it has to be accounted for before the
// sentence can stand against anybody, since any word of it may say that the figure is of something else.
type more struct {
	words  []string // of the part that states the figures
	names  []string // of others, of places and of things, wherever they stand
	others []string // of these, whoever something is of, by or at
	narrow bool
	undone bool
}

// moreOf reads what a sentence says beside its statement.
func moreOf(a assertion, called issuer.Names) more {
	text := a.text
	blank := func(from, to int) { text = text[:from] + strings.Repeat("\x00", to-from) + text[to:] }
	for _, name := range called {
		for _, at := range places(text, name) {
			blank(at[0], at[1])
		}
	}
	for _, f := range a.figures {
		blank(f.Start, f.End)
	}
	m := more{narrow: narrowing.MatchString(text), undone: undone.MatchString(text)}
	m.names, m.others = namesIn(text)
	from, first, last := 0, -1, 0
	var parts []string
	for _, at := range append(parted.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		part := text[from:at[0]]
		if strings.Contains(part, "\x00") || len(subjectsOf(part)) > 0 {
			last = len(parts)
			if first < 0 {
				first = last
			}
		}
		parts, from = append(parts, part), at[1]
	}
	if first < 0 {
		first, last = 0, len(parts)-1
	}
	for _, w := range content.FindAllString(strings.ToLower(strings.Join(parts[first:last+1], " ")), -1) {
		if !telling.MatchString(w) {
			m.words = append(m.words, w)
		}
	}
	return m
}

// namesIn lists the words of a text that are written as names within their sentence; of is whoever stands behind "of",
// "by", "at" or an article, or has something.
func namesIn(text string) (names, of []string) {
	all := token.FindAllStringIndex(text, -1)
	for i := 0; i < len(all); i++ {
		from := i
		for i < len(all) && capital(text, all[i]) && (i == from || strings.TrimSpace(text[all[i-1][1]:all[i][0]]) == "") {
			i++
		}
		if from == i {
			continue
		}
		run := text[all[from][0]:all[i-1][1]]
		bare := strings.TrimSuffix(strings.TrimSuffix(run, "'s"), "’s")
		lower := strings.ToLower(bare)
		if official.MatchString(run) || i-from == 1 && (from == 0 || noPlaces[lower] || besideNames[lower] || spoken.MatchString(run)) {
			i--
			continue
		}
		names = append(names, run)
		before := ""
		if from > 0 {
			before = strings.ToLower(text[all[from-1][0]:all[from-1][1]])
		}
		if bare != run || slices.Contains(belonging, before) {
			of = append(of, run)
		}
		i--
	}
	return names, of
}

var (
	belonging   = []string{"of", "by", "at", "for", "from", "with", "and", "a", "an"}
	besideNames = lexicon.Set("evidence.beside names")
)

// capital reports whether a word is written as names are: its first letter is a capital, and it is no unit or label.
func capital(text string, at []int) bool {
	w := text[at[0]:at[1]]
	first, size := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first) && size < len(w) && strings.ToLower(w[size:]) == w[size:]
}

// doubted takes from a relation what a sentence does not bear that says more than the statement accounts for: it is shown
// as another figure, or another event, that may be of something else.
func (r reading) doubted(m matched, a assertion, publisher string, called issuer.Names) matched {
	if m.relation == Contradicts && !r.accounts(a, publisher, called) {
		m.relation, m.contradiction = Neutral, Contextual
		m.why += "; the document says more there, which may be of something else"
	}
	return m
}

// accounts reports whether all that a document's sentence says is accounted for by the statement that it is held against: it
// names nobody and no place beside, and no word of it can mean that its figure is of something else.
func (r reading) accounts(a assertion, publisher string, called issuer.Names) bool {
	var words []string
	known := " " + plainCompany(r.text+" "+strings.Join(r.places, " ")+" "+publisher) + " "
	named := func(name string) bool { return !contains(known, plainCompany(name)) }
	switch m := moreOf(a, called); {
	case r.class != measured:
		return (r.class == status || !m.undone) && !slices.ContainsFunc(m.others, named)
	case m.narrow || slices.ContainsFunc(m.names, named):
		return false
	default:
		words = m.words
	}
	own := strings.ToLower(r.text + " " + strings.Join(r.places, " "))
	return !slices.ContainsFunc(words, func(w string) bool {
		stem := []rune(w)
		return !strings.Contains(own, string(stem[:min(len(stem), 6)])) && (len(r.places) == 0 || !sited.MatchString(w))
	})
}

// sited is how a place of work is called: of a statement on one place it is that place.
var sited = regexp.MustCompile(`^(?:sites?|plants?|works|mills?|factor(?:y|ies)|facilit(?:y|ies)|operations?|depots?|premises)$`)
