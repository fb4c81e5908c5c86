package evidence

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Numbers in words are read as the figures that they are: who tells of few things, or begins a sentence with how many there are, writes words.
var (
	toNineteen = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	fromTwenty = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	parts      = map[string]int{"half": 2, "third": 3, "quarter": 4, "fifth": 5}

	spelt = pattern.Compile(`(?i)\b(?:(` + strings.Join(fromTwenty, "|") + `)(?:[-\s](` + strings.Join(toNineteen[:9], "|") + `))?|(` +
		strings.Join(toNineteen[1:], "|") + `))\b`)
	// fraction is a part of things; the first half of a year is a time.
	fraction = pattern.Compile(`(?i)\b(?:(?:(one|two|three)[\s-]|a\s+)(third|quarter|fifth)s?|half)\s+of\s+(?:the\s+|our\s+|its\s+|all\s+)*(\p{L}+)`)
	ordinal  = pattern.Compile(`(?i)\b(?:first|second|third|fourth|other|last|latter)\s+$`)
	timeUnit = pattern.Compile(`(?i)^(?:-|[\s-]*(?:years?|months?|weeks?|days?|hours?|or|to|and|hundred|thousand|dozen|` +
		`times|fold|thirds?|quarters?|fifths?)\b)`)
)

// halfOfFraction is how far from a part in words a figure may be, in percentage points, and still be what it means.
const halfOfFraction = 4

// inFigures writes numbers in words as figures; rough lists where figures begin that stand for a fraction.
func inFigures(text string) (out string, rough []int) {
	var b strings.Builder
	last := 0
	put := func(until int, figure string, next int) {
		b.WriteString(text[last:until])
		b.WriteString(figure)
		last = next
	}
	fractions := fraction.FindAllStringSubmatchIndex(text, -1)
	for _, m := range fractions {
		what := strings.ToLower(text[m[6]:m[7]])
		if strings.HasPrefix(what, "year") || ordinal.MatchString(text[:m[0]]) {
			continue
		}
		times, of := 1, 2
		if m[4] >= 0 {
			of = parts[strings.ToLower(text[m[4]:m[5]])]
		}
		if m[2] >= 0 {
			times = slices.Index(toNineteen, strings.ToLower(text[m[2]:m[3]])) + 1
		}
		at := strings.Index(strings.ToLower(text[m[0]:m[1]]), " of ")
		b.WriteString(text[last:m[0]])
		rough = append(rough, b.Len())
		b.WriteString(strconv.Itoa((200*times+of)/(2*of)) + " per cent")
		last = m[0] + at
	}
	if last > 0 { // a share is told, and what else is counted is not what the sentence is about
		b.WriteString(text[last:])
		return b.String(), rough
	}
	for _, m := range spelt.FindAllStringSubmatchIndex(text, -1) {
		first, _ := utf8.DecodeRuneInString(text[m[0]:])
		if timeUnit.MatchString(text[m[1]:]) || unicode.IsUpper(first) && (m[0] > 0 || followedByName(text[m[1]:])) || m[0] > 0 && text[m[0]-1] == '-' {
			continue
		}
		var n int
		switch {
		case m[6] >= 0:
			n = slices.Index(toNineteen, strings.ToLower(text[m[6]:m[7]])) + 1
		default:
			n = 10 * (slices.Index(fromTwenty, strings.ToLower(text[m[2]:m[3]])) + 2)
			if m[4] >= 0 {
				n += slices.Index(toNineteen, strings.ToLower(text[m[4]:m[5]])) + 1
			}
		}
		put(m[0], strconv.Itoa(n), m[1])
	}
	if last == 0 {
		return text, nil
	}
	b.WriteString(text[last:])
	return b.String(), nil
}

// followedByName reports whether the next word is written as names are: "Seven Seas".
func followedByName(rest string) bool {
	next := strings.TrimLeft(rest, " ")
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsUpper(first)
}
