package sets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// reader reads the reports of the folder of evaluations.
type reader struct {
	parser *parse.ChildParser
	folder string
}

// newReader makes a reader that recognises no text of pictures.
func newReader(root string, command ...string) (reader, error) {
	parser, err := parse.NewParser(parse.ParserConfig{Command: command, OCR: parse.OCR{Off: true}})
	if err != nil {
		return reader{}, fmt.Errorf("preparing the parser: %w", err)
	}
	return reader{parser, filepath.Join(root, "reports")}, nil
}

// selfReader is a reader whose parser is this program, for what runs without the one beside it.
func selfReader(root string) (reader, error) {
	self, err := os.Executable()
	if err != nil {
		return reader{}, fmt.Errorf("looking for the parser: %w", err)
	}
	return newReader(root, self, parse.ChildArg)
}

// each hands the reports whose bytes are wanted to use, in the order of their names.
func (r reader) each(ctx context.Context, pattern string, wanted func(sha string) bool, use func(name string, d *document.Document) error) error {
	files, err := filepath.Glob(filepath.Join(r.folder, pattern))
	if err != nil {
		return fmt.Errorf("looking for the reports: %w", err)
	}
	for _, file := range files {
		name, err := filepath.Rel(r.folder, file)
		if err != nil {
			return err
		}
		d, err := r.read(ctx, name, wanted)
		if err != nil {
			return err
		}
		if d == nil {
			continue
		}
		if err := use(filepath.Base(file), d); err != nil {
			return err
		}
	}
	return nil
}

// read parses a report; nil if it is not there, or its bytes are not those that are wanted.
func (r reader) read(ctx context.Context, name string, wanted func(sha string) bool) (*document.Document, error) {
	pdf, err := os.ReadFile(filepath.Join(r.folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // that it is not there is no error: the set is passed over
	}
	if err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	if !wanted(artefact.Hash(pdf)) {
		return nil, nil //nolint:nilnil // the same
	}
	d, err := r.parser.Parse(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", filepath.Base(name), err)
	}
	return d, nil
}

// lookedAt reads a report in the version that somebody looked at, with its facts; nil if that one is not there.
func (r reader) lookedAt(ctx context.Context, name, sha string) (*document.Document, *facts.Sheet, error) {
	d, err := r.read(ctx, name, func(s string) bool { return s == sha })
	if d == nil || err != nil {
		return nil, nil, err
	}
	sheet, err := factsOf(ctx, name, d)
	return d, sheet, err
}

// factsOf is the fact sheet of a report.
func factsOf(ctx context.Context, name string, d *document.Document) (*facts.Sheet, error) {
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return extract.ReadBundled(ctx, d, extract.Options{Said: said})
}
