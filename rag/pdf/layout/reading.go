package layout

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
)

// reading is the pages of one file being read, by one worker or by two.
type reading struct {
	pdf     []byte
	options Options
	pages   []RawPage

	mu      sync.Mutex
	next    int // page to be read, from 0
	refused int
	crowded bool // at least one was refused for what it holds
}

// all reads the pages in their order. A second worker has a MuPDF context and a document of its own over
// the same bytes: nothing is shared but the list of pages.
func (r *reading) all(f *fitz.Document) {
	if min(r.options.Workers, len(r.pages)) < 2 {
		r.work(f)
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		second := f // whose calls then take turns: one page is painted while the other is taken apart
		if !bytes.Contains(r.pdf, oneAtATime) {
			if own, err := open(r.pdf); err == nil {
				defer own.Close()
				second = own
			}
		}
		r.work(second)
	})
	r.work(f)
	wg.Wait()
}

// JPEG 2000 pictures are decoded by a library that keeps the context it works for in one variable for the
// whole process: two documents would take it from each other.
var oneAtATime = []byte("JPXDecode")

func (r *reading) work(f *fitz.Document) {
	for {
		i, ok := r.take()
		if !ok {
			return
		}
		p, err := readPage(f, i, slices.Contains(r.options.Plain, i+1), r.options.Overlays[i])
		r.put(i, p, err)
	}
}

// take says which page is next.
func (r *reading) take() (i int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next == len(r.pages) {
		return 0, false
	}
	i = r.next
	r.next++
	if r.options.Reading != nil {
		r.options.Reading(i + 1)
	}
	return i, true
}

func (r *reading) put(i int, p RawPage, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case errors.Is(err, paint.ErrCrowded):
		p = RawPage{Refused: "the page holds more than a printed page can"}
		r.refused++
		r.crowded = true
	case err != nil:
		p = RawPage{Refused: "MuPDF could not read this page"}
		r.refused++
	}
	r.pages[i] = p
	if r.options.Read != nil {
		r.options.Read(i + 1)
	}
}

// readPage reads one page. Its markup, which may be megabytes, does not outlive the call.
func readPage(f *fitz.Document, i int, plain bool, over []paint.Overlay) (RawPage, error) {
	if plain {
		text, err := f.Text(i)
		if err != nil {
			return RawPage{}, fmt.Errorf("reading page %d without positions: %w", i+1, err)
		}
		return RawPage{Plain: plainLines(text)}, nil
	}
	svg, err := f.SVG(i)
	if err != nil {
		return RawPage{}, fmt.Errorf("reading page %d as it is painted: %w", i+1, err)
	}
	html, err := f.HTML(i, false)
	if err != nil {
		return RawPage{}, fmt.Errorf("reading page %d: %w", i+1, err)
	}
	p, err := paint.Read(svg, html, paint.Options{Overlays: over})
	if err != nil {
		return RawPage{}, fmt.Errorf("reading page %d: %w", i+1, err)
	}
	return rawPage(&p), nil
}

// What is kept of a page's drawing for its layout.
const (
	leastRule = 60.0   // points long
	leastFill = 1200.0 // square points
	mostRules = 400
	mostAreas = 400
)

// rawPage keeps of a painted page what its layout needs.
func rawPage(p *paint.Page) RawPage {
	out := RawPage{Width: p.Width, Height: p.Height, Words: paint.Words(p), Pictures: len(p.Pictures), Concealed: p.Concealed}
	out.Picture = holdsPicture(p, out.Words)
	out.Tables = table.Find(out.Words, p)
	for _, r := range p.Rules {
		box := paint.Rect{r.X0, r.Y0, r.X1, r.Y1}
		if frames.Finite(box) && max(frames.Width(box), frames.Height(box)) >= leastRule && len(out.Rules) < mostRules {
			out.Rules = append(out.Rules, box)
		}
	}
	for _, f := range p.Fills {
		if f.Exact && frames.Finite(f.Box) && areaOf(f.Box) >= leastFill && f.Opacity > 0.03 && len(out.Fills) < mostAreas {
			out.Fills = append(out.Fills, f)
		}
	}
	return out
}
