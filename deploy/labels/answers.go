package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// candidate is a passage that may answer a part of a requirement, as it is labelled and learned from.
type candidate struct {
	File     string     `json:"file"`
	Page     int        `json:"page"`
	Start    int        `json:"start"`
	End      int        `json:"end"`
	Part     string     `json:"part"`
	Rank     int        `json:"rank"`
	Cue      answer.Cue `json:"cue"`
	Text     string     `json:"text"`
	Headings []string   `json:"headings"`
	Before   string     `json:"before"`
	Row      bool       `json:"row"`
	Features []float32  `json:"features"`

	Verdict answer.Verdict `json:"verdict,omitempty"` // of a pair that was made up
}

// drawAnswers writes, for each report, the passages that may answer each question, with their features; of a file of made-up sentences
// (.txt) its pairs.
func drawAnswers(ctx context.Context, out string, files []string) error {
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return fmt.Errorf("preparing the parser: %w", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".txt") {
			if err := drawWritten(ctx, file, filepath.Join(out, "written-"+strings.TrimSuffix(filepath.Base(file), ".txt")+".jsonl")); err != nil {
				return err
			}
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("reading a report: %w", err)
		}
		doc, err := parser.Parse(ctx, data)
		if err != nil {
			return fmt.Errorf("parsing %s: %w", file, err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".pdf") + ".jsonl"
		if err := writeAnswers(ctx, filepath.Join(out, name), doc); err != nil {
			return fmt.Errorf("drawing of %s: %w", file, err)
		}
	}
	return nil
}

func writeAnswers(ctx context.Context, to string, doc *document.Document) error {
	said, err := statement.ReadBundled(ctx, "", doc)
	if err != nil {
		return fmt.Errorf("reading its sentences: %w", err)
	}
	shelf, asked, err := legal.Ask(ctx, doc, said)
	if err != nil {
		return fmt.Errorf("asking it: %w", err)
	}
	var out []candidate
	for _, a := range asked {
		features := shelf.Features(a.Part, a.Candidates)
		for i, c := range a.Candidates {
			p := &shelf.Passages[c.At]
			start, end := p.Place(doc.Pages[p.Page-1].Text)
			out = append(out, candidate{
				File: doc.SHA256, Page: p.Page, Start: start, End: end, Part: a.Part.ID, Rank: i, Cue: c.Cue, Text: p.Text, Headings: p.Headings,
				Before: p.Before, Row: p.Row, Features: features[i],
			})
		}
	}
	return writeCandidates(to, out)
}

// writeCandidates writes candidates, a line each.
func writeCandidates(to string, all []candidate) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, c := range all {
		if err := enc.Encode(c); err != nil {
			return fmt.Errorf("writing candidates: %w", err)
		}
	}
	if err := os.WriteFile(to, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing candidates: %w", err)
	}
	return nil
}
