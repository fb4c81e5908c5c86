package intake

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
	"github.com/sibyl-project/sibyl/rag/document"
)

// Parser reads files. An error that is a *FileError is the file's fault and will happen again; any
// other is ours.
type Parser interface {
	Parse(ctx context.Context, pdf []byte) (*document.Document, error)
}

// ParserConfig configures a ChildParser; the zero value is a parser that works.
type ParserConfig struct {
	Command  []string // the child; by default this binary as "parse-child"
	Limits   *Limits  // by default DefaultLimits
	MaxBytes int64    // by default DefaultMaxBytes
	Workers  int      // children at a time, by default 2
}

// ChildParser is the Parser of package intake: one child process for each file.
type ChildParser struct {
	command  []string
	limits   Limits
	maxBytes int64
	slots    chan struct{}
}

var _ Parser = (*ChildParser)(nil)

// NewParser returns a parser. It starts nothing yet and needs no closing.
func NewParser(c ParserConfig) (*ChildParser, error) {
	p := &ChildParser{command: c.Command, limits: DefaultLimits(), maxBytes: c.MaxBytes}
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

// Parse implements Parser. A page whose pictures kill the child is read again without them.
func (p *ChildParser) Parse(ctx context.Context, pdf []byte) (*document.Document, error) {
	if err := CheckFile(pdf, p.maxBytes); err != nil {
		return nil, err
	}
	o := p.order(pdf)
	for {
		r, err := p.run(ctx, o, pdf)
		if err != nil {
			return nil, err
		}
		if r.problem == nil {
			return r.document(o.SHA256)
		}
		deadly := r.problem.Problem == Crashed || r.problem.Problem == TooMuchContent
		if !deadly || r.reading == 0 || slices.Contains(o.Plain, r.reading) || len(o.Plain) >= plainTries {
			return nil, r.problem
		}
		o.Plain = append(o.Plain, r.reading)
	}
}

// Check opens the file as Parse would, without reading its pages: it tells, within some 50 ms, also a
// file that asks for a password.
func (p *ChildParser) Check(ctx context.Context, pdf []byte) error {
	if err := CheckFile(pdf, p.maxBytes); err != nil {
		return err
	}
	o := p.order(pdf)
	o.Probe = true
	r, err := p.run(ctx, o, pdf)
	if err != nil {
		return err
	}
	if r.problem != nil {
		return r.problem
	}
	return nil
}

func (p *ChildParser) order(pdf []byte) order {
	return order{
		SHA256: artefact.Hash(pdf), Size: int64(len(pdf)), Plain: []int{},
		Pages: p.limits.Pages, CPU: p.limits.CPU, Memory: p.limits.Memory,
	}
}

// run has one child carry out one order.
func (p *ChildParser) run(ctx context.Context, o order, pdf []byte) (*result, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to parse %s: %w", o.SHA256, ctx.Err())
	}
	// The kernel ends the child with the thread that started it, so that thread must live as long.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	limited, cancel := ctx, context.CancelFunc(func() {})
	if p.limits.Time > 0 {
		limited, cancel = context.WithTimeout(ctx, p.limits.Time)
	}
	defer cancel()
	input, err := o.input(pdf)
	if err != nil {
		return nil, err
	}
	r := &result{}
	stderr := &lastWords{}
	cmd := exec.CommandContext(limited, p.command[0], p.command[1:]...)
	cmd.Stdin, cmd.Stderr = input, stderr
	bindToUs(cmd)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the parser: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the parser: %w", err)
	}
	received := r.receive(stdout, p.limits.Output)
	if received != nil {
		cancel() // it says more than it may, or nonsense: no need to hear the rest
	}
	_, _ = io.Copy(io.Discard, stdout) // until the child's end: Wait closes the pipe
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("parsing %s: %w", o.SHA256, ctx.Err())
	case errors.Is(received, errOutput):
		r.problem = &FileError{TooMuchContent, "its text alone passes the limit"}
	case r.done || r.problem != nil:
	case limited.Err() != nil && received == nil:
		r.problem = &FileError{Stalled, r.where()}
	default:
		r.problem = r.autopsy(ended, p.limits.CPU, stderr)
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
	case stderr.say("out of memory", "malloc", "calloc", "cannot allocate"):
		return &FileError{TooMuchContent, r.where()}
	case status.Exited() && status.ExitStatus() == 1 && r.reading == 0:
		return &FileError{Problem: Corrupt} // MuPDF exits so when it cannot even count the pages
	}
	return &FileError{Crashed, r.where()}
}
