package evidence

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What a company measures has no end: furnace slag, volunteers' hours, dust. A text with a figure whose subject is none of those that are known is
// about what its own words say, all of them: only one that says the same and nothing else is about the same.

// ownSubject begins the subject that a text has by its own words.
const ownSubject = "own: "

const (
	mostOwn  = 6 // words: a longer sentence tells of more than one thing
	ownShort = 3 // letters of the shortest word that counts
	ownStem  = 6 // letters by which a word is the same with another ending
)

// matterOf is what a text is about: the subjects that are known or, of a text with a figure that has none of them, its own words. What emissions
// are of is among these, since emissions alone are of too much.
func matterOf(text, company string, places []string) []string {
	known := subjectsOf(text)
	if len(known) > 0 && !slices.Equal(known, []string{vague}) {
		return known
	}
	if own := ownWords(text, company, places); len(own) > 0 && len(own) <= mostOwn && (len(known) == 0 || !slices.Equal(own, []string{vague})) {
		return []string{ownSubject + strings.Join(own, " ")}
	}
	return known
}

// ofItsOwn reports whether a text is known by its own words alone.
func ofItsOwn(subjects []string) bool {
	return len(subjects) == 1 && strings.HasPrefix(subjects[0], ownSubject)
}

// ownWords are the words by which a text says what is measured, sorted, in the short: without its figures, units and years, the company and places, and
// without those by which any figure is stated. A text without a figure has none.
func ownWords(text, company string, places []string) []string {
	own := strings.Fields(strings.ToLower(company) + " " + plainCompany(company))
	for _, p := range places {
		own = append(own, strings.Fields(plainCompany(p))...)
	}
	figures := 0
	plain := []byte(text)
	for _, q := range quantity.Find(text, quantity.Detect(text, quantity.Point)) {
		if !q.Year {
			figures++
		}
		if q.Unit.Dimension == quantity.Count { // "47,983 employees" counts them
			continue
		}
		for i := q.Start; i < q.End; i++ {
			plain[i] = ' '
		}
	}
	if figures == 0 {
		return nil
	}
	var out []string
	for _, w := range ownWord.FindAllString(strings.ToLower(string(plain)), -1) {
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		switch {
		case len([]rune(w)) < ownShort, noContent[w], stating.MatchString(w), sited.MatchString(w), slices.Contains(own, w), isUnit(w):
			continue
		case emissions.MatchString(w):
			w = vague
		default:
			w = inShort(w)
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// inShort is a word without its ending, and by the name that stands for all that mean the same.
func inShort(w string) string {
	r := []rune(w)
	w = string(r[:min(len(r), ownStem)])
	for _, same := range alikes {
		if slices.Contains(same, w) {
			return same[0]
		}
	}
	return w
}

var (
	ownWord = pattern.Compile(`\p{L}[\p{L}'’]*`)
	// alikes are words that mean the same of what is measured, in the short, the first of them for all.
	alikes = [][]string{{"employ", "headco", "staff", "workfo"}, {"consum", "use", "used", "usage"}}
)

// inItsWords names for people what a text is about by its own words, in their order.
func inItsWords(text, company string, places []string) string {
	wanted := ownWords(text, company, places)
	var out []string
	for _, w := range ownWord.FindAllString(text, -1) {
		short := inShort(strings.ToLower(w))
		if emissions.MatchString(w) {
			short = vague
		}
		if at := slices.Index(wanted, short); at >= 0 {
			wanted = slices.Delete(wanted, at, at+1)
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
