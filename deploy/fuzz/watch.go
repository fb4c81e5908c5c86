package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// A watch has children read, and says what they failed at.
type watch struct {
	task
	out      io.Writer
	failures int
}

// mostFailures ends a watch: one defect makes many.
const mostFailures = 20

// through reads inputs from to (excluded). After a crash it goes on behind what caused it.
func (w *watch) through(ctx context.Context, from, to uint64) error {
	for from < to && w.failures < mostFailures {
		t := w.task
		t.From, t.To = from, to
		last, crash, err := w.read(ctx, t)
		if err != nil || crash == "" {
			return err
		}
		w.failures++
		t.From, t.To, t.Single = last.At, last.At+1, true
		one, why, err := w.read(ctx, t)
		switch {
		case err != nil:
			return err
		case why != "":
			fmt.Fprintf(w.out, "crash at %d, line %d: %s\n  %s\n", last.At, one.Line, why, one.Text)
		default:
			fmt.Fprintf(w.out, "crash at %d, by no line alone: %s\n", last.At, crash)
		}
		from = last.At + 1
	}
	return nil
}

// read has one child read a task. It returns what the child began last, and what ended it, if not its end.
func (w *watch) read(ctx context.Context, t task) (last reading, crash string, err error) {
	self, err := os.Executable()
	if err != nil {
		return last, "", fmt.Errorf("finding this program: %w", err)
	}
	in, err := json.Marshal(t)
	if err != nil {
		return last, "", fmt.Errorf("encoding the task: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, childArg)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return last, "", fmt.Errorf("reading the child's output: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return last, "", fmt.Errorf("starting a child: %w", err)
	}
	for d := json.NewDecoder(out); ; {
		var r reading
		if err := d.Decode(&r); err != nil {
			break // its exit says whether it was at its end
		}
		last = r
		if r.Slow > 0 && !t.Single {
			w.failures++
			fmt.Fprintf(w.out, "slow at %d: %s of work, most of it in %s\n", r.At, r.Slow, r.In)
		}
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return last, "", ctx.Err()
	case err == nil:
		return last, "", nil
	case errors.As(err, &exit) && last.At > 0:
		return last, reason(said.String(), exit), nil
	}
	return last, "", fmt.Errorf("reading in a child: %w: %s", err, said.String())
}

// reason is what a crash says of itself, without its stacks.
func reason(said string, exit *exec.ExitError) string {
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "input ") {
			return strings.TrimSpace(line)
		}
	}
	return exit.String()
}
