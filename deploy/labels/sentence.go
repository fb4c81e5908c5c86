package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
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
	for _, f := range statement.Figures(text) {
		out = append(out, Figure{f.Start, text[f.Start:f.End]})
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

// sentencesOf lists what a report says in sentences, page by page.
func sentencesOf(d *document.Document) [][]Sentence {
	out := make([][]Sentence, len(d.Pages))
	for i, page := range statement.Of(d) {
		for _, s := range page {
			out[i] = append(out[i], Sentence{
				Place: Place{d.SHA256, s.Page, s.Start, s.End}, Role: string(s.Role), Item: s.Item, Headings: s.Headings, Before: s.Before, Text: s.Text,
			})
		}
	}
	return out
}

// words counts the words of a text.
func words(s string) int { return len(strings.Fields(s)) }
