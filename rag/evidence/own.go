package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What a company measures has no end: furnace slag, volunteers' hours, dust. A text with a figure whose subject is none of those that are known is
// about what its own words say, all of them: only one that says the same and nothing else is about the same.

// ownSubject begins the subject that a text has by its own words.
const ownSubject = "own: "

const (
	mostOwn   = 6 // words: a longer sentence tells of more than one thing
	ownShort  = 3 // letters of the shortest word that counts
	leastStem = 4 // letters that are left of a word without its ending
	ownStem   = 6 // letters by which a word is the same with another ending
)

// matterOf is what a text is about: the subjects that are known or, of a text with a figure that has none of them, its own words. What emissions
// are of is among these, since emissions alone are of too much.
func matterOf(text, company string, places []string) []string {
	known := subjectsOf(text)
	if len(known) > 0 && !slices.Equal(known, []string{vague}) {
		return known
	}
	if own := ownMatter(text, company, places); own != "" && (len(known) == 0 || own != ownSubject+vague) {
		return []string{own}
	}
	return known
}

// ownMatter is the subject that a text has by its own words, empty for none and for too many.
func ownMatter(text, company string, places []string) string {
	if own := ownWords(text, company, places); len(own) > 0 && len(own) <= mostOwn {
		return ownSubject + strings.Join(own, " ")
	}
	return ""
}

// ofItsOwn reports whether a text is known by its own words alone.
func ofItsOwn(subjects []string) bool {
	return len(subjects) == 1 && strings.HasPrefix(subjects[0], ownSubject)
}

// ownWords are the words by which a text says what is measured, sorted, in the short: without its figures, units and years, the company and places, and
// without those by which any figure is stated. A text without a figure has none.
func ownWords(text, company string, places []string) []string {
	text, _ = inFigures(text)
	text = carriedOut.ReplaceAllString(text, " ")
	var own []string
	for _, p := range places {
		own = append(own, strings.Fields(plainCompany(p))...)
	}
	figures := 0
	plain := []byte(text)
	for _, at := range ownName(text, company) {
		for i := at[0]; i < at[1]; i++ {
			plain[i] = ' '
		}
	}
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
	denied := none.FindStringSubmatch(text)
	if figures == 0 && denied == nil {
		return nil
	}
	var out []string
	for _, w := range ownWord.FindAllString(strings.ToLower(string(plain)), -1) {
		w = bare(w)
		switch {
		case len([]rune(w)) < ownShort, noContent[w], w == "zero", stating.MatchString(w) && !acting[w], sited.MatchString(w), slices.Contains(own, w), isUnit(w):
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
	if figures == 0 && !slices.Contains(out, inShort(strings.ToLower(denied[1]))) {
		return nil // "no change in the number of nurses" is not none of them
	}
	slices.Sort(out)
	return out
}

// ownName lists where words of the company's name stand for it: a company with "Stores" in its name opens stores, too.
func ownName(text, company string) (found [][]int) {
	printed := strings.Fields(company)
	of := strings.Fields(strings.ToLower(company) + " " + plainCompany(company))
	all := ownWord.FindAllStringIndex(text, -1)
	is := func(i int) bool { return i < len(all) && slices.Contains(of, bare(text[all[i][0]:all[i][1]])) }
	for i, at := range all {
		w := text[at[0]:at[1]]
		switch first, _ := utf8.DecodeRuneInString(w); {
		case !is(i), unicode.IsLower(first) && !slices.Contains(printed, w):
		case i > 0, len(printed) == 1, bare(w) == bare(printed[0]), is(i + 1):
			found = append(found, at)
		}
	}
	return found
}

// bare is a word in lower case, without the ending that says whose something is.
func bare(w string) string {
	w = strings.ToLower(w)
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}

// inShort is a word without its ending, and by the name that stands for all that mean the same.
func inShort(w string) string {
	for _, ending := range endings {
		if stem, ok := strings.CutSuffix(w, ending); ok && len([]rune(stem)) >= leastStem+strings.Count(ending, "ion") {
			w = stem
			break
		}
	}
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
	// acting are words that say who has a figure or what is done with what is counted: patents registered are not patents.
	acting  = lexicon.Set("evidence.acting")
	ownWord = pattern.Compile(`\p{L}[\p{L}'’]*`)
	// alikes are words that mean the same of what is measured, in the short, the first of them for all.
	alikes = [][]string{{"employ", "headco", "staff", "workfo"}, {"consum", "use", "used", "usag", "uses", "using"}, {"spend", "spent", "expend"},
		{"paid", "pay", "pays", "paying", "paymen"}, {"purcha", "bought", "buy", "buys"}}
	endings = []string{"ions", "ion", "ings", "ing", "ies", "ed", "es", "s", "e", "y"}
	// carriedOut says of a deed no more than that it was done.
	carriedOut = pattern.Compile(`(?i)\b(?:carr(?:y|ied|ying|ies)|t(?:ook|ake|aken|aking))\s+(?:out|place)\b`)
	none       = pattern.Compile(`(?i)\b(?:no|zero|nil)\s+(\p{Ll}[\p{L}'’]*)`)
)

// inItsWords names for people what a text is about by its own words, in their order.
func inItsWords(text, company string, places []string) string {
	wanted := ownWords(text, company, places)
	var out []string
	for _, w := range ownWord.FindAllString(text, -1) {
		short := inShort(bare(w))
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
