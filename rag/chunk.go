package rag

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Sizes are in characters. Four of them are taken for a token, as in package embed.
const (
	charsPerToken   = 4
	targetPassage   = 600 * charsPerToken // from which a passage takes no further paragraph
	leastPassage    = 200 * charsPerToken // below which it takes in a section that is under its own
	longestPassage  = 800 * charsPerToken
	repeatedPassage = 100 * charsPerToken // what a passage may repeat of the one before, in whole sentences
)

// Chunk cuts pages from..to of a document, counted from 1, into passages. The passages of a page depend
// on the document alone, not on the range asked for. Pages that are not analysed have none.
//
// A passage stands on one page, in one section, and is exactly what the page has from Start to End: agents quote from
// it, and a quotation has one page. Within its section it ends with a sentence, at the end of a paragraph where it can,
// and repeats the last sentences of the one before. A table is a passage of its own, or several of whole rows, each
// with the column headers in its Heading. Titles alone are none: they stand with the text or the table below them, or, where
// their page has none, only in the paths of what follows.
func Chunk(reportID string, d *document.Document, from, to int) []Passage {
	var out []Passage
	var where sections
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.Number > to {
			break
		}
		if p.Number < from || p.NotAnalysed != "" {
			where.skip(p)
			continue
		}
		c := chunker{reportID: reportID, page: p, runes: []rune(p.Text), where: &where, tables: tablesOf(p)}
		c.run()
		out = append(out, c.out...)
	}
	return out
}

// chunker cuts one page.
type chunker struct {
	reportID string
	page     *document.Page
	runes    []rune
	where    *sections
	tables   tables
	blocks   map[int]document.Block // its headings, by number

	filling  []document.Sentence // of the passage that is being filled
	repeated int                 // how many of them the passage before has, too
	path     string              // of its section
	depth    int
	out      []Passage
}

func (c *chunker) run() {
	c.where.turn(c.page.Number)
	c.blocks = map[int]document.Block{}
	for _, b := range c.page.Blocks() {
		if b.Role == document.RoleHeading {
			c.blocks[b.Number] = b
		}
	}
	all := c.page.Sentences()
	for i := 0; i < len(all); {
		s := all[i]
		switch t := c.tables.at(s.Start, s.End); {
		case s.Role == document.RoleHeading && t < 0:
			c.heading(s)
			i++
		case t >= 0:
			rows := 1
			for i+rows < len(all) && c.tables.at(all[i+rows].Start, all[i+rows].End) == t {
				rows++
			}
			c.table(t, all[i:i+rows])
			i += rows
		default:
			n := 1
			for i+n < len(all) && all[i+n].Block == s.Block && all[i+n].Role != document.RoleHeading && c.tables.at(all[i+n].Start, all[i+n].End) < 0 {
				n++
			}
			c.paragraph(all[i : i+n])
			i += n
		}
	}
	c.close()
}

// heading begins a section. A short passage goes on with a section under its own: a title and one sentence say
// little by themselves. Titles wait for the text below them, whatever section it is in.
func (c *chunker) heading(s document.Sentence) {
	level := c.where.enter(c.runes, c.blocks[s.Block], c.page.Number)
	switch {
	case c.titles() && c.to(s) <= longestPassage:
		c.filling, c.repeated = c.filling[c.repeated:], 0
		c.path, c.depth = c.where.path(), level
	case len(c.filling) > 0 && level > c.depth && c.length() < leastPassage:
	default:
		c.close()
		c.path, c.depth = c.where.path(), level
	}
	c.filling = append(c.filling, s) // its own words are found with what follows
}

// titles reports whether all that a passage would have to itself are titles.
func (c *chunker) titles() bool {
	own := c.filling[c.repeated:]
	return len(own) > 0 && !slices.ContainsFunc(own, func(s document.Sentence) bool { return !c.title(s) })
}

