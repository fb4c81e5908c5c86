package parse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/inflate"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// ChildArg is the hidden command by which the sibyl binary plays the parser's child.
const ChildArg = "parse-child"

// ChildMain is the child process: it reads an order and a PDF from stdin and writes the parse to
// stdout. It returns the exit code: 0 when what it wrote stands, a FileError included.
func ChildMain(stdin io.Reader, stdout io.Writer) int {
	out := bufio.NewWriter(stdout)
	err := childMain(stdin, out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	return 0
}

// heapGrowth is generous: the process lives for one file, and little of what it makes is garbage before it is sent.
const heapGrowth = 200 // percent

func childMain(stdin io.Reader, stdout *bufio.Writer) error {
	in := bufio.NewReader(stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("reading the parser's order: %w", err)
	}
	var o order
	if err := json.Unmarshal(line, &o); err != nil {
		return fmt.Errorf("decoding the parser's order: %w", err)
	}
	if err := confine(o.Limits, o.OCR); err != nil {
		return err
	}
	debug.SetGCPercent(heapGrowth)
	if o.Limits.Memory > 0 {
		debug.SetMemoryLimit(o.Limits.Memory / 2) // the rest is MuPDF's
	}
	var pdf bytes.Buffer
	pdf.Grow(int(o.Size) + bytes.MinRead)
	if _, err := pdf.ReadFrom(in); err != nil {
		return fmt.Errorf("reading the PDF: %w", err)
	}
	return parse(o, pdf.Bytes(), send{json.NewEncoder(stdout)}, stdout)
}

func parse(o order, pdf []byte, out send, flush interface{ Flush() error }) error {
	pdf = pdf[max(0, headerAt(pdf)):] // MuPDF's binding tells a PDF by its first bytes
	if _, err := inflate.Size(pdf, o.Limits.Inflated); err != nil {
		return out.frame(frame{Problem: &FileError{TooMuchContent, err.Error()}})
	}
	options := layout.Options{MaxPages: o.Limits.Pages, Plain: o.Plain, NoOutline: o.NoOutline, Workers: o.Workers}
	_, failed := layout.Open(pdf, options)
	if o.Probe {
		if failed != nil {
			return out.frame(frame{Problem: fileError(failed)})
		}
		return out.frame(frame{Done: true})
	}
	var lost error // of the pipe: nobody listens any more
	say := func(f frame) {
		if lost == nil {
			lost = out.frame(f)
		}
		if lost == nil {
			lost = flush.Flush() // before it is done: what is in a buffer dies with us
		}
	}
	options.Reading = func(page int) { say(frame{Reading: page}) }
	options.Read = func(page int) { say(frame{Read: page}) }
	options.Outline = func() { say(frame{Outline: true}) }
	if failed == nil { // else reading says why, unless what stands beside the pages mends it
		say(frame{Opened: true})
	}
	say(frame{Aside: true})
	beside := o.aside(pdf, &options)
	if beside.Instead != nil {
		pdf = beside.Instead
	}
	d, err := layout.Read(pdf, o.SHA256, options)
	if err == nil {
		record(d, beside)
		o.picturesLost(d)
		say(frame{Recognising: true})
		err = o.recognise(pdf, d, options.Reading, options.Read)
	}
	switch {
	case lost != nil:
		return lost
	case err != nil:
		problem := fileError(err)
		if problem.Problem == Corrupt && nearlyFull(o.Limits) {
			problem = &FileError{TooMuchContent, "no page can be read within the limit of memory"}
		}
		return out.frame(frame{Problem: problem})
	}
	if n := characters(d); o.Limits.Text > 0 && n > o.Limits.Text {
		return out.frame(frame{Problem: &FileError{TooMuchContent, fmt.Sprintf("%d characters, at most %d are read", n, o.Limits.Text)}})
	}
	if err := out.document(d); err != nil {
		return err
	}
	return out.frame(frame{Done: true})
}

// picturesLost names the pages that had to be read without their pictures and turned out to be nothing
// else: a page without a word must not pass for one that was read.
func (o order) picturesLost(d *document.Document) {
	for _, n := range o.Plain {
		if n > len(d.Pages) {
			continue
		}
		if p := &d.Pages[n-1]; p.NotAnalysed == "" && strings.TrimSpace(p.Text) == "" {
			p.ImageOnly, p.NotAnalysed = true, "its pictures cannot be read, and it has no text"
		}
	}
}

func characters(d *document.Document) int {
	n := 0
	for i := range d.Pages {
		n += utf8.RuneCountInString(d.Pages[i].Text)
	}
	return n
}
