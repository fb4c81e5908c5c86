package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Limits bound one child process. A zero of any of them is no limit.
type Limits struct {
	Time     time.Duration // on the wall, enforced from outside; of all attempts at a file
	CPU      time.Duration // of the processor, enforced by the kernel; of all attempts at a file
	Memory   int64         // bytes resident, enforced by the kernel
	Output   int64         // bytes the child may write
	Inflated int64         // bytes that the file's streams may unpack to, pictures aside
	Text     int           // code points of all pages
	Pages    int
}

// DefaultLimits fit the largest reports many times over: 158 dense pages unpack to 4 MB and have 600,000
// code points. What a file may cost is processor time: on the wall a busy machine takes many times as long, and what is
// read of a report must not depend on that.
func DefaultLimits() Limits {
	return Limits{
		Time: 4 * time.Minute, CPU: 60 * time.Second, Memory: 512 << 20, Output: 64 << 20,
		Inflated: 256 << 20, Text: 16 << 20, Pages: 2000,
	}
}

// order is what a child is asked to do: one line of JSON on its stdin, followed by the PDF.
type order struct {
	SHA256    string       `json:"sha256"`
	Size      int64        `json:"size"`  // of the PDF that follows
	Probe     bool         `json:"probe"` // open it only
	Plain     []int        `json:"plain"`
	NoOutline bool         `json:"no_outline"`
	NoAside   bool         `json:"no_aside"`
	Workers   int          `json:"workers"` // pages read at a time
	Limits    Limits       `json:"limits"`
	OCR       *recognition `json:"ocr,omitempty"` // nil: pages that are pictures stay unread
}

// input is the order as the child reads it.
func (o order) input(pdf []byte) (io.Reader, error) {
	line, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("encoding the parser's order: %w", err)
	}
	return io.MultiReader(bytes.NewReader(append(line, '\n')), bytes.NewReader(pdf)), nil
}

// frame is one line of a child's stdout. Exactly one field is set, but a page comes with its edges.
type frame struct {
	Opened      bool               `json:"opened,omitempty"`      // the file can be opened
	Reading     int                `json:"reading,omitempty"`     // this page is next: named if the child dies on it
	Read        int                `json:"read,omitempty"`        // this page is read
	Aside       bool               `json:"aside,omitempty"`       // what stands beside the pages is next
	Outline     bool               `json:"outline,omitempty"`     // the pages are read, and the file's outline is next
	Recognising bool               `json:"recognising,omitempty"` // reading is done, and pages that are pictures are next
	Document    *document.Document `json:"document,omitempty"`    // without its pages
	Page        *document.Page     `json:"page,omitempty"`        // its lines without their edges
	Edges       []byte             `json:"edges,omitempty"`       // of the page's lines: see packEdges
	Problem     *FileError         `json:"problem,omitempty"`
	Done        bool               `json:"done,omitempty"` // without this frame the rest counts for nothing
}

// send writes frames.
type send struct{ enc *json.Encoder }

func (s send) frame(f frame) error {
	if err := s.enc.Encode(f); err != nil {
		return fmt.Errorf("sending a parse: %w", err)
	}
	return nil
}

// document sends d page by page, so that neither side holds it encoded as a whole.
func (s send) document(d *document.Document) error {
	head := *d
	head.Pages = nil
	if err := s.frame(frame{Document: &head}); err != nil {
		return err
	}
	for i := range d.Pages {
		page, edges := packEdges(&d.Pages[i])
		if err := s.frame(frame{Page: page, Edges: edges}); err != nil {
			return err
		}
	}
	return nil
}

// fileError translates what reader says.
func fileError(err error) *FileError {
	for _, k := range []struct {
		is      error
		problem Problem
	}{{layout.ErrPassword, PasswordProtected}, {layout.ErrNoPages, NoPages}, {layout.ErrManyPages, TooManyPages}, {layout.ErrCrowded, TooMuchContent}} {
		if errors.Is(err, k.is) {
			return &FileError{Problem: k.problem}
		}
	}
	return &FileError{Problem: Corrupt}
}
