package coverage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/deploy/eval/reread"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// What the agent has to reach.
const (
	LeastSample  = 0.90 // of the sample's items
	LeastReports = 0.85 // of the items of public reports
	LeastPillars = 0.60 // macro F1
)

// Run compares the agent with a sheet. The report is read without recognising pictures, so that what is measured does not
// hang on the machine, and without a sector, as when nobody named one.
func Run(ctx context.Context, sheet Sheet, folder string) (Result, error) {
	doc, err := Parse(ctx, sheet, folder)
	if err != nil {
		return Result{}, err
	}
	registry, err := ifrs.Load()
	if err != nil {
		return Result{}, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	said, err := legal.Disclosures(ctx, doc, "")
	if err != nil {
		return Result{}, fmt.Errorf("comparing %s with the standards: %w", sheet.File, err)
	}
	r, err := Compare(registry, sheet, doc, said)
	again := reread.From(ctx)
	if err != nil || again == nil {
		return r, err
	}
	read, err := statement.ReadBundled(ctx, "", doc)
	if err != nil {
		return Result{}, fmt.Errorf("reading what %s says: %w", sheet.File, err)
	}
	if read, err = again.Revise(ctx, doc, read); err != nil {
		return Result{}, fmt.Errorf("asking about %s: %w", sheet.File, err)
	}
	if said, err = legal.DisclosuresOf(ctx, doc, "", read); err != nil {
		return Result{}, fmt.Errorf("comparing %s with the standards: %w", sheet.File, err)
	}
	by, err := Compare(registry, sheet, doc, said)
	r.ByModel = &by
	return r, err
}

// Parse reads the report of a sheet: of folder, unless it comes with its sheet. This program must be able to play the parser's child.
func Parse(ctx context.Context, sheet Sheet, folder string) (*document.Document, error) {
	pdf := sheet.pdf
	if pdf == nil {
		var err error
		if pdf, err = os.ReadFile(filepath.Join(folder, sheet.File)); err != nil {
			return nil, fmt.Errorf("reading a report: %w", err)
		}
	}
	if sum := sha256.Sum256(pdf); sheet.SHA256 != "" && hex.EncodeToString(sum[:]) != sheet.SHA256 {
		return nil, fmt.Errorf("%s is not the file of which the sheet speaks", sheet.File)
	}
	parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
	if err != nil {
		return nil, fmt.Errorf("preparing the parser: %w", err)
	}
	doc, err := parser.Parse(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", sheet.File, err)
	}
	return doc, nil
}
