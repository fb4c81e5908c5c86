package layout

import (
	"errors"
	"fmt"
	"strings"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// The ways in which a file cannot be read.
var (
	ErrPassword  = errors.New("the file is password-protected")
	ErrDamaged   = errors.New("the file is damaged")
	ErrNoPages   = errors.New("the file has no pages")
	ErrManyPages = errors.New("the file has too many pages")
	ErrCrowded   = errors.New("the file holds more than can be read")
)

// Options of one reading.
type Options struct {
	MaxPages int
	// Plain lists pages, from 1, whose pictures must not be touched, since a former attempt died there:
	// they are read without positions.
	Plain []int
	// Workers is how many pages are read at a time: one, or with a higher number two.
	Workers int
	// Reading is told the page, from 1, before it is read, and Read when it has been: a page that was told
	// and not read is the one that killed us, or one of two. They are never called at the same time.
	Reading, Read func(page int)
	// Outline is told that the pages are read and the file's own title and outline are next; NoOutline leaves both out, since a
	// former attempt died there: MuPDF ends the process where it has no memory for either.
	Outline   func()
	NoOutline bool
	// Labels are the pages' names as the file gives them; empty if it gives none.
	Labels []string
	// Overlays are what notes paint on the pages, by page from 0.
	Overlays map[int][]paint.Overlay
}

// storeBytes bounds MuPDF's cache of fonts and pictures, for each worker.
const storeBytes = 12 << 20

// Open checks that the file can be opened and returns its number of pages.
func Open(pdf []byte, o Options) (pages int, err error) {
	f, err := open(pdf)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return count(f, o)
}

// Read reads the whole file. A page that MuPDF refuses is kept, empty, with the reason.
func Read(pdf []byte, sha256 string, o Options) (*document.Document, error) {
	f, err := open(pdf)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n, err := count(f, o)
	if err != nil {
		return nil, err
	}
	pages := make([]RawPage, n)
	r := reading{pdf: pdf, options: o, pages: pages}
	r.all(f)
	if r.refused == n && r.crowded {
		return nil, fmt.Errorf("%w: none of its %d pages can be read", ErrCrowded, n)
	}
	if r.refused == n {
		return nil, fmt.Errorf("%w: none of its %d pages can be read", ErrDamaged, n)
	}
	title, outline := o.beside(f)
	return Assemble(Raw{SHA256: sha256, Title: title, Pages: pages, Outline: outline, Labels: o.Labels}), nil
}

func open(pdf []byte) (*fitz.Document, error) {
	fitz.MaxStore = storeBytes
	f, err := fitz.NewFromMemory(pdf)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, fitz.ErrNeedsPassword):
		f.Close()
		return nil, ErrPassword
	}
	return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
}

func count(f *fitz.Document, o Options) (int, error) {
	n := f.NumPage()
	switch {
	case n <= 0:
		return 0, ErrNoPages
	case o.MaxPages > 0 && n > o.MaxPages:
		return 0, fmt.Errorf("%w: %d, at most %d are read", ErrManyPages, n, o.MaxPages)
	}
	return n, nil
}

// beside is the file's own title and outline. An outline that goes in circles, or a title for which there is no memory, ends the
// process: MuPDF throws where nothing catches.
func (o Options) beside(f *fitz.Document) (title string, outline []document.Heading) {
	if o.NoOutline {
		return "", nil
	}
	if o.Outline != nil {
		o.Outline()
	}
	title, _, _ = strings.Cut(f.Metadata()["title"], "\x00")
	return title, bookmarks(f)
}

// bookmarks is the file's own outline; without one it is empty.
func bookmarks(f *fitz.Document) []document.Heading {
	entries, err := f.ToC()
	if err != nil {
		return nil // no outline, or one that cannot be read: headings on the pages stand in for it
	}
	var headings []document.Heading
	for _, e := range entries {
		if title := typeset.Clean(e.Title); title != "" && e.Page >= 0 {
			headings = append(headings, document.Heading{Title: title, Level: max(e.Level, 1), Page: e.Page + 1})
		}
	}
	return headings
}
