package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// clause is a part of a sentence's text, in bytes of it. Text is what it asserts, with the subject and the period that
// it shares with the rest of the sentence; start and end are its own words.
type clause struct {
	text       string
	start, end int
}

// noteMark is what a note begins with: the mark that the figure has which it is about.
var noteMark = pattern.Compile(`^(?:[0-9]{1,2}|[*†‡])\)?(?:\s*(\p{Lu})|\s+([0-9]{4}\b))`)

// unmark leaves out the mark of a note. A number with its unit is none: "3 MWh were saved".
func (c *clause) unmark() {
	if q := quantity.Find(c.text, quantity.Point); len(q) > 0 && q[0].Start == 0 && q[0].Unit.Symbol != "" {
		return
	}
	if m := noteMark.FindStringSubmatchIndex(c.text); m != nil {
		at := max(m[2], m[4])
		c.text, c.start = c.text[at:], c.start+at
	}
}

// joints part a sentence into assertions that stand alone when each side has its own figure and verb.
// Longer ones stand before those that they begin with.
var joints = []string{
	"; meanwhile, ", "; meanwhile ", "; however, ", "; while ", "; whereas ", "; and ", "; ",
	", meanwhile, ", ", meanwhile ", ", while ", ", whilst ", ", whereas ",
	", although ", ", though ", ", but ", ", and ", " while ", " whilst ", " whereas ", " but ", " and ",
}

// goesOn are the joints behind which the subject may be left out.
var goesOn = map[string]bool{" and ": true, ", and ": true, ", but ": true, " but ": true}

// fewestInClause is how short the second of two assertions may be: "Scope 2 fell by 8%".
const fewestInClause = 4

// mostSplit bounds the sentences that are split, in bytes: a longer one is no sentence, and trying each of its joints
// would take the square of its length.
const mostSplit = 1500

// clauses splits a sentence into its single assertions: "Scope 1 fell by 12%, while Scope 2 rose by 3%" is
// two. In doubt it stays whole: half a claim is worse than a double one.
func clauses(text string) []clause {
	tries := mostTries
	return split(text, &tries)
}

// mostTries bounds the joints of a sentence that are tried: a page may consist of them.
const mostTries = 16

func split(text string, tries *int) []clause {
	whole := []clause{{text, 0, len(text)}}
	if len(text) > mostSplit {
		return whole
	}
	for _, j := range joints {
		for from := 0; ; {
			i := strings.Index(text[from:], j)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(j)
			if *tries--; *tries < 0 {
				return whole
			}
			left, right := part(text, 0, at), part(text, from, len(text))
			if left.verb < 0 || right.verb < 0 || !left.asserts() || !right.asserts() || left.words[0].low == "between" {
				continue
			}
			if right.verb == 0 && !goesOn[j] || j == " and " && right.verb > 6 {
				continue
			}
			first := clause{text[:at] + left.missing(right), 0, at}
			out := []clause{first}
			for _, c := range split(text[from:], tries) {
				out = append(out, clause{left.lent(right) + c.text, c.start + from, c.end + from})
			}
			return out
		}
	}
	return whole
}

// assertion is one side of a joint.
type assertion struct {
	text  string
	words []word
	verb  int // the word that says what happened, -1 if there is none
	read  *reading
}

func part(text string, from, to int) assertion {
	a := assertion{text: text[from:to], verb: -1}
	a.words = wordsOf(a.text)
	for i, w := range a.words {
		if results[w.low] && (i == 0 || !articles[a.words[i-1].low]) {
			a.verb = i
			break
		}
	}
	if a.verb >= 0 {
		a.read = read(a.text, 0, nil)
	}
	return a
}

// results are the verbs of measured results. Behind an article, they are none: "a reduced share".
var results = lexicon.Set("claims.results")

var articles = wordSet(`a an the of by to its our their this`)

// asserts reports whether a part of a sentence is an assertion by itself.
func (a assertion) asserts() bool {
	return len(a.words) >= fewestInClause && len(a.read.measured) > 0 && (a.read.metric() || a.verb == 0)
}

// mostLent bounds the subject that a second assertion borrows.
const mostLent = 8

