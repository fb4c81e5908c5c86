package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Parser reads files. An error that is a *FileError is the file's fault and will happen again; any
// other is ours.
type Parser interface {
	Parse(ctx context.Context, pdf []byte) (*document.Document, error)
}

// ParserConfig configures a ChildParser; the zero value is a parser that works.
type ParserConfig struct {
	Command  []string    // the child; by default this binary as "parse-child"
	Limits   *Limits     // by default DefaultLimits
	MaxBytes int64       // by default DefaultMaxBytes
	Workers  int         // children at a time, by default 2
	OCR      OCR         // by default with tesseract, where it is installed
	Ended    func(Usage) // told what each child took; may be nil
	Page     func()      // told of each page that has been read, before its file is; may be nil
	Opened   func()      // told when a file is open, by each child that reads it; may be nil
}

// ChildParser is the Parser of this package: one child process for each file.
type ChildParser struct {
	command  []string
	limits   Limits
	maxBytes int64
	ocr      *recognition // nil: none
	ended    func(Usage)
	page     func()
	opened   func()
	slots    chan struct{}
}

var _ Parser = (*ChildParser)(nil)

// NewParser returns a parser. It starts nothing yet and needs no closing.
func NewParser(c ParserConfig) (*ChildParser, error) {
	p := &ChildParser{command: c.Command, limits: DefaultLimits(), maxBytes: c.MaxBytes, ocr: c.OCR.find(), ended: c.Ended, page: c.Page, opened: c.Opened}
	if len(p.command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("finding the parser's program: %w", err)
		}
		p.command = []string{self, ChildArg}
	}
	if c.Limits != nil {
		p.limits = *c.Limits
	}
	workers := c.Workers
	if workers <= 0 {
		workers = 2
	}
	p.slots = make(chan struct{}, workers)
	return p, nil
}

// plainTries bounds how many pages may kill a child before the whole file is given up.
const plainTries = 4

// leastCPU is what an attempt has left when those before it have used up the file's processor time.
const leastCPU = 5 * time.Second

// Parse implements Parser. A page whose pictures kill the child is read again without them; an outline, or
// what stands beside the pages, is left out. The limit of time is on all attempts together.
func (p *ChildParser) Parse(ctx context.Context, pdf []byte) (*document.Document, error) {
	if err := CheckFile(pdf, p.maxBytes); err != nil {
		return nil, err
	}
	o := p.order(pdf)
	free, err := p.slot(ctx, o)
	if err != nil {
		return nil, err
	}
	defer free()
	clock, cancel := p.start(ctx, o)
	defer cancel()
	for {
		r, err := p.run(ctx, clock, o, pdf)
		if err != nil {
			return nil, err
		}
		if r.problem == nil {
			return r.document(o.SHA256)
		}
		if !o.forgo(r) {
			return nil, r.problem
		}
		if o.Limits.CPU > 0 && !r.recognising.Load() { // what recognising text costs is not counted here
			o.Limits.CPU = max(o.Limits.CPU-r.cpu, leastCPU)
		}
	}
}

// forgo changes the order so that it leaves out what killed its child, if that can be done. Of two pages
// that were being read it is not known which it was: they are read one after the other first.
func (o *order) forgo(r *result) bool {
	switch {
	case r.problem.Problem != Crashed && r.problem.Problem != TooMuchContent:
		return false
	case r.outline && !o.NoOutline:
		o.NoOutline = true
	case r.aside && !o.NoAside:
		o.NoAside = true
	case len(r.open) > 1 && o.Workers > 1:
		o.Workers = 1
	case len(r.open) != 1, slices.Contains(o.Plain, r.open[0]), len(o.Plain) >= plainTries:
		return false
	default:
		o.Plain = append(o.Plain, r.open[0])
	}
	return true
}

// Check opens the file as Parse would, without reading its pages: it tells, within some 50 ms, also a
// file that asks for a password.
func (p *ChildParser) Check(ctx context.Context, pdf []byte) error {
	if err := CheckFile(pdf, p.maxBytes); err != nil {
		return err
	}
	o := p.order(pdf)
	o.Probe, o.OCR = true, nil
	free, err := p.slot(ctx, o)
	if err != nil {
		return err
	}
	defer free()
	clock, cancel := p.start(ctx, o)
	defer cancel()
	r, err := p.run(ctx, clock, o, pdf)
	if err != nil {
		return err
	}
	if r.problem != nil {
		return r.problem
	}
	return nil
}

