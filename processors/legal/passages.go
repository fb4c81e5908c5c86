package legal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// passage is a sentence, a heading or a table row of a page, with what lends it its topic.
type passage struct {
	page  int
	text  string // a slice of the page's text
	role  role
	above []int // passages over it: headings, outermost first, then the caption and the head of its table, or what introduces its list
	under int   // the innermost heading's passage, -1 for none: sentences under one heading speak of one thing
	units string
}

type role uint8

const (
	sentence role = iota
	row           // of a table
	heading       // names a topic, discloses nothing
	around        // belongs to the neighbourhood only
)

var (
	figure       = pattern.Compile(`\d,\d{3}|\d\.\d`)
	indexEntry   = pattern.Compile(`\b(?:GRI\s)?(?:[23]|[2-4]\d\d)-\d{1,2}\b`)
	engagement   = pattern.Compile(`(?i)\b(?:(?:limited|reasonable)\s+assurance|auditor.?s\s+responsibilit(?:y|ies))\b`)
	practitioner = pattern.Compile(`(?i)\b(?:we\s+(?:have\s+)?(?:performed|conducted|planned)|` +
		`our\s+(?:responsibility|responsibilities|conclusion|engagement|audit\s+opinions?))\b`)
	disclaimer = pattern.Compile(`(?i)\bforward[\s-]+looking\s+statements?\b`)
)

// isIndex says whether a page lists where disclosures are rather than making them: a table of figures with
// references to them is none.
func isIndex(p *document.Page) bool {
	entries := len(indexEntry.FindAllStringIndex(p.Text, -1))
	return entries >= 10 && 2*len(figure.FindAllStringIndex(p.Text, -1)) < entries
}

// speaks says whether a page's words are the company's own disclosures. An index only names disclosures and
// an assurance report is its practitioner's: neither covers anything.
func speaks(p *document.Page) bool {
	return !isIndex(p) && (!engagement.MatchString(p.Text) || !practitioner.MatchString(p.Text))
}

// reach is how many pages a heading goes on for when no other replaces it: display lines that are no
// headings of a chapter would otherwise lend their topic to the rest of the report.
const reach = 3

// outline keeps the headings in force while a report is cut into passages.
type outline struct {
	passages []passage
	tables   []table
	open     []openHeading
	outside  []openHeading // what was open before a box beside the page's own text began
	aside    int           // that box
}

// enter begins a box, or the page's own text again: what heads a box heads nothing behind it.
func (o *outline) enter(aside int) {
	if aside == o.aside {
		return
	}
	if o.aside > 0 {
		o.open = o.outside
	}
	o.outside, o.aside = slices.Clone(o.open), aside
}

type openHeading struct{ at, level, page int }

// wordless says that a text has no word, however short.
func wordless(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters < 2
}

// cut makes passages of pages in reading order. Running heads and page numbers are left out.
func cut(pages []*document.Page) outline {
	o := outline{}
	for _, p := range pages {
		o.page(p)
	}
	return o
}

func (o *outline) page(p *document.Page) {
	bytes, runes := offsets(p.Text), []rune(p.Text)
	first := len(o.passages)
	var starts []int // of passages, in code points, so that cells find their rows
	add := func(start int, text string, r role, more ...int) int {
		s := passage{page: p.Number, text: text, role: r, under: -1}
		for _, h := range o.open {
			if p.Number-h.page < reach {
				s.above, s.under = append(s.above, h.at), h.at
			}
		}
		for _, m := range more {
			if m >= 0 {
				s.above = append(s.above, m)
			}
		}
		o.passages, starts = append(o.passages, s), append(starts, start)
		return len(o.passages) - 1
	}
	caption, intro := -1, -1
	o.enter(0)
	silent := false // under a heading of boilerplate
	for _, b := range p.Blocks() {
		if b.Start < 0 || b.End >= len(bytes) || b.Start > b.End {
			continue // a block outside of its page's text says nothing
		}
		o.enter(b.Aside)
		text := p.Text[bytes[b.Start]:bytes[b.End]]
		if b.Role != document.RoleRow && wordless(text) {
			continue // a lone letter or full stop, of a drawing or of text that is hidden but for it, heads and says nothing
		}
		if b.Role == document.RoleHeading {
			silent = disclaimer.MatchString(text)
			caption, intro = -1, -1
			o.heading(add, b, p.Number, text)
			continue
		}
		if silent {
			continue // expects and intends everything, of nothing in particular
		}
		switch b.Role {
		case document.RoleFurniture:
		case document.RoleCaption:
			caption = add(b.Start, text, sentence)
		case document.RoleRow:
			var lines []textAt
			for _, l := range b.TextLines(runes) {
				if l[0] >= 0 && l[0] <= l[1] && l[1] < len(bytes) {
					lines = append(lines, textAt{l[0], p.Text[bytes[l[0]]:bytes[l[1]]]})
				}
			}
			addRows(add, lines, caption)
		default:
			for i, s := range document.SentencesOf(text) {
				if names(s) {
					add(b.Start+i, s, heading)
					continue
				}
				item := intro
				if b.Role != document.RoleItem && !strings.HasPrefix(s, "•") {
					item = -1
				}
				at := add(b.Start+i, s, sentence, item)
				if b.Role != document.RoleItem {
					if strings.HasSuffix(s, ":") {
						intro = at
					} else if item < 0 {
						intro = -1
					}
				}
			}
			caption = -1
		}
	}
	o.tablesOf(p, first, starts)
}

// textAt is a text with the code point at which it begins.
type textAt struct {
	start int
	text  string
}

// addRows adds the rows of a block under its caption. The first heads the columns, until another row does; one that has a title of its own begins
// another table.
func addRows(add func(int, string, role, ...int) int, lines []textAt, caption int) {
	head := -1
	for _, l := range lines {
		periods := headsPeriods(l.text)
		if periods && head >= 0 && captions(l.text) {
			caption = -1
		}
		if at := add(l.start, l.text, row, caption, head); head < 0 || periods {
			head = at
		}
	}
}

// heading closes the headings that a new one replaces and opens it.
func (o *outline) heading(add func(int, string, role, ...int) int, b document.Block, page int, text string) {
	level := 1
	if len(b.Lines) > 0 && b.Lines[0].Level > 0 {
		level = b.Lines[0].Level
	}
	for n := len(o.open); n > 0 && o.open[n-1].level >= level; n-- {
		o.open = o.open[:n-1]
	}
	at := add(b.Start, text, heading)
	o.open = append(o.open, openHeading{at, level, page})
}

// names says whether a piece of running text only strings headings together, as a page of contents or a menu does: many
// words, no punctuation, and capitals within.
func names(s string) bool {
	words := strings.Fields(s)
	if len(words) < 9 || strings.ContainsAny(s, ".,;:!?%•") {
		return false
	}
	capitals := 0
	for _, w := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals >= 3
}

// offsets maps code points of a text to bytes; its last element is the text's length.
func offsets(text string) []int {
	out := make([]int, 0, len(text)+1)
	for i := range text {
		out = append(out, i)
	}
	return append(out, len(text))
}

// alone is a claim with what stands around it, which lends it a topic and answers nothing.
func alone(page int, words, context string) []passage {
	return []passage{{page: page, text: words, role: sentence, under: -1}, {page: page, text: context, role: around, under: -1}}
}
