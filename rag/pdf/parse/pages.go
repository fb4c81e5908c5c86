package parse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// pageFrame is how the line of a frame with a page begins.
var pageFrame = []byte(`{"page":{`)

// pageDecoder decodes pages beside the goroutine that reads them, in the order in which they came. The lines
// that wait are bounded: a child may send pages faster than they are decoded.
type pageDecoder struct {
	work    chan pageLine
	workers sync.WaitGroup
	closed  bool

	mu    sync.Mutex
	pages []*document.Page
	err   error // the first one
}

type pageLine struct {
	at   int
	line []byte
}

const pageDecoders = 2

func newPageDecoder() *pageDecoder {
	d := &pageDecoder{work: make(chan pageLine, pageDecoders)}
	for range pageDecoders {
		d.workers.Go(d.run)
	}
	return d
}

func (d *pageDecoder) run() {
	for w := range d.work {
		var f frame
		err := json.Unmarshal(bytes.TrimSpace(w.line), &f)
		if err == nil && f.Page != nil {
			err = unpackEdges(f.Page, f.Edges)
		}
		d.mu.Lock()
		switch {
		case err != nil && d.err == nil:
			d.err = fmt.Errorf("decoding a page from the parser: %w", err)
		case err == nil:
			d.pages[w.at] = f.Page
		}
		d.mu.Unlock()
	}
}

// add hands a line on; its error is that of a line before.
func (d *pageDecoder) add(line []byte) error {
	d.mu.Lock()
	at, err := len(d.pages), d.err
	d.pages = append(d.pages, nil)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	d.work <- pageLine{at, line}
	return nil
}

// wait returns when all lines are decoded. It may be called again; nothing can be added any more.
func (d *pageDecoder) wait() error {
	if !d.closed {
		d.closed = true
		close(d.work)
	}
	d.workers.Wait()
	return d.err
}

// end returns the pages up to the first that could not be decoded.
func (d *pageDecoder) end() []document.Page {
	if err := d.wait(); err != nil {
		return nil // the parse is none without them
	}
	pages := make([]document.Page, 0, len(d.pages))
	for _, p := range d.pages {
		if p != nil {
			pages = append(pages, *p)
		}
	}
	return pages
}
