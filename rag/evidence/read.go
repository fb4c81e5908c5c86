package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Version names what reading makes of a file; it changes whenever the result does.
const Version = "2"

// Limits on what is read of one file.
const (
	MaxBytes   = 20 << 20 // of a file that is not a PDF
	maxText    = 4 << 20  // of text, or of a table's texts, in bytes
	maxRows    = 20_000
	maxColumns = 200
	maxSheets  = 40
	maxCells   = 100_000 // of one table, empty ones included
	maxCell    = 2_000   // characters
)

// Format is how a document is written.
type Format string

// The closed set of formats. PDF is read by the parser of reports.
const (
	PDF      Format = "pdf"
	Text     Format = "text"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	XLSX     Format = "xlsx"
)

// FileError says, in one line for people, why a document cannot be read.
type FileError struct{ Reason string }

func (e FileError) Error() string { return e.Reason }

func refused(format string, args ...any) error { return FileError{fmt.Sprintf(format, args...)} }

// FormatOf tells the format of a file by its content, and among texts by its name.
func FormatOf(name string, data []byte) (Format, error) {
	switch {
	case len(data) == 0:
		return "", refused("the file is empty")
	case bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF")):
		return PDF, nil
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return XLSX, nil
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return "", refused("it is neither a PDF, nor an XLSX workbook, nor text in UTF-8")
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv", ".tsv":
		return CSV, nil
	case ".md", ".markdown":
		return Markdown, nil
	}
	return Text, nil
}

// Check says at once what Read would say of a file later. A PDF is only known to be one: its parser has a process
// of its own.
func Check(name string, data []byte) error {
	format, err := FormatOf(name, data)
	if err != nil || format == PDF {
		return err
	}
	_, err = Read(name, "", data)
	return err
}

// Read reads a file that is not a PDF. An error that is a FileError is the file's fault and will happen again.
func Read(name, sha256 string, data []byte) (*document.Document, error) {
	format, err := FormatOf(name, data)
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, refused("the file has %d MB, at most %d MB are read", len(data)>>20, MaxBytes>>20)
	}
	d := &document.Document{SHA256: sha256, Version: document.Version}
	switch format {
	case PDF:
		return nil, errors.New("a PDF is read by the parser of reports")
	case CSV:
		d.Pages, err = readCSV(data)
	case XLSX:
		d.Pages, err = readXLSX(data)
	default:
		d.Pages, d.Notes, err = readText(string(data))
	}
	if err != nil {
		return nil, err
	}
	if len(d.Pages) == 0 {
		return nil, refused("it holds no text")
	}
	for i := range d.Pages {
		d.Pages[i].Number, d.Pages[i].Language = i+1, "und"
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return d, nil
}

// writer writes a page: its text, and where its lines stand in it.
type writer struct {
	text  strings.Builder
	at    int // code points written
	block int
	page  document.Page
}

// put writes a piece and says where it stands.
func (w *writer) put(s string) (start, end int) {
	start = w.at
	w.text.WriteString(s)
	w.at += utf8.RuneCountInString(s)
	return start, w.at
}

// line writes one line of a block.
func (w *writer) line(s string, role document.Role, level int) {
	start, end := w.put(s)
	w.page.Lines = append(w.page.Lines, document.Line{Start: start, End: end, Block: w.block, Role: role, Level: level})
	w.put("\n")
}

// next ends a block.
func (w *writer) next() {
	w.block++
	w.put("\n")
}

// table writes rows as lines of cells parted by tabs, and the grid over them. Each row is a block: passages are made of
// whole blocks, and a table may have thousands of rows.
func (w *writer) table(caption string, rows [][]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	t := document.Table{Caption: caption, HeaderRows: 1, Rows: make([][]document.Cell, 0, len(rows))}
	for _, r := range rows {
		cells := make([]document.Cell, width)
		from := w.at
		for i := range cells {
			if i > 0 {
				w.put("\t")
			}
			s := ""
			if i < len(r) {
				s = r[i]
			}
			cells[i].Text = s
			cells[i].Start, cells[i].End = w.put(s)
		}
		w.page.Lines = append(w.page.Lines, document.Line{Start: from, End: w.at, Block: w.block, Role: document.RoleRow})
		w.put("\n")
		w.block++
		t.Rows = append(t.Rows, cells)
	}
	w.page.Tables = append(w.page.Tables, t)
	w.next()
}

func (w *writer) done() document.Page {
	w.page.Text = w.text.String()
	return w.page
}

// folded is a cell's text on one line.
func folded(s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > maxCell {
		return "", refused("a cell holds more than %d characters", maxCell)
	}
	return s, nil
}
