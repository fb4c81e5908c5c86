package evidence

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// maxUnpacked bounds what a workbook unpacks to, all its parts together, and maxParts how many there are: a kilobyte
// of ZIP can hold a megabyte of zeros. What the sheets hold together is bounded as well: many cells can point at one text.
const (
	maxUnpacked  = 32 << 20
	maxParts     = 2_000
	maxStrings   = 500_000
	maxRatio     = 200     // of a part above ratioFrom, unpacked to packed; sheets of real workbooks have 5 to 30
	ratioFrom    = 1 << 20 // bytes
	maxBookCells = 2 * maxCells
	maxBookText  = 2 * maxText
)

// readXLSX reads the values of a workbook's sheets, one page for each, in the order of the workbook. Formulas are
// not worked out: the values that were stored with them are read.
//
// It is our own because excelize (v2.11) reads what is damaged as if it were whole: a sheet that breaks off just ends,
// cells out of order stand under other headings, rows out of order become one, and a text that is not there is an empty
// cell. A figure would be taken for another. And within 32 MB unpacked, a file of 50 KB makes it use 1.6 GB of memory.
func readXLSX(data []byte) ([]document.Page, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, refused("the workbook is damaged: %v", err)
	}
	if len(z.File) > maxParts {
		return nil, refused("the workbook has %d parts, at most %d are read", len(z.File), maxParts)
	}
	book := workbook{parts: map[string]*zip.File{}, left: maxUnpacked}
	for _, f := range z.File {
		book.parts[path.Clean(strings.TrimPrefix(f.Name, "/"))] = f
	}
	sheets, err := book.sheets()
	if err != nil {
		return nil, err
	}
	if err := book.plausible(sheets); err != nil {
		return nil, err
	}
	if err := book.readStrings(); err != nil {
		return nil, err
	}
	var pages []document.Page
	for _, s := range sheets {
		rows, err := book.rows(s.part)
		if err != nil {
			return nil, fmt.Errorf("reading sheet %q: %w", s.name, err)
		}
		page, err := tablePage(s.name, rows)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page...)
	}
	return pages, nil
}

type workbook struct {
	parts   map[string]*zip.File
	strings []string
	left    int64 // bytes that may still be unpacked
	cells   int   // of all sheets so far
	text    int   // bytes in them
}

type sheet struct{ name, part string }

// plausible refuses, before anything is unpacked, what no program writes: one part that is several sheets, by its name
// or by where it stands in the file, and parts whose own word is that they unpack to too much.
func (b *workbook) plausible(sheets []sheet) error {
	named, placed := map[string]string{}, map[int64]string{}
	var total uint64
	for _, s := range append([]sheet{{"the texts", "xl/sharedStrings.xml"}}, sheets...) {
		f := b.parts[s.part]
		if f == nil {
			continue
		}
		at, err := f.DataOffset()
		if err != nil {
			return refused("the workbook is damaged: %v", err)
		}
		for _, other := range []string{named[s.part], placed[at]} {
			if other != "" {
				return refused("the sheets %q and %q are the same part of the file", other, s.name)
			}
		}
		named[s.part], placed[at] = s.name, s.name
		size := f.UncompressedSize64
		if total += size; total > maxUnpacked {
			return refused("the workbook unpacks to more than %d MB", maxUnpacked>>20)
		}
		if ratio := size / max(f.CompressedSize64, 1); size > ratioFrom && ratio > maxRatio {
			return refused("%q unpacks to %d times its size, at most %d times are read", s.name, ratio, maxRatio)
		}
	}
	return nil
}

// walk hands the elements of a part to each, within the limits of size; a part that is not there has none.
func (b *workbook) walk(part string, each func(*xml.Decoder, xml.StartElement) error) error {
	f := b.parts[part]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return refused("the workbook is damaged: %v", err)
	}
	defer r.Close()
	in := &io.LimitedReader{R: r, N: b.left + 1}
	defer func() { b.left = max(in.N-1, 0) }()
	dec := xml.NewDecoder(in)
	for {
		t, err := dec.Token()
		switch {
		case in.N <= 0:
			return refused("the workbook unpacks to more than %d MB", maxUnpacked>>20)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return refused("the workbook is damaged: %v", err)
		}
		if start, ok := t.(xml.StartElement); ok {
			if err := each(dec, start); err != nil {
				return err
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// sheets lists the sheets of the workbook that a reader sees.
func (b *workbook) sheets() ([]sheet, error) {
	targets := map[string]string{}
	err := b.walk("xl/_rels/workbook.xml.rels", func(_ *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local == "Relationship" {
			target := attribute(e, "Target")
			if !strings.HasPrefix(target, "/") {
				target = "xl/" + target
			}
			targets[attribute(e, "Id")] = path.Clean(strings.TrimPrefix(target, "/"))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []sheet
	err = b.walk("xl/workbook.xml", func(_ *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local != "sheet" || attribute(e, "state") == "hidden" || attribute(e, "state") == "veryHidden" {
			return nil
		}
		if len(out) == maxSheets {
			return refused("the workbook has more than %d sheets", maxSheets)
		}
		name, err := folded(attribute(e, "name"))
		out = append(out, sheet{name, targets[attribute(e, "id")]})
		return err
	})
	if err == nil && len(out) == 0 {
		err = refused("it is a ZIP file, but no workbook with a sheet")
	}
	return out, err
}
