// Package story puts articles together that tell one story: a release that thirty papers reprint is one source, not
// thirty. Two articles are one story when their texts are made of the same runs of words, or when their titles are and
// they appeared within days. It is a function of its arguments.
package story

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Article is what is compared.
type Article struct {
	Title string
	Text  string // empty where only the title is known
	Date  string // 2024-11-02; empty if unknown
}

const (
	run         = 4   // words that are compared together
	sameText    = 0.5 // of the shorter text's runs, so that a shortened reprint is found
	sameTitle   = 0.8 // of the words of both titles
	shortest    = 12  // runs of a text that can be told from others
	fewestWords = 4   // of a title
	apart       = 10 * 24 * time.Hour
)

// Group numbers the stories of some articles: equal numbers are one story, and its number is the place of its first
// article.
func Group(all []Article) []int {
	read := make([]reading, len(all))
	for i, a := range all {
		read[i] = reading{runs: runsOf(a.Text), title: wordsOf(a.Title)}
		read[i].at, read[i].dated = date(a.Date)
	}
	of := make([]int, len(all))
	for i := range all {
		of[i] = i
	}
	for i := range all {
		for j := range i {
			if of[i] != of[j] && read[i].same(read[j]) {
				from, to := max(of[i], of[j]), min(of[i], of[j])
				for k := range of {
					if of[k] == from {
						of[k] = to
					}
				}
			}
		}
	}
	return of
}

type reading struct {
	runs  map[string]bool
	title []string
	at    time.Time
	dated bool
}

func (r reading) same(o reading) bool {
	few := min(len(r.runs), len(o.runs))
	if few >= shortest {
		common := 0
		short, long := r.runs, o.runs
		if len(short) > len(long) {
			short, long = long, short
		}
		for s := range short {
			if long[s] {
				common++
			}
		}
		if float64(common) >= sameText*float64(few) {
			return true
		}
	}
	return r.sameTitle(o)
}

// sameTitle asks for two dates, since "Company fined for spill" can be told of two spills.
func (r reading) sameTitle(o reading) bool {
	if len(r.title) < fewestWords || len(o.title) < fewestWords || !r.dated || !o.dated || r.at.Sub(o.at).Abs() > apart {
		return false
	}
	common := 0
	for _, w := range r.title {
		if slices.Contains(o.title, w) {
			common++
		}
	}
	return float64(common) >= sameTitle*float64(max(len(r.title), len(o.title)))
}

// wordsOf are the words of a text in lower case, each once.
func wordsOf(s string) []string {
	var out []string
	for _, w := range split(s) {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// mostWords bounds what is compared of a text: a reprint is known by its beginning.
const mostWords = 3_000

func runsOf(text string) map[string]bool {
	words := split(text)
	words = words[:min(len(words), mostWords)]
	out := map[string]bool{}
	for i := 0; i+run <= len(words); i++ {
		out[strings.Join(words[i:i+run], " ")] = true
	}
	return out
}

func date(s string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, s)
	return t, err == nil
}