// bare reports whether these are a few only. Many titles are a list, which is text.
func (c *chunker) bare() bool { return c.titles() && span(c.filling[c.repeated:]) <= repeatedPassage }

// title reports whether a heading is no more than that: what ends like a sentence, or is too long to stand in a path,
// says something itself.
func (c *chunker) title(s document.Sentence) bool {
	return s.Role == document.RoleHeading && s.End-s.Start <= longestTitle && !strings.ContainsRune(".!?", c.runes[s.End-1])
}

func (c *chunker) paragraph(sentences []document.Sentence) {
	if len(c.filling) == 0 {
		c.path, c.depth = c.where.path(), c.where.depth()
	}
	if n := c.length(); n >= leastPassage && n+span(sentences) > targetPassage {
		c.full()
	}
	for _, s := range sentences {
		if s.End-s.Start > longestPassage { // no sentence is that long
			if c.bare() {
				s.Start, c.filling, c.repeated = c.filling[c.repeated].Start, nil, 0
			}
			c.close()
			for _, part := range c.cut(s) {
				c.filling = []document.Sentence{part}
				c.close()
			}
			continue
		}
		for c.bare() && c.to(s) > longestPassage { // it has no room for all its titles
			c.filling, c.repeated = c.filling[c.repeated+1:], 0
		}
		if len(c.filling) > c.repeated && c.to(s) > longestPassage {
			c.full()
		}
		if c.to(s) > longestPassage { // what is repeated has no room beside it
			c.filling, c.repeated = nil, 0
		}
		c.filling = append(c.filling, s)
	}
}

// length is that of what is being filled.
func (c *chunker) length() int {
	if len(c.filling) == 0 {
		return 0
	}
	return span(c.filling)
}

// to is how long it would be with one more sentence.
func (c *chunker) to(s document.Sentence) int {
	if len(c.filling) == 0 {
		return s.End - s.Start
	}
	return s.End - c.filling[0].Start
}

func span(sentences []document.Sentence) int {
	return sentences[len(sentences)-1].End - sentences[0].Start
}

// full ends a passage within its section: the next one repeats its last sentences.
func (c *chunker) full() {
	last, path, depth := c.filling, c.path, c.depth
	c.close()
	from := len(last)
	for from > 0 && last[from-1].Role != document.RoleHeading && last[len(last)-1].End-last[from-1].Start <= repeatedPassage {
		from--
	}
	c.filling, c.repeated, c.path, c.depth = append([]document.Sentence{}, last[from:]...), len(last)-from, path, depth
}

// close ends a passage at the end of its section, or for a table.
func (c *chunker) close() {
	if len(c.filling) > c.repeated && !c.bare() {
		c.emit(c.filling[0].Start, c.filling[len(c.filling)-1].End, c.path)
	}
	c.filling, c.repeated = nil, 0
}

func (c *chunker) emit(start, end int, heading string) {
	p := Passage{ReportID: c.reportID, Page: c.page.Number, Start: start, End: end, Heading: heading, Text: fold(string(c.runes[start:end]))}
	_, lead, _ := strings.Cut(heading, "\n")
	if !strings.ContainsFunc(p.Text+strings.TrimPrefix(lead, strings.TrimSpace(tableMark)), unicode.IsLetter) {
		return // the numbers of a chart, without a caption or a header: nothing that a question could find
	}
	p.ID = passageID(p)
	c.out = append(c.out, p)
}

// cut parts at white space what is longer than any sentence.
func (c *chunker) cut(s document.Sentence) []document.Sentence {
	var out []document.Sentence
	for start := s.Start; start < s.End; {
		end := min(s.End, start+longestPassage)
		for at := end; end < s.End && at > start+leastPassage; at-- {
			if unicode.IsSpace(c.runes[at]) {
				end = at
				break
			}
		}
		part := s
		part.Start, part.End = start, end
		out = append(out, part)
		start = end
	}
	return out
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
