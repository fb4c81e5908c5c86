package statement

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Sentence is a sentence of a report with what surrounds it.
type Sentence struct {
	Page       int // counted from 1
	Start, End int // code points of the page's text
	Role       document.Role
	Item       bool     // it begins an item of a list
	Headings   []string // from the outermost to the nearest
	Before     string   // the sentence before, under the same heading; of an item of a list what leads to the list
	Text       string   // with white space folded, and with what stands on the next page of it
	Near       []string // the sentences next to it on its page, which tell what it is about: up to four before, then up to four behind
	Figures    []Figure
}

// Locate turns bytes of the sentence's text into code points of its page, whose text this is.
func (s *Sentence) Locate(page []rune, from, to int) (start, end int) {
	return document.Locate(page, &document.Sentence{Start: s.Start, End: s.End}, from, to)
}

// Figure is a figure of a sentence: bytes of its text.
type Figure struct{ Start, End int }

// Of lists the sentences of a document, a list for each page. Rows of tables are none; headings are what surrounds. Pages that
// are not analysed, as those in another language, have none.
func Of(d *document.Document) [][]Sentence {
	out := make([][]Sentence, len(d.Pages))
	var path, outside []heading // outside is the path of the page's own text, while a box beside it is read
	aside := 0
	before, lead, cell := "", "", 0
	style := Style(d)
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		levels, format := headingLevels(p), quantity.Detect(p.Text, style)
		sentences := p.Sentences()
		goesOn, rest := continued(d, i, sentences)
		if aside > 0 { // boxes end with their page
			path, aside = outside, 0
		}
		for k, s := range sentences {
			if s.Aside != aside {
				if aside > 0 {
					path = outside
				}
				outside, aside = path, s.Aside
				before, lead = "", ""
			}
			switch s.Role {
			case document.RoleRow:
				continue
			case document.RoleHeading:
				path = under(path, heading{levels[s.Start], s.Text})
				before, lead = "", ""
				continue
			default:
			}
			if s.Cell != cell {
				before, lead, cell = "", "", s.Cell
			}
			text := s.Text
			if k == goesOn {
				text += " " + rest
			}
			// Each item of a list goes on with what leads to it, not with the item before.
			if s.Item && lead != "" {
				before = lead
			} else if lead = ""; strings.HasSuffix(text, ":") {
				lead = text
			}
			out[i] = append(out[i], Sentence{
				Page: p.Number, Start: s.Start, End: s.End, Role: s.Role, Item: s.Item,
				Headings: append(texts(path), s.Within...), Before: before, Text: text, Figures: figures(s.Text, format),
			})
			before = text
		}
		surround(out[i])
	}
	return out
}

// mostNear is how many sentences on each side tell what a sentence's surroundings are about.
const mostNear = 4

// surround fills in what is near each of the sentences of a page.
func surround(page []Sentence) {
	all := make([]string, len(page))
	for k := range page {
		all[k] = page[k].Text
	}
	for k := range page {
		page[k].Near = slices.Concat(all[max(0, k-mostNear):k], all[k+1:min(len(all), k+1+mostNear)])
	}
}

// continued is the sentence of page i that goes on on the next page, -1 if none does, and what stands there of it.
func continued(d *document.Document, i int, sentences []document.Sentence) (at int, rest string) {
	if i+1 == len(d.Pages) || d.Pages[i+1].NotAnalysed != "" {
		return -1, ""
	}
	next := d.Pages[i+1].Sentences()
	last, first, runs := document.RunsOver(sentences, next)
	if !runs {
		return -1, ""
	}
	return last, next[first].Text
}

// Style is the number format of most tables of a document.
func Style(d *document.Document) quantity.Format {
	votes := [2]int{}
	for i := range d.Pages {
		for _, t := range d.Pages[i].Tables {
			if t.Format.Decimal == "," {
				votes[quantity.Comma]++
			} else if t.Format.Decimal == "." {
				votes[quantity.Point]++
			}
		}
	}
	if votes[quantity.Comma] > votes[quantity.Point] {
		return quantity.Comma
	}
	return quantity.Point
}

// Figures lists the figures of a text but years that stand alone.
func Figures(text string) []Figure { return figures(text, quantity.Detect(text, quantity.Point)) }

// figures lists the figures of a text that writes them so.
func figures(text string, f quantity.Format) []Figure {
	var out []Figure
	for _, q := range quantity.Find(text, f) {
		if !q.Year {
			out = append(out, Figure{q.Start, q.Start + len(q.Text)})
		}
	}
	return out
}

type heading struct {
	level int
	text  string
}

// under is the path that a heading opens: it ends all that are not above it.
func under(path []heading, h heading) []heading {
	keep := 0
	for keep < len(path) && path[keep].level < h.level {
		keep++
	}
	return append(path[:keep:keep], h)
}

func texts(path []heading) []string {
	out := make([]string, len(path))
	for i, h := range path {
		out[i] = h.text
	}
	return out
}

// headingLevels are the levels of a page's headings, by where they begin.
func headingLevels(p *document.Page) map[int]int {
	out := map[int]int{}
	for _, b := range p.Blocks() {
		if b.Role != document.RoleHeading {
			continue
		}
		for _, l := range b.Lines {
			out[l.Start] = l.Level
		}
	}
	return out
}

// within are the last two headings as one text of at most so many characters.
func (s *Sentence) within(characters int) string {
	return cut(strings.Join(s.Headings[max(0, len(s.Headings)-2):], " > "), characters)
}

func cut(s string, characters int) string {
	for i := range s {
		if characters--; characters < 0 {
			return s[:i]
		}
	}
	return s
}
