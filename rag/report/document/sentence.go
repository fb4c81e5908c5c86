package document

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Sentence is a stretch of a page's text that reads as one: a sentence of prose, an item of a list, a
// heading, or a row of a table. Start and End are code points of the page's text, so that
// text[Start:End] is the exact quotation; Text is the same with white space folded. The sentences of a list
// item have the role of body text, since they say as much.
type Sentence struct {
	Start, End int
	Text       string
	Role       Role
	Block      int
	Ended      bool // it has a full stop, or another mark that ends a sentence
	Aside      int  // Line.Aside
	Item       bool // it starts an item of a list; the mark is not part of it

	// Within are the head of the column and the label of the row of a text that stands in a cell of a table; Cell counts such cells on the page, from 1, and
	// is 0 for other sentences.
	Within []string
	Cell   int
}

// Locate turns bytes of a sentence's folded text into code points of its page, whose text this is.
func Locate(page []rune, s *Sentence, from, to int) (start, end int) {
	at, folded := s.Start, 0
	space := false
	start, end = -1, s.End
	for ; at < s.End; at++ {
		r := page[at]
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space && folded > 0 {
			folded++
		}
		space = false
		if start < 0 && folded >= from {
			start = at
		}
		if folded >= to {
			break
		}
		folded += utf8.RuneLen(r)
		end = at + 1
	}
	return max(start, s.Start), end
}

// parted are the sentences of a page that nobody changes any more: a dozen readers of a report ask for them.
type parted struct {
	once      sync.Once
	sentences []Sentence
}

// Sentences reads the page's blocks in order, furniture left out. Together they hold every other word
// of the page once. They are not to be changed: others may be reading them.
func (p *Page) Sentences() []Sentence {
	if p.parted == nil {
		return p.sentences()
	}
	p.parted.once.Do(func() { p.parted.sentences = slices.Clip(p.sentences()) })
	return p.parted.sentences
}

func (p *Page) sentences() []Sentence {
	text := []rune(p.Text)
	var out []Sentence
	blocks, cells := p.Blocks(), p.cellTexts()
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		switch b.Role {
		case RoleFurniture:
		case RoleRow:
			for _, l := range b.TextLines(text) {
				out = appendRow(out, text, l[0], l[1], b, cells)
			}
		case RoleHeading:
			out = appendSentence(out, text, b.Start, b.End, b)
		default:
			// A paragraph that a column or a picture interrupts goes on in the next block.
			item := b.Role == RoleItem
			if item {
				b.Role = RoleBody
			}
			for i+1 < len(blocks) && blocks[i+1].Role == b.Role && goesOn(text, b.End, blocks[i+1].Start) {
				i++
				b.End = blocks[i].End
			}
			at := len(out)
			out = splitBlock(out, text, b)
			if item && at < len(out) {
				out[at].Item = true
			}
		}
	}
	return out
}

// appendRow takes a row of a table: what runs on in its cells by sentences, the rest as it stands.
func appendRow(out []Sentence, text []rune, start, end int, b Block, cells []cellText) []Sentence {
	for n := range cells {
		c := &cells[n]
		if c.start < start || c.end > end {
			continue
		}
		out = appendSentence(out, text, start, c.start, b)
		from := len(out)
		out = splitBlock(out, text, Block{Number: b.Number, Role: RoleBody, Start: c.start, End: c.end, Aside: b.Aside})
		for k := from; k < len(out); k++ {
			out[k].Within, out[k].Cell = c.within, n+1
		}
		start = c.end
	}
	return appendSentence(out, text, start, end, b)
}

// goesOn reports whether text that ends before end is continued by what begins at next.
func goesOn(text []rune, end, next int) bool {
	for end > 0 && unicode.IsSpace(text[end-1]) {
		end--
	}
	if end == 0 || next >= len(text) {
		return false
	}
	last := text[end-1]
	if unicode.IsDigit(last) {
		return scaleBehind.MatchString(string(text[next:min(len(text), next+20)]))
	}
	if unicode.IsDigit(text[next]) {
		return unicode.IsLower(last) && leadsToFigure(text[:end]) && figureInText.MatchString(string(text[next:min(len(text), next+40)]))
	}
	return (unicode.IsLetter(last) || last == ',' || last == '-') && unicode.IsLower(text[next]) &&
		!(next+1 < len(text) && strings.ContainsRune(" .)", text[next+1]) && text[next] != 'a') // "o " and "b)" start items
}

// scaleBehind is a scale that belongs to the figure before it: "million".
var scaleBehind = pattern.Compile(`^(?:thousand|million|billion|trillion|percent|per\s+cent|percentage\s+points?|juta|miliar|Millionen|Milliarden|Prozent)\b`)

// figureInText is a figure that running text goes on with: "41 in 2024".
var figureInText = pattern.Compile(`^\d[\d.,]*(?:\s?%)?\s+\p{Ll}\p{Ll}`)

var leadsOn = lexicon.Set("facts.leads on to a figure")

