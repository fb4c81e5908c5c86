package claims

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
)

// facts are the words that say something, but those of promising and pointing back, and all numbers.
func (r *reading) facts() []string {
	promising := map[int]bool{}
	for _, h := range r.hits {
		for i := h.from; i < h.to && h.cue == cueCommitment; i++ {
			promising[i] = true
		}
	}
	var out []string
	for i, w := range r.words {
		rough := roughly[w.low] && i+1 < len(r.words) && strings.ContainsAny(r.words[i+1].low, "0123456789") // "all sites" are not "some sites"
		empty := stopWords[w.low] || rough || promising[i] || targetWords[w.low] || backs[w.low] || strings.HasPrefix(w.low, "scope")
		if numeral(r.text[w.start:w.end]) || !empty && len(w.low) > 1 {
			out = append(out, stem(w.low))
		}
	}
	return out
}

// numeral reports whether a word is a number, or one in Roman numerals.
func numeral(word string) bool {
	return strings.ContainsAny(word, "0123456789") || strings.Trim(word, "IVX") == ""
}

// replaces reports whether each of two claims says something in whose place the other says something else: "produced" and "sold", "Bonus I" and
// "Bonus II". What one of them alone says besides leaves them the same.
func (k *assertionKey) replaces(o *assertionKey) bool {
	return lacks(k.facts, o.facts) && lacks(o.facts, k.facts)
}

// lacks reports whether some word is not among others, or not as often: "6 lorries emitted Scope 1" does not say all of "1 lorry emitted Scope 1".
// Both are sorted.
func lacks(others, words []string) bool {
	at := 0
	for _, w := range words {
		n, found := slices.BinarySearch(others[at:], w)
		if !found {
			return true
		}
		at += n + 1
	}
	return false
}

// enough is how many digits of figures, periods, places and scopes a claim must share with another for its words to differ, and some how many of them
// for what stands around it: "36.1 % in 2023" is said of one thing, "100 %" and "2 plants in 2023" of many.
const enough, some = 3, 2

// tied reports whether a figure is among at least so many digits, periods, places and scopes that say what a claim is of.
func (k *assertionKey) tied(least int) bool {
	return k.digits > 0 && k.digits+len(k.periods)+len(k.places)+len(k.scopes) >= least
}

// tells reports whether a row states figures that hardly another row of the report has.
func (k *assertionKey) tells() bool { return len(k.figures) > 1 && k.digits >= enough }

// digits is how many digits a figure has, but zeros in front and behind: those of 0 say nothing of what it is of, and 100 is as common as 1.
func digits(number string) int {
	only := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
	return len(strings.Trim(only, "0"))
}

// pronouns begin a sentence that goes on about what the one before it spoke of.
var pronouns = wordSet(`it its they their them these this those that such here both`)

// points reports whether a sentence begins with what one before it spoke of: "They", "These targets", "The data", but not "The Board".
func (r *reading) points() bool {
	if len(r.words) < 2 {
		return false
	}
	return pronouns[r.words[0].low] || r.words[0].low == "the" && startsLower(r.text[r.words[1].start:])
}

// mostHanging and mostUnnamed are how many words that say something a claim has that may hang on what stands around it, and one that names nobody and
// nothing: what is said at greater length is not said of two things.
const mostHanging, mostUnnamed = 8, 16

// sentence reports whether a text ends as a sentence does, but for the mark of a note and what it stands in.
func sentence(text string) bool {
	end := strings.TrimRight(text, " )]\"'”’»0123456789¹²³⁴⁵⁶⁷⁸⁹⁰*†")
	return end != "" && strings.ContainsAny(end[len(end)-1:], ".!?:;")
}

// hangs reports whether of what a claim speaks may stand around it alone: nothing ties it, and it is short, no sentence, points back or says 0.
func (k *assertionKey) hangs() bool {
	short := len(k.facts) <= mostHanging || !k.named && len(k.facts) <= mostUnnamed
	return !k.row && !k.netZero && !k.tied(some) && (short || !k.sentence || k.points || k.digits == 0 && len(k.figures) > 0)
}

// beside reports whether the same stands before two claims, or behind them: "There were no such cases" says something else in each chapter. What is
// no sentence, as an option of a form, answers what it stands by: "More often than quarterly" is another answer in each row. By what stands alone
// nothing is told apart, but a note that names nobody is one to another table.
func (k *assertionKey) beside(a, b events.Claim) bool {
	if !k.sentence {
		return false
	}
	before, after, _ := strings.Cut(a.Context, a.Text)
	otherBefore, otherAfter, _ := strings.Cut(b.Context, b.Text)
	if spelt(before+after) == "" || spelt(otherBefore+otherAfter) == "" {
		return k.named
	}
	return alike(before, otherBefore) || alike(after, otherAfter)
}

// alike reports whether two texts have the same letters and digits and say anything: the mark of a note does not, nor what a form asks in each row.
func alike(a, b string) bool {
	return strings.HasSuffix(strings.TrimSpace(a), ".") && strings.ContainsFunc(a, unicode.IsLetter) && spelt(a) == spelt(b)
}

// spelt is a text without what layouts change: spaces, hyphens, other marks and capitals.
func spelt(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
