package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Numbers in words, in order: a sentence does not begin with a figure.
var (
	toNineteen = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	fromTwenty = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	spelledOut = pattern.Compile(`(?i)^(?:(` + strings.Join(fromTwenty, "|") + `)(?:[-\s](` + strings.Join(toNineteen[:9], "|") + `))?|(` +
		strings.Join(toNineteen, "|") + `))\b(\s+per\s?cent\b|\s?%)?`)
)

// SmallNumbers are the numbers in words of one word below twenty, as alternatives, and SmallNumber is what one of them is.
var SmallNumbers = strings.Join(toNineteen, "|")

func SmallNumber(word string) int { return slices.Index(toNineteen, strings.ToLower(word)) + 1 }

// spelledFirst is the number in words that a sentence begins with, as the figure that it would be anywhere else: "Sixty-one per cent".
// Small ones count things that nobody computes with, unless they are percentages.
func spelledFirst(text string) (q quantity.Quantity, ok bool) {
	m := spelledOut.FindStringSubmatchIndex(text)
	if m == nil {
		return q, false
	}
	word := func(i int, list []string) int {
		if m[2*i] < 0 {
			return 0
		}
		return slices.Index(list, strings.ToLower(text[m[2*i]:m[2*i+1]])) + 1
	}
	n := word(3, toNineteen)
	if tens := word(1, fromTwenty); tens > 0 {
		n = 10*(tens+1) + word(2, toNineteen)
	}
	percent := m[8] >= 0
	if n < 13 && !percent {
		return q, false
	}
	printed := fmt.Sprint(n)
	if percent {
		printed += " %"
	}
	q, err := quantity.Parse(printed, quantity.Point)
	if err != nil {
		return q, false
	}
	q.Start, q.End, q.Text, q.Year = 0, m[1], text[:m[1]], false
	return q, !strings.HasPrefix(strings.TrimSpace(text[m[1]:]), "thousand") && !strings.HasPrefix(strings.TrimSpace(text[m[1]:]), "million")
}

// SmallNumbersTo12 are those of them that count things in a text.
var SmallNumbersTo12 = strings.Join(toNineteen[:12], "|")

// HowMany reads a small number in words or digits; 0 if it is none.
func HowMany(said string) int {
	if n := SmallNumber(strings.TrimSpace(said)); n > 0 {
		return n
	}
	n, err := strconv.Atoi(strings.TrimSpace(said))
	if err != nil {
		return 0
	}
	return n
}
