package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// telling are the words by which a figure is stated: whose it is, what it is of, how it was measured, and who has looked it up.
	telling = pattern.Compile(`^(?:` + lexicon.Alternatives("evidence.stating") + `|` + lexicon.Alternatives("evidence.measured") + `)$`)
	// stating are those by which any figure is stated.
	stating = pattern.Compile(`^(?:` + lexicon.Alternatives("evidence.stating") + `)$`)
	// narrowing are words by which a figure is of more, of less or of something else than it seems to be.
	narrowing = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("evidence.narrowing") + `)\b`)
	// apart are words by which something is not the company's, but near it.
	apart = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("evidence.apart") + `)\b`)
	// undone is what has an event not have happened.
	undone  = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("evidence.undone") + `)\b`)
	content = pattern.Compile(`\p{L}{3,}`)
	token   = pattern.Compile(`\p{L}[\p{L}\p{N}'’-]*`)
)

// more is what a sentence says beside its figures, its years and the company: all of it has to be accounted for before the
// sentence can stand against anybody, since any word of it may say that the figure is of something else.
type more struct {
	words  []string // that say something else than whose a figure is, what it is of and who has measured it
	names  []string // of others, of places and of things, wherever they stand
	narrow []string // by which a figure is of more, of less or of something else
	apart  bool
	undone bool
}

// moreOf reads what a sentence says beside its statement.
func moreOf(a assertion, called issuer.Names) more {
	text := a.text + a.rest
	blank := func(from, to int) { text = text[:from] + strings.Repeat("\x00", to-from) + text[to:] }
	for _, name := range called {
		for _, at := range places(text, name) {
			blank(at[0], at[1])
		}
	}
	for _, f := range a.figures {
		if a.row == 0 { // of a row, figures stand in a cell
			blank(f.Start, f.End)
		}
	}
	m := more{narrow: narrowing.FindAllString(strings.ToLower(text), -1), apart: apart.MatchString(text), undone: undone.MatchString(text)}
	m.names = namesIn(text)
	for i, at := range content.FindAllStringIndex(text, -1) {
		if w := strings.ToLower(text[at[0]:at[1]]); (i == 0 || !capital(text, at)) && !telling.MatchString(w) {
			m.words = append(m.words, w) // what is written as a name is one of the names
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
			if (k > 0 || i > 1) && !noPlaces[plain] && !besideNames[plain] && !telling.MatchString(plain) && !isUnit(name) {
				names = append(names, name)
			}
		}
		i--
	}
	return names
}

var besideNames = lexicon.Set("evidence.beside names")

// isUnit reports whether a word is a unit, some of which have capitals.
func isUnit(w string) bool {
	_, err := quantity.ParseUnit(w)
	return err == nil
}

// capital reports whether a word is written as names are, of which one letter is none.
func capital(text string, at []int) bool {
	first, size := utf8.DecodeRuneInString(text[at[0]:at[1]])
	return unicode.IsUpper(first) && size < at[1]-at[0]
}

// doubted takes from a relation what a sentence does not bear that says more than the statement accounts for: it is shown
// as another figure, or another event, that may be of something else.
func (r reading) doubted(m matched, a assertion, publisher string, called issuer.Names) matched {
	if m.relation != Supports && m.relation != Contradicts || r.accounts(m.relation, moreOf(a, called), a, publisher) {
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
	if slices.ContainsFunc(m.names, func(name string) bool {
		return !contains(known, plainCompany(name)) && !(ofItsOwn(a.subjects) && slices.Contains(strings.Fields(a.subjects[0]), inShort(bare(name))))
	}) {
		return r.class != measured && relation == Supports
	}
	own := content.FindAllString(strings.ToLower(r.text+" "+strings.Join(r.places, " ")), -1)
	for _, w := range own {
		own = append(own, inShort(w))
	}
	cut(own)
	// Of projects and contractors that both tell of, as many as there are, neither tells more or less.
	narrow := slices.ContainsFunc(m.narrow, func(w string) bool { return !strings.HasSuffix(w, "s") || !slices.Contains(own, cut([]string{w})[0]) })
	switch {
	case r.class == event:
		return relation == Supports || !m.undone && !m.apart
	case r.class == status:
		return relation == Supports || !m.apart
	case relation == Contradicts && !(idle(r.rest) && idle(a.rest)):
		return false
	case a.denied != r.denied && !r.none():
		return false
	case relation == Supports || a.row > 0 && !narrow && !r.narrower(a):
		return true
	case narrow || r.narrower(a):
		return false
	}
	return !slices.ContainsFunc(m.words, func(w string) bool {
		return !slices.Contains(own, inShort(w)) && !slices.Contains(own, cut([]string{w})[0]) && (len(r.places) == 0 || !sited.MatchString(w))
	})
}

// idle reports whether no word of a text can change of what a figure is.
func idle(text string) bool {
	return !narrowing.MatchString(text) && !slices.ContainsFunc(content.FindAllString(strings.ToLower(text), -1), func(w string) bool {
		return !stating.MatchString(w) && !noContent[w] && !isUnit(w)
	})
}

// narrower reports whether one of a statement and a document is of a kind of its subject that the other does not speak of: what is right of hazardous
// waste says nothing of all waste.
func (r reading) narrower(a assertion) bool {
	return r.kindBeside(r.text, a.text) || r.kindBeside(a.text, r.text)
}

// kindBeside reports whether a text names a kind of one of the subjects that another text does not name.
func (r reading) kindBeside(text, other string) bool {
	theirs := cut(content.FindAllString(strings.ToLower(other), -1))
	for _, s := range subjects {
		if s.class != measured || !slices.Contains(r.subjects, s.name) {
			continue
		}
		at := s.pattern.FindStringIndex(text)
		if at == nil || !slices.ContainsFunc(s.stems, func(stem string) bool { return strings.HasPrefix(strings.ToLower(text[at[0]:]), stem) }) {
			continue // "our sites withdrew water": who does it is no kind of it
		}
		m := kindOf.FindStringSubmatchIndex(text[:at[0]])
		if m == nil || m[2] > 0 && capital(text, m[2:4]) { // within a sentence, a name
			continue
		}
		kind := strings.ToLower(text[m[2]:m[3]])
		if !telling.MatchString(kind) && !sited.MatchString(kind) && !noContent[kind] && !isUnit(kind) && !slices.Contains(theirs, cut([]string{kind})[0]) &&
			!slices.ContainsFunc(r.called, func(name string) bool { return names(name, kind) }) {
			return true
		}
	}
	return false
}

// kindOf is the word right before a subject.
var kindOf = pattern.Compile(`(\p{L}[\p{L}-]{2,})\s+$`)

// cut shortens words to their beginnings, so that one word with two endings is one.
func cut(words []string) []string {
	for i, w := range words {
		r := []rune(w)
		words[i] = string(r[:min(len(r), 6)])
	}
	return words
}

// sited is how a place of work is called: of a statement on one place it is that place.
var sited = pattern.Compile(`^(?:sites?|plants?|works|mills?|factor(?:y|ies)|facilit(?:y|ies)|operations?|depots?|premises)$`)
