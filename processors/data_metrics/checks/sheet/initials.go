package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// calledShort is the label of a row that is called by first letters alone: "LTIFR", "LTIFR (per million hours)".
var calledShort = pattern.Compile(`^\P{L}*(\p{Lu}{4,6})\P{L}*$`)

// ofAccidents are the words one of which any name of a rate of accidents has.
var ofAccidents = pattern.Compile(`(?i)\b(?:injur|incident|accident|fatal|recordable|lost)|\b(?-i:\p{Lu}{4,6})\b`)

// leastInitials is of how many words a name is at least that its first letters stand for.
const leastInitials = 4

// byInitials are the timelines by the first letters that a table calls them, or could call them, by.
type byInitials struct{ short, long map[string][]int }

func (s *Sheet) byInitials() byInitials {
	return Once(s, func() byInitials {
		out := byInitials{map[string][]int{}, map[string][]int{}}
		for i, l := range s.Timelines().All {
			label := WithoutYears(Last(Headings(l.Last().At.RowPath)))
			if m := calledShort.FindStringSubmatch(label); m != nil {
				out.short[strings.ToLower(m[1])] = append(out.short[strings.ToLower(m[1])], i)
			} else if letters := initialsOf(saidWords(label)); len(letters) >= leastInitials {
				out.long[letters] = append(out.long[letters], i)
			}
		}
		return out
	})
}

// saidWords are the words of a text that say what it is of, whole and in their order.
func saidWords(text string) []string {
	return slices.DeleteFunc(WordOf.FindAllString(text, -1), func(w string) bool {
		return emptyWords[strings.ToLower(w)] || strings.ContainsAny(w, "0123456789")
	})
}

func initialsOf(words []string) string {
	var out strings.Builder
	for _, w := range words {
		out.WriteString(FirstRunes(strings.ToLower(w), 1))
	}
	return out.String()
}

// spelledOut is the one timeline of those that fit whose label is the first letters of all that is said of it, or that is called in full what the
// sentence gives the first letters of: "our lost time injury frequency rate" is the row "LTIFR". Words by which figures are told may stand beside it.
func (s *Sheet) spelledOut(p Spoken, fits func(Timeline) bool) (l Timeline, how Naming) {
	words := saidWords(p.Text)
	aside := func(words []string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !Tells(w) })
	}
	all := s.byInitials()
	for i := range words {
		var called []int
		if w := words[i]; calledShort.MatchString(w) && aside(words[:i]) && aside(words[i+1:]) {
			called = all.long[strings.ToLower(w)]
		}
		for j := i + leastInitials; j <= len(words) && aside(words[:i]); j++ {
			if aside(words[j:]) {
				called = append(slices.Clone(called), all.short[initialsOf(words[i:j])]...)
			}
		}
		for _, n := range called {
			t := s.yearly.All[n]
			switch {
			case !fits(t), t.Last().Metric == facts.Accidents && !ofAccidents.MatchString(p.Text): // "long-term illness rate" is no LTIR
			case how != Unnamed && !sameFigures(t, l):
				return l, Unnamed
			default:
				l, how = t, Surely
			}
		}
	}
	return l, how
}
