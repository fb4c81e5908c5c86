package stack

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Ahead is a file that is read while broker and database start: reading needs neither. What comes of it is kept where intake
// looks before it reads a file itself, so that it is the same parse whoever was faster.
type Ahead struct {
	parser *parse.ChildParser
	sha256 string
	stop   context.CancelFunc
	opened chan struct{} // closed when the file is open
	done   chan struct{} // closed when parsed or err stands
	parsed []byte
	err    error
}

// ReadAhead begins to read; Drop must be called. ended is told what each of the parser's processes took, and page of each page that has been read.
func ReadAhead(ctx context.Context, reading settings.Reading, pdf []byte, ended func(parse.Usage), page func()) (*Ahead, error) {
	opened := make(chan struct{})
	parser, err := reading.ParserTelling(sync.OnceFunc(func() { close(opened) }), page, ended)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	a := &Ahead{parser: parser, sha256: artefact.Hash(pdf), stop: stop, opened: opened, done: make(chan struct{})}
	go func() {
		defer close(a.done)
		var d *document.Document
		if d, a.err = parser.Parse(ctx, pdf); a.err == nil {
			a.parsed, a.err = document.Encode(d)
		}
	}()
	return a, nil
}

// Refused waits until the file is open and returns nil, or returns why it can be no report: a *parse.FileError. What is wrong with a
// file that opens, or with us, is told by the analysis.
func (a *Ahead) Refused() error {
	select {
	case <-a.opened:
	case <-a.done:
	}
	select {
	case <-a.opened:
		return nil
	default:
	}
	if _, ofTheFile := parse.ProblemOf(a.err); ofTheFile {
		return a.err
	}
	return nil
}

// Drop ends the reading: its result is kept, or nobody needs it.
func (a *Ahead) Drop() {
	a.stop()
	<-a.done
}

// Keep waits for the reading and stores what came of it in a stack of our own; a process that was joined reads for itself. So does
// intake what could not be read here: its answer is on the log, where everybody looks for it.
func (a *Ahead) Keep(ctx context.Context, s *Stack) error {
	defer a.Drop()
	if s == nil {
		return nil
	}
	<-a.done
	if a.err != nil {
		return ctx.Err()
	}
	err := intake.Keep(ctx, s.Ports.Store, a.parser, a.sha256, a.parsed)
	a.parsed = nil
	go debug.FreeOSMemory() // reading took several times what this process has use for until the document is made
	if errors.Is(err, artefact.ErrLinked) {
		return nil // an earlier reading of the same file stands
	}
	return err
}