// leadsToFigure reports whether a text ends in a word that no paragraph ends with, and that a figure may follow: "from".
func leadsToFigure(text []rune) bool {
	from := len(text)
	for from > 0 && unicode.IsLetter(text[from-1]) {
		from--
	}
	return from > 0 && unicode.IsSpace(text[from-1]) && leadsOn[string(text[from:])]
}

func splitBlock(out []Sentence, text []rune, b Block) []Sentence {
	start := b.Start
	for i := b.Start; i < b.End; i++ {
		if text[i] == '•' && i > start {
			out = appendSentence(out, text, start, i, b)
			start = i
			continue
		}
		if !ends(text[:b.End], b.Start, i) {
			continue
		}
		end := i + 1
		for end < b.End && closes(text[end]) {
			end++
		}
		out = appendSentence(out, text, start, end, b)
		start, i = end, end-1
	}
	return appendSentence(out, text, start, b.End, b)
}

// appendSentence trims white space and the mark of a list item and leaves out what is empty.
func appendSentence(out []Sentence, text []rune, start, end int, b Block) []Sentence {
	trim := func() {
		for start < end && unicode.IsSpace(text[start]) {
			start++
		}
		for end > start && unicode.IsSpace(text[end-1]) {
			end--
		}
	}
	trim()
	item := false
	for start < end && strings.ContainsRune("•→✓‣", text[start]) ||
		start+1 < end && strings.ContainsRune("-–—*>", text[start]) && text[start+1] == ' ' {
		item = true
		start++
		trim()
	}
	if start >= end {
		return out
	}
	last := end - 1
	for last > start && closes(text[last]) {
		last--
	}
	return append(out, Sentence{
		Start: start, End: end, Role: b.Role, Block: b.Number, Aside: b.Aside, Item: item,
		Text:  strings.Join(strings.Fields(string(text[start:end])), " "),
		Ended: strings.ContainsRune(".!?", text[last]),
	})
}

// closes reports whether r may follow the mark that ends a sentence: quotes, brackets and the numbers
// of footnotes.
func closes(r rune) bool { return strings.ContainsRune("\"'”’»)]⁰¹²³⁴⁵⁶⁷⁸⁹", r) }

// ends reports whether the mark at i ends a sentence of the block that begins at begin.
func ends(text []rune, begin, i int) bool {
	if mark := text[i]; mark != '.' && mark != '!' && mark != '?' {
		return false
	}
	next := i + 1
	for next < len(text) && closes(text[next]) {
		next++
	}
	if next == len(text) {
		return true
	}
	if !unicode.IsSpace(text[next]) {
		return false
	}
	for next < len(text) && unicode.IsSpace(text[next]) {
		next++
	}
	if next == len(text) {
		return true
	}
	if unicode.IsLower(text[next]) && !nameBegins(text, next) || strings.ContainsRune(",;:)]–", text[next]) {
		return false
	}
	return text[i] != '.' || !abbreviates(text, begin, i, next)
}

// nameBegins reports whether a name stands here that begins small: mBank, eBay. Within a sentence such a name follows no
// full stop but that of a short form.
func nameBegins(text []rune, at int) bool {
	return at+3 < len(text) && unicode.IsLower(text[at]) && unicode.IsUpper(text[at+1]) && unicode.IsLower(text[at+2]) &&
		unicode.IsLower(text[at+3]) // kWh is none
}

// abbreviations never end a sentence; titles and units before a name or number.
var abbreviations = lexicon.Set("document.abbreviations")

// suffixes end a sentence only before a word that begins one.
var suffixes = lexicon.Set("document.suffixes")

// starters are words with which sentences begin and names do not.
var starters = lexicon.Set("document.starters")

// abbreviates reports whether the full stop at i belongs to a short form; next is where the text goes on.
func abbreviates(text []rune, begin, i, next int) bool {
	from := i
	for from > begin && !unicode.IsSpace(text[from-1]) && !strings.ContainsRune("(\"“/", text[from-1]) {
		from--
	}
	word := strings.ToLower(string(text[from:i]))
	if word == "" {
		return false
	}
	follows := next
	for follows < len(text) && !unicode.IsSpace(text[follows]) {
		follows++
	}
	starts := starters[strings.ToLower(strings.TrimRight(string(text[next:follows]), ",.;:"))]
	switch {
	case word == "no" || word == "nos" || word == "nr":
		return unicode.IsDigit(text[next])
	case abbreviations[word]:
		return true
	case suffixes[word]:
		return !starts
	}
	letters := text[from:i]
	if len(letters) == 1 && unicode.IsUpper(letters[0]) { // an initial
		return !starts
	}
	if from != begin {
		return false
	}
	// "1." or "a)" in front of an item is its number.
	return len(letters) <= 3 && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
}

// Body is the page's text without its furniture.
func (p *Page) Body() string {
	text := []rune(p.Text)
	var b strings.Builder
	for _, l := range p.Lines {
		if l.Role != RoleFurniture {
			b.WriteString(string(text[l.Start:l.End]))
			b.WriteByte('\n')
		}
	}
	return b.String()
}
