package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A speaker makes sentences of a language. The same seed says the same.
type speaker struct {
	*rand.Rand
	*language
}

func (l *language) speaker(seed uint64) speaker {
	return speaker{rand.New(rand.NewPCG(seed, 0x5eed)), l}
}

func (s speaker) oneOf(list []string) string { return list[s.IntN(len(list))] }

// openings put a sentence near the one who reports, as the rules need it before they look further.
var openings = []string{
	"We", "Our", "Acme", "The Group", "In 2023, we", "By 2030, we", "The company's", "This", "These",
	"There is", "It", "They", "All", "Every year, our", "As of 2022,", "Scope 2", "Employees", "Suppliers",
}

// joints stand between the parts of a sentence.
var joints = []string{
	", ", " and ", ", and ", "; ", ": ", " – ", " while ", ", but ", " - ", " of ", " with ", " by ", " in ", " that ", " which ",
	", such as ", " if ", " when ", " or ", ". ", "/", " (", ") ", "\t", " to ", " will ", " may ", " could ", " is ", " are ", " has been ",
}

// sentence makes one sentence.
func (s speaker) sentence() string {
	var text string
	switch s.IntN(8) {
	case 0, 1: // a real one with other words in it
		text = s.disturbed(s.oneOf(s.templates))
	case 2: // the beginning of one and the end of another
		a, b := strings.Fields(s.oneOf(s.templates)), strings.Fields(s.oneOf(s.templates))
		text = strings.Join(append(a[:s.IntN(len(a)):len(a)], b[s.IntN(len(b)):]...), " ")
	case 3: // a chain of nouns
		text = s.oneOf(openings) + " " + s.chain(s.words, 4+s.long(60), " ")
	case 4:
		text = s.nested(s.long(20))
	case 5: // one thing again and again
		text = strings.Repeat(s.part()+s.oneOf(joints), 1+s.long(60))
	default:
		text = s.oneOf(openings) + " " + s.composed(2+s.IntN(6))
	}
	text = strings.TrimSpace(text)
	if s.IntN(3) == 0 {
		text = capitalised(text)
	}
	return text + s.oneOf([]string{".", ".", ".", ".", "", ":", "?", ";", "!", ".)", " .", "…"})
}

func capitalised(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// long is mostly a small number, and now and then one up to most.
func (s speaker) long(most int) int {
	if s.IntN(12) == 0 {
		return s.IntN(most)
	}
	return s.IntN(most / 10)
}

// composed joins parts.
func (s speaker) composed(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(s.oneOf(joints))
		}
		b.WriteString(s.part())
	}
	return b.String()
}

func (s speaker) part() string {
	switch s.IntN(7) {
	case 0:
		return s.figure()
	case 1, 2:
		return s.chain(s.words, 1+s.IntN(5), " ")
	case 3, 4:
		return s.oneOf(s.phrases)
	case 5:
		return capitalised(s.oneOf(s.words)) + " " + capitalised(s.oneOf(s.words))
	default:
		return s.chain(s.words, 2+s.IntN(4), ", ") + " and " + s.oneOf(s.words)
	}
}

func (s speaker) chain(list []string, n int, by string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(s.oneOf(list))
	}
	return b.String()
}

// nested makes brackets within brackets.
func (s speaker) nested(depth int) string {
	var b strings.Builder
	b.WriteString(s.part())
	for range depth {
		b.WriteString(s.oneOf([]string{" (", " [", " “", " ‘", "("}) + s.part())
	}
	for range depth {
		b.WriteString(s.oneOf([]string{")", "]", "”", "’", ""}))
	}
	return b.String() + " " + s.part()
}

// disturbed puts other words, figures and phrases into a sentence.
func (s speaker) disturbed(text string) string {
	words := strings.Fields(text)
	for range 1 + s.IntN(4) {
		at := s.IntN(len(words))
		switch s.IntN(5) {
		case 0:
			words[at] = s.oneOf(s.words)
		case 1:
			words[at] = s.oneOf(s.phrases)
		case 2:
			words[at] = s.figure()
		case 3:
			other := s.IntN(len(words))
			words[at], words[other] = words[other], words[at]
		default:
			words[at] += " " + s.part()
		}
	}
	return strings.Join(words, " ")
}

var units = []string{
	"%", " %", " percent", " t CO2e", " tonnes", " kt CO2e", " MWh", " GJ", " million", " EUR million",
	" m³", " ha", " employees", " tCO2e/MWh", "°C", " kg", "", "", " percentage points", " USD", " bn",
}

// figure makes a number, a year, a period or an amount.
func (s speaker) figure() string {
	switch s.IntN(8) {
	case 0:
		return fmt.Sprint(1990 + s.IntN(70))
	case 1:
		return fmt.Sprintf("by %d", 2020+s.IntN(40))
	case 2:
		return fmt.Sprintf("from %d to %d", 2010+s.IntN(20), 2015+s.IntN(40))
	case 3:
		return fmt.Sprintf("%d,%03d%s", s.IntN(1000), s.IntN(1000), s.oneOf(units))
	case 4:
		return fmt.Sprintf("%d.%d%s", s.IntN(1000), s.IntN(1000), s.oneOf(units))
	case 5:
		return strings.Repeat(fmt.Sprint(s.IntN(10)), 1+s.IntN(30)) + s.oneOf(units)
	case 6:
		return fmt.Sprintf("(%d)%s", s.IntN(100), s.oneOf(units))
	default:
		return fmt.Sprintf("%d%s", s.IntN(100), s.oneOf(units))
	}
}
