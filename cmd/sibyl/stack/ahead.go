package stack

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/pprof"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Ahead is a file that is read while broker and database start, and what its sentences say: reading needs neither. What comes of it
// is kept where intake looks before it reads a file itself, so that it is the same parse whoever was faster.
type Ahead struct {
	parser *parse.ChildParser
	sha256 string
	stop   context.CancelFunc
	done   chan struct{} // closed when parsed or err stands
	over   chan struct{} // closed when nothing is read any more
	doc    *document.Document
	parsed []byte // doc as it is stored
	hash   string // of parsed
	err    error
	stands bool // parsed is what the store has of this file
}

// Part names in profiles what this process reads itself.
const Part = "reading"

// ReadAhead begins to read; Drop must be called. ended is told what each of the parser's processes took, and may be nil.
func ReadAhead(ctx context.Context, reading settings.Reading, pdf []byte, ended func(parse.Usage)) (*Ahead, error) {
	parser, err := reading.ParserTelling(ended)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	a := &Ahead{parser: parser, sha256: artefact.Hash(pdf), stop: stop, done: make(chan struct{}), over: make(chan struct{})}
	go func() {
		defer close(a.over)
		pprof.Do(ctx, pprof.Labels("part", Part), func(ctx context.Context) { a.read(ctx, pdf) })
	}()
	return a, nil
}

// read parses the file and then has its sentences read. These are remembered by the hash of the parse: whoever asks for them
// in this process waits for this reading of them.
func (a *Ahead) read(ctx context.Context, pdf []byte) {
	a.parse(ctx, pdf)
	close(a.done)
	if a.err == nil {
		_, _ = statement.ReadBundled(ctx, a.hash, a.doc) // what fails here fails again where it is asked for
	}
}

func (a *Ahead) parse(ctx context.Context, pdf []byte) {
	d, err := a.parser.Parse(ctx, pdf)
	if err != nil {
		a.err = err
		return
	}
	if a.parsed, a.err = document.Encode(d); a.err != nil {
		return
	}
	a.hash = artefact.Hash(a.parsed)
	a.doc, a.err = document.Keep(a.hash, len(a.parsed), d) // who shows its pages finds it decoded
}

// Drop ends the reading: its result is kept, or nobody needs it.
func (a *Ahead) Drop() {
	a.stop()
	<-a.over
	a.doc, a.parsed = nil, nil
}

// Keep waits for the parse and stores it in a stack of our own; a process that was joined reads for itself. So does
// intake what could not be read here: its answer is on the log, where everybody looks for it.
func (a *Ahead) Keep(ctx context.Context, s *Stack) error {
	if s == nil {
		a.Drop()
		return nil
	}
	<-a.done
	if a.err != nil {
		return ctx.Err()
	}
	err := intake.Keep(ctx, s.Ports.Store, a.parser, a.sha256, a.parsed)
	a.stands, a.parsed = err == nil, nil
	if errors.Is(err, artefact.ErrLinked) {
		return nil // an earlier reading of the same file stands
	}
	return err
}

// KeepSaid waits for what the sentences of the parse say and stores it, if Keep has stored the parse. A run that begins before
// would read them once more. What fails here intake does itself, and says why. Where nothing is read ahead, a is nil.
func (a *Ahead) KeepSaid(ctx context.Context, s *Stack) error {
	if a == nil {
		return nil
	}
	defer a.Drop()
	if s == nil || !a.stands {
		return nil
	}
	reader, err := statement.Bundled()
	if err == nil {
		_, err = statement.Make(ctx, s.Ports.Store, reader, a.hash, a.doc)
	}
	if err != nil {
		return ctx.Err()
	}
	go func() { // reading took much, and none of it is used again
		reader.Rest()
		debug.FreeOSMemory()
	}()
	return nil
}
