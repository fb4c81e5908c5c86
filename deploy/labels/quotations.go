package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	evaluated "github.com/sibyl-project/sibyl/deploy/eval/answers"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// quotation is what a report is cited for, as somebody rules whether it says that. The place is that of the passage, as in labels of pairs.
type quotation struct {
	File        string         `json:"file"`
	Page        int            `json:"page"`
	Start       int            `json:"start"`
	End         int            `json:"end"`
	Part        string         `json:"part"`
	Requirement string         `json:"requirement"`
	Sure        float64        `json:"sure"`
	Judge       string         `json:"judge"`
	Headings    []string       `json:"headings"`
	Before      string         `json:"before"`
	Quote       string         `json:"quote"`
	Verdict     answer.Verdict `json:"verdict"` // the ruling, to be written by who reads the page
}

// drawQuotations writes some of the quotations of reports, drawn by seed from all of them; all of them where n is 0. Reports that the judge
// in the binary was trained on are judged by nets that have not seen them.
func drawQuotations(ctx context.Context, seed uint64, n int, out string, files []string) error {
	judges, err := evaluated.Judges()
	if err != nil {
		return fmt.Errorf("reading the nets of the folds: %w", err)
	}
	bundled, err := answer.Bundled()
	if err != nil {
		return fmt.Errorf("reading the judge: %w", err)
	}
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return fmt.Errorf("preparing the parser: %w", err)
	}
	var all []quotation
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("reading a report: %w", err)
		}
		doc, err := parser.Parse(ctx, data)
		if err != nil {
			return fmt.Errorf("parsing %s: %w", file, err)
		}
		said, err := statement.ReadBundled(ctx, "", doc)
		if err != nil {
			return fmt.Errorf("reading the sentences of %s: %w", file, err)
		}
		judge := bundled
		if unseen := judges[doc.SHA256]; unseen != nil {
			judge = unseen
		}
		cited, err := legal.Quotations(ctx, doc, said, judge)
		if err != nil {
			return fmt.Errorf("comparing %s with the standards: %w", file, err)
		}
		for _, q := range cited {
			p := answer.Passage{Text: q.Passage}
			start, end := p.Place(doc.Pages[q.Page-1].Text)
			all = append(all, quotation{
				doc.SHA256, q.Page, start, end, q.Part, q.Requirement, q.Sure, judge.Name(), q.Headings, q.Before, q.Quote, "",
			})
		}
		fmt.Printf("%s: %d quotations\n", file, len(cited))
	}
	return writeQuotations(out, someOf(all, seed, n))
}

// someOf are n of some quotations in the order in which they stand, all where n is 0.
func someOf(all []quotation, seed uint64, n int) []quotation {
	if n == 0 || n >= len(all) {
		return all
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:n]
	slices.SortFunc(order, cmp.Compare[int])
	some := make([]quotation, n)
	for i, at := range order {
		some[i] = all[at]
	}
	return some
}

func writeQuotations(to string, all []quotation) (err error) {
	f, err := os.Create(to)
	if err != nil {
		return fmt.Errorf("writing quotations: %w", err)
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	enc := json.NewEncoder(f)
	for _, q := range all {
		if err := enc.Encode(q); err != nil {
			return fmt.Errorf("writing quotations: %w", err)
		}
	}
	return nil
}