// lent is what the second assertion takes from the first: the subject, if it begins with its verb, and the period, if it
// has none of its own.
func (a assertion) lent(second assertion) string {
	opening := a.opening()
	if second.verb == 0 && a.verb > 0 {
		subject := a.text[:a.words[a.verb-1].end]
		if a.verb <= mostLent+len(wordsOf(opening)) {
			if len(second.read.years) > 0 {
				subject = strings.TrimPrefix(subject, opening)
			}
			return strings.TrimLeft(subject, " ,") + " "
		}
	}
	if opening != "" && len(second.read.years) == 0 && !second.read.has[cueLately] {
		return opening
	}
	return ""
}

// opening is a period with which a sentence begins: "In 2023, ", "Since fiscal 2019 ".
func (a assertion) opening() string {
	for i, w := range a.words {
		if i > 4 || i >= a.verb && a.verb >= 0 {
			return ""
		}
		if i == 0 && !slices.Contains([]string{"in", "during", "since", "by", "until", "as", "from"}, w.low) {
			return ""
		}
		if isYear(w.low) || strings.HasPrefix(w.low, "fy2") {
			end := w.end
			for end < len(a.text) && (a.text[end] == ',' || a.text[end] == ' ') {
				end++
			}
			return a.text[:end]
		}
	}
	return ""
}

// missing is the period that the first assertion takes from the end of the last: "Scope 1 fell by 12% and Scope 2 by 8%
// in 2023" says both of 2023.
func (a assertion) missing(last assertion) string {
	if len(a.read.years) > 0 || len(last.read.years) != 1 || a.read.has[cueLately] {
		return ""
	}
	n := len(last.words)
	if n < 2 || last.words[n-1].low != last.read.years[0] {
		return ""
	}
	for back := 2; back <= 4 && n-back >= 0; back++ {
		switch last.words[n-back].low {
		case "in", "during":
			return " " + strings.TrimRight(last.text[last.words[n-back].start:], " .")
		case "fiscal", "year", "the":
		default:
			return ""
		}
	}
	return ""
}

// unfinished are words with which no sentence ends: one that ends so without a full stop goes on where the next block begins, even if that is with a
// capital or a figure.
var unfinished = wordSet(`a an the of by to in on at for from with and or as its our their`)

// goesOn reports whether sentence i of the page is the first part of one that the next goes on with.
func (p *pageReader) goesOn(i int) bool {
	if i < p.first || i+1 >= len(p.sentences) {
		return false
	}
	s, next := p.sentences[i], p.sentences[i+1]
	if s.Role != document.RoleBody || s.Ended || next.Role != document.RoleBody || next.Item || next.Cell != s.Cell {
		return false
	}
	words := wordsOf(s.Text)
	n := len(words)
	return n >= fewestWords && words[n-1].end == len(s.Text) && unfinished[words[n-1].low]
}

// rests reports whether sentence i is the rest of the one before it.
func (p *pageReader) rests(i int) bool { return i > 0 && p.goesOn(i-1) }

// whole is the text of sentence i with what follows of it elsewhere: in the next block, or on the next page.
func (p *pageReader) whole(i int) string {
	text := p.sentences[i].Text
	for ; p.goesOn(i); i++ {
		text += " " + p.sentences[i+1].Text
	}
	if i == p.last {
		text += " " + p.continued
	}
	return text
}

// A list whose lead-in breaks off - "By 2030, we will:" - is one sentence for each of its items: the lead-in holds the
// subject, the promise and often the year.

// mostLeadIn bounds a lead-in, in words: a longer one says something by itself.
const mostLeadIn = 20

// breaksOff are the words with which a sentence cannot end.
var breaksOff = wordSet(`will to by have has must we are shall and`)

// leadIn is the beginning that sentence s lends to the items below it, empty if it lends none.
func leadIn(s document.Sentence) string {
	text, ok := strings.CutSuffix(s.Text, ":")
	if !ok || s.Role != document.RoleBody {
		return ""
	}
	words := wordsOf(text)
	if n := len(words); n == 0 || n > mostLeadIn || !breaksOff[words[n-1].low] || words[n-1].end != len(text) {
		return ""
	}
	return text
}

// led is an item behind its lead-in: "By 2030, we will" and "Reduce ..." make one sentence.
func led(leadIn, item string) string {
	first, n := utf8.DecodeRuneInString(item)
	if second, _ := utf8.DecodeRuneInString(item[n:]); unicode.IsLower(second) {
		item = string(unicode.ToLower(first)) + item[n:]
	}
	return leadIn + " " + item
}