// Variant names what a parse depends on beside the file and document.Version: whether pages that are
// pictures can be read here.
func (p *ChildParser) Variant() string {
	if p.ocr != nil {
		return "ocr-" + p.ocr.Languages
	}
	return ""
}

func (p *ChildParser) order(pdf []byte) order {
	return order{SHA256: artefact.Hash(pdf), Size: int64(len(pdf)), Plain: []int{}, Limits: p.limits, OCR: p.ocr, Workers: 2}
}

// slot waits for its turn.
func (p *ChildParser) slot(ctx context.Context, o order) (free func(), err error) {
	select {
	case p.slots <- struct{}{}:
		return func() { <-p.slots }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to parse %s: %w", o.SHA256, ctx.Err())
	}
}

// clock ends reading, and later recognising, whose time begins when reading is done.
type clock struct {
	context.Context // of all attempts at a file; ends when the time of both is up
	reading         context.Context
}

func (p *ChildParser) start(ctx context.Context, o order) (clock, context.CancelFunc) {
	if p.limits.Time <= 0 {
		all, cancel := context.WithCancel(ctx)
		return clock{all, all}, cancel
	}
	whole := p.limits.Time
	if o.OCR != nil {
		whole += o.OCR.Time
	}
	all, cancel := context.WithTimeout(ctx, whole)
	reading, cancelReading := context.WithTimeout(all, p.limits.Time)
	return clock{all, reading}, func() { cancelReading(); cancel() }
}

// run has one child carry out one order, until the clock ends.
func (p *ChildParser) run(ctx context.Context, c clock, o order, pdf []byte) (*result, error) {
	// The kernel ends the child with the thread that started it, so that thread must live as long.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	limited, cancel := context.WithCancel(c)
	defer cancel()
	input, err := o.input(pdf)
	if err != nil {
		return nil, err
	}
	r := &result{told: p.page, opened: p.opened}
	defer context.AfterFunc(c.reading, func() {
		if !r.recognising.Load() {
			cancel()
		}
	})()
	stderr := &lastWords{}
	cmd := exec.CommandContext(limited, p.command[0], p.command[1:]...)
	cmd.Stdin, cmd.Stderr, cmd.Env = input, stderr, childEnvironment(os.Environ())
	bindToUs(cmd)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the parser: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the parser: %w", err)
	}
	received := r.receive(stdout, p.limits.Output)
	outOfTime := limited.Err() != nil
	if received != nil {
		cancel() // it says more than it may, or nonsense: no need to hear the rest
	}
	_, _ = io.Copy(io.Discard, stdout) // until the child's end: Wait closes the pipe
	ended := cmd.Wait()
	r.cpu = usage(cmd.ProcessState).CPU
	if p.ended != nil {
		p.ended(usage(cmd.ProcessState))
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("parsing %s: %w", o.SHA256, ctx.Err())
	case errors.Is(received, errOutput):
		r.problem = &FileError{TooMuchContent, "its text alone passes the limit"}
	case r.done || r.problem != nil:
	case outOfTime && received == nil:
		r.problem = &FileError{Stalled, r.where()}
	default:
		r.problem = r.autopsy(ended, o.Limits.CPU, stderr)
	}
	return r, nil
}

// autopsy says why a child ended without finishing.
func (r *result) autopsy(ended error, cpu time.Duration, stderr *lastWords) *FileError {
	var exit *exec.ExitError
	if !errors.As(ended, &exit) {
		return &FileError{Crashed, r.where()}
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	switch {
	// The kernel counts ticks against the limit and reports what really ran, which may be much less.
	case status.Signaled() && status.Signal() == syscall.SIGKILL && cpu > 0 && exit.UserTime()+exit.SystemTime() >= cpu/2:
		return &FileError{Stalled, r.where()}
	// At the limit of memory the runtime may fail first at the stack of a new thread, or fall over itself: its collector does not
	// look whether it was given the memory for its queues. A signal that somebody sent has another code than such a fault.
	case stderr.say("out of memory", "malloc", "calloc", "cannot allocate", "pthread_create failed", "failed to create new OS thread"),
		stderr.say("SIGSEGV") && stderr.say("sigcode=1 ", "sigcode=2 ") && stderr.say("goroutine 0 gp=") && !stderr.say("cgo execution"):
		return &FileError{TooMuchContent, r.where()}
	case status.Exited() && status.ExitStatus() == 1 && r.reading == 0:
		return &FileError{Problem: Corrupt} // MuPDF exits so when it cannot even count the pages
	}
	return &FileError{Crashed, r.where()}
}
