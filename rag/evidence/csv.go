package evidence

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// readCSV reads one table. The separator is the one that parts the first line most often.
func readCSV(data []byte) ([]document.Page, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	first, _, _ := bytes.Cut(data, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
	most := 0
	for _, sep := range []rune{',', ';', '\t', '|'} {
		if n := bytes.Count(first, []byte(string(sep))); n > most {
			most, r.Comma = n, sep
		}
	}
	var rows [][]string
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, refused("it is no table of separated values: %v", err)
		}
		if rows, err = appendRow(rows, fields); err != nil {
			return nil, err
		}
	}
	return tablePage("", rows)
}

func appendRow(rows [][]string, fields []string) ([][]string, error) {
	switch {
	case len(rows) >= maxRows:
		return nil, refused("it has more than %d rows", maxRows)
	case len(fields) > maxColumns:
		return nil, refused("row %d has more than %d columns", len(rows)+1, maxColumns)
	}
	row := make([]string, len(fields))
	for i, f := range fields {
		var err error
		if row[i], err = folded(f); err != nil {
			return nil, err
		}
	}
	return append(rows, row), nil
}

// tablePage is a page of one table, or none for a table without rows.
func tablePage(caption string, rows [][]string) ([]document.Page, error) {
	width, text := 0, 0
	for _, r := range rows {
		width = max(width, len(r))
		for _, c := range r {
			text += len(c)
		}
	}
	switch {
	case width == 0:
		return nil, nil
	case width*len(rows) > maxCells:
		return nil, refused("a table has %d cells, at most %d are read", width*len(rows), maxCells)
	case text > maxText:
		return nil, refused("a table holds %d KB of text, at most %d KB are read", text>>10, maxText>>10)
	}
	var w writer
	w.page.Label = caption
	w.table(caption, rows)
	return []document.Page{w.done()}, nil
}
