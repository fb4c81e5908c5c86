package intake

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/sibyl-project/sibyl/processors/intake/reader"
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
	if err := confine(o.CPU, o.Memory); err != nil {
		return err
	}
	if o.Memory > 0 {
		debug.SetMemoryLimit(o.Memory / 2) // the rest is MuPDF's
	}
	var pdf bytes.Buffer
	pdf.Grow(int(o.Size) + bytes.MinRead)
	if _, err := pdf.ReadFrom(in); err != nil {
		return fmt.Errorf("reading the PDF: %w", err)
	}
	return parse(o, pdf.Bytes(), send{json.NewEncoder(stdout)}, stdout)
}

func parse(o order, pdf []byte, out send, flush interface{ Flush() error }) error {
	options := reader.Options{MaxPages: o.Pages, Plain: o.Plain}
	if o.Probe {
		if _, err := reader.Open(pdf, options); err != nil {
			return out.frame(frame{Problem: fileError(err)})
		}
		return out.frame(frame{Done: true})
	}
	var lost error // of the pipe: nobody listens any more
	options.Reading = func(page int) {
		if lost == nil {
			lost = out.frame(frame{Reading: page})
		}
		if lost == nil {
			lost = flush.Flush() // before the page: what is in a buffer dies with us
		}
	}
	d, err := reader.Read(pdf, o.SHA256, options)
	switch {
	case lost != nil:
		return lost
	case err != nil:
		return out.frame(frame{Problem: fileError(err)})
	}
	if err := out.document(d); err != nil {
		return err
	}
	return out.frame(frame{Done: true})
}
