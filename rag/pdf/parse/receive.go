package parse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// errOutput says that a child wrote more than it may.
var errOutput = errors.New("the parser wrote more than its limit")

// result is what a child has said.
type result struct {
	reading int   // the page it said last that it would read
	open    []int // the pages that it said it would read and has not read
	head    *document.Document
	pages   []document.Page
	problem *FileError
	done    bool
	outline bool // it said that it would read the outline next
	aside   bool // it said that it would look beside the pages next

	cpu time.Duration // that the child used

	told   func() // of each page that has been read; may be nil
	opened func() // told when the file is open; may be nil

	recognising atomic.Bool // reading is done
}

// receive reads frames until the child is done or its output ends. Pages, which are nearly all of it, are
// decoded beside the reading, two at a time.
func (r *result) receive(out io.Reader, limit int64) error {
	in := io.LimitedReader{R: out, N: limit}
	if limit <= 0 {
		in.N = 1 << 62
	}
	lines := bufio.NewReaderSize(&in, 1<<16)
	decoding := newPageDecoder()
	defer func() { r.pages = decoding.end() }()
	for !r.done && r.problem == nil {
		line, err := lines.ReadBytes('\n')
		switch {
		case in.N <= 0 && err != nil:
			return errOutput
		case errors.Is(err, io.EOF):
			return nil // it died: what killed it is told by its exit
		case err != nil:
			return fmt.Errorf("receiving the parser's output: %w", err)
		case bytes.HasPrefix(line, pageFrame):
			if err := decoding.add(line); err != nil {
				return err
			}
			continue
		}
		var f frame
		if err := json.Unmarshal(line, &f); err != nil {
			return fmt.Errorf("decoding the parser's output: %w", err)
		}
		r.take(&f)
	}
	err := decoding.wait()
	r.done = r.done && err == nil // a parse without its pages is none
	return err
}

// take notes what a frame says.
func (r *result) take(f *frame) {
	switch {
	case f.Opened:
		if r.opened != nil {
			r.opened()
		}
	case f.Reading > 0:
		r.reading, r.outline, r.aside = f.Reading, false, false
		r.open = append(r.open, f.Reading)
	case f.Read > 0:
		if r.told != nil {
			r.told()
		}
		r.open = slices.DeleteFunc(r.open, func(page int) bool { return page == f.Read })
	case f.Outline:
		r.outline = true
	case f.Aside:
		r.aside = true
	case f.Document != nil:
		r.head = f.Document
	case f.Problem != nil:
		r.problem = f.Problem
	case f.Recognising:
		r.recognising.Store(true)
	case f.Done:
		r.done = true
	}
}

// document puts the pieces together. They come from a process that a hostile file may have taken over,
// so they are checked like anything from outside.
func (r *result) document(sha256 string) (*document.Document, error) {
	if r.head == nil {
		return nil, &FileError{Crashed, "it said nothing"}
	}
	d := *r.head
	d.SHA256, d.Version, d.Pages = sha256, document.Version, r.pages
	if len(d.Pages) == 0 {
		return nil, &FileError{Problem: NoPages}
	}
	if err := d.Validate(); err != nil {
		return nil, &FileError{Crashed, err.Error()}
	}
	return &d, nil
}

func (r *result) where() string {
	switch {
	case r.outline:
		return "on its outline"
	case r.aside:
		return "beside its pages"
	}
	if r.reading == 0 {
		return "on opening it"
	}
	if len(r.open) > 0 {
		return fmt.Sprintf("on page %d", r.open[0])
	}
	return fmt.Sprintf("after page %d", r.reading)
}

// lastWords keeps the beginning and the end of a child's stderr: MuPDF warns at length before, and Go
// prints every stack after what matters.
type lastWords struct{ first, last []byte }

const wordsBytes = 4096

func (w *lastWords) Write(p []byte) (int, error) {
	n := len(p)
	if room := wordsBytes - len(w.first); room > 0 {
		w.first = append(w.first, p[:min(room, len(p))]...)
	}
	w.last = append(w.last, p...)
	if len(w.last) > wordsBytes {
		w.last = bytes.Clone(w.last[len(w.last)-wordsBytes:])
	}
	return n, nil
}

func (w *lastWords) say(words ...string) bool {
	for _, s := range words {
		if bytes.Contains(w.first, []byte(s)) || bytes.Contains(w.last, []byte(s)) {
			return true
		}
	}
	return false
}
