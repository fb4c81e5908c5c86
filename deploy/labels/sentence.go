package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Place is where a sentence stands: code points of a page's text.
type Place struct {
	File  string `json:"file"` // SHA-256 of the report
	Page  int    `json:"page"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Sentence is a sentence with what surrounds it.
type Sentence struct {
	Place
	Role     string   `json:"role"`
	Item     bool     `json:"item,omitempty"`
	Headings []string `json:"headings"` // from the outermost to the nearest
	Before   string   `json:"before"`   // the sentence before
	Text     string   `json:"text"`
	Figures  []Figure `json:"figures,omitempty"` // where they are asked for
}

// Figure is a figure of a sentence, as package quantity reads it.
type Figure struct {
	At   int    `json:"at"` // bytes of the sentence's text
	Text string `json:"text"`
}

// figuresOf lists the figures of a text but years that stand alone.
func figuresOf(text string) []Figure {
	var out []Figure
	for _, q := range quantity.Find(text, quantity.Detect(text, quantity.Point)) {
		if !q.Year {
			out = append(out, Figure{q.Start, q.Text})
		}
	}
	return out
}

// read parses a report.
func read(ctx context.Context, path string) (*document.Document, error) {
	pdf, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return nil, err
	}
	d, err := parser.Parse(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", path, err)
	}
	d.SHA256 = artefact.Hash(pdf)
	return d, nil
}

// sentencesOf lists what a report says in sentences, page by page. Rows of tables are none; headings are context.
func sentencesOf(d *document.Document) [][]Sentence {
	out := make([][]Sentence, len(d.Pages))
	var path []heading
	before := ""
	for i := range d.Pages {
		p := &d.Pages[i]
		levels := headingLevels(p)
		for _, s := range p.Sentences() {
			switch s.Role {
			case document.RoleRow:
				continue
			case document.RoleHeading:
				path = under(path, heading{levels[s.Start], s.Text})
				before = ""
				continue
			default:
			}
			out[i] = append(out[i], Sentence{
				Place: Place{d.SHA256, p.Number, s.Start, s.End}, Role: string(s.Role), Item: s.Item,
				Headings: texts(path), Before: before, Text: s.Text,
			})
			before = s.Text
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

// words counts the words of a text.
func words(s string) int { return len(strings.Fields(s)) }
