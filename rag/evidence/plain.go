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
	content = regexp.MustCompile(`\p{L}[\p{L}'’]{2,}`)
	token   = regexp.MustCompile(`\p{L}[\p{L}\p{N}'’-]*`)
)

// more is what a sentence says beside its figures, its years and the company: all of it has to be accounted for before the
// sentence can stand against anybody, since any word of it may say that the figure is of something else.
type more struct {
	words  []string // of the part that states the figures
	names  []string // of others, of places and of things, wherever they stand
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
	m.names = namesIn(text)
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

// namesIn lists the words of a text that are written as names within their sentence, without authorities. Every sentence's first word
// has a capital: it is a part of a name where another word of one follows.
func namesIn(text string) []string {
	var names []string
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
		for k := from; k < i && !official.MatchString(run); k++ {
			name := text[all[k][0]:all[k][1]]
			plain := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, "'s"), "’s"))
			if (k > 0 || i > 1) && !noPlaces[plain] && !besideNames[plain] && !telling.MatchString(plain) {
				names = append(names, name)
			}
		}
		i--
	}
	return names
}

var besideNames = lexicon.Set("evidence.beside names")

// capital reports whether a word is written as names are, of which one letter is none.
func capital(text string, at []int) bool {
	first, size := utf8.DecodeRuneInString(text[at[0]:at[1]])
	return unicode.IsUpper(first) && size < at[1]-at[0]
}

// doubted takes from a relation what a sentence does not bear that says more than the statement accounts for: it is shown
// as another figure, or another event, that may be of something else.
func (r reading) doubted(m matched, a assertion, publisher string, called issuer.Names) matched {
	if m.relation == Neutral || r.accounts(m.relation, moreOf(a, called), a, publisher) {
		return m
	}
	if m.relation == Contradicts {
		m.contradiction = Contextual
	}
	m.relation = Neutral
	m.why += "; the document says more there, which may be of something else"
	return m
}

// accounts reports whether all that a document's sentence says is accounted for by the statement that it is held against:
// it denies nothing and names nobody and no place beside, and where it stands against the statement, no word of it can mean
// that it is of something else. What agrees by chance is rare; what differs for a reason is not.
func (r reading) accounts(relation Relation, m more, a assertion, publisher string) bool {
	known := " " + plainCompany(r.text+" "+strings.Join(r.places, " ")+" "+publisher) + " "
	if slices.ContainsFunc(m.names, func(name string) bool { return !contains(known, plainCompany(name)) }) {
		return r.class != measured && relation == Supports
	}
	switch {
	case r.class == event:
		return relation == Supports || !m.undone
	case r.class == status:
		return true
	case a.denied != r.denied:
		return false
	case relation == Supports || a.row > 0 && !m.narrow:
		return true
	case m.narrow:
		return false
	}
	own := strings.ToLower(r.text + " " + strings.Join(r.places, " "))
	return !slices.ContainsFunc(m.words, func(w string) bool {
		stem := []rune(w)
		return !strings.Contains(own, string(stem[:min(len(stem), 6)])) && (len(r.places) == 0 || !sited.MatchString(w))
	})
}

// sited is how a place of work is called: of a statement on one place it is that place.
var sited = regexp.MustCompile(`^(?:sites?|plants?|works|mills?|factor(?:y|ies)|facilit(?:y|ies)|operations?|depots?|premises)$`)
