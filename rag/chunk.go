package rag

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/document"
)

const (
	fullPassage  = 900 // characters from which a passage takes no further block
	headingReach = 4   // pages back that a heading may stand
)

func itoa(n int) string { return strconv.Itoa(n) }

// Chunk cuts pages from..to of a document, counted from 1, into passages. The passages of a page depend
// on the document alone, not on the range asked for. Pages that are not analysed have none.
func Chunk(reportID string, d *document.Document, from, to int) []Passage {
	var out []Passage
	for _, p := range d.Range(from, to) {
		if p.NotAnalysed != "" {
			continue
		}
		c := chunker{reportID: reportID, page: &p, runes: []rune(p.Text), heading: headingBefore(d, p.Number)}
		for _, b := range p.Blocks() {
			c.take(b)
		}
		c.close()
		out = append(out, c.out...)
	}
	return out
}

type chunker struct {
	reportID string
	page     *document.Page
	runes    []rune
	heading  string

	start, end int // of the passage being filled; end 0: none
	out        []Passage
}

func (c *chunker) take(b document.Block) {
	switch b.Role {
	case document.RoleFurniture:
		c.close()
	case document.RoleHeading:
		c.close()
		c.heading = fold(string(c.runes[b.Start:b.End]))
		c.extend(b) // the heading's own words are found with what follows
	default:
		if c.end > 0 && c.end-c.start >= fullPassage {
			c.close()
		}
		c.extend(b)
	}
}

func (c *chunker) extend(b document.Block) {
	if c.end == 0 {
		c.start = b.Start
	}
	c.end = b.End
}

func (c *chunker) close() {
	if c.end == 0 {
		return
	}
	p := Passage{
		ReportID: c.reportID, Page: c.page.Number, Start: c.start, End: c.end,
		Heading: c.heading, Text: fold(string(c.runes[c.start:c.end])),
	}
	c.end = 0
	if !strings.ContainsFunc(p.Text, unicode.IsLetter) {
		return // the numbers of a chart: nothing that a question could find
	}
	p.ID = passageID(p)
	c.out = append(c.out, p)
}

// headingBefore is the last heading on the pages before n.
func headingBefore(d *document.Document, n int) string {
	for i := n - 1; i >= max(1, n-headingReach); i-- {
		p := &d.Pages[i-1]
		blocks := p.Blocks()
		for j := len(blocks) - 1; j >= 0; j-- {
			if blocks[j].Role == document.RoleHeading {
				return fold(string([]rune(p.Text)[blocks[j].Start:blocks[j].End]))
			}
		}
	}
	return ""
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
