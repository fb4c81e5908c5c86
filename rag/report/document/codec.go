package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	jsonv1 "github.com/go-json-experiment/json/v1"
)

// ErrInvalid says that bytes are not a document of this version, or one that contradicts itself.
var ErrInvalid = errors.New("not a valid document")

// ErrVersion says, beside ErrInvalid, that a parse is of another version: one that was made before an upgrade, and is as good as it was then.
var ErrVersion = errors.New("made by another version")

// Encode writes the document as it is stored. Equal documents give equal bytes.
func Encode(d *Document) ([]byte, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encoding the parse of %s: %w", d.SHA256, err)
	}
	return data, nil
}

// Decode reads what Encode wrote and refuses what nobody could rely on: another version, pages out of
// order, offsets outside their page.
func Decode(data []byte) (*Document, error) {
	d := &Document{}
	if err := jsonv1.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("decoding a parse: %w: %w", ErrInvalid, err)
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("decoding the parse of %s: %w", d.SHA256, err)
	}
	return d, nil
}

// Validate checks what every reader of a document relies on.
func (d *Document) Validate() error {
	invalid := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
	}
	if d.Version != Version {
		return fmt.Errorf("%w: %w: %q, want %q", ErrInvalid, ErrVersion, d.Version, Version)
	}
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.Number != i+1 {
			return invalid("page %d stands at place %d", p.Number, i+1)
		}
		n, at := utf8.RuneCountInString(p.Text), 0
		for j, l := range p.Lines {
			if l.Start < at || l.End < l.Start || l.End > n {
				return invalid("page %d: line %d is %d..%d, after %d, of %d", p.Number, j, l.Start, l.End, at, n)
			}
			if j > 0 && l.Block < p.Lines[j-1].Block {
				return invalid("page %d: line %d goes back to block %d", p.Number, j, l.Block)
			}
			if err := l.validateEdges(); err != nil {
				return invalid("page %d: line %d: %v", p.Number, j, err)
			}
			at = l.End
		}
		if err := p.validateTables(n); err != nil {
			return invalid("page %d: %v", p.Number, err)
		}
	}
	for _, h := range d.Outline {
		if h.Level < 1 || h.Page < 1 || h.Page > len(d.Pages) {
			return invalid("heading %q: level %d, page %d", h.Title, h.Level, h.Page)
		}
	}
	return nil
}

func (l *Line) validateEdges() error {
	if l.Turn%90 != 0 || l.Turn < 0 || l.Turn > 270 {
		return fmt.Errorf("a turn of %d degrees", l.Turn)
	}
	if len(l.Edges) == 0 {
		return nil
	}
	if len(l.Edges) != l.End-l.Start+1 {
		return fmt.Errorf("%d edges of %d characters", len(l.Edges), l.End-l.Start)
	}
	if l.Edges[0] != 0 || !slices.IsSorted(l.Edges) {
		return errors.New("its edges go back")
	}
	return nil
}

func (p *Page) validateTables(n int) error {
	for i, t := range p.Tables {
		if t.HeaderRows < 0 || t.HeaderRows > len(t.Rows) {
			return fmt.Errorf("table %d: %d header rows of %d", i, t.HeaderRows, len(t.Rows))
		}
		for r, row := range t.Rows {
			if len(row) != len(t.Rows[0]) {
				return fmt.Errorf("table %d: row %d has %d cells, the first %d", i, r, len(row), len(t.Rows[0]))
			}
			for _, c := range row {
				if c.Start < 0 || c.End < c.Start || c.End > n {
					return fmt.Errorf("table %d: row %d has a cell at %d..%d of %d", i, r, c.Start, c.End, n)
				}
			}
		}
	}
	return nil
}
