package sets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/figures"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const failuresLeastReal = 0.9

// failedChecks says how many of the mistakes that checks find in public reports are mistakes.
var failedChecks = Set{
	Name:  "failed_checks",
	About: "what checks call a mistake in seventeen public reports, ruled by looking at the pages",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		list, err := figures.RuledReports()
		if err != nil {
			return Report{}, err
		}
		parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
		if err != nil {
			return Report{}, fmt.Errorf("preparing the parser: %w", err)
		}
		var sum figures.Result
		reports := 0
		for _, one := range list {
			doc, err := lookedAt(ctx, parser, root, one.File, one.SHA256)
			if err != nil {
				return Report{}, err
			}
			if doc == nil {
				continue
			}
			reports++
			said, err := statement.ReadBundled(ctx, "", doc)
			if err != nil {
				return Report{}, fmt.Errorf("reading %s: %w", one.File, err)
			}
			sheet, err := extract.ReadBundled(ctx, doc, extract.Options{Said: said})
			if err != nil {
				return Report{}, err
			}
			got := one.FailedChecks(checks.Run(sheet.Ruled(), checks.Options{Document: doc, Country: checks.Country(doc)}))
			sum.Right, sum.Wrong, sum.Total = sum.Right+got.Right, sum.Wrong+got.Wrong, sum.Total+got.Total
			sum.Misses, sum.Notes = append(sum.Misses, got.Misses...), append(sum.Notes, got.Notes...)
		}
		if reports == 0 {
			return Report{Skipped: "none of the reports that were ruled on is there"}, nil
		}
		r := numbers(sum)
		real := float64(sum.Total-len(sum.Misses)) / float64(max(1, sum.Total))
		r.Figures = []Figure{
			{Name: fmt.Sprintf("real among %d failures", sum.Right+sum.Wrong), Value: sum.Precision(), Least: least(failuresLeastReal)},
			{Name: fmt.Sprintf("told, of %d mistakes that are known", sum.Total), Value: real, Least: least(1)},
		}
		return r, nil
	},
}

// lookedAt parses a report that somebody looked at; nil if it is not there, or in another version than that.
func lookedAt(ctx context.Context, parser *parse.ChildParser, root, file, sha string) (*document.Document, error) {
	pdf, err := os.ReadFile(filepath.Join(root, "reports", file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // that it is not there is no error: the set is passed over
	}
	if err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	if sum := sha256.Sum256(pdf); hex.EncodeToString(sum[:]) != sha {
		return nil, nil //nolint:nilnil // the same
	}
	doc, err := parser.Parse(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", file, err)
	}
	return doc, nil
}
