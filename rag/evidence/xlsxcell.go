package evidence

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// readStrings reads the table of texts that cells point into.
func (b *workbook) readStrings() error {
	return b.walk("xl/sharedStrings.xml", func(dec *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		if len(b.strings) == maxStrings {
			return refused("the workbook has more than %d texts", maxStrings)
		}
		s, err := inner(dec, "t")
		if err != nil {
			return err
		}
		b.strings = append(b.strings, s)
		return nil
	})
}

// inner reads up to the end of the element that was opened and returns the text of the elements named so in it.
// Phonetic hints (rPh) are no text of the cell.
func inner(dec *xml.Decoder, name string) (string, error) {
	var s strings.Builder
	depth, in, aside := 1, 0, 0
	for depth > 0 {
		t, err := dec.Token()
		if err != nil {
			return "", refused("the workbook is damaged: %v", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > 50 {
				return "", refused("the workbook is nested too deeply")
			}
			if t.Name.Local == "rPh" {
				aside = depth
			}
			if t.Name.Local == name && aside == 0 {
				in = depth
			}
		case xml.EndElement:
			if depth == in {
				in = 0
			}
			if depth == aside {
				aside = 0
			}
			depth--
		case xml.CharData:
			if in > 0 {
				s.Write(t)
			}
		}
	}
	return s.String(), nil
}

// rows reads the cells of a sheet into a grid. Rows and columns that the file leaves out are empty, so that a row
// has the number that a reader sees.
func (b *workbook) rows(part string) ([][]string, error) {
	var rows [][]string
	err := b.walk(part, func(dec *xml.Decoder, e xml.StartElement) error {
		switch e.Name.Local {
		case "row":
			n := len(rows) + 1
			if r := attribute(e, "r"); r != "" {
				if at, err := strconv.Atoi(r); err == nil {
					n = at
				}
			}
			if n <= len(rows) || n > maxRows {
				return refused("a row has the number %d: more than %d rows, or one out of order", n, maxRows)
			}
			for len(rows) < n {
				rows = append(rows, []string{})
			}
		case "c":
			if len(rows) == 0 {
				return refused("the workbook is damaged: a cell outside any row")
			}
			return b.cell(dec, e, &rows[len(rows)-1])
		}
		return nil
	})
	return rows, err
}

func (b *workbook) cell(dec *xml.Decoder, e xml.StartElement, row *[]string) error {
	column := len(*row)
	if ref := attribute(e, "r"); ref != "" {
		column = columnOf(ref)
	}
	if column < len(*row) || column >= maxColumns {
		return refused("a cell stands in column %d: more than %d columns, or one out of order", column+1, maxColumns)
	}
	kind, holder := attribute(e, "t"), "v"
	if kind == "inlineStr" {
		holder = "t"
	}
	value, err := inner(dec, holder)
	if err != nil {
		return err
	}
	if kind == "s" {
		i, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || i < 0 || i >= len(b.strings) {
			return refused("the workbook is damaged: a cell points at text %q, which is not there", value)
		}
		value = b.strings[i]
	}
	if value, err = folded(value); err != nil {
		return err
	}
	b.cells, b.text = b.cells+column+1-len(*row), b.text+len(value)
	switch {
	case b.cells > maxBookCells:
		return refused("the workbook has more than %d cells", maxBookCells)
	case b.text > maxBookText:
		return refused("the workbook's cells hold more than %d MB of text", maxBookText>>20)
	}
	for len(*row) < column {
		*row = append(*row, "")
	}
	*row = append(*row, value)
	return nil
}

// columnOf reads the letters of a cell's name: "A1" is 0.
func columnOf(ref string) int {
	n := 0
	for _, r := range ref {
		if r < 'A' || r > 'Z' || n > maxColumns {
			break
		}
		n = n*26 + int(r-'A') + 1
	}
	return n - 1
}
